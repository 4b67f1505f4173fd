//! Releases as parts of a composition.

use super::{Release, Unavailable};
use crate::guarantee::{Pair, Reverse};
use crate::mechanism::{Attained, Mechanism, Relations};
use crate::sampling::{Amplified, Direction, Neighbours, Replaced, Sampling};

/// What is published, each mechanism once, for one relation.
#[derive(Debug, Clone)]
pub struct Plan {
    entries: Vec<Entry>,
    neighbours: Neighbours,
    /// How wide a certified bracket may be, relative to its upper end.
    pub width: f64,
}

/// Equal releases together.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What is released.
    pub mechanism: Mechanism,
    /// How the records are drawn, where not all take part.
    pub sampling: Option<Sampling>,
    /// How often.
    pub count: f64,
    /// The place of the first of them in the list, from 1.
    pub position: usize,
}

/// A pair of a composition and how often it occurs.
pub struct Part<'a> {
    /// The dominating pair.
    pub pair: Box<dyn Pair + 'a>,
    /// How often.
    pub count: f64,
}

/// A release in both orders of two neighbours, whatever the relation, and how often it occurs.
pub struct BothOrders<'a> {
    /// One pair where it bounds both orders, else two.
    pub orders: Vec<Box<dyn Pair + 'a>>,
    /// How often.
    pub count: f64,
}

/// `P[q = 0]` of the composition `times` over: one infinite loss is enough.
pub(super) fn infinite_mass(parts: &[Part<'_>], times: f64) -> f64 {
    let finite: f64 = parts.iter().map(|part| part.count * (-part.pair.infinite()).ln_1p()).sum();
    -(times * finite).exp_m1()
}

impl Plan {
    /// The usual width of a certified bracket.
    pub const WIDTH: f64 = 1e-4;

    /// Gathers equal releases; those on no record at all say nothing and are left out.
    pub fn new(releases: &[Release], neighbours: Neighbours) -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        for (at, Release { mechanism, count, sampling, .. }) in releases.iter().enumerate() {
            if sampling.is_some_and(|sampling| sampling.takes_none()) {
                continue;
            }
            let sampling = sampling.filter(|sampling| !sampling.takes_all());
            match entries.iter_mut().find(|known| known.mechanism == *mechanism && known.sampling == sampling)
            {
                Some(known) => known.count += count,
                None => entries.push(Entry {
                    mechanism: mechanism.clone(),
                    sampling,
                    count: *count,
                    position: at + 1,
                }),
            }
        }
        Self { entries, neighbours, width: Self::WIDTH }
    }

    /// The same for brackets of another width.
    pub fn with_width(&self, width: f64) -> Self {
        Self { width, ..self.clone() }
    }

    /// The distinct releases.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The directions that must be bounded; where all are alike, one of them.
    pub fn directions(&self) -> &'static [Direction] {
        let directions = self.neighbours.directions();
        if self.entries.iter().all(Entry::is_symmetric) { &directions[..1] } else { directions }
    }

    /// Whether the relation says as much of the exchanged data sets.
    pub fn goes_both_ways(&self) -> bool {
        matches!(self.neighbours, Neighbours::AddRemove | Neighbours::Replace)
    }

    /// Whether the pairs are attained: whether some two neighbours have just these outputs, so that what holds of the
    /// pairs from below holds of the releases.
    pub fn is_attained(&self) -> bool {
        let releases: f64 = self.entries.iter().map(|entry| entry.count).sum();
        self.entries.iter().all(|entry| entry.is_attained(self.neighbours, releases))
    }

    /// What every number of the plan takes for granted beside the relation.
    ///
    /// A person added to the data takes the place of another in a subset of fixed size, so that the theorem behind
    /// the pair (Zhu, Dong and Wang 2022, Thm 11(2)) needs the pair of an exchange. The pair of a replacement on a
    /// Poisson sample has the output without either person in the middle, where a clipped sum has it.
    pub fn condition(&self) -> Option<&'static str> {
        let displaces = |entry: &Entry| matches!(entry.sampling, Some(Sampling::Subset { .. }));
        match self.neighbours {
            Neighbours::Replace if self.entries.iter().any(|entry| entry.replaced_gaussian().is_some()) => {
                Some(
                    "for a sum of clipped values, whose value without either person lies half way between those with one \
                 of them",
                )
            }
            Neighbours::Replace => None,
            _ if self.entries.iter().any(displaces) => Some(
                "the noise must be measured for an exchange of two people, since in a subset of fixed size a person \
                 displaces another",
            ),
            _ => None,
        }
    }

    /// Every release in both orders, or the first that has no pair.
    pub fn both_orders(&self) -> Result<Vec<BothOrders<'_>>, Unavailable> {
        let one = |entry: &'_ Entry| -> &'static [Direction] {
            match self.neighbours {
                Neighbours::Replace => &[Direction::Replace],
                _ if entry.is_symmetric() => &[Direction::Remove],
                _ => &[Direction::Remove, Direction::Add],
            }
        };
        let both = |entry| {
            let orders = one(entry).iter().map(|&direction| Entry::pair(entry, direction));
            Ok(BothOrders { orders: orders.collect::<Result<_, _>>()?, count: entry.count })
        };
        self.entries.iter().map(both).collect()
    }

    /// The same releases, one direction at a time.
    pub fn one_way(&self) -> impl Iterator<Item = Self> + '_ {
        self.directions().iter().map(|direction| {
            let neighbours = match direction {
                Direction::Add => Neighbours::Add,
                Direction::Remove => Neighbours::Remove,
                Direction::Replace => Neighbours::Replace,
            };
            Self { entries: self.entries.clone(), neighbours, width: self.width }
        })
    }

    /// `P[q = 0]` of the composition, in the worse direction; 0 where the pairs are not known.
    pub fn infinite(&self) -> f64 {
        let parts = self.parts().unwrap_or_default();
        parts.iter().map(|parts| infinite_mass(parts, 1.0)).fold(0.0, f64::max)
    }

    /// The pairs of every direction, or the first release that has none.
    pub fn parts(&self) -> Result<Vec<Vec<Part<'_>>>, Unavailable> {
        let one = |&direction: &Direction| self.entries.iter().map(|entry| entry.part(direction)).collect();
        self.directions().iter().map(one).collect()
    }
}

