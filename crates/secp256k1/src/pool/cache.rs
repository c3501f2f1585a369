//! The most recently used results.
//!
//! The key of an entry is the whole recovery, which determines the result. Keys are compared in full, so an entry is a
//! hit for no other recovery, whatever anyone submits. Hash values, which only select a slot, have a random key: nobody
//! can choose recoveries that collide.

use std::hash::RandomState;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;

use super::job::Outcome;
use crate::Recovery;

/// The bytes of a recovery: hash, `r`, `s`, recovery identifier.
type Key = [u8; 97];

/// Results by recoveries, up to a number of entries.
#[derive(Debug)]
pub(super) struct Cache {
    capacity: usize,
    entries: Mutex<LruCache<Key, Outcome, RandomState>>,
}

impl Cache {
    pub(super) fn new(capacity: usize) -> Self {
        // A bounded cache would allocate memory for its capacity at once.
        Self { capacity, entries: Mutex::new(LruCache::unbounded_with_hasher(RandomState::new())) }
    }

    /// The result of a recovery with exactly these bytes.
    pub(super) fn get(&self, recovery: &Recovery) -> Option<Outcome> {
        if self.capacity == 0 {
            return None;
        }
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).get(&key(recovery)).copied()
    }

    /// Adds results, and removes the least recently used ones above the capacity.
    pub(super) fn insert_all(&self, recoveries: &[Recovery], outcomes: &[Outcome]) {
        if self.capacity == 0 {
            return;
        }
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        for (recovery, outcome) in recoveries.iter().zip(outcomes) {
            entries.put(key(recovery), *outcome);
            if entries.len() > self.capacity {
                entries.pop_lru();
            }
        }
    }
}

/// The key is injective: four fields of fixed lengths, one after the other.
fn key(recovery: &Recovery) -> Key {
    let Recovery { hash, r, s, recovery_id } = recovery;
    let mut key = [*recovery_id; 97];
    for (part, field) in key.chunks_exact_mut(32).zip([hash, r, s]) {
        part.copy_from_slice(field);
    }
    key
}
