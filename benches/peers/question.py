"""What the peers read from a question of dpscope."""


class Absent(Exception):
    """The peer does not offer what is asked."""


def grid(question):
    """The ε of a curve."""
    place = question["grid"]
    last = place["points"] - 1
    return [place["from"] + at / last * (place["to"] - place["from"]) for at in range(place["points"])]


def sampled(release):
    """The rate, or None if everybody takes part."""
    return release["sampling"]["rate"] if "sampling" in release else None
