//! A standard job: a question, its exact value, and what an answer to it says.

use anyhow::{Context, Result};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

/// One line of benches/jobs.jsonl.
#[derive(Debug, Deserialize)]
pub struct Job {
    pub name: String,
    /// What is asked for: `epsilon`, `delta` or `sigma`.
    pub quantity: String,
    /// One value, or one for each point of a curve.
    #[serde(deserialize_with = "one_or_many")]
    pub exact: Vec<f64>,
    /// The question is asked once by each of them; just once, as it is, if there are none.
    #[serde(default)]
    accountants: Vec<String>,
    pub question: Value,
}

/// Certified ends of an answer; the lower end may be unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct Bracket {
    pub lower: Option<Vec<f64>>,
    pub upper: Vec<f64>,
}

/// An answer, or why there is none.
pub type Answered = Result<Bracket, String>;

pub fn read_jobs(lines: &str) -> Result<Vec<Job>> {
    let read =
        |(at, line)| serde_json::from_str(line).with_context(|| format!("jobs.jsonl, line {}", at + 1));
    lines.lines().enumerate().map(read).collect()
}

impl Job {
    /// Name and text of every question, as the benches of both sides name them.
    pub fn questions(&self) -> Vec<(String, Value)> {
        if self.accountants.is_empty() {
            return vec![(self.name.clone(), self.question.clone())];
        }
        let asked = |accountant: &String| {
            let mut question = self.question.clone();
            question["accountants"] = json!([accountant]);
            (format!("{}, {accountant}", self.name), question)
        };
        self.accountants.iter().map(asked).collect()
    }

    pub fn is_curve(&self) -> bool {
        self.quantity == "delta"
    }

    /// How far values are from the exact ones: the difference, or of a curve the relative difference
    /// where it is largest.
    pub fn error(&self, values: &[f64]) -> f64 {
        self.largest(values.iter().zip(&self.exact).map(|(value, exact)| value - exact))
    }

    /// How far the ends of a bracket are apart, measured as an error is.
    pub fn width(&self, bracket: &Bracket) -> Option<f64> {
        let lower = bracket.lower.as_ref()?;
        Some(self.largest(bracket.upper.iter().zip(lower).map(|(upper, lower)| upper - lower)))
    }

    /// Whether the exact values lie within the bracket, up to the digits that are known of them.
    pub fn is_inside(&self, bracket: &Bracket) -> bool {
        let known = |exact: f64| exact.abs() * KNOWN;
        let below = |lower: &Vec<f64>| lower.iter().zip(&self.exact).all(|(l, &e)| *l <= e + known(e));
        bracket.lower.as_ref().is_none_or(below)
            && bracket.upper.iter().zip(&self.exact).all(|(u, &e)| *u >= e - known(e))
    }

    /// The smallest error that can be told from none.
    pub fn resolution(&self) -> f64 {
        if self.is_curve() { KNOWN } else { self.exact[0].abs() * KNOWN }
    }

    fn largest(&self, differences: impl Iterator<Item = f64>) -> f64 {
        let scaled = differences
            .zip(&self.exact)
            .map(|(difference, exact)| if self.is_curve() { difference / exact } else { difference });
        scaled.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(f64::NAN)
    }
}

/// Relative: the exact values are given with 13 digits.
const KNOWN: f64 = 1e-12;

/// What dpscope said to one question of a job.
pub fn read_answer(answer: &Value, job: &Job) -> Answered {
    let reasons =
        [&answer["message"], &answer["bounds"][0]["unavailable"], &answer["unavailable"][0]["reason"]];
    if let Some(reason) = reasons.into_iter().find_map(Value::as_str) {
        return Err(reason.to_owned());
    }
    let place = match answer["answer"].as_str() {
        Some("plan") => &answer["bounds"][0][&job.quantity],
        Some("curve") => &answer["series"][0],
        _ => &answer["value"],
    };
    let upper = numbers(&place["upper"]).or_else(|| numbers(place)).filter(|u| u.len() == job.exact.len());
    let Some(upper) = upper else {
        return Err(format!("the answer has another form than expected: {}", shortened(answer)));
    };
    Ok(Bracket { lower: numbers(&place["lower"]).filter(|lower| lower.len() == upper.len()), upper })
}

