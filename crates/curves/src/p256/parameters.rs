use vorpal_fields::primes::{P256Base, P256Scalar};
use vorpal_limbs::quads::QuadRing;

use crate::models::weierstrass::{
    LinearTerm, PrimeOrderCurve, QuadCurve, QuadGroupProgram, WeierstrassCurve, run_in_quads,
};

/// `y^2 = x^3 - 3 x + b` over the field of `2^256 - 2^224 + 2^192 + 2^96 - 1` elements, of prime order. It has no
/// endomorphism.
///
/// ```
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// use vorpal_curves::p256::P256;
/// let twice = Jacobian::<P256>::GENERATOR.double();
/// assert_eq!(twice.add_affine_vartime(&-Affine::GENERATOR), Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct P256;

impl WeierstrassCurve for P256 {
    type Base = P256Base;
    type Scalar = P256Scalar;

    const A: LinearTerm = LinearTerm::MinusThree;
    const B: P256Base = P256Base::hex("0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
    const GENERATOR: (P256Base, P256Base) = (
        P256Base::hex("0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
        P256Base::hex("0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
    );
    const COFACTOR: &'static [u64] = &[1];
    const QUADS: Option<QuadCurve> = match QuadRing::new(&P256Base::MODULUS) {
        Some(ring) => Some(QuadCurve { ring, three_b: 0 }),
        None => None,
    };

    #[inline]
    fn run_in_quads<P: QuadGroupProgram<Self>>(program: P) -> Result<P::Output, P> {
        run_in_quads(program)
    }

    #[inline(always)]
    fn times_three_b(x: &P256Base) -> P256Base {
        THREE_B * *x
    }
}

/// `3 b`. A test checks it.
const THREE_B: P256Base = P256Base::hex("0x1052a18afeafbbb61bc3380063c994352f57141164fb12e2b36ab4ba777720e2");

/// The cofactor is 1.
impl PrimeOrderCurve for P256 {}
