//! Sums that keep what addition rounds away.

/// A sum with Neumaier's compensation.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum {
    /// What plain addition has.
    pub total: f64,
    lost: f64,
}

impl Sum {
    /// Adds a term.
    pub fn add(&mut self, term: f64) {
        let total = self.total + term;
        self.lost += if self.total.abs() >= term.abs() {
            (self.total - total) + term
        } else {
            (term - total) + self.total
        };
        self.total = total;
    }

    /// The sum, to a rounding of itself and one of the square of that of its terms.
    pub fn value(self) -> f64 {
        self.total + self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cancels_leaves_the_rest() {
        let mut sum = Sum::default();
        [1e16, 1.0, -1e16, 1.0].into_iter().for_each(|term| sum.add(term));
        assert_eq!(sum.value(), 2.0);
    }
}
