//! The command line: the same questions as the page, one JSON object a line.
//!
//! Knows: files, lines and exit statuses. Does not know: privacy.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::time::Duration;

use dpscope::figure::{Frame, Theme, to_svg};
use dpscope::question::{self, Answer, Refusal};
use dpscope::watch;

const HELP: &str = r#"dpscope: differential privacy, exact and certified

usage
  dpscope ask [FILE|-]    read one question a line (JSON), write one answer a line, in order, each as it comes
  dpscope draw [FILE|-]   read one question that has a figure, write it as SVG
  dpscope --help          this text

Without FILE, or with -, questions come from standard input. Blank lines are skipped. An accountant that takes
longer than 2 s says that it did not compute; DPSCOPE_PATIENCE=60 in the environment gives each a minute.

questions
  What can I ask? Every mechanism with its parameters and their ranges:
    {"ask": "describe"}

  I publish this 500 times; what is my ε at δ = 1e-4?
    {"ask": "plan", "neighbours": "add-remove",
     "releases": [{"count": 500, "mechanism": {"kind": "gaussian", "sigma": 50}}],
     "target": {"delta": 1e-4}}

  The other way round, δ at ε = 12, by the exact accountant alone:
    {"ask": "plan", "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}],
     "target": {"epsilon": 12}, "accountants": ["exact"]}

  A whole curve: view is profile, renyi, trade-off, loss, characteristic or composition:
    {"ask": "curve", "view": "profile",
     "releases": [{"mechanism": {"kind": "laplace", "scale": 2}}],
     "grid": {"from": 0, "to": 0.5, "points": 11}}

  How much noise keeps ε at 1? Any parameter, "count" or "rate" may be the unknown:
    {"ask": "solve", "unknown": {"release": 0, "field": "sigma"},
     "releases": [{"count": 5000, "mechanism": {"kind": "gaussian"},
                   "sampling": {"kind": "poisson", "rate": 0.01}}],
     "target": {"epsilon": 1, "delta": 1e-6}}

  What can an attacker learn?
    {"ask": "attack", "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}

  The Rényi curve on a sample, by every theorem:
    {"ask": "amplify", "mechanism": {"kind": "laplace", "scale": 2}, "rate": 0.001, "orders": [2, 10, 100]}

  What does each person lose to a model trained on them, and what may be told of it?
    {"ask": "instance-map", "data": {"kind": "penguins"}, "sigma": 11, "regularization": 1,
     "model": {"kind": "drawn", "seed": 1}, "cells": 0}
    {"ask": "privacy-report", "data": {"kind": "penguins"}, "sigma": 11, "regularization": 1,
     "report": {"gradient": 0.7, "hessian": 0.1, "rho": 0.05}, "redraws": 100}

  What does one output cost one person?
    {"ask": "ex-post-loss", "mechanism": "objective-perturbation", "data": {"kind": "toy6"},
     "sigma": 2, "regularization": 0.5, "model": {"kind": "given", "theta": [0.7, -0.25]},
     "person": {"member": 1}}

  Objective perturbation by every bound, ε at δ, δ at ε and divergence at an order:
    {"ask": "objective-perturbation", "lipschitz": 1, "smoothness": 1, "sigma": 5, "regularization": 20,
     "deltas": [1e-5], "epsilons": [0.5, 1], "orders": [2, 10]}

  How much noise and regularisation does it take for ε = 1?
    {"ask": "calibrate-objective-perturbation", "epsilon": 1, "delta": 1e-5, "lipschitz": 1.4142135623730951,
     "smoothness": 0.5, "factor": 1.3}

  What does it cost to publish the best of several runs?
    {"ask": "tune", "releases": [{"count": 1920, "mechanism": {"kind": "gaussian", "sigma": 5},
                                  "sampling": {"kind": "poisson", "rate": 0.032}}],
     "repeats": {"kind": "poisson", "runs": 10, "chance": 0.9}, "delta": 1e-5}

  How well does a private model do? method is objective-perturbation, dp-sgd-honest, dp-sgd-dishonest or
  without-noise:
    {"ask": "train", "method": "objective-perturbation", "data": {"kind": "penguins"}, "intercept": true,
     "epsilons": [0.5, 1, 2, 4, 8], "delta": 1e-5, "trials": 10, "seed": 1}

  A question is one line; it is broken here only to be read.

answers
  Every ε and δ is {"lower": …, "upper": …}: the exact value lies between them, rounding included;
  lower is null where an accountant bounds from above only.
  What must not be published has "publishable": false and a notice.
  Infinity is "inf". An accountant that cannot answer says why in "unavailable".
  A question that is not valid is answered by {"answer": "refused", "path": …, "message": …}.

exit status
  0  every question was answered
  1  a file could not be read, an answer not written, or the program failed on a question
  2  a question was refused, or the command line is not as above
"#;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["help"] | [.., "--help" | "-h"] => {
            io::stdout().write_all(HELP.as_bytes()).map(|()| ExitCode::SUCCESS)
        }
        ["ask"] => ask("-"),
        ["ask", file] => ask(file),
        ["draw"] => draw("-"),
        ["draw", file] => draw(file),
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    done.unwrap_or_else(|error| {
        // A reader that stops early, such as `head`, is not a failure.
        if error.kind() == io::ErrorKind::BrokenPipe {
            return ExitCode::SUCCESS;
        }
        eprintln!("dpscope: {error}");
        ExitCode::FAILURE
    })
}

fn open(file: &str) -> io::Result<Box<dyn BufRead>> {
    if file == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let opened =
        File::open(file).map_err(|error| io::Error::new(error.kind(), format!("{file}: {error}")))?;
    Ok(Box::new(BufReader::new(opened)))
}

/// How long one accountant may take.
const PATIENCE: f64 = 2.0;

/// Answers every line as it comes: another program may wait for the answer before it asks again. A line on which the
/// program fails is answered too, and those after it.
fn ask(file: &str) -> io::Result<ExitCode> {
    let said = std::env::var("DPSCOPE_PATIENCE").ok().and_then(|text| text.parse::<f64>().ok());
    let patience = said.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let patience = patience.unwrap_or(Duration::from_secs_f64(PATIENCE));
    let mut output = BufWriter::new(io::stdout().lock());
    let mut worst = 0;
    for line in open(file)?.split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = catch_unwind(|| watch::patiently(patience, || question::ask_text(&line)));
        let (answer, status) = match answer {
            Ok(answer @ Answer::Refused(_)) => (answer, 2),
            Ok(answer) => (answer, 0),
            Err(_) => (Answer::Refused(Refusal::failed()), 1),
        };
        worst = if worst == 1 || status == 1 { 1 } else { worst.max(status) };
        serde_json::to_writer(&mut output, &answer)?;
        writeln!(output)?;
        output.flush()?;
    }
    Ok(ExitCode::from(worst))
}

fn draw(file: &str) -> io::Result<ExitCode> {
    let mut text = String::new();
    open(file)?.read_to_string(&mut text)?;
    let refuse = |reason: &str| {
        eprintln!("dpscope: {reason}");
        Ok(ExitCode::from(2))
    };
    let figure = match question::picture_of(&text) {
        Ok(figure) => figure,
        Err(refusal) => return refuse(&refusal.message),
    };
    let frame = Frame { width: 720.0, height: 420.0, ratio: 1.0, theme: Theme::Light, titled: true };
    match to_svg(&figure, &frame) {
        Ok(svg) => io::stdout().write_all(svg.as_bytes()).map(|()| ExitCode::SUCCESS),
        Err(error) => refuse(&error.to_string()),
    }
}
