//! Lagrange bases of powers of tau, from which keys are computed.

use std::io::{self, Write};

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::PrimeField;

use super::PowersOfTau;
use super::format::{read_header, read_points, section};
use super::past_end::difference;
use crate::ceremony::lagrange::lagrange;
use crate::ceremony::{SetupError, points};
use crate::file::{Container, Input, Kind, Writer};
use crate::roots::root;
use crate::{Coordinate, Curve};

impl<C: Curve> PowersOfTau<C> {
    /// Writes a file with the powers and, for each power of two up to theirs, the Lagrange bases of its domain. The
    /// basis of twice the largest domain is that of `2^(power + 1) - 1` powers: one point fewer than its size.
    ///
    /// # Errors
    /// Those of the output, and [`Unsupported`](io::ErrorKind::Unsupported) if the field has no domain of twice the
    /// size.
    pub fn prepare<W: Write>(&self, output: W) -> io::Result<W> {
        if self.power >= C::Scalar::TWO_ADICITY {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "the field has no domain of twice the size",
            ));
        }
        let mut writer = Writer::new(output, Kind::Ptau, 11)?;
        self.write_powers(&mut writer)?;
        let g1 = 2 * C::Base::BYTES as u64;
        let points = (2u64 << self.power) - 1;
        let [tau, tau_g2, alpha, beta] = section::LAGRANGE;
        writer.section(tau, g1 * (2 * points + 1))?;
        for level in 0..=self.power + 1 {
            writer.points(&self.level(&self.tau, level))?;
        }
        writer.section(tau_g2, 2 * g1 * points)?;
        for level in 0..=self.power {
            writer.points(&self.level(&self.tau_g2, level))?;
        }
        for (number, list) in [(alpha, &self.alpha), (beta, &self.beta)] {
            writer.section(number, g1 * points)?;
            for level in 0..=self.power {
                writer.points(&self.level(list, level))?;
            }
        }
        writer.finish()
    }

    /// The Lagrange basis of the domain of `2^level` points. A missing power is infinity.
    fn level<G>(&self, powers: &[Affine<G>], level: u32) -> Vec<Affine<G>>
    where
        G: WeierstrassCurve<Scalar = C::Scalar>,
    {
        let mut points = powers[..powers.len().min(1 << level)].to_vec();
        points.resize(1 << level, Affine::IDENTITY);
        lagrange(points, &root::<C>(level))
    }
}

/// The largest domain, by its binary logarithm, of which the hash of a key contains `n - 1` differences of powers.
/// snarkjs hashes `2^14` at a time, and all parts have the length of the first: larger domains have `n` of them.
const HASHED_ONCE: u32 = 14;

/// What a key needs of prepared powers of tau.
pub struct PreparedPowers<C: Curve> {
    /// The binary logarithm `k` of the size `n` of the domain.
    pub(crate) log_size: u32,
    /// The Lagrange bases of the domain, of `tau^i`, `alpha tau^i` and `beta tau^i`.
    pub(crate) tau: Vec<Affine<C::G1>>,
    pub(crate) tau_g2: Vec<Affine<C::G2>>,
    pub(crate) alpha_tau: Vec<Affine<C::G1>>,
    pub(crate) beta_tau: Vec<Affine<C::G1>>,
    /// The Lagrange basis of the domain of twice the size, at its odd points.
    pub(crate) odd: Vec<Affine<C::G1>>,
    /// `tau^i` for `i < 2 n - 1`, or for `i < 2 n` if the hash of a key contains one more and the file has it.
    pub(crate) powers: Vec<Affine<C::G1>>,
    /// What the hash of a key has as `tau^(2 n - 1) G - tau^(n - 1) G`, if the file lacks the power.
    pub(crate) past_end: Option<Affine<C::G1>>,
    pub(crate) alpha: Affine<C::G1>,
    pub(crate) beta: (Affine<C::G1>, Affine<C::G2>),
}

impl<C: Curve> core::fmt::Debug for PreparedPowers<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "PreparedPowers of 2^{}", self.log_size)
    }
}

impl<C: Curve> PreparedPowers<C> {
    /// Reads what a domain of `2^log_size` points needs, from a file that [`PowersOfTau::prepare`] or snarkjs wrote.
    /// All points are checked: they are in the prime subgroups. Whether they are powers and bases is not: both
    /// [`PowersOfTau::verify`] and [`PowersOfTau::verify_lagrange`] are for that. Whoever chose other bases can prove
    /// wrong statements.
    ///
    /// # Errors
    /// [`SetupError::Power`] if the file has fewer powers, [`SetupError::Domain`] if the field has no such domain,
    /// [`SetupError::File`] for a malformed file, also one without Lagrange bases, and [`SetupError::Point`].
    pub fn read(input: impl Input, log_size: u32) -> Result<Self, SetupError> {
        let mut container = Container::new(input, Kind::Ptau)?;
        let (power, _) = read_header::<C, _>(&mut container)?;
        if log_size > power {
            return Err(SetupError::Power { needed: log_size, found: power });
        }
        if log_size >= C::Scalar::TWO_ADICITY {
            return Err(SetupError::Domain(log_size));
        }
        let (n, all) = (1usize << log_size, (2usize << power) - 1);
        let [first, tau_g2, alpha_tau, beta_tau] = section::LAGRANGE;
        let mut g1 = |section, first, points, total| {
            read_points::<C::G1, _>(&mut container, section, first, points, total)
        };
        let tau = g1(first, n - 1, n, 2 * all + 1)?;
        let double = g1(first, 2 * n - 1, 2 * n, 2 * all + 1)?;
        let (alpha_tau, beta_tau) = (g1(alpha_tau, n - 1, n, all)?, g1(beta_tau, n - 1, n, all)?);
        let hashed = if log_size > HASHED_ONCE { 2 * n } else { 2 * n - 1 };
        let powers = g1(section::TAU_G1, 0, hashed.min(all), all)?;
        let total = 1 << power;
        let (alpha, beta) = (g1(section::ALPHA, 0, 1, total)?[0], g1(section::BETA, 0, 1, total)?[0]);
        let tau_g2 = read_points::<C::G2, _>(&mut container, tau_g2, n - 1, n, all)?;
        let beta_g2 = read_points::<C::G2, _>(&mut container, section::BETA_G2, 0, 1, 1)?[0];
        let past_end = if hashed > all {
            let bytes = container.bytes_after(section::TAU_G1, 2 * C::Base::BYTES)?;
            Some(difference(&bytes, &powers[n - 1]))
        } else {
            None
        };
        let odd = double.into_iter().skip(1).step_by(2).collect();
        let beta = (beta, beta_g2);
        let prepared =
            Self { log_size, tau, tau_g2, alpha_tau, beta_tau, odd, powers, past_end, alpha, beta };
        prepared.check_points()?;
        Ok(prepared)
    }

    fn check_points(&self) -> Result<(), SetupError> {
        points::check("Lagrange basis in G1", &self.tau)?;
        points::check("Lagrange basis in G2", &self.tau_g2)?;
        points::check("Lagrange basis times alpha", &self.alpha_tau)?;
        points::check("Lagrange basis times beta", &self.beta_tau)?;
        points::check("Lagrange basis of twice the domain", &self.odd)?;
        points::check("powers of tau in G1", &self.powers)?;
        points::check("alpha and beta in G1", &[self.alpha, self.beta.0])?;
        points::check("beta in G2", &[self.beta.1])
    }
}
