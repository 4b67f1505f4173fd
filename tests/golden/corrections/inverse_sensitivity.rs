//! H. Asi and J. C. Duchi, Instance-optimality in differential privacy via approximate inverse sensitivity mechanisms, 2020.

use super::Witness;

pub fn witness(id: &str) -> Option<Witness> {
    Some(match id {
        "I1" => hole(),
        "I2" => centre(),
        "I3" => [12.0 * (200.0 * 1e4 / 1e4f64).ln(), 12.0 * (200.0 * 1e4 / 100f64).ln()],
        "I4" => [1.0 / 3.0, 1.0],
        "I5" => [0.0, (1..2000).skip(5).map(|k| (1.0 - shrink()) * shrink().powi(k - 1)).sum()],
        "I6" => {
            let local =
                |k: usize| (0..=k + 1).map(|i| order(5 + i) - order_below(4, k, i)).fold(0.0, f64::max);
            [local(0), local(1)]
        }
        "I7" => {
            let local =
                |k: usize| (0..=k + 1).map(|i| order(5 + i) - order_below(4, k, i)).fold(0.0, f64::max);
            let first = (0..12).map(|j| (-0.125 * j as f64).exp() * local(1 + j)).fold(0.0, f64::max);
            let sum = |rate: f64| (1..4000).map(|i| (-rate * f64::from(i)).exp()).sum::<f64>();
            let printed = first / 0.125f64.exp_m1();
            [printed, printed * sum(0.25) / sum(0.5)]
        }
        "I8" => [0.0, 0.0],
        _ => return None,
    })
}

fn shrink() -> f64 {
    (-0.5f64).exp()
}

const NINE: [f64; 9] = [1.0, 2.0, 4.0, 4.5, 5.0, 6.0, 9.0, 9.5, 10.0];

/// The i-th smallest of the nine, and 12 beyond.
fn order(at: usize) -> f64 {
    NINE.get(at - 1).copied().unwrap_or(12.0)
}

/// `x_(m−k+i)`, and 0 below the first.
fn order_below(m: usize, k: usize, i: usize) -> f64 {
    if m + i > k { order(m + i - k) } else { 0.0 }
}

/// Levels of a path length, the last the whole interval; the density is that of the first level that has an answer.
type Levels = Vec<[f64; 2]>;

/// The trimmed mean of records, with as many of the lowest and highest at infinity as are asked for.
fn trimmed(mut records: Vec<f64>, trim: usize) -> f64 {
    records.sort_by(f64::total_cmp);
    let kept = &records[trim..records.len() - trim];
    kept.iter().sum::<f64>() / kept.len() as f64
}

/// By changing records: the smallest k become huge, or the largest k hugely negative.
fn changed(records: &[f64], trim: usize, ends: [f64; 2], rho: f64) -> Levels {
    let mut sorted = records.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len();
    let level = |k: usize| {
        let (mut up, mut down) = (sorted.clone(), sorted.clone());
        up[..k].fill(1e9);
        down[count - k..].fill(-1e9);
        let clamp = |value: f64| value.clamp(ends[0], ends[1]);
        [clamp(clamp(trimmed(down, trim)) - rho), clamp(clamp(trimmed(up, trim)) + rho)]
    };
    (0..=trim + 1).map(level).collect()
}

/// As printed: distances of the same changes from the clamped centre.
fn printed(records: &[f64], trim: usize, ends: [f64; 2], rho: f64) -> Levels {
    let free = changed(records, trim, [-1e8, 1e8], rho);
    let plain = trimmed(records.to_vec(), trim);
    let centre = plain.clamp(ends[0], ends[1]);
    let moved = |[low, high]: &[f64; 2]| {
        [(centre + (low - plain)).max(ends[0]), (centre + (high - plain)).min(ends[1])]
    };
    free.iter().map(moved).collect()
}

fn largest(one: &Levels, other: &Levels, hole: bool) -> f64 {
    let mut cuts: Vec<f64> = one.iter().chain(other).flatten().copied().collect();
    cuts.sort_by(f64::total_cmp);
    let weight = |levels: &Levels, t: f64| {
        let k = levels.iter().position(|level| level[0] <= t && t <= level[1]).expect("an answer");
        if hole && k == 0 { 0.0 } else { (-0.5 * k as f64).exp() }
    };
    let cells: Vec<[f64; 2]> =
        cuts.windows(2).filter(|pair| pair[1] - pair[0] > 1e-9).map(|pair| [pair[0], pair[1]]).collect();
    let total =
        |levels: &Levels| cells.iter().map(|[l, h]| (h - l) * weight(levels, 0.5 * (l + h))).sum::<f64>();
    let (z, other_z) = (total(one), total(other));
    let loss = |[l, h]: &[f64; 2]| {
        let t = 0.5 * (l + h);
        ((weight(one, t) / z) / (weight(other, t) / other_z)).ln().abs()
    };
    cells.iter().map(loss).fold(0.0, f64::max)
}

fn hole() -> Witness {
    let one = [-3.0, -1.0, -0.5, 0.0, 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 6.0];
    let mut other = one;
    other[5] = 2.0;
    let of = |levels: fn(&[f64], usize, [f64; 2], f64) -> Levels, hole: bool| {
        let [a, b] = [one, other].map(|records| levels(&records, 2, [-4.0, 5.0], 0.05));
        largest(&a, &b, hole)
    };
    [of(printed, true), of(changed, false)]
}

fn centre() -> Witness {
    let of = |levels: fn(&[f64], usize, [f64; 2], f64) -> Levels| {
        let [a, b] = [[3.0, 3.0, 3.0, 3.0, 6.0, 6.0, 6.0], [3.0, 3.0, 3.0, 6.0, 6.0, 6.0, 6.0]]
            .map(|records| levels(&records, 3, [0.0, 3.0], 0.1));
        largest(&a, &b, false)
    };
    [of(printed), of(changed)]
}
