//! The writes of a block to Vorpal's tree (EIP-6800), and the values that the tree then has.

use std::collections::HashMap;

use alloy_primitives::{B256, U256, keccak256};
use vorpal::ipa::{Basis, Committer, Profile};
use vorpal::tree::{
    Address as TreeAddress, BasicData, History, Key, KeyHasher, Position, Root, Tree, Value, code_chunks,
};

use crate::Failure;
use crate::state::{Basic, State, Update};
use crate::times::{Times, Work};

/// The number of bytes of code in a chunk.
const CHUNK: usize = 31;

/// A tree with its committer.
pub(crate) struct StateTree<S> {
    tree: Tree<S>,
    committer: Committer,
    /// Changes the writes of a block, as a fault would.
    #[cfg(test)]
    pub(crate) tamper: Option<Tamper>,
}

/// Changes the writes of a block with this number.
#[cfg(test)]
pub(crate) type Tamper = fn(u64, &mut Vec<(Key, Value)>, &[Position]);

/// A write of an account.
type Write = (Position, Value);

impl<S: History> StateTree<S> {
    pub(crate) fn new(tree: Tree<S>, tables: Profile) -> Self {
        Self {
            tree,
            committer: Committer::with_profile(&Basis::default(), tables),
            #[cfg(test)]
            tamper: None,
        }
    }

    pub(crate) fn tree(&self) -> &Tree<S> {
        &self.tree
    }

    /// Writes the updates of a block, reads every written key again, and returns the updates that the tree now has,
    /// with the number of keys. `state` is the state before the block.
    pub(crate) fn write(
        &mut self,
        block: u64,
        updates: &[Update],
        state: &State,
        times: &mut Times,
    ) -> Result<(Vec<Update>, usize), Failure> {
        let (owners, keys, entries) = times.measure(Work::Keys, || self.entries(updates));
        let written = entries.iter().zip(&keys).map(|((_, value), key)| (*key, *value));
        #[cfg(test)]
        let written = self.tampered(block, written.collect(), &entries);
        let updated = times.measure(Work::Update, || self.tree.update(written));
        updated.map_err(|error| Failure::Engine(format!("block {block}: {error}")))?;
        let read = times.measure(Work::Check, || {
            let mut found = self.read(&keys, &entries)?.into_iter();
            let read = updates.iter().zip(owners).map(|(update, count)| {
                let values: HashMap<Position, Value> = found.by_ref().take(count).collect();
                decode(block, update, &values, state)
            });
            read.collect::<Result<Vec<Update>, Failure>>()
        })?;
        Ok((read, keys.len()))
    }

    /// The number of writes of each update, all keys, and all writes.
    fn entries(&self, updates: &[Update]) -> (Vec<usize>, Vec<Key>, Vec<Write>) {
        let (mut counts, mut positions, mut entries) = (Vec::new(), Vec::new(), Vec::new());
        for update in updates {
            let writes = writes(update);
            counts.push(writes.len());
            let address = TreeAddress::from(update.address.into_array());
            positions.extend(writes.iter().map(|(position, _)| (address, *position)));
            entries.extend(writes);
        }
        let keys = KeyHasher::new(&self.committer).keys(&positions);
        (counts, keys, entries)
    }

    /// The values at the keys, zero where the tree has none.
    fn read(&self, keys: &[Key], entries: &[Write]) -> Result<Vec<Write>, Failure> {
        let read = keys
            .iter()
            .zip(entries)
            .map(|(key, (position, _))| Ok((*position, self.tree.get(key)?.unwrap_or_default())));
        read.collect()
    }

    /// The first account whose values in the tree differ from those of the updates. What the updates do not contain is
    /// not compared: values of removed accounts and slots, and chunks of a longer code before the current one.
    pub(crate) fn difference(
        &self,
        updates: &[Update],
    ) -> Result<Option<alloy_primitives::Address>, Failure> {
        let (counts, keys, entries) = self.entries(updates);
        let mut pairs = self.read(&keys, &entries)?.into_iter().zip(&entries);
        for (update, count) in updates.iter().zip(counts) {
            let equal =
                pairs.by_ref().take(count).fold(true, |equal, (found, expected)| equal && found == *expected);
            if !equal {
                return Ok(Some(update.address));
            }
        }
        Ok(None)
    }

