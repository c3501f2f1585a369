//! The sizes of buffers.

use std::ffi::{c_char, c_int, c_ulonglong, c_void};
use std::fs::File;

use vorpal_groth16::file::{Container, FileError, Input, Kind};
use vorpal_groth16::{Bn254, Curve};

use crate::call::{Failure, Message, OK, PROVER_ERROR, call};
use crate::memory::{bytes, check, path};

/// The size of a proof: eight coordinates of at most 77 digits, and 180 other bytes at most. rapidsnark's number.
pub(crate) const PROOF_SIZE: c_ulonglong = 810;

/// The size of so many public signals: each has at most 77 digits, quotes and a comma. rapidsnark's number.
pub(crate) fn public_size(signals: u64) -> c_ulonglong {
    82 * signals + 4
}

/// The number of public signals of a key, from its header alone.
fn public_signals(key: &mut Container<impl Input>) -> Result<u64, FileError> {
    let mut header = key.section(2)?;
    header.prime::<<Bn254 as Curve>::Base>()?;
    header.prime::<<Bn254 as Curve>::Scalar>()?;
    let _signals = header.u32()?;
    Ok(u64::from(header.u32()?))
}

/// Writes the size of a buffer for a proof; null is ignored.
///
/// # Safety
/// The pointer is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn groth16_proof_size(proof_size: *mut c_ulonglong) {
    if !proof_size.is_null() {
        // SAFETY: the contract of the function.
        unsafe { proof_size.write_unaligned(PROOF_SIZE) };
    }
}

/// Writes the size of a buffer for the public signals of a key in memory.
///
/// # Safety
/// Each pointer is null, or to memory of the stated size; `public_size` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn groth16_public_size_for_zkey_buf(
    zkey_buffer: *const c_void,
    zkey_size: c_ulonglong,
    public_size: *mut c_ulonglong,
    error_msg: *mut c_char,
    error_msg_maxsize: c_ulonglong,
) -> c_int {
    // SAFETY: the contract of the function.
    unsafe {
        call(Message::new(error_msg, error_msg_maxsize), PROVER_ERROR, || {
            check(public_size, "public_size")?;
            let key = bytes(zkey_buffer, zkey_size, "zkey_buffer")?;
            write_size(public_size, Container::new(key, Kind::Zkey))
        })
    }
}

/// Writes the size of a buffer for the public signals of a key in a file.
///
/// # Safety
/// Each pointer is null, or to a text with a final zero or memory of the stated size; `public_size` is null or
/// writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn groth16_public_size_for_zkey_file(
    zkey_fname: *const c_char,
    public_size: *mut c_ulonglong,
    error_msg: *mut c_char,
    error_msg_maxsize: c_ulonglong,
) -> c_int {
    // SAFETY: the contract of the function.
    unsafe {
        call(Message::new(error_msg, error_msg_maxsize), PROVER_ERROR, || {
            check(public_size, "public_size")?;
            let path = path(zkey_fname, "zkey_fname")?;
            let file = File::open(path)
                .map_err(|error| Failure::new(format_args!("{}: {error}", path.display())))?;
            write_size(public_size, Container::new(file, Kind::Zkey))
        })
    }
}

/// # Safety
/// The pointer is writable.
unsafe fn write_size<I: Input>(
    out: *mut c_ulonglong,
    key: Result<Container<I>, FileError>,
) -> Result<c_int, Failure> {
    let signals = key.and_then(|mut key| public_signals(&mut key)).map_err(Failure::new)?;
    // SAFETY: the caller's promise.
    unsafe { out.write_unaligned(public_size(signals)) };
    Ok(OK)
}
