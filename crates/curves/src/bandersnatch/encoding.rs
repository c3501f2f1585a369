//! Banderwagon elements as 32 bytes.

use alloc::vec::Vec;

use vorpal_fields::primes::Bls12_381Scalar;
use vorpal_fields::subtle::ConditionallySelectable;

use super::{AffineBanderwagon, Bandersnatch, Banderwagon};
use crate::shapes::edwards::{AffineEdwards, EdwardsCurve};
use crate::{Error, Group};

impl AffineBanderwagon {
    /// The encoding of the element: `x` of the one of its two points with the lexicographically largest `y`, most
    /// significant byte first. 2M.
    pub fn encode(&self) -> [u8; 32] {
        let (x, y) = (self.0.x(), self.0.y());
        Bls12_381Scalar::conditional_select(&-x, &x, y.is_lexicographically_largest()).to_be_bytes()
    }
}

impl Banderwagon {
    /// The 32-byte encoding (see [`AffineBanderwagon::encode`]). One inversion.
    pub fn encode(&self) -> [u8; 32] {
        self.to_affine().encode()
    }

    /// The encoding of each element, with one inversion for all.
    pub fn encode_batch(elements: &[Self]) -> Vec<[u8; 32]> {
        Self::normalise_batch(elements).iter().map(AffineBanderwagon::encode).collect()
    }

    /// The element with this encoding. One Legendre symbol, one inversion, one square root; time depends on the bytes.
    ///
    /// From `a x^2 + y^2 = 1 + d x^2 y^2`: `y^2 = (1 - a x^2) / (1 - d x^2)`, where the denominator is not zero
    /// because `d` is no square.
    ///
    /// # Errors
    /// [`Error::Coordinate`] if there are not 32 bytes or the integer is not below the modulus,
    /// [`Error::NotInSubgroup`] if `1 - a x^2` is no square, [`Error::NotOnCurve`] if no point has this `x`.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let x = Bls12_381Scalar::from_be_bytes(bytes)?;
        let xx = x.square();
        let numerator = Bls12_381Scalar::ONE - Bandersnatch::mul_by_a(xx);
        let denominator = Bls12_381Scalar::ONE - Bandersnatch::D * xx;
        let inverse: Option<Bls12_381Scalar> = denominator.invert().into();
        let y = inverse.and_then(|inverse| (numerator * inverse).sqrt_vartime()).ok_or(Error::NotOnCurve)?;
        if numerator.legendre() != 1 {
            return Err(Error::NotInSubgroup);
        }
        let y = Bls12_381Scalar::conditional_select(&-y, &y, y.is_lexicographically_largest());
        Ok(Self::from_subgroup(AffineEdwards::from_coordinates(x, y).into()))
    }
}
