//! `vorpal bounds`: how large the results of Montgomery multiplications get, strategy by strategy.

mod fields;
mod measure;
mod report;
mod table;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use report::Report;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A field, as `bn254_scalar`, or an odd modulus of up to 384 bits, as `0x` and digits. Without it, all fields.
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
    let chosen = fields::choose(options.field.as_deref())?;
    let measured = if options.measure { measure::choose(options.field.as_deref())? } else { Vec::new() };
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        fields: chosen.iter().map(table::field).collect(),
        measurements: measured.iter().map(measure::Measurable::run).collect(),
    };
    let json = |path: &Path| {
        let text = serde_json::to_string_pretty(&report).map_err(|error| Failure::file(path, error))?;
        Ok(text + "\n")
    };
    match options.json.as_deref() {
        Some(path) if path.as_os_str() == "-" => print(&json(path)?),
        Some(path) => {
            print(&text::report(&report));
            std::fs::write(path, json(path)?).map_err(|error| Failure::file(path, error))?;
        }
        None => print(&text::report(&report)),
    }
    Ok(())
}

/// Writes to standard output. If nobody reads it, that is not an error.
fn print(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}
