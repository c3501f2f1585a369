//! Writing files of sections.

use std::io::{self, Write};

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::PrimeField;

use super::Kind;
use super::section::prime_bytes;
use crate::Coordinate;

/// Writes a file of sections in order. The length of each section is given before its bytes; a section with other bytes
/// is an error of the kind [`InvalidInput`](io::ErrorKind::InvalidInput), and so is another number of sections.
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
    /// The sections that follow.
    sections: u32,
    /// The bytes that the current section still needs.
    left: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a file of this number of sections.
    ///
    /// # Errors
    /// Those of the output.
    pub fn new(mut output: W, kind: Kind, sections: u32) -> io::Result<Self> {
        output.write_all(&kind.magic())?;
        output.write_all(&kind.version().to_le_bytes())?;
        output.write_all(&sections.to_le_bytes())?;
        Ok(Self { output, sections, left: 0 })
    }

    /// Begins a section of this type with this number of bytes.
    ///
    /// # Errors
    /// Those of the output; the section before is not complete, or there are more sections than announced.
    pub fn section(&mut self, section: u32, length: u64) -> io::Result<&mut Self> {
        self.sections = self.sections.checked_sub(1).ok_or(io::ErrorKind::InvalidInput)?;
        self.complete()?;
        self.output.write_all(&section.to_le_bytes())?;
        self.output.write_all(&length.to_le_bytes())?;
        self.left = length;
        Ok(self)
    }

    fn complete(&self) -> io::Result<()> {
        if self.left == 0 { Ok(()) } else { Err(io::ErrorKind::InvalidInput.into()) }
    }

    /// Ends the file and returns the output.
    ///
    /// # Errors
    /// Those of the output; the last section is not complete, or sections are missing.
    pub fn finish(mut self) -> io::Result<W> {
        self.complete()?;
        if self.sections != 0 {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        self.output.flush()?;
        Ok(self.output)
    }

    /// Writes bytes of the section.
    ///
    /// # Errors
    /// Those of the output; the section is longer than announced.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<&mut Self> {
        self.left = self.left.checked_sub(bytes.len() as u64).ok_or(io::ErrorKind::InvalidInput)?;
        self.output.write_all(bytes)?;
        Ok(self)
    }

    /// Writes a number of 32 bits.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes).
    pub fn u32(&mut self, value: u32) -> io::Result<&mut Self> {
        self.bytes(&value.to_le_bytes())
    }

    /// Writes a number of 64 bits.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes).
    pub fn u64(&mut self, value: u64) -> io::Result<&mut Self> {
        self.bytes(&value.to_le_bytes())
    }

    /// Writes the length of elements of a field and its prime.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes).
    pub fn prime<F: Coordinate<Coefficient = F> + PrimeField>(&mut self) -> io::Result<&mut Self> {
        self.u32(u32::try_from(F::BYTES).map_err(io::Error::other)?)?.bytes(prime_bytes::<F>().as_ref())
    }

    /// Writes an element in stored form.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes).
    pub fn stored<F: Coordinate>(&mut self, value: &F) -> io::Result<&mut Self> {
        let mut bytes = [0; 128];
        let bytes = bytes.get_mut(..F::BYTES).ok_or(io::ErrorKind::InvalidInput)?;
        value.write_stored(bytes);
        self.bytes(bytes)
    }

    /// Writes an element as a plain integer.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes).
    pub fn plain<F: PrimeField>(&mut self, value: &F) -> io::Result<&mut Self> {
        self.bytes(value.to_le_bytes().as_ref())
    }

    /// Writes a point: two coordinates in stored form, zeros for infinity.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes).
    pub fn point<C: WeierstrassCurve<Base: Coordinate>>(
        &mut self,
        point: &Affine<C>,
    ) -> io::Result<&mut Self> {
        let (x, y) = point.raw_coordinates();
        self.stored(x)?.stored(y)
    }

    /// Writes points.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes).
    pub fn points<C: WeierstrassCurve<Base: Coordinate>>(
        &mut self,
        points: &[Affine<C>],
    ) -> io::Result<&mut Self> {
        for point in points {
            self.point(point)?;
        }
        Ok(self)
    }
}
