//! A store of nodes in a file, with the database redb.
//!
//! | Table | Key | Value |
//! |---|---|---|
//! | `meta` | name | `format`: number (4 bytes, little-endian); `window` (8); `basis`: digest of the basis (32) |
//! | `nodes` | path | record of the node |
//! | `history` | block, path | record of the previous node at the path, or empty |
//! | `heads` | number of blocks | record of the state |
//!
//! A block is one transaction: its nodes, its reverse diff, its head, and the removal of the reverse diffs and heads
//! that leave the window. redb never overwrites a page that the last transaction uses. So after a failure the file
//! contains either the state before the block or the state after it.
//!
//! Transactions commit in two phases, each of which ends with an `fsync`. The values in a state are untrusted input:
//! with one phase, only a checksum without a key would distinguish an incomplete transaction from a complete one. When
//! `save` returns, the block is on the disk and under the store's path. A store directory that was removed or replaced
//! is an error.
//!
//! A store belongs to the process that opened it. In a forked child every call that can fail is an error, and dropping
//! the store neither writes nor releases a lock.
//!
//! One process writes while others read. redb shares the file by locks on ranges of its bytes. A reader's lock prevents
//! the reuse of the pages of its snapshot. On a file system without such locks, the whole file is locked, by one writer
//! or by readers.

mod database;
#[cfg(test)]
mod faults;
mod files;
mod options;
mod overlay;
mod process;
mod reader;
mod record;
mod salvage;
mod snapshot;
mod store;
mod view;

pub use options::DiskOptions;
pub use snapshot::DiskSnapshot;
pub use store::DiskStore;
pub use view::DiskView;
