//! Trusted setups: the points of a ceremony, and tables for commitments and proofs.

#[cfg(feature = "std")]
mod file;
mod format;
mod points;
mod relations;
mod tables;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt::Display;

use once_cell::race::OnceBox;
use vorpal_curves::bls12_381::Affine;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_msm::msm_vartime;

use crate::Error;
use crate::comb::{Comb, CombPlan};
use crate::parameters::CELLS_PER_BLOB;

pub(crate) use points::SetupPoints;
pub use tables::TablePlan;
use tables::Tables;

/// A trusted setup, and tables for it. Clones share points and tables, also between threads.
///
/// Verification needs no tables: a setup without them computes what a function needs on first use. Commitments and
/// proofs are faster with tables: [`with_memory`](Self::with_memory). `lab compare kzg` measures both.
///
/// ```
/// use vorpal_kzg::Setup;
/// let setup = Setup::ethereum();
/// let blob = vec![0; 131_072];
/// let commitment = setup.blob_to_kzg_commitment(&blob)?;
/// let proof = setup.compute_blob_kzg_proof(&blob, &commitment)?;
/// assert!(setup.verify_blob_kzg_proof(&blob, &commitment, &proof)?);
/// # Ok::<(), vorpal_kzg::Error>(())
/// ```
#[derive(Clone)]
pub struct Setup {
    points: Arc<SetupPoints>,
    tables: Option<Arc<Tables>>,
    /// The smallest tables for cell proofs, which are computed on first use where there are no others.
    smallest: Arc<OnceBox<Comb>>,
}

impl Setup {
    /// The setup of Ethereum's ceremony, whose points are part of the library.
    pub fn ethereum() -> Self {
        static ETHEREUM: OnceBox<Setup> = OnceBox::new();
        ETHEREUM.get_or_init(|| Box::new(Self::of_points(SetupPoints::new(None)))).clone()
    }

    /// The setup of a text in c-kzg's format (`trusted_setup.txt`): the numbers 4096 and 65, then the points of the
    /// Lagrange basis in G1, the powers in G2, and the powers in G1, a line each.
    ///
    /// All points are checked: their encodings and subgroups, that the powers in both groups are those of one number,
    /// and that the Lagrange basis belongs to them. Takes some 100 ms on one thread.
    ///
    /// # Errors
    /// [`Error::Setup`].
    pub fn from_text(text: &str) -> Result<Self, Error> {
        Ok(Self::of_points(SetupPoints::new(Some(format::of_text(text)?))))
    }

    /// The setup of the specification's JSON: an object with the lists `g1_lagrange`, `g1_monomial` and `g2_monomial`
    /// of hexadecimal points. Checked as by [`from_text`](Self::from_text).
    ///
    /// # Errors
    /// [`Error::Setup`].
    #[cfg(feature = "serde")]
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Ok(Self::of_points(SetupPoints::new(Some(format::of_json(text)?))))
    }

    /// The setup of compressed points: the Lagrange basis and the powers, 4,096 points of G1 each, and 65 powers in G2,
    /// each list in natural order. Checked as by [`from_text`](Self::from_text).
    ///
    /// # Errors
    /// [`Error::Setup`].
    pub fn from_encodings(
        lagrange: &[[u8; 48]],
        powers: &[[u8; 48]],
        powers_g2: &[[u8; 96]],
    ) -> Result<Self, Error> {
        let own = format::of_encodings(lagrange, powers, powers_g2)?;
        Ok(Self::of_points(SetupPoints::new(Some(own))))
    }

    fn of_points(points: SetupPoints) -> Self {
        Self { points: Arc::new(points), tables: None, smallest: Arc::new(OnceBox::new()) }
    }

    /// The same setup with tables of at most `bytes` bytes, for commitments and for proofs of cells. Of the plans for
    /// proofs, it takes that of the fewest multiplications for a commitment and the proofs of one blob; the tables for
    /// commitments are those of the least estimated time in the rest of the memory. Tables are computed at once, on
    /// the caller's rayon pool with feature `parallel`. The limit does not count the memory that this takes.
    ///
    /// ```
    /// use vorpal_kzg::Setup;
    /// let setup = Setup::ethereum().with_memory(8 << 20)?;
    /// println!("{}", setup.explain());
    /// assert!(setup.table_plan().bytes() <= 8 << 20);
    /// # Ok::<(), vorpal_kzg::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Tables`] for less than 1,572,864 bytes, the smallest tables, and if there is no memory for the tables
    /// of proofs. There is no upper limit: memory beyond the largest tables stays unused.
    pub fn with_memory(&self, bytes: usize) -> Result<Self, Error> {
        let tables = Tables::new(&self.points, TablePlan::choose(self.points.lagrange(), bytes)?)?;
        Ok(self.with_tables(tables))
    }

    fn with_tables(&self, tables: Tables) -> Self {
        Self { tables: Some(Arc::new(tables)), ..self.clone() }
    }

    /// The tables of [`with_memory`](Self::with_memory).
    #[cfg(feature = "std")]
    fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref()
    }

    /// The plan of the tables. Without [`with_memory`](Self::with_memory), that of the smallest tables for proofs of
    /// cells, which are computed on first use.
    pub fn table_plan(&self) -> TablePlan {
        self.tables.as_ref().map_or_else(TablePlan::smallest, |tables| tables.plan().clone())
    }

    /// Describes the tables and what commitments and proofs cost, in a few lines.
    pub fn explain(&self) -> impl Display + use<> {
        self.table_plan().explain()
    }

    /// The points.
    pub(crate) fn points(&self) -> &SetupPoints {
        &self.points
    }

    /// The commitment to the polynomial with these values: `sum of values_v L_v(t) G`.
    pub(crate) fn commit(&self, values: &[Scalar]) -> Affine {
        let sum = match self.tables.as_ref().and_then(|tables| tables.commitments()) {
            Some(bases) => bases.msm_vartime(values),
            None => msm_vartime(self.points.lagrange(), values),
        };
        sum.expect("as many values as points").to_affine_vartime()
    }

    /// The tables for cell proofs.
    pub(crate) fn comb(&self) -> &Comb {
        match &self.tables {
            Some(tables) => tables.comb(),
            None => self.smallest.get_or_init(|| {
                let comb = Comb::new(CombPlan::smallest(CELLS_PER_BLOB), self.points.transformed().points());
                Box::new(comb.expect("memory for 1.5 MiB of tables"))
            }),
        }
    }
}

impl core::fmt::Debug for Setup {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Setup").field("tables", &self.table_plan()).finish()
    }
}
