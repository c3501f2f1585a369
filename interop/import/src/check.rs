//! Checks of a whole chain before any block is executed: hashes, links, roots of the bodies, and rules of headers.
//!
//! Nothing is executed or saved before all headers and bodies are checked. What is left for the execution are values
//! that depend on the state: gas, receipts, requests and the state root. Among what is not checked are proofs of work,
//! the formula of the difficulty, the least gas limit, and most rules of uncles.

use alloy_consensus::{Header, proofs};
use alloy_eips::eip1559::BaseFeeParams;
use alloy_hardforks::EthereumHardforks;
use alloy_primitives::{B256, U256, hex};
use alloy_rlp::EMPTY_LIST_CODE;

use crate::Failure;
use crate::chain::{Imported, Source};
use crate::spec::Spec;

/// The blocks of a chain, as the first reading found them.
#[derive(Debug)]
pub(crate) struct Outline {
    /// The hash of each block from number 1 on.
    pub(crate) hashes: Vec<B256>,
    pub(crate) transactions: usize,
    pub(crate) uncles: usize,
    pub(crate) withdrawals: usize,
}

/// The state of the check after a block.
struct Parent {
    header: Header,
    hash: B256,
    total_difficulty: U256,
}

/// Reads all blocks and checks them. `genesis` is the genesis block's header with its hash.
pub(crate) fn check(
    source: &Source,
    spec: &Spec,
    genesis: (&Header, B256),
    last: Option<B256>,
    mut progress: impl FnMut(u64),
) -> Result<Outline, Failure> {
    let (header, hash) = genesis;
    let mut parent = Parent { header: header.clone(), hash, total_difficulty: header.difficulty };
    let mut outline = Outline { hashes: Vec::new(), transactions: 0, uncles: 0, withdrawals: 0 };
    for (index, imported) in source.blocks()?.enumerate() {
        let imported = imported?;
        if index == 0 && imported.block.header.number == 0 {
            Failure::compare(0, "hash of the genesis block", &hash, &imported.hash)?;
            check_body(&imported)?;
            check_archived(&imported, &header.difficulty)?;
            check_genesis_receipts(&imported)?;
            continue;
        }
        parent = check_block(spec, &parent, &imported)?;
        let body = &imported.block.body;
        outline.hashes.push(parent.hash);
        outline.transactions += body.transactions.len();
        outline.uncles += body.ommers.len();
        outline.withdrawals += body.withdrawals.as_ref().map_or(0, |withdrawals| withdrawals.len());
        progress(parent.header.number);
    }
    if let Some(last) = last {
        Failure::compare(parent.header.number, "hash of the last block", &last, &parent.hash)?;
    }
    Ok(outline)
}

fn check_block(spec: &Spec, parent: &Parent, imported: &Imported) -> Result<Parent, Failure> {
    let header = &imported.block.header;
    let number = parent.header.number + 1;
    Failure::compare(number, "number", &number, &header.number)?;
    Failure::compare(number, "hash of the parent", &parent.hash, &header.parent_hash)?;
    check_header(spec, &parent.header, header)?;
    check_body(imported)?;
    check_uncles(spec, imported)?;
    let total_difficulty = parent.total_difficulty + header.difficulty;
    check_archived(imported, &total_difficulty)?;
    Ok(Parent { header: header.clone(), hash: imported.hash, total_difficulty })
}

/// The roots of a body are those of its header.
fn check_body(imported: &Imported) -> Result<(), Failure> {
    let (header, body) = (&imported.block.header, &imported.block.body);
    let number = header.number;
    let transactions = proofs::calculate_transaction_root(&body.transactions);
    Failure::compare(number, "root of the transactions", &header.transactions_root, &transactions)?;
    let uncles = proofs::calculate_ommers_root(&body.ommers);
    Failure::compare(number, "hash of the uncles", &header.ommers_hash, &uncles)?;
    let withdrawals = body.withdrawals.as_ref().map(|list| proofs::calculate_withdrawals_root(list));
    let expected = header.withdrawals_root.as_ref();
    Failure::compare_optional(number, "root of the withdrawals", expected, withdrawals.as_ref())
}

/// The number of generations between a block and its oldest uncle (Yellow Paper, section 11.1).
const OLDEST_UNCLE: u64 = 6;

/// At most two uncles, of the generations that rewards are defined for, none twice, and none after proof of work. Their
/// proofs of work, difficulties and parents are not checked.
fn check_uncles(spec: &Spec, imported: &Imported) -> Result<(), Failure> {
    let (number, uncles) = (imported.block.header.number, &imported.block.body.ommers);
    let most = if spec.is_paris_active_at_block(number) { 0 } else { 2 };
    if uncles.len() > most {
        return Err(Failure::wrong(number, "uncles", format!("at most {most}"), uncles.len()));
    }
    let generations = number.saturating_sub(OLDEST_UNCLE)..number;
    if let Some(uncle) = uncles.iter().find(|uncle| !generations.contains(&uncle.number)) {
        let expected = format!("{} to {}", generations.start, number - 1);
        return Err(Failure::wrong(number, "number of an uncle", expected, uncle.number));
    }
    match uncles.as_slice() {
        [first, second] if first == second => {
            Err(Failure::wrong(number, "uncles", "two different ones", "the same one twice"))
        }
        _ => Ok(()),
    }
}

fn check_archived(imported: &Imported, total_difficulty: &U256) -> Result<(), Failure> {
    match &imported.archived {
        Some((_, found)) => {
            let number = imported.block.header.number;
            Failure::compare(number, "total difficulty", total_difficulty, found)
        }
        None => Ok(()),
    }
}

