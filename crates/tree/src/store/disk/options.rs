//! Options of disk stores and snapshots.

use std::time::Duration;

use redb::Builder;
use vorpal_ipa::Basis;

/// Options for opening a [`DiskStore`](super::DiskStore) or a [`DiskSnapshot`](super::DiskSnapshot).
#[derive(Clone, Copy, Debug)]
pub struct DiskOptions {
    pub(super) window: u64,
    pub(super) cache: usize,
    pub(super) check: bool,
    pub(super) wait: Duration,
    pub(super) basis: [u8; 32],
    pub(super) compare_basis: bool,
}

impl Default for DiskOptions {
    /// A window of 128 blocks, a cache of 64 MiB, a check when the store is opened, no waiting for the lock, and the
    /// default basis.
    fn default() -> Self {
        Self {
            window: 128,
            cache: 64 << 20,
            check: true,
            wait: Duration::ZERO,
            basis: Basis::DEFAULT_DIGEST,
            compare_basis: true,
        }
    }
}

impl DiskOptions {
    /// The number of blocks that can be rolled back. It is fixed when the store is created.
    #[must_use]
    pub fn window(self, blocks: u64) -> Self {
        Self { window: blocks, ..self }
    }

    /// The size in bytes of redb's cache.
    #[must_use]
    pub fn cache(self, bytes: usize) -> Self {
        Self { cache: bytes, ..self }
    }

    /// Whether opening reads the whole file and compares redb's checksums of its pages (128 bits). Without this check,
    /// damage is found only when a damaged page is read: the records' checksums turn damage of a node into an error,
    /// but redb may panic on damaged pages of its own. Repair after a crash always does this check.
    #[must_use]
    pub fn check(self, check: bool) -> Self {
        Self { check, ..self }
    }

    /// How long opening waits for a lock that another process holds, before it fails with
    /// [`Error::StoreLocked`](crate::Error::StoreLocked).
    #[must_use]
    pub fn wait(self, wait: Duration) -> Self {
        Self { wait, ..self }
    }

    /// The [digest](Basis::digest) of the basis of the commitments. Creation records it, and opening compares it.
    #[must_use]
    pub fn basis(self, digest: [u8; 32]) -> Self {
        Self { basis: digest, compare_basis: true, ..self }
    }

    /// Opens a store with any basis: enough to read values and roots. Operations with a committer still compare its
    /// basis.
    #[must_use]
    pub fn any_basis(self) -> Self {
        Self { compare_basis: false, ..self }
    }

    pub(super) fn builder(self) -> Builder {
        let mut builder = Builder::new();
        builder.set_cache_size(self.cache).set_check_integrity_on_open(self.check);
        builder
    }
}
