use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal_limbs::quads::QuadRing;

use super::endomorphism::ENDOMORPHISM;
use crate::models::weierstrass::{
    Endomorphism, PrimeOrderCurve, QuadCurve, QuadGroupProgram, WeierstrassCurve, run_in_quads,
};

/// `y^2 = x^3 + 7` over the field of `2^256 - 2^32 - 977` elements, of prime order.
///
/// ```
/// use vorpal_curves::secp256k1::Secp256k1;
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// let twice = Jacobian::<Secp256k1>::GENERATOR.double();
/// assert_eq!(twice.add_affine_vartime(&-Affine::GENERATOR), Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secp256k1;

impl WeierstrassCurve for Secp256k1 {
    type Base = Secp256k1Base;
    type Scalar = Secp256k1Scalar;

    const B: Secp256k1Base = Secp256k1Base::small(7);
    const GENERATOR: (Secp256k1Base, Secp256k1Base) = (
        Secp256k1Base::hex("0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
        Secp256k1Base::hex("0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
    );
    const COFACTOR: &'static [u64] = &[1];
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&ENDOMORPHISM);
    const QUADS: Option<QuadCurve> = match QuadRing::new(&Secp256k1Base::MODULUS) {
        Some(ring) => Some(QuadCurve { ring, three_b: 21 }),
        None => None,
    };

    #[inline]
    fn run_in_quads<P: QuadGroupProgram<Self>>(program: P) -> Result<P::Output, P> {
        run_in_quads(program)
    }

    /// `21 x = 16 x + 4 x + x`.
    #[inline(always)]
    fn times_three_b(x: &Secp256k1Base) -> Secp256k1Base {
        let four = x.double().double();
        four.double().double() + four + *x
    }
}

/// The cofactor is 1.
impl PrimeOrderCurve for Secp256k1 {}
