//! Long work that says how far it is and stops when nobody waits any more.
//!
//! Knows: who watches the work of this thread, and how long they wait. Does not know: what the work is. Anything
//! that may take longer than a few frames calls [`piece`] or [`go_on`] between its pieces; without a watcher or a
//! limit both cost nothing.

use std::cell::{Cell, RefCell};
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

/// Told the share of the work that is done; says whether to go on.
type Watcher = Box<dyn FnMut(f64) -> bool>;

thread_local! {
    static WATCHER: RefCell<Option<Watcher>> = const { RefCell::new(None) };
    static SHARE: Cell<f64> = const { Cell::new(0.0) };
    static PATIENCE: Cell<Option<Duration>> = const { Cell::new(None) };
    #[cfg(not(target_arch = "wasm32"))]
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Why work ended before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The watcher said stop.
    #[error("stopped before it was done")]
    Cancelled,
    /// One step took longer than anybody waits for.
    #[error("not computed: it takes longer than {} s", .0.as_secs_f64())]
    TooLong(Duration),
}

/// Does the work with a limit for each of its steps, where there is a clock: the browser has its page instead, which
/// can cancel.
pub fn patiently<T>(patience: Duration, work: impl FnOnce() -> T) -> T {
    /// Takes the limit off however the work ends.
    struct Off;
    impl Drop for Off {
        fn drop(&mut self) {
            PATIENCE.set(None);
            #[cfg(not(target_arch = "wasm32"))]
            DEADLINE.set(None);
        }
    }
    PATIENCE.set(Some(patience));
    let _off = Off;
    step();
    work()
}

/// A step that may take the whole limit begins, such as the work of one accountant.
pub fn step() {
    #[cfg(not(target_arch = "wasm32"))]
    DEADLINE.set(PATIENCE.get().map(|patience| Instant::now() + patience));
}

/// The limit that has passed, if one has.
fn overdue() -> Option<Duration> {
    #[cfg(not(target_arch = "wasm32"))]
    return PATIENCE.get().filter(|_| DEADLINE.get().is_some_and(|deadline| Instant::now() > deadline));
    #[cfg(target_arch = "wasm32")]
    None
}

/// Does the work under a watcher, which hears shares from 0 to 1 and answers whether to go on.
pub fn watched<T>(watcher: impl FnMut(f64) -> bool + 'static, work: impl FnOnce() -> T) -> T {
    /// Takes the watcher off however the work ends.
    struct Off;
    impl Drop for Off {
        fn drop(&mut self) {
            WATCHER.with(|place| place.borrow_mut().take());
        }
    }
    SHARE.set(0.0);
    WATCHER.with(|place| *place.borrow_mut() = Some(Box::new(watcher)));
    let _off = Off;
    work()
}

/// Piece `done` of `all` begins, of work that gives its signs of life itself.
pub fn share(done: usize, all: usize) {
    SHARE.set(done as f64 / all.max(1) as f64);
}

/// Piece `done` of `all` begins.
///
/// # Errors
/// If nobody waits any longer.
pub fn piece(done: usize, all: usize) -> Result<(), Stopped> {
    share(done, all);
    go_on()
}

/// A sign of life within a piece.
///
/// # Errors
/// If nobody waits any longer.
pub fn go_on() -> Result<(), Stopped> {
    let waits = WATCHER.with(|place| match &mut *place.borrow_mut() {
        Some(watcher) => watcher(SHARE.get()),
        None => true,
    });
    match overdue() {
        _ if !waits => Err(Stopped::Cancelled),
        Some(patience) => Err(Stopped::TooLong(patience)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    #[test]
    fn a_watcher_hears_the_shares_and_may_stop() {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let ear = Rc::clone(&heard);
        let watcher = move |share: f64| {
            ear.borrow_mut().push(share);
            share < 0.5
        };
        let work = || (0..4).try_for_each(|at| piece(at, 4));
        assert_eq!(watched(watcher, work), Err(Stopped::Cancelled));
        assert_eq!(*heard.borrow(), [0.0, 0.25, 0.5]);
        assert_eq!(work(), Ok(()), "nobody watches any more");
    }

    #[test]
    fn a_step_that_takes_too_long_ends_and_the_next_may_take_as_long_again() {
        // Long enough that a busy machine does not sleep through it between two lines.
        let limit = Duration::from_millis(300);
        let endless = || loop {
            if let Err(stopped) = go_on() {
                return stopped;
            }
        };
        patiently(limit, || {
            assert_eq!(endless(), Stopped::TooLong(limit));
            step();
            assert_eq!(go_on(), Ok(()));
            assert_eq!(endless(), Stopped::TooLong(limit));
        });
        assert_eq!(go_on(), Ok(()), "no limit any more");
    }
}
