//! The way from pointers and lengths to slices.
//!
//! All checks that are possible take place: null, alignment, lengths that no object has, outputs that overlap anything
//! else. What remains is the caller's promise: that the memory is there for the whole call, and that nobody else writes
//! to it meanwhile.

use std::ffi::{CStr, OsStr, c_char};
use std::path::Path;

use crate::error::Failure;
use crate::status::vorpal_status::VORPAL_ERROR_BUFFER;

pub(crate) fn check_pointer<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::argument(format_args!("{name} is null")));
    }
    if !pointer.is_aligned() {
        return Err(Failure::argument(format_args!("{name} is not aligned to {} bytes", align_of::<T>())));
    }
    Ok(())
}

/// A part of memory that a call uses.
#[derive(Clone, Copy)]
struct Span {
    name: &'static str,
    start: usize,
    end: usize,
    is_output: bool,
}

/// The buffers of a call. The first few need no allocation.
#[derive(Default)]
pub(crate) struct Buffers {
    first: [Option<Span>; 4],
    more: Vec<Span>,
}

impl Buffers {
    /// Checks a buffer and remembers it. `false` stands for an empty one, whose pointer means nothing.
    fn add<T>(
        &mut self,
        pointer: *const T,
        len: usize,
        name: &'static str,
        is_output: bool,
    ) -> Result<bool, Failure> {
        if len == 0 {
            return Ok(false);
        }
        check_pointer(pointer, name)?;
        let bytes = len.checked_mul(size_of::<T>()).filter(|bytes| isize::try_from(*bytes).is_ok());
        let start = pointer.addr();
        let end = bytes.and_then(|bytes| start.checked_add(bytes));
        let Some(end) = end else {
            return Err(Failure::argument(format_args!("{name}: no object has a length of {len}")));
        };
        let span = Span { name, start, end, is_output };
        for other in self.first.iter().flatten().chain(&self.more) {
            if (is_output || other.is_output) && start < other.end && other.start < end {
                return Err(Failure::argument(format_args!("{name} overlaps {}", other.name)));
            }
        }
        match self.first.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(span),
            None => self.more.push(span),
        }
        Ok(true)
    }

    /// A buffer that the call reads.
    ///
    /// # Safety
    /// There are `len` values at the pointer, which nobody writes to during the lifetime.
    pub(crate) unsafe fn input<'a, T: Plain>(
        &mut self,
        pointer: *const T,
        len: usize,
        name: &'static str,
    ) -> Result<&'a [T], Failure> {
        if !self.add(pointer, len, name, false)? {
            return Ok(&[]);
        }
        // SAFETY: not null, aligned, of a possible length; the caller promises the rest.
        Ok(unsafe { std::slice::from_raw_parts(pointer, len) })
    }

    /// As [`input`](Self::input) for `count` items of `N` bytes.
    ///
    /// # Safety
    /// As there.
    pub(crate) unsafe fn items<'a, const N: usize>(
        &mut self,
        pointer: *const u8,
        count: usize,
        name: &'static str,
    ) -> Result<&'a [[u8; N]], Failure> {
        // SAFETY: an array of bytes has the alignment of bytes.
        unsafe { self.input(pointer.cast(), count, name) }
    }

    /// The array of `N` bytes at a pointer.
    ///
    /// # Safety
    /// As for [`input`](Self::input).
    pub(crate) unsafe fn array<'a, const N: usize>(
        &mut self,
        pointer: *const u8,
        name: &'static str,
    ) -> Result<&'a [u8; N], Failure> {
        // SAFETY: as for `input`.
        Ok(unsafe { &self.items::<N>(pointer, 1, name)?[0] })
    }

    /// A buffer that the call writes. Its old contents are not read.
    ///
    /// # Safety
    /// There is memory for `len` values at the pointer, which nobody else uses during the lifetime.
    pub(crate) unsafe fn output<'a, T: Plain>(
        &mut self,
        pointer: *mut T,
        len: usize,
        name: &'static str,
    ) -> Result<&'a mut [T], Failure> {
        if !self.add(pointer, len, name, true)? {
            return Ok(&mut []);
        }
        // SAFETY: not null, aligned, of a possible length, and disjoint from the call's other buffers; the caller
        // promises the rest. Memory of another language has some value in each byte, and every value is one of `T`.
        Ok(unsafe { std::slice::from_raw_parts_mut(pointer, len) })
    }

    /// As [`output`](Self::output) for `count` items of `N` bytes.
    ///
    /// # Safety
    /// As there.
    pub(crate) unsafe fn output_items<'a, const N: usize>(
        &mut self,
        pointer: *mut u8,
        count: usize,
        name: &'static str,
    ) -> Result<&'a mut [[u8; N]], Failure> {
        // SAFETY: an array of bytes has the alignment of bytes.
        unsafe { self.output(pointer.cast(), count, name) }
    }

    /// As [`output_items`](Self::output_items), or nothing for a null pointer.
    ///
    /// # Safety
    /// As there.
    pub(crate) unsafe fn optional_output<'a, const N: usize>(
        &mut self,
        pointer: *mut u8,
        count: usize,
        name: &'static str,
    ) -> Result<Option<&'a mut [[u8; N]]>, Failure> {
        if pointer.is_null() {
            return Ok(None);
        }
        // SAFETY: as for `output_items`.
        unsafe { self.output_items(pointer, count, name) }.map(Some)
    }

    /// The place of one value.
    ///
    /// # Safety
    /// As for [`output`](Self::output).
    pub(crate) unsafe fn place<'a, T: Plain>(
        &mut self,
        pointer: *mut T,
        name: &'static str,
    ) -> Result<&'a mut T, Failure> {
        // SAFETY: as for `output`.
        Ok(unsafe { &mut self.output(pointer, 1, name)?[0] })
    }

    /// Writes bytes whose number the caller may not know: `*len` is the size of the buffer before the call and the
    /// number of bytes after it. A null buffer asks for the number.
    ///
    /// # Safety
    /// As for [`output`](Self::output), with the length `*len`.
    pub(crate) unsafe fn write_sized(
        &mut self,
        bytes: &[u8],
        buffer: *mut u8,
        len: *mut usize,
    ) -> Result<(), Failure> {
        // SAFETY: as for `output`.
        let len = unsafe { self.place(len, "len") }?;
        if !buffer.is_null() {
            let given = *len;
            if given < bytes.len() {
                *len = bytes.len();
                let message = format_args!("the buffer has {given} bytes; {} are required", bytes.len());
                return Err(Failure::new(VORPAL_ERROR_BUFFER, message));
            }
            // SAFETY: as for `output`; at least so many bytes are there.
            unsafe { self.output(buffer, bytes.len(), "buffer") }?.copy_from_slice(bytes);
        }
        *len = bytes.len();
        Ok(())
    }
}

