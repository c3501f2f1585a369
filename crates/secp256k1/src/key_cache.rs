//! Public keys with precomputed tables, and a cache of them, for keys that verify many signatures.

use alloc::boxed::Box;

use lru::LruCache;
use vorpal_curves::secp256k1::Secp256k1;

use crate::ecdsa::Check;
use crate::multiply::KeyTable;
use crate::{PublicKey, Signature};

/// A public key with a table of its multiples of 16 KiB. Verification takes half the time. Building the table takes as
/// long as about three verifications.
#[derive(Clone, Debug)]
pub struct PreparedKey {
    key: PublicKey,
    table: KeyTable<Secp256k1>,
}

impl PreparedKey {
    /// The memory of a table, in bytes.
    pub const BYTES: usize = KeyTable::<Secp256k1>::BYTES;

    /// Builds the table of a key.
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

/// A cache of the tables of the most recently used keys, with a limit on its memory.
///
/// The cache builds the table of a key at the fourth use of the key, so that rare keys do not cost the time of a table.
/// It counts the uses of eight keys without a table for each table that fits into the memory.
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
    /// The maximal number of tables.
    capacity: usize,
    tables: LruCache<PublicKey, Box<PreparedKey>>,
    /// The numbers of uses of keys without a table.
    uses: LruCache<PublicKey, u32>,
}

/// The number of uses of a key at which its table is built.
const TABLE_AT: u32 = 4;
/// The number of keys without a table whose uses are counted, for each key with a table.
const COUNTED: usize = 8;
/// An upper bound on the bytes of an entry without its table: the key, links, and a slot of a hash map that may be half
/// empty.
const ENTRY: usize = 2 * size_of::<PublicKey>() + 96;

impl KeyCache {
    /// A cache that uses at most this number of bytes: [`PreparedKey::BYTES`] for each table, and about ten percent for
    /// the list of keys. If the number is too small for one table, the cache builds none.
    pub fn new(bytes: usize) -> Self {
        let capacity = bytes / (PreparedKey::BYTES + (1 + COUNTED) * ENTRY);
        // A bounded cache would allocate memory for its capacity at once.
        Self { capacity, tables: LruCache::unbounded(), uses: LruCache::unbounded() }
    }

    /// The number of keys that have tables.
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// As [`PublicKey::verify`], with the table of the key if it has one.
    pub fn verify(&mut self, key: &PublicKey, hash: &[u8; 32], signature: &Signature) -> bool {
        match self.table(key) {
            Some(prepared) => prepared.verify(hash, signature),
            None => key.verify(hash, signature),
        }
    }

    /// As [`PublicKey::verify_low`], with the table of the key if it has one.
    pub fn verify_low(&mut self, key: &PublicKey, hash: &[u8; 32], signature: &Signature) -> bool {
        signature.is_low() && self.verify(key, hash, signature)
    }

    /// The table of a key. Counts the use, builds the table if it is due, and drops the least recently used table if
    /// there are too many.
    fn table(&mut self, key: &PublicKey) -> Option<&PreparedKey> {
        if !self.tables.contains(key) {
            if self.capacity == 0 || !self.is_frequent(key) {
                return None;
            }
            self.tables.put(*key, Box::new(PreparedKey::new(key)));
            if self.tables.len() > self.capacity {
                self.tables.pop_lru();
            }
        }
        self.tables.get(key).map(|prepared| &**prepared)
    }

    /// Counts a use of a key without a table. Returns whether the table is due.
    fn is_frequent(&mut self, key: &PublicKey) -> bool {
        let uses = self.uses.get_or_insert_mut(*key, || 0);
        *uses += 1;
        if *uses >= TABLE_AT {
            self.uses.pop(key);
            return true;
        }
        if self.uses.len() > self.capacity.saturating_mul(COUNTED) {
            self.uses.pop_lru();
        }
        false
    }
}