impl Entry {
    fn is_symmetric(&self) -> bool {
        self.sampling.is_none()
            && self.mechanism.pair().is_none_or(|pair| pair.reverse().bounds_both_orders())
    }

    /// In a plan of so many releases. A person who is replaced on a sample is known by the profile that dominates every
    /// three outputs.
    fn is_attained(&self, neighbours: Neighbours, releases: f64) -> bool {
        let mechanism = match self.mechanism.entry().attained {
            Attained::Together => true,
            Attained::Alone => releases == 1.0,
            Attained::Never => false,
        };
        let pair = neighbours != Neighbours::Replace || self.sampling.is_none();
        mechanism && (pair || self.replaced_gaussian().is_some())
    }

    /// The noise and the rate of the Gaussian mechanism on a Poisson sample, whose exact pair under replacement is known.
    fn replaced_gaussian(&self) -> Option<(f64, f64)> {
        match (&self.mechanism, self.sampling) {
            (Mechanism::Gaussian(gaussian), Some(Sampling::Poisson { rate })) => {
                Some((gaussian.sigma(), rate))
            }
            _ => None,
        }
    }

    /// That its theorem guarantees anything.
    pub fn bounded(&self) -> Result<(), Unavailable> {
        let unbounded = |needs| Err(Unavailable::Unbounded { position: self.position, needs });
        self.mechanism.lacks().map_or(Ok(()), unbounded)
    }

    /// The dominating pair in a direction.
    pub fn pair(&self, direction: Direction) -> Result<Box<dyn Pair + '_>, Unavailable> {
        let unknown = || Unavailable::OnlyCurve { position: self.position };
        let base = self.mechanism.pair().ok_or_else(unknown)?;
        self.bounded()?;
        if direction == Direction::Replace && self.mechanism.entry().relations == Relations::AddOrRemove {
            return Err(Unavailable::NoReplacement { position: self.position });
        }
        let suits = match base.reverse() {
            Reverse::Same => true,
            Reverse::Covered(_) => self.sampling.is_none(),
            Reverse::Other(_) => false,
        };
        if direction == Direction::Replace && !suits {
            return Err(Unavailable::Asymmetric { position: self.position });
        }
        if let (Some((sigma, rate)), Direction::Replace) = (self.replaced_gaussian(), direction) {
            return Ok(Box::new(Replaced::new(sigma, rate)));
        }
        Ok(match self.sampling {
            Some(sampling) => Box::new(Amplified::new(base, sampling.rate(), direction)),
            None if direction == Direction::Add => base.reverse().other_order(base),
            None => Box::new(base),
        })
    }

    fn part(&self, direction: Direction) -> Result<Part<'_>, Unavailable> {
        Ok(Part { pair: self.pair(direction)?, count: self.count })
    }
}
