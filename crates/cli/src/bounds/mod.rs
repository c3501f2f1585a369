//! `vorpal bounds`: bounds of the results of Montgomery multiplications, for each strategy.

mod fields;
mod figures;
mod measure;
mod report;
mod table;
mod text;

use std::path::PathBuf;

use vorpal::limbs::schedule::{Operands, Schedule};

use crate::failure::Failure;
use crate::output::{self, files::Files};
use report::Report;
use table::Selection;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal bounds
  vorpal bounds bn254_scalar --measure
  vorpal bounds bn254_scalar --best p,2^64
  vorpal bounds --schedule J4,J2,J1,C --bits 512
  vorpal bounds 0xffffffff00000001 --json bounds.json")]
pub(crate) struct Options {
    /// A field such as `bn254_scalar`, or an odd modulus of up to 2,048 bits as `0x` and digits. The default is all
    /// fields.
    #[arg(value_name = "FIELD|0xMODULUS")]
    field: Option<String>,
    /// Only this schedule, such as `J2,J1,C`. The default is all named ones.
    #[arg(long, value_name = "STEPS")]
    schedule: Option<Schedule>,
    /// Bounds for every modulus of this many bits, 2 to 2,048, instead of fields.
    #[arg(long, value_name = "BITS", conflicts_with_all = ["field", "measure", "best"])]
    bits: Option<usize>,
    /// Also the cheapest schedule for operands below two limits: `p`, a multiple such as `2p`, `R`, or a power such as
    /// `2^64`.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    best: Option<Vec<Operands>>,
    /// Write the figures to this file as JSON; with `-`, to standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also measure chains of multiplications, and count results that are not below p.
    #[arg(long, conflicts_with = "schedule")]
    measure: bool,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Files::default().json(&options.json).check()?;
    let usage = |reason: String| Failure::Usage { reason };
    let best = match options.best.as_deref() {
        None => None,
        Some(&[a, b]) => Some([a, b]),
        Some(_) => return Err(usage("--best: two limits are expected, such as p,2^64".into())),
    };
    let selection = Selection { schedule: options.schedule, best };
    if let Some(bits) = options.bits {
        if !(2..=fields::MAX_BITS).contains(&bits) {
            return Err(usage(format!("--bits: 2 to {} are supported, not {bits}", fields::MAX_BITS)));
        }
        fits(options.schedule.as_ref(), bits.div_ceil(64), &format!("a modulus of {bits} bits"))?;
        let general = Some(table::general(bits, &selection));
        return write(options, &Report { general, ..report() });
    }
    let mut chosen = fields::choose(options.field.as_deref())?;
    if options.field.is_none() {
        let limbs = options.schedule.map(|schedule| schedule.limbs());
        chosen.retain(|field| limbs.is_none_or(|limbs| limbs == table::limbs(&field.modulus)));
        if chosen.is_empty() {
            let limbs = limbs.unwrap_or(0);
            return Err(usage(format!(
                "no field has {limbs} limbs, as --schedule has; give --bits or a modulus"
            )));
        }
    }
    if let [field] = chosen.as_slice() {
        fits(options.schedule.as_ref(), table::limbs(&field.modulus), &field.name)?;
    }
    let measured = if options.measure { measure::choose(options.field.as_deref())? } else { Vec::new() };
    let fields = chosen.iter().map(|field| table::field(field, &selection)).collect();
    let measurements = measured.iter().map(measure::Measurable::run).collect();
    write(options, &Report { fields, measurements, ..report() })
}

fn report() -> Report {
    Report { version: env!("CARGO_PKG_VERSION"), fields: Vec::new(), general: None, measurements: Vec::new() }
}

fn write(options: &Options, report: &Report) -> Result<(), Failure> {
    output::write(report, &text::report(report), options.json.as_deref())
}

/// Checks that a given schedule is for this number of limbs.
fn fits(schedule: Option<&Schedule>, limbs: usize, what: &str) -> Result<(), Failure> {
    match schedule {
        Some(schedule) if schedule.limbs() != limbs => {
            let steps = schedule.limbs();
            let reason = format!("--schedule {schedule} is for {steps} limbs; {what} has {limbs}");
            Err(Failure::Usage { reason })
        }
        _ => Ok(()),
    }
}
