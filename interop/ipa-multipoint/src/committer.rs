//! Commitments with tables of multiples of the points: rust-verkle's interface for trees.

use alloc::vec::Vec;
use core::fmt;

use banderwagon::conversion::scalar_of;
use banderwagon::{Element, Fr};
use vorpal_curves::Group;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_msm::{Error, FixedBases};

/// Commitments to vectors over fixed points.
pub trait Committer {
    /// The commitment to values of the indices `0, 1, ...`; missing values are zero.
    fn commit_lagrange(&self, evaluations: &[Fr]) -> Element;

    /// The multiple of one point.
    fn scalar_mul(&self, value: Fr, lagrange_index: usize) -> Element;

    /// The commitment to values of the given indices, which may repeat.
    fn commit_sparse(&self, val_indices: Vec<(Fr, usize)>) -> Element {
        val_indices.into_iter().map(|(value, index)| self.scalar_mul(value, index)).sum()
    }
}

/// Tables of multiples of points. Windows of 13 bits for the first five, which key hashes use, and of 8 bits for the
/// others: 132 MiB for 256 points.
///
/// ```
/// use banderwagon::Fr;
/// use ipa_multipoint::committer::{Committer, DefaultCommitter};
/// use ipa_multipoint::crs::CRS;
/// let crs = CRS::ethereum();
/// let committer = DefaultCommitter::new(&crs.G[..6]);
/// let two = committer.commit_sparse(vec![(Fr::from(2u64), 5)]);
/// assert_eq!(two, crs[5] + crs[5]);
/// ```
#[derive(Clone)]
pub struct DefaultCommitter {
    tables: FixedBases<Banderwagon>,
}

impl DefaultCommitter {
    /// Tables for these points, of any number. Runs on the caller's rayon pool with feature `parallel`.
    ///
    /// # Panics
    /// If there are more than `2^31` multiples.
    pub fn new(points: &[Element]) -> Self {
        let points: Vec<Banderwagon> = points.iter().map(|point| (*point).into()).collect();
        let width = |point| if point < 5 { 13 } else { 8 };
        let tables = FixedBases::with_widths(&Banderwagon::normalise_batch(&points), width);
        Self { tables: tables.expect("less than 2^31 multiples, which would take 192 GiB") }
    }

    /// The sum, or the panic of an index that is out of range, as for slices.
    #[allow(clippy::panic, reason = "the index of a slice that is out of range panics too")]
    fn sum(&self, sum: Result<Banderwagon, Error>) -> Element {
        match sum {
            Ok(sum) => sum.into(),
            Err(error) => panic!("{error}"),
        }
    }
}

impl Committer for DefaultCommitter {
    /// # Panics
    /// If there are more values than points.
    fn commit_lagrange(&self, evaluations: &[Fr]) -> Element {
        self.sum(self.tables.msm_sparse_vartime(evaluations.iter().map(scalar_of).enumerate()))
    }

    /// # Panics
    /// If there is no such point.
    fn scalar_mul(&self, value: Fr, lagrange_index: usize) -> Element {
        self.sum(self.tables.mul_vartime(lagrange_index, &scalar_of(&value)))
    }

    /// # Panics
    /// If there is no such point.
    fn commit_sparse(&self, val_indices: Vec<(Fr, usize)>) -> Element {
        let terms = val_indices.iter().map(|(value, index)| (*index, scalar_of(value)));
        self.sum(self.tables.msm_sparse_vartime(terms))
    }
}

impl fmt::Debug for DefaultCommitter {
    /// The number of points and the size, not the multiples.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = &self.tables;
        f.debug_struct("DefaultCommitter")
            .field("points", &tables.len())
            .field("bytes", &tables.bytes())
            .finish()
    }
}
