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
use core::fmt::{self, Debug};
use core::marker::PhantomData;

use vorpal_curves::bls12_377::{Bls12_377G1, g2::Bls12_377G2};
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_fields::Fe;
use vorpal_fields::primes::{Bls12_377ScalarModulus, Bls12_381ScalarModulus, Bn254ScalarModulus};
use vorpal_fields::tower::Fp12;
use vorpal_pairing::bls12_377::Bls12_377;
use vorpal_pairing::bls12_381::Bls12_381;
use vorpal_pairing::bn254::Bn254;
use vorpal_pairing::{Engine, miller_loop_vartime};

pub use target::Target;

use crate::{AffinePoint, Axiom, CurveParameters, FieldParameters};

/// A pairing-friendly curve whose groups have the traits of `group`.
pub trait EngineParameters<const N: usize>: Copy + Debug + Eq + Send + Sync + 'static {
    /// The pairing.
    type Engine: Engine<N, Scalar = Fe<Self::Order, 4>>;
    /// The order of the groups.
    type Order: FieldParameters<4>;
    /// G1.
    type G1: CurveParameters<Curve = <Self::Engine as Engine<N>>::G1, ScalarModulus = Self::Order>;
    /// G2.
    type G2: CurveParameters<Curve = <Self::Engine as Engine<N>>::G2, ScalarModulus = Self::Order>;
}

impl EngineParameters<4> for Bn254 {
    type Engine = Self;
    type Order = Bn254ScalarModulus;
    type G1 = Bn254G1;
    type G2 = Bn254G2;
}

impl EngineParameters<4> for Axiom<Bn254> {
    type Engine = Bn254;
    type Order = Bn254ScalarModulus;
    type G1 = Axiom<Bn254G1>;
    type G2 = Axiom<Bn254G2>;
}

impl EngineParameters<6> for Bls12_381 {
    type Engine = Self;
    type Order = Bls12_381ScalarModulus;
    type G1 = Bls12_381G1;
    type G2 = Bls12_381G2;
}

impl EngineParameters<6> for Bls12_377 {
    type Engine = Self;
    type Order = Bls12_377ScalarModulus;
    type G1 = Bls12_377G1;
    type G2 = Bls12_377G2;
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

/// A point of each group.
type Term<'a, E, const N: usize> =
    (&'a AffinePoint<<E as EngineParameters<N>>::G1>, &'a AffinePoint<<E as EngineParameters<N>>::G2>);

/// A value of a Miller loop, before the final exponentiation. As in `pairing`, the group is written additively.
pub struct MillerValue<E: EngineParameters<N>, const N: usize>(Fp12<<E::Engine as Engine<N>>::Modulus, N>);

impl<E: EngineParameters<N>, const N: usize> MillerValue<E, N> {
    /// The value for no pairs.
    pub const ONE: Self = Self(Fp12::ONE);

    /// The value for no pairs.
    pub const fn one() -> Self {
        Self::ONE
    }

    /// The value for these pairs.
    #[cfg_attr(not(any(feature = "ff013", feature = "ff014")), allow(dead_code, reason = "for the traits"))]
    fn of(terms: &[Term<'_, E, N>]) -> Self {
        let pairs: Vec<_> = terms.iter().map(|(p, q)| (p.0, q.0)).collect();
        Self(miller_loop_vartime::<E::Engine, N>(&pairs))
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
        Self::ONE
    }
}

/// Values for the same pairs are equal. Different values may be the same element of the target group.
impl<E: EngineParameters<N>, const N: usize> PartialEq for MillerValue<E, N> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<E: EngineParameters<N>, const N: usize> Eq for MillerValue<E, N> {}

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
    fn pairing_with_vartime(point: &AffinePoint<Self>, other: &AffinePoint<Self::Other>) -> Self::Result;
}

/// Names the groups of a pairing.
macro_rules! paired {
    ($engine:ty, $limbs:literal, $first:ty, $second:ty) => {
        impl PairedCurve for $first {
            type Other = $second;
            type Result = Target<$engine, $limbs>;

            fn pairing_with_vartime(point: &AffinePoint<Self>, other: &AffinePoint<$second>) -> Self::Result {
                Target::of(point, other)
            }
        }

        impl PairedCurve for $second {
            type Other = $first;
            type Result = Target<$engine, $limbs>;

            fn pairing_with_vartime(point: &AffinePoint<Self>, other: &AffinePoint<$first>) -> Self::Result {
                Target::of(other, point)
            }
        }
    };
}

paired!(Bn254, 4, Bn254G1, Bn254G2);
paired!(Axiom<Bn254>, 4, Axiom<Bn254G1>, Axiom<Bn254G2>);
paired!(Bls12_381, 6, Bls12_381G1, Bls12_381G2);
paired!(Bls12_377, 6, Bls12_377G1, Bls12_377G2);
