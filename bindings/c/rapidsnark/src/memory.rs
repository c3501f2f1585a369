//! Pointers of the caller.

use std::ffi::{CStr, c_char, c_ulonglong, c_void};
use std::path::Path;

use crate::call::{Failure, PROVER_ERROR_SHORT_BUFFER};

/// Refuses a null pointer.
pub(crate) fn check<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() { Err(Failure::new(format_args!("{name} is null"))) } else { Ok(()) }
}

/// The bytes at a pointer.
///
/// # Safety
/// The pointer is null, or to so many bytes that nobody writes to during the lifetime.
pub(crate) unsafe fn bytes<'a>(
    pointer: *const c_void,
    size: c_ulonglong,
    name: &str,
) -> Result<&'a [u8], Failure> {
    check(pointer, name)?;
    let size = isize::try_from(size).ok().and_then(|size| usize::try_from(size).ok());
    let size = size.ok_or_else(|| Failure::new(format_args!("the size of {name} is impossible")))?;
    // SAFETY: not null, of a possible size; bytes have no alignment; the caller promises the rest.
    Ok(unsafe { std::slice::from_raw_parts(pointer.cast(), size) })
}

/// The text at a pointer.
///
/// # Safety
/// The pointer is null, or to a text with a final zero that nobody writes to during the lifetime.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    check(pointer, name)?;
    // SAFETY: not null, and the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Failure::new(format_args!("{name} is not UTF-8")))
}

/// The path at a pointer.
///
/// # Safety
/// As for [`text`].
pub(crate) unsafe fn path<'a>(pointer: *const c_char, name: &str) -> Result<&'a Path, Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        check(pointer, name)?;
        // SAFETY: not null, and the caller's promise.
        let bytes = unsafe { CStr::from_ptr(pointer) }.to_bytes();
        Ok(Path::new(std::ffi::OsStr::from_bytes(bytes)))
    }
    #[cfg(not(unix))]
    {
        // SAFETY: the caller's promise.
        unsafe { text(pointer, name) }.map(Path::new)
    }
}

/// A place for a text: a buffer, and a number that is its size before the call and the length of the text after it.
pub(crate) struct Place {
    buffer: *mut c_char,
    size: *mut c_ulonglong,
}

impl Place {
    /// Refuses null pointers, before the work.
    pub(crate) fn new(buffer: *mut c_char, size: *mut c_ulonglong, name: &str) -> Result<Self, Failure> {
        check(buffer, &format!("{name}_buffer"))?;
        check(size, &format!("{name}_size"))?;
        Ok(Self { buffer, size })
    }

    /// The size that the text needs, with its final zero.
    fn needed(text: &str) -> c_ulonglong {
        text.len() as c_ulonglong + 1
    }

    /// Writes both texts with a final zero, and their lengths without it. If one of the buffers is too small, no buffer
    /// is written, and the numbers are the sizes that both need.
    ///
    /// # Safety
    /// Each buffer has its size, and nobody else uses it or the number.
    pub(crate) unsafe fn write_both(places: [(&Self, &str); 2]) -> Result<(), Failure> {
        // SAFETY: the caller's promise; numbers of C need not be aligned in a buffer of another language.
        let sizes = places.map(|(place, _)| unsafe { place.size.read_unaligned() });
        let needed = places.map(|(_, text)| Self::needed(text));
        let is_short = sizes.iter().zip(&needed).any(|(size, needed)| size < needed);
        for ((place, text), needed) in places.into_iter().zip(needed) {
            // SAFETY: the caller's promise; the buffer is large enough for the text and the zero.
            unsafe {
                place.size.write_unaligned(if is_short { needed } else { needed - 1 });
                if !is_short {
                    place.buffer.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len());
                    place.buffer.add(text.len()).write(0);
                }
            }
        }
        if !is_short {
            return Ok(());
        }
        let message = format_args!(
            "a buffer is too small: the proof needs {} of {} bytes, the public signals {} of {}",
            needed[0], sizes[0], needed[1], sizes[1]
        );
        Err(Failure::with_code(PROVER_ERROR_SHORT_BUFFER, message))
    }
}
