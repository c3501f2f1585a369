//! Many keys, messages and signatures at once.
//!
//! The equation is `e(sum of w_i S_i, -G) prod of e(w_i K_i, H(m_i)) = 1` for keys in G1, with weights `w_i` that the
//! caller chose, or without weights. Pairings are bilinear, so keys of one message are added before the Miller loop,
//! and each message is hashed once. For keys in G2, weights multiply the hashes, which are in G1, and hashes of one key
//! are added. The value of the product is the same in every grouping, for keys and signatures of the subgroups.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use vorpal_curves::PointFormat;
use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_msm::PointLists;

use crate::BLST_ERROR;
use crate::group::{Coordinate, Point, Sum, outside_vartime};
use crate::hashing::Hash;
use crate::products::{Pair, is_one_vartime};
use crate::sums::{sum_vartime, weighted_vartime};
use crate::threads::map;
use crate::variant::Variant;

/// The number of messages that a thread hashes at a time: two rows of lanes.
const HASHED_AT_ONCE: usize = 32;
/// The number of weighted sums that a thread computes at a time.
const SUMMED_AT_ONCE: usize = 16;

/// A key for each message, and the signatures: one for all of them, or one each.
pub(crate) struct Claims<'a, V: Variant> {
    pub(crate) keys: Vec<Point<V::Key>>,
    pub(crate) messages: &'a [&'a [u8]],
    pub(crate) signatures: Vec<Point<V::Signature>>,
    /// The weights of all signatures, if there are any: limbs, least significant first.
    pub(crate) weights: Option<Vec<Vec<u64>>>,
    /// Whether messages are hashed, or encoded at half the cost.
    pub(crate) random_oracle: bool,
}

/// Which points are checked to be in the subgroup. Keys are never infinity.
#[derive(Clone, Copy)]
pub(crate) struct Checks {
    pub(crate) keys: bool,
    pub(crate) signatures: bool,
}

impl<V: Variant> Claims<'_, V> {
    /// That the equation holds, or the error of the first claim with one. Time depends on everything.
    pub(crate) fn verify_vartime(&self, tag: &[u8], checks: Checks) -> Result<(), BLST_ERROR> {
        self.check_vartime(checks)?;
        let hash = Hash::<V::Signature>::new(tag);
        let weights = self.weights.as_deref();
        let pairs = pairs_vartime::<V>(&hash, self.random_oracle, &self.keys, self.messages, weights);
        let signature = match &self.weights {
            Some(weights) => {
                let weights: Vec<&[u64]> = weights.iter().map(Vec::as_slice).collect();
                weighted_vartime::<V::Signature>(&self.signatures, &weights)
            }
            None => sum_vartime::<V::Signature>(&self.signatures),
        };
        let product = V::loops_vartime(pairs, &signature.to_affine_vartime());
        if is_one_vartime(&product) { Ok(()) } else { Err(BLST_ERROR::BLST_VERIFY_FAIL) }
    }

    /// The checks in the order of the claims, and of each claim: its signature, infinity of its key, its key.
    fn check_vartime(&self, checks: Checks) -> Result<(), BLST_ERROR> {
        let first = |outside: Vec<usize>, rank: u8| {
            Some((*outside.first()?, rank, BLST_ERROR::BLST_POINT_NOT_IN_GROUP))
        };
        let signature =
            checks.signatures.then(|| first(outside_vartime::<V::Signature>(&self.signatures), 0));
        let infinity = self.keys.iter().position(Affine::is_identity_vartime);
        let infinity = infinity.map(|index| (index, 1, BLST_ERROR::BLST_PK_IS_INFINITY));
        let key = checks.keys.then(|| first(outside_vartime::<V::Key>(&self.keys), 2));
        let found = [signature.flatten(), infinity, key.flatten()];
        match found.into_iter().flatten().min_by_key(|(index, rank, _)| (*index, *rank)) {
            Some((_, _, error)) => Err(error),
            None => Ok(()),
        }
    }
}

