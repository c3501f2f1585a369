//! The state tree of EIP-6800: a 256-ary tree of Pedersen commitments.
//!
//! A key has 32 bytes: a stem of 31 bytes and a suffix of one byte. One leaf ("extension and suffix node") holds all
//! values with the same stem. Internal nodes branch by the bytes of the stem. Each node has a commitment. A node's hash
//! is its commitment mapped to the scalar field:
//!
//! * leaf: `C = 1 G_0 + stem G_1 + hash(C1) G_2 + hash(C2) G_3`, where `C1` commits to the values of suffixes 0 to
//!   127 and `C2` to the rest, each value `v` in two halves: `(v mod 2^128) + 2^128` at `2 i` and `v / 2^128` at
//!   `2 i + 1`;
//! * internal node: `C = sum of hash(child_i) G_i`, with zero for an absent child;
//! * root: an internal node. Its commitment, encoded in 32 bytes, is the state root.
//!
//! Stems and values are little-endian integers here. A value of zero differs from an absent value. EIP-6800 never
//! removes a key; [`Tree::remove`] is for chains that do.
//!
//! ```
//! use vorpal_ipa::{Basis, Committer};
//! use vorpal_tree::{Key, Tree};
//! let committer = Committer::with_window(&Basis::default(), 4)?;
//! let mut tree = Tree::in_memory();
//! let key = Key::from([7; 32]);
//! tree.update([(key, [1; 32])])?;
//! let root = tree.commit(&committer)?;
//! assert_ne!(root, [0; 32]);
//! assert_eq!(tree.get(&key)?, Some([1; 32]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//! Such are the keys and values of a state.
//!
//! A [`Store`] keeps the nodes: [`MemoryStore`], or, with feature `redb`, `DiskStore`, a file that stays consistent
//! after a crash at any moment. Both can keep a [`History`]: the last blocks can then be rolled back, and earlier
//! states can be read. `Tree::in_memory` keeps none.
//!
//! ```
//! # use vorpal_ipa::{Basis, Committer};
//! # use vorpal_tree::{Key, MemoryStore, Tree};
//! # let committer = Committer::with_window(&Basis::default(), 4)?;
//! let mut tree = Tree::over(MemoryStore::with_window(128));
//! tree.update([(Key::from([7; 32]), [1; 32])])?;
//! let first = tree.commit_block(&committer, "1")?;
//! tree.update([(Key::from([7; 32]), [2; 32])])?;
//! tree.commit_block(&committer, "2")?;
//! assert_eq!(tree.at(1)?.get(&Key::from([7; 32]))?, Some([1; 32]));
//! tree.rollback(1)?;
//! assert_eq!((tree.head().blocks, tree.head().root), (1, first));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod account;
mod bitmap;
mod code;
mod commit;
mod dirty;
mod encoding;
mod error;
mod key;
mod node;
mod path;
mod remove;
mod store;
mod tree;
mod update;
mod witness;

pub use account::{BasicData, Position};
pub use code::code_chunks;
pub use error::Error;
pub use key::{Address, Key, KeyHasher, Stem};
pub use node::{Internal, Leaf, Node, Value};
pub use path::Path;
pub use store::{Changes, Checked, Commit, Head, History, MemoryStore, MemoryView, Store, Traffic};
#[cfg(feature = "redb")]
pub use store::{DiskOptions, DiskSnapshot, DiskStore, DiskView};
pub use tree::{Root, Tree};
pub use witness::{MAX_KEYS, PartialTree, Proof, StemDiff, SuffixDiff, Witness, WitnessVersion};

/// The README's code runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
