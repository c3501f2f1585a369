//! The option `--algorithm` of `vorpal msm`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use vorpal::curves::models::weierstrass::WeierstrassCurve;
use vorpal::msm::Algorithm;

use crate::failure::Failure;

/// The name for the choice by cost.
pub(super) const PLANNER: &str = "planner";

/// The value of the option: an algorithm, or the planner's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice(pub(super) Option<Algorithm>);

impl Choice {
    /// Parses the names of [`Algorithm::ALL`] and [`PLANNER`].
    pub(super) fn parser() -> impl TypedValueParser<Value = Self> {
        let names = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).chain([PLANNER]);
        PossibleValuesParser::new(names.collect::<Vec<_>>())
            .map(|name| Self(Algorithm::ALL.iter().copied().find(|algorithm| algorithm.name() == name)))
    }

    /// # Errors
    /// [`Failure::Usage`] if the algorithm does not exist for the curve.
    pub(super) fn check<C: WeierstrassCurve>(self, curve: &str) -> Result<(), Failure> {
        if self.0 == Some(Algorithm::Edwards) && C::EDWARDS.is_none() {
            let reason = format!("--algorithm edwards: {curve} has no Edwards form here; bls12_377 has one");
            return Err(Failure::Usage { reason });
        }
        Ok(())
    }

    /// The failure of a vector for which the algorithm is not possible.
    pub(super) fn failure(self, which: usize, points: usize, error: &vorpal::msm::Error) -> Failure {
        match self.0 {
            Some(Algorithm::Straus) => Failure::Usage {
                reason: format!("--algorithm straus: vector {which} has {points} points; it sums at most 8"),
            },
            _ => Failure::Engine(error.to_string()),
        }
    }
}
