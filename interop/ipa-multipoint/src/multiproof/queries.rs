//! Queries of the prover and of the verifier.

use banderwagon::{Element, Fr};
use thiserror::Error;

use crate::crs::CRS;
use crate::lagrange_basis::{LagrangeBasis, PrecomputedWeights, integer};

/// A value to prove.
#[derive(Clone, Debug)]
pub struct ProverQuery {
    /// The commitment to the polynomial.
    pub commitment: Element,
    /// The polynomial. Missing values are zero.
    pub poly: LagrangeBasis,
    /// The point of the domain.
    pub point: usize,
    /// The value at the point.
    pub result: Fr,
}

/// A claimed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifierQuery {
    /// The commitment to the polynomial.
    pub commitment: Element,
    /// The point.
    pub point: Fr,
    /// The value at the point.
    pub result: Fr,
}

impl From<ProverQuery> for VerifierQuery {
    fn from(query: ProverQuery) -> Self {
        Self { commitment: query.commitment, point: integer(query.point), result: query.result }
    }
}

/// The error of [`MultiPoint::try_open`](super::MultiPoint::try_open).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The number of generators is not a power of two, or not `n` of the `CRS`.
    #[error("{found} generators: their number is not the power of two {n}")]
    Generators {
        /// The number of generators.
        found: usize,
        /// `n` of the `CRS`.
        n: usize,
    },
    /// The weights are those of another domain.
    #[error("weights of {found} points for {expected} generators")]
    Weights {
        /// The number of generators.
        expected: usize,
        /// The number of points of the weights.
        found: usize,
    },
    /// A polynomial has more values than there are generators.
    #[error("query {query}: a polynomial with {found} values for {expected} generators")]
    Polynomial {
        /// The index of the query.
        query: usize,
        /// The number of generators.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A point is not in the domain.
    #[error("query {query}: the point {point} is not below {n}")]
    Point {
        /// The index of the query.
        query: usize,
        /// The point.
        point: usize,
        /// The number of points of the domain.
        n: usize,
    },
}

/// Checks that generators and weights fit each other.
pub(super) fn check_domain(crs: &CRS, weights: &PrecomputedWeights) -> Result<(), OpenError> {
    let found = crs.G.len();
    if found != crs.n || !found.is_power_of_two() {
        return Err(OpenError::Generators { found, n: crs.n });
    }
    if weights.domain_size() != found {
        return Err(OpenError::Weights { expected: found, found: weights.domain_size() });
    }
    Ok(())
}

/// Checks that everything fits the number of generators.
pub(super) fn check(
    crs: &CRS,
    weights: &PrecomputedWeights,
    queries: &[ProverQuery],
) -> Result<(), OpenError> {
    check_domain(crs, weights)?;
    for (index, query) in queries.iter().enumerate() {
        let found = query.poly.values().len();
        if found > crs.n {
            return Err(OpenError::Polynomial { query: index, expected: crs.n, found });
        }
        if query.point >= crs.n {
            return Err(OpenError::Point { query: index, point: query.point, n: crs.n });
        }
    }
    Ok(())
}
