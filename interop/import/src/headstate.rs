//! The comparison of the last state with a dump of it by go-ethereum (`geth dump`, `headstate.json`).

use std::collections::BTreeMap;
use std::path::Path;

use alloy_primitives::{Address, B256, Bytes, U256};
use serde::Deserialize;

use crate::Failure;
use crate::state::State;

#[derive(Deserialize)]
struct Dump {
    root: B256,
    accounts: BTreeMap<Address, Account>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Account {
    balance: String,
    nonce: u64,
    code_hash: B256,
    #[serde(default)]
    code: Bytes,
    /// Values without leading zeros and without `0x`.
    #[serde(default)]
    storage: BTreeMap<B256, String>,
}

/// Compares all accounts, slots and codes of the state after block `number` with those of a dump.
pub(crate) fn compare(path: &Path, number: u64, state: &mut State) -> Result<(), Failure> {
    let text = std::fs::read(path).map_err(|error| Failure::file(path, error))?;
    let dump: Dump = serde_json::from_slice(&text).map_err(|error| Failure::file(path, error))?;
    Failure::compare(number, "root in the dump", &dump.root, &state.root())?;
    for (address, expected) in &dump.accounts {
        compare_account(path, number, state, address, expected)?;
    }
    let slots = dump.accounts.values().map(|account| account.storage.len()).sum();
    let text = |(accounts, slots): (usize, usize)| format!("{accounts} with {slots} slots");
    Failure::compare(number, "accounts", &text((dump.accounts.len(), slots)), &text(state.size()))
}

fn compare_account(
    path: &Path,
    number: u64,
    state: &State,
    address: &Address,
    expected: &Account,
) -> Result<(), Failure> {
    let wrong = |what: &str, expected: &dyn std::fmt::Display, found: &dyn std::fmt::Display| {
        Failure::wrong(number, format!("{what} of {address}"), expected, found)
    };
    let Some(found) = state.basic(address) else { return Err(wrong("account", &"present", &"absent")) };
    let balance = U256::from(found.balance).to_string();
    if balance != expected.balance {
        return Err(wrong("balance", &expected.balance, &balance));
    }
    if found.nonce != expected.nonce {
        return Err(wrong("nonce", &expected.nonce, &found.nonce));
    }
    if found.code_hash != expected.code_hash {
        return Err(wrong("code hash", &expected.code_hash, &found.code_hash));
    }
    let code = state.code(&found.code_hash).cloned().unwrap_or_default();
    if code != expected.code {
        return Err(wrong("code", &expected.code, &code));
    }
    let storage: BTreeMap<B256, U256> = state.storage(address).collect();
    for (slot, value) in &expected.storage {
        let value = U256::from_str_radix(value, 16)
            .map_err(|error| Failure::file(path, format!("slot {slot} of {address}: {error}")))?;
        let found = storage.get(slot).copied().unwrap_or_default();
        if found != value {
            return Err(wrong(&format!("slot {slot}"), &value, &found));
        }
    }
    if storage.len() == expected.storage.len() {
        return Ok(());
    }
    Err(wrong("number of slots", &expected.storage.len(), &storage.len()))
}
