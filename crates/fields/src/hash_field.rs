//! The interface of fields that hashing to curves requires.

use subtle::Choice;

use crate::{Field, NonSquare};

/// A field in whose curves messages are hashed (RFC 9380): the base field of a curve.
///
/// Constant time, unless the name ends in `_vartime`.
pub trait HashField: Field {
    /// The length of the characteristic in bits.
    const CHARACTERISTIC_BITS: usize;

    /// The element whose coefficients, from that of 1 on, are the residues of [`DEGREE`](Field::DEGREE) equal parts of
    /// the bytes, each of them most significant byte first.
    fn from_parts_reduced(bytes: &[u8]) -> Self;

    /// The sign `sgn0` (RFC 9380, section 4.1): whether the first coefficient that is not zero is odd.
    fn sgn0(&self) -> Choice;

    /// A root of `numerator / denominator` if that is a square, else one of `z numerator / denominator`; and whether it
    /// is a square, as zero is. The denominator must not be zero. It is not specified which of the two roots is
    /// returned.
    ///
    /// One power by the addition chain of the prime for each degree, if the characteristic is 3 modulo 4.
    fn sqrt_ratio_or_multiple(numerator: &Self, denominator: &Self, z: &NonSquare<Self>) -> (Choice, Self);

    /// [`sqrt_ratio_or_multiple`](Self::sqrt_ratio_or_multiple) for each ratio, with the same roots: powers in packed
    /// values.
    ///
    /// # Panics
    /// If the slices differ in length.
    fn sqrt_ratio_or_multiple_batch_vartime(
        numerators: &[Self],
        denominators: &[Self],
        z: &NonSquare<Self>,
        roots: &mut [(bool, Self)],
    );

    /// [`sqrt_ratio_or_multiple`](Self::sqrt_ratio_or_multiple) in each lane, with the same roots, and the lanes in
    /// which the ratio is a square; `None` if the characteristic is 1 modulo 4.
    fn sqrt_ratio_or_multiple_packed_vartime(
        numerators: &Self::Packed,
        denominators: &Self::Packed,
        z: &NonSquare<Self>,
    ) -> Option<(u16, Self::Packed)>;
}
