use std::time::Duration;

use redb::Builder;
use vorpal_ipa::Basis;

/// How a [`DiskStore`](super::DiskStore) or a [`DiskSnapshot`](super::DiskSnapshot) is opened.
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
    /// A window of 128 blocks, a cache of 64 MiB, a check when the store is opened, no waiting for its lock, and the
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
    /// How many blocks can be taken back. It is fixed when the store is created.
    #[must_use]
    pub fn window(self, blocks: u64) -> Self {
        Self { window: blocks, ..self }
    }

    /// How many bytes of the file redb keeps in memory.
    #[must_use]
    pub fn cache(self, bytes: usize) -> Self {
        Self { cache: bytes, ..self }
    }

    /// Whether opening reads the whole file and compares redb's checksums of its pages (128 bits). Without, damage
    /// shows when it is met: our checksums make it an error in a node, but redb may panic over its own pages. Repair
    /// after a crash does this check in any case.
    #[must_use]
    pub fn check(self, check: bool) -> Self {
        Self { check, ..self }
    }

    /// How long opening waits for a lock that somebody else has, before it is [`Error::StoreLocked`](crate::Error).
    #[must_use]
    pub fn wait(self, wait: Duration) -> Self {
        Self { wait, ..self }
    }

    /// The [digest](Basis::digest) of the basis of the commitments. A new store writes it down, and opening compares.
    #[must_use]
    pub fn basis(self, digest: [u8; 32]) -> Self {
        Self { basis: digest, compare_basis: true, ..self }
    }

    /// Opens a store of whatever basis: for those who read values and roots. A committer is compared where it is used.
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
