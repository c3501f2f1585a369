//! Tables for commitments and for proofs of cells, in a memory limit.

use core::fmt::{self, Display, Formatter};

use vorpal_curves::bls12_381::Bls12_381G1;
use vorpal_msm::{PreparedBases, PreparedPlan};

use super::points::{Points, SetupPoints};
use crate::Error;
use crate::comb::{Comb, CombPlan};
use crate::parameters::CELLS_PER_BLOB;

/// The choice of the tables of a setup.
#[derive(Clone, Debug, PartialEq)]
pub struct TablePlan {
    /// Multiples of the Lagrange basis; `None` without tables for commitments.
    commitments: Option<PreparedPlan>,
    /// Signed sums of the points for proofs of cells.
    cells: CombPlan,
}

impl TablePlan {
    /// The smallest tables for proofs of cells, and none for commitments.
    pub(super) const fn smallest() -> Self {
        Self { commitments: None, cells: CombPlan::smallest(CELLS_PER_BLOB) }
    }

    /// The plan of these parts.
    #[cfg(feature = "std")]
    pub(super) const fn of(commitments: Option<PreparedPlan>, cells: CombPlan) -> Self {
        Self { commitments, cells }
    }

    /// The number of groups of the tables for cells that takes the fewest multiplications for a commitment and all
    /// proofs of a blob. The tables for commitments have the memory that those for cells leave, and the plan of the
    /// least estimated time in it ([`PreparedPlan::choose`]), which may have more multiplications than another.
    pub(super) fn choose(lagrange: &Points, memory: usize) -> Result<Self, Error> {
        let smallest = Self::smallest().bytes();
        if memory < smallest {
            let bases = lagrange.points().len();
            return Err(Error::Tables(vorpal_msm::Error::Memory { bases, needed: smallest, given: memory }));
        }
        let mut best: Option<(u64, Self)> = None;
        for cells in CombPlan::all(CELLS_PER_BLOB).filter(|cells| cells.bytes() <= memory) {
            let commitments = PreparedPlan::choose(lagrange, memory - cells.bytes()).ok();
            let plan = Self { commitments, cells };
            let cost = plan.multiplications();
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, plan));
            }
        }
        Ok(best.map_or_else(Self::smallest, |(_, plan)| plan))
    }

    /// The size of the tables in bytes.
    pub fn bytes(&self) -> usize {
        self.cells.bytes() + self.commitments.as_ref().map_or(0, |plan| plan.bytes)
    }

    /// The expected products in the base field for a commitment and the sums for the proofs of a blob.
    pub fn multiplications(&self) -> u64 {
        // Without tables, a sum of 4,096 points takes about 220 products for each.
        let commitment = self.commitments.as_ref().map_or(220 * 4096, |plan| plan.multiplications);
        commitment + (self.cells.sums * self.cells.multiplications()) as u64
    }

    /// Describes the plan in a few lines of text.
    pub fn explain(&self) -> impl Display + use<> {
        Explanation(self.clone())
    }
}

struct Explanation(TablePlan);

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let TablePlan { commitments, cells } = &self.0;
        let CombPlan { sums, groups } = cells;
        writeln!(
            f,
            "proofs of cells: {sums} sums of 64 points in {groups} groups, {} KiB",
            cells.bytes() >> 10
        )?;
        let multiplications = sums * cells.multiplications();
        writeln!(f, "about {} additions a sum, {multiplications} multiplications in all", cells.additions())?;
        match commitments {
            None => write!(f, "commitments: no tables"),
            Some(plan) => write!(f, "commitments: {}", plan.explain()),
        }
    }
}

/// The tables of a setup.
pub(crate) struct Tables {
    plan: TablePlan,
    commitments: Option<PreparedBases<Bls12_381G1>>,
    cells: Comb,
}

impl Tables {
    pub(super) fn new(points: &SetupPoints, plan: TablePlan) -> Result<Self, Error> {
        let cells = Comb::new(plan.cells, points.transformed().points())?;
        let bases = plan.commitments.as_ref().map(|plan| PreparedBases::with_plan(points.lagrange(), plan));
        Ok(Self { commitments: bases.transpose()?, cells, plan })
    }

    /// Tables that a file has.
    #[cfg(feature = "std")]
    pub(super) fn of_parts(
        plan: TablePlan,
        commitments: Option<PreparedBases<Bls12_381G1>>,
        cells: Comb,
    ) -> Self {
        Self { plan, commitments, cells }
    }

    pub(super) fn plan(&self) -> &TablePlan {
        &self.plan
    }

    pub(super) fn commitments(&self) -> Option<&PreparedBases<Bls12_381G1>> {
        self.commitments.as_ref()
    }

    pub(super) fn comb(&self) -> &Comb {
        &self.cells
    }
}
