use vorpal_fields::primes::{BandersnatchScalar, Bls12_381Scalar};
use vorpal_fields::{Field, PackedField};

use crate::models::edwards::EdwardsCurve;

type Packed = <Bls12_381Scalar as Field>::Packed;

/// Bandersnatch: `-5 x^2 + y^2 = 1 + d x^2 y^2` over the scalar field of BLS12-381, of order `4 r`
/// (S. Masson, A. Sanso, Z. Zhang, "Bandersnatch: a fast elliptic curve built over the BLS12-381 scalar field", 2021).
///
/// Neither `a` nor `d` is a square, so two points at infinity, of order two, belong to the group, and the first
/// addition law alone is not complete on all of it.
///
/// ```
/// use vorpal_curves::bandersnatch::Bandersnatch;
/// use vorpal_curves::models::edwards::ExtendedEdwards;
/// use vorpal_fields::primes::BandersnatchScalar as Scalar;
/// let g = ExtendedEdwards::<Bandersnatch>::generator();
/// assert_eq!(g.mul_vartime(&-Scalar::ONE) + g, ExtendedEdwards::IDENTITY);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bandersnatch;

impl EdwardsCurve for Bandersnatch {
    type Base = Bls12_381Scalar;
    type Scalar = BandersnatchScalar;

    /// `-5`.
    const A: Bls12_381Scalar =
        Bls12_381Scalar::hex("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfefffffffefffffffc");
    const D: Bls12_381Scalar =
        Bls12_381Scalar::hex("0x6389c12633c267cbc66e3bf86be3b6d8cb66677177e54f92b369f2f5188d58e7");
    const GENERATOR: (Bls12_381Scalar, Bls12_381Scalar) = (
        Bls12_381Scalar::hex("0x29c132cc2c0b34c5743711777bbe42f32b79c022ad998465e1e71866a252ae18"),
        Bls12_381Scalar::hex("0x2a6c669eda123e0f157d8b50badcd586358cad81eee464605e3167b6cc974166"),
    );

    /// `-5 value` by doublings and an addition.
    #[inline(always)]
    fn mul_by_a(value: Bls12_381Scalar) -> Bls12_381Scalar {
        -(value.double().double() + value)
    }

    /// `sums_i + 5 values_i` by two doublings and two additions.
    #[inline]
    fn sub_lanes_times_a(sums: &mut Packed, values: &mut Packed) {
        sums.add_assign(values);
        for _ in 0..2 {
            let once = *values;
            values.add_assign(&once);
        }
        sums.add_assign(values);
    }
}
