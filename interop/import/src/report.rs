//! The report of an import, as text and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use crate::times::PartReport;

/// What an import did.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of the program.
    pub version: &'static str,
    /// The files of the chain.
    pub source: String,
    /// The number of imported blocks, without the genesis block.
    pub blocks: usize,
    /// The number of blocks before these that the store already had.
    pub blocks_skipped: usize,
    /// The number of blocks that were executed again, since the store's accounts were older than its tree.
    pub blocks_executed_again: usize,
    /// The number of their transactions.
    pub transactions: usize,
    /// The number of uncles of the whole chain.
    pub uncles: usize,
    /// The number of withdrawals of the whole chain.
    pub withdrawals: usize,
    /// The number of values written to the tree.
    pub values: usize,
    /// The number of accounts at the end.
    pub accounts: usize,
    /// The number of storage slots at the end.
    pub slots: usize,
    /// The number of the last block.
    pub last_block: u64,
    /// The hash of the last block.
    pub last_hash: String,
    /// The Merkle-Patricia root after the last block, equal to the one in its header.
    pub state_root: String,
    /// The root of Vorpal's tree after the last block.
    pub root: String,
    /// Times by part.
    pub parts: Vec<PartReport>,
    /// Processor time by part and operation in microseconds, as folded stacks, if it was measured.
    #[serde(skip)]
    pub folded: Vec<String>,
    /// Processor seconds of inversions in all parts.
    pub inversion_processor_seconds: f64,
    /// Processor seconds of square roots in all parts.
    pub square_root_processor_seconds: f64,
    /// The number of threads.
    pub threads: usize,
}

impl Report {
    /// The report as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "imported {} blocks with {} transactions of {}: gas, receipts and state roots are right",
            self.blocks, self.transactions, self.source
        );
        if self.blocks_skipped > 0 {
            let again = self.blocks_executed_again;
            let _ = writeln!(
                text,
                "the store already had {} blocks; {again} of them were executed again",
                self.blocks_skipped
            );
        }
        let _ = writeln!(text, "block {} {}", self.last_block, self.last_hash);
        let _ = writeln!(text, "state root {}, tree root {}", self.state_root, self.root);
        let (accounts, slots) = (self.accounts, self.slots);
        let _ = writeln!(text, "{accounts} accounts, {slots} slots; {} values written", self.values);
        let _ = writeln!(text, "\n{:<16}{:>12}{:>20}", "part", "seconds", "processor seconds");
        for part in &self.parts {
            let _ = writeln!(text, "{:<16}{:>12.3}{:>20.3}", part.name, part.seconds, part.processor_seconds);
        }
        let (inversions, roots) = (self.inversion_processor_seconds, self.square_root_processor_seconds);
        let _ = writeln!(
            text,
            "of the processor seconds, {inversions:.3} are inversions and {roots:.3} square roots; {} threads",
            self.threads
        );
        text
    }
}
