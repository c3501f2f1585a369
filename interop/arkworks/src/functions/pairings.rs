//! Pairings.

use alloc::vec::Vec;

use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ff::Zero;
use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::tower::Fp12;
use vorpal_pairing::{Engine, Gt, Pair, miller_loop_vartime};

use crate::convert::Counterpart;

/// A pairing of arkworks that Vorpal has: `Bn254`, `Bls12_381`, `Bls12_377`.
pub trait SamePairing: Pairing {
    /// The product of the values of the Miller loops of all pairs. A pair with infinity has the value one.
    fn vorpal_miller_loop(pairs: &[(Self::G1Affine, Self::G2Affine)]) -> Self::TargetField;

    /// The final exponentiation of a value other than zero.
    fn vorpal_final_exponentiation(value: &Self::TargetField) -> Self::TargetField;
}

/// `e(p, q)`. The points are in G1 and G2; otherwise the result is unspecified.
///
/// ```
/// # #[cfg(feature = "bn254")] {
/// use ark_bn254::{Bn254, G1Affine, G2Affine};
/// use ark_ec::{AffineRepr, pairing::Pairing};
/// let (p, q) = (G1Affine::generator(), G2Affine::generator());
/// assert_eq!(vorpal_arkworks::functions::pairing::<Bn254>(p, q), Bn254::pairing(p, q));
/// # }
/// ```
pub fn pairing<P: SamePairing>(p: impl Into<P::G1Affine>, q: impl Into<P::G2Affine>) -> PairingOutput<P> {
    multi_pairing([p], [q])
}

/// The product of all `e(p, q)`, as a sum in arkworks' notation. The points are in G1 and G2; otherwise the result is
/// unspecified.
///
/// # Panics
/// If the lengths differ.
pub fn multi_pairing<P: SamePairing>(
    p: impl IntoIterator<Item = impl Into<P::G1Affine>>,
    q: impl IntoIterator<Item = impl Into<P::G2Affine>>,
) -> PairingOutput<P> {
    PairingOutput(P::vorpal_final_exponentiation(&multi_miller_loop::<P>(p, q).0))
}

/// The value of the Miller loop of a pair: see [`multi_miller_loop`].
pub fn miller_loop<P: SamePairing>(
    p: impl Into<P::G1Affine>,
    q: impl Into<P::G2Affine>,
) -> MillerLoopOutput<P> {
    multi_miller_loop([p], [q])
}

/// The product of the values of the Miller loops of all pairs.
///
/// It differs from arkworks' by a factor that both final exponentiations remove. So values of both may be multiplied,
/// and either final exponentiation gives the same result.
///
/// # Panics
/// If the lengths differ.
pub fn multi_miller_loop<P: SamePairing>(
    p: impl IntoIterator<Item = impl Into<P::G1Affine>>,
    q: impl IntoIterator<Item = impl Into<P::G2Affine>>,
) -> MillerLoopOutput<P> {
    let p: Vec<_> = p.into_iter().map(Into::into).collect();
    let q: Vec<_> = q.into_iter().map(Into::into).collect();
    assert_eq!(p.len(), q.len(), "as many points of G1 as of G2");
    let pairs: Vec<_> = p.into_iter().zip(q).collect();
    MillerLoopOutput(P::vorpal_miller_loop(&pairs))
}

/// The final exponentiation, `None` for zero. The exponent is arkworks': 3 times that of the definition for BLS12, and
/// `2 x (6 x^2 + 3 x + 1)` times it for BN with the seed `x`.
pub fn final_exponentiation<P: SamePairing>(value: MillerLoopOutput<P>) -> Option<PairingOutput<P>> {
    (!value.0.is_zero()).then(|| PairingOutput(P::vorpal_final_exponentiation(&value.0)))
}

/// Implements [`SamePairing`] by an engine of Vorpal.
#[allow(unused_macros, reason = "used by the features of curves")]
macro_rules! same_pairing {
    ($feature:literal, $ark:path, $engine:path, $limbs:literal) => {
        #[cfg(feature = $feature)]
        impl SamePairing for $ark {
            fn vorpal_miller_loop(pairs: &[(Self::G1Affine, Self::G2Affine)]) -> Self::TargetField {
                miller_loop_of::<Self, $engine, $limbs>(pairs)
            }

            fn vorpal_final_exponentiation(value: &Self::TargetField) -> Self::TargetField {
                exponentiate::<Self, $engine, $limbs>(value)
            }
        }
    };
}

same_pairing!("bn254", ark_bn254::Bn254, vorpal_pairing::bn254::Bn254, 4);
same_pairing!("bls12_381", ark_bls12_381::Bls12_381, vorpal_pairing::bls12_381::Bls12_381, 6);
same_pairing!("bls12_377", ark_bls12_377::Bls12_377, vorpal_pairing::bls12_377::Bls12_377, 6);

fn miller_loop_of<P, E, const N: usize>(pairs: &[(P::G1Affine, P::G2Affine)]) -> P::TargetField
where
    P: Pairing<
            G1Affine: Counterpart<Vorpal = Affine<E::G1>>,
            G2Affine: Counterpart<Vorpal = Affine<E::G2>>,
            TargetField: Counterpart<Vorpal = Fp12<E::Modulus, N>>,
        >,
    E: Engine<N>,
{
    let pairs: Vec<Pair<E, N>> = pairs.iter().map(|(p, q)| (p.to_vorpal(), q.to_vorpal())).collect();
    P::TargetField::from_vorpal(&miller_loop_vartime::<E, N>(&pairs))
}

fn exponentiate<P, E, const N: usize>(value: &P::TargetField) -> P::TargetField
where
    P: Pairing<TargetField: Counterpart<Vorpal = Fp12<E::Modulus, N>>>,
    E: Engine<N>,
{
    P::TargetField::from_vorpal(Gt::<E, N>::of_miller_loop_vartime(&value.to_vorpal()).value())
}
