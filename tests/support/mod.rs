//! Questions and answers as plain data, through the one door.
#![allow(dead_code, reason = "no test needs all of it")]

use dpscope::question::ask_json;
use serde_json::Value;

/// The answer to a valid question: a refusal fails the test, so that no test passes by asking nothing.
pub fn ask(question: &Value) -> Value {
    let answer = reply(question);
    assert_ne!(answer["answer"], "refused", "refused: {}\n  {question}", answer["message"]);
    answer
}

/// The message to an invalid question: any other answer fails the test.
pub fn refused(question: &Value) -> String {
    let answer = reply(question);
    assert_eq!(answer["answer"], "refused", "not refused: {answer}\n  {question}");
    answer["message"].as_str().expect("a refusal has a message").into()
}

/// Whatever is answered.
pub fn reply(question: &Value) -> Value {
    serde_json::from_str(&ask_json(&question.to_string())).expect("an answer is JSON")
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
