//! Pairings and products of pairings.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Subgroup};
use vorpal_fields::tower::Fp12;

use crate::line_product::LineProduct;
use crate::miller::{self, Multiple};
use crate::residues::{Residues, membership};
use crate::towers::Towers;
use crate::{Engine, Error, Gt, Pair, PreparedG2};

/// `e(p, q)`. Time depends on the points.
///
/// The points are in G1 and G2; otherwise the result is unspecified. For points from outside use
/// [`multi_pairing_checked_vartime`].
pub fn pairing_vartime<E: Engine<N>, const N: usize>(p: &Affine<E::G1>, q: &Affine<E::G2>) -> Gt<E, N> {
    multi_pairing_vartime(&[(*p, *q)])
}

/// The product of all `e(p, q)`, one for no pairs. Time depends on the points.
///
/// The points are in G1 and G2; otherwise the result is unspecified. For points from outside use
/// [`multi_pairing_checked_vartime`].
pub fn multi_pairing_vartime<E: Engine<N>, const N: usize>(pairs: &[Pair<E, N>]) -> Gt<E, N> {
    Gt::of_miller_loop_vartime(&miller_loop_vartime::<E, N>(pairs))
}

/// The product of all `e(p, q)` with prepared points of G2. Time depends on the points.
///
/// The points `p` are in G1; otherwise the result is unspecified.
pub fn multi_pairing_prepared_vartime<E: Engine<N>, const N: usize>(
    pairs: &[(Affine<E::G1>, &PreparedG2<E, N>)],
) -> Gt<E, N> {
    Gt::of_miller_loop_vartime(&miller_loop_prepared_vartime::<E, N>(&[], pairs))
}

/// The product of all `e(p, q)`, for any points of the curves. The points of G2 are checked for membership by the
/// Miller loop. Time depends on the points.
///
/// # Errors
/// [`Error::OutsideG1`] or [`Error::OutsideG2`] with the index of the first pair with such a point. A point of G1 is
/// reported before those of G2.
///
/// ```
/// use vorpal_curves::bls12_381::{self as g1, g2};
/// use vorpal_fields::tower::Fp2;
/// use vorpal_pairing::Error;
/// use vorpal_pairing::bls12_381::product_checked;
/// let (p, q) = (g1::Affine::GENERATOR, g2::Affine::GENERATOR);
/// let outside = (1..9u64).find_map(|x| g2::Affine::lift_x_vartime(x.into())).unwrap().0;
/// let pairs = [(p, q), (p, outside)];
/// assert_eq!(product_checked(&pairs), Err(Error::OutsideG2 { index: 1 }));
/// ```
pub fn multi_pairing_checked_vartime<E: Engine<N>, const N: usize>(
    pairs: &[Pair<E, N>],
) -> Result<Gt<E, N>, Error> {
    let left: Vec<_> = pairs.iter().map(|(p, _)| *p).collect();
    if let Some(index) = outside_g1_vartime::<E, N>(&left) {
        return Err(Error::OutsideG1 { index });
    }
    let running = Running::<E, N>::of(pairs);
    let (value, multiples) = running.miller_loop(&[]);
    let mut ends = multiples.iter().zip(&running.right);
    for (index, (p, q)) in pairs.iter().enumerate() {
        let inside = if q.is_identity_vartime() {
            true
        } else if p.is_identity_vartime() {
            q.is_in_subgroup_vartime()
        } else {
            ends.next().is_some_and(|(multiple, q)| miller::is_in_g2(q, multiple))
        };
        if !inside {
            return Err(Error::OutsideG2 { index });
        }
    }
    Ok(Gt::of_miller_loop_vartime(&value))
}

/// The index of the first point outside G1.
fn outside_g1_vartime<E: Engine<N>, const N: usize>(points: &[Affine<E::G1>]) -> Option<usize> {
    if membership::pays_for::<E, N>(points.len())
        && let Some(residues) = Residues::<E, N>::active()
    {
        return residues.outside_g1_vartime(points);
    }
    match Subgroup::new(points) {
        Err(vorpal_curves::Error::OutsideSubgroup { index }) => Some(index),
        _ => None,
    }
}

/// Whether the product of all `e(p, q)` is one, for any points of the curves, as
/// [`multi_pairing_checked_vartime`].
///
/// # Errors
/// As [`multi_pairing_checked_vartime`].
pub fn product_is_one_vartime<E: Engine<N>, const N: usize>(pairs: &[Pair<E, N>]) -> Result<bool, Error> {
    Ok(multi_pairing_checked_vartime::<E, N>(pairs)? == Gt::ONE)
}

/// The product of the values of all Miller loops, up to factors that the final exponentiation removes:
/// [`Gt::of_miller_loop_vartime`]. Products of such values are values of the joined lists of pairs.
///
/// The points are in G1 and G2.
pub fn miller_loop_vartime<E: Engine<N>, const N: usize>(pairs: &[Pair<E, N>]) -> Fp12<E::Modulus, N> {
    miller_loop_prepared_vartime::<E, N>(pairs, &[])
}

/// As [`miller_loop_vartime`], with the loops of pairs whose points of G2 are prepared besides: all share the squares.
///
/// The points are in G1 and G2.
///
/// ```
/// use vorpal_curves::bn254::{Affine, g2};
/// use vorpal_pairing::bn254::{Bn254, Gt, PreparedG2};
/// use vorpal_pairing::miller_loop_prepared_vartime;
/// let (p, q) = (Affine::GENERATOR, g2::Affine::GENERATOR);
/// let lines = PreparedG2::new(&q)?;
/// let value = miller_loop_prepared_vartime::<Bn254, 4>(&[(p, q)], &[(-p, &lines)]);
/// assert_eq!(Gt::of_miller_loop_vartime(&value), Gt::ONE);
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
pub fn miller_loop_prepared_vartime<E: Engine<N>, const N: usize>(
    pairs: &[Pair<E, N>],
    prepared: &[(Affine<E::G1>, &PreparedG2<E, N>)],
) -> Fp12<E::Modulus, N> {
    let running = Running::<E, N>::of(pairs);
    let prepared: Vec<_> =
        prepared.iter().filter(|(p, q)| !p.is_identity_vartime() && !q.is_identity()).copied().collect();
    running.miller_loop(&prepared).0
}

/// The points of the pairs without infinity: only these have lines.
struct Running<E: Engine<N>, const N: usize> {
    left: Vec<Affine<E::G1>>,
    right: Vec<Affine<E::G2>>,
}

impl<E: Engine<N>, const N: usize> Running<E, N> {
    fn of(pairs: &[Pair<E, N>]) -> Self {
        let running = pairs.iter().filter(|(p, q)| !p.is_identity_vartime() && !q.is_identity_vartime());
        let (left, right) = running.copied().unzip();
        Self { left, right }
    }

    /// The product of the lines of these pairs and of prepared points other than infinity, and the final multiples.
    fn miller_loop(
        &self,
        prepared: &[(Affine<E::G1>, &PreparedG2<E, N>)],
    ) -> (Fp12<E::Modulus, N>, Vec<Multiple<E, N>>) {
        if self.left.is_empty() && prepared.is_empty() {
            return (Fp12::ONE, Vec::new());
        }
        if let Some(residues) = Residues::<E, N>::active() {
            return residues.miller_loop(&self.left, &self.right, prepared);
        }
        let mut value = LineProduct::<E, N>::new(&self.left, prepared);
        let multiples = miller::run(&Towers::NEW, &self.right, &mut value);
        (value.into_inner(), multiples)
    }
}
