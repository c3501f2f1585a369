//! Tables of setups in files.

use std::ffi::{OsString, c_char};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use vorpal::kzg::Setup;
use vorpal::msm::ReadError;

use super::setup::vorpal_kzg_setup;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::handle::give;
use crate::status::vorpal_status::{self, VORPAL_ERROR_NOT_POSSIBLE, VORPAL_ERROR_STORE};

/// Writes the tables of a setup to a file, for `vorpal_kzg_setup_load`. An existing file is replaced once the other is
/// complete. A setup without tables is `VORPAL_ERROR_NOT_POSSIBLE`.
///
/// # Safety
/// `setup` is null or a setup; `file` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_setup_save(
    setup: *const vorpal_kzg_setup,
    file: *const c_char,
) -> vorpal_status {
    call!([setup: vorpal_kzg_setup], |buffers| {
        let file = buffers.path(file, "file")?;
        if !setup.has_tables {
            return Err(Failure::new(VORPAL_ERROR_NOT_POSSIBLE, "the setup has no tables"));
        }
        save(&setup.setup, file).map_err(|error| of_file(file, error))?;
    })
}

/// Creates a setup with the points of another, and the tables of a file of `vorpal_kzg_setup_save`. The checksums, the
/// points and the range of coordinates are checked; who can write the file can choose commitments and proofs.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; `file` is null or a text that ends with a zero byte; `out` is
/// null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_setup_load(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    file: *const c_char,
    out: *mut *mut vorpal_kzg_setup,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        buffers.check_out(out)?;
        let file = buffers.path(file, "file")?;
        let read = ctx.run(|| File::open(file).map_err(ReadError::from).and_then(|f| setup.setup.read_tables(f)))?;
        let setup = read.map_err(|error| of_file(file, error))?;
        give(out, vorpal_kzg_setup { setup, has_tables: true });
    })
}

fn of_file(file: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::new(VORPAL_ERROR_STORE, format_args!("{}: {error}", file.display()))
}

/// Writes a file beside the place, and then gives it the name.
fn save(setup: &Setup, path: &Path) -> io::Result<()> {
    // The temporary name is unique to the call, so no other call writes to this file.
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let mut part = OsString::from(path);
    part.push(format!(".{}.{}.part", std::process::id(), CALLS.fetch_add(1, Ordering::Relaxed)));
    let part = Path::new(&part);
    let mut file = File::create_new(part)?;
    let written = setup
        .write_tables(&mut file)
        .and_then(|()| file.flush())
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(part, path));
    if written.is_err() {
        // The incomplete file is useless.
        let _ = fs::remove_file(part);
    }
    written
}
