//! The comparison as one Markdown table, with the reasons for what is missing below it.

use std::collections::BTreeMap;

use super::Medians;
use super::job::{Answered, Job};
use super::python::Outcome;
use crate::bench::milliseconds;

const ABSENT: &str = "—";

/// One job by everyone.
pub struct Row<'a> {
    job: &'a Job,
    /// By `fourier` and by `pld`; a question that chooses its own accountant stands in the first.
    ours: Vec<Ours>,
    peers: Vec<Outcome>,
}

struct Ours {
    answer: Answered,
    native: Option<f64>,
    chromium: Option<f64>,
}

impl<'a> Row<'a> {
    pub fn new(
        job: &'a Job,
        answers: Vec<Answered>,
        native: &Medians,
        chromium: &Medians,
        peers: Vec<Outcome>,
    ) -> Self {
        let timed = |((name, _), answer): ((String, _), Answered)| {
            let time = |medians: &Medians| medians.get(&name).copied().filter(|_| answer.is_ok());
            Ours { native: time(native), chromium: time(chromium), answer }
        };
        Self { job, ours: job.questions().into_iter().zip(answers).map(timed).collect(), peers }
    }

    fn cells(&self) -> Vec<String> {
        let exact = match self.job.exact.as_slice() {
            [one] => format!("{} = {one:.10}", symbol(&self.job.quantity)),
            many => format!("{} values of δ", many.len()),
        };
        let time = |at: usize, of: fn(&Ours) -> Option<f64>| {
            self.ours.get(at).and_then(of).map_or_else(absent, milliseconds)
        };
        let native = |ours: &Ours| ours.native;
        let chromium = |ours: &Ours| ours.chromium;
        let mut cells = vec![
            self.job.name.clone(),
            exact,
            time(0, native),
            self.error(0),
            time(1, native),
            self.width(1),
            time(0, chromium),
            time(1, chromium),
        ];
        let fourier = self.ours.first().and_then(native);
        cells.extend(self.peers.iter().map(|outcome| self.peer(outcome, fourier)));
        cells
    }

    fn error(&self, at: usize) -> String {
        let Some(Ok(bracket)) = self.ours.get(at).map(|ours| &ours.answer) else { return absent() };
        self.signed(self.job.error(&bracket.upper)) + self.verdict(at)
    }

    fn width(&self, at: usize) -> String {
        let Some(Ok(bracket)) = self.ours.get(at).map(|ours| &ours.answer) else { return absent() };
        self.job.width(bracket).map_or_else(absent, |width| format!("{width:.1e}")) + self.verdict(at)
    }

    fn verdict(&self, at: usize) -> &'static str {
        match self.ours.get(at).map(|ours| &ours.answer) {
            Some(Ok(bracket)) if !self.job.is_inside(bracket) => " **misses the exact value**",
            _ => "",
        }
    }

    fn peer(&self, outcome: &Outcome, fourier: Option<f64>) -> String {
        match outcome {
            Outcome::Done { ms, error } => {
                let ratio = fourier.map_or_else(absent, |fourier| ratio(ms / fourier));
                format!("{}, {}, {ratio}", milliseconds(*ms), self.signed(*error))
            }
            Outcome::TooSlow => outcome.to_string(),
            Outcome::Absent(_) => absent(),
        }
    }

    fn signed(&self, error: f64) -> String {
        let least = self.job.resolution();
        if error.abs() <= least { format!("< {least:.0e}") } else { format!("{error:+.1e}") }
    }

    /// Who gave no answer, and why.
    fn reasons(&self, names: &[String]) -> Vec<(String, String)> {
        let ours =
            ["dpscope fourier", "dpscope pld"].into_iter().zip(&self.ours).filter_map(|(who, ours)| {
                ours.answer.as_ref().err().map(|reason| (who.to_owned(), reason.clone()))
            });
        let peers = names.iter().zip(&self.peers).filter_map(|(who, outcome)| match outcome {
            Outcome::Absent(reason) => Some((who.clone(), reason.clone())),
            _ => None,
        });
        ours.chain(peers).collect()
    }
}

