//! A proving key with the record of its ceremony: what setups compute, change and verify.

use std::io::{self, Write};

use vorpal_curves::models::weierstrass::Affine;

use crate::ceremony::{Contribution, SetupError, points};
use crate::file::{Container, FileError, Input, Kind, Reason, Section};
use crate::zkey::sections;
use crate::{Curve, Zkey};

/// A proving key with the record of its ceremony.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CeremonyKey<C: Curve> {
    pub(crate) key: Zkey<C>,
    /// The hash of the key before the first contribution.
    pub(crate) circuit: [u8; 64],
    pub(crate) contributions: Vec<Contribution<C>>,
}

impl<C: Curve> CeremonyKey<C> {
    /// The key.
    pub fn key(&self) -> &Zkey<C> {
        &self.key
    }

    /// The contributions in order.
    pub fn contributions(&self) -> &[Contribution<C>] {
        &self.contributions
    }

    /// The hash of the key before the first contribution, which identifies the circuit and the powers of tau.
    pub fn circuit_hash(&self) -> [u8; 64] {
        self.circuit
    }

    /// Reads a key. All points are checked: they are in the prime subgroups.
    ///
    /// # Errors
    /// [`SetupError::File`] for a malformed file, [`SetupError::Key`] and [`SetupError::Point`] for points outside.
    pub fn read(input: impl Input) -> Result<Self, SetupError> {
        let mut container = Container::new(input, Kind::Zkey)?;
        let (circuit, contributions) = read_record::<C, _>(&mut container.section(sections::CONTRIBUTIONS)?)?;
        let key = Zkey::read(&mut container)?;
        key.check_points()?;
        let proofs = || contributions.iter().map(|contribution| &contribution.proof);
        let deltas = contributions.iter().map(|contribution| contribution.delta);
        let g1: Vec<Affine<C::G1>> =
            deltas.chain(proofs().flat_map(|proof| [proof.base, proof.multiple])).collect();
        points::check("contributions, G1", &g1)?;
        points::check("contributions, G2", &proofs().map(|proof| proof.multiple_g2).collect::<Vec<_>>())?;
        Ok(Self { key, circuit, contributions })
    }

    /// Writes the file of the key.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write(&self, output: impl Write) -> io::Result<()> {
        let mut record = self.circuit.to_vec();
        record.extend(u32::try_from(self.contributions.len()).map_err(io::Error::other)?.to_le_bytes());
        self.contributions.iter().for_each(|contribution| contribution.append_to(&mut record));
        self.key.write(output, &record)
    }
}

fn read_record<C: Curve, I: Input>(
    section: &mut Section<'_, I>,
) -> Result<([u8; 64], Vec<Contribution<C>>), FileError> {
    let (circuit, number) = (section.array()?, section.u32()?);
    // A number that the section cannot hold fails at its end, after as many records as it holds.
    let mut contributions = Vec::new();
    for _ in 0..number {
        contributions.push(Contribution::read(section)?);
    }
    match section.left() {
        0 => Ok((circuit, contributions)),
        left => Err(section.fail(Reason::TooLong(left))),
    }
}
