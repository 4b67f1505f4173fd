//! Long work that says how far it is and stops when nobody waits any more.
//!
//! Knows: who watches the work of this thread. Does not know: what the work is. Anything that may take
//! longer than a few frames calls [`piece`] or [`go_on`] between its pieces; without a watcher both cost
//! nothing.

use std::cell::{Cell, RefCell};

/// Told the share of the work that is done; says whether to go on.
type Watcher = Box<dyn FnMut(f64) -> bool>;

thread_local! {
    static WATCHER: RefCell<Option<Watcher>> = const { RefCell::new(None) };
    static SHARE: Cell<f64> = const { Cell::new(0.0) };
}

/// The watcher said stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before it was done")]
pub struct Stopped;

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

/// Piece `done` of `all` begins.
///
/// # Errors
/// If the watcher no longer waits.
pub fn piece(done: usize, all: usize) -> Result<(), Stopped> {
    SHARE.set(done as f64 / all.max(1) as f64);
    go_on()
}

/// A sign of life within a piece.
///
/// # Errors
/// If the watcher no longer waits.
pub fn go_on() -> Result<(), Stopped> {
    let waits = WATCHER.with(|place| match &mut *place.borrow_mut() {
        Some(watcher) => watcher(SHARE.get()),
        None => true,
    });
    if waits { Ok(()) } else { Err(Stopped) }
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
        assert_eq!(watched(watcher, work), Err(Stopped));
        assert_eq!(*heard.borrow(), [0.0, 0.25, 0.5]);
        assert_eq!(work(), Ok(()), "nobody watches any more");
    }
}
