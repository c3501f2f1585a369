//! The bound on the work of a search: whoever plants records in a file makes it longer, but not without end.

use std::cell::Cell;

/// The number of operations of a search, and how many it may have. An operation is a record that is compared or
/// decoded, a term of a commitment, or a sum of commitments.
#[derive(Debug, Default)]
pub(in super::super) struct Work {
    spent: Cell<u64>,
    most: Cell<u64>,
}

/// The operations that a search may have in a file without records, and for each record.
const LEAST: u64 = 1 << 20;
const PER_RECORD: u64 = 1 << 8;

impl Work {
    /// Sets the bound for a file with this number of records.
    pub(super) fn allow(&self, records: usize) {
        self.most.set(LEAST.saturating_add(PER_RECORD.saturating_mul(records as u64)));
    }

    /// Counts operations before they are done. `None` if they are too many.
    pub(super) fn spend(&self, operations: usize) -> Option<()> {
        let spent = self.spent.get().saturating_add(operations as u64);
        (spent <= self.most.get()).then(|| self.spent.set(spent))
    }

    /// The operations of the search up to this moment.
    #[cfg(test)]
    pub(in super::super) fn spent(&self) -> u64 {
        self.spent.get()
    }
}
