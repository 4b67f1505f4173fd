//! Seeded random numbers for demonstrations and tests: the same seed gives the same numbers everywhere.
//!
//! Not for releases: the state is small and known, and floating-point noise leaks in its last digits.

/// xoshiro256++ (Blackman and Vigna 2021): 256 bits of state, period `2²⁵⁶ − 1`. The state is filled by
/// SplitMix64, so that neighbouring seeds start far apart.
#[derive(Debug, Clone)]
pub struct Random {
    state: [u64; 4],
    /// The second normal of the last pair.
    spare: Option<f64>,
}

/// The step of SplitMix64: 2⁶⁴ over the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The mixer of SplitMix64, one to one.
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        let mut counter = seed;
        let mut word = || {
            counter = counter.wrapping_add(STEP);
            mix(counter)
        };
        Self { state: [word(), word(), word(), word()], spare: None }
    }

    /// The stream of a seed that is kept for one use, by its name.
    ///
    /// Two draws that hide different things must never share a stream: who adds the noise of a model to the gradient
    /// that this very noise moved releases a multiple of that gradient. The name, hashed by FNV-1a, moves the mixed
    /// seed, so that equal seeds of different uses start as far apart as different seeds of one.
    pub fn stream(seed: u64, name: &str) -> Self {
        Self::new(mix(seed.wrapping_add(STEP)) ^ hash(name))
    }

    /// A seed for streams of its own, for one use of a seed by its name.
    pub fn seed(seed: u64, name: &str) -> u64 {
        Self::stream(seed, name).bits()
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A multiple of `2⁻⁵³` in `[0, 1)`.
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (-53f64).exp2()
    }

    /// A whole number below `end`, each equally likely but for `end/2⁶⁴`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// A standard normal draw, by Marsaglia's polar method. The logarithm is that of `libm`, which is
    /// the same on every machine.
    pub fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                let factor = (-2.0 * libm::log(square) / square).sqrt();
                self.spare = Some(y * factor);
                return x * factor;
            }
        }
    }

    /// `size` normal draws of standard deviation `sigma`.
    pub fn normals(&mut self, size: usize, sigma: f64) -> Vec<f64> {
        (0..size).map(|_| sigma * self.normal()).collect()
    }
}

/// FNV-1a of 64 bits.
fn hash(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published test vectors of FNV-1a.
    #[test]
    fn names_are_hashed_as_published() {
        assert_eq!(
            [hash(""), hash("a"), hash("foobar")],
            [0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c, 0x8594_4171_f739_67e8]
        );
    }

    /// Streams of one seed, of neighbouring seeds and the plain stream of the seed: all differ, and no two are
    /// correlated beyond what as many independent draws are.
    #[test]
    fn streams_of_one_seed_are_independent() {
        const NAMES: [&str; 6] =
            ["people", "model", "report: gradient", "report: Hessian", "report: eigenvalue", "redraws"];
        let count = 20_000;
        for seed in [0, 1, 2, u64::MAX] {
            let mut streams: Vec<Vec<f64>> =
                NAMES.map(|name| Random::stream(seed, name).normals(count, 1.0)).to_vec();
            streams.push(Random::new(seed).normals(count, 1.0));
            streams.push(Random::stream(seed.wrapping_add(1), "model").normals(count, 1.0));
            for (at, one) in streams.iter().enumerate() {
                for other in &streams[..at] {
                    assert_ne!(one[0], other[0]);
                    // One standard error is 1/√count; with 112 pairs five of them are one in 10⁴.
                    let product: f64 = one.iter().zip(other).map(|(x, y)| x * y).sum();
                    assert!(product.abs() < 5.0 * (count as f64).sqrt(), "{seed} {product}");
                }
            }
            assert_eq!(streams[1], Random::stream(seed, "model").normals(count, 1.0));
        }
        // First draws over many seeds, as different models have them.
        let firsts = |name: &str| {
            (0..count as u64).map(|seed| Random::stream(seed, name).normal()).collect::<Vec<_>>()
        };
        let product: f64 = firsts("model").iter().zip(firsts("report: gradient")).map(|(x, y)| x * y).sum();
        assert!(product.abs() < 5.0 * (count as f64).sqrt(), "{product}");
    }

    /// The first outputs for the state (1, 2, 3, 4), as in the authors' reference.
    #[test]
    fn it_is_the_published_generator() {
        let mut source = Random { state: [1, 2, 3, 4], spare: None };
        let first: Vec<u64> = (0..4).map(|_| source.bits()).collect();
        assert_eq!(first, [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386]);
    }

    #[test]
    fn normals_have_the_moments_of_the_normal() {
        let mut source = Random::new(1);
        let count = 200_000;
        let draws = source.normals(count, 1.0);
        let moment = |power: i32| draws.iter().map(|x| x.powi(power)).sum::<f64>() / count as f64;
        // Five standard errors of each.
        let bound = |variance: f64| 5.0 * (variance / count as f64).sqrt();
        assert!(moment(1).abs() < bound(1.0));
        assert!((moment(2) - 1.0).abs() < bound(2.0));
        assert!(moment(3).abs() < bound(15.0));
        assert!((moment(4) - 3.0).abs() < bound(96.0));
    }

    /// Pearson's χ² of normal draws in 40 cells of equal mass, whose ends and whose tail are another library's.
    #[test]
    fn normals_have_the_law_of_the_normal() {
        use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};
        let (cells, count) = (40, 200_000);
        let law = Normal::new(0.0, 1.0).unwrap();
        let ends: Vec<f64> = (1..cells).map(|at| law.inverse_cdf(at as f64 / cells as f64)).collect();
        let mut counts = vec![0.0; cells];
        for draw in Random::new(3).normals(count, 1.0) {
            counts[ends.partition_point(|&end| end < draw)] += 1.0;
        }
        let mean = count as f64 / cells as f64;
        let square: f64 = counts.iter().map(|count| (count - mean) * (count - mean) / mean).sum();
        let tail = ChiSquared::new(cells as f64 - 1.0).unwrap().sf(square);
        assert!(tail > 1e-4, "{square}: {counts:?}");
    }

    #[test]
    fn whole_numbers_are_even_and_seeds_differ() {
        let mut source = Random::new(5);
        let mut counts = [0usize; 7];
        for _ in 0..70_000 {
            counts[source.below(7)] += 1;
        }
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 500), "{counts:?}");
        assert_ne!(Random::new(1).bits(), Random::new(2).bits());
    }
}
