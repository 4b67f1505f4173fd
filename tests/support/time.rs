//! How long something takes on a machine that others use too.

use std::time::{Duration, Instant};

/// What work takes of the processor's time, where Linux tells; of everybody's time elsewhere. The clock of a wall also
/// counts what other processes do meanwhile.
pub fn processor_time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let used = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    };
    let (start, before) = (Instant::now(), used());
    let done = work();
    let within = before.zip(used()).map(|(before, after)| after.saturating_sub(before));
    (done, within.unwrap_or_else(|| start.elapsed()))
}