/// The pairs whose product is that of all `e(w_i K_i, H(m_i))`.
pub(crate) fn pairs_vartime<V: Variant>(
    hash: &Hash<V::Signature>,
    random_oracle: bool,
    keys: &[Point<V::Key>],
    messages: &[&[u8]],
    weights: Option<&[Vec<u64>]>,
) -> Vec<Pair> {
    let (of_messages, distinct) = groups(messages.iter().copied());
    let chunks: Vec<&[&[u8]]> = distinct.chunks(HASHED_AT_ONCE).collect();
    let hashes = map(&chunks, |messages| hash.points_vartime(random_oracle, messages)).concat();
    match weights {
        None => {
            let sums = sums_vartime::<V::Key>(keys, &of_messages, distinct.len());
            sums.into_iter().zip(hashes).map(|(key, hash)| V::pair(key, hash)).collect()
        }
        Some(weights) if V::WEIGHS_KEYS => {
            let sums = weighted_sums_vartime::<V::Key>(keys, weights, &of_messages, distinct.len());
            sums.into_iter().zip(hashes).map(|(key, hash)| V::pair(key, hash)).collect()
        }
        Some(weights) => {
            let (of_keys, distinct) =
                groups(keys.iter().map(|key| V::Key::FORMAT.encode_uncompressed(key).as_ref().to_vec()));
            let hashes: Vec<_> = of_messages.iter().map(|group| hashes[*group]).collect();
            let sums = weighted_sums_vartime::<V::Signature>(&hashes, weights, &of_keys, distinct.len());
            let mut of_group = alloc::vec![Affine::IDENTITY; distinct.len()];
            of_keys.iter().zip(keys).for_each(|(group, key)| of_group[*group] = *key);
            of_group.into_iter().zip(sums).map(|(key, hash)| V::pair(key, hash)).collect()
        }
    }
}

/// The group of each item, and the first item of each group: equal items are one group.
fn groups<T: Clone + Ord>(items: impl Iterator<Item = T>) -> (Vec<usize>, Vec<T>) {
    let (mut found, mut distinct) = (BTreeMap::new(), Vec::new());
    let groups = items.map(|item| {
        *found.entry(item.clone()).or_insert_with(|| {
            distinct.push(item);
            distinct.len() - 1
        })
    });
    (groups.collect(), distinct)
}

/// The items of each group.
fn members(groups: &[usize], number: usize) -> Vec<Vec<usize>> {
    let mut members = alloc::vec![Vec::new(); number];
    groups.iter().enumerate().for_each(|(item, group)| members[*group].push(item));
    members
}

/// The sum of the points of each group.
fn sums_vartime<F: Coordinate>(points: &[Point<F>], groups: &[usize], number: usize) -> Vec<Point<F>> {
    if number == points.len() {
        return points.to_vec();
    }
    let mut lists = PointLists::new();
    for members in members(groups, number) {
        lists.push(members.into_iter().map(|index| (index, false)));
    }
    lists.sum_vartime(points)
}

/// The weighted sum of the points of each group.
fn weighted_sums_vartime<F: Coordinate>(
    points: &[Point<F>],
    weights: &[Vec<u64>],
    groups: &[usize],
    number: usize,
) -> Vec<Point<F>> {
    let members = members(groups, number);
    let chunks: Vec<&[Vec<usize>]> = members.chunks(SUMMED_AT_ONCE).collect();
    let sums: Vec<Vec<Sum<F>>> = map(&chunks, |groups| {
        let sum = |members: &Vec<usize>| {
            let points: Vec<_> = members.iter().map(|index| points[*index]).collect();
            let weights: Vec<_> = members.iter().map(|index| &weights[*index][..]).collect();
            weighted_vartime::<F>(&points, &weights)
        };
        groups.iter().map(sum).collect()
    });
    Jacobian::normalise_batch(&sums.concat())
}
