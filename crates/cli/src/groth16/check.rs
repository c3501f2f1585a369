//! `vorpal groth16 check`: the constraints that a witness does not satisfy.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde::Serialize;
use vorpal::fields::PrimeField;
use vorpal::groth16::file::{Container, Kind};
use vorpal::groth16::r1cs::{R1cs, Term};
use vorpal::groth16::sym::Symbols;
use vorpal::groth16::{Bls12_381, Bn254, Curve, CurveId, Witness};

use super::Common;
use super::files::{curve_of, open};
use crate::failure::Failure;
use crate::output::files::Files;
use crate::output::terminal::escape;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal groth16 check circuit.r1cs witness.wtns
  vorpal groth16 check circuit.r1cs witness.wtns circuit.sym --limit 3")]
pub(super) struct Options {
    /// The constraints of the circuit, as circom writes them.
    #[arg(value_name = "R1CS")]
    r1cs: PathBuf,
    /// The witness.
    #[arg(value_name = "WTNS")]
    witness: PathBuf,
    /// The names of the signals, as circom writes them with `--sym`.
    #[arg(value_name = "SYM")]
    symbols: Option<PathBuf>,
    /// The most constraints that are named, at least one.
    #[arg(long, value_name = "N", default_value = "10")]
    limit: NonZeroUsize,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Figures {
    constraints: usize,
    unsatisfied: Vec<Constraint>,
}

/// An unsatisfied constraint: its rows, and their values.
#[derive(Serialize)]
struct Constraint {
    index: usize,
    rows: [String; 3],
    values: [String; 3],
    signals: Vec<Signal>,
}

#[derive(Serialize)]
struct Signal {
    name: String,
    value: String,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let inputs = [&self.r1cs, &self.witness];
        Files::default().json(&self.common.json).inputs(inputs).inputs(self.symbols.iter()).check()?;
        match curve_of(&self.r1cs, Kind::R1cs)? {
            CurveId::Bn254 => self.run_on::<Bn254>(),
            CurveId::Bls12_381 => self.run_on::<Bls12_381>(),
        }
    }

    fn run_on<C: Curve>(&self) -> Result<(), Failure> {
        let circuit =
            R1cs::<C::Scalar>::read(open(&self.r1cs)?).map_err(|error| Failure::file(&self.r1cs, error))?;
        let mut container = Container::new(open(&self.witness)?, Kind::Wtns)
            .map_err(|error| Failure::file(&self.witness, error))?;
        let witness =
            Witness::<C>::read(&mut container).map_err(|error| Failure::file(&self.witness, error))?;
        let symbols = match &self.symbols {
            None => Symbols::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, error))?;
                Symbols::read(&text).map_err(|error| Failure::file(path, error))?
            }
        };
        let wrong = circuit
            .first_unsatisfied_vartime(witness.values(), self.limit.get())
            .map_err(|error| Failure::file(&self.witness, error))?;
        let unsatisfied: Vec<Constraint> = wrong
            .iter()
            .map(|wrong| {
                let rows = circuit.rows(wrong.constraint).unwrap_or_default();
                let mut wires: Vec<u32> =
                    rows.iter().flat_map(|row| row.iter().map(|term| term.wire)).collect();
                wires.sort_unstable();
                wires.dedup();
                let signal = |wire: &u32| Signal {
                    name: name(&symbols, *wire),
                    value: decimal(&witness.values()[*wire as usize]),
                };
                Constraint {
                    index: wrong.constraint,
                    rows: rows.map(|row| row_text(row, &symbols)),
                    values: wrong.values.map(|value| decimal(&value)),
                    signals: wires.iter().filter(|wire| **wire != 0).map(signal).collect(),
                }
            })
            .collect();
        let figures = Figures { constraints: circuit.len(), unsatisfied };
        let text = figures.text();
        if figures.unsatisfied.is_empty() {
            return self.common.report(figures, &text);
        }
        // The text is the message of the failure.
        self.common.report(figures, "")?;
        Err(Failure::Different(text))
    }
}

