//! One section of a file, read in order.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::PrimeField;
use zeroize::Zeroizing;

use super::{FileError, Input, Kind, Reason};
use crate::Coordinate;

/// The bytes that are read at a time.
const BUFFER: usize = 1 << 16;

/// The prime, least significant byte first: `-1` is the integer before it, which is even.
pub(super) fn prime_bytes<F: PrimeField>() -> F::Bytes {
    let mut bytes = (-F::ONE).to_le_bytes();
    bytes.as_mut()[0] |= 1;
    bytes
}

/// A section of a file, which is read from its start to its end. No read exceeds the section, and none allocates memory
/// before the section is known to have as many bytes.
///
/// Bytes that were read ahead are wiped at the end, since they may be of a witness.
#[derive(Debug)]
pub struct Section<'a, I> {
    input: &'a mut I,
    kind: Kind,
    section: u32,
    /// What has not been read, in the file.
    rest: Range<u64>,
    /// Bytes that were read ahead: those from `position` on are the first of the rest.
    buffer: Zeroizing<Vec<u8>>,
    position: usize,
}

impl<'a, I: Input> Section<'a, I> {
    pub(super) fn new(input: &'a mut I, kind: Kind, section: u32, rest: Range<u64>) -> Self {
        Self { input, kind, section, rest, buffer: Zeroizing::new(Vec::new()), position: 0 }
    }

    /// The offset in the file of the next byte.
    pub fn offset(&self) -> u64 {
        self.rest.start
    }

    /// The number of bytes that have not been read.
    pub fn left(&self) -> u64 {
        self.rest.end - self.rest.start
    }

    /// An error at the next byte.
    pub fn fail(&self, reason: Reason) -> FileError {
        self.fail_at(self.rest.start, reason)
    }

    /// An error at an offset of the file.
    pub fn fail_at(&self, offset: u64, reason: Reason) -> FileError {
        FileError { kind: self.kind, section: Some(self.section), offset, reason }
    }

    /// Refuses a section whose rest has another length.
    ///
    /// # Errors
    /// [`Reason::Length`].
    pub fn expect_left(&self, expected: u64) -> Result<(), FileError> {
        let found = self.left();
        if found == expected { Ok(()) } else { Err(self.fail(Reason::Length { expected, found })) }
    }

    /// Refuses a section with bytes that have not been read.
    ///
    /// # Errors
    /// [`Reason::TooLong`].
    pub fn finish(self) -> Result<(), FileError> {
        if self.left() == 0 { Ok(()) } else { Err(self.fail(Reason::TooLong(self.left()))) }
    }

    /// Refuses the read of more bytes than are left.
    fn need(&self, needed: u64) -> Result<(), FileError> {
        let left = self.left();
        if needed <= left { Ok(()) } else { Err(self.fail(Reason::Truncated { needed, left })) }
    }

    /// The next bytes, at most [`BUFFER`], from the buffer.
    #[inline]
    fn take(&mut self, length: usize) -> Result<&[u8], FileError> {
        self.need(length as u64)?;
        if self.buffer.len() - self.position < length {
            let ahead = usize::try_from(self.left()).unwrap_or(BUFFER).min(BUFFER).max(length);
            self.buffer.resize(ahead, 0);
            self.position = 0;
            if let Err(error) = self.input.read_at(self.rest.start, &mut self.buffer) {
                return Err(self.fail(Reason::Read(error)));
            }
        }
        self.rest.start += length as u64;
        self.position += length;
        Ok(&self.buffer[self.position - length..self.position])
    }

    /// The next `LEN` bytes.
    ///
    /// # Errors
    /// [`Reason::Truncated`] and [`Reason::Read`].
    pub fn array<const LEN: usize>(&mut self) -> Result<[u8; LEN], FileError> {
        let mut bytes = [0; LEN];
        bytes.copy_from_slice(self.take(LEN)?);
        Ok(bytes)
    }

    /// The next number of 32 bits.
    ///
    /// # Errors
    /// As [`array`](Self::array).
    pub fn u32(&mut self) -> Result<u32, FileError> {
        self.array().map(u32::from_le_bytes)
    }

    /// The next number of 64 bits.
    ///
    /// # Errors
    /// As [`array`](Self::array).
    pub fn u64(&mut self) -> Result<u64, FileError> {
        self.array().map(u64::from_le_bytes)
    }

    /// The next bytes.
    ///
    /// # Errors
    /// As [`array`](Self::array).
    pub fn bytes(&mut self, length: u64) -> Result<Vec<u8>, FileError> {
        self.need(length)?;
        let mut bytes = vec![0; usize::try_from(length).map_err(|_| self.fail(Reason::TooLong(length)))?];
        for chunk in bytes.chunks_mut(BUFFER) {
            chunk.copy_from_slice(self.take(chunk.len())?);
        }
        Ok(bytes)
    }

