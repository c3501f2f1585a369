//! The import of a chain, block by block.

use std::path::{Path, PathBuf};

use alloy_consensus::{Block, TxEnvelope};
use alloy_genesis::Genesis;
use alloy_primitives::{Address, B256};
use vorpal::ipa::Profile;
use vorpal::tree::{DiskOptions, DiskStore, History, Root, Tree};
use vorpal_interop::alloy2::recover_range_senders;

use crate::chain::{Imported, Source};
use crate::check::{self, Outline};
use crate::execution::{self, Machine};
use crate::export::Export;
use crate::failure::label;
use crate::report::Report;
use crate::spec::{self, Spec};
use crate::state::{self, State, Update};
use crate::times::{self, Times, Work};
use crate::tree::StateTree;
use crate::{Failure, headstate, interrupt, snapshot};

/// The number of blocks whose senders are recovered together.
const BATCH: usize = 256;

/// The number of blocks after which the accounts of a store are saved by address.
const SNAPSHOT: u64 = 10_000;

/// The inputs and outputs of an import.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The genesis file.
    pub genesis: PathBuf,
    /// A file of blocks, or a folder of era1 archives.
    pub chain: PathBuf,
    /// The folder of a store; without it the tree is in memory.
    pub store: Option<PathBuf>,
    /// The folder for the input of `vorpal replay`.
    pub export: Option<PathBuf>,
    /// A dump of the last state by go-ethereum.
    pub headstate: Option<PathBuf>,
    /// The expected hash of the last block.
    pub last: Option<B256>,
    /// The file for the last state, as a genesis file.
    pub state: Option<PathBuf>,
    /// The size of the tables for commitments.
    pub tables: Profile,
    /// Whether inversions and square roots are measured for each part, for a flame graph.
    pub by_operation: bool,
}

