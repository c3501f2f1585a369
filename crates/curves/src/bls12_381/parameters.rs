use vorpal_fields::primes::{Bls12_381Base, Bls12_381Scalar};

use super::endomorphism::{ENDOMORPHISM, SEED};
use crate::models::weierstrass::{Endomorphism, Seed, WeierstrassCurve};

/// `y^2 = x^3 + 4` over the field of 381 bits.
///
/// ```
/// use vorpal_curves::bls12_381::Bls12_381G1;
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// let twice = Jacobian::<Bls12_381G1>::GENERATOR.double();
/// assert_eq!(twice.add_affine_vartime(&-Affine::GENERATOR), Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12_381G1;

impl WeierstrassCurve for Bls12_381G1 {
    type Base = Bls12_381Base;
    type Scalar = Bls12_381Scalar;

    const B: Bls12_381Base = Bls12_381Base::small(4);
    const GENERATOR: (Bls12_381Base, Bls12_381Base) = (
        Bls12_381Base::hex(
            "0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        ),
        Bls12_381Base::hex(
            "0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
        ),
    );
    const BLS12_SEED: Option<Seed> = Some(SEED);
    const COFACTOR: &'static [u64] = &[0x8c00_aaab_0000_aaab, 0x396c_8c00_5555_e156];
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&ENDOMORPHISM);
}
