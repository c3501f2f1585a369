//! Encodings of elements of the target group: twelve coefficients, without compression.

use vorpal_fields::tower::{Fp2, Fp6, Fp12};
use vorpal_fields::{ByteArray, Fe};

use crate::{Engine, Error, Gt};

impl<E: Engine<N>, const N: usize> Gt<E, N> {
    /// The length of a coefficient of the encoding in bytes.
    const COEFFICIENT: usize = {
        assert!(size_of::<E::GtBytes>() == 96 * N, "Engine::GtBytes is [u8; 96 * N]");
        8 * N
    };

    /// The coefficients, lowest first, each with the least significant byte first: the format of arkworks
    /// (`ark-ec` 0.6, `PairingOutput`). 12M.
    ///
    /// ```
    /// use vorpal_curves::bls12_381::{Affine, g2};
    /// use vorpal_pairing::Error;
    /// use vorpal_pairing::bls12_381::{Gt, pairing};
    /// let e = pairing(&Affine::GENERATOR, &g2::Affine::GENERATOR);
    /// let bytes = e.to_le_bytes();
    /// assert_eq!(Gt::from_le_bytes(&bytes), Ok(e));
    /// assert_eq!(Gt::from_le_bytes(&[0; 576]), Err(Error::OutsideGt));
    /// ```
    pub fn to_le_bytes(&self) -> E::GtBytes {
        let mut bytes = E::GtBytes::ZERO;
        let chunks = bytes.as_mut().chunks_exact_mut(Self::COEFFICIENT);
        for (chunk, coefficient) in chunks.zip(coefficients(self.value())) {
            chunk.copy_from_slice(coefficient.to_le_bytes().as_ref());
        }
        bytes
    }

    /// The coefficients, highest first, each with the most significant byte first: the format of gnark-crypto
    /// (`E12.Bytes`, v0.22.0). 12M.
    pub fn to_be_bytes(&self) -> E::GtBytes {
        let mut bytes = self.to_le_bytes();
        bytes.as_mut().reverse();
        bytes
    }

    /// The element with this encoding by [`to_le_bytes`](Self::to_le_bytes). Time depends on the bytes; the check of
    /// membership costs as much as [`new`](Self::new).
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotCanonical`] or [`Error::OutsideGt`].
    pub fn from_le_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let coefficient =
            |index: usize, chunk: &[u8]| Fe::from_le_bytes(chunk).map_err(|_| Error::NotCanonical { index });
        let chunks = Self::chunks(bytes)?;
        Self::read(chunks.enumerate().map(|(index, chunk)| coefficient(index, chunk)))
    }

    /// The element with this encoding by [`to_be_bytes`](Self::to_be_bytes). Time depends on the bytes; the check of
    /// membership costs as much as [`new`](Self::new).
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotCanonical`] or [`Error::OutsideGt`].
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let coefficient =
            |index: usize, chunk: &[u8]| Fe::from_be_bytes(chunk).map_err(|_| Error::NotCanonical { index });
        // From the first chunk on, so that the error names the first coefficient that is not canonical.
        let mut read = [Ok(Fe::ZERO); 12];
        for ((index, chunk), read) in Self::chunks(bytes)?.enumerate().zip(&mut read) {
            *read = Ok(coefficient(index, chunk)?);
        }
        Self::read(read.into_iter().rev())
    }

    /// The encoded coefficients.
    fn chunks(bytes: &[u8]) -> Result<impl Iterator<Item = &[u8]>, Error> {
        let expected = size_of::<E::GtBytes>();
        if bytes.len() != expected {
            return Err(Error::Length { expected, found: bytes.len() });
        }
        Ok(bytes.chunks_exact(Self::COEFFICIENT))
    }

    /// The element with these coefficients, lowest first.
    fn read(coefficients: impl Iterator<Item = Result<Fe<E::Modulus, N>, Error>>) -> Result<Self, Error> {
        let mut c = [Fe::ZERO; 12];
        for (slot, coefficient) in c.iter_mut().zip(coefficients) {
            *slot = coefficient?;
        }
        let fp6 = |c: &[Fe<E::Modulus, N>]| {
            Fp6::new(Fp2::new(c[0], c[1]), Fp2::new(c[2], c[3]), Fp2::new(c[4], c[5]))
        };
        Self::new(&Fp12::new(fp6(&c[..6]), fp6(&c[6..]))).ok_or(Error::OutsideGt)
    }
}

/// The twelve coefficients, lowest first: those of `Fp6`, of `Fp2` within, of `Fp` within.
fn coefficients<M: vorpal_fields::tower::TowerModulus<N>, const N: usize>(
    value: &Fp12<M, N>,
) -> impl Iterator<Item = Fe<M, N>> {
    let Fp12 { c0, c1 } = *value;
    [c0.c0, c0.c1, c0.c2, c1.c0, c1.c1, c1.c2].into_iter().flat_map(|c| [c.c0, c.c1])
}
