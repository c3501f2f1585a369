//! `vorpal constants`: derives the constants of a curve's endomorphism and compares them with the library's.
//!
//! In the library the compiler derives the constants (`curves/src/models/weierstrass/endomorphism`). This module
//! derives them a second time from the curve alone, step by step, by separate code on plain integers.

mod compare;
mod curves;
mod derive;
mod euclid;
mod go_source;
mod integers;
mod lattice;
mod modular;
mod point;
mod report;
mod text;

use std::path::PathBuf;

use crate::failure::Failure;
use crate::output::{self, files::Files};
use derive::Derivation;
use report::Report;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal constants secp256k1
  vorpal constants bls12_381 --shift 320 --json -
  vorpal constants secp256k1 --shift 320 --go secp256k1")]
pub(crate) struct Options {
    /// The curve: secp256k1, bn254, bls12_377, bls12_381, grumpkin, pallas or vesta.
    #[arg(value_name = "CURVE")]
    curve: String,
    /// Also derive the rounding multipliers for the shift N; may be given several times.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=768))]
    shift: Vec<u16>,
    /// Print the constants of the last shift as source of this Go package, with dcrd's names, instead of the steps.
    #[arg(long, value_name = "PACKAGE", value_parser = go_source::package)]
    go: Option<String>,
    /// Write the constants to this file as JSON; with `-`, to standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Files::default().json(&options.json).check()?;
    let (curve, library) = curves::choose(&options.curve)?;
    let mut shifts = vec![library.shift];
    for shift in options.shift.iter().map(|shift| usize::from(*shift)) {
        if !shifts.contains(&shift) {
            shifts.push(shift);
        }
    }
    let derivation = Derivation::new(curve)
        .map_err(|reason| Failure::Different(format!("{}: {reason}", options.curve)))?;
    let differences = compare::differences(&derivation, &library);
    let report = Report::new(&derivation, &library, &shifts, &differences);
    let text = match &options.go {
        Some(package) => go_source::file(&report, package),
        None => text::report(&report),
    };
    let written = output::write(&report, &text, options.json.as_deref());
    if differences.is_empty() {
        return written;
    }
    Err(Failure::Different(format!(
        "{}: the library uses other constants: {}",
        options.curve,
        differences.join("; ")
    )))
}
