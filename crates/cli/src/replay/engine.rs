//! The engine of the replay: applies a block in all its phases, and measures each phase.

use rayon::prelude::*;
use vorpal::ipa::{Basis, Committer};
use vorpal::secp256k1::{Error as SignatureError, Recovery, recover_addresses_batch, recover_batch};
use vorpal::tree::{
    Error, History, Key, MemoryStore, PartialTree, Root, Tree, Value, Witness, WitnessVersion,
};

use super::chain::{Block, Writes};
use super::counts::{Counts, Operations};
use super::phases::{Phase, Phases, Work};
use super::stopwatch::Timed;
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::input::accounts::{self, Account};
use crate::input::signatures::{Difference, Signature, SignatureSource};
use crate::output::terminal;

/// The smallest number of addresses, each a hash of a public key, in one parallel task.
const ADDRESSES_PER_TASK: usize = 32;

/// The state tree, and the results and measurements so far.
pub(crate) struct Engine<S = MemoryStore> {
    committer: Committer,
    tree: Tree<S>,
    /// Whether each block gets a witness.
    witnesses: bool,
    totals: Totals,
    /// The measurements of the current block.
    phases: Phases,
}

/// The results of all blocks so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    /// The applied blocks, in order.
    pub(crate) blocks: Vec<Applied>,
    /// The number of roots checked.
    pub(crate) roots: usize,
    /// The number of witnesses made and verified, and their total length in bytes.
    pub(crate) witnesses: usize,
    pub(crate) witness_bytes: usize,
    /// The root after the last block.
    pub(crate) root: Root,
}

/// An applied block with its measurements.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    pub(crate) name: String,
    pub(crate) phases: Phases,
}

impl Engine {
    /// An empty tree in memory.
    pub(crate) fn in_memory() -> Self {
        Self::over(Tree::in_memory(), Committer::new(&Basis::default()), false)
    }
}

impl<S: History> Engine<S> {
    /// An engine on a tree, which the committer serves. `witnesses`: whether each block gets a witness.
    pub(crate) fn over(tree: Tree<S>, committer: Committer, witnesses: bool) -> Self {
        let totals = Totals { root: tree.head().root, ..Totals::default() };
        Self { committer, tree, witnesses, totals, phases: Phases::default() }
    }

