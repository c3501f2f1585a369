//! The constraints of a circuit, in the format `.r1cs` of circom.
//!
//! A constraint is `<A, w> <B, w> = <C, w>` for the witness `w`, whose value 0 is one. Each of the three rows is a list
//! of wires with coefficients.

use std::io::{self, Write};

use vorpal_fields::PrimeField;

use crate::Coordinate;
use crate::file::{Container, FileError, Input, Kind, Reason, Writer};

/// The type of the section with the numbers of wires and constraints.
const HEADER: u32 = 1;
/// The type of the section of the constraints.
const CONSTRAINTS: u32 = 2;
/// The type of the section with the label of each wire.
const LABELS: u32 = 3;

/// A wire and its coefficient in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<F> {
    /// The index of the wire: of the value in the witness.
    pub wire: u32,
    /// The coefficient.
    pub coefficient: F,
}

/// The kinds of wires. Wire 0 is the constant one; outputs, public inputs and private inputs follow in this order, and
/// then all other signals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wires {
    /// The number of all wires, the constant one included.
    pub total: u32,
    /// The number of public outputs.
    pub outputs: u32,
    /// The number of public inputs.
    pub public_inputs: u32,
    /// The number of private inputs.
    pub private_inputs: u32,
}

impl Wires {
    /// The number of public signals, without the constant one.
    pub fn public(&self) -> u32 {
        self.outputs.saturating_add(self.public_inputs)
    }

    /// Whether the parts are at most the total.
    fn are_consistent(&self) -> bool {
        let parts = [1, self.outputs, self.public_inputs, self.private_inputs];
        parts.iter().map(|part| u64::from(*part)).sum::<u64>() <= u64::from(self.total)
    }
}

/// The constraints of a circuit.
///
/// ```
/// use vorpal_fields::primes::Bn254Scalar as F;
/// use vorpal_groth16::r1cs::{R1cs, Term, Wires};
/// // Wire 1, an output, is the product of the private inputs 2 and 3.
/// let wires = Wires { total: 4, outputs: 1, private_inputs: 2, ..Wires::default() };
/// let wire = |wire| [Term { wire, coefficient: F::from(1) }];
/// let mut circuit = R1cs::new(wires)?;
/// circuit.push([&wire(2), &wire(3), &wire(1)])?;
/// assert_eq!(circuit.first_unsatisfied_vartime(&[1, 42, 6, 7].map(F::from), 1)?, []);
/// assert_eq!(circuit.first_unsatisfied_vartime(&[1, 43, 6, 7].map(F::from), 1)?.len(), 1);
/// let mut bytes = Vec::new();
/// circuit.write(&mut bytes)?;
/// assert_eq!(R1cs::read(bytes.as_slice())?, circuit);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct R1cs<F> {
    wires: Wires,
    terms: Vec<Term<F>>,
    /// The end of each row in `terms`: three rows for each constraint.
    ends: Vec<[usize; 3]>,
    /// The label of each wire: the number of its signal in the file `.sym`. `None` if each is the wire's index, so that
    /// a small file without labels takes no memory for all wires that it claims to have.
    labels: Option<Vec<u64>>,
    number_of_labels: u64,
}

/// A circuit with an impossible number of wires, or a term of a wire that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CircuitError {
    /// There are fewer wires than inputs, outputs and the constant one.
    #[error("{total} wires are fewer than the constant one, the inputs and the outputs")]
    Wires {
        /// The number of wires.
        total: u32,
    },
    /// A term of a wire that does not exist.
    #[error("wire {wire} of {total}")]
    Wire {
        /// The index of the wire.
        wire: u32,
        /// The number of wires.
        total: u32,
    },
    /// There are too many constraints.
    #[error("more than 2^32 constraints")]
    Constraints,
}

impl<F: Coordinate<Coefficient = F> + PrimeField> R1cs<F> {
    /// A circuit without constraints. The label of a wire is its index.
    ///
    /// # Errors
    /// [`CircuitError::Wires`].
    pub fn new(wires: Wires) -> Result<Self, CircuitError> {
        if !wires.are_consistent() {
            return Err(CircuitError::Wires { total: wires.total });
        }
        Ok(Self {
            wires,
            terms: Vec::new(),
            ends: Vec::new(),
            labels: None,
            number_of_labels: u64::from(wires.total),
        })
    }

    /// Appends a constraint with the rows A, B and C.
    ///
    /// # Errors
    /// [`CircuitError::Wire`] and [`CircuitError::Constraints`].
    pub fn push(&mut self, rows: [&[Term<F>]; 3]) -> Result<(), CircuitError> {
        if u32::try_from(self.ends.len() + 1).is_err() {
            return Err(CircuitError::Constraints);
        }
        let total = self.wires.total;
        if let Some(term) = rows.iter().flat_map(|row| row.iter()).find(|term| term.wire >= total) {
            return Err(CircuitError::Wire { wire: term.wire, total });
        }
        let ends = rows.map(|row| {
            self.terms.extend_from_slice(row);
            self.terms.len()
        });
        self.ends.push(ends);
        Ok(())
    }

