//! Reading keys.

use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::fs::File;
#[cfg(feature = "std")]
use std::path::Path;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::PrimeField;

use super::{GROTH16, Matrix, Zkey, coefficients, sections};
use crate::file::{Container, FileError, Input, Kind, Reason, Section};
use crate::{Coordinate, Curve};

impl<C: Curve> Zkey<C> {
    /// The key in bytes, also those of a mapped file.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        Self::read(&mut Container::new(bytes, Kind::Zkey)?)
    }

    /// The key in a file. Only the sections that proofs need are read, so memory is that of the key.
    ///
    /// # Errors
    /// As [`read`](Self::read), and those of opening the file.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let file = File::open(path).map_err(|error| FileError {
            kind: Kind::Zkey,
            section: None,
            offset: 0,
            reason: Reason::Read(error.into()),
        })?;
        Self::read(&mut Container::new(file, Kind::Zkey)?)
    }

    /// Reads the sections 1 to 9.
    ///
    /// # Errors
    /// If the protocol or a prime is another one, a section is missing or has not the length that the header implies,
    /// an index is too large, or a coordinate is not below the prime.
    pub fn read(file: &mut Container<impl Input>) -> Result<Self, FileError> {
        let Header { signals, public, domain_size, alpha_g1, beta_g1, beta_g2, gamma_g2, delta_g1, delta_g2 } =
            Header::<C>::read(file)?;
        let ic = points(file, sections::IC, public + 1)?;
        let a = points(file, sections::A, signals)?;
        let b_g1 = points(file, sections::B_G1, signals)?;
        let b_g2 = points(file, sections::B_G2, signals)?;
        let c = points(file, sections::C, signals - public - 1)?;
        let h = points(file, sections::H, domain_size)?;
        // Last, since the matrices take memory for all rows: the file has a point for each of them.
        let [matrix_a, matrix_b] = matrices::<C>(file, domain_size, signals)?;
        Ok(Self {
            signals,
            public,
            domain_size,
            alpha_g1,
            beta_g1,
            beta_g2,
            gamma_g2,
            delta_g1,
            delta_g2,
            ic,
            matrix_a,
            matrix_b,
            a,
            b_g1,
            b_g2,
            c,
            h,
        })
    }
}

/// The sections 1 and 2.
pub(crate) struct Header<C: Curve> {
    pub(crate) signals: u32,
    pub(crate) public: u32,
    pub(crate) domain_size: u32,
    pub(crate) alpha_g1: Affine<C::G1>,
    pub(crate) beta_g1: Affine<C::G1>,
    pub(crate) beta_g2: Affine<C::G2>,
    pub(crate) gamma_g2: Affine<C::G2>,
    pub(crate) delta_g1: Affine<C::G1>,
    pub(crate) delta_g2: Affine<C::G2>,
}

impl<C: Curve> Header<C> {
    /// Reads and checks the sections.
    pub(crate) fn read(file: &mut Container<impl Input>) -> Result<Self, FileError> {
        let mut protocol = file.section(sections::PROTOCOL)?;
        protocol.expect_left(4)?;
        let found = u64::from(protocol.u32()?);
        if found != u64::from(GROTH16) {
            return Err(protocol.fail(Reason::Value {
                what: "the protocol",
                found,
                expected: "not 1 (Groth16)",
            }));
        }

        let mut header = file.section(sections::HEADER)?;
        header.prime::<C::Base>()?;
        header.prime::<C::Scalar>()?;
        let numbers = header.offset();
        let (signals, public, domain_size) = (header.u32()?, header.u32()?, header.u32()?);
        let refuse = |at, what, found, expected| {
            let reason = Reason::Value { what, found: u64::from(found), expected };
            Err(header.fail_at(numbers + at, reason))
        };
        if public >= signals {
            return refuse(4, "the number of public signals", public, "not below the number of signals");
        }
        if !domain_size.is_power_of_two() || domain_size.trailing_zeros() > C::Scalar::TWO_ADICITY {
            return refuse(8, "the number of rows", domain_size, "not the order of a root of unity");
        }
        if public >= domain_size {
            return refuse(4, "the number of public signals", public, "not below the number of rows");
        }
        let (alpha_g1, beta_g1, beta_g2) = (header.point()?, header.point()?, header.point()?);
        let (gamma_g2, delta_g1, delta_g2) = (header.point()?, header.point()?, header.point()?);
        header.finish()?;
        Ok(Self { signals, public, domain_size, alpha_g1, beta_g1, beta_g2, gamma_g2, delta_g1, delta_g2 })
    }
}

/// A section that has this number of points.
pub(crate) fn section_of<'a, G: WeierstrassCurve<Base: Coordinate>, I: Input>(
    file: &'a mut Container<I>,
    section: u32,
    number: u32,
) -> Result<Section<'a, I>, FileError> {
    let section = file.section(section)?;
    section.expect_left(u64::from(number) * 2 * G::Base::BYTES as u64)?;
    Ok(section)
}

/// All points of a section.
pub(crate) fn points<G: WeierstrassCurve<Base: Coordinate>>(
    file: &mut Container<impl Input>,
    section: u32,
    number: u32,
) -> Result<Vec<Affine<G>>, FileError> {
    section_of::<G, _>(file, section, number)?.points(number as usize)
}

/// The matrices A and B.
pub(crate) fn matrices<C: Curve>(
    file: &mut Container<impl Input>,
    rows: u32,
    columns: u32,
) -> Result<[Matrix<C::Scalar>; 2], FileError> {
    coefficients::read::<C>(&mut file.section(sections::COEFFICIENTS)?, rows, columns)
}