/// The whole table.
pub fn markdown(peers: &[String], rows: &[Row<'_>]) -> String {
    let ours = [
        "job",
        "exact",
        "dpscope fourier",
        "error",
        "dpscope pld",
        "width",
        "Chromium fourier",
        "Chromium pld",
    ];
    let heads: Vec<String> = ours.map(str::to_owned).into_iter().chain(peers.iter().cloned()).collect();
    let mut text = line(&heads);
    text += &line(&vec!["---".to_owned(); heads.len()]);
    for row in rows {
        text += &line(&row.cells());
    }
    text += "\n\
        Medians on one thread; a peer's job of over ten seconds ran once. A peer's cell is its time, its error and its time over that of dpscope \
        fourier. An error is the upper bound minus the exact value, of a curve the largest relative \
        error of δ; a width is that of the certified bracket, measured alike.\n";
    let mut missing: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for row in rows {
        for reason in row.reasons(peers) {
            missing.entry(reason).or_default().push(&row.job.name);
        }
    }
    if !missing.is_empty() {
        text += &format!("\nNo answer ({ABSENT}):\n\n");
    }
    for ((who, reason), jobs) in missing {
        text += &format!("- {who}: {} ({})\n", reason.trim().replace('\n', " "), jobs.join("; "));
    }
    text
}

fn line(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn absent() -> String {
    ABSENT.to_owned()
}

fn ratio(value: f64) -> String {
    if value < 10.0 { format!("{value:.1}×") } else { format!("{value:.0}×") }
}

fn symbol(quantity: &str) -> &str {
    match quantity {
        "epsilon" => "ε",
        "sigma" => "σ",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::job::Bracket;
    use crate::peers::job::tests::jobs;

    fn bracket(lower: &[f64], upper: &[f64]) -> Answered {
        Ok(Bracket { lower: Some(lower.to_vec()), upper: upper.to_vec() })
    }

    #[test]
    fn table_sets_everyone_beside_the_exact_value() {
        let [plan, curve] = jobs();
        let native = Medians::from([("plan, fourier".to_owned(), 2.0), ("plan, pld".to_owned(), 40.0)]);
        let chromium = Medians::from([("plan, fourier".to_owned(), 3.0), ("curve, pld".to_owned(), 9.0)]);
        let names = ["quick", "slow"].map(str::to_owned);
        let rows = [
            Row::new(
                &plan,
                vec![bracket(&[2.0], &[2.0]), bracket(&[1.5], &[2.25])],
                &native,
                &chromium,
                vec![Outcome::Done { ms: 5.0, error: 7e-6 }, Outcome::TooSlow],
            ),
            Row::new(
                &curve,
                vec![Err("not\nyet".to_owned()), bracket(&[0.5, 0.0], &[0.5, 0.0005])],
                &native,
                &chromium,
                vec![Outcome::Done { ms: 5.0, error: -0.5 }, Outcome::Absent("no curves".to_owned())],
            ),
        ];
        let text = markdown(&names, &rows);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[1], format!("|{}", " --- |".repeat(10)));
        assert_eq!(
            lines[2],
            "| plan | ε = 2.0000000000 | 2.00 ms | < 2e-12 | 40 ms | 7.5e-1 | 3.00 ms | — | \
             5.00 ms, +7.0e-6, 2.5× | > 120 s |"
        );
        assert_eq!(
            lines[3],
            "| curve | 2 values of δ | — | — | — | 5.0e-1 **misses the exact value** | — | 9.00 ms | \
             5.00 ms, -5.0e-1, — | — |"
        );
        assert!(text.ends_with("(—):\n\n- dpscope fourier: not yet (curve)\n- slow: no curves (curve)\n"));
    }

    /// The time of a refusal is the time of nothing.
    #[test]
    fn unanswered_questions_have_no_time() {
        let [plan, _] = jobs();
        let native = Medians::from([("plan, fourier".to_owned(), 2.0)]);
        let answers = vec![Err("refused".to_owned()), Err("refused".to_owned())];
        let row = Row::new(&plan, answers, &native, &native, Vec::new());
        assert!(row.cells()[2..].iter().all(|cell| cell == ABSENT));
    }
}
