//! Ctrl-C, and a request to terminate: the block at hand is finished first. A second one ends the process at once,
//! which does the store no harm either.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::failure::Failure;

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on interrupts are noted. Once in a process.
pub(super) fn expect() -> Result<(), Failure> {
    let handler = || {
        if REQUESTED.swap(true, Relaxed) {
            std::process::exit(Failure::INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Engine(format!("interrupts cannot be caught: {error}")))
}

/// Whether there was one.
pub(super) fn requested() -> bool {
    REQUESTED.load(Relaxed)
}
