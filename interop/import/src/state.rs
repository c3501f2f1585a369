//! The accounts of a chain by address, as the execution reads them, and their Merkle-Patricia tries.
//!
//! Its values come from Vorpal's tree: what the tree has lost, this state does not have either. So the root in the
//! block's header confirms the tree's writes.

use std::collections::{BTreeMap, HashMap, VecDeque};

use alloy_genesis::GenesisAccount;
use alloy_primitives::{Address, B256, Bytes, U256, keccak256};
use alloy_trie::{EMPTY_ROOT_HASH, KECCAK_EMPTY, TrieAccount};
use revm::bytecode::Bytecode;
use revm::database_interface::DatabaseRef;
use revm::state::AccountInfo;

use crate::merkle::Trie;

/// The values of an account besides its storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Basic {
    pub(crate) nonce: u64,
    pub(crate) balance: u128,
    pub(crate) code_hash: B256,
    pub(crate) code_size: u32,
}

/// A change of an account: all its basic values, its code if that is new, and the changed slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Update {
    pub(crate) address: Address,
    /// `None` for an account that the block removes.
    pub(crate) basic: Option<Basic>,
    pub(crate) code: Option<Bytes>,
    /// Slots in ascending order. The value zero removes a slot.
    pub(crate) storage: Vec<(B256, U256)>,
}

impl Update {
    /// The number of values that the update writes to Vorpal's tree: basic data, code hash, slots, and chunks of code.
    pub(crate) fn values(&self) -> usize {
        2 + self.storage.len() + self.code.as_ref().map_or(0, |code| code.len().div_ceil(31))
    }
}

#[derive(Clone, Debug)]
struct Account {
    basic: Basic,
    storage: BTreeMap<B256, U256>,
    trie: Trie,
}

/// The accounts, the codes by hash, and the hashes of the last blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    accounts: BTreeMap<Address, Account>,
    codes: HashMap<B256, Bytes>,
    trie: Trie,
    /// The number of the last block, and the last hashes, ascending: what `BLOCKHASH` reads.
    last: u64,
    hashes: VecDeque<B256>,
}

/// The hashes that `BLOCKHASH` reads.
const HASHES: usize = 256;

impl State {
    /// Applies the updates of a block.
    pub(crate) fn apply(&mut self, updates: Vec<Update>) {
        for update in updates {
            let key = keccak256(update.address);
            if let Some(code) = update.code {
                self.codes.insert(keccak256(&code), code);
            }
            let Some(basic) = update.basic else {
                self.accounts.remove(&update.address);
                self.trie.set(key, None);
                continue;
            };
            let new = || Account { basic, storage: BTreeMap::new(), trie: Trie::default() };
            let account = self.accounts.entry(update.address).or_insert_with(new);
            account.basic = basic;
            for (slot, value) in update.storage {
                let hash = keccak256(slot);
                if value.is_zero() {
                    account.storage.remove(&slot);
                    account.trie.set(hash, None);
                } else {
                    account.storage.insert(slot, value);
                    account.trie.set(hash, Some(alloy_rlp::encode(value)));
                }
            }
            let leaf = TrieAccount {
                nonce: basic.nonce,
                balance: U256::from(basic.balance),
                storage_root: account.trie.root(),
                code_hash: basic.code_hash,
            };
            self.trie.set(key, Some(alloy_rlp::encode(leaf)));
        }
    }

    /// The root of the Merkle-Patricia trie, as headers have it.
    pub(crate) fn root(&mut self) -> B256 {
        self.trie.root()
    }

    /// Adds the hash of the block that the state is after.
    pub(crate) fn add_block(&mut self, number: u64, hash: B256) {
        self.last = number;
        self.hashes.push_back(hash);
        if self.hashes.len() > HASHES {
            self.hashes.pop_front();
        }
    }

    pub(crate) fn basic(&self, address: &Address) -> Option<Basic> {
        self.accounts.get(address).map(|account| account.basic)
    }

    /// The slots of an account that are not zero, ascending.
    pub(crate) fn storage(&self, address: &Address) -> impl Iterator<Item = (B256, U256)> {
        let storage = self.accounts.get(address).map(|account| &account.storage);
        storage.into_iter().flatten().map(|(slot, value)| (*slot, *value))
    }

    pub(crate) fn code(&self, hash: &B256) -> Option<&Bytes> {
        self.codes.get(hash)
    }