    /// The numbers of wires.
    pub fn wires(&self) -> Wires {
        self.wires
    }

    /// The number of constraints.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The rows A, B and C of a constraint; `None` if there is no such constraint.
    pub fn rows(&self, constraint: usize) -> Option<[&[Term<F>]; 3]> {
        let [a, b, c] = *self.ends.get(constraint)?;
        let start = constraint.checked_sub(1).map_or(0, |before| self.ends[before][2]);
        Some([&self.terms[start..a], &self.terms[a..b], &self.terms[b..c]])
    }

    /// The rows of all constraints in order.
    pub fn constraints(&self) -> impl Iterator<Item = [&[Term<F>]; 3]> {
        (0..self.len()).filter_map(|constraint| self.rows(constraint))
    }

    /// The label of a wire; `None` if there is no such wire.
    pub fn label(&self, wire: u32) -> Option<u64> {
        match &self.labels {
            Some(labels) => labels.get(wire as usize).copied(),
            None => (wire < self.wires.total).then(|| wire.into()),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`FileError`] for another prime, a section that does not have the length that its numbers imply, a coefficient
    /// that is not below the prime, and a wire or a label out of range.
    pub fn read(input: impl Input) -> Result<Self, FileError> {
        let mut container = Container::new(input, Kind::R1cs)?;
        let mut header = container.section(HEADER)?;
        header.prime::<F>()?;
        let start = header.offset();
        let [total, outputs, public_inputs, private_inputs] =
            [header.u32()?, header.u32()?, header.u32()?, header.u32()?];
        let wires = Wires { total, outputs, public_inputs, private_inputs };
        let (number_of_labels, constraints) = (header.u64()?, header.u32()?);
        if !wires.are_consistent() {
            let expected = "fewer than the constant one, the inputs and the outputs";
            let reason = Reason::Value { what: "the number of wires", found: total.into(), expected };
            return Err(header.fail_at(start, reason));
        }
        header.finish()?;
        let labels = read_labels(&mut container, total, number_of_labels)?;
        // Without labels in the file, those of the wires are their indices, whatever the header says.
        let number_of_labels =
            if labels.is_none() { number_of_labels.max(total.into()) } else { number_of_labels };
        let mut circuit = Self { wires, terms: Vec::new(), ends: Vec::new(), labels, number_of_labels };
        let mut section = container.section(CONSTRAINTS)?;
        for _ in 0..constraints {
            let mut ends = [0; 3];
            for end in &mut ends {
                for _ in 0..section.u32()? {
                    let start = section.offset();
                    let (wire, coefficient) = (section.u32()?, section.plain()?);
                    if wire >= total {
                        let (found, number) = (wire.into(), total.into());
                        return Err(section.fail_at(start, Reason::Index { what: "wire", found, number }));
                    }
                    circuit.terms.push(Term { wire, coefficient });
                }
                *end = circuit.terms.len();
            }
            circuit.ends.push(ends);
        }
        section.finish()?;
        Ok(circuit)
    }

    /// Writes a file with the sections in circom's order.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write<W: Write>(&self, output: W) -> io::Result<W> {
        let mut writer = Writer::new(output, Kind::R1cs, 3)?;
        let term = 4 + F::BYTES;
        writer.section(CONSTRAINTS, (12 * self.len() + term * self.terms.len()) as u64)?;
        for row in self.constraints().flatten() {
            writer.u32(u32::try_from(row.len()).map_err(io::Error::other)?)?;
            for term in row {
                writer.u32(term.wire)?.plain(&term.coefficient)?;
            }
        }
        writer.section(HEADER, (4 + F::BYTES + 4 * 4 + 8 + 4) as u64)?.prime::<F>()?;
        let Wires { total, outputs, public_inputs, private_inputs } = self.wires;
        writer.u32(total)?.u32(outputs)?.u32(public_inputs)?.u32(private_inputs)?;
        writer.u64(self.number_of_labels)?;
        writer.u32(u32::try_from(self.len()).map_err(io::Error::other)?)?;
        writer.section(LABELS, 8 * u64::from(total))?;
        for label in (0..total).filter_map(|wire| self.label(wire)) {
            writer.u64(label)?;
        }
        writer.finish()
    }
}

fn read_labels<I: Input>(
    container: &mut Container<I>,
    wires: u32,
    labels: u64,
) -> Result<Option<Vec<u64>>, FileError> {
    // circom always writes labels; other compilers may omit them.
    if container.length(LABELS).is_none() {
        return Ok(None);
    }
    let mut section = container.section(LABELS)?;
    section.expect_left(8 * u64::from(wires))?;
    let mut read = Vec::with_capacity(wires as usize);
    for _ in 0..wires {
        let start = section.offset();
        let label = section.u64()?;
        if label >= labels {
            let reason = Reason::Index { what: "label", found: label, number: labels };
            return Err(section.fail_at(start, reason));
        }
        read.push(label);
    }
    let are_indices = read.iter().zip(0..).all(|(label, wire)| *label == wire);
    Ok((!are_indices).then_some(read))
}
