//! The state updates of blocks, in the format of `vorpal replay`: the writes of accounts to the tree.

use std::collections::BTreeMap;
use std::path::Path;

use contender::message::Bytes;
use contender::{Column, Columns};
use serde::Deserialize;

use super::Input;
use crate::data::{self, Skipped};

#[derive(Deserialize)]
struct Account {
    address: String,
    nonce: u64,
    balance: String,
    code_hash: String,
    #[serde(default)]
    code_size: u32,
    #[serde(default)]
    code: String,
    #[serde(default)]
    storage: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Root {
    file: String,
    root: String,
}

/// A write: address, kind, slot or number of a chunk, and value.
type Write = ([u8; 20], u8, [u8; 32], [u8; 32]);

/// The writes of the first blocks that `roots.json` of a folder names, in its order, and the roots as published result.
pub(super) fn read_updates(folder: &Path, blocks: usize) -> Result<Input, Skipped> {
    let mut roots: Vec<Root> = serde_json::from_slice(&data::read(&folder.join("roots.json"))?)
        .map_err(|error| Skipped(format!("{}: roots.json: {error}", folder.display())))?;
    roots.truncate(blocks);
    let mut sizes = Vec::new();
    let mut writes: Vec<Write> = Vec::new();
    for Root { file, .. } in &roots {
        let before = writes.len();
        let text = data::read(&folder.join(file))?;
        for line in text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let account = serde_json::from_slice(line).map_err(|error| error.to_string());
            account
                .and_then(|account| account_writes(&account, &mut writes))
                .map_err(|error| Skipped(format!("{}: {file}: {error}", folder.display())))?;
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
    let digits = account.code.strip_prefix("0x").unwrap_or(&account.code);
    let code = hex::decode(digits).map_err(|error| format!("code: {error}"))?;
    let size = if code.is_empty() { account.code_size } else { code.len() as u32 };
    // EIP-6800: code size in bytes 5 to 7, nonce in 8 to 15, balance in 16 to 31, big-endian.
    let mut basic = [0; 32];
    basic[4..8].copy_from_slice(&size.to_be_bytes());
    basic[8..16].copy_from_slice(&account.nonce.to_be_bytes());
    basic[16..].copy_from_slice(&number::<16>(&account.balance)?);
    writes.push((address, 0, [0; 32], basic));
    writes.push((address, 1, [0; 32], number(&account.code_hash)?));
    for (slot, value) in &account.storage {
        writes.push((address, 2, number(slot)?, number(value)?));
    }
    for (index, chunk) in code_chunks(&code).into_iter().enumerate() {
        let mut slot = [0; 32];
        slot[24..].copy_from_slice(&(index as u64).to_be_bytes());
        writes.push((address, 3, slot, chunk));
    }
    Ok(())
}

/// The chunks of a code: the number of leading bytes that are operands of an earlier instruction, at most 31, and 31
/// bytes. Operands may end behind the code.
fn code_chunks(code: &[u8]) -> Vec<[u8; 32]> {
    const SIZE: usize = 31;
    const PUSH1: u8 = 0x60;
    const PUSH32: u8 = 0x7f;
    let mut is_operand = vec![false; code.len() + SIZE + 1];
    let mut position = 0;
    while let Some(&instruction) = code.get(position) {
        position += 1;
        if (PUSH1..=PUSH32).contains(&instruction) {
            let operands = usize::from(instruction - PUSH1) + 1;
            is_operand[position..position + operands].fill(true);
            position += operands;
        }
    }
    let chunks = code.chunks(SIZE).zip((0..).step_by(SIZE)).map(|(bytes, start)| {
        let mut chunk = [0; 32];
        let operands = is_operand[start..].iter().take(SIZE).take_while(|is_operand| **is_operand).count();
        chunk[0] = operands as u8;
        chunk[1..=bytes.len()].copy_from_slice(bytes);
        chunk
    });
    chunks.collect()
}

/// A hexadecimal number with 0x, big-endian in N bytes.
fn number<const N: usize>(text: &str) -> Result<[u8; N], String> {
    let digits = text.strip_prefix("0x").ok_or_else(|| format!("no 0x: {text}"))?;
    let mut bytes = [0; N];
    let padded = format!("{digits:0>width$}", width = 2 * N);
    hex::decode_to_slice(padded, &mut bytes).map_err(|error| format!("{text}: {error}"))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A push of 32 bytes in the last place of a chunk covers the next one; another ends behind the code.
    #[test]
    fn chunks_count_operands_also_behind_the_code() {
        let mut code = [0x01; 70];
        code[30] = 0x7f;
        code[65] = 0x64;
        let chunks = code_chunks(&code);
        assert_eq!(chunks.iter().map(|chunk| chunk[0]).collect::<Vec<_>>(), [0, 31, 1]);
        assert_eq!((chunks[2][9], chunks[2][8]), (0, 1));
        assert_eq!(code_chunks(&[0x7f; 62])[1][0], 2);
        assert_eq!(code_chunks(&code[..32])[1][0], 31);
        assert!(code_chunks(&[]).is_empty());
    }
}
