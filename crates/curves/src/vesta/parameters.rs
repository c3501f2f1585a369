use vorpal_fields::primes::{PallasBase, VestaBase};

use super::endomorphism::ENDOMORPHISM;
use crate::models::weierstrass::{Endomorphism, PrimeOrderCurve, WeierstrassCurve};

/// `y^2 = x^3 + 5` over [`VestaBase`], of prime order; the generator is `(-1, 2)`.
///
/// ```
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// use vorpal_curves::vesta::Vesta;
/// let twice = Jacobian::<Vesta>::GENERATOR.double();
/// assert_eq!(twice - Affine::GENERATOR, Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vesta;

impl WeierstrassCurve for Vesta {
    type Base = VestaBase;
    type Scalar = PallasBase;

    const B: VestaBase = VestaBase::small(5);
    const GENERATOR: (VestaBase, VestaBase) = (
        VestaBase::hex("0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000000"),
        VestaBase::small(2),
    );
    const COFACTOR: &'static [u64] = &[1];
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&ENDOMORPHISM);
}

/// The cofactor is 1.
impl PrimeOrderCurve for Vesta {}
