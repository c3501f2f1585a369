//! Keys that sign often.

use alloc::boxed::Box;

use lru::LruCache;
use vorpal_curves::secp256k1::Secp256k1;

use crate::ecdsa::Check;
use crate::multiply::KeyTable;
use crate::{PublicKey, Signature};

/// A public key with a table of its multiples, 16 KiB: verification takes half the time. The table takes as long to
/// build as some three verifications.
#[derive(Clone, Debug)]
pub struct PreparedKey {
    key: PublicKey,
    table: KeyTable<Secp256k1>,
}

impl PreparedKey {
    /// The memory of a table, in bytes.
    pub const BYTES: usize = KeyTable::<Secp256k1>::BYTES;

    /// The key with its table.
    pub fn new(key: &PublicKey) -> Self {
        Self { key: *key, table: KeyTable::new(&key.point()) }
    }

    /// The key.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// As [`PublicKey::verify`].
    pub fn verify(&self, hash: &[u8; 32], signature: &Signature) -> bool {
        Check::new(hash, signature, &self.key).is_valid_vartime(|u1, u2| self.table.lincomb_vartime(u1, u2))
    }

    /// As [`PublicKey::verify_low`].
    pub fn verify_low(&self, hash: &[u8; 32], signature: &Signature) -> bool {
        signature.is_low() && self.verify(hash, signature)
    }
}

/// Tables of the keys that were used last, within a budget of memory.
///
/// A key gets a table when it is seen for the fourth time; before, what it costs might not come back. For each table
/// that there is room for, eight keys without one are remembered.
///
/// ```
/// use vorpal_secp256k1::{KeyCache, SecretKey};
/// let secret = SecretKey::from_be_bytes(&[3; 32])?;
/// let (key, hash) = (secret.public_key(), [5; 32]);
/// let signature = secret.sign(&hash).signature();
/// let mut cache = KeyCache::new(1 << 20);
/// assert!((0..10).all(|_| cache.verify(&key, &hash, &signature)));
/// assert_eq!(cache.tables(), 1);
/// # Ok::<(), vorpal_secp256k1::Error>(())
/// ```
#[derive(Debug)]
pub struct KeyCache {
    /// How many tables there may be.
    most: usize,
    tables: LruCache<PublicKey, Box<PreparedKey>>,
    /// How often keys without a table were seen.
    seen: LruCache<PublicKey, u32>,
}

/// The uses at which a table begins to pay.
const PAYS_AT: u32 = 4;
/// How many keys without a table are remembered for each that has one.
const REMEMBERED: usize = 8;
/// More than an entry takes apart from its table: its key, its links, its place in a hash map that may be half empty.
const ENTRY: usize = 2 * size_of::<PublicKey>() + 96;

impl KeyCache {
    /// A cache that takes at most so many bytes: [`PreparedKey::BYTES`] for each table, and some ten percent for the
    /// list of keys. With less than one table takes, there are none.
    pub fn new(bytes: usize) -> Self {
        let most = bytes / (PreparedKey::BYTES + (1 + REMEMBERED) * ENTRY);
        // Unbounded, lest room for all that may come be taken now.
        Self { most, tables: LruCache::unbounded(), seen: LruCache::unbounded() }
    }

    /// How many keys have tables now.
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// As [`PublicKey::verify`], with the key's table if there is one by now.
    pub fn verify(&mut self, key: &PublicKey, hash: &[u8; 32], signature: &Signature) -> bool {
        match self.table(key) {
            Some(prepared) => prepared.verify(hash, signature),
            None => key.verify(hash, signature),
        }
    }

    /// As [`PublicKey::verify_low`], with the key's table if there is one by now.
    pub fn verify_low(&mut self, key: &PublicKey, hash: &[u8; 32], signature: &Signature) -> bool {
        signature.is_low() && self.verify(key, hash, signature)
    }

    fn table(&mut self, key: &PublicKey) -> Option<&PreparedKey> {
        if !self.tables.contains(key) {
            if self.most == 0 || !self.is_frequent(key) {
                return None;
            }
            self.tables.put(*key, Box::new(PreparedKey::new(key)));
            if self.tables.len() > self.most {
                self.tables.pop_lru();
            }
        }
        self.tables.get(key).map(|prepared| &**prepared)
    }

    /// Notes that a key without a table is used, and tells whether it has been often enough for one.
    fn is_frequent(&mut self, key: &PublicKey) -> bool {
        let times = self.seen.get_or_insert_mut(*key, || 0);
        *times += 1;
        if *times >= PAYS_AT {
            self.seen.pop(key);
            return true;
        }
        if self.seen.len() > self.most.saturating_mul(REMEMBERED) {
            self.seen.pop_lru();
        }
        false
    }
}
