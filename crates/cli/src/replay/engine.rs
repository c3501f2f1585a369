//! A block through all phases.

use std::time::Instant;

use rayon::prelude::*;
use vorpal::ipa::{Basis, Committer, Profile};
use vorpal::secp256k1::{Error as SignatureError, Recovery, recover_addresses_batch, recover_batch};
use vorpal::tree::{Error, History, Key, MemoryStore, PartialTree, Root, Tree, Value, Witness};

use super::chain::{Block, Writes};
use super::counts::{Counts, Operations};
use super::phases::{Phase, Phases, Work};
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::input::accounts::{self, Account};
use crate::input::signatures::{Difference, Signature, SignaturePlace};
use crate::output::terminal;

/// The fewest addresses, each a hash of a public key, that are worth another task.
const ADDRESSES_AT_ONCE: usize = 32;

/// The state, and what it took to get there.
pub(crate) struct Engine<S = MemoryStore> {
    committer: Committer,
    tree: Tree<S>,
    /// Whether each block gets a witness.
    witnesses: bool,
    done: Done,
    /// Of the block at hand.
    phases: Phases,
}

/// What was done so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Done {
    /// The blocks that were applied, in order.
    pub(crate) blocks: Vec<Applied>,
    /// How many roots were checked.
    pub(crate) roots: usize,
    /// How many witnesses were made and verified, and their bytes.
    pub(crate) witnesses: usize,
    pub(crate) witness_bytes: usize,
    /// The root after the last block.
    pub(crate) root: Root,
}

/// A block that was applied.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    pub(crate) name: String,
    pub(crate) phases: Phases,
}

impl Engine {
    /// An empty tree in memory.
    pub(crate) fn in_memory() -> Self {
        Self::over(Tree::in_memory(), Profile::default(), false)
    }
}

impl<S: History> Engine<S> {
    pub(crate) fn over(tree: Tree<S>, tables: Profile, witnesses: bool) -> Self {
        let done = Done { root: tree.head().root, ..Done::default() };
        let committer = Committer::with_profile(&Basis::default(), tables);
        Self { committer, tree, witnesses, done, phases: Phases::default() }
    }

