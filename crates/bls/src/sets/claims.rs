//! The equations of sets: keys added, messages grouped and hashed.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use vorpal_curves::PointFormat;
use vorpal_msm::PointLists;

use super::SignatureSet;
use crate::PublicKey;
use crate::public_key::sum_of;
use crate::signature::Signature;
use crate::suite::Suite;
use crate::variant::{KeyPoint, SignaturePoint, Variant};

/// The claims `e(K, H) = e(G, S)` of some sets.
#[derive(Clone, Debug)]
pub(crate) struct Claims<V: Variant> {
    /// The sum of the keys of each claim; `None` if there are none, or if it is infinity.
    pub(crate) keys: Vec<Option<PublicKey<V>>>,
    pub(crate) signatures: Vec<Signature<V>>,
    /// The index of the hash of each claim.
    pub(crate) groups: Vec<usize>,
    /// The points of the distinct messages.
    pub(crate) hashes: Vec<SignaturePoint<V>>,
}

impl<V: Variant> Claims<V> {
    /// No claims.
    pub(crate) fn new() -> Self {
        Self { keys: Vec::new(), signatures: Vec::new(), groups: Vec::new(), hashes: Vec::new() }
    }

    /// The claims of sets, in their order.
    pub(crate) fn of_sets(suite: &Suite<V>, sets: &[SignatureSet<'_, V>]) -> Self {
        let lists: Vec<&[PublicKey<V>]> = sets.iter().map(|set| set.keys).collect();
        let members = sets.iter().map(|set| (set.signature, set.message));
        Self::of(suite, key_sums(suite, &lists), members)
    }

    /// The claims of signatures and messages, given the sums of the keys of each.
    pub(crate) fn of<'a>(
        suite: &Suite<V>,
        keys: Vec<Option<PublicKey<V>>>,
        members: impl Iterator<Item = (Signature<V>, &'a [u8])>,
    ) -> Self {
        let (mut signatures, mut groups) = (Vec::new(), Vec::new());
        let (mut distinct, mut found) = (Vec::new(), BTreeMap::<Cow<'_, [u8]>, usize>::new());
        for ((signature, message), key) in members.zip(&keys) {
            let message = match key {
                Some(key) => suite.hashed(key, message),
                None => Cow::Borrowed(message),
            };
            signatures.push(signature);
            groups.push(*found.entry(message.clone()).or_insert_with(|| {
                distinct.push(message);
                distinct.len() - 1
            }));
        }
        let hashes = suite.hash_all_vartime(&distinct);
        Self { keys, signatures, groups, hashes }
    }

    /// The number of claims.
    pub(crate) fn len(&self) -> usize {
        self.signatures.len()
    }

    /// The encodings of the key, the hash and the signature of a claim; that of infinity without a key.
    pub(super) fn encodings(&self, claim: usize) -> [Vec<u8>; 3] {
        let key = self.keys[claim].map_or(KeyPoint::<V>::IDENTITY, |key| *key.point());
        let hash = self.hashes[self.groups[claim]];
        [
            V::KEY_FORMAT.encode_uncompressed(&key).as_ref().to_vec(),
            V::SIGNATURE_FORMAT.encode_uncompressed(&hash).as_ref().to_vec(),
            V::SIGNATURE_FORMAT.encode_uncompressed(self.signatures[claim].point()).as_ref().to_vec(),
        ]
    }
}

/// The sum of each list of keys, with shared inversions; `None` if there are no keys, if their sum is infinity, or if
/// several keys cannot have one signature in this suite.
pub(crate) fn key_sums<V: Variant>(suite: &Suite<V>, lists: &[&[PublicKey<V>]]) -> Vec<Option<PublicKey<V>>> {
    let mut points: Vec<KeyPoint<V>> = Vec::new();
    let mut sums = PointLists::new();
    let is_sum = |keys: &[PublicKey<V>]| keys.len() > 1 && suite.has_sums_of(keys.len());
    for keys in lists.iter().filter(|keys| is_sum(keys)) {
        sums.push((points.len()..points.len() + keys.len()).map(|index| (index, false)));
        points.extend(keys.iter().map(|key| *key.point()));
    }
    let mut sums = sums.sum_vartime(&points).into_iter();
    let sum = |keys: &&[PublicKey<V>]| match keys {
        [key] => Some(*key),
        keys if is_sum(keys) => sums.next().and_then(|sum| sum_of(sum).ok()),
        _ => None,
    };
    lists.iter().map(sum).collect()
}
