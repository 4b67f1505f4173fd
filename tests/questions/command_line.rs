//! The `dpscope` binary: lines in, lines out, exit statuses.

use dpscope::question::Question;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn dpscope(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dpscope"))
        .args(arguments)
        // What is tested is not how fast a busy machine is.
        .env("DPSCOPE_PATIENCE", "120")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("its input").write_all(input.as_ref()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

const GOOD: &str =
    r#"{"ask":"plan","releases":[{"mechanism":{"kind":"gaussian","sigma":1}}],"target":{"delta":1e-5}}"#;

#[test]
fn one_answer_a_line_in_order() {
    let output = dpscope(&["ask"], format!("{GOOD}\n\n{{\"ask\":\"describe\"}}\n"));
    let lines: Vec<_> = std::str::from_utf8(&output.stdout).expect("text").lines().collect();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with(r#"{"answer":"plan""#) && lines[1].starts_with(r#"{"answer":"describe""#));
}

#[test]
fn a_refusal_keeps_its_line_and_sets_the_status() {
    let output = dpscope(&["ask", "-"], format!("{{\"ask\":\"what\"}}\n{GOOD}\n"));
    let lines: Vec<_> = std::str::from_utf8(&output.stdout).expect("text").lines().collect();
    assert_eq!(output.status.code(), Some(2));
    assert!(lines[0].starts_with(r#"{"answer":"refused""#) && lines[1].starts_with(r#"{"answer":"plan""#));
}

/// Bytes that are no text are refused in their line, and a byte order mark is passed over.
#[test]
fn a_broken_line_does_not_end_the_batch() {
    let mut input = "\u{feff}".as_bytes().to_vec();
    input.extend(GOOD.as_bytes());
    input.extend(b"\n\xff\xfe\n");
    input.extend(GOOD.as_bytes());
    let output = dpscope(&["ask"], input);
    let lines: Vec<_> = std::str::from_utf8(&output.stdout).expect("text").lines().collect();
    assert_eq!(output.status.code(), Some(2));
    let kinds: Vec<_> = lines.iter().map(|line| line.split('"').nth(3).expect("a kind")).collect();
    assert_eq!(kinds, ["plan", "refused", "plan"]);
}

#[test]
fn help_teaches_and_mistakes_show_it() {
    let help = dpscope(&["--help"], "");
    assert_eq!(help.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&help.stdout).contains("exit status"));
    let wrong = dpscope(&["answer"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(dpscope(&["ask", "/no/such/file"], "").status.code(), Some(1));
}

/// Every question that the help shows is answered.
#[test]
fn the_examples_of_the_help_work() {
    let help = String::from_utf8(dpscope(&["--help"], "").stdout).expect("text");
    let questions = help.split("answers\n").next().expect("the first part");
    let mut question = String::new();
    let mut asked = 0;
    for line in questions.lines().filter(|line| line.starts_with("    ") || line.starts_with("     ")) {
        question.push_str(line.trim());
        if question.matches('{').count() == question.matches('}').count() {
            let output = dpscope(&["ask"], &question);
            assert_eq!(output.status.code(), Some(0), "{question}");
            question.clear();
            asked += 1;
        }
    }
    let examples = Question::described().iter().map(|question| question.examples.len()).sum::<usize>();
    assert_eq!(asked, examples);
}

/// The picture that the page shows before its scripts run is the one that the engine draws.
#[test]
fn the_static_picture_is_current() {
    let question = r#"{"ask":"curve","view":"profile","releases":[{"mechanism":{"kind":"gaussian","sigma":1}}],"mark":{"delta":1e-5}}"#;
    let output = dpscope(&["draw"], question);
    assert_eq!(output.status.code(), Some(0));
    let kept = include_str!("../../www/picture/default.svg");
    assert!(
        String::from_utf8_lossy(&output.stdout) == kept,
        "www/picture/default.svg is out of date: echo '{question}' | dpscope draw > www/picture/default.svg"
    );
    assert_eq!(dpscope(&["draw"], GOOD).status.code(), Some(2));
}

/// Every question that has a figure is drawn, whether or not it must be told to.
#[test]
fn the_figure_of_any_question_is_drawn() {
    let noise = r#""mechanism":{"kind":"gaussian","sigma":2}"#;
    let people = r#""data":{"kind":"toy6"},"sigma":2,"regularization":0.5"#;
    for (question, title) in [
        (format!(r#"{{"ask":"curve","view":"loss","releases":[{{{noise}}}]}}"#), "Privacy loss, Gaussian"),
        (format!(r#"{{"ask":"amplify",{noise},"rate":0.1,"orders":[2,4]}}"#), "Rényi curve on a sample"),
        (
            format!(r#"{{"ask":"instance-map",{people},"model":{{"kind":"drawn","seed":1}},"cells":8}}"#),
            "What a person with label 1 would lose",
        ),
        (
            format!(
                r#"{{"ask":"privacy-report",{people},"report":{{"gradient":0.7,"hessian":0.1,"rho":0.05}}}}"#
            ),
            "Reports beside the truth, must not be published",
        ),
        (
            r#"{"ask":"objective-perturbation","lipschitz":1,"smoothness":1,"sigma":5,"regularization":20,
                "epsilons":[0.5,1]}"#
                .into(),
            "Objective perturbation by every bound",
        ),
        (
            r#"{"ask":"train","method":"objective-perturbation","data":{"kind":"penguins"},"epsilons":[1,2],
                "delta":1e-5,"trials":2,"seed":1}"#
                .into(),
            "Accuracy against ε, must not be published",
        ),
    ] {
        let read: serde_json::Value = serde_json::from_str(&question).expect("a question");
        if Question::WORDS.iter().all(|word| read["ask"] != *word) {
            continue;
        }
        let output = dpscope(&["draw"], &question);
        let svg = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{question}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(svg.starts_with("<svg ") && svg.contains(title), "{question}: {svg}");
    }
}
