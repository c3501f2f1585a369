use vorpal_fields::primes::{PallasBase, VestaBase};

use super::endomorphism::ENDOMORPHISM;
use crate::models::weierstrass::{Endomorphism, PrimeOrderCurve, WeierstrassCurve};

/// `y^2 = x^3 + 5` over [`PallasBase`], of prime order; the generator is `(-1, 2)`.
///
/// ```
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// use vorpal_curves::pallas::Pallas;
/// let twice = Jacobian::<Pallas>::GENERATOR.double();
/// assert_eq!(twice - Affine::GENERATOR, Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pallas;

impl WeierstrassCurve for Pallas {
    type Base = PallasBase;
    type Scalar = VestaBase;

    const B: PallasBase = PallasBase::small(5);
    const GENERATOR: (PallasBase, PallasBase) = (
        PallasBase::hex("0x40000000000000000000000000000000224698fc094cf91b992d30ed00000000"),
        PallasBase::small(2),
    );
    const COFACTOR: &'static [u64] = &[1];
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&ENDOMORPHISM);
}

/// The cofactor is 1.
impl PrimeOrderCurve for Pallas {}