    /// Reads the length of elements (`u32`) and the prime, and refuses another field.
    ///
    /// # Errors
    /// [`Reason::Prime`], and those of [`array`](Self::array).
    pub fn prime<F: Coordinate<Coefficient = F> + PrimeField>(&mut self) -> Result<(), FileError> {
        let start = self.offset();
        let same_length = self.u32()? as usize == F::BYTES;
        if same_length && self.bytes(F::BYTES as u64)? == prime_bytes::<F>().as_ref() {
            Ok(())
        } else {
            Err(self.fail_at(start, Reason::Prime))
        }
    }

    /// The next element in stored form: canonical Montgomery form, least significant byte first.
    ///
    /// # Errors
    /// [`Reason::NotReduced`], and those of [`array`](Self::array).
    #[inline]
    pub fn stored<F: Coordinate>(&mut self) -> Result<F, FileError> {
        let start = self.offset();
        F::read_stored(self.take(F::BYTES)?).ok_or_else(|| self.fail_at(start, Reason::NotReduced))
    }

    /// The next element as a plain integer, least significant byte first.
    ///
    /// # Errors
    /// [`Reason::NotReduced`], and those of [`array`](Self::array).
    #[inline]
    pub fn plain<F: PrimeField + Coordinate>(&mut self) -> Result<F, FileError> {
        let start = self.offset();
        F::from_le_bytes(self.take(F::BYTES)?).map_err(|_| self.fail_at(start, Reason::NotReduced))
    }

    /// The next point: two coordinates in stored form, zeros for infinity. Whether it is on the curve is not checked.
    ///
    /// # Errors
    /// As [`stored`](Self::stored).
    #[inline]
    pub fn point<C: WeierstrassCurve<Base: Coordinate>>(&mut self) -> Result<Affine<C>, FileError> {
        Ok(Affine::new_unchecked(self.stored()?, self.stored()?))
    }

    /// The next points, unchecked as by [`point`](Self::point).
    ///
    /// # Errors
    /// As [`point`](Self::point).
    pub fn points<C: WeierstrassCurve<Base: Coordinate>>(
        &mut self,
        number: usize,
    ) -> Result<Vec<Affine<C>>, FileError> {
        let mut points = Vec::new();
        self.append_points(&mut points, number)?;
        Ok(points)
    }

    /// Appends the next points to a list, as [`points`](Self::points).
    pub(crate) fn append_points<C: WeierstrassCurve<Base: Coordinate>>(
        &mut self,
        points: &mut Vec<Affine<C>>,
        number: usize,
    ) -> Result<(), FileError> {
        self.need((number as u64).saturating_mul(2 * C::Base::BYTES as u64))?;
        // The file has as many points, so memory is bounded.
        points.reserve_exact(number);
        self.each_point(number, |_, point| points.push(point))
    }

    /// Calls `each` with the numbers from 0 on and the next points.
    pub(crate) fn each_point<C: WeierstrassCurve<Base: Coordinate>>(
        &mut self,
        number: usize,
        mut each: impl FnMut(usize, Affine<C>),
    ) -> Result<(), FileError> {
        self.records(number, 2 * C::Base::BYTES, |index, bytes| {
            let (x, y) = bytes.split_at(C::Base::BYTES);
            let x = C::Base::read_stored(x).ok_or((0, Reason::NotReduced))?;
            let y = C::Base::read_stored(y).ok_or((C::Base::BYTES, Reason::NotReduced))?;
            each(index, Affine::new_unchecked(x, y));
            Ok(())
        })
    }

    /// Calls `each` with the numbers from 0 on and the bytes of the next records, each of `size` bytes, at most
    /// [`BUFFER`]. Its error is an offset in the record, and a reason.
    pub(crate) fn records(
        &mut self,
        number: usize,
        size: usize,
        mut each: impl FnMut(usize, &[u8]) -> Result<(), (usize, Reason)>,
    ) -> Result<(), FileError> {
        self.need((number as u64).saturating_mul(size as u64))?;
        let (kind, section) = (self.kind, self.section);
        let mut done = 0;
        while done < number {
            let count = (number - done).min(BUFFER / size);
            let start = self.offset();
            for (index, record) in self.take(count * size)?.chunks_exact(size).enumerate() {
                each(done + index, record).map_err(|(offset, reason)| {
                    let offset = start + (index * size + offset) as u64;
                    FileError { kind, section: Some(section), offset, reason }
                })?;
            }
            done += count;
        }
        Ok(())
    }
}