    /// Whether the state has all that the block writes. So it must be after the block.
    pub(crate) fn holds(&self, block: &Block) -> Result<bool, Failure> {
        let writes = match &block.writes {
            Writes::Accounts(accounts) => &self.keys(accounts),
            Writes::Entries(entries) => entries,
        };
        for (key, value) in writes {
            if self.tree.get(key).map_err(|error| failure(block, &error))? != Some(*value) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The root after the last block.
    pub(crate) fn root(&self) -> Root {
        self.done.root
    }

    /// Whether the tree's store has what was applied, where it lives.
    pub(crate) fn confirm(&self) -> Result<(), Failure> {
        Ok(self.tree.store().confirm()?)
    }

    pub(crate) fn finish(self) -> Done {
        self.done
    }

    /// Recovers and checks the senders, derives the keys, updates the tree, commits, and checks the root.
    pub(crate) fn apply(&mut self, block: &Block) -> Result<(), Failure> {
        self.phases = Phases::default();
        self.check_senders(block)?;
        let writes = match &block.writes {
            Writes::Accounts(accounts) => &self.derive_keys(accounts),
            Writes::Entries(entries) => entries,
        };
        let expected_keys = block.expected.keys.unwrap_or(writes.len());
        if expected_keys != writes.len() {
            return Err(wrong(block, "number of keys", expected_keys, writes.len()));
        }
        let shown = self.witness(block, writes)?;
        let update = |engine: &mut Self| engine.tree.update(writes.iter().copied());
        self.measure(Work::Update, writes.len(), update).map_err(|error| failure(block, &error))?;
        let commitments = |engine: &mut Self| engine.tree.next_root(&engine.committer);
        let root =
            self.measure(Work::Commit, writes.len(), commitments).map_err(|error| failure(block, &error))?;
        // A block that turns out wrong is never saved.
        self.check_root(block, root, shown).inspect_err(|_| self.tree.discard())?;
        let save =
            |engine: &mut Self| engine.tree.commit_block(&engine.committer, &terminal::shown(&block.name));
        self.measure(Work::Commit, 0, save).map_err(|error| failure(block, &error))?;
        self.done.roots += usize::from(block.expected.root.is_some());
        self.done.blocks.push(Applied { name: block.name.clone(), phases: self.phases });
        self.done.root = root;
        Ok(())
    }

    /// If witnesses are asked for, and the block writes anything: makes one of what the block finds and what it writes,
    /// and verifies its bytes against the root before the block, without the tree.
    fn witness(
        &mut self,
        block: &Block,
        writes: &[(Key, Value)],
    ) -> Result<Option<(PartialTree, Witness)>, Failure> {
        if !self.witnesses || writes.is_empty() {
            return Ok(None);
        }
        let failure = |error| failure(block, &error);
        let make = |engine: &mut Self| {
            let mut witness = engine.tree.prove(&engine.committer, writes.iter().map(|(key, _)| *key))?;
            witness.write(writes.iter().copied())?;
            Ok(witness.to_bytes())
        };
        let bytes = self.measure(Work::Prove, writes.len(), make).map_err(failure)?;
        let verify = |engine: &mut Self| {
            let witness = Witness::from_bytes(&bytes)?;
            let partial = witness.verify(&engine.committer, &engine.done.root)?;
            Ok((partial, witness))
        };
        let shown = self.measure(Work::Verify, writes.len(), verify).map_err(failure)?;
        self.done.witnesses += 1;
        self.done.witness_bytes += bytes.len();
        Ok(Some(shown))
    }

    /// Does a piece of work of the block at hand.
    fn measure<T>(&mut self, work: Work, items: usize, task: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.counts();
        let start = Instant::now();
        let result = task(self);
        let time = start.elapsed();
        let counts = self.counts() - before;
        self.phases.add(work, &Phase { items, time, counts });
        result
    }

    /// All that was counted so far.
    fn counts(&self) -> Counts {
        Counts { operations: Operations::so_far(), traffic: self.tree.store().traffic().into() }
    }

    fn check_senders(&mut self, block: &Block) -> Result<(), Failure> {
        let recoveries: Vec<Recovery> = block.signatures.iter().map(|signature| signature.recovery).collect();
        self.measure(Work::Senders, recoveries.len(), |_| {
            let failure = if block.signatures.iter().any(|signature| signature.public_key.is_some()) {
                let keys = recover_batch(&recoveries);
                let signed =
                    block.signatures.par_iter().zip(keys).enumerate().with_min_len(ADDRESSES_AT_ONCE);
                signed.find_map_first(|(number, (signature, key))| {
                    let difference = key.map(|key| signature.differences(&key).into_iter().next());
                    check_sender(block, number, signature, difference)
                })
            } else {
                let senders = recover_addresses_batch(&recoveries);
                let mut signed = block.signatures.iter().zip(senders).enumerate();
                signed.find_map(|(number, (signature, sender))| {
                    let difference = sender.map(|sender| signature.sender_difference(sender));
                    check_sender(block, number, signature, difference)
                })
            };
            failure.map_or(Ok(()), Err)
        })
    }

    fn derive_keys(&mut self, accounts: &[Account]) -> Vec<(Key, Value)> {
        let number = accounts.iter().map(|account| account.writes().count()).sum();
        self.measure(Work::Keys, number, |engine| engine.keys(accounts))
    }

    fn keys(&self, accounts: &[Account]) -> Vec<(Key, Value)> {
        accounts::entries(accounts, &self.committer)
    }

    /// Compares the root with what the block's source and its witness say.
    fn check_root(
        &mut self,
        block: &Block,
        root: Root,
        shown: Option<(PartialTree, Witness)>,
    ) -> Result<(), Failure> {
        if let Some((partial, witness)) = shown {
            let root_after = |engine: &mut Self| partial.root_after(&engine.committer, &witness);
            let found = self.measure(Work::Verify, 0, root_after).map_err(|error| failure(block, &error))?;
            if found != root {
                return Err(wrong(block, "root after the witness", Bytes(root), Bytes(found)));
            }
        }
        match block.expected.root {
            Some(expected) if expected != root => Err(wrong(block, "root", Bytes(expected), Bytes(root))),
            _ => Ok(()),
        }
    }
}

fn failure(block: &Block, error: &Error) -> Failure {
    Failure::Engine(format!("block {}: {error}", block.name))
}

fn malformed(place: &SignaturePlace, error: &SignatureError) -> Failure {
    match place {
        SignaturePlace::Line(path, line) => Failure::line(path, *line, error),
        SignaturePlace::Generated => Failure::Engine(format!("a generated signature is malformed: {error}")),
    }
}

/// The failure of a signature, given how its key differs from the source's, or why there is no key.
fn check_sender(
    block: &Block,
    number: usize,
    signature: &Signature,
    difference: Result<Option<Difference>, SignatureError>,
) -> Option<Failure> {
    match difference {
        Ok(Some(Difference { what, expected, found })) => {
            let what = format!("{what} of transaction {number} ({})", signature.place);
            Some(wrong(block, what, expected, found))
        }
        Ok(None) => None,
        Err(error) => Some(malformed(&signature.place, &error)),
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
