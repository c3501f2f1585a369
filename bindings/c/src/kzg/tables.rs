//! Tables of setups in files.

use std::ffi::c_char;
use std::fs::File;

use vorpal::msm::ReadError;

use super::setup::vorpal_kzg_setup;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::file::{of_file, replace};
use crate::handle::give;
use crate::status::vorpal_status::{self, VORPAL_ERROR_NOT_POSSIBLE};

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
        replace(file, |writer| setup.setup.write_tables(writer)).map_err(|error| of_file(file, error))?;
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
