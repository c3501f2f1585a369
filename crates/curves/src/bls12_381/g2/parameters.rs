use vorpal_fields::primes::{Bls12_381Base, Bls12_381BaseModulus, Bls12_381Scalar};
use vorpal_fields::tower::{Fp2, TowerModulus};

use super::super::endomorphism::SEED;
use crate::models::weierstrass::{Endomorphism, Family, Psi, WeierstrassCurve};

/// `y^2 = x^3 + 4 (1 + u)` over the quadratic extension with `u^2 = -1`. An M-twist of G1's curve.
///
/// ```
/// use vorpal_curves::bls12_381::g2::Bls12_381G2;
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// let twice = Jacobian::<Bls12_381G2>::GENERATOR.double();
/// assert_eq!(twice.add_affine_vartime(&-Affine::GENERATOR), Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12_381G2;

/// The powers of `xi` in the twist's endomorphism.
const FROBENIUS: &[Fp2<Bls12_381BaseModulus, 6>; 6] = &Bls12_381BaseModulus::FROBENIUS.inverse;

impl WeierstrassCurve for Bls12_381G2 {
    type Base = Fp2<Bls12_381BaseModulus, 6>;
    type Scalar = Bls12_381Scalar;

    const B: Self::Base = Fp2::new(Bls12_381Base::small(4), Bls12_381Base::small(4));
    const GENERATOR: (Self::Base, Self::Base) = (
        Fp2::new(
            Bls12_381Base::hex(
                "0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
            ),
            Bls12_381Base::hex(
                "0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
            ),
        ),
        Fp2::new(
            Bls12_381Base::hex(
                "0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
            ),
            Bls12_381Base::hex(
                "0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
            ),
        ),
    );
    const COFACTOR: &'static [u64] = &[
        0xcf1c_38e3_1c72_38e5,
        0x1616_ec6e_786f_0c70,
        0x2153_7e29_3a66_91ae,
        0xa628_f1cb_4d9e_82ef,
        0xa68a_205b_2e5a_7ddf,
        0xcd91_de45_4708_5aba,
        0x091d_5079_2876_a202,
        0x05d5_43a9_5414_e7f1,
    ];
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&ENDOMORPHISM);
    /// `12 (1 + u) x`, by additions.
    #[inline(always)]
    fn times_three_b(x: &Self::Base) -> Self::Base {
        let multiple = x.mul_by_xi().double().double();
        multiple.double() + multiple
    }

    const PSI: Option<&'static Psi<Self>> = Some(&PSI);
}

static ENDOMORPHISM: Endomorphism<Bls12_381G2> = Endomorphism::new(
    Fp2::new(Bls12_381Base::CUBE_ROOTS_OF_UNITY[0], Bls12_381Base::ZERO),
    Bls12_381Scalar::CUBE_ROOTS_OF_UNITY[0],
);

static PSI: Psi<Bls12_381G2> = Psi::new(FROBENIUS[2], FROBENIUS[3], Family::Bls12, SEED);
