//! What a loss costs beyond ε, transformed along a line.

use num_complex::Complex64;

use crate::numeric::complex;

/// Turns between two angles from scratch.
const REFRESH: usize = 64;

/// `∫ e^{−zl}(1 − e^{−l}) dl = 1/(z(z+1))` and `∫ e^{−zl}e^{−l} dl = 1/(z+1)` over l > 0, or where all losses lie on
/// a lattice the same sums over its points from 0 on, times its gap.
pub fn payoff(z: Complex64, gap: Option<f64>) -> [Complex64; 2] {
    let Some(gap) = gap else { return [(z * (z + 1.0)).inv(), (z + 1.0).inv()] };
    let [first, second] = [z, z + 1.0].map(|z| -complex::expm1(-z * gap) / gap);
    [(-z * gap).exp() * -(-gap).exp_m1() / (gap * first * second), second.inv()]
}

/// The sum of the terms turned by an angle a step, and the same for the slope; `share` is `e^{ε−l}` for the
/// place l of the payoff.
pub fn add_up(terms: &[[Complex64; 2]], angle: f64, share: f64) -> (f64, f64) {
    let turn = Complex64::cis(-angle);
    let mut rotation = Complex64::ONE;
    let (mut sum, mut slope) = (0.0, 0.0);
    for (at, [both, second]) in terms.iter().enumerate() {
        if at % REFRESH == 0 {
            rotation = Complex64::cis(-angle * at as f64);
        }
        let weight = if at == 0 { 0.5 } else { 1.0 };
        let falling = weight * (second * rotation).re;
        sum += weight * (both * rotation).re + (1.0 - share) * falling;
        slope += share * falling;
        rotation *= turn;
    }
    (sum, slope)
}
