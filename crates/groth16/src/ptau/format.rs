//! Files of powers of tau.

use std::io::{self, Write};

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};

use super::PowersContribution;
use crate::ceremony::blake2b::Blake2b;
use crate::ceremony::{SetupError, points};
use crate::file::{Container, FileError, Input, Kind, Reason, Writer};
use crate::{Coordinate, Curve};

/// The types of the sections.
pub(super) mod section {
    pub(crate) const HEADER: u32 = 1;
    pub(crate) const TAU_G1: u32 = 2;
    pub(crate) const TAU_G2: u32 = 3;
    pub(crate) const ALPHA: u32 = 4;
    pub(crate) const BETA: u32 = 5;
    pub(crate) const BETA_G2: u32 = 6;
    pub(crate) const CONTRIBUTIONS: u32 = 7;
    /// The Lagrange bases of the sections from 2 to 5.
    pub(crate) const LAGRANGE: [u32; 4] = [12, 13, 14, 15];
}

/// The largest power of two of a ceremony: snarkjs' limit, and the two-adicity of BN254.
pub(super) const LARGEST_POWER: u32 = 28;

/// Powers of tau of a ceremony, in memory.
///
/// ```
/// use vorpal_groth16::ptau::{PowersOfTau, PowersVerdict};
/// use vorpal_groth16::setup::Entropy;
/// use vorpal_pairing::bn254::Bn254;
/// let mut powers = PowersOfTau::<Bn254>::new(2)?;
/// powers.contribute(Entropy::new(b"dice")?, "first")?;
/// assert_eq!(powers.verify(), PowersVerdict::Valid);
/// # Ok::<(), vorpal_groth16::setup::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PowersOfTau<C: Curve> {
    pub(super) power: u32,
    /// The power of the whole ceremony, of which this file may be a part.
    pub(super) ceremony_power: u32,
    /// `2^(power + 1) - 1` points.
    pub(super) tau: Vec<Affine<C::G1>>,
    /// `2^power` points, as of the next two lists.
    pub(super) tau_g2: Vec<Affine<C::G2>>,
    pub(super) alpha: Vec<Affine<C::G1>>,
    pub(super) beta: Vec<Affine<C::G1>>,
    pub(super) beta_g2: Affine<C::G2>,
    pub(super) contributions: Vec<PowersContribution<C>>,
}

impl<C: Curve> PowersOfTau<C> {
    /// The powers before the first contribution: all secrets are one.
    ///
    /// # Errors
    /// [`SetupError::PowerRange`].
    pub fn new(power: u32) -> Result<Self, SetupError> {
        if !(1..=LARGEST_POWER).contains(&power) {
            return Err(SetupError::PowerRange(power));
        }
        let (g1, g2, number) = (Affine::GENERATOR, Affine::GENERATOR, 1 << power);
        Ok(Self {
            power,
            ceremony_power: power,
            tau: vec![g1; 2 * number - 1],
            tau_g2: vec![g2; number],
            alpha: vec![g1; number],
            beta: vec![g1; number],
            beta_g2: g2,
            contributions: Vec::new(),
        })
    }

    /// The binary logarithm of the number of powers: the largest domain of a circuit.
    pub fn power(&self) -> u32 {
        self.power
    }

    /// The contributions in order.
    pub fn contributions(&self) -> &[PowersContribution<C>] {
        &self.contributions
    }

    /// Reads a file, without Lagrange bases. All points are checked: they are in the prime subgroups.
    ///
    /// # Errors
    /// [`SetupError::File`] for a malformed file, [`SetupError::Point`] for points outside.
    pub fn read(input: impl Input) -> Result<Self, SetupError> {
        let mut container = Container::new(input, Kind::Ptau)?;
        let (power, ceremony_power) = read_header::<C, _>(&mut container)?;
        let number = 1 << power;
        let mut g1 = |section, number| read_points::<C::G1, _>(&mut container, section, 0, number, number);
        let tau = g1(section::TAU_G1, 2 * number - 1)?;
        let (alpha, beta) = (g1(section::ALPHA, number)?, g1(section::BETA, number)?);
        let tau_g2 = read_points::<C::G2, _>(&mut container, section::TAU_G2, 0, number, number)?;
        let beta_g2 = read_points::<C::G2, _>(&mut container, section::BETA_G2, 0, 1, 1)?[0];
        let mut section = container.section(section::CONTRIBUTIONS)?;
        let mut contributions = Vec::new();
        for _ in 0..section.u32()? {
            contributions.push(PowersContribution::read(&mut section)?);
        }
        section.finish()?;
        let powers = Self { power, ceremony_power, tau, tau_g2, alpha, beta, beta_g2, contributions };
        powers.check_points()?;
        Ok(powers)
    }

    fn check_points(&self) -> Result<(), SetupError> {
        points::check("powers of tau in G1", &self.tau)?;
        points::check("powers of tau in G2", &self.tau_g2)?;
        points::check("powers of tau times alpha", &self.alpha)?;
        points::check("powers of tau times beta", &self.beta)?;
        points::check("beta in G2", &[self.beta_g2])?;
        let (mut g1, mut g2) = (Vec::new(), Vec::new());
        for record in &self.contributions {
            g1.extend([record.tau.0, record.alpha, record.beta.0]);
            g2.extend([record.tau.1, record.beta.1]);
            for proof in &record.proof.0 {
                g1.extend([proof.base, proof.multiple]);
                g2.push(proof.multiple_g2);
            }
        }
        points::check("contributions, G1", &g1)?;
        points::check("contributions, G2", &g2)
    }

