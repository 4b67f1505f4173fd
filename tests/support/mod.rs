//! Questions and answers as plain data, through the one door.
#![allow(dead_code, reason = "no program of tests needs all of it")]

use std::borrow::Borrow;
use std::process::Command;

use dpscope::question::{Question, ask_json};
use serde_json::Value;

/// The answer to a valid question: a refusal fails the test, so that no test passes by asking nothing.
pub fn ask(question: impl Borrow<Value>) -> Value {
    let question = question.borrow();
    let answer = reply(question);
    assert_ne!(answer["answer"], "refused", "refused: {}\n  {question}", answer["message"]);
    answer
}

/// The message to an invalid question: any other answer fails the test.
pub fn refused(question: &Value) -> String {
    refusal(question)["message"].as_str().expect("a refusal has a message").into()
}

/// The refusal of an invalid question, with the `path` of what is wrong: any other answer fails the test.
pub fn refusal(question: impl Borrow<Value>) -> Value {
    let question = question.borrow();
    let answer = reply(question);
    assert_eq!(answer["answer"], "refused", "not refused: {answer}\n  {question}");
    answer
}

/// Whatever is answered.
pub fn reply(question: &Value) -> Value {
    reply_to_text(&question.to_string())
}

/// Whatever is answered to a text, which may be no question at all.
pub fn reply_to_text(text: &str) -> Value {
    serde_json::from_str(&ask_json(text)).expect("an answer is JSON")
}

/// A number, which may be infinite.
pub fn number(value: &Value) -> Option<f64> {
    if value == "inf" { Some(f64::INFINITY) } else { value.as_f64() }
}

/// The rows of a file with one row a line.
pub fn rows(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("a row is JSON")).collect()
}

/// A question with some fields changed.
pub fn with(mut question: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().expect("fields") {
        question[name] = value.clone();
    }
    question
}

/// An example of every question of the list, as the help of the command line shows them: two of some.
pub fn examples() -> Vec<Value> {
    let help = Command::new(env!("CARGO_BIN_EXE_dpscope")).arg("--help").output().expect("the binary starts");
    let help = String::from_utf8(help.stdout).expect("text");
    let questions = help.split("\nanswers\n").next().expect("what stands before the answers");
    let mut examples: Vec<Value> = Vec::new();
    let mut text = String::new();
    for line in questions.lines().filter(|line| line.starts_with("    ")) {
        text.push_str(line.trim());
        if text.matches('{').count() == text.matches('}').count() {
            examples.push(serde_json::from_str(&text).expect("an example is JSON"));
            text.clear();
        }
    }
    // A smaller set of topics asks less.
    examples.retain(|example| Question::WORDS.iter().any(|word| example["ask"] == *word));
    for word in Question::WORDS {
        assert!(examples.iter().any(|example| example["ask"] == *word), "no example of {word}");
    }
    examples
}