impl Figures {
    fn text(&self) -> String {
        if self.unsatisfied.is_empty() {
            return match self.constraints {
                1 => "1 constraint, satisfied\n".into(),
                number => format!("{number} constraints, all satisfied\n"),
            };
        }
        let mut text = String::from("the witness does not satisfy the circuit");
        for Constraint { index, rows, values, signals } in &self.unsatisfied {
            // Writing to a String cannot fail.
            let _ = write!(text, "\nconstraint {index} of {}: A B is not C", self.constraints);
            for ((matrix, row), value) in ["A", "B", "C"].iter().zip(rows).zip(values) {
                let _ = write!(text, "\n  {matrix} = {} = {value}", escape(row));
            }
            for Signal { name, value } in signals {
                let _ = write!(text, "\n  {} = {value}", escape(name));
            }
        }
        text
    }
}

/// The name of a wire, or its number if it has none.
fn name(symbols: &Symbols, wire: u32) -> String {
    symbols.name(wire).map_or_else(|| format!("wire {wire}"), str::to_owned)
}

/// `3 main.a - main.b + 1`.
fn row_text<F: PrimeField<Limbs = [u64; 4]>>(row: &[Term<F>], symbols: &Symbols) -> String {
    let mut text = String::new();
    for Term { wire, coefficient } in row {
        let number = decimal(coefficient);
        let (sign, magnitude) = number.strip_prefix('-').map_or(("+", &number[..]), |rest| ("-", rest));
        match (text.is_empty(), sign) {
            (true, "-") => text.push('-'),
            (true, _) => {}
            (false, sign) => {
                let _ = write!(text, " {sign} ");
            }
        }
        match (*wire, magnitude) {
            (0, _) => text.push_str(magnitude),
            (wire, "1") => text.push_str(&name(symbols, wire)),
            (wire, _) => {
                let _ = write!(text, "{magnitude} {}", name(symbols, wire));
            }
        }
    }
    if text.is_empty() { "0".into() } else { text }
}

/// The integer of least magnitude in decimal digits.
fn decimal<F: PrimeField<Limbs = [u64; 4]>>(value: &F) -> String {
    let (positive, negative) = (value.to_limbs(), (-*value).to_limbs());
    let is_negative = negative.iter().rev().lt(positive.iter().rev());
    let mut limbs = if is_negative { negative } else { positive };
    const CHUNK: u64 = 10_000_000_000_000_000_000;
    let mut chunks = Vec::new();
    while limbs != [0; 4] {
        let mut remainder = 0u128;
        for limb in limbs.iter_mut().rev() {
            let dividend = remainder << 64 | u128::from(*limb);
            // The remainder is below the divisor, so the quotient has 64 bits.
            *limb = u64::try_from(dividend / u128::from(CHUNK)).unwrap_or(u64::MAX);
            remainder = dividend % u128::from(CHUNK);
        }
        chunks.push(remainder);
    }
    let mut text = String::from(if is_negative { "-" } else { "" });
    let _ = write!(text, "{}", chunks.pop().unwrap_or(0));
    chunks.iter().rev().for_each(|chunk| {
        let _ = write!(text, "{chunk:019}");
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal::fields::primes::Bn254Scalar as F;

    #[test]
    fn numbers_and_rows() {
        let text = |value: F| decimal(&value);
        assert_eq!(
            [0, 7, -7, i64::MAX].map(|value| text(F::from_i64(value))).join(" "),
            "0 7 -7 9223372036854775807"
        );
        assert_eq!(text(F::pow2(64)), "18446744073709551616");
        assert_eq!(text(F::from(10).pow(&[38])), format!("1{}", "0".repeat(38)));
        let symbols = Symbols::read("1,1,0,main.a\n2,2,0,main.b").unwrap();
        let term = |wire, value| Term { wire, coefficient: F::from_i64(value) };
        let row = [term(1, -1), term(2, 3), term(0, -2), term(3, 1)];
        assert_eq!(row_text(&row, &symbols), "-main.a + 3 main.b - 2 + wire 3");
        assert_eq!(row_text::<F>(&[], &symbols), "0");
    }
}