    /// Writes a file without Lagrange bases.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write<W: Write>(&self, output: W) -> io::Result<W> {
        let mut writer = Writer::new(output, Kind::Ptau, 7)?;
        self.write_powers(&mut writer)?;
        writer.finish()
    }

    /// Writes the sections from 1 to 7.
    pub(super) fn write_powers<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        let g1 = 2 * C::Base::BYTES;
        writer.section(section::HEADER, (12 + C::Base::BYTES) as u64)?.prime::<C::Base>()?;
        writer.u32(self.power)?.u32(self.ceremony_power)?;
        writer.section(section::TAU_G1, (g1 * self.tau.len()) as u64)?.points(&self.tau)?;
        writer.section(section::TAU_G2, (2 * g1 * self.tau_g2.len()) as u64)?.points(&self.tau_g2)?;
        writer.section(section::ALPHA, (g1 * self.alpha.len()) as u64)?.points(&self.alpha)?;
        writer.section(section::BETA, (g1 * self.beta.len()) as u64)?.points(&self.beta)?;
        writer.section(section::BETA_G2, 2 * g1 as u64)?.point(&self.beta_g2)?;
        let mut record = Vec::new();
        record.extend(u32::try_from(self.contributions.len()).map_err(io::Error::other)?.to_le_bytes());
        self.contributions.iter().for_each(|contribution| contribution.append_to(&mut record));
        writer.section(section::CONTRIBUTIONS, record.len() as u64)?.bytes(&record)?;
        Ok(())
    }

    /// The hash of a previous one and of all powers: the challenge of the next contributor.
    pub(super) fn challenge(&self, response: &[u8; 64]) -> [u8; 64] {
        let mut hash = Blake2b::new();
        hash.update(response);
        hash.points(&self.tau);
        hash.points(&self.tau_g2);
        hash.points(&self.alpha);
        hash.points(&self.beta);
        hash.point(&self.beta_g2);
        hash.finalize()
    }

    /// The challenge of the first contributor of a ceremony of this size: the [`challenge`](Self::challenge) with all
    /// secrets one, after the hash of nothing. A small part of the points is in memory.
    pub(super) fn first_challenge(power: u32) -> [u8; 64] {
        /// The number of points that are hashed at a time.
        const AT_ONCE: usize = 1 << 10;
        let (g1, g2) = (vec![Affine::<C::G1>::GENERATOR; AT_ONCE], vec![Affine::<C::G2>::GENERATOR; AT_ONCE]);
        let parts =
            |number: usize| (0..number).step_by(AT_ONCE).map(move |start| (number - start).min(AT_ONCE));
        let (mut hash, number) = (Blake2b::new(), 1 << power);
        hash.update(&Blake2b::digest(b""));
        parts(2 * number - 1).for_each(|part| hash.points(&g1[..part]));
        parts(number).for_each(|part| hash.points(&g2[..part]));
        parts(2 * number).for_each(|part| hash.points(&g1[..part]));
        hash.point(&g2[0]);
        hash.finalize()
    }
}

/// Reads and checks the power of the file and of its ceremony.
pub(super) fn read_header<C: Curve, I: Input>(container: &mut Container<I>) -> Result<(u32, u32), FileError> {
    let mut header = container.section(section::HEADER)?;
    header.prime::<C::Base>()?;
    let start = header.offset();
    let (power, ceremony_power) = (header.u32()?, header.u32()?);
    if !(1..=LARGEST_POWER).contains(&power) || !(power..=LARGEST_POWER).contains(&ceremony_power) {
        let expected = "not from 1 to that of the ceremony, at most 28";
        return Err(header.fail_at(start, Reason::Value { what: "the power", found: power.into(), expected }));
    }
    header.finish()?;
    Ok((power, ceremony_power))
}

/// Reads points of a section of `total` points, from `first` on.
pub(super) fn read_points<G: WeierstrassCurve<Base: Coordinate>, I: Input>(
    container: &mut Container<I>,
    number: u32,
    first: usize,
    points: usize,
    total: usize,
) -> Result<Vec<Affine<G>>, FileError> {
    let size = 2 * G::Base::BYTES as u64;
    let mut section = container.section(number)?;
    section.expect_left(size * total as u64)?;
    let mut skipped = size * first as u64;
    while skipped > 0 {
        let part = skipped.min(1 << 16);
        section.bytes(part)?;
        skipped -= part;
    }
    section.points(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal_pairing::{bls12_381::Bls12_381, bn254::Bn254};

    /// Also of more points than are hashed at a time.
    #[test]
    fn first_challenges_are_those_of_the_first_powers() {
        let expected = |powers: PowersOfTau<Bn254>| powers.challenge(&Blake2b::digest(b""));
        for power in [1, 4, 11] {
            let first = PowersOfTau::<Bn254>::first_challenge(power);
            assert_eq!(first, expected(PowersOfTau::new(power).unwrap()));
        }
        let powers = PowersOfTau::<Bls12_381>::new(3).unwrap();
        assert_eq!(PowersOfTau::<Bls12_381>::first_challenge(3), powers.challenge(&Blake2b::digest(b"")));
    }
}
