//! Handling of SIGINT (Ctrl-C) and SIGTERM: the import finishes the current block and ends. A second signal ends the
//! process at once, which does not damage the store.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::Failure;

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Installs the handlers.
pub(crate) fn install() -> Result<(), Failure> {
    for signal in [SIGINT, SIGTERM] {
        // In this order, the first signal finds the flag unset, and sets it.
        flag::register_conditional_shutdown(signal, Failure::INTERRUPTED.into(), Arc::clone(&REQUESTED))
            .and_then(|_| flag::register(signal, Arc::clone(&REQUESTED)))
            .map_err(|error| Failure::Engine(format!("interrupts cannot be caught: {error}")))?;
    }
    Ok(())
}

/// Whether a signal has arrived.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Relaxed)
}