/// The genesis block is not executed: the archive's receipts are those of no transactions.
fn check_genesis_receipts(imported: &Imported) -> Result<(), Failure> {
    match &imported.archived {
        Some((receipts, _)) => {
            let text = |bytes: &[u8]| hex::encode_prefixed(bytes);
            Failure::compare(0, "archived receipts", &text(&[EMPTY_LIST_CODE]), &text(receipts))
        }
        None => Ok(()),
    }
}

/// The rules of headers that need no state. Proofs of work are not checked.
pub(crate) fn check_header(spec: &Spec, parent: &Header, header: &Header) -> Result<(), Failure> {
    let number = header.number;
    let rule = |what: &str, holds: bool, expected: String, found: &dyn std::fmt::Display| {
        if holds { Ok(()) } else { Err(Failure::wrong(number, what, expected, found)) }
    };
    let later = header.timestamp > parent.timestamp;
    rule("timestamp", later, format!("more than {}", parent.timestamp), &header.timestamp)?;
    let used = header.gas_used <= header.gas_limit;
    rule("gas used", used, format!("at most {}", header.gas_limit), &header.gas_used)?;
    rule(
        "extra data",
        header.extra_data.len() <= 32,
        "at most 32 bytes".into(),
        &format_args!("{} bytes", header.extra_data.len()),
    )?;
    let london = spec.is_london_active_at_block(number);
    // The first block of London has twice the limit, since a block aims at half of it.
    let first = london && parent.base_fee_per_gas.is_none();
    let before = if first { parent.gas_limit.saturating_mul(2) } else { parent.gas_limit };
    let difference = header.gas_limit.abs_diff(before);
    let text = format!("less than {} from {before}", before / 1024);
    rule("gas limit", difference < before / 1024, text, &header.gas_limit)?;
    let base_fee = match parent.next_block_base_fee(BaseFeeParams::ethereum()) {
        Some(fee) if london => Some(fee),
        _ => london.then_some(alloy_eips::eip1559::INITIAL_BASE_FEE),
    };
    Failure::compare_optional(number, "base fee", base_fee.as_ref(), header.base_fee_per_gas.as_ref())?;
    if spec.is_paris_active_at_block(number) {
        Failure::compare(number, "difficulty", &U256::ZERO, &header.difficulty)?;
        Failure::compare(number, "nonce", &Default::default(), &header.nonce)?;
    }
    let blobs = spec.blobs(header.timestamp);
    let excess = blobs.map(|blobs| parent.next_block_excess_blob_gas(blobs).unwrap_or_default());
    Failure::compare_optional(number, "excess blob gas", excess.as_ref(), header.excess_blob_gas.as_ref())?;
    let presence = |what: &str, expected: bool, found: bool| {
        let text = |present| if present { "present" } else { "absent" };
        rule(what, expected == found, text(expected).into(), &text(found))
    };
    let shanghai = spec.is_shanghai_active_at_timestamp(header.timestamp);
    presence("root of the withdrawals", shanghai, header.withdrawals_root.is_some())?;
    presence("blob gas used", blobs.is_some(), header.blob_gas_used.is_some())?;
    presence("root of the beacon block", blobs.is_some(), header.parent_beacon_block_root.is_some())?;
    let prague = spec.is_prague_active_at_timestamp(header.timestamp);
    presence("hash of the requests", prague, header.requests_hash.is_some())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use alloy_consensus::{Block, BlockBody};
    use alloy_genesis::Genesis;

    use super::*;

    /// The block of mainnet at a height with uncles of these heights. The uncles differ if `differ`.
    fn result(number: u64, uncles: &[u64], differ: bool) -> Result<(), String> {
        let spec = Spec::new(&Genesis::default(), crate::spec::MAINNET, Path::new("")).unwrap();
        let uncle = |(index, number)| Header {
            number,
            timestamp: if differ { index } else { 0 },
            ..Header::default()
        };
        let ommers = (0..).zip(uncles.iter().copied()).map(uncle).collect();
        let header = Header { number, ..Header::default() };
        let body = BlockBody { transactions: Vec::new(), ommers, withdrawals: None };
        let imported = Imported { block: Block { header, body }, hash: B256::ZERO, archived: None };
        check_uncles(&spec, &imported).map_err(|failure| failure.to_string())
    }

    #[test]
    fn uncles() {
        const MERGE: u64 = 15_537_394;
        for (number, uncles) in [
            (1, &[][..]),
            (1, &[0]),
            (6, &[0, 5]),
            (100, &[94]),
            (100, &[99, 94]),
            (100, &[99, 99]),
            (MERGE - 1, &[MERGE - 2, MERGE - 7]),
            (MERGE, &[]),
        ] {
            assert_eq!(result(number, uncles, true), Ok(()), "{number} {uncles:?}");
        }
        for (number, uncles, differ, expected) in [
            (100, &[98, 97, 96][..], true, "wrong uncles: expected at most 2"),
            (100, &[93], true, "wrong number of an uncle: expected 94 to 99"),
            (100, &[99, 100], true, "wrong number of an uncle: expected 94 to 99"),
            (100, &[101], true, "wrong number of an uncle: expected 94 to 99"),
            (3, &[3], true, "wrong number of an uncle: expected 0 to 2"),
            (100, &[99, 99], false, "wrong uncles: expected two different ones"),
            (MERGE, &[MERGE - 1], true, "wrong uncles: expected at most 0"),
        ] {
            let failure = result(number, uncles, differ).unwrap_err();
            assert!(
                failure.contains(expected) && failure.contains(&number.to_string()),
                "{uncles:?}: {failure}"
            );
        }
    }
}
