//! The rows of a topic: `tests/golden/<topic>.jsonl`, read for every topic of the list of questions that has such a file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use dpscope::question::Question;

use crate::rows::assert_met;
use crate::support::rows;

#[test]
fn every_row_of_a_topic_is_met() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let topics: BTreeSet<&str> = Question::described().iter().map(|question| question.topic).collect();
    for topic in topics {
        if let Ok(text) = fs::read_to_string(folder.join(topic).with_extension("jsonl")) {
            assert_met(&rows(&text));
        }
    }
}
