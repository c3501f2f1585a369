//! Sums that must come out.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::sums::{SUM_BYTES, Summed};
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::output::terminal;

/// A `result.txt`.
pub(super) struct Expected {
    file: PathBuf,
    sums: Vec<Bytes<SUM_BYTES>>,
    /// How many of them are of one vector: one, or one of each iteration.
    per_vector: usize,
}

impl Expected {
    /// Reads the file, which must have a sum of each vector, or of each vector and iteration.
    pub(super) fn read(file: &Path, vectors: usize, iterations: usize) -> Result<Self, Failure> {
        let failure = |error| Failure::file(file, error);
        let open = File::open(file).map_err(failure)?;
        // Of what is longer than all sums, the length is enough.
        let most = vectors.saturating_mul(iterations).saturating_mul(SUM_BYTES) as u64;
        let length = open.metadata().map_err(failure)?.len();
        let mut bytes = Vec::new();
        open.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(failure)?;
        let length = length.max(bytes.len() as u64);
        let (sums, rest) = bytes.as_chunks::<SUM_BYTES>();
        let per_vector =
            [1, iterations].into_iter().find(|per| rest.is_empty() && sums.len() == per * vectors);
        let per_vector = per_vector.ok_or_else(|| {
            let sums = if iterations == 1 {
                format!("{vectors} vectors have {vectors} sums")
            } else {
                format!(
                    "{vectors} vectors have {vectors} sums or, of all iterations, {}",
                    vectors * iterations
                )
            };
            Failure::file(file, format!("{length} bytes, but {sums} of {SUM_BYTES} bytes"))
        })?;
        Ok(Self { file: file.into(), sums: sums.iter().map(|sum| Bytes(*sum)).collect(), per_vector })
    }

    /// How many sums agree: all of them.
    pub(super) fn check(&self, summed: &[Summed]) -> Result<Agreeing, Failure> {
        // All iterations of a vector have made the same sum.
        let found = summed.iter().flat_map(|vector| vec![vector.sum; self.per_vector]);
        let places =
            (0..summed.len()).flat_map(|vector| (0..self.per_vector).map(move |i| (vector + 1, i + 1)));
        let differing: Vec<_> = places
            .zip(self.sums.iter().zip(found))
            .filter(|(_, (expected, found))| *expected != found)
            .collect();
        let (all, agree) = (self.sums.len(), self.sums.len() - differing.len());
        if differing.is_empty() {
            return Ok(Agreeing { file: self.file.display().to_string(), sums: all });
        }
        let mut reason = format!("{agree} of {all} sums agree with {}", terminal::path(&self.file));
        for ((vector, iteration), (expected, found)) in differing {
            reason += &format!("\nvector {vector}");
            if self.per_vector > 1 {
                reason += &format!(", iteration {iteration}");
            }
            reason += &format!(": expected {expected}, found {found}");
        }
        Err(Failure::Different(reason))
    }
}

/// That all sums are those of a file.
#[derive(serde::Serialize)]
pub(super) struct Agreeing {
    pub(super) file: String,
    pub(super) sums: usize,
}
