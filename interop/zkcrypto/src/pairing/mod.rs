//! Pairings.

// Macros exist after their definition.
#[cfg(any(feature = "ff013", feature = "ff014"))]
#[macro_use]
mod traits;

#[cfg(feature = "ff013")]
mod pairing023;
#[cfg(feature = "ff014")]
mod pairing024;
mod target;

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use vorpal_curves::bls12_377::{Bls12_377G1, g2::Bls12_377G2};
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::Fe;
use vorpal_fields::primes::{Bls12_377ScalarModulus, Bls12_381ScalarModulus, Bn254ScalarModulus};
use vorpal_fields::tower::Fp12;
use vorpal_pairing::bls12_377::Bls12_377;
use vorpal_pairing::bls12_381::Bls12_381;
use vorpal_pairing::bn254::Bn254;
use vorpal_pairing::{miller_loop_vartime, pairing_vartime};

pub use target::Target;

use crate::{AffinePoint, CurveParameters, FieldParameters};

/// A pairing-friendly curve whose groups have the traits of `group`.
pub trait EngineParameters<const N: usize>:
    vorpal_pairing::Engine<
        N,
        Modulus: FieldParameters<N>,
        Scalar = Fe<<Self as EngineParameters<N>>::Order, 4>,
        G1: CurveParameters<ScalarModulus = <Self as EngineParameters<N>>::Order>,
        G2: CurveParameters<ScalarModulus = <Self as EngineParameters<N>>::Order>,
    >
{
    /// The order of the groups.
    type Order: FieldParameters<4>;
}

impl EngineParameters<4> for Bn254 {
    type Order = Bn254ScalarModulus;
}

impl EngineParameters<6> for Bls12_381 {
    type Order = Bls12_381ScalarModulus;
}

impl EngineParameters<6> for Bls12_377 {
    type Order = Bls12_377ScalarModulus;
}

/// The pairing of a curve, with the traits of `pairing`. Points are public: pairings take variable time.
pub struct Pairing<E, const N: usize>(PhantomData<fn() -> E>);

impl<E, const N: usize> Clone for Pairing<E, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, const N: usize> Copy for Pairing<E, N> {}

impl<E, const N: usize> fmt::Debug for Pairing<E, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pairing")
    }
}

/// A value of a Miller loop, before the final exponentiation. As in `pairing`, the group is written additively.
pub struct MillerValue<E: EngineParameters<N>, const N: usize>(Fp12<E::Modulus, N>);

impl<E: EngineParameters<N>, const N: usize> MillerValue<E, N> {
    /// The value for these pairs.
    #[cfg_attr(not(any(feature = "ff013", feature = "ff014")), allow(dead_code, reason = "for the traits"))]
    fn of(terms: &[(&AffinePoint<E::G1>, &AffinePoint<E::G2>)]) -> Self {
        let pairs: Vec<_> = terms.iter().map(|(p, q)| (p.0, q.0)).collect();
        Self(miller_loop_vartime::<E, N>(&pairs))
    }

    /// The element of the target group.
    #[cfg_attr(not(any(feature = "ff013", feature = "ff014")), allow(dead_code, reason = "for the traits"))]
    fn exponentiate(&self) -> Target<E, N> {
        Target(vorpal_pairing::Gt::of_miller_loop_vartime(&self.0))
    }
}

impl<E: EngineParameters<N>, const N: usize> Clone for MillerValue<E, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: EngineParameters<N>, const N: usize> Copy for MillerValue<E, N> {}

impl<E: EngineParameters<N>, const N: usize> Default for MillerValue<E, N> {
    /// The value for no pairs.
    fn default() -> Self {
        Self(Fp12::ONE)
    }
}

impl<E: EngineParameters<N>, const N: usize> fmt::Debug for MillerValue<E, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MillerValue").field(&self.0).finish()
    }
}

binary_and_assign!([E: EngineParameters<N>, const N: usize] MillerValue<E, N>, MillerValue<E, N>,
    Add add, AddAssign add_assign,
    |a: &MillerValue<E, N>, b: &MillerValue<E, N>| MillerValue(Fp12::mul(&a.0, &b.0)));

/// A group of a pairing-friendly curve with the other one: `pairing` asks a point for both.
pub trait PairedCurve: CurveParameters {
    /// The curve of the other group.
    type Other: PairedCurve<Other = Self, Result = Self::Result>;
    /// An element of the target group.
    type Result: Copy;

    /// The pairing of a point with one of the other group. Variable time.
    fn pairing_with_vartime(point: &Affine<Self>, other: &Affine<Self::Other>) -> Self::Result;
}

/// Names the groups of a pairing.
macro_rules! paired {
    ($engine:ty, $limbs:literal, $first:ty, $second:ty) => {
        impl PairedCurve for $first {
            type Other = $second;
            type Result = Target<$engine, $limbs>;

            fn pairing_with_vartime(point: &Affine<Self>, other: &Affine<$second>) -> Self::Result {
                Target(pairing_vartime::<$engine, $limbs>(point, other))
            }
        }

        impl PairedCurve for $second {
            type Other = $first;
            type Result = Target<$engine, $limbs>;

            fn pairing_with_vartime(point: &Affine<Self>, other: &Affine<$first>) -> Self::Result {
                Target(pairing_vartime::<$engine, $limbs>(other, point))
            }
        }
    };
}

paired!(Bn254, 4, Bn254G1, Bn254G2);
paired!(Bls12_381, 6, Bls12_381G1, Bls12_381G2);
paired!(Bls12_377, 6, Bls12_377G1, Bls12_377G2);
