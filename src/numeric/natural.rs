//! Natural numbers of any size, for decimals that must be exact.
//!
//! The standard library reads and prints decimals exactly too, by tables and several algorithms that are
//! a tenth of the module in a browser; this is what the same takes where speed does not matter.

/// A natural number, and whether a remainder was dropped on the way to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Natural {
    /// Least significant first, none of them a leading zero.
    limbs: Vec<u32>,
    /// Whether the exact value is larger, by less than one.
    pub more: bool,
}

/// The largest power of ten in a limb.
const BILLION: u32 = 1_000_000_000;

impl Natural {
    /// The number itself.
    pub fn new(value: u64) -> Self {
        let mut natural = Self { limbs: vec![value as u32, (value >> 32) as u32], more: false };
        natural.trim();
        natural
    }

    /// `self · 10^exponent`, rounded down.
    pub fn times_power_of_ten(mut self, exponent: i32) -> Self {
        let (billions, rest) = (exponent.unsigned_abs() / 9, exponent.unsigned_abs() % 9);
        let factors = (0..billions).map(|_| BILLION).chain([10u32.pow(rest)]);
        factors.for_each(|factor| if exponent < 0 { self.divide(factor) } else { self.multiply(factor) });
        self
    }

    /// `self · 2^exponent`, rounded down.
    pub fn times_power_of_two(mut self, exponent: i32) -> Self {
        let (limbs, bits) = ((exponent.unsigned_abs() / 32) as usize, exponent.unsigned_abs() % 32);
        if exponent < 0 {
            let dropped = limbs.min(self.limbs.len());
            self.more |= self.limbs.drain(..dropped).any(|limb| limb != 0);
            self.divide(1 << bits);
        } else {
            self.multiply(1 << bits);
            self.limbs.splice(0..0, (0..limbs).map(|_| 0));
            self.trim();
        }
        self
    }

    /// How many bits it takes.
    pub fn bits(&self) -> i32 {
        self.limbs.last().map_or(0, |last| 32 * self.limbs.len() as i32 - last.leading_zeros() as i32)
    }

    /// The number, if it fits.
    pub fn value(&self) -> u64 {
        self.limbs.iter().rev().fold(0, |value, &limb| (value << 32) | u64::from(limb))
    }

    /// The nearest number; ties to even.
    pub fn nearest(&self) -> f64 {
        // 64 bits are eleven more than fit; whatever lies below decides only between two neighbours.
        let shift = self.bits() - 64;
        let top = self.clone().times_power_of_two(-shift);
        let bits =
            if shift > 0 { top.value() | u64::from(top.more) } else { top.value() | u64::from(self.more) };
        bits as f64 * 2f64.powi(shift)
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0u64;
        for limb in &mut self.limbs {
            carry += u64::from(*limb) * u64::from(factor);
            *limb = carry as u32;
            carry >>= 32;
        }
        self.limbs.push(carry as u32);
        self.trim();
    }

    fn divide(&mut self, divisor: u32) {
        let mut rest = 0u64;
        for limb in self.limbs.iter_mut().rev() {
            rest = (rest << 32) | u64::from(*limb);
            *limb = (rest / u64::from(divisor)) as u32;
            rest %= u64::from(divisor);
        }
        self.more |= rest != 0;
        self.trim();
    }

    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }
}