/// Types for which every pattern of bits is a value, and which have no padding.
///
/// # Safety
/// That is so.
pub(crate) unsafe trait Plain: Copy {}

// SAFETY: integers.
unsafe impl Plain for u8 {}
// SAFETY: integers.
unsafe impl Plain for i32 {}
// SAFETY: integers.
unsafe impl Plain for u32 {}
// SAFETY: integers.
unsafe impl Plain for u64 {}
// SAFETY: integers.
unsafe impl Plain for usize {}
// SAFETY: an array has no padding between its elements.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

impl Buffers {
    /// The bytes of the text at a pointer, before the zero byte.
    ///
    /// # Safety
    /// The pointer is null, or to a text that ends with a zero byte and that nobody writes to during the lifetime.
    pub(crate) unsafe fn c_string<'a>(
        &mut self,
        pointer: *const c_char,
        name: &'static str,
    ) -> Result<&'a CStr, Failure> {
        check_pointer(pointer, name)?;
        // SAFETY: the caller's promise.
        let text = unsafe { CStr::from_ptr(pointer) };
        self.add(pointer, text.count_bytes() + 1, name, false)?;
        Ok(text)
    }

    /// The text at a pointer.
    ///
    /// # Safety
    /// As for [`c_string`](Self::c_string).
    pub(crate) unsafe fn text<'a>(
        &mut self,
        pointer: *const c_char,
        name: &'static str,
    ) -> Result<&'a str, Failure> {
        // SAFETY: the caller's promise.
        let text = unsafe { self.c_string(pointer, name) }?;
        text.to_str().map_err(|_| Failure::argument(format_args!("{name} is not UTF-8")))
    }

    /// The path at a pointer: any bytes on Unix, UTF-8 elsewhere.
    ///
    /// # Safety
    /// As for [`c_string`](Self::c_string).
    pub(crate) unsafe fn path<'a>(
        &mut self,
        pointer: *const c_char,
        name: &'static str,
    ) -> Result<&'a Path, Failure> {
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            // SAFETY: the caller's promise.
            Ok(Path::new(OsStr::from_bytes(unsafe { self.c_string(pointer, name) }?.to_bytes())))
        }
        #[cfg(not(unix))]
        {
            // SAFETY: the caller's promise.
            Ok(Path::new(OsStr::new(unsafe { self.text(pointer, name) }?)))
        }
    }

    /// Checks that there is a place for a handle, before the work.
    pub(crate) fn check_out<T>(&mut self, out: *mut *mut T) -> Result<(), Failure> {
        self.add(out, 1, "out", true).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T>(result: Result<T, Failure>) -> String {
        result.err().map(|failure| failure.message).unwrap_or_default()
    }

    #[test]
    fn pointers_are_checked() {
        let mut memory = [0u64; 8];
        let bytes = memory.as_mut_ptr().cast::<u8>();
        let mut buffers = Buffers::default();
        // SAFETY: the pointers are to `memory` where they are read, and no slice is used after the next one is made.
        unsafe {
            assert_eq!(message(buffers.input::<u8>(std::ptr::null(), 1, "a")), "a is null");
            assert!(buffers.input::<u8>(std::ptr::null(), 0, "a").unwrap().is_empty());
            assert_eq!(
                message(buffers.input(bytes.add(1).cast::<u64>(), 1, "a")),
                "a is not aligned to 8 bytes"
            );
            let huge = format!("a: no object has a length of {}", usize::MAX / 8);
            assert_eq!(message(buffers.input(bytes.cast::<u64>(), usize::MAX / 8, "a")), huge);
            assert!(buffers.input(bytes, 16, "a").is_ok());
            assert!(buffers.input(bytes, 16, "b").is_ok(), "inputs may overlap");
            assert_eq!(message(buffers.output(bytes.add(15), 2, "c")), "c overlaps a");
            assert!(buffers.output(bytes.add(16), 8, "c").is_ok());
            assert_eq!(message(buffers.output(bytes.add(23), 1, "d")), "d overlaps c");
            assert_eq!(message(buffers.input(bytes.add(20), 1, "e")), "e overlaps c");
            // Outputs that begin before an earlier buffer: they reach into it, contain it, or end where it begins.
            let mut buffers = Buffers::default();
            assert!(buffers.input(bytes.add(8), 8, "a").is_ok());
            assert_eq!(message(buffers.output(bytes.add(4), 5, "b")), "b overlaps a");
            assert_eq!(message(buffers.output(bytes.add(4), 20, "b")), "b overlaps a");
            assert!(buffers.output(bytes.add(4), 4, "b").is_ok());
            assert_eq!(message(buffers.input(bytes, 5, "c")), "c overlaps b");
        }
    }

    #[test]
    fn sizes_are_returned() {
        let (mut target, mut len) = ([0u8; 4], 3usize);
        let write = |buffer: *mut u8, len: &mut usize| {
            // SAFETY: both pointers are to variables of the test.
            unsafe { Buffers::default().write_sized(b"abcd", buffer, len) }
        };
        assert!(write(std::ptr::null_mut(), &mut len).is_ok());
        assert_eq!(len, 4);
        len = 3;
        assert_eq!(write(target.as_mut_ptr(), &mut len).unwrap_err().status, VORPAL_ERROR_BUFFER);
        assert_eq!((len, target), (4, [0; 4]));
        assert!(write(target.as_mut_ptr(), &mut len).is_ok());
        assert_eq!(&target, b"abcd");
    }
}