    /// Commits to the writes and saves them. Returns the root.
    pub(crate) fn commit(&mut self, label: &str, times: &mut Times) -> Result<Root, Failure> {
        let root = times.measure(Work::Commit, || self.tree.next_root(&self.committer))?;
        times.measure(Work::Saving, || self.tree.commit_block(&self.committer, label))?;
        Ok(root)
    }

    /// Drops the writes of a block that is wrong.
    pub(crate) fn discard(&mut self) {
        self.tree.discard();
    }

    #[cfg(test)]
    fn tampered(&self, block: u64, mut written: Vec<(Key, Value)>, entries: &[Write]) -> Vec<(Key, Value)> {
        if let Some(tamper) = self.tamper {
            let positions: Vec<Position> = entries.iter().map(|(position, _)| *position).collect();
            tamper(block, &mut written, &positions);
        }
        written
    }
}

/// The writes of an update. Those of a stem are adjacent, since the keys of a stem are derived together.
///
/// A removed account has zero in all its values: the tree of EIP-6800 removes nothing. Its chunks of code remain, and
/// so do those of a longer code after a shorter one: the code size says which ones count.
fn writes(update: &Update) -> Vec<Write> {
    let (basic_data, code_hash) = match update.basic {
        None => ([0; 32], [0; 32]),
        Some(basic) => {
            let data = BasicData::new(basic.nonce, basic.balance).with_code_size(basic.code_size);
            // revm limits code to far less than 2^24 bytes; a genesis file with more fails the check of its code.
            (data.unwrap_or_default().to_value(), basic.code_hash.0)
        }
    };
    let mut writes = vec![(Position::BASIC_DATA, basic_data), (Position::CODE_HASH, code_hash)];
    let storage = update.storage.iter();
    writes.extend(storage.map(|(slot, value)| (Position::storage(&slot.0), value.to_be_bytes())));
    let code = update.code.as_ref().map_or(&[][..], |code| &code[..]);
    writes.extend((0..).zip(code_chunks(code)).map(|(number, chunk)| (Position::code_chunk(number), chunk)));
    writes.sort_unstable_by_key(|(position, _)| *position);
    writes
}

/// The update that the tree's values are. Code is hashed from its chunks.
fn decode(
    block: u64,
    update: &Update,
    values: &HashMap<Position, Value>,
    state: &State,
) -> Result<Update, Failure> {
    let value = |position| values.get(&position).copied().unwrap_or_default();
    let address = update.address;
    let slot = |(slot, _): &(B256, U256)| (*slot, U256::from_be_bytes(value(Position::storage(&slot.0))));
    let storage = update.storage.iter().map(slot).collect();
    let code_hash = B256::from(value(Position::CODE_HASH));
    if code_hash.is_zero() {
        return Ok(Update { address, basic: None, code: None, storage });
    }
    let data = value(Position::BASIC_DATA);
    let number = |range: core::ops::Range<usize>| {
        data[range].iter().fold(0u128, |number, byte| number << 8 | u128::from(*byte))
    };
    let code_size = u32::try_from(number(5..8)).unwrap_or_default();
    let basic = Basic {
        nonce: u64::try_from(number(8..16)).unwrap_or_default(),
        balance: number(16..32),
        code_hash,
        code_size,
    };
    let size = usize::try_from(code_size).unwrap_or_default();
    let code = update.code.as_ref().map(|_| {
        let chunks = (0..).map(|number| value(Position::code_chunk(number))).take(size.div_ceil(CHUNK));
        let mut code: Vec<u8> = chunks.flat_map(|chunk| chunk.into_iter().skip(1)).collect();
        code.truncate(size);
        code
    });
    match &code {
        Some(code) => {
            Failure::compare(block, &format!("code of {address}"), &code_hash, &keccak256(code))?;
            let leading = code_chunks(code)
                .zip(0..)
                .all(|(chunk, number)| chunk[0] == value(Position::code_chunk(number))[0]);
            if !leading {
                let what = format!("numbers of operands in the code of {address}");
                return Err(Failure::wrong(block, what, "those of its code", "others"));
            }
        }
        None => {
            let expected = state.code(&code_hash).map_or(0, |code| code.len());
            Failure::compare(block, &format!("code size of {address}"), &expected, &size)?;
        }
    }
    Ok(Update { address, basic: Some(basic), code: code.map(Into::into), storage })
}
