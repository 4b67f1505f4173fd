//! Questions and answers as plain data, through the one door.
#![allow(dead_code, reason = "no program of tests needs all of it")]

use std::borrow::Borrow;

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

/// The examples of every question of the list.
pub fn examples() -> Vec<Value> {
    let read = |example: &&str| serde_json::from_str(example).expect("an example is JSON");
    Question::described().iter().flat_map(|question| question.examples.iter().map(read)).collect()
}
