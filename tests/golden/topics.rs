//! The rows of a topic: `tests/golden/<topic>.jsonl` and `<topic>_<part>.jsonl`, read for every topic of the list of questions
//! that has such files.

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
    for entry in fs::read_dir(&folder).expect("golden rows").filter_map(Result::ok) {
        let name = entry.file_name().into_string().unwrap_or_default();
        let Some(stem) = name.strip_suffix(".jsonl") else { continue };
        let of = |topic: &&str| {
            let rest = stem.strip_prefix(*topic);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        if topics.iter().any(of) {
            assert_met(&rows(&fs::read_to_string(entry.path()).expect("rows")));
        }
    }
}
