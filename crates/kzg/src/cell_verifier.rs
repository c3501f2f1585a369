//! A batch of cells that grows.

use crate::Error;
use crate::block::BlockCommitments;
use crate::cell_batch::{CellBatch, CellProof};
use crate::setup::Setup;
use crate::verdict::Verdict;

/// A batch of cells that grows as the cells of a block arrive. The points of a cell are decoded when it is added; sums
/// and the pairing follow in [`finish`](Self::finish), which costs the same for any order of arrival. Cells cannot be
/// removed, but a cell never takes the verdict on the others away: whoever sends it is named.
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
/// assert!(verifier.is_valid());
/// assert_eq!(verifier.finish(), Verdict::Valid);
/// # Ok::<(), vorpal_kzg::Error>(())
/// ```
#[derive(Clone)]
pub struct CellVerifier {
    setup: Setup,
    block: BlockCommitments,
    batch: CellBatch,
}

impl CellVerifier {
    /// No cells of a block.
    pub fn new(setup: &Setup, block: &BlockCommitments) -> Self {
        Self { setup: setup.clone(), block: block.clone(), batch: CellBatch::default() }
    }

    /// Adds cells: all of them, or none if there is an error. Indices in errors and verdicts count all cells added so
    /// far. Memory is that of the cells.
    ///
    /// # Errors
    /// [`Error::Malformed`], [`Error::OutOfRange`]. A proof outside the subgroup is no error: it is added, and its cell
    /// is not valid. The check takes less time for many proofs together.
    pub fn add(&mut self, cells: &[CellProof<'_>]) -> Result<(), Error> {
        self.batch.extend(&self.block, cells)
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.batch.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.batch.len() == 0
    }

    /// Verifies all cells together and names those that are not valid, those with proofs outside the subgroup too.
    /// [`Verdict`] says what names cost; a proof outside the subgroup costs an exact check of all proofs. Cells may be
    /// added afterwards; the next call verifies all again.
    pub fn finish(&self) -> Verdict {
        self.batch.verdict(&self.block, self.setup.points(), true)
    }

    /// Whether all cells are valid: as [`finish`](Self::finish), without the cost of names.
    pub fn is_valid(&self) -> bool {
        self.batch.verdict(&self.block, self.setup.points(), false).is_valid()
    }
}

impl core::fmt::Debug for CellVerifier {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CellVerifier").field("cells", &self.len()).finish()
    }
}
