//! The list of questions: what is described is what is read, every example is answered, and old spellings still are.

use dpscope::question::{DescribedQuestion, Field, Kind, Question};
use serde_json::{Value, json};

use crate::support::{ask, refused, reply, rows, with};

fn examples(question: &DescribedQuestion) -> Vec<Value> {
    let read = |example: &&str| serde_json::from_str(example).expect("an example is JSON");
    question.examples.iter().map(read).collect()
}

#[test]
fn every_example_is_answered_under_its_own_word() {
    for question in Question::described() {
        assert!(!question.examples.is_empty() && question.about.ends_with(['?', '.']), "{}", question.word);
        for example in examples(&question) {
            assert_eq!(example["ask"], question.word);
            assert_eq!(ask(&example)["answer"], question.word);
        }
    }
}

#[test]
fn every_example_is_answered_the_same_twice() {
    for example in Question::described().iter().flat_map(examples) {
        assert_eq!(reply(&example).to_string(), reply(&example).to_string(), "{example}");
    }
}

/// What stands for an absent field, as a question may write it.
fn default(kind: &Kind) -> Option<Value> {
    match kind {
        Kind::Number { default, .. } => default.map(Value::from),
        Kind::Choice { default, .. } => default.map(Value::from),
        Kind::Choices { default, .. } if !default.is_empty() => Some(json!(default)),
        Kind::Numbers { default, .. } if !default.is_empty() => Some(json!(default)),
        Kind::Flag { default } => Some(json!(default)),
        _ => None,
    }
}

/// The fields that may stand in a question: its own, and those that a word of it selects.
fn fields(question: &DescribedQuestion, example: &Value) -> Vec<Field> {
    let mut fields = question.fields.to_vec();
    for field in question.fields {
        if let Kind::Selects { variants } = field.kind {
            let chosen = variants.iter().find(|variant| example[field.name] == variant.word);
            fields.extend(chosen.expect("a variant").fields);
        }
    }
    fields
}

#[test]
fn an_absent_field_is_what_its_description_says() {
    let mut compared = 0;
    for question in Question::described() {
        for example in examples(&question) {
            let answer = reply(&example);
            for field in fields(&question, &example) {
                let absent = !field.required && example.get(field.name).is_none();
                if let (true, Some(usual)) = (absent, default(&field.kind)) {
                    let mut written = example.clone();
                    written[field.name] = usual;
                    assert_eq!(reply(&written).to_string(), answer.to_string(), "{written}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > if cfg!(feature = "data") { 40 } else { 5 }, "{compared}");
}

#[test]
fn a_required_field_that_is_absent_is_named() {
    for question in Question::described() {
        for example in examples(&question) {
            for field in fields(&question, &example).iter().filter(|field| field.required) {
                let mut without = example.clone();
                without.as_object_mut().expect("a question").remove(field.name);
                assert!(refused(&without).starts_with(field.name), "{}", refused(&without));
            }
        }
    }
}

#[test]
fn a_number_outside_its_range_is_refused_by_name_and_range() {
    let mut refusals = 0;
    for question in Question::described() {
        for example in examples(&question) {
            for field in fields(&question, &example) {
                if let Kind::Number { range, .. } = field.kind {
                    let mut outside = example.clone();
                    outside[field.name] = json!(range.to * 2.0 + 1.0);
                    let message = refused(&outside);
                    assert!(message.starts_with(field.name), "{message}");
                    refusals += 1;
                }
            }
        }
    }
    assert!(refusals > if cfg!(feature = "data") { 30 } else { 2 }, "{refusals}");
}

#[test]
fn a_field_that_is_not_described_is_refused_with_those_that_are() {
    for question in Question::described() {
        for mut example in examples(&question) {
            let known = fields(&question, &example);
            example["nonsense"] = json!(1);
            let message = refused(&example);
            assert!(message.starts_with("nonsense is not a field here"), "{message}");
            for field in known {
                assert!(message.contains(field.name), "{message} lacks {}", field.name);
            }
        }
    }
}

/// Questions as earlier versions wrote them, each with what it was answered by.
#[test]
fn old_spellings_are_still_read() {
    let asked = |row: &Value| Question::WORDS.iter().any(|word| row["old"]["ask"] == *word);
    for row in rows(include_str!("../golden/old_questions.jsonl")).into_iter().filter(asked) {
        let [old, new] = ["old", "new"].map(|name| ask(&row[name]).to_string());
        assert_eq!(old, new, "{}", row["old"]);
        assert_ne!(row["old"], row["new"]);
    }
}

#[test]
fn a_field_in_both_spellings_is_refused() {
    let message =
        refused(&json!({"ask": "attack", "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}],
        "false-positive": [0.1], "false_positive": [0.2]}));
    assert_eq!(message, "false-positive is here twice, as false-positive and as false_positive");
}

/// A stored table is the same people as the table itself; a handle that nothing is under is refused.
#[cfg(feature = "people")]
#[test]
fn a_stored_table_is_the_table() {
    let table = json!({"kind": "text", "text": "0.1,0.2,1\n0.3,-0.1,-1\n-0.4,0.2,-1", "scaled": true});
    let stored = ask(json!({"ask": "store-data", "handle": "t", "data": table}));
    assert_eq!((&stored["people"], &stored["features"]), (&json!(3), &json!(2)));
    let map = |data: Value| json!({"ask": "instance-map", "data": data, "sigma": 2, "regularization": 1, "cells": 0});
    let by_handle = ask(map(json!({"kind": "stored", "handle": "t"})));
    assert_eq!(by_handle, ask(map(table)));
    assert!(refused(&map(json!({"kind": "stored", "handle": "u"}))).starts_with("data.handle"));
    let halves = json!({"kind": "rows", "rows": [[0.1, 0.2, 0.5], [0.3, 0.1, -0.5]]});
    ask(json!({"ask": "store-data", "handle": "h", "data": halves}));
    let logistic = refused(&map(json!({"kind": "stored", "handle": "h"})));
    assert!(logistic.contains("labels −1 and 1"), "{logistic}");
}

/// Figures and blocks are where their pointers say: the page puts them back by these.
#[test]
fn pointers_lead_into_the_answer() {
    let mut found = 0;
    for mut example in Question::described().iter().flat_map(examples) {
        let told = Question::read(&with(example.clone(), json!({"picture": true})));
        if told.is_ok() {
            example["picture"] = json!(true);
        }
        let mut answer = Question::read(&example).expect("a question").answer();
        let whole = serde_json::to_value(&answer).expect("an answer is plain data");
        let drawn: Vec<&str> =
            answer.figures().into_iter().filter_map(|(pointer, figure)| figure.map(|_| pointer)).collect();
        for pointer in drawn {
            assert!(whole.pointer(pointer).is_some_and(Value::is_object), "{pointer} of {example}");
            found += 1;
        }
        for (pointer, numbers) in answer.blocks() {
            assert_eq!(whole.pointer(&pointer).and_then(Value::as_array).map(Vec::len), Some(numbers.len()));
            found += 1;
        }
    }
    assert!(found > if cfg!(feature = "data") { 10 } else { 0 }, "{found}");
}
