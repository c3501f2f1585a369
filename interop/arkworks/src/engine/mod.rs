//! Groups and pairings for provers that are generic over arkworks' traits: `Groth16<Bn254>`, `KZG10<Bn254, _>` and
//! others compute by Vorpal when the type of the engine is one of this module. Nothing needs a patch.
//!
//! ```
//! # #[cfg(feature = "bn254")] {
//! use ark_ec::pairing::Pairing;
//! use ark_ec::{CurveGroup, PrimeGroup, VariableBaseMSM};
//! use vorpal_arkworks::engine::bn254::{Bn254, Fr, G1Projective, G2Projective};
//!
//! let (p, q) = (G1Projective::generator(), G2Projective::generator());
//! let points = G1Projective::normalize_batch(&[p, p + p]);
//! let sum = G1Projective::msm(&points, &[Fr::from(3), Fr::from(4)]).unwrap();
//! assert_eq!(sum, p * Fr::from(11));
//! assert_eq!(Bn254::pairing(sum, q), Bn254::pairing(p, q) * Fr::from(11));
//! # }
//! ```
//!
//! Scalars, coordinates and elements of the target field are arkworks' own types, so circuits, constants and gadgets
//! fit. Points are new types around arkworks' points ([`Projective`], [`Affine`]), which `From` converts both ways.
//!
//! | Operation | By |
//! |---|---|
//! | sums of multiples (`msm`, `msm_bigint`, `msm_u8`, ..), multiples (`*`, `mul_bigint`, `batch_mul`) | Vorpal |
//! | normalisation (`into_affine`, `normalize_batch`), membership (`check`, `batch_check`) | Vorpal |
//! | Miller loops, prepared lines, final exponentiations | Vorpal |
//! | additions, doublings, encodings, random points, cofactors | arkworks |
//!
//! Encodings, random points and values of pairings are those of arkworks, bit for bit. Coordinates of a
//! [`Projective`] and values of Miller loops may differ, as they are not unique.
//!
//! As in arkworks, time depends on points and scalars, and points are in the prime subgroup. Results for others are
//! unspecified unless an item says otherwise. Unchecked constructors, unchecked decoding and `from_random_bytes` yield
//! them.

mod affine;
mod curves;
mod operators;
mod pairing;
mod prepared;
mod projective;
mod sums;

use ark_ec::CurveConfig;
use ark_ff::{BigInt, PrimeField};
use vorpal_curves::models::weierstrass::{self, WeierstrassCurve};

pub use affine::Affine;
#[cfg(feature = "bls12_377")]
pub use curves::bls12_377;
#[cfg(feature = "bls12_381")]
pub use curves::bls12_381;
#[cfg(feature = "bn254")]
pub use curves::bn254;
pub use pairing::{PairingModel, VorpalPairing};
pub use prepared::{G1Prepared, G2Prepared};
pub use projective::Projective;

use crate::convert::{Counterpart, Curve};

/// The parameters of a curve of arkworks that Vorpal has: every [`Curve`].
pub trait EngineCurve:
    Curve<Vorpal = <Self as EngineCurve>::Model>
    + CurveConfig<
        BaseField: Counterpart<Vorpal = <<Self as EngineCurve>::Model as WeierstrassCurve>::Base>,
        ScalarField: PrimeField<BigInt = BigInt<4>>
                         + Counterpart<Vorpal = <<Self as EngineCurve>::Model as WeierstrassCurve>::Scalar>,
    >
{
    /// The same curve in Vorpal.
    type Model: WeierstrassCurve;
}

impl<P, C> EngineCurve for P
where
    C: WeierstrassCurve,
    P: Curve<Vorpal = C>
        + CurveConfig<
            BaseField: Counterpart<Vorpal = C::Base>,
            ScalarField: PrimeField<BigInt = BigInt<4>> + Counterpart<Vorpal = C::Scalar>,
        >,
{
    type Model = C;
}

/// A point of Vorpal.
type VorpalAffine<P> = weierstrass::Affine<<P as EngineCurve>::Model>;
