use vorpal_fields::primes::{Bls12_377Base, Bls12_377BaseModulus, Bls12_377Scalar};
use vorpal_fields::tower::{Fp2, TowerModulus};

use super::super::endomorphism::SEED;
use crate::models::weierstrass::{Endomorphism, Family, Psi, WeierstrassCurve};

/// `y^2 = x^3 + 1 / u` over the quadratic extension with `u^2 = -5`. A D-twist of G1's curve.
///
/// ```
/// use vorpal_curves::bls12_377::g2::Bls12_377G2;
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// let twice = Jacobian::<Bls12_377G2>::GENERATOR.double();
/// assert_eq!(twice.add_affine_vartime(&-Affine::GENERATOR), Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12_377G2;

/// The powers of `xi` in the twist's endomorphism.
const FROBENIUS: &[Fp2<Bls12_377BaseModulus, 6>; 6] = &Bls12_377BaseModulus::FROBENIUS.first;

impl WeierstrassCurve for Bls12_377G2 {
    type Base = Fp2<Bls12_377BaseModulus, 6>;
    type Scalar = Bls12_377Scalar;

    const B: Self::Base = Fp2::new(
        Bls12_377Base::hex(
            "0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        ),
        Bls12_377Base::hex(
            "0x010222f6db0fd6f343bd03737460c589dc7b4f91cd5fd889129207b63c6bf8000dd39e5c1ccccccd1c9ed9999999999a",
        ),
    );
    const GENERATOR: (Self::Base, Self::Base) = (
        Fp2::new(
            Bls12_377Base::hex(
                "0x018480be71c785fec89630a2a3841d01c565f071203e50317ea501f557db6b9b71889f52bb53540274e3e48f7c005196",
            ),
            Bls12_377Base::hex(
                "0x00ea6040e700403170dc5a51b1b140d5532777ee6651cecbe7223ece0799c9de5cf89984bff76fe6b26bfefa6ea16afe",
            ),
        ),
        Fp2::new(
            Bls12_377Base::hex(
                "0x00690d665d446f7bd960736bcbb2efb4de03ed7274b49a58e458c282f832d204f2cf88886d8c7c2ef094094409fd4ddf",
            ),
            Bls12_377Base::hex(
                "0x00f8169fd28355189e549da3151a70aa61ef11ac3d591bf12463b01acee304c24279b83f5e52270bd9a1cdd185eb8f93",
            ),
        ),
    );
    const COFACTOR: &'static [u64] = &[
        0x0000_0000_0000_0001,
        0x4522_17cc_9000_0000,
        0xa0f3_622f_ba09_4800,
        0xd693_e8c3_6676_bd09,
        0x8c50_5634_fae2_e189,
        0xfbb3_6b00_e1dc_c40c,
        0xddd8_8d99_a6f6_a829,
        0x0026_ba55_8ae9_562a,
    ];
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&ENDOMORPHISM);
    /// `(c0 + c1 u) / u = c1 - c0 / 5 u`, three times. 1M of `Fp`.
    #[inline(always)]
    fn times_three_b(x: &Self::Base) -> Self::Base {
        let quotient = Fp2::new(x.c1, x.c0 * Self::B.c1);
        quotient.double() + quotient
    }

    const PSI: Option<&'static Psi<Self>> = Some(&PSI);
}

static ENDOMORPHISM: Endomorphism<Bls12_377G2> = Endomorphism::new(
    Fp2::new(Bls12_377Base::CUBE_ROOTS_OF_UNITY[0], Bls12_377Base::ZERO),
    Bls12_377Scalar::CUBE_ROOTS_OF_UNITY[0],
);

static PSI: Psi<Bls12_377G2> = Psi::new(FROBENIUS[2], FROBENIUS[3], Family::Bls12, SEED);
