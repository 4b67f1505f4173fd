//! The places that a topic has, as CONTRIBUTING.md lists them: a folder of questions, golden rows, pages, explanations.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use dpscope::question::Question;

/// Pages and explanations by topic; a new topic is refused until it has an entry. Data has neither: other topics use it.
const TOPICS: [(&str, &[&str], &[&str]); 8] = [
    ("accounting", &["index.html"], &["accountants.js", "attack.js", "plan.js"]),
    (
        "understand",
        &["views.html", "composition.html", "sampling.html"],
        &["accountants.js", "sampling.js", "views.js"],
    ),
    ("data", &[], &[]),
    ("people", &["instance.html"], &["people.js"]),
    ("learning", &["learn.html"], &["learning.js", "controls-learning.js"]),
    ("sparse_vector", &["sparse-vector.html"], &["sparse-vector.js"]),
    ("noise_reduction", &["noise-reduction.html"], &["accuracy.js"]),
    ("inverse_sensitivity", &["inverse-sensitivity.html"], &["inverse-sensitivity.js", "in-dimensions.js"]),
];

#[test]
fn every_topic_has_its_places() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let golden: String = fs::read_dir(root.join("tests/golden"))
        .expect("golden rows")
        .filter_map(|entry| fs::read_to_string(entry.ok()?.path()).ok())
        .collect();
    let questions = Question::described();
    let topics: BTreeSet<&str> = questions.iter().map(|question| question.topic).collect();
    for topic in topics {
        let (_, pages, explanations) = TOPICS
            .iter()
            .find(|(name, ..)| *name == topic)
            .unwrap_or_else(|| panic!("{topic} has no entry here"));
        assert!(root.join("src/question").join(topic).is_dir(), "{topic} has no folder");
        if topic != "data" {
            assert!(!pages.is_empty(), "{topic} has no page");
            assert!(!explanations.is_empty(), "{topic} has no explanations");
            let words =
                questions.iter().filter(|question| question.topic == topic).map(|question| question.word);
            let asked = words.filter(|word| golden.contains(&format!("\"ask\": \"{word}\""))).count();
            assert!(asked >= 2, "{topic} has golden rows of {asked} questions");
        }
        let pages = pages.iter().map(|page| root.join("www").join(page));
        let explanations = explanations.iter().map(|sheet| root.join("www/js/explain").join(sheet));
        for place in pages.chain(explanations) {
            assert!(place.is_file(), "{} is missing", place.display());
        }
    }
}
