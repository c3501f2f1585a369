//! The commitments of a block, decoded once.

use alloc::sync::Arc;

use vorpal_curves::bls12_381::Affine;

use crate::decoding::{encodings, points};
use crate::{Argument, Commitment, Error};

/// The commitments of the blobs of a block, decoded and checked once. Each of the 128 columns of a block has proofs for
/// the same commitments. Clones share them.
///
/// ```
/// use vorpal_kzg::BlockCommitments;
/// let mut infinity = [0; 48];
/// infinity[0] = 0xc0;
/// let block = BlockCommitments::new(&[infinity; 2])?;
/// assert_eq!(block.len(), 2);
/// assert!(BlockCommitments::new(&[[1; 48]]).is_err());
/// # Ok::<(), vorpal_kzg::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BlockCommitments {
    bytes: Arc<[[u8; 48]]>,
    points: Arc<[Affine]>,
}

impl BlockCommitments {
    /// The commitments with these encodings, in this order. Encodings may repeat.
    ///
    /// # Errors
    /// [`Error::Malformed`]. All lengths are checked first, then all encodings, then the subgroup. The index is that of
    /// the first commitment that fails the first failing check.
    pub fn new(commitments: &[impl AsRef<[u8]>]) -> Result<Self, Error> {
        let bytes = encodings(Argument::Commitment, commitments)?;
        let points = points(Argument::Commitment, &bytes)?;
        Ok(Self { bytes: bytes.into(), points: points.into() })
    }

    /// These commitments.
    pub fn of_commitments(commitments: &[Commitment]) -> Self {
        Self {
            bytes: commitments.iter().map(Commitment::to_bytes).collect(),
            points: commitments.iter().map(|commitment| *commitment.point()).collect(),
        }
    }

    /// The number of commitments.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are no commitments.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The encodings.
    pub(crate) fn bytes(&self) -> &[[u8; 48]] {
        &self.bytes
    }

    /// The points.
    pub(crate) fn points(&self) -> &[Affine] {
        &self.points
    }
}
