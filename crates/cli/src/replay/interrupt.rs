//! Handling of SIGINT (Ctrl-C) and SIGTERM: the replay finishes the current block and ends. A second signal ends the
//! process at once, which does not damage the store. SIGHUP keeps its default, so that `nohup` works.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::Failure;

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Installs the handlers. Called at most once in a process.
pub(super) fn install() -> Result<(), Failure> {
    let register = |signal| {
        // In this order, the first signal finds the flag unset, and sets it.
        flag::register_conditional_shutdown(signal, Failure::INTERRUPTED.into(), Arc::clone(&REQUESTED))?;
        flag::register(signal, Arc::clone(&REQUESTED))
    };
    for signal in [SIGINT, SIGTERM] {
        register(signal).map_err(|error| Failure::Engine(format!("interrupts cannot be caught: {error}")))?;
    }
    Ok(())
}

/// Whether a signal has arrived.
pub(super) fn requested() -> bool {
    REQUESTED.load(Relaxed)
}
