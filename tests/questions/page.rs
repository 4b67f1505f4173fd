//! What the page says before its scripts run is what the core says.

use serde_json::{Value, json};

use crate::support::ask;

const PAGE: &str = include_str!("../../www/index.html");

/// The accountants of the comparison, in its order.
const ACCOUNTANTS: [&str; 6] = ["exact", "fourier", "pld", "rdp", "advanced", "basic"];

/// The plan that the page opens with.
fn releases() -> Value {
    json!([
        {"label": "DP-SGD", "count": 1000, "mechanism": {"kind": "gaussian", "sigma": 1},
         "sampling": {"kind": "poisson", "rate": 0.01}},
        {"label": "Three tables", "count": 3, "mechanism": {"kind": "laplace", "scale": 5}},
    ])
}

fn plan() -> Value {
    ask(json!({"ask": "plan", "releases": releases(), "target": {"delta": 1e-5},
        "accountants": ACCOUNTANTS}))
}

/// The text of every `<tag>…</tag>` in `html`.
fn texts<'a>(html: &'a str, tag: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    html.split(&open)
        .skip(1)
        .filter_map(|rest| rest.split_once('>')?.1.split_once(&close).map(|(text, _)| text))
        .collect()
}

/// The rows of the table with this id.
fn rows(id: &str) -> Vec<&'static str> {
    let table = PAGE.split(&format!("id=\"{id}\"")).nth(1).and_then(|rest| rest.split("</table>").next());
    texts(texts(table.expect("the table"), "tbody")[0], "tr")
}

/// The certified bracket as printed, which must hold the one of the core and be hardly wider.
fn check_bracket(lower: &str, upper: &str, bound: &Value) {
    let text = bound["text"].as_str().expect("a text");
    assert!(text.ends_with(&format!(" {upper}")), "{upper} for {text}");
    let (lower, exact) = (lower.parse::<f64>().expect("a number"), bound["epsilon"]["lower"].as_f64());
    let exact = exact.expect("a lower end");
    assert!(lower <= exact && lower > exact - 1e-4, "{lower} for {exact}");
}

#[test]
fn the_static_headline_is_the_answer_of_the_core() {
    let answer = plan();
    let text = answer["best"]["text"].as_str().expect("a text");
    assert!(PAGE.contains(&format!("<p class=\"result-bound\">{text}</p>")), "{text}");
    let surety = PAGE.split("<p class=\"result-surety\">").nth(1).expect("the bracket");
    let bracket = surety.split("Certified: ").nth(1).and_then(|rest| rest.split_once(".</p>"));
    let (lower, upper) = bracket.and_then(|(bracket, _)| bracket.split_once(" ≤ ε ≤ ")).expect("two ends");
    let loss =
        answer["bounds"].as_array().and_then(|bounds| bounds.iter().find(|one| one["accountant"] == "pld"));
    check_bracket(lower, upper, loss.expect("the accountant that certifies"));
}

/// The rows stand where the live ones will, so each must be what the page would write there.
#[test]
fn the_static_bounds_are_those_of_the_core() {
    let answer = plan();
    let described = ask(json!({"ask": "describe"}));
    let titles = described["accountants"].as_array().expect("accountants");
    let (rows, bounds) = (rows("default-bounds"), answer["bounds"].as_array().expect("bounds"));
    assert_eq!(rows.len(), ACCOUNTANTS.len());
    for (row, accountant) in rows.iter().zip(ACCOUNTANTS) {
        let bound = bounds.iter().find(|bound| bound["accountant"] == accountant).expect("a bound");
        let title = titles.iter().find(|title| title["word"] == accountant).expect("a title");
        let title = title["meaning"].as_str().expect("a meaning");
        assert_eq!(texts(row, "th")[0].to_lowercase(), title.to_lowercase());
        assert_eq!(texts(row, "td")[1], bound["text"].as_str().unwrap_or("no bound"));
        if let Some(bracket) = texts(row, "span").first() {
            let (lower, upper) = bracket.split_once(" to ").expect("two ends");
            check_bracket(lower, upper, bound);
        }
    }
}

