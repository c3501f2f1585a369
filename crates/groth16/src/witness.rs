//! Witnesses: files `.wtns` of circom.

use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use std::fs::File;
#[cfg(feature = "std")]
use std::io::{self, Write};
#[cfg(feature = "std")]
use std::path::Path;

use zeroize::Zeroizing;

#[cfg(feature = "std")]
use crate::file::Writer;
use crate::file::{Container, FileError, Input, Kind, Reason};
use crate::{Coordinate, Curve};

/// The prime and the number of values, and the values.
const HEADER: u32 = 1;
const VALUES: u32 = 2;

/// The values of all signals of a circuit, beginning with the constant 1. They are wiped when dropped, and never
/// printed.
///
/// ```
/// use vorpal_groth16::{Bn254, Witness};
/// let witness = Witness::<Bn254>::new(vec![1.into(), 33.into(), 3.into(), 11.into()])?;
/// let mut bytes = Vec::new();
/// witness.write(&mut bytes)?;
/// assert_eq!(Witness::<Bn254>::from_bytes(&bytes)?.values(), witness.values());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Witness<C: Curve> {
    values: Zeroizing<Vec<C::Scalar>>,
}

impl<C: Curve> fmt::Debug for Witness<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Witness").field("signals", &self.values.len()).finish_non_exhaustive()
    }
}

/// The first value of a witness is not 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the first value of the witness is not 1")]
pub struct ConstantError;

impl<C: Curve> Witness<C> {
    /// The witness with these values.
    ///
    /// # Errors
    /// If there is no first value 1.
    pub fn new(values: Vec<C::Scalar>) -> Result<Self, ConstantError> {
        let values = Zeroizing::new(values);
        let is_one = values.first() == Some(&C::Scalar::from(1));
        if is_one { Ok(Self { values }) } else { Err(ConstantError) }
    }

    /// The witness in bytes.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        Self::read(&mut Container::new(bytes, Kind::Wtns)?)
    }

    /// The witness in a file.
    ///
    /// # Errors
    /// As [`read`](Self::read), and those of opening the file.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let file = File::open(path).map_err(|error| FileError {
            kind: Kind::Wtns,
            section: None,
            offset: 0,
            reason: Reason::Read(error.into()),
        })?;
        Self::read(&mut Container::new(file, Kind::Wtns)?)
    }

    /// Reads a witness.
    ///
    /// # Errors
    /// If the prime is another one, a section is missing or has another length than the header implies, a value is not
    /// below the prime, or the first one is not 1.
    pub fn read(file: &mut Container<impl Input>) -> Result<Self, FileError> {
        let mut header = file.section(HEADER)?;
        header.prime::<C::Scalar>()?;
        let number = header.u32()?;
        header.finish()?;
        let mut section = file.section(VALUES)?;
        section.expect_left(u64::from(number) * C::Scalar::BYTES as u64)?;
        let start = section.offset();
        let mut values = Zeroizing::new(Vec::with_capacity(number as usize));
        for _ in 0..number {
            values.push(section.plain::<C::Scalar>()?);
        }
        if values.first() != Some(&C::Scalar::from(1)) {
            return Err(section.fail_at(start, Reason::NoConstant));
        }
        Ok(Self { values })
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of the output, and [`InvalidInput`](io::ErrorKind::InvalidInput) for `2^32` values.
    #[cfg(feature = "std")]
    pub fn write(&self, output: impl Write) -> io::Result<()> {
        let number = u32::try_from(self.values.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
        let bytes = C::Scalar::BYTES as u64;
        let mut writer = Writer::new(output, Kind::Wtns, 2)?;
        writer.section(HEADER, 8 + bytes)?.prime::<C::Scalar>()?.u32(number)?;
        writer.section(VALUES, u64::from(number) * bytes)?;
        for value in self.values.iter() {
            writer.plain(value)?;
        }
        writer.finish().map(|_| ())
    }

    /// The values. The caller must keep them secret.
    pub fn values(&self) -> &[C::Scalar] {
        &self.values
    }
}
