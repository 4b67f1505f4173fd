//! How much memory the process has taken, where Linux tells.

use std::sync::LazyLock;

use crate::setting;

/// Megabytes that a question may take; 0, the ordinary setting, does not look.
static MOST: LazyLock<u64> = LazyLock::new(|| setting("DPSCOPE_MEMORY", 0));

/// The most that the process had before the first question, in megabytes.
static BEFORE: LazyLock<u64> = LazyLock::new(|| peak().unwrap_or(0));

/// The high-water mark of the resident memory, in megabytes.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

/// The high-water mark has not grown beyond what is allowed for the questions that run at once.
pub fn within_bounds() -> Result<(), String> {
    if *MOST == 0 {
        return Ok(());
    }
    let before = *BEFORE;
    let allowed = *MOST * crate::threads() as u64;
    match peak() {
        Some(peak) if peak > before + allowed => Err(format!("{peak} MB in use, {before} MB at the start")),
        _ => Ok(()),
    }
}
