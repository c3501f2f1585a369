//! Checked keys by index, as a consensus client has those of all validators.

mod file;

use core::fmt::{self, Debug, Formatter};
use core::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};
use std::vec::Vec;

use vorpal_msm::PointLists;

pub use file::TableError;

use crate::public_key::sum_of;
use crate::sets::{Claims, verdict_on};
use crate::signature::Signature;
use crate::suite::Suite;
use crate::variant::{KeyPoint, Variant};
use crate::verdict::Verdict;
use crate::{Error, PublicKey};

/// The largest number of keys: sums have indices below `2^31`.
const MOST_KEYS: usize = 1 << 31;

/// Keys by index. They are decoded and checked once, when they are appended; sums of any of them are computed without
/// copies. Indices never change, and no key is removed.
///
/// All functions take `&self`: threads may add keys and append others at the same time. Nothing is decoded, checked or
/// added under the lock: sums are those of the keys that were in the table when they began. Keys that are appended
/// during a sum take a copy of all points, for which other readers wait.
///
/// ```
/// use vorpal_bls::{Error, KeyTable, MinPk, PublicKey, SecretKey};
/// let keys = [1, 2, 3].map(|byte| SecretKey::from_be_bytes(&[byte; 32]).unwrap().public_key::<MinPk>());
/// let table = KeyTable::<MinPk>::new();
/// assert_eq!(table.append_encoded(&keys.map(|key| key.to_bytes())), Ok(0..3));
/// assert_eq!(table.sum(&[0, 2])?, PublicKey::aggregate(&[keys[0], keys[2]])?);
/// assert_eq!(table.sum(&[0, 3]), Err(Error::NoSuchKey { index: 3, keys: 3 }));
/// # Ok::<(), Error>(())
/// ```
pub struct KeyTable<V: Variant> {
    /// No thread holds the lock while it waits for its pool: it would take other work there, which may need the lock.
    points: RwLock<Arc<Vec<KeyPoint<V>>>>,
}

/// A signature with the indices of its keys in a [`KeyTable`], and its message.
#[derive(Clone, Copy, Debug)]
pub struct IndexedSet<'a, V: Variant> {
    /// The signature.
    pub signature: Signature<V>,
    /// The indices of the keys. A set without keys is invalid, and so is one with an index that the table does not
    /// have. An index that occurs several times counts as often.
    pub indices: &'a [u32],
    /// The message.
    pub message: &'a [u8],
}

impl<V: Variant> KeyTable<V> {
    /// An empty table.
    pub fn new() -> Self {
        Self { points: RwLock::default() }
    }

    /// All points, without the lock. Points are in the table only after all checks, so a panic of another thread leaves
    /// a valid table.
    fn points(&self) -> Arc<Vec<KeyPoint<V>>> {
        Arc::clone(&self.points.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.points().len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The key with this index.
    ///
    /// # Errors
    /// [`Error::NoSuchKey`].
    pub fn get(&self, index: u32) -> Result<PublicKey<V>, Error> {
        let points = self.points();
        let point = usize::try_from(index).ok().and_then(|index| points.get(index));
        let point = *point.ok_or(Error::NoSuchKey { index: index.into(), keys: points.len() })?;
        PublicKey::of_member(point)
    }

    /// Appends keys, and returns their indices.
    ///
    /// # Errors
    /// [`Error::TableFull`] if there would be more than `2^31` keys; then the table does not change.
    pub fn append(&self, keys: &[PublicKey<V>]) -> Result<Range<u32>, Error> {
        self.append_points(keys.iter().map(|key| *key.point()).collect())
    }

    /// Decodes, checks and appends keys as [`PublicKey::decode_batch`], with its probability of error. Returns their
    /// indices.
    ///
    /// # Errors
    /// [`TableError::Key`] with the position and the fault of the first malformed key; [`TableError::Full`]. The table
    /// does not change.
    pub fn append_encoded<B: AsRef<[u8]> + Sync>(&self, encodings: &[B]) -> Result<Range<u32>, TableError> {
        let decoded = PublicKey::<V>::decode_batch(encodings).into_iter().enumerate();
        let points = decoded.map(|(index, key)| match key {
            Ok(key) => Ok(*key.point()),
            Err(reason) => Err(TableError::Key { index, reason }),
        });
        self.append_points(points.collect::<Result<_, _>>()?).map_err(|_| TableError::Full)
    }

    fn append_points(&self, fresh: Vec<KeyPoint<V>>) -> Result<Range<u32>, Error> {
        let mut points = self.points.write().unwrap_or_else(PoisonError::into_inner);
        let end = points.len() + fresh.len();
        if end > MOST_KEYS {
            return Err(Error::TableFull);
        }
        let index = |index: usize| u32::try_from(index).map_err(|_| Error::TableFull);
        let range = index(points.len())?..index(end)?;
        Arc::make_mut(&mut points).extend(fresh);
        Ok(range)
    }

    /// The sum of the keys with these indices, which may repeat.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::NoSuchKey`], [`Error::InfinitySum`].
    pub fn sum(&self, indices: &[u32]) -> Result<PublicKey<V>, Error> {
        self.sums(&[indices]).pop().unwrap_or(Err(Error::Empty))
    }

    /// The sum of each list of keys, as [`sum`](Self::sum). The additions of all lists share inversions, on the
    /// caller's pool.
    pub fn sums<L: AsRef<[u32]>>(&self, lists: &[L]) -> Vec<Result<PublicKey<V>, Error>> {
        let points = self.points();
        let keys = points.len();
        let mut sums = PointLists::new();
        let checked: Vec<Result<(), Error>> = lists
            .iter()
            .map(|list| {
                let indices = list.as_ref().iter().map(|index| usize::try_from(*index).unwrap_or(usize::MAX));
                if let Some(index) = indices.clone().find(|index| *index >= keys) {
                    return Err(Error::NoSuchKey { index: index as u64, keys });
                }
                if list.as_ref().is_empty() {
                    return Err(Error::Empty);
                }
                sums.push(indices.map(|index| (index, false)));
                Ok(())
            })
            .collect();
        let mut sums = sums.sum_vartime(&points).into_iter();
        checked
            .into_iter()
            .map(|checked| checked.and_then(|()| sums.next().map_or(Err(Error::Empty), sum_of)))
            .collect()
    }

    /// As [`Suite::verify_sets`], for sets whose keys are in this table.
    pub fn verify_sets(&self, suite: &Suite<V>, sets: &[IndexedSet<'_, V>]) -> Verdict {
        let lists: Vec<&[u32]> = sets.iter().map(|set| set.indices).collect();
        let sums = self.sums(&lists).into_iter().zip(&lists);
        let keys = sums.map(|(sum, list)| sum.ok().filter(|_| suite.has_sums_of(list.len()))).collect();
        let members = sets.iter().map(|set| (set.signature, set.message));
        verdict_on(&Claims::of(suite, keys, members), None)
    }
}

impl<V: Variant> Default for KeyTable<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Variant> Debug for KeyTable<V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyTable").field("keys", &self.len()).finish_non_exhaustive()
    }
}
