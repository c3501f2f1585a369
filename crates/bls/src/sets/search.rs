//! The verdict on weighted claims, and the search for the wrong ones by halving.
//!
//! The values of two halves of a range are multiplied to that of the range, and so are the sums of their signatures. So
//! one product tells both halves apart, and only the sum of the signatures of the left half is computed. Ranges consist
//! of whole [parts](super::parts) first, whose values are kept. A value of zero has no quotient: then both halves are
//! computed, so a key of small order that nobody checked hides no other set.

use alloc::vec::Vec;
use core::ops::Range;

use sha2::{Digest, Sha256};
use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_msm::{subgroup_randomised, subgroup_randomised_with};
use vorpal_pairing::bls12_381::Gt;
use vorpal_threads::map;

use super::Claims;
use super::parts::{Ordered, Part};
use crate::variant::{SignaturePoint, Variant};

/// The number of signatures whose membership is checked together. A part with one outside is checked exactly.
const CHECKED_AT_ONCE: usize = 1 << 10;

/// The indices of the claims that are not valid, in any order. `weights` has a weight for each claim.
pub(crate) fn invalid<V: Variant>(
    claims: &Claims<V>,
    weights: impl FnOnce() -> Vec<u128> + Send,
    random: Option<&[u8; 32]>,
) -> Vec<usize> {
    // Neither depends on the other: weights are those of all claims.
    let are_many = claims.len() > 1;
    let (mut wrong, weights) = both(are_many, || outside_subgroup(claims, random), weights);
    wrong.extend((0..claims.len()).filter(|claim| claims.keys[*claim].is_none()));
    wrong.sort_unstable();
    wrong.dedup();
    let others: Vec<usize> = (0..claims.len()).filter(|claim| wrong.binary_search(claim).is_err()).collect();
    if others.is_empty() {
        return wrong;
    }
    let ordered = Ordered::new(claims, &weights, others);
    let (parts, signatures) =
        both(are_many, || ordered.parts(), || ordered.signatures(0..ordered.order.len()));
    let value = ordered.value_of_parts(&parts, &signatures);
    let mut places = Vec::new();
    search_parts(&ordered, &parts, value, &signatures, &mut places);
    wrong.extend(places.into_iter().map(|place| ordered.order[place]));
    wrong
}

/// Both results, on two threads of the pool if they are free and `are_many`. Short work does not wait for the pool.
fn both<A: Send, B: Send>(
    are_many: bool,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    if are_many { vorpal_threads::join(first, second) } else { (first(), second()) }
}

/// The indices of the claims whose signature is not in the subgroup.
fn outside_subgroup<V: Variant>(claims: &Claims<V>, random: Option<&[u8; 32]>) -> Vec<usize> {
    let unknown: Vec<usize> =
        (0..claims.len()).filter(|claim| !claims.signatures[*claim].is_checked()).collect();
    let points: Vec<SignaturePoint<V>> =
        unknown.iter().map(|claim| *claims.signatures[*claim].point()).collect();
    let chunks: Vec<(usize, &[SignaturePoint<V>])> = points.chunks(CHECKED_AT_ONCE).enumerate().collect();
    let outside = map(&chunks, |(number, points)| {
        let passed = match random {
            Some(random) => {
                let number = (*number as u64).to_le_bytes();
                let bits =
                    Sha256::new().chain_update(b"membership").chain_update(random).chain_update(number);
                subgroup_randomised_with(*points, &bits.finalize().into()).is_ok()
            }
            None => subgroup_randomised(*points).is_ok(),
        };
        if passed { Vec::new() } else { Affine::outside_subgroup_vartime(points) }
    });
    let places = outside.into_iter().enumerate();
    places
        .flat_map(|(number, places)| places.into_iter().map(move |place| number * CHECKED_AT_ONCE + place))
        .map(|place| unknown[place])
        .collect()
}

/// Appends the places of wrong claims in these parts, whose claims have this value and this sum of signatures.
fn search_parts<V: Variant>(
    ordered: &Ordered<'_, V>,
    parts: &[Part<V>],
    value: Option<Gt>,
    signatures: &Jacobian<V::SignatureCurve>,
    wrong: &mut Vec<usize>,
) {
    if value == Some(Gt::ONE) {
        return;
    }
    let [first, .., last] = parts else {
        if let [part] = parts {
            search(ordered, part.places.clone(), value, signatures, wrong);
        }
        return;
    };
    let (left, right) = parts.split_at(parts.len() / 2);
    let middle = right[0].places.start;
    debug_assert!(first.places.start < middle && middle < last.places.end);
    let of_left = ordered.signatures(first.places.start..middle);
    let value_of_left = ordered.value_of_parts(left, &of_left);
    search_parts(ordered, left, value_of_left, &of_left, wrong);
    let of_right = difference(signatures, &of_left);
    let value_of_right = quotient(value, value_of_left).or_else(|| ordered.value_of_parts(right, &of_right));
    search_parts(ordered, right, value_of_right, &of_right, wrong);
}

/// As [`search_parts`], for places inside a part.
fn search<V: Variant>(
    ordered: &Ordered<'_, V>,
    places: Range<usize>,
    value: Option<Gt>,
    signatures: &Jacobian<V::SignatureCurve>,
    wrong: &mut Vec<usize>,
) {
    if value == Some(Gt::ONE) {
        return;
    }
    if places.len() <= 1 {
        wrong.extend(places);
        return;
    }
    let middle = places.start + places.len() / 2;
    let of_left = ordered.signatures(places.start..middle);
    let value_of_left = ordered.value(places.start..middle, &of_left);
    search(ordered, places.start..middle, value_of_left, &of_left, wrong);
    let of_right = difference(signatures, &of_left);
    let value_of_right =
        quotient(value, value_of_left).or_else(|| ordered.value(middle..places.end, &of_right));
    search(ordered, middle..places.end, value_of_right, &of_right, wrong);
}

/// `a / b`, unless one of them is no element of GT.
fn quotient(a: Option<Gt>, b: Option<Gt>) -> Option<Gt> {
    Some(a? * b?.inverse())
}

/// `a - b`.
fn difference<C: WeierstrassCurve>(a: &Jacobian<C>, b: &Jacobian<C>) -> Jacobian<C> {
    a.add_vartime(&b.neg())
}
