//! What the page says before its scripts run is what the core says.

use dpscope::question::ask_json;
use serde_json::{Value, json};

/// The text of every `<tag>…</tag>` in `html`.
fn texts<'a>(html: &'a str, tag: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    html.split(&open)
        .skip(1)
        .filter_map(|rest| rest.split_once('>')?.1.split_once(&close).map(|(text, _)| text))
        .collect()
}

#[test]
fn the_static_headline_is_the_answer_of_the_core() {
    let question =
        r#"{"ask":"plan","releases":[{"mechanism":{"kind":"gaussian","sigma":1}}],"target":{"delta":1e-5}}"#;
    let answer: Value = serde_json::from_str(&ask_json(question)).expect("an answer is JSON");
    let page = include_str!("../www/index.html");
    let text = answer["best"]["text"].as_str().expect("a text");
    assert!(page.contains(&format!("<p class=\"result-bound\">{text}</p>")), "{text}");
}

#[test]
fn the_static_table_is_rounded_up_from_the_core() {
    let page = include_str!("../www/index.html");
    let table = page
        .split("id=\"default-table\"")
        .nth(1)
        .expect("the table")
        .split("</table>")
        .next()
        .expect("its end");
    let body = texts(table, "tbody")[0];
    let rows = texts(body, "tr");
    assert!(rows.len() >= 5);
    for row in rows {
        let (epsilon, printed) = (texts(row, "th")[0], texts(row, "td")[0]);
        let epsilon: f64 = epsilon.parse().expect("an ε");
        let answer = ask_json(
            &json!({"ask": "plan", "target": {"epsilon": epsilon}, "accountants": ["exact"],
                "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]})
            .to_string(),
        );
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        let delta = answer["best"]["delta"]["upper"].as_f64().expect("an upper end");
        let printed: f64 = printed.parse().expect("a δ");
        assert!(printed >= delta && printed <= delta * 1.001, "ε = {epsilon}: {printed} for {delta}");
    }
}
