//! The folder of the lab.

use std::path::Path;

/// The root folder of the lab.
pub(crate) fn lab_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
