//! Tables of keys in files.

use std::ffi::c_char;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};

use vorpal::bls::KeyTable;

use super::key_table::vorpal_bls_key_table;
use super::vorpal_bls_variant::{self, *};
use super::{Any, with};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::file::{of_file, replace};
use crate::handle::give;
use crate::status::vorpal_status;

/// The bytes that are read or written at a time.
const AT_ONCE: usize = 1 << 16;

/// Writes all keys of a table to a file, for `vorpal_bls_key_table_load`: 96 bytes for each key in G1, 192 in G2, and
/// 64. An existing file is replaced once the other is complete. Keys that are appended meanwhile are not in the file.
///
/// # Safety
/// `table` is null or a table; `file` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_table_save(
    table: *const vorpal_bls_key_table,
    file: *const c_char,
) -> vorpal_status {
    call!([table: vorpal_bls_key_table], |buffers| {
        let file = buffers.path(file, "file")?;
        let held = table.table.read()?;
        let write = |target: &mut File| {
            let mut writer = BufWriter::with_capacity(AT_ONCE, target);
            with!(&*held, table => table.save(&mut writer))?;
            writer.flush()
        };
        replace(file, write).map_err(|error| of_file(file, error))?;
    })
}

/// Creates a table of keys of a `vorpal_bls_variant` from a file of `vorpal_bls_key_table_save`. The keys are checked
/// to be on the curve and not infinity, and the hash at the end shows that nothing has changed by accident. That they
/// are in the subgroup was checked before the file was written. Who can write the file can choose the keys: append the
/// keys of a file from others. Variable time.
///
/// # Safety
/// `ctx` is null or a context; `file` is null or a text that ends with a zero byte; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_table_load(
    ctx: *const vorpal_ctx,
    variant: i32,
    file: *const c_char,
    out: *mut *mut vorpal_bls_key_table,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let variant = vorpal_bls_variant::of(variant)?;
        let file = buffers.path(file, "file")?;
        let opened = File::open(file).map_err(|error| of_file(file, error))?;
        let mut reader = BufReader::with_capacity(AT_ONCE, opened);
        let table = ctx.run(|| {
            Ok(match variant {
                VORPAL_BLS_MIN_PK => Any::MinPk(KeyTable::load(&mut reader)?),
                VORPAL_BLS_MIN_SIG => Any::MinSig(KeyTable::load(&mut reader)?),
            })
        })?;
        let table = table.map_err(|error: vorpal::bls::TableError| of_file(file, error))?;
        give(out, vorpal_bls_key_table::new(table));
    })
}
