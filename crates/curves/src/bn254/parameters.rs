use vorpal_fields::primes::{Bn254Base, Bn254Scalar};

use super::endomorphism::ENDOMORPHISM;
use crate::models::weierstrass::{Endomorphism, PrimeOrderCurve, WeierstrassCurve};

/// `y^2 = x^3 + 3` over the field of 254 bits, of prime order.
///
/// ```
/// use vorpal_curves::bn254::Bn254G1;
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// let twice = Jacobian::<Bn254G1>::GENERATOR.double();
/// assert_eq!(twice.add_affine_vartime(&-Affine::GENERATOR), Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bn254G1;

impl WeierstrassCurve for Bn254G1 {
    type Base = Bn254Base;
    type Scalar = Bn254Scalar;

    const B: Bn254Base = Bn254Base::small(3);
    const GENERATOR: (Bn254Base, Bn254Base) = (Bn254Base::small(1), Bn254Base::small(2));
    const COFACTOR: &'static [u64] = &[1];
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&ENDOMORPHISM);
}

/// The cofactor is 1.
impl PrimeOrderCurve for Bn254G1 {}
