//! Powers of tau, the part of a setup that all circuits share, in the format `.ptau` of snarkjs.
//!
//! [`PowersOfTau`] are `tau^i`, `alpha tau^i`, `beta tau^i` times the generators for secret `tau`, `alpha`, `beta`,
//! with the record of the ceremony that computed them: each contributor multiplied the secrets by their own. A ceremony
//! is sound if one of its contributors forgot their secrets. [`PowersOfTau::verify`] checks the record and the powers.
//! [`PowersOfTau::prepare`] adds the Lagrange bases of all domains, from which keys are computed.

mod contribute;
mod format;
mod past_end;
mod prepare;
mod record;
mod verify;

pub use format::PowersOfTau;
pub use prepare::PreparedPowers;
pub use record::{PowersContribution, PowersProof};
pub use verify::{PowersFault, PowersVerdict};
