//! Lists of different lengths in flat memory, with the offsets of their parts.

use std::ops::Range;

use crate::buffer::{Buffers, Plain};
use crate::error::Failure;

use super::forms::product;

/// The bytes of a message without offsets.
const HASH_BYTES: usize = 32;

/// The parts of a list: part `i` has the places from `offsets[i]` to `offsets[i + 1]`, or an equal number each.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    offsets: Option<&'a [usize]>,
    each: usize,
    total: usize,
}

impl<'a> Parts<'a> {
    /// `count` parts. Without offsets, each has the same number of places.
    ///
    /// # Safety
    /// `offsets` is null or to `count + 1` numbers, as for [`Buffers::input`].
    pub(super) unsafe fn new(
        buffers: &mut Buffers,
        offsets: *const usize,
        count: usize,
        each: usize,
        name: &'static str,
    ) -> Result<Self, Failure> {
        if offsets.is_null() || count == 0 {
            return Ok(Self { offsets: None, each, total: product(count, each, name)? });
        }
        let number = count.checked_add(1).ok_or_else(|| Failure::argument("count is too large"))?;
        // SAFETY: the caller's promise.
        let offsets = unsafe { buffers.input(offsets, number, name) }?;
        if let Some(i) = offsets.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(Failure::argument(format_args!("{name}: number {} is below number {i}", i + 1)));
        }
        Ok(Self { offsets: Some(offsets), each, total: offsets[count] })
    }

    /// The number of places of the list.
    pub(super) fn total(&self) -> usize {
        self.total
    }

    pub(super) fn part(&self, index: usize) -> Range<usize> {
        match self.offsets {
            Some(offsets) => offsets[index]..offsets[index + 1],
            None => self.each * index..self.each * (index + 1),
        }
    }

    /// The slice of each of `count` parts.
    fn slices<T>(&self, values: &'a [T], count: usize) -> Vec<&'a [T]> {
        (0..count).map(|index| &values[self.part(index)]).collect()
    }
}

/// `count` lists of values. Without offsets, each list has one value.
///
/// # Safety
/// As for [`Parts::new`] and [`Buffers::input`].
pub(super) unsafe fn lists<'a, T: Plain>(
    buffers: &mut Buffers,
    values: (*const T, &'static str),
    offsets: (*const usize, &'static str),
    count: usize,
    each: usize,
) -> Result<Vec<&'a [T]>, Failure> {
    // SAFETY: the caller's promise.
    let parts = unsafe { Parts::new(buffers, offsets.0, count, each, offsets.1) }?;
    // SAFETY: the caller's promise.
    let values = unsafe { buffers.input(values.0, parts.total(), values.1) }?;
    Ok(parts.slices(values, count))
}

/// `count` messages: those between the offsets, or of 32 bytes without offsets.
///
/// # Safety
/// As for [`lists`].
pub(crate) unsafe fn messages<'a>(
    buffers: &mut Buffers,
    messages: *const u8,
    offsets: *const usize,
    count: usize,
) -> Result<Vec<&'a [u8]>, Failure> {
    // SAFETY: the caller's promise.
    unsafe { lists(buffers, (messages, "messages"), (offsets, "message_offsets"), count, HASH_BYTES) }
}
