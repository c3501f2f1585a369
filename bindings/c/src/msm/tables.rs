//! Tables of bases: G1 has them, G2 does not.

use std::fmt::Debug;
use std::path::Path;

use vorpal::curves::models::weierstrass::{Affine, Jacobian};
use vorpal::msm::{Error, OnProgress, PreparedBases, ReadError};
use vorpal_bindings::sums::{DividedSums, Points, Scalars};

use super::curve::Curve;
use crate::error::Failure;
use crate::status::vorpal_status::{VORPAL_ERROR_NOT_POSSIBLE, VORPAL_ERROR_STORE};

/// Bases of a curve with tables.
pub(crate) trait Tables<C: Curve>: Debug + Sized + Send + Sync {
    /// Tables of at most so many bytes. Runs on the current thread pool.
    fn prepare(points: &Points<Vec<Affine<C>>>, memory: usize) -> Result<Self, Failure>;

    /// The tables in a file.
    fn open(file: &Path) -> Result<Self, Failure>;

    /// Writes a new file.
    fn save(&self, file: &Path) -> Result<(), Failure>;

    /// The number of bases.
    fn len(&self) -> usize;

    /// The sum with the first bases. Runs on the current thread pool.
    fn sum(
        &self,
        scalars: Scalars<'_, C::Scalar>,
        report: Option<OnProgress<'_>>,
    ) -> Result<Jacobian<C>, Error>;
}

impl<C: Curve + DividedSums> Tables<C> for PreparedBases<C> {
    fn prepare(points: &Points<Vec<Affine<C>>>, memory: usize) -> Result<Self, Failure> {
        Ok(C::prepare(&points.all(), memory)?)
    }

    fn open(file: &Path) -> Result<Self, Failure> {
        Self::open(file).map_err(|error| {
            let failure = match error {
                ReadError::Sum(error) => Failure::from(error),
                error => Failure::new(VORPAL_ERROR_STORE, error),
            };
            Failure::new(failure.status, format_args!("{}: {}", file.display(), failure.message))
        })
    }

    fn save(&self, file: &Path) -> Result<(), Failure> {
        let written = self.save(file);
        written.map_err(|error| Failure::new(VORPAL_ERROR_STORE, format_args!("{}: {error}", file.display())))
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn sum(
        &self,
        scalars: Scalars<'_, C::Scalar>,
        report: Option<OnProgress<'_>>,
    ) -> Result<Jacobian<C>, Error> {
        C::sum_prepared_vartime(self, scalars, report)
    }
}

/// Tables of a curve without them: there are none.
#[derive(Debug)]
pub(crate) enum NoTables {}

fn no_tables() -> Failure {
    Failure::new(VORPAL_ERROR_NOT_POSSIBLE, "bases of G2 cannot be prepared")
}

impl<C: Curve> Tables<C> for NoTables {
    fn prepare(_: &Points<Vec<Affine<C>>>, _: usize) -> Result<Self, Failure> {
        Err(no_tables())
    }

    fn open(_: &Path) -> Result<Self, Failure> {
        Err(no_tables())
    }

    fn save(&self, _: &Path) -> Result<(), Failure> {
        match *self {}
    }

    fn len(&self) -> usize {
        match *self {}
    }

    fn sum(&self, _: Scalars<'_, C::Scalar>, _: Option<OnProgress<'_>>) -> Result<Jacobian<C>, Error> {
        match *self {}
    }
}
