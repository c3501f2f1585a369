//! The curves of keys, as data.

use core::fmt::Debug;

use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::PrimeField;
use vorpal_fields::primes::{Bls12_381Base, Bls12_381Scalar, Bn254Base, Bn254Scalar};
use vorpal_pairing::bls12_381::Bls12_381;
use vorpal_pairing::bn254::Bn254;
use zeroize::Zeroize;

use crate::Coordinate;

/// A pairing-friendly curve of snarkjs: [`Bn254`] or [`Bls12_381`].
///
/// ```
/// use vorpal_groth16::Curve;
/// use vorpal_pairing::bn254::Bn254;
/// assert_eq!(Bn254::NAME, "bn128");
/// ```
pub trait Curve: Copy + Debug + Eq + Send + Sync + 'static {
    /// The base field of G1.
    type Base: Coordinate<Part = Self::Base> + PrimeField;
    /// The integers modulo the order of the groups.
    type Scalar: Coordinate<Part = Self::Scalar> + PrimeField<Limbs = [u64; 4], Bytes = [u8; 32]> + Zeroize;
    /// The curve of G1.
    type G1: WeierstrassCurve<Base = Self::Base, Scalar = Self::Scalar>;
    /// The curve of G2.
    type G2: WeierstrassCurve<Base: Coordinate<Part = Self::Base>, Scalar = Self::Scalar>;

    /// The name in files of JSON.
    const NAME: &'static str;
    /// The root of unity of order `2^s` for the largest possible `s`, from which snarkjs takes the domains:
    /// `5^((r - 1) / 2^s)`. It differs from [`PrimeField::ROOT_OF_UNITY`] where 5 does not generate the whole
    /// multiplicative group.
    const NON_RESIDUE: u64 = 5;
}

impl Curve for Bn254 {
    type Base = Bn254Base;
    type Scalar = Bn254Scalar;
    type G1 = vorpal_curves::bn254::Bn254G1;
    type G2 = vorpal_curves::bn254::g2::Bn254G2;

    const NAME: &'static str = "bn128";
}

impl Curve for Bls12_381 {
    type Base = Bls12_381Base;
    type Scalar = Bls12_381Scalar;
    type G1 = vorpal_curves::bls12_381::Bls12_381G1;
    type G2 = vorpal_curves::bls12_381::g2::Bls12_381G2;

    const NAME: &'static str = "bls12381";
}
