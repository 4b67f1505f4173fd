//! Random plans: plan number `i` of a seed is always the same plan.

use dpscope::question::ask;
use serde_json::{Value, json};

use crate::RARITY;

/// A deterministic stream of numbers (xorshift64*, Vigna 2016).
pub struct Stream(u64);

impl Stream {
    /// The stream of one plan.
    pub fn of(seed: u64, plan: u64) -> Self {
        // SplitMix64 spreads neighbouring numbers over all bits.
        let mut state = seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ plan.wrapping_add(0x9e37_79b9_7f4a_7c15);
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((state ^ (state >> 31)) | 1)
    }

    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.share() * end as f64) as usize
    }

    /// True once in so many times, and in a long run [`RARITY`] times less often.
    pub fn seldom(&mut self, once: usize) -> bool {
        self.below(once * *RARITY) == 0
    }

    pub fn linear(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.share()
    }

    pub fn log(&mut self, from: f64, to: f64) -> f64 {
        self.linear(from.ln(), to.ln()).exp().clamp(from, to)
    }
}

/// The mechanisms as they describe themselves.
pub fn catalogue() -> Vec<Value> {
    let answer = serde_json::to_value(ask(&json!({"ask": "describe"}))).expect("plain data");
    answer["mechanisms"].as_array().expect("mechanisms").clone()
}

/// What is fixed: a δ, or an ε, at times 0 or below.
pub fn target(stream: &mut Stream) -> Value {
    if stream.below(2) == 0 {
        return json!({"delta": stream.log(1e-12, 0.3)});
    }
    match stream.below(20) {
        0 => json!({"epsilon": 0}),
        1 => json!({"epsilon": -stream.log(1e-3, 3.0)}),
        _ => json!({"epsilon": stream.log(1e-3, 50.0)}),
    }
}

/// A mechanism of any kind with every parameter somewhere on its slider.
fn mechanism(stream: &mut Stream, catalogue: &[Value]) -> Value {
    let entry = &catalogue[stream.below(catalogue.len())];
    let mut mechanism = json!({"kind": entry["kind"]});
    for parameter in entry["parameters"].as_array().expect("parameters") {
        let slider = &parameter["slider"];
        let [from, to] = ["from", "to"].map(|end| slider[end].as_f64().expect("a number"));
        let value = if slider["scale"] == "log" { stream.log(from, to) } else { stream.linear(from, to) };
        let whole = parameter["range"]["whole"] == true;
        mechanism[parameter["name"].as_str().expect("a name")] =
            json!(if whole { value.round() } else { value });
    }
    match entry["kind"].as_str() {
        Some("profile") => mechanism["points"] = falling_points(stream),
        Some("renyi-curve") => mechanism["points"] = rising_points(stream),
        _ => {}
    }
    mechanism
}

/// Points (ε, δ).
fn falling_points(stream: &mut Stream) -> Value {
    let (mut epsilon, mut delta) = (0.0, stream.log(1e-2, 0.9));
    let points = 2 + stream.below(4);
    let point = |_| {
        let point = [epsilon, delta];
        epsilon += stream.log(1e-2, 2.0);
        delta *= stream.linear(1e-3, 1.0);
        point
    };
    json!((0..points).map(point).collect::<Vec<_>>())
}

/// Points (α, ε).
fn rising_points(stream: &mut Stream) -> Value {
    let (mut order, mut divergence) = (stream.log(1.01, 4.0), stream.log(1e-4, 1.0));
    let points = 1 + stream.below(4);
    let point = |_| {
        let point = [order, divergence];
        order *= stream.log(1.1, 10.0);
        divergence *= stream.log(1.0, 10.0);
        point
    };
    json!((0..points).map(point).collect::<Vec<_>>())
}

pub fn release(stream: &mut Stream, catalogue: &[Value]) -> Value {
    let most = if stream.below(20) == 0 { 1e6 } else { 1e3 };
    let count = if stream.below(4) == 0 { 1.0 } else { stream.log(1.0, most).round() };
    let mut release = json!({"count": count, "mechanism": mechanism(stream, catalogue)});
    let kind = stream.below(4);
    if kind < 2 {
        let word = ["poisson", "subset"][kind];
        release["sampling"] = json!({"kind": word, "rate": stream.log(1e-6, 1.0)});
    }
    release
}

/// A release that contour and lattice compose within milliseconds: a mechanism with a pair, sampled only if
/// it is the Gaussian, at a rate and a count that are not tiny.
pub fn brisk(stream: &mut Stream, catalogue: &[Value]) -> Value {
    const KINDS: [&str; 8] = [
        "gaussian",
        "laplace",
        "randomized-response",
        "two-point",
        "pure",
        "approximate",
        "discrete-laplace",
        "discrete-gaussian",
    ];
    loop {
        let mechanism = mechanism(stream, catalogue);
        let kind = mechanism["kind"].as_str().expect("a kind");
        if !KINDS.contains(&kind) {
            continue;
        }
        let count = stream.log(1.0, 1e3).round();
        if kind != "gaussian" || stream.below(2) == 0 {
            return json!({"count": count, "mechanism": mechanism});
        }
        let word = ["poisson", "subset"][stream.below(2)];
        let sampling = json!({"kind": word, "rate": stream.log(3e-3, 1.0)});
        return json!({"count": count.max(20.0), "mechanism": mechanism, "sampling": sampling});
    }
}