/// A number or a list of them; infinity is spelt `inf`.
pub fn numbers(value: &Value) -> Option<Vec<f64>> {
    let number = |value: &Value| value.as_f64().or((value == "inf").then_some(f64::INFINITY));
    match value {
        Value::Array(list) => list.iter().map(number).collect(),
        one => number(one).map(|one| vec![one]),
    }
}

fn shortened(answer: &Value) -> String {
    answer.to_string().chars().take(200).collect()
}

fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let found = numbers(&value).filter(|found| !found.is_empty());
    found.ok_or_else(|| serde::de::Error::custom("neither a number nor a list of numbers"))
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A job of one value and a job of two points.
    pub fn jobs() -> [Job; 2] {
        let read = |text| serde_json::from_str(text).unwrap();
        [
            read(
                r#"{"name": "plan", "quantity": "epsilon", "exact": 2.0,
                    "accountants": ["fourier", "pld"], "question": {"ask": "plan"}}"#,
            ),
            read(
                r#"{"name": "curve", "quantity": "delta", "exact": [0.5, 0.001],
                    "accountants": ["fourier", "pld"], "question": {"ask": "curve"}}"#,
            ),
        ]
    }

    #[test]
    fn every_line_of_the_file_is_a_job() {
        let jobs = read_jobs(include_str!("../../../benches/jobs.jsonl")).unwrap();
        assert_eq!(jobs.len(), 9);
        for job in &jobs {
            let points = job.question["grid"]["points"].as_u64().unwrap_or(1);
            assert_eq!(job.exact.len() as u64, points, "{}", job.name);
            assert!(["epsilon", "delta", "sigma"].contains(&job.quantity.as_str()));
        }
    }

    #[test]
    fn a_question_is_asked_once_by_each_accountant() {
        let [plan, _] = jobs();
        let (name, question) = &plan.questions()[1];
        assert_eq!(name, "plan, pld");
        assert_eq!(question, &json!({"ask": "plan", "accountants": ["pld"]}));
        let alone = Job { accountants: Vec::new(), ..plan };
        assert_eq!(alone.questions(), [("plan".to_owned(), json!({"ask": "plan"}))]);
    }

    #[test]
    fn answers_are_read_by_their_kind() {
        let [plan, curve] = jobs();
        let answer = json!({"answer": "plan", "bounds": [{"epsilon": {"lower": 1.5, "upper": "inf"}}]});
        let expected = Bracket { lower: Some(vec![1.5]), upper: vec![f64::INFINITY] };
        assert_eq!(read_answer(&answer, &plan), Ok(expected));
        let answer = json!({"answer": "curve", "unavailable": [], "series": [{"upper": [0.5, 0.25]}]});
        let expected = Bracket { lower: None, upper: vec![0.5, 0.25] };
        assert_eq!(read_answer(&answer, &curve), Ok(expected));
        for value in [json!({"lower": null, "upper": 3.0}), json!(3.0)] {
            let expected = Bracket { lower: None, upper: vec![3.0] };
            assert_eq!(read_answer(&json!({"answer": "solve", "value": value}), &plan), Ok(expected));
        }
    }

    #[test]
    fn a_missing_answer_keeps_its_reason() {
        let [plan, curve] = jobs();
        let refused = json!({"answer": "refused", "path": "ask", "message": "no such question"});
        assert_eq!(read_answer(&refused, &plan), Err("no such question".to_owned()));
        let bound = json!({"answer": "plan", "bounds": [{"unavailable": "sampled"}]});
        assert_eq!(read_answer(&bound, &plan), Err("sampled".to_owned()));
        let series = json!({"answer": "curve", "unavailable": [{"reason": "sampled"}]});
        assert_eq!(read_answer(&series, &curve), Err("sampled".to_owned()));
        assert!(read_answer(&json!({"answer": "plan"}), &plan).unwrap_err().contains("another form"));
    }

    #[test]
    fn errors_are_signed_and_of_a_curve_relative() {
        let [plan, curve] = jobs();
        assert_eq!(plan.error(&[1.75]), -0.25);
        assert_eq!(curve.error(&[0.75, 0.001]), 0.5);
        let bracket = Bracket { lower: Some(vec![0.5, 0.0005]), upper: vec![0.5, 0.001] };
        assert_eq!(curve.width(&bracket), Some(0.5));
        assert!(curve.is_inside(&bracket));
        assert!(!curve.is_inside(&Bracket { lower: None, upper: vec![0.5, 0.0009] }));
        assert!(!plan.is_inside(&Bracket { lower: Some(vec![2.1]), upper: vec![2.2] }));
    }
}
