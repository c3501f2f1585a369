//! `vorpal bounds`: bounds of the results of Montgomery multiplications, for each strategy.

mod fields;
mod measure;
mod report;
mod table;
mod text;

use std::path::PathBuf;

use crate::failure::Failure;
use crate::output::{self, files::Files};
use report::Report;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal bounds
  vorpal bounds bn254_scalar --measure
  vorpal bounds 0xffffffff00000001 --json bounds.json")]
pub(crate) struct Options {
    /// A field such as `bn254_scalar`, or an odd modulus of up to 384 bits as `0x` and digits. The default is all
    /// fields.
    #[arg(value_name = "FIELD|0xMODULUS")]
    field: Option<String>,
    /// Write the figures to this file as JSON; with `-`, to standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also measure chains of multiplications, and count results that are not below p.
    #[arg(long)]
    measure: bool,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Files::default().json(&options.json).check()?;
    let chosen = fields::choose(options.field.as_deref())?;
    let measured = if options.measure { measure::choose(options.field.as_deref())? } else { Vec::new() };
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        fields: chosen.iter().map(table::field).collect(),
        measurements: measured.iter().map(measure::Measurable::run).collect(),
    };
    output::write(&report, &text::report(&report), options.json.as_deref())
}
