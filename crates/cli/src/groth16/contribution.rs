//! The options of contributions to ceremonies, and how their records are shown.

use vorpal::groth16::setup::{Beacon, Entropy, Parameters};

use crate::failure::Failure;
use crate::hex;

/// The name of a contribution, and what is mixed into its secret.
#[derive(clap::Args)]
pub(super) struct ContributionOptions {
    /// The name in the record: at most 64 characters.
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(super) name: String,
    /// Text that is mixed with the randomness of the operating system. Other users may see it in the list of processes.
    #[arg(long, value_name = "TEXT", default_value = "")]
    entropy: String,
}

impl ContributionOptions {
    pub(super) fn entropy(&self) -> Result<Entropy, Failure> {
        Entropy::new(self.entropy.as_bytes()).map_err(|error| Failure::Engine(error.to_string()))
    }
}

/// The value of a beacon.
#[derive(clap::Args)]
pub(super) struct BeaconOptions {
    /// The public random value: 0x and digits.
    #[arg(long, value_name = "HEX")]
    value: String,
    /// The binary logarithm of the number of times that the value is hashed.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(0..=32))]
    exponent: u8,
    /// The name in the record: at most 64 characters.
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(super) name: String,
}

impl BeaconOptions {
    pub(super) fn beacon(&self) -> Result<Beacon, Failure> {
        let usage = |reason: String| Failure::Usage { reason: format!("--value: {reason}") };
        let value = hex::parse_bytes(&self.value).map_err(usage)?;
        Beacon::new(value, self.exponent).map_err(|error| usage(error.to_string()))
    }
}

/// One line for a contribution: its number, name, kind and hash.
pub(super) fn line(number: usize, parameters: &Parameters, hash: &[u8; 64]) -> String {
    let kind = if parameters.beacon.is_some() { "beacon" } else { "contribution" };
    let name = parameters.name.as_deref().unwrap_or("without a name");
    format!("{kind} {number}, {}: {}\n", crate::output::terminal::escape(name), hex::text(hash))
}
