//! The backends of the engine, for reports and for the help text.

use serde::Serialize;
use vorpal::limbs::backend::{Backend, VARIABLE};

/// The backends in use, as part of a report.
#[derive(Serialize)]
pub(crate) struct Backends {
    /// The backend of single numbers.
    backend: &'static str,
    /// The backend of batches of numbers.
    batch_backend: &'static str,
}

impl Backends {
    /// The backends that this process uses.
    pub(crate) fn in_use() -> Self {
        Self { backend: Backend::active().name(), batch_backend: Backend::of_batches().name() }
    }

    /// The backends as text: `backend NAME`, followed by the one of batches if that is another.
    pub(crate) fn text(&self) -> String {
        let Self { backend, batch_backend } = self;
        if backend == batch_backend {
            format!("backend {backend}")
        } else {
            format!("backend {backend}, batches {batch_backend}")
        }
    }
}

/// The paragraph about [`VARIABLE`] in the help text.
pub(crate) fn help() -> String {
    format!(
        "Environment:\n  {VARIABLE}  The highest backend to use: {}. The default is `auto`, the best one that the \
         processor supports.",
        Backend::permitted_values()
    )
}
