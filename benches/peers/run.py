"""Times one peer on one question: `python run.py PEER < question.json`; without PEER, their names.

The last line of standard output is one JSON object: {"ms": …, "value": …}, the value a number or, of
a curve, a list; or {"absent": reason} if the peer does not offer the job. Imports are not timed. A job
under a second is warmed up by its first run; one over ten seconds runs once.
"""

import importlib
import json
import math
import statistics
import sys
import time
import warnings

from question import Absent

PEERS = {
    "dp_accounting PLD": ("peer_dp_accounting", "pld"),
    "dp_accounting RDP": ("peer_dp_accounting", "rdp"),
    "prv-accountant": ("peer_prv_accountant", None),
    "opacus RDP": ("peer_opacus", "rdp"),
    "opacus PRV": ("peer_opacus", "prv"),
    "autodp RDP": ("peer_autodp", "rdp"),
    "autodp AFA": ("peer_autodp", "afa"),
}


def seconds(job):
    start = time.perf_counter()
    value = job()
    return time.perf_counter() - start, value


def timed(job):
    first, value = seconds(job)
    if first > 10:
        return first, value
    times = [] if first < 1 else [first]
    while len(times) < 3:
        times.append(seconds(job)[0])
    return statistics.median(times), value


def main():
    warnings.simplefilter("ignore")
    if len(sys.argv) < 2:
        print("\n".join(PEERS))
        return
    module, accountant = PEERS[sys.argv[1]]
    question = json.load(sys.stdin)
    peer = importlib.import_module(module)
    try:
        job = peer.job(question, accountant)
        took, value = timed(job)
    except Absent as reason:
        print(json.dumps({"absent": str(reason)}))
        return
    except Exception as error:  # whatever a peer may raise is its answer
        print(json.dumps({"absent": f"{type(error).__name__}: {error}"}))
        return
    values = [float(one) for one in (value if question["ask"] == "curve" else [value])]
    if all(map(math.isfinite, values)):
        print(json.dumps({"ms": took * 1e3, "value": values if len(values) > 1 else values[0]}))
    else:
        print(json.dumps({"absent": "it answered a number that is not finite"}))


if __name__ == "__main__":
    main()
