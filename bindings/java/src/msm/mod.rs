//! Sums of multiples of points on G1 of BLS12-377, BLS12-381 and BN254.
//!
//! `curve` has the curves and formats, `bases` the points that are read once, `sum` the sums.

mod bases;
mod curve;
mod sum;

use crate::error::{Failure, Kind};

impl From<vorpal::msm::Error> for Failure {
    fn from(error: vorpal::msm::Error) -> Self {
        use vorpal::msm::Error;
        let kind = match &error {
            Error::Lengths { .. } | Error::TooManyScalars { .. } | Error::NoSuchBase { .. } => Kind::Argument,
            Error::Width { .. }
            | Error::NotPossible { .. }
            | Error::Memory { .. }
            | Error::SumMemory { .. }
            | Error::TooManyRectangles { .. } => Kind::NotPossible,
            _ => Kind::Input,
        };
        Self::new(kind, error)
    }
}
