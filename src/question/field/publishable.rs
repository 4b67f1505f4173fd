//! What may be published and what must not: decided here, and nowhere else.

use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::number;

/// The largest ε with which anything is called publishable.
///
/// Beyond it a guarantee is void in practice: an output may be e⁵⁰ ≈ 5·10²¹ times as likely with a person as without,
/// so that one look tells them apart. No deployment is known to spend as much; that of the 2020 census of the United
/// States is some tens for all of its tables together.
const VOID: f64 = 50.0;

/// Whether a value may be published, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Whether it may be published, provided that the noise is secret.
    pub publishable: bool,
    /// Why.
    pub notice: String,
}

impl Mark {
    /// Of what must not be published, and why.
    pub(crate) fn secret(notice: impl Into<String>) -> Self {
        Self { publishable: false, notice: notice.into() }
    }

    /// Of one output of a mechanism that is ε-private.
    #[cfg_attr(not(feature = "inverse-sensitivity"), allow(dead_code))]
    pub(crate) fn of_output(epsilon: f64) -> Self {
        let promise = Promise { epsilon, delta: 0.0, by: None, people: 1, missing: None };
        match promise.weigh() {
            Ok(said) => Self {
                publishable: true,
                notice: format!(
                    "{IF_SECRET}: it is one output of the mechanism, which guarantees {said}. {DEMONSTRATION}"
                ),
            },
            Err(notice) => Self::secret(notice),
        }
    }

    /// Of a model with noise that is ε-private; `by` says how ε is meant, such as after the fact.
    pub(crate) fn of_noise(epsilon: f64, by: Option<&'static str>) -> Self {
        let promise = Promise { epsilon, delta: 0.0, by, people: 1, missing: None };
        match promise.weigh() {
            Ok(said) => Self {
                publishable: true,
                notice: format!("{IF_SECRET}: its noise and its tests guarantee {said}. {DEMONSTRATION}"),
            },
            Err(notice) => Self::secret(notice),
        }
    }
}

/// What a release promises to everyone.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Promise {
    /// ε, from above.
    pub epsilon: f64,
    /// Its δ.
    pub delta: f64,
    /// By what, where that is not the profile as published.
    pub by: Option<&'static str>,
    /// How many people it is about.
    pub people: usize,
    /// Why nothing is promised.
    pub missing: Option<String>,
}

impl Promise {
    /// The promise in words; or why it is none that anyone could rely on.
    ///
    /// With δ = 1/n or more even a mechanism that publishes the record of one person by lot keeps ε = 0.
    fn weigh(&self) -> Result<String, String> {
        let Self { epsilon, delta, people, .. } = *self;
        let by = self.by.map(|by| format!(" {by}")).unwrap_or_default();
        let said = format!("ε ≤ {} at δ = {}{by}", print(epsilon, 5, Rounding::Up), number(delta));
        if let Some(missing) = &self.missing {
            return Err(format!("Must not be published: {missing}."));
        }
        // Also where ε is not a number.
        if epsilon.is_nan() || epsilon == f64::INFINITY {
            return Err("Must not be published: no ε is guaranteed.".into());
        }
        if epsilon > VOID {
            return Err(format!(
                "Must not be published: its guarantee is {said}, and one beyond ε = {VOID} protects nobody."
            ));
        }
        if delta * people as f64 >= 1.0 {
            return Err(format!(
                "Must not be published: its guarantee is {said}, and with δ of 1/{people} or more, one over the number \
                 of people, it would allow to publish someone's record."
            ));
        }
        Ok(said)
    }

    /// The mark of a model that the mechanism drew.
    pub(crate) fn of_model(&self) -> Mark {
        match self.weigh() {
            Ok(said) => Mark {
                publishable: true,
                notice: format!(
                    "{IF_SECRET}: it is an output of objective perturbation, which guarantees {said}. {DEMONSTRATION}"
                ),
            },
            Err(notice) => Mark::secret(notice),
        }
    }

