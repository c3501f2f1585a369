use vorpal_fields::primes::{Bls12_377Base, Bls12_377Scalar};

use super::edwards_form::EDWARDS;
use super::endomorphism::{ENDOMORPHISM, SEED};
use crate::models::weierstrass::{EdwardsForm, Endomorphism, Seed, WeierstrassCurve};

/// `y^2 = x^3 + 1` over the field of 377 bits.
///
/// ```
/// use vorpal_curves::bls12_377::Bls12_377G1;
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// let twice = Jacobian::<Bls12_377G1>::GENERATOR.double();
/// assert_eq!(twice.add_affine_vartime(&-Affine::GENERATOR), Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12_377G1;

impl WeierstrassCurve for Bls12_377G1 {
    type Base = Bls12_377Base;
    type Scalar = Bls12_377Scalar;

    const B: Bls12_377Base = Bls12_377Base::small(1);
    const GENERATOR: (Bls12_377Base, Bls12_377Base) = (
        Bls12_377Base::hex(
            "0x008848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef",
        ),
        Bls12_377Base::hex(
            "0x01914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6",
        ),
    );
    const BLS12_SEED: Option<Seed> = Some(SEED);
    const COFACTOR: &'static [u64] = &[0, 0x170b_5d44_3000_0000];
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&ENDOMORPHISM);
    const EDWARDS: Option<EdwardsForm<Self>> = Some(EDWARDS);
}
