//! Pairings.

use core::fmt;
use core::marker::PhantomData;

use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::short_weierstrass as sw;
use ark_ff::{BigInt, Field, PrimeField, Zero};
use vorpal_fields::Fe;
use vorpal_fields::tower::Fp12;
use vorpal_pairing::{Engine, Gt, Pair, PreparedG2, miller_loop_prepared_vartime};

use super::{Affine, EngineCurve, G1Prepared, G2Prepared, Projective};
use crate::convert::Counterpart;

/// An engine of arkworks whose pairing Vorpal has. `N` is the number of limbs of the base field.
pub trait PairingModel<const N: usize>:
    Pairing<
        G1 = sw::Projective<Self::Curve1>,
        G1Affine = sw::Affine<Self::Curve1>,
        G2 = sw::Projective<Self::Curve2>,
        G2Affine = sw::Affine<Self::Curve2>,
        BaseField: Counterpart<Vorpal = Fe<<Self::Model as Engine<N>>::Modulus, N>>,
        ScalarField: PrimeField<BigInt = BigInt<4>>
                         + Counterpart<Vorpal = <Self::Model as Engine<N>>::Scalar>,
        TargetField: Counterpart<Vorpal = Fp12<<Self::Model as Engine<N>>::Modulus, N>>,
    >
{
    /// The pairing of Vorpal.
    type Model: Engine<N>;
    /// The curve of G1.
    type Curve1: EngineCurve<
            Model = <Self::Model as Engine<N>>::G1,
            BaseField = <Self as Pairing>::BaseField,
            ScalarField = <Self as Pairing>::ScalarField,
        >;
    /// The curve of G2.
    type Curve2: EngineCurve<
            Model = <Self::Model as Engine<N>>::G2,
            BaseField: Field<BasePrimeField = <Self as Pairing>::BaseField>,
            ScalarField = <Self as Pairing>::ScalarField,
        >;

    /// The point with these lines, `None` if no point of the curve has them.
    fn point_of_lines(prepared: &Self::G2Prepared) -> Option<sw::Affine<Self::Curve2>>;
}

/// The pairing of arkworks' engine `A`, computed by Vorpal.
///
/// Values of Miller loops differ from those of arkworks by factors that the final exponentiation removes. Values of
/// pairings are the same: both libraries compute the same power. Time depends on the points.
pub struct VorpalPairing<A, const N: usize>(PhantomData<fn() -> A>);

impl<A, const N: usize> Clone for VorpalPairing<A, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, const N: usize> Copy for VorpalPairing<A, N> {}

impl<A, const N: usize> fmt::Debug for VorpalPairing<A, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VorpalPairing")
    }
}

impl<A, const N: usize> PartialEq for VorpalPairing<A, N> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<A, const N: usize> Eq for VorpalPairing<A, N> {}

impl<A, const N: usize> core::hash::Hash for VorpalPairing<A, N> {
    fn hash<H: core::hash::Hasher>(&self, _: &mut H) {}
}

impl<A: PairingModel<N>, const N: usize> Pairing for VorpalPairing<A, N> {
    type BaseField = A::BaseField;
    type ScalarField = A::ScalarField;
    type G1 = Projective<A::Curve1>;
    type G1Affine = Affine<A::Curve1>;
    type G1Prepared = G1Prepared<A::Curve1>;
    type G2 = Projective<A::Curve2>;
    type G2Affine = Affine<A::Curve2>;
    type G2Prepared = G2Prepared<A, N>;
    type TargetField = A::TargetField;

    /// One loop for all pairs. With feature `parallel`, the threads of the caller's rayon pool share many pairs.
    ///
    /// # Panics
    /// If the numbers of points differ, as in arkworks.
    fn multi_miller_loop(
        a: impl IntoIterator<Item = impl Into<Self::G1Prepared>>,
        b: impl IntoIterator<Item = impl Into<Self::G2Prepared>>,
    ) -> MillerLoopOutput<Self> {
        let a: Vec<Self::G1Prepared> = a.into_iter().map(Into::into).collect();
        let b: Vec<Self::G2Prepared> = b.into_iter().map(Into::into).collect();
        assert!(a.len() == b.len(), "as many points of G1 as of G2");
        let value = miller_loops::<A, N>(&a, &b);
        MillerLoopOutput(A::TargetField::from_vorpal(&value))
    }

    /// `None` for zero.
    fn final_exponentiation(mlo: MillerLoopOutput<Self>) -> Option<PairingOutput<Self>> {
        if mlo.0.is_zero() {
            return None;
        }
        let value = Gt::<A::Model, N>::of_miller_loop_vartime(&mlo.0.to_vorpal());
        Some(PairingOutput(A::TargetField::from_vorpal(value.value())))
    }
}

/// An element of the field that hosts the target group.
type Target<A, const N: usize> = Fp12<<<A as PairingModel<N>>::Model as Engine<N>>::Modulus, N>;

/// The product of the values of all loops, on one thread.
fn miller_loop<A: PairingModel<N>, const N: usize>(
    a: &[G1Prepared<A::Curve1>],
    b: &[G2Prepared<A, N>],
) -> Target<A, N> {
    let mut pairs: Vec<Pair<A::Model, N>> = Vec::with_capacity(a.len());
    let mut prepared: Vec<(_, &PreparedG2<A::Model, N>)> = Vec::with_capacity(a.len());
    for (p, q) in a.iter().zip(b) {
        match q.shared_lines() {
            Some(lines) => prepared.push((p.0.to_vorpal(), lines)),
            None => pairs.push((p.0.to_vorpal(), q.point().to_vorpal())),
        }
    }
    miller_loop_prepared_vartime::<A::Model, N>(&pairs, &prepared)
}

#[cfg(not(feature = "parallel"))]
fn miller_loops<A: PairingModel<N>, const N: usize>(
    a: &[G1Prepared<A::Curve1>],
    b: &[G2Prepared<A, N>],
) -> Target<A, N> {
    miller_loop::<A, N>(a, b)
}

/// The least number of pairs of a thread: fewer lose more by their own squares than they gain.
#[cfg(feature = "parallel")]
const PAIRS_PER_THREAD: usize = 4;

#[cfg(feature = "parallel")]
fn miller_loops<A: PairingModel<N>, const N: usize>(
    a: &[G1Prepared<A::Curve1>],
    b: &[G2Prepared<A, N>],
) -> Target<A, N> {
    use rayon::prelude::*;

    let chunk = a.len().div_ceil(rayon::current_num_threads()).max(PAIRS_PER_THREAD);
    if a.len() <= chunk {
        return miller_loop::<A, N>(a, b);
    }
    a.par_chunks(chunk)
        .zip(b.par_chunks(chunk))
        .map(|(a, b)| miller_loop::<A, N>(a, b))
        .reduce(|| Fp12::ONE, |first, second| first.mul(&second))
}
