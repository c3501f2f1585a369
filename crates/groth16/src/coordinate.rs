//! Coordinates of points as bytes of files.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_fields::tower::{Fp2, TowerModulus};
use vorpal_fields::{EncodableField, Fe, Modulus, PrimeField};

/// A coordinate of a point: an element of the base field, or of its quadratic extension.
///
/// The stored bytes are the elements of the base field, `c0` before `c1`, each in Montgomery form, least significant
/// byte first, and below the prime.
///
/// ```
/// use vorpal_fields::primes::Bn254Base;
/// use vorpal_groth16::Coordinate;
/// let mut bytes = [0; 32];
/// Bn254Base::from(3).write_stored(&mut bytes);
/// assert_eq!(Bn254Base::read_stored(&bytes), Some(Bn254Base::from(3)));
/// assert_eq!(Bn254Base::read_stored(&[255; 32]), None);
/// ```
pub trait Coordinate: EncodableField {
    /// The prime field of the coefficients.
    type Coefficient: PrimeField;
    /// The number of stored bytes.
    const BYTES: usize;

    /// The element with these [`BYTES`](Self::BYTES) stored bytes; `None` for another length, or if a
    /// coefficient is not below the prime.
    fn read_stored(bytes: &[u8]) -> Option<Self>;
    /// Writes the stored bytes.
    ///
    /// # Panics
    /// If there are not [`BYTES`](Self::BYTES).
    fn write_stored(&self, bytes: &mut [u8]);
    /// The coefficients, `c0` first: one or two.
    fn coefficients(&self) -> Vec<Self::Coefficient>;
    /// The element with these coefficients; `None` for another number of coefficients.
    fn from_coefficients(coefficients: &[Self::Coefficient]) -> Option<Self>;
}

impl<M: Modulus<N>, const N: usize> Coordinate for Fe<M, N> {
    type Coefficient = Self;
    const BYTES: usize = 8 * N;

    #[inline]
    fn read_stored(bytes: &[u8]) -> Option<Self> {
        Self::from_montgomery_le_bytes(bytes)
    }
    fn write_stored(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(self.to_montgomery_le_bytes().as_ref());
    }
    fn coefficients(&self) -> Vec<Self> {
        vec![*self]
    }
    fn from_coefficients(coefficients: &[Self]) -> Option<Self> {
        if let [coefficient] = coefficients { Some(*coefficient) } else { None }
    }
}

impl<M: TowerModulus<N>, const N: usize> Coordinate for Fp2<M, N> {
    type Coefficient = Fe<M, N>;
    const BYTES: usize = 16 * N;

    #[inline]
    fn read_stored(bytes: &[u8]) -> Option<Self> {
        let (c0, c1) = bytes.split_at_checked(8 * N)?;
        Some(Self::new(Fe::from_montgomery_le_bytes(c0)?, Fe::from_montgomery_le_bytes(c1)?))
    }
    fn write_stored(&self, bytes: &mut [u8]) {
        let (c0, c1) = bytes.split_at_mut(8 * N);
        self.c0.write_stored(c0);
        self.c1.write_stored(c1);
    }
    fn coefficients(&self) -> Vec<Fe<M, N>> {
        vec![self.c0, self.c1]
    }
    fn from_coefficients(coefficients: &[Fe<M, N>]) -> Option<Self> {
        if let [c0, c1] = coefficients { Some(Self::new(*c0, *c1)) } else { None }
    }
}
