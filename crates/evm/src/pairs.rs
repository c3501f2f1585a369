//! Products of pairings of points that were read one after another.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_pairing::{Engine, Pair};

use crate::{Error, Group};

/// Whether the product of the pairings is one.
///
/// A failure is the first one of the first pair that has one, as if each point were checked on its own: coordinates,
/// curve and subgroup of the point of G1, then of the point of G2. Clients report that reason. Only after a failure are
/// the points before it checked one after another.
pub(crate) fn product_is_one_vartime<E: Engine<N>, const N: usize>(
    pairs: impl Iterator<Item = (Result<Affine<E::G1>, Error>, Result<Affine<E::G2>, Error>)>,
) -> Result<bool, Error> {
    let mut points: Vec<Pair<E, N>> = Vec::with_capacity(pairs.size_hint().0);
    for (index, pair) in pairs.enumerate() {
        match pair {
            (Ok(p), Ok(q)) => points.push((p, q)),
            (p, q) => {
                check_all::<E, N>(&points)?;
                check(&p?, index, Group::G1)?;
                q?;
            }
        }
    }
    // The only errors of a product are points outside their groups, one of which the check finds.
    vorpal_pairing::product_is_one_vartime::<E, N>(&points)
        .or_else(|_| check_all::<E, N>(&points).and(Err(Error::Proof)))
}

/// All points are in their groups.
fn check_all<E: Engine<N>, const N: usize>(pairs: &[Pair<E, N>]) -> Result<(), Error> {
    for (index, (p, q)) in pairs.iter().enumerate() {
        check(p, index, Group::G1)?;
        check(q, index, Group::G2)?;
    }
    Ok(())
}

fn check<C: WeierstrassCurve>(point: &Affine<C>, index: usize, group: Group) -> Result<(), Error> {
    if point.is_in_subgroup_vartime() { Ok(()) } else { Err(Error::NotInSubgroup { index, group }) }
}
