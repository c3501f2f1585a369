use vorpal_fields::primes::{Bn254Base, Bn254Scalar};

use super::endomorphism::ENDOMORPHISM;
use crate::models::weierstrass::{Endomorphism, PrimeOrderCurve, WeierstrassCurve};

/// `y^2 = x^3 - 17` over the scalar field of BN254, of prime order; the scalars are the base field of BN254.
///
/// ```
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// use vorpal_curves::grumpkin::Grumpkin;
/// let twice = Jacobian::<Grumpkin>::GENERATOR.double();
/// assert_eq!(twice - Affine::GENERATOR, Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grumpkin;

impl WeierstrassCurve for Grumpkin {
    type Base = Bn254Scalar;
    type Scalar = Bn254Base;

    const B: Bn254Scalar =
        Bn254Scalar::hex("0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593effffff0");
    const GENERATOR: (Bn254Scalar, Bn254Scalar) = (
        Bn254Scalar::small(1),
        Bn254Scalar::hex("0x0000000000000002cf135e7506a45d632d270d45f1181294833fc48d823f272c"),
    );
    const COFACTOR: &'static [u64] = &[1];
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&ENDOMORPHISM);
}

/// The cofactor is 1.
impl PrimeOrderCurve for Grumpkin {}
