//! Files of the C library.

use std::ffi::c_void;

use crate::call::check_out;
use crate::types::C_KZG_RET::{self, *};

/// A file of the C library.
#[repr(C)]
pub struct FILE {
    _private: [u8; 0],
}

unsafe extern "C" {
    fn fread(buffer: *mut c_void, size: usize, count: usize, file: *mut FILE) -> usize;
    fn ferror(file: *mut FILE) -> i32;
}

/// More bytes than a setup has: 807,177 in the file of Ethereum's ceremony.
const LONGEST: usize = 4 << 20;

/// The rest of a file.
///
/// # Safety
/// The pointer is null, or to an open file.
pub(crate) unsafe fn read(file: *mut FILE) -> Result<Vec<u8>, C_KZG_RET> {
    check_out(file)?;
    let mut text = Vec::new();
    let mut part = [0_u8; 1 << 14];
    loop {
        // SAFETY: the buffer has this length, and the caller promises the file.
        let length = unsafe { fread(part.as_mut_ptr().cast(), 1, part.len(), file) };
        if length == 0 {
            break;
        }
        text.extend_from_slice(&part[..length]);
        if text.len() > LONGEST {
            return Err(C_KZG_BADARGS);
        }
    }
    // SAFETY: the caller's promise.
    if unsafe { ferror(file) } != 0 { Err(C_KZG_BADARGS) } else { Ok(text) }
}
