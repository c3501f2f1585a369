//! Ctrl-C, and a request to terminate: the block at hand is finished first. A second one ends the process at once,
//! which does the store no harm either. A terminal that closes ends it too, unless `nohup` said that it must not.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::Failure;

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on interrupts are noted. Once in a process.
pub(super) fn expect() -> Result<(), Failure> {
    let note = |signal| {
        // In this order: the first signal finds the flag unset, and sets it.
        flag::register_conditional_shutdown(signal, Failure::INTERRUPTED.into(), Arc::clone(&REQUESTED))?;
        flag::register(signal, Arc::clone(&REQUESTED))
    };
    for signal in [SIGINT, SIGTERM] {
        note(signal).map_err(|error| Failure::Engine(format!("interrupts cannot be caught: {error}")))?;
    }
    Ok(())
}

/// Whether there was one.
pub(super) fn requested() -> bool {
    REQUESTED.load(Relaxed)
}
