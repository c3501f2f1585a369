//! A batch of cells that grows.

use crate::Error;
use crate::block::BlockCommitments;
use crate::cell_batch::{CellBatch, CellProof};
use crate::setup::Setup;
use crate::verdict::Verdict;

/// A batch of cells that grows as the cells of a block arrive. The points of a cell are decoded when it is added; sums
/// and the pairing follow in [`finish`](Self::finish), which costs the same for any order of arrival.
///
/// ```
/// use vorpal_kzg::{BlockCommitments, CellProof, CellVerifier, Setup, Verdict};
/// let setup = Setup::ethereum();
/// let blob = vec![0; 131_072];
/// let commitment = setup.blob_to_kzg_commitment(&blob)?;
/// let (cells, proofs) = setup.compute_cells_and_kzg_proofs(&blob)?;
/// let block = BlockCommitments::new(&[commitment])?;
/// let mut verifier = CellVerifier::new(&setup, &block);
/// for index in [7u64, 3] {
///     let (cell, proof) = (&cells[index as usize], &proofs[index as usize]);
///     verifier.add(&[CellProof { commitment: 0, index, cell, proof }])?;
/// }
/// assert_eq!(verifier.finish()?, Verdict::Valid);
/// # Ok::<(), vorpal_kzg::Error>(())
/// ```
#[derive(Clone)]
pub struct CellVerifier<'a> {
    setup: Setup,
    block: &'a BlockCommitments,
    batch: CellBatch,
}

impl<'a> CellVerifier<'a> {
    /// No cells of a block.
    pub fn new(setup: &Setup, block: &'a BlockCommitments) -> Self {
        Self { setup: setup.clone(), block, batch: CellBatch::default() }
    }

    /// Adds cells: all of them, or none if there is an error. Indices in errors and verdicts count all cells added so
    /// far. Memory is that of the cells.
    ///
    /// # Errors
    /// [`Error::Malformed`], [`Error::OutOfRange`]. A proof outside the subgroup is no error here: it is added, and
    /// found by [`finish`](Self::finish).
    pub fn add(&mut self, cells: &[CellProof<'_>]) -> Result<(), Error> {
        self.batch.extend(self.block, cells)
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.batch.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.batch.len() == 0
    }

    /// Verifies all cells together and names those that are not valid. [`Verdict`] says what names cost. Cells may be
    /// added afterwards; the next call verifies all again.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the index of the first proof outside the subgroup. Then there is no verdict on any
    /// cell, in this call and in all later ones: cells cannot be removed. Add the others to another verifier, or keep
    /// a clone from before.
    pub fn finish(&self) -> Result<Verdict, Error> {
        self.batch.verify(self.block, self.setup.points(), true)
    }
}

impl core::fmt::Debug for CellVerifier<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CellVerifier").field("cells", &self.len()).finish()
    }
}