    /// The mark of draws of a statistic; `exact` if they lie on a public grid.
    #[cfg(feature = "inverse-sensitivity")]
    pub(crate) fn of_statistic(&self, exact: bool) -> Mark {
        let weak =
            if exact { "" } else { " On a continuum the gaps between its numbers are a weakness too." };
        match self.weigh() {
            Ok(said) => Mark {
                publishable: true,
                notice: format!("{IF_SECRET}: the mechanism guarantees {said}. {DEMONSTRATION}{weak}"),
            },
            Err(notice) => Mark::secret(notice),
        }
    }

    /// The mark of a report about such a model; the promise is that of both.
    pub(crate) fn of_report(&self) -> Mark {
        match self.weigh() {
            Ok(said) => Mark {
                publishable: true,
                notice: format!(
                    "{IF_SECRET}: the bound as a function of a person's own record, made from private releases and \
                     public parameters alone; together with the model they guarantee {said}. {DEMONSTRATION} Points, \
                     lists and tables show people of the data and must not be."
                ),
            },
            Err(notice) => Mark::secret(notice),
        }
    }
}

/// How every mark begins of what a guarantee covers.
const IF_SECRET: &str = "Could be published if drawn with secret noise";

/// What the noise of this tool is worth.
const DEMONSTRATION: &str = "This noise is a demonstration: its seed stands in the question.";

/// Beside every value that depends on the data of others without noise.
pub(crate) const SECRET: &str = "Must not be published: it depends on everyone's data, and what it says about one person can give others away.";

/// Beside a model that is no output of the mechanism.
pub(crate) const NO_OUTPUT: &str =
    "Must not be published: this model was not drawn by the mechanism, and no noise hides the data in it.";

/// Beside everything that shows members.
pub(crate) const MEMBERS: &str =
    "Must not be published: it shows people of the data, whatever the values beside them are made from.";

/// Beside a report about a model that is no output.
pub(crate) const HOLLOW: &str = "Guarantees nothing here: the model was not drawn by the mechanism, so that its noise is not what the report relies on.";

/// Beside everything that was measured on people held out.
pub(crate) const HELD_OUT: &str =
    "Must not be published: it was measured without noise on the people held out, whom no guarantee covers.";

/// Why data that were scaled by themselves have no guarantee.
pub(crate) const SCALED: &str = "everyone was divided by the largest norm of these very people, so that one person moves the record of everyone else, which no ε here counts; divide by a number that is known without the data";

#[cfg(test)]
mod tests {
    use super::*;

    fn promise(epsilon: f64, delta: f64) -> Promise {
        Promise { epsilon, delta, by: None, people: 100, missing: None }
    }

    /// Only a finite guarantee that is worth something, and always with the words about secret noise.
    #[test]
    fn the_mark_looks_at_the_guarantee() {
        for (promise, publishable, words) in [
            (promise(0.5, 1e-6), true, "ε ≤ 0.5 at δ = 1e-6"),
            (promise(50.0, 1e-6), true, "ε ≤ 50 at δ = 1e-6"),
            (
                Promise { by: Some("by a theorem"), ..promise(1.0, 1e-6) },
                true,
                "ε ≤ 1 at δ = 1e-6 by a theorem",
            ),
            (promise(50.001, 1e-6), false, "ε ≤ 50.001"),
            (promise(504_904.0, 1e-6), false, "protects nobody"),
            (promise(f64::INFINITY, 1e-6), false, "no ε is guaranteed"),
            (promise(f64::NAN, 1e-6), false, "no ε is guaranteed"),
            (promise(0.5, 0.01), false, "1/100"),
            (Promise { missing: Some(SCALED.into()), ..promise(0.5, 1e-6) }, false, "the largest norm"),
        ] {
            for mark in [promise.of_model(), promise.of_report()] {
                assert_eq!(mark.publishable, publishable, "{mark:?}");
                assert!(mark.notice.contains(words), "{mark:?}");
                let start = if publishable { IF_SECRET } else { "Must not be published" };
                assert!(mark.notice.starts_with(start), "{mark:?}");
                assert_eq!(mark.notice.contains("demonstration"), publishable);
            }
        }
    }
}