#[test]
fn the_static_table_is_rounded_up_from_the_core() {
    let rows = rows("default-table");
    assert!(rows.len() >= 5);
    for row in rows {
        let (epsilon, printed) = (texts(row, "th")[0], texts(row, "td")[0]);
        let epsilon: f64 = epsilon.parse().expect("an ε");
        let answer = ask(json!({"ask": "plan", "target": {"epsilon": epsilon}, "accountants": ["fourier"],
            "releases": releases()}));
        let delta = answer["best"]["delta"]["upper"].as_f64().expect("an upper end");
        let printed: f64 = printed.parse().expect("a δ");
        assert!(printed >= delta && printed <= delta * 1.001, "ε = {epsilon}: {printed} for {delta}");
    }
}

/// The plot of the stored picture between its axes: left, top, right, bottom.
const PLOT: [f64; 4] = [44.0, 12.0, 712.0, 396.0];

/// The stored picture of the plan: inside the page, so that it is there with the words and has the colours of the theme;
/// of every fifth point, and with few ticks, because it stands only until the core draws.
fn still() -> String {
    let answer =
        ask(json!({"ask": "curve", "view": "profile", "releases": releases(), "mark": {"delta": 1e-5},
        "accountants": ["fourier", "rdp"], "picture": true}));
    let figure = &answer["figure"];
    let number = |value: &Value| value.as_f64().expect("a number");
    let [left, top, right, bottom] = PLOT;
    let end = number(&figure["x"]["to"]);
    let [low, high] = ["from", "to"].map(|side| number(&figure["y"][side]).log10());
    let across = |x: f64| (left + (right - left) * x / end).round();
    let down = |decade: f64| (bottom - (bottom - top) * (decade - low) / (high - low)).round();
    let epsilons: Vec<f64> = (0..).map(f64::from).take_while(|&x| x <= end).collect();
    let decades: Vec<f64> =
        (0..).map(|step| high - 3.0 * f64::from(step)).take_while(|&decade| decade >= low).collect();
    let grid: String = epsilons
        .iter()
        .map(|&x| format!("M{} {top}V{bottom}", across(x)))
        .chain(decades.iter().map(|&decade| format!("M{left} {}H{right}", down(decade))))
        .collect();
    let mut svg = vec![format!("<path d=\"{grid}\"/>")];
    for (at, series) in figure["series"].as_array().expect("curves").iter().enumerate() {
        let [x, y] = ["x", "y"].map(|side| series[side].as_array().expect("values"));
        let points =
            x.iter().zip(y).map(|(x, y)| (number(x), number(y).log10())).filter(|point| point.1 >= low);
        let points = points.step_by(5).map(|(x, y)| format!("{},{}", across(x), down(y))).collect::<Vec<_>>();
        svg.push(format!(
            "<polyline class=\"dp-series-{} dp-dash-{0}\" points=\"{}\"/>",
            at + 1,
            points.join(" ")
        ));
    }
    for &x in &epsilons {
        svg.push(format!("<text x=\"{}\" y=\"414\" text-anchor=\"middle\">{x}</text>", across(x)));
    }
    for &decade in &decades {
        let power: String = format!("{decade}")
            .chars()
            .map(|digit| match digit {
                '-' => '⁻',
                '1' => '¹',
                '2' => '²',
                '3' => '³',
                digit => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or('⁰'),
            })
            .collect();
        let text = if decade == 0.0 { "1".into() } else { format!("10{power}") };
        svg.push(format!("<text x=\"38\" y=\"{}\" text-anchor=\"end\">{text}</text>", down(decade) + 5.0));
    }
    svg.join("\n                  ")
}

#[test]
fn the_static_picture_of_the_plan_is_current() {
    let still = still();
    assert!(PAGE.contains(&still), "the picture of www/index.html is out of date; it should be\n{still}");
}
