//! Conversions between numbers and the stored form.

use super::operations::{Bytes, operations};
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;

fn order(is_big_endian: i32) -> Bytes {
    if is_big_endian == 0 { Bytes::LittleEndian } else { Bytes::BigEndian }
}

/// The number of limbs of `count` elements, and of their bytes.
fn lengths(count: usize, limbs: usize) -> Result<(usize, usize), Failure> {
    let limbs = count.checked_mul(limbs);
    let lengths = limbs.and_then(|limbs| Some((limbs, limbs.checked_mul(8)?)));
    lengths.ok_or_else(|| Failure::argument(format_args!("values: {count} elements are too many")))
}

/// Converts `count` numbers below the modulus of a field, 8 bytes for each limb, little-endian or with `is_big_endian`
/// other than 0 big-endian, to Montgomery form. `field` is a `vorpal_field`. Runs on the calling thread.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_field_from_bytes(
    field: i32,
    is_big_endian: i32,
    count: usize,
    bytes: *const u8,
    values: *mut u64,
) -> vorpal_status {
    call!([], |buffers| {
        let operations = operations(field)?;
        let (limbs, len) = lengths(count, operations.limbs())?;
        let bytes = buffers.input(bytes, len, "bytes")?;
        let values = buffers.output(values, limbs, "values")?;
        operations.read(bytes, order(is_big_endian), values)?;
    })
}

/// Converts `count` elements in Montgomery form to numbers: the inverse of `vorpal_field_from_bytes`.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_field_to_bytes(
    field: i32,
    is_big_endian: i32,
    count: usize,
    values: *const u64,
    bytes: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let operations = operations(field)?;
        let (limbs, len) = lengths(count, operations.limbs())?;
        let values = buffers.input(values, limbs, "values")?;
        let bytes = buffers.output(bytes, len, "bytes")?;
        operations.write(values, order(is_big_endian), bytes)?;
    })
}
