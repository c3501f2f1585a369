//! The claims of a batch in the order of their messages, in parts whose values are kept for the search.
//!
//! The value of a part consists of pairs of a weighted sum of keys and a hash. Where a part has all claims of its
//! messages, it is kept as the value of their Miller loops. A message with many claims is divided into several parts;
//! of these the sum of the keys is kept, so that one Miller loop serves all parts of a range.

use alloc::vec::Vec;
use core::ops::Range;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_msm::{MsmScalar, msm_vartime};
use vorpal_pairing::bls12_381::Gt;
use vorpal_threads::map;

use super::Claims;
use super::multiples::multiples_vartime;
use crate::variant::{KeyPoint, MillerValue, SignaturePoint, Variant};

/// The bounds of the number of claims of a part.
const SMALLEST: usize = 16;
const LARGEST: usize = 64;
/// The number of parts that a small batch has about.
const PARTS: usize = 8;

/// Claims in the order of their messages, with their weights.
pub(super) struct Ordered<'a, V: Variant> {
    claims: &'a Claims<V>,
    weights: &'a [u128],
    /// The claims that are verified, by message.
    pub(super) order: Vec<usize>,
}

/// A part of the order.
pub(super) struct Part<V: Variant> {
    /// The places in the order.
    pub(super) places: Range<usize>,
    value: Value<V>,
}

/// What is kept of a part.
#[allow(clippy::large_enum_variant, reason = "most parts have the larger variant")]
enum Value<V: Variant> {
    /// The product of the Miller loops of all its messages. No other part has claims of these.
    Loops(MillerValue),
    /// The hash of its only message, and the weighted sum of the keys.
    Keys(usize, KeyPoint<V>),
}

impl<'a, V: Variant> Ordered<'a, V> {
    /// The claims at these indices, each with a key and a signature in the subgroup.
    pub(super) fn new(claims: &'a Claims<V>, weights: &'a [u128], mut order: Vec<usize>) -> Self {
        order.sort_by_key(|claim| claims.groups[*claim]);
        Self { claims, weights, order }
    }

    /// All parts, in order.
    pub(super) fn parts(&self) -> Vec<Part<V>> {
        map(&self.division(), |(places, is_whole)| {
            let places = places.clone();
            let pairs = self.pairs(places.clone());
            let value = match &pairs[..] {
                [(key, _)] if !is_whole => Value::Keys(self.group(places.start), *key),
                _ => Value::Loops(V::miller_loop_vartime(&pairs, &SignaturePoint::<V>::IDENTITY)),
            };
            Part { places, value }
        })
    }

    /// The places of each part, and whether it has all claims of its messages.
    fn division(&self) -> Vec<(Range<usize>, bool)> {
        let size = (self.order.len() / PARTS).clamp(SMALLEST, LARGEST);
        let mut parts: Vec<(Range<usize>, bool)> = Vec::new();
        let (mut start, mut end) = (0, 0);
        let groups = self.order.chunk_by(|a, b| self.claims.groups[*a] == self.claims.groups[*b]);
        for group in groups {
            if group.len() > size {
                if start < end {
                    parts.push((start..end, true));
                }
                let stop = end + group.len();
                parts.extend((end..stop).step_by(size).map(|first| (first..stop.min(first + size), false)));
                (start, end) = (stop, stop);
                continue;
            }
            end += group.len();
            if end - start >= size {
                parts.push((start..end, true));
                start = end;
            }
        }
        if start < end {
            parts.push((start..end, true));
        }
        parts
    }

    /// The index of the hash at a place.
    fn group(&self, place: usize) -> usize {
        self.claims.groups[self.order[place]]
    }

    /// The weighted sum of the signatures at these places.
    pub(super) fn signatures(&self, places: Range<usize>) -> Jacobian<V::SignatureCurve> {
        let claims = &self.order[places];
        let points: Vec<_> = claims.iter().map(|claim| *self.claims.signatures[*claim].point()).collect();
        sum(&points, &self.weights_of(claims))
    }