    /// Whether the state has all values that the block writes, as it has after the block.
    pub(crate) fn holds(&self, block: &Block) -> Result<bool, Failure> {
        let writes = match &block.writes {
            Writes::Accounts(accounts) => &self.keys(accounts),
            Writes::Entries(entries) => entries,
        };
        for (key, value) in writes {
            if self.tree.get(key).map_err(|error| failure(block, error))? != Some(*value) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The root after the last block.
    pub(crate) fn root(&self) -> Root {
        self.totals.root
    }

    /// Checks that the store on disk has the applied blocks.
    pub(crate) fn confirm(&self) -> Result<(), Failure> {
        Ok(self.tree.store().confirm()?)
    }

    pub(crate) fn finish(self) -> Totals {
        self.totals
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
        let witness = self.witness(block, writes)?;
        let update = |engine: &mut Self| engine.tree.update(writes.iter().copied());
        self.measure(Work::Update, writes.len(), update).map_err(|error| failure(block, error))?;
        let commitments = |engine: &mut Self| engine.tree.next_root(&engine.committer);
        let root =
            self.measure(Work::Commit, writes.len(), commitments).map_err(|error| failure(block, error))?;
        // The root is checked before the block is saved.
        self.check_root(block, root, witness).inspect_err(|_| self.tree.discard())?;
        let save =
            |engine: &mut Self| engine.tree.commit_block(&engine.committer, &terminal::escape(&block.name));
        self.measure(Work::Save, writes.len(), save).map_err(|error| failure(block, error))?;
        self.totals.roots += usize::from(block.expected.root.is_some());
        self.totals.blocks.push(Applied { name: block.name.clone(), phases: self.phases });
        self.totals.root = root;
        Ok(())
    }

    /// If witnesses are enabled and the block writes anything, makes a witness of the values before the block and of
    /// the writes. Verifies its bytes against the root before the block, without the tree.
    fn witness(
        &mut self,
        block: &Block,
        writes: &[(Key, Value)],
    ) -> Result<Option<(PartialTree, Witness)>, Failure> {
        if !self.witnesses || writes.is_empty() {
            return Ok(None);
        }
        let failure = |error| failure(block, error);
        let make = |engine: &mut Self| {
            let keys = writes.iter().map(|(key, _)| *key);
            let mut witness = engine.tree.prove_with(&engine.committer, keys, WitnessVersion::Plain)?;
            witness.write(writes.iter().copied())?;
            Ok(witness.to_bytes())
        };
        let bytes = self.measure(Work::Prove, writes.len(), make).map_err(failure)?;
        let verify = |engine: &mut Self| {
            let witness = Witness::from_bytes(&bytes)?;
            // The root after the writes is compared with the tree's, and no absent key is read.
            let (root, demand) = (&engine.totals.root, WitnessVersion::Plain);
            let partial = witness.verify_with(&engine.committer, root, demand)?;
            Ok((partial, witness))
        };
        let verified = self.measure(Work::Verify, writes.len(), verify).map_err(failure)?;
        self.totals.witnesses += 1;
        self.totals.witness_bytes += bytes.len();
        Ok(Some(verified))
    }

    /// Runs a task of the current block, and adds its time and counts to its phase.
    fn measure<T>(&mut self, work: Work, items: usize, task: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.counts();
        let mut timed = Timed::default();
        let result = timed.add(|| task(self));
        let counts = self.counts() - before;
        self.phases.add(work, &Phase { items, timed, counts });
        result
    }

    /// The counts so far.
    fn counts(&self) -> Counts {
        Counts { operations: Operations::so_far(), traffic: self.tree.store().traffic().into() }
    }

    fn check_senders(&mut self, block: &Block) -> Result<(), Failure> {
        let recoveries: Vec<Recovery> = block.signatures.iter().map(|signature| signature.recovery).collect();
        self.measure(Work::Senders, recoveries.len(), |_| {
            let failure = if block.signatures.iter().any(|signature| signature.public_key.is_some()) {
                let keys = recover_batch(&recoveries);
                let signed =
                    block.signatures.par_iter().zip(keys).enumerate().with_min_len(ADDRESSES_PER_TASK);
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

    /// Compares the root with the expected one and with the root after the block that its witness yields.
    fn check_root(
        &mut self,
        block: &Block,
        root: Root,
        witness: Option<(PartialTree, Witness)>,
    ) -> Result<(), Failure> {
        if let Some((partial, witness)) = witness {
            let root_after = |engine: &mut Self| partial.root_after(&engine.committer, &witness);
            let found = self.measure(Work::Verify, 0, root_after).map_err(|error| failure(block, error))?;
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

/// The failure of the tree, with the block that it concerns.
fn failure(block: &Block, error: Error) -> Failure {
    let of_block = |reason| format!("block {}: {reason}", block.name);
    match Failure::from(error) {
        Failure::Usage { reason } => Failure::Usage { reason: of_block(reason) },
        Failure::Engine(reason) => Failure::Engine(of_block(reason)),
        failure => failure,
    }
}

fn malformed(source: &SignatureSource, error: &SignatureError) -> Failure {
    match source {
        SignatureSource::Line(path, line) => Failure::line(path, *line, error),
        SignatureSource::Generated => Failure::Engine(format!("a generated signature is malformed: {error}")),
    }
}

/// The failure of a signature whose key differs from the source's, or that has no key.
fn check_sender(
    block: &Block,
    number: usize,
    signature: &Signature,
    difference: Result<Option<Difference>, SignatureError>,
) -> Option<Failure> {
    match difference {
        Ok(Some(Difference { what, expected, found })) => {
            let what = format!("{what} of transaction {number} ({})", signature.source);
            Some(wrong(block, what, expected, found))
        }
        Ok(None) => None,
        Err(error) => Some(malformed(&signature.source, &error)),
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