    /// The numbers of accounts and of slots.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.accounts.len(), self.accounts.values().map(|account| account.storage.len()).sum())
    }

    /// All accounts as updates of an empty state, by address.
    pub(crate) fn updates(&self) -> Vec<Update> {
        let update = |(address, account): (&Address, &Account)| Update {
            address: *address,
            basic: Some(account.basic),
            code: self.code(&account.basic.code_hash).cloned(),
            storage: account.storage.iter().map(|(slot, value)| (*slot, *value)).collect(),
        };
        self.accounts.iter().map(update).collect()
    }

    /// The accounts as a genesis file has them.
    pub(crate) fn allocation(&self) -> BTreeMap<Address, GenesisAccount> {
        let account = |update: Update| {
            let basic = update.basic?;
            let storage = update.storage.into_iter().map(|(slot, value)| (slot, value.into()));
            let storage: BTreeMap<B256, B256> = storage.collect();
            let account = GenesisAccount {
                nonce: Some(basic.nonce),
                balance: U256::from(basic.balance),
                code: update.code,
                storage: (!storage.is_empty()).then_some(storage),
                ..GenesisAccount::default()
            };
            Some((update.address, account))
        };
        self.updates().into_iter().filter_map(account).collect()
    }
}

/// The accounts of a genesis file as updates of an empty state. Balances are below 2^128.
pub(crate) fn of_genesis(accounts: &BTreeMap<Address, GenesisAccount>) -> Vec<Update> {
    let update = |(address, account): (&Address, &GenesisAccount)| {
        let code = account.code.clone().filter(|code| !code.is_empty());
        let storage = account.storage.iter().flatten().map(|(slot, value)| (*slot, (*value).into()));
        Update {
            address: *address,
            basic: Some(Basic {
                nonce: account.nonce.unwrap_or_default(),
                balance: account.balance.saturating_to(),
                code_hash: code.as_ref().map_or(KECCAK_EMPTY, keccak256),
                code_size: code.as_ref().map_or(0, |code| u32::try_from(code.len()).unwrap_or(u32::MAX)),
            }),
            code,
            storage: storage.filter(|(_, value): &(B256, U256)| !value.is_zero()).collect(),
        }
    };
    accounts.iter().map(update).collect()
}

/// The Merkle-Patricia root of a genesis file's accounts, without any tree of Vorpal.
pub(crate) fn genesis_root(updates: &[Update]) -> B256 {
    let mut state = State::default();
    state.apply(updates.to_vec());
    if updates.is_empty() { EMPTY_ROOT_HASH } else { state.root() }
}

/// What the execution asks for and the state does not have.
#[derive(Debug, thiserror::Error)]
#[error("the state has no {0}")]
pub(crate) struct Missing(String);

impl revm::database_interface::DBErrorMarker for Missing {}

impl DatabaseRef for State {
    type Error = Missing;

    fn basic_ref(&self, address: Address) -> Result<Option<AccountInfo>, Missing> {
        Ok(self.basic(&address).map(|basic| AccountInfo {
            balance: U256::from(basic.balance),
            nonce: basic.nonce,
            code_hash: basic.code_hash,
            code: None,
            ..AccountInfo::default()
        }))
    }

    fn code_by_hash_ref(&self, hash: B256) -> Result<Bytecode, Missing> {
        if hash == KECCAK_EMPTY {
            return Ok(Bytecode::default());
        }
        let code = self.code(&hash).ok_or_else(|| Missing(format!("code with hash {hash}")))?;
        Bytecode::new_raw_checked(code.clone())
            .map_err(|error| Missing(format!("valid code {hash}: {error}")))
    }

    fn storage_ref(&self, address: Address, index: U256) -> Result<U256, Missing> {
        let (account, slot) = (self.accounts.get(&address), B256::from(index));
        Ok(account.and_then(|account| account.storage.get(&slot)).copied().unwrap_or_default())
    }

    fn block_hash_ref(&self, number: u64) -> Result<B256, Missing> {
        let back = self.last.checked_sub(number).and_then(|back| usize::try_from(back).ok());
        let index = back.and_then(|back| self.hashes.len().checked_sub(back + 1));
        let hash = index.and_then(|index| self.hashes.get(index));
        hash.copied().ok_or_else(|| Missing(format!("hash of block {number}")))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// The hashes of the last 256 blocks, and no others.
    #[test]
    fn hashes_of_blocks() {
        let hash = |number: u64| B256::from(U256::from(1000 + number));
        for (first, last) in [(0, 0), (0, 3), (0, 255), (0, 256), (700, 1300)] {
            let mut state = State::default();
            (first..=last).for_each(|number| state.add_block(number, hash(number)));
            let oldest = first.max((last + 1).saturating_sub(256));
            for number in oldest..=last {
                assert_eq!(state.block_hash_ref(number).unwrap(), hash(number), "{number} after {last}");
            }
            for number in [oldest.checked_sub(1), Some(last + 1)].into_iter().flatten() {
                assert!(state.block_hash_ref(number).is_err(), "{number} after {last}");
            }
        }
    }
}
