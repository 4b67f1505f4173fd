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

/// The rows stand where the live ones will, so each must be what the page would write there.
#[test]
fn the_static_bounds_are_those_of_the_core() {
    let question =
        r#"{"ask":"plan","releases":[{"mechanism":{"kind":"gaussian","sigma":1}}],"target":{"delta":1e-5}}"#;
    let answer: Value = serde_json::from_str(&ask_json(question)).expect("an answer is JSON");
    let described: Value =
        serde_json::from_str(&ask_json(r#"{"ask":"describe"}"#)).expect("an answer is JSON");
    let page = include_str!("../www/index.html");
    let list = page.split("<dl class=\"result-bounds\">").nth(1).expect("the list");
    let rows = texts(list.split("</dl>").next().expect("its end"), "div");
    let bounds = answer["bounds"].as_array().expect("bounds");
    assert_eq!(rows.len(), bounds.len());
    for (row, bound) in rows.iter().zip(bounds) {
        let titles = described["accountants"].as_array().expect("accountants");
        let title = titles.iter().find(|title| title["word"] == bound["accountant"]).expect("a title");
        assert_eq!(texts(row, "dt"), [title["meaning"].as_str().expect("a meaning")]);
        let values = texts(row, "dd");
        assert_eq!(values[0], bound["text"].as_str().expect("a text"));
        match values.get(1).and_then(|note| note.strip_prefix("certified: ")) {
            Some(bracket) => {
                let (lower, upper) = bracket.split_once(" to ").expect("two ends");
                assert!(values[0].ends_with(&format!(" {upper}")), "{bracket}");
                let (lower, exact): (f64, _) =
                    (lower.parse().expect("a number"), bound["epsilon"]["lower"].as_f64());
                let exact = exact.expect("a lower end");
                assert!(lower <= exact && lower > exact - 1e-4, "{lower} for {exact}");
            }
            None => assert_eq!(values.get(1).copied(), bound["note"].as_str()),
        }
    }
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
