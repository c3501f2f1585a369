//! Writing keys.

use std::io::{self, Write};

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};

use super::{GROTH16, Zkey, coefficients, sections};
use crate::file::{Kind, Writer};
use crate::{Coordinate, Curve};

impl<C: Curve> Zkey<C> {
    /// Writes the file, with the sections in ascending order. `contributions` is section 10: the hash of the circuit,
    /// and the contributions to the setup.
    ///
    /// # Errors
    /// Those of the output, and [`InvalidInput`](io::ErrorKind::InvalidInput) for lists with `2^32` entries.
    pub fn write(&self, output: impl Write, contributions: &[u8]) -> io::Result<()> {
        let mut writer = Writer::new(output, Kind::Zkey, 10)?;
        writer.section(sections::PROTOCOL, 4)?.u32(GROTH16)?;
        let (g1, g2) = (point_bytes::<C::G1>(), point_bytes::<C::G2>());
        let primes = (8 + C::Base::BYTES + C::Scalar::BYTES) as u64;
        writer.section(sections::HEADER, primes + 12 + 3 * (g1 + g2))?;
        writer.prime::<C::Base>()?.prime::<C::Scalar>()?;
        writer.u32(self.signals)?.u32(self.public)?.u32(self.domain_size)?;
        writer.point(&self.alpha_g1)?.point(&self.beta_g1)?.point(&self.beta_g2)?;
        writer.point(&self.gamma_g2)?.point(&self.delta_g1)?.point(&self.delta_g2)?;
        points(&mut writer, sections::IC, &self.ic)?;
        coefficients::write(&mut writer, [&self.matrix_a, &self.matrix_b])?;
        points(&mut writer, sections::A, &self.a)?;
        points(&mut writer, sections::B_G1, &self.b_g1)?;
        points(&mut writer, sections::B_G2, &self.b_g2)?;
        points(&mut writer, sections::C, &self.c)?;
        points(&mut writer, sections::H, &self.h)?;
        writer.section(sections::CONTRIBUTIONS, contributions.len() as u64)?.bytes(contributions)?;
        writer.finish().map(|_| ())
    }
}

fn point_bytes<G: WeierstrassCurve<Base: Coordinate>>() -> u64 {
    2 * G::Base::BYTES as u64
}

fn points<G: WeierstrassCurve<Base: Coordinate>>(
    writer: &mut Writer<impl Write>,
    section: u32,
    points: &[Affine<G>],
) -> io::Result<()> {
    writer.section(section, points.len() as u64 * point_bytes::<G>())?.points(points)?;
    Ok(())
}
