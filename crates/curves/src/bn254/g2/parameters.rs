use vorpal_fields::primes::{Bn254Base, Bn254BaseModulus, Bn254Scalar};
use vorpal_fields::tower::{Fp2, TowerModulus};

use super::super::endomorphism::SEED;
use crate::models::weierstrass::{Endomorphism, Family, Psi, WeierstrassCurve};

/// `y^2 = x^3 + 3 / (9 + u)` over the quadratic extension with `u^2 = -1`. A D-twist of G1's curve.
///
/// ```
/// use vorpal_curves::bn254::g2::Bn254G2;
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian};
/// let twice = Jacobian::<Bn254G2>::GENERATOR.double();
/// assert_eq!(twice.add_affine_vartime(&-Affine::GENERATOR), Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bn254G2;

/// The powers of `xi` in the twist's endomorphism.
const FROBENIUS: &[Fp2<Bn254BaseModulus, 4>; 6] = &Bn254BaseModulus::FROBENIUS.first;

impl WeierstrassCurve for Bn254G2 {
    type Base = Fp2<Bn254BaseModulus, 4>;
    type Scalar = Bn254Scalar;

    const B: Self::Base = Fp2::new(
        Bn254Base::hex("0x2b149d40ceb8aaae81be18991be06ac3b5b4c5e559dbefa33267e6dc24a138e5"),
        Bn254Base::hex("0x009713b03af0fed4cd2cafadeed8fdf4a74fa084e52d1852e4a2bd0685c315d2"),
    );
    const GENERATOR: (Self::Base, Self::Base) = (
        Fp2::new(
            Bn254Base::hex("0x1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"),
            Bn254Base::hex("0x198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"),
        ),
        Fp2::new(
            Bn254Base::hex("0x12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"),
            Bn254Base::hex("0x090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"),
        ),
    );
    const COFACTOR: &'static [u64] =
        &[0x345f_2299_c0f9_fa8d, 0x06ce_ecda_572a_2489, 0xb850_45b6_8181_585e, 0x3064_4e72_e131_a029];
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&ENDOMORPHISM);
    /// `9 / (9 + u) x = 9 / 82 (9 - u) x`. 2M of `Fp`: `B` is `(27 - 3 u) / 82`.
    #[inline(always)]
    fn times_three_b(x: &Self::Base) -> Self::Base {
        let multiple = x.conjugate().mul_by_xi().conjugate().scale(&-Self::B.c1);
        multiple.double() + multiple
    }

    const PSI: Option<&'static Psi<Self>> = Some(&PSI);
}

static ENDOMORPHISM: Endomorphism<Bn254G2> = Endomorphism::new(
    Fp2::new(Bn254Base::CUBE_ROOTS_OF_UNITY[0], Bn254Base::ZERO),
    Bn254Scalar::CUBE_ROOTS_OF_UNITY[0],
);

static PSI: Psi<Bn254G2> = Psi::new(FROBENIUS[2], FROBENIUS[3], Family::Bn, SEED);
