//! Workloads on the state tree: real blocks, and an insertion of random keys.

use std::collections::BTreeMap;

use contender::message::Bytes;
use contender::{Column, Columns};
use serde::Deserialize;

use super::{Input, Workload, thread_counts};
use crate::data::{self, Skipped};

pub(super) fn workloads() -> Vec<Workload> {
    let workload = |threads| {
        Workload::fallible(format!("tree.mainnet_state.t{threads}"), |_, _| mainnet_state()).threads(threads)
    };
    let mut workloads: Vec<Workload> = thread_counts().into_iter().map(workload).collect();
    let insertions = ["insert", "save"].map(|what| {
        Workload::new(format!("tree.{what}.{LEAVES}"), |random, _| {
            // Each key belongs to its own leaf.
            let keys: Vec<[u8; 32]> = (0..LEAVES).map(|_| random.array()).collect();
            let values: Vec<[u8; 32]> = keys.iter().map(|_| random.array()).collect();
            Columns(vec![Column::new(&keys), Column::new(&values)])
        })
    });
    workloads.extend(insertions);
    workloads
}

const LEAVES: usize = 10_000;

#[derive(Deserialize)]
struct Account {
    address: String,
    nonce: u64,
    balance: String,
    code_hash: String,
    #[serde(default)]
    storage: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Root {
    file: String,
    root: String,
}

/// A write: address, kind, slot and value.
type Write = ([u8; 20], u8, [u8; 32], [u8; 32]);

fn mainnet_state() -> Result<Input, Skipped> {
    let folder = data::folder("mainnet-state")?;
    let roots: Vec<Root> = serde_json::from_slice(&data::read(&folder.join("roots.json"))?)
        .map_err(|error| Skipped(format!("roots.json: {error}")))?;
    let mut sizes = Vec::new();
    let mut writes: Vec<Write> = Vec::new();
    for Root { file, .. } in &roots {
        let before = writes.len();
        let text = data::read(&folder.join(file))?;
        for line in text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let account = serde_json::from_slice(line).map_err(|error| error.to_string());
            account
                .and_then(|account| account_writes(&account, &mut writes))
                .map_err(|error| Skipped(format!("{file}: {error}")))?;
        }
        sizes.push(((writes.len() - before) as u64).to_le_bytes());
    }
    let columns = vec![
        Column::new(sizes),
        Column::new(writes.iter().map(|write| write.0)),
        Column::new(writes.iter().map(|write| [write.1])),
        Column::new(writes.iter().map(|write| write.2)),
        Column::new(writes.iter().map(|write| write.3)),
    ];
    let published = roots.iter().map(|root| Ok(Bytes::from(number::<32>(&root.root)?.to_vec())));
    let published: Result<Vec<Bytes>, String> = published.collect();
    Ok(Input { columns: Columns(columns), published: Some(published.map_err(Skipped)?) })
}

fn account_writes(account: &Account, writes: &mut Vec<Write>) -> Result<(), String> {
    let address = number(&account.address)?;
    // EIP-6800: nonce in bytes 8 to 15, balance in 16 to 31, big-endian.
    let mut basic = [0; 32];
    basic[8..16].copy_from_slice(&account.nonce.to_be_bytes());
    basic[16..].copy_from_slice(&number::<16>(&account.balance)?);
    writes.push((address, 0, [0; 32], basic));
    writes.push((address, 1, [0; 32], number(&account.code_hash)?));
    for (slot, value) in &account.storage {
        writes.push((address, 2, number(slot)?, number(value)?));
    }
    Ok(())
}

/// A hexadecimal number with 0x, big-endian in N bytes.
fn number<const N: usize>(text: &str) -> Result<[u8; N], String> {
    let digits = text.strip_prefix("0x").ok_or_else(|| format!("no 0x: {text}"))?;
    let mut bytes = [0; N];
    let padded = format!("{digits:0>width$}", width = 2 * N);
    hex::decode_to_slice(padded, &mut bytes).map_err(|error| format!("{text}: {error}"))?;
    Ok(bytes)
}
