//! The traits of `halo2curves` and its fork `halo2curves-axiom`.

// Macros exist after their definition.
#[macro_use]
mod traits;

#[cfg(feature = "halo2curves_axiom07")]
mod axiom07;
#[cfg(feature = "halo2curves_axiom07")]
mod axiom_hash;
#[cfg(feature = "halo2curves010")]
mod curves010;
mod endomorphism;
mod raw;

use alloc::boxed::Box;
use alloc::vec::Vec;

use sha2::Sha256;
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_curves::hashing::{HashableCurve, Hasher, Xmd};
use vorpal_curves::models::weierstrass::{LinearTerm, Projective, WeierstrassCurve};
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::Field;

use crate::point::Base;
use crate::{Axiom, CurveParameters, Point};

/// A curve with the names that `halo2curves` gives it.
pub trait Halo2Curve:
    CurveParameters<Coordinate: ff013::WithSmallOrderMulGroup<3> + Ord, Curve: HashableCurve>
{
    /// `CurveExt::CURVE_ID`.
    const NAME: &'static str;
    /// The suite of RFC 9380: the end of the domain separation tag of `CurveExt::hash_to_curve`.
    const SUITE: &'static str;

    /// The coefficient `a`.
    fn linear_coefficient() -> Self::Coordinate {
        match Self::Curve::A {
            LinearTerm::Zero => Base::<Self>::ZERO.into(),
            LinearTerm::MinusThree => (-Base::<Self>::from(3)).into(),
        }
    }

    /// The hash to the curve with this prefix in `halo2curves-axiom`: by default the suite, where that crate has none.
    #[cfg(feature = "halo2curves_axiom07")]
    #[must_use]
    fn axiom_hash(prefix: &str) -> Hash<'_, Self> {
        hash_to_curve(prefix)
    }
}

impl Halo2Curve for Bn254G1 {
    const NAME: &'static str = "bn256_g1";
    const SUITE: &'static str = "BN254G1_XMD:SHA-256_SVDW_RO_";

    #[cfg(feature = "halo2curves_axiom07")]
    fn axiom_hash(prefix: &str) -> Hash<'_, Self> {
        axiom_hash::by_blake2b::<Self, Self>(prefix, "SVDW")
    }
}

impl Halo2Curve for Bn254G2 {
    const NAME: &'static str = "bn256_g2";
    const SUITE: &'static str = "BN254G2_XMD:SHA-256_SVDW_RO_";
}

impl Halo2Curve for Bls12_381G1 {
    const NAME: &'static str = "bls12381_g1";
    const SUITE: &'static str = "BLS12381G1_XMD:SHA-256_SSWU_RO_";

    #[cfg(feature = "halo2curves_axiom07")]
    fn axiom_hash(prefix: &str) -> Hash<'_, Self> {
        axiom_hash::without_suite(prefix)
    }
}

impl Halo2Curve for Bls12_381G2 {
    const NAME: &'static str = "bls12381_g2";
    const SUITE: &'static str = "BLS12381G2_XMD:SHA-256_SSWU_RO_";

    #[cfg(feature = "halo2curves_axiom07")]
    fn axiom_hash(prefix: &str) -> Hash<'_, Self> {
        axiom_hash::without_suite(prefix)
    }
}

impl Halo2Curve for Secp256k1 {
    const NAME: &'static str = "secp256k1";
    const SUITE: &'static str = "secp256k1_XMD:SHA-256_SSWU_RO_";

    #[cfg(feature = "halo2curves_axiom07")]
    fn axiom_hash(prefix: &str) -> Hash<'_, Self> {
        axiom_hash::by_blake2b::<Self, axiom_hash::Secp256k1BySvdw>(prefix, "SVDW")
    }
}

impl Halo2Curve for P256 {
    const NAME: &'static str = "secp256r1";
    const SUITE: &'static str = "P256_XMD:SHA-256_SSWU_RO_";

    #[cfg(feature = "halo2curves_axiom07")]
    fn axiom_hash(prefix: &str) -> Hash<'_, Self> {
        axiom_hash::by_blake2b::<Self, Self>(prefix, "SSWU")
    }
}

impl<C> Halo2Curve for Axiom<C>
where
    C: Halo2Curve,
    Self: CurveParameters<Curve = C::Curve, Coordinate = C::Coordinate>,
{
    const NAME: &'static str = C::NAME;
    const SUITE: &'static str = C::SUITE;

    #[cfg(feature = "halo2curves_axiom07")]
    fn axiom_hash(prefix: &str) -> Hash<'_, Self> {
        let hash = C::axiom_hash(prefix);
        Box::new(move |message| Point(hash(message).0))
    }
}

/// A hash to a curve.
type Hash<'a, C> = Box<dyn Fn(&[u8]) -> Point<C> + 'a>;

/// The hash to the curve with the tag that consists of the prefix and the suite. Constant time.
fn hash_to_curve<'a, C: Halo2Curve>(prefix: &str) -> Hash<'a, C> {
    hash_with_tag(&[prefix.as_bytes(), C::SUITE.as_bytes()].concat())
}

/// The hash to the curve with a tag, by SHA-256. Constant time.
///
/// # Panics
/// If the tag is empty.
fn hash_with_tag<'a, C: Halo2Curve>(tag: &[u8]) -> Hash<'a, C> {
    // SHA-256 yields enough bytes for every curve here.
    let hasher = Hasher::<C::Curve, Xmd<Sha256>>::new(tag).expect("RFC 9380 forbids an empty tag");
    Box::new(move |message| Point(Projective::from_affine(&hasher.hash_to_curve(message))))
}
