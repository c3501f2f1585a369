//! Provers from files: each section is read once, into the lists that proofs use.

use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::fs::File;
#[cfg(feature = "std")]
use std::path::Path;

use vorpal_curves::models::weierstrass::WeierstrassCurve;

use super::sums::Bases;
use super::{Prover, ProverError};
#[cfg(feature = "std")]
use crate::file::Reason;
use crate::file::{Container, FileError, Input, Kind};
use crate::roots::{coset_change, reverse_places};
use crate::zkey::read::{Header, matrices, points, section_of};
use crate::zkey::sections;
use crate::{Coordinate, Curve, VerificationKey};

impl<C: Curve> Prover<C> {
    /// The prover of the key in bytes, also those of a mapped file: as [`read`](Self::read).
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ProverError> {
        Self::read(&mut Container::new(bytes, Kind::Zkey)?)
    }

    /// The prover of the key in a file: as [`read`](Self::read).
    ///
    /// # Errors
    /// Those of [`read`](Self::read), and of opening the file.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ProverError> {
        let file = File::open(path).map_err(|error| {
            let reason = Reason::Read(error.into());
            ProverError::File(FileError { kind: Kind::Zkey, section: None, offset: 0, reason })
        })?;
        Self::read(&mut Container::new(file, Kind::Zkey)?)
    }

    /// Reads a key as [`Zkey::read`](crate::Zkey::read) does, with the same checks, and prepares it as
    /// [`new`](Self::new) does. No list is held twice, so this takes less time and memory than both.
    ///
    /// # Errors
    /// [`ProverError::File`] for a key that is refused, and those of `new`.
    pub fn read(file: &mut Container<impl Input>) -> Result<Self, ProverError> {
        let header = Header::<C>::read(file)?;
        let Header { signals, public, domain_size, .. } = header;
        let log_size = domain_size.trailing_zeros();
        let ic = points(file, sections::IC, public + 1)?;
        let a = bases::<C::G1>(file, sections::A, signals)?;
        let b_g1 = bases::<C::G1>(file, sections::B_G1, signals)?;
        let b_g2 = bases::<C::G2>(file, sections::B_G2, signals)?;
        let private = signals - public - 1;
        // Both sections have their lengths, so memory is bounded by the file.
        section_of::<C::G1, _>(file, sections::C, private)?;
        let mut h = section_of::<C::G1, _>(file, sections::H, domain_size)?;
        let mut h_and_c = Vec::with_capacity(domain_size as usize + private as usize);
        h.append_points(&mut h_and_c, domain_size as usize)?;
        reverse_places(&mut h_and_c, log_size);
        let mut c = section_of::<C::G1, _>(file, sections::C, private)?;
        c.append_points(&mut h_and_c, private as usize)?;
        // Last, since the matrices take memory for all rows: the file has a point for each of them.
        let [matrix_a, matrix_b] = matrices::<C>(file, domain_size, signals)?;
        let to_coset = coset_change::<C>(log_size).map_err(ProverError::Domain)?;
        let Header { alpha_g1, beta_g2, gamma_g2, delta_g2, .. } = header;
        Ok(Self {
            key: VerificationKey { alpha_g1, beta_g2, gamma_g2, delta_g2, ic },
            beta_g1: header.beta_g1,
            delta_g1: header.delta_g1,
            signals: signals as usize,
            log_size,
            matrix_a,
            matrix_b,
            a,
            b_g1,
            b_g2,
            h_and_c,
            to_coset,
        })
    }
}

/// The points of a section that are not infinity.
fn bases<G: WeierstrassCurve<Base: Coordinate>>(
    file: &mut Container<impl Input>,
    section: u32,
    number: u32,
) -> Result<Bases<G>, FileError> {
    let mut section = section_of::<G, _>(file, section, number)?;
    let mut bases = Bases::with_capacity(number as usize);
    section.each_point(number as usize, |index, point| bases.push(index, point))?;
    Ok(bases.finish())
}
