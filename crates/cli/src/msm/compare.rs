//! The option `--compare` of `vorpal msm`: a file of expected sums.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::sums::Summed;
use crate::failure::Failure;
use crate::hex;
use crate::output::terminal;

/// The largest number of sums in a message.
const SHOWN: usize = 20;

/// The expected sums of a `result.txt`.
pub(super) struct Expected {
    file: PathBuf,
    sums: Vec<Vec<u8>>,
    /// The number of sums per vector: 1, or the number of iterations.
    per_vector: usize,
}

impl Expected {
    /// Reads the file, which must have one sum of `size` bytes per vector, or one per vector and iteration.
    pub(super) fn read(file: &Path, size: usize, vectors: usize, iterations: usize) -> Result<Self, Failure> {
        let failure = |error| Failure::file(file, error);
        let open = File::open(file).map_err(failure)?;
        // At most one byte more than the largest valid file is read; for longer files the length suffices.
        let largest = vectors.saturating_mul(iterations).saturating_mul(size) as u64;
        let length = open.metadata().map_err(failure)?.len();
        let mut bytes = Vec::new();
        open.take(largest.saturating_add(1)).read_to_end(&mut bytes).map_err(failure)?;
        let length = length.max(bytes.len() as u64);
        let sums = bytes.chunks_exact(size);
        let is_whole = sums.remainder().is_empty();
        let per_vector = [1, iterations].into_iter().find(|per| is_whole && sums.len() == per * vectors);
        let per_vector = per_vector.ok_or_else(|| {
            let expected = if iterations == 1 {
                format!("{vectors} vectors have {vectors} sums")
            } else {
                format!(
                    "{vectors} vectors have {vectors} sums or, of all iterations, {}",
                    vectors * iterations
                )
            };
            Failure::file(file, format!("{length} bytes, but {expected} of {size} bytes"))
        })?;
        Ok(Self { file: file.into(), sums: sums.map(<[u8]>::to_vec).collect(), per_vector })
    }

    /// Compares the sums. Returns the number of sums if all agree.
    ///
    /// # Errors
    /// [`Failure::Different`] with the first [`SHOWN`] sums that differ.
    pub(super) fn check(&self, summed: &[Summed]) -> Result<Agreeing, Failure> {
        // All iterations of a vector have the same sum.
        let found = summed.iter().flat_map(|vector| vec![&vector.sum; self.per_vector]);
        let positions =
            (0..summed.len()).flat_map(|vector| (0..self.per_vector).map(move |i| (vector + 1, i + 1)));
        let differing: Vec<_> = positions
            .zip(self.sums.iter().zip(found))
            .filter(|(_, (expected, found))| expected != found)
            .collect();
        let (all, agree) = (self.sums.len(), self.sums.len() - differing.len());
        if differing.is_empty() {
            return Ok(Agreeing { file: self.file.display().to_string(), sums: all });
        }
        let mut reason = format!("{agree} of {all} sums agree with {}", terminal::path(&self.file));
        let omitted = differing.len().saturating_sub(SHOWN);
        for ((vector, iteration), (expected, found)) in differing.into_iter().take(SHOWN) {
            reason += &format!("\nvector {vector}");
            if self.per_vector > 1 {
                reason += &format!(", iteration {iteration}");
            }
            reason += &format!(": expected {}, found {}", hex::text(expected), hex::text(found));
        }
        if omitted > 0 {
            reason += &format!("\nand {omitted} more");
        }
        Err(Failure::Different(reason))
    }
}

/// The file whose sums all agree, and their number, for the report.
#[derive(serde::Serialize)]
pub(super) struct Agreeing {
    pub(super) file: String,
    pub(super) sums: usize,
}