    fn weights_of(&self, claims: &[usize]) -> Vec<u128> {
        claims.iter().map(|claim| self.weights[*claim]).collect()
    }

    /// The weighted sum of the keys of each message at these places, and the hash of the message. Keys that are alone
    /// are multiplied side by side.
    fn pairs(&self, places: Range<usize>) -> Vec<(KeyPoint<V>, SignaturePoint<V>)> {
        let groups = self.order[places].chunk_by(|a, b| self.claims.groups[*a] == self.claims.groups[*b]);
        let (mut sums, mut hashes) = (Vec::new(), Vec::new());
        let (mut alone, mut weights, mut spots) = (Vec::new(), Vec::new(), Vec::new());
        for claims in groups {
            let keys = claims.iter().filter_map(|claim| self.claims.keys[*claim]);
            let points: Vec<KeyPoint<V>> = keys.map(|key| *key.point()).collect();
            if let [point] = points[..] {
                alone.push(point);
                weights.extend(self.weights_of(claims));
                spots.push(sums.len());
                sums.push(Jacobian::IDENTITY);
            } else {
                sums.push(sum(&points, &self.weights_of(claims)));
            }
            hashes.push(self.claims.hashes[self.claims.groups[claims[0]]]);
        }
        for (spot, product) in spots.into_iter().zip(multiples_vartime(&alone, &weights)) {
            sums[spot] = product;
        }
        Jacobian::normalise_batch(&sums).into_iter().zip(hashes).collect()
    }

    /// The value of the claims at these places, given the weighted sum of their signatures: one if all are valid, and
    /// `None` as in [`value_of_loops`].
    pub(super) fn value(&self, places: Range<usize>, signatures: &Jacobian<V::SignatureCurve>) -> Option<Gt> {
        let pairs = self.pairs(places);
        value_of_loops(&V::miller_loop_vartime(&pairs, &signatures.to_affine_vartime()))
    }

    /// The value of these parts, as [`value`](Self::value), from what is kept of them.
    pub(super) fn value_of_parts(
        &self,
        parts: &[Part<V>],
        signatures: &Jacobian<V::SignatureCurve>,
    ) -> Option<Gt> {
        let mut sums: Vec<(usize, Jacobian<V::KeyCurve>)> = Vec::new();
        let mut loops: Option<MillerValue> = None;
        for part in parts {
            match &part.value {
                Value::Loops(value) => {
                    loops = Some(loops.map_or(*value, |product| product.mul(value)));
                }
                Value::Keys(group, key) => match sums.last_mut() {
                    Some((last, sum)) if last == group => *sum = sum.add_affine_vartime(key),
                    _ => sums.push((*group, Jacobian::from_affine(key))),
                },
            }
        }
        let (groups, sums): (Vec<usize>, Vec<Jacobian<V::KeyCurve>>) = sums.into_iter().unzip();
        let hashes = groups.iter().map(|group| self.claims.hashes[*group]);
        let pairs: Vec<_> = Jacobian::normalise_batch(&sums).into_iter().zip(hashes).collect();
        let value = V::miller_loop_vartime(&pairs, &signatures.to_affine_vartime());
        value_of_loops(&loops.map_or(value, |loops| loops.mul(&value)))
    }
}

/// The value of a product of Miller loops. It is `None` for zero, as lines of points of small order are: keys that
/// nobody checked. Zero has no inverse, so it tells nothing about the other half of a range.
fn value_of_loops(loops: &MillerValue) -> Option<Gt> {
    (*loops != MillerValue::ZERO).then(|| Gt::of_miller_loop_vartime(loops))
}

/// The weighted sum of points of the subgroup.
fn sum<C: WeierstrassCurve, S: MsmScalar<C>>(points: &[Affine<C>], weights: &[S]) -> Jacobian<C> {
    msm_vartime(&Subgroup::unchecked(points), weights).expect("a weight for each point")
}
