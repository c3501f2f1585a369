//! A block through all phases.

use std::time::{Duration, Instant};

use vorpal::ipa::{Basis, Committer};
use vorpal::secp256k1::{PublicKey, Recovery, recover_batch};
use vorpal::tree::{Key, KeyHasher, Root, Tree, Value};

use super::accounts::Account;
use super::chain::{Block, Expected, Writes};
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::signatures::{Difference, Signature};

/// The state, and what it took to get there.
pub(crate) struct Engine {
    committer: Committer,
    tree: Tree,
    done: Done,
}

/// Counts and times so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Done {
    pub(crate) blocks: usize,
    pub(crate) roots: usize,
    pub(crate) root: Root,
    pub(crate) senders: Phase,
    pub(crate) keys: Phase,
    pub(crate) update: Phase,
    pub(crate) commit: Phase,
}

/// How much of one kind of work was done, and how long it took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Phase {
    pub(crate) items: usize,
    pub(crate) time: Duration,
}

impl Phase {
    fn run<T>(&mut self, items: usize, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.time += start.elapsed();
        self.items += items;
        result
    }
}

impl Engine {
    pub(crate) fn new() -> Self {
        Self { committer: Committer::new(&Basis::default()), tree: Tree::in_memory(), done: Done::default() }
    }

    /// The root after the last block.
    pub(crate) fn root(&self) -> Root {
        self.done.root
    }

    pub(crate) fn finish(self) -> Done {
        self.done
    }

    /// Recovers and checks the senders, derives the keys, updates the tree, commits, and checks the root.
    pub(crate) fn apply(&mut self, block: &Block) -> Result<(), Failure> {
        self.check_senders(block)?;
        let writes = match &block.writes {
            Writes::Accounts(accounts) => &self.derive_keys(accounts),
            Writes::Entries(entries) => entries,
        };
        let engine = |error: vorpal::tree::Error| Failure::Engine(format!("block {}: {error}", block.name));
        self.done.update.run(writes.len(), || self.tree.update(writes.iter().copied())).map_err(engine)?;
        let root =
            self.done.commit.run(writes.len(), || self.tree.commit(&self.committer)).map_err(engine)?;
        self.check_outcome(block, writes.len(), root)
    }

    fn check_senders(&mut self, block: &Block) -> Result<(), Failure> {
        let recoveries: Vec<Recovery> = block.signatures.iter().map(|signature| signature.recovery).collect();
        self.done.senders.run(recoveries.len(), || {
            let keys = recover_batch(&recoveries);
            (0..).zip(block.signatures.iter().zip(keys)).try_for_each(|(number, (signature, key))| {
                let key = key.map_err(|error| signature.place.malformed(&error))?;
                check_sender(block, number, signature, &key)
            })
        })
    }

    fn derive_keys(&mut self, accounts: &[Account]) -> Vec<(Key, Value)> {
        let number = accounts.iter().map(|account| account.writes().count()).sum();
        self.done.keys.run(number, || {
            let writes = accounts.iter().flat_map(|account| {
                account.writes().map(|(position, value)| ((account.address(), position), value))
            });
            let (positions, values): (Vec<_>, Vec<Value>) = writes.unzip();
            KeyHasher::new(&self.committer).keys(&positions).into_iter().zip(values).collect()
        })
    }

    fn check_outcome(&mut self, block: &Block, keys: usize, root: Root) -> Result<(), Failure> {
        let Expected { root: expected_root, keys: expected_keys } = block.expected;
        if let Some(expected) = expected_keys.filter(|expected| *expected != keys) {
            return Err(wrong(block, "number of keys", expected, keys));
        }
        if let Some(expected) = expected_root {
            if expected != root {
                return Err(wrong(block, "root", Bytes(expected), Bytes(root)));
            }
            self.done.roots += 1;
        }
        self.done.blocks += 1;
        self.done.root = root;
        Ok(())
    }
}

fn check_sender(block: &Block, number: usize, signature: &Signature, key: &PublicKey) -> Result<(), Failure> {
    match signature.differences(key).into_iter().next() {
        Some(Difference { what, expected, found }) => {
            let what = format!("{what} of transaction {number} ({})", signature.place);
            Err(wrong(block, what, expected, found))
        }
        None => Ok(()),
    }
}

fn wrong(block: &Block, what: impl Into<String>, expected: impl ToString, found: impl ToString) -> Failure {
    Failure::Wrong {
        block: block.name.clone(),
        what: what.into(),
        expected: expected.to_string(),
        found: found.to_string(),
    }
}