/// Imports a chain. `progress` gets the stage of the work, the number of a block and the number of blocks.
///
/// # Errors
/// [`Failure`]: the first wrong or malformed value. Nothing of its block, and no block after it, is saved, except where
/// the dump of the last state differs: the store then has all blocks. If it is wrong without the state (a hash, a link,
/// a body, a rule of headers), no block is saved at all.
pub fn import(options: &Options, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<Report, Failure> {
    execution::install();
    times::measure_operations();
    let prepared = Prepared::new(options, progress)?;
    match &options.store {
        None => Importer::new(prepared, Tree::in_memory(), options, Machine::default())?.run(progress),
        Some(store) => {
            interrupt::install()?;
            let tree = Tree::over(DiskStore::open_or_create(store, DiskOptions::default())?);
            Importer::new(prepared, tree, options, Machine::default())?.run(progress)
        }
    }
}

/// The checked input.
pub(crate) struct Prepared {
    spec: Spec,
    genesis: Vec<Update>,
    genesis_hash: B256,
    genesis_state_root: B256,
    source: Source,
    outline: Outline,
    times: Times,
}

impl Prepared {
    /// Reads the genesis file and the whole chain, and checks all that needs no state.
    pub(crate) fn new(options: &Options, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<Self, Failure> {
        let mut times = Times::new(options.by_operation);
        let genesis: Genesis = spec::read_genesis(&options.genesis)?;
        let updates = state::of_genesis(&genesis.alloc);
        let state_root = state::genesis_root(&updates);
        let header = spec::genesis_header(&genesis, state_root);
        let hash = header.hash_slow();
        let spec = Spec::new(&genesis, hash, &options.genesis)?;
        let source = Source::open(&options.chain)?;
        let outline = times.measure(Work::Reading, || {
            let report = |number| progress("checking", number, 0);
            check::check(&source, &spec, (&header, hash), options.last, report)
        })?;
        Ok(Self {
            spec,
            genesis: updates,
            genesis_hash: hash,
            genesis_state_root: state_root,
            source,
            outline,
            times,
        })
    }

    /// The hash of a block of the chain.
    fn hash(&self, number: u64) -> Option<B256> {
        match usize::try_from(number).ok()?.checked_sub(1) {
            None => Some(self.genesis_hash),
            Some(index) => self.outline.hashes.get(index).copied(),
        }
    }
}

/// An import under way.
pub(crate) struct Importer<'a, S> {
    prepared: Prepared,
    pub(crate) tree: StateTree<S>,
    options: &'a Options,
    machine: Machine,
    state: State,
    state_root: B256,
    export: Option<Export>,
    /// The number of the last block, 0 for the genesis block.
    number: u64,
    root: Root,
    /// The numbers of imported blocks, of values, and of transactions.
    blocks: usize,
    values: usize,
    transactions: usize,
}

/// A block with its senders.
struct Signed {
    block: Block<TxEnvelope>,
    hash: B256,
    senders: Vec<Address>,
    receipts: Option<Vec<u8>>,
}

impl<'a, S: History> Importer<'a, S> {
    pub(crate) fn new(
        prepared: Prepared,
        tree: Tree<S>,
        options: &'a Options,
        machine: Machine,
    ) -> Result<Self, Failure> {
        let export = options.export.as_deref().map(Export::begin).transpose()?;
        if export.is_some() && tree.head().blocks > 0 {
            let reason = "an export begins with the genesis block, but the store already has blocks";
            return Err(Failure::Usage(reason.into()));
        }
        let state_root = prepared.genesis_state_root;
        Ok(Self {
            prepared,
            tree: StateTree::new(tree, options.tables),
            options,
            machine,
            state: State::default(),
            state_root,
            export,
            number: 0,
            root: Root::default(),
            blocks: 0,
            values: 0,
            transactions: 0,
        })
    }

    pub(crate) fn run(mut self, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<Report, Failure> {
        let total = self.prepared.outline.hashes.len() as u64;
        let head = self.tree.tree().head().clone();
        let (mut skipped, mut again) = (0, 0);
        if head.blocks == 0 {
            self.write_genesis()?;
        } else {
            let stored = self.stored_block(&head.label)?;
            again = self.restore(stored, progress)?;
            self.root = head.root;
            skipped = usize::try_from(stored).unwrap_or(usize::MAX);
        }
        let first = self.number;
        self.each_signed(first, total, |importer, signed| {
            importer.import_block(&signed)?;
            progress("importing", importer.number, total);
            importer.stop_if_requested(total)
        })?;
        self.tree.tree().store().confirm()?;
        self.finish(skipped, again)
    }

    /// The number of the stored block. Its label must be of a block of this chain.
    fn stored_block(&self, found: &str) -> Result<u64, Failure> {
        let number = found.split(' ').next().and_then(|number| number.parse().ok());
        let known = number
            .filter(|number| self.prepared.hash(*number).is_some_and(|hash| label(*number, &hash) == found));
        known.ok_or_else(|| {
            Failure::Usage(format!("the store belongs to another chain: its last block is {found:?}"))
        })
    }

    fn write_genesis(&mut self) -> Result<(), Failure> {
        let updates = std::mem::take(&mut self.prepared.genesis);
        self.apply(0, &updates, self.prepared.genesis_state_root)?;
        self.save(0, self.prepared.genesis_hash, &updates, None)
    }

    /// The state after the stored block: the snapshot, and the blocks since then, which are executed again. Returns
    /// their number.
    fn restore(&mut self, stored: u64, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<usize, Failure> {
        let store = self.options.store.as_deref().unwrap_or(Path::new(""));
        let found = snapshot::read(store)?.filter(|snapshot| {
            snapshot.number <= stored && self.prepared.hash(snapshot.number) == Some(snapshot.hash)
        });
        let (number, updates) = match found {
            Some(snapshot) => (snapshot.number, state::of_genesis(&snapshot.alloc)),
            None => (0, self.prepared.genesis.clone()),
        };
        self.state.apply(updates);
        self.number = number;
        for number in number.saturating_sub(255)..=number {
            self.state.add_block(number, self.prepared.hash(number).unwrap_or_default());
        }
        // The root of the snapshot itself is that of its header, which the reading below finds.
        self.state_root = self.state.root();
        self.check_snapshot(number)?;
        self.each_signed(number, stored, |importer, signed| {
            let updates = importer.execute(&signed)?;
            importer.state.apply(updates);
            importer.state_root = importer.state.root();
            let header = &signed.block.header;
            Failure::compare(header.number, "state root", &header.state_root, &importer.state_root)?;
            importer.state.add_block(header.number, signed.hash);
            importer.number = header.number;
            progress("executing again", importer.number, stored);
            // The store has more blocks: at the last of these, too, the import can stop.
            importer.stop_if_requested(stored + 1)
        })?;
        match self.tree.difference(&self.state.updates())? {
            None => Ok(usize::try_from(stored - number).unwrap_or(usize::MAX)),
            Some(address) => Err(Failure::Usage(format!(
                "the store does not have the state after block {stored}: account {address} differs"
            ))),
        }
    }

    /// Compares the root of the snapshot with that of its block's header.
    fn check_snapshot(&self, number: u64) -> Result<(), Failure> {
        let expected = if number == 0 {
            self.prepared.genesis_state_root
        } else {
            let mut blocks = self.prepared.source.blocks()?;
            let found = blocks.find(|block| match block {
                Ok(imported) => imported.block.header.number == number,
                Err(_) => true,
            });
            match found {
                Some(imported) => imported?.block.header.state_root,
                None => return Err(Failure::Engine(format!("block {number} is gone"))),
            }
        };
        Failure::compare(number, "state root of the stored accounts", &expected, &self.state_root)
    }

    /// Passes the blocks after number `first` up to `last`, with their senders.
    fn each_signed(
        &mut self,
        first: u64,
        last: u64,
        mut each: impl FnMut(&mut Self, Signed) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let blocks = self.prepared.source.blocks()?;
        let wanted = |imported: &Result<Imported, Failure>| match imported {
            Ok(imported) => imported.block.header.number > first,
            Err(_) => true,
        };
        let mut blocks = blocks.filter(wanted);
        let mut left = usize::try_from(last.saturating_sub(first)).unwrap_or(usize::MAX);
        while left > 0 {
            let read = self.prepared.times.measure(Work::Reading, || {
                blocks.by_ref().take(BATCH.min(left)).collect::<Result<Vec<Imported>, Failure>>()
            })?;
            if read.is_empty() {
                return Err(Failure::Engine("the chain has become shorter during the import".into()));
            }
            left -= read.len();
            for signed in self.recover(read)? {
                // The files may change between the two readings, which must not give other blocks.
                let expected = self.prepared.hash(signed.block.header.number);
                if expected != Some(signed.hash) {
                    return Err(Failure::Engine("the chain has changed during the import".into()));
                }
                each(self, signed)?;
            }
        }
        Ok(())
    }

    fn recover(&mut self, read: Vec<Imported>) -> Result<Vec<Signed>, Failure> {
        let mut rest = Vec::with_capacity(read.len());
        let mut blocks = Vec::with_capacity(read.len());
        for Imported { block, hash, archived } in read {
            blocks.push(block);
            rest.push((hash, archived.map(|(receipts, _)| receipts)));
        }
        let spec = &self.prepared.spec;
        let senders = self
            .prepared
            .times
            .measure(Work::Senders, || recover_range_senders(&blocks, |number| spec.high_s(number)));
        let signed = blocks.into_iter().zip(rest).zip(senders).map(|((block, (hash, receipts)), senders)| {
            let senders = senders.map_err(|error| {
                let what = format!("signature of transaction {}", error.index);
                Failure::wrong(block.header.number, what, "a sender", &error.source)
            })?;
            Ok(Signed { block, hash, senders, receipts })
        });
        signed.collect()
    }

    fn execute(&mut self, signed: &Signed) -> Result<Vec<Update>, Failure> {
        let Signed { block, senders, receipts, .. } = signed;
        let Prepared { spec, times, .. } = &mut self.prepared;
        let (machine, state) = (&self.machine, &self.state);
        times.measure(Work::Execution, || machine.execute(spec, state, block, senders, receipts.as_deref()))
    }

    fn import_block(&mut self, signed: &Signed) -> Result<(), Failure> {
        let updates = self.execute(signed)?;
        let header = &signed.block.header;
        self.apply(header.number, &updates, header.state_root)?;
        self.save(header.number, signed.hash, &updates, Some(signed))?;
        self.blocks += 1;
        self.transactions += signed.senders.len();
        Ok(())
    }

    /// Writes the updates to the tree, reads them again, and compares the Merkle-Patricia root of what the tree has.
    fn apply(&mut self, number: u64, updates: &[Update], expected: B256) -> Result<(), Failure> {
        let times = &mut self.prepared.times;
        let checked = self.tree.write(number, updates, &self.state, times).and_then(|(read, keys)| {
            self.values += keys;
            let state = &mut self.state;
            self.state_root = times.measure(Work::Check, || {
                state.apply(read);
                state.root()
            });
            Failure::compare(number, "state root", &expected, &self.state_root)
        });
        checked.inspect_err(|_| self.tree.discard())
    }

    fn save(
        &mut self,
        number: u64,
        hash: B256,
        updates: &[Update],
        signed: Option<&Signed>,
    ) -> Result<(), Failure> {
        let values = updates.iter().map(Update::values).sum();
        self.root = self.tree.commit(&label(number, &hash), &mut self.prepared.times)?;
        self.number = number;
        self.state.add_block(number, hash);
        if let Some(export) = &mut self.export {
            let block = signed.map(|signed| (&signed.block, &signed.senders[..]));
            let root = &self.root;
            let written = || export.block(number, updates, block, values, root);
            self.prepared.times.measure(Work::Export, written)?;
        }
        match &self.options.store {
            Some(store) if number.is_multiple_of(SNAPSHOT) => {
                let (times, state) = (&mut self.prepared.times, &self.state);
                times.measure(Work::Saving, || snapshot::write(store, number, hash, state))
            }
            _ => Ok(()),
        }
    }

    /// Stops if a signal has arrived, and blocks remain. The next import begins after the last executed block.
    fn stop_if_requested(&self, total: u64) -> Result<(), Failure> {
        let Some(store) =
            self.options.store.as_ref().filter(|_| interrupt::requested() && self.number < total)
        else {
            return Ok(());
        };
        self.save_accounts(store)?;
        Err(Failure::Interrupted { block: self.number, store: store.clone() })
    }

    fn save_accounts(&self, store: &Path) -> Result<(), Failure> {
        let hash = self.prepared.hash(self.number).unwrap_or_default();
        snapshot::write(store, self.number, hash, &self.state)
    }

    fn finish(mut self, skipped: usize, again: usize) -> Result<Report, Failure> {
        if let Some(path) = &self.options.headstate {
            headstate::compare(path, self.number, &mut self.state)?;
        }
        if let Some(store) = &self.options.store {
            self.save_accounts(store)?;
        }
        let last_hash = self.prepared.hash(self.number).unwrap_or_default();
        if let Some(path) = &self.options.state {
            let file =
                snapshot::Snapshot { number: self.number, hash: last_hash, alloc: self.state.allocation() };
            snapshot::write_json(path, &file)?;
        }
        self.export.take().map_or(Ok(()), Export::finish)?;
        let (accounts, slots) = self.state.size();
        let [inversion_processor_seconds, square_root_processor_seconds] = times::operation_seconds();
        let paths = self.prepared.source.paths().iter().map(|path| path.display().to_string());
        Ok(Report {
            version: env!("CARGO_PKG_VERSION"),
            source: paths.collect::<Vec<_>>().join(", "),
            blocks: self.blocks,
            blocks_skipped: skipped,
            blocks_executed_again: again,
            transactions: self.transactions,
            uncles: self.prepared.outline.uncles,
            withdrawals: self.prepared.outline.withdrawals,
            values: self.values,
            accounts,
            slots,
            last_block: self.number,
            last_hash: last_hash.to_string(),
            state_root: self.state_root.to_string(),
            root: B256::from(self.root).to_string(),
            parts: self.prepared.times.report(),
            folded: self.prepared.times.folded(),
            inversion_processor_seconds,
            square_root_processor_seconds,
            threads: rayon::current_num_threads(),
        })
    }
}
