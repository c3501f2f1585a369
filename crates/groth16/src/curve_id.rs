//! The curve of a file.

use crate::file::{Container, FileError, Input, Kind, Reason};

/// The curve of a file, for programs that read keys of either.
///
/// ```
/// use vorpal_groth16::file::{Container, Kind};
/// use vorpal_groth16::{Bls12_381, CurveId, Witness};
/// let mut bytes = Vec::new();
/// Witness::<Bls12_381>::new(vec![1.into()])?.write(&mut bytes)?;
/// let mut file = Container::new(&bytes[..], Kind::Wtns)?;
/// assert_eq!(CurveId::of(&mut file)?, CurveId::Bls12_381);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveId {
    /// BN254, which snarkjs calls `bn128`.
    Bn254,
    /// BLS12-381, which snarkjs calls `bls12381`.
    Bls12_381,
}

impl CurveId {
    /// The curve of a file, by its first prime.
    ///
    /// # Errors
    /// If the section with the prime is missing or too short, or the prime is that of no curve here.
    pub fn of(file: &mut Container<impl Input>) -> Result<Self, FileError> {
        use vorpal_fields::primes::{Bls12_381Base, Bls12_381Scalar, Bn254Base, Bn254Scalar};

        let (section, is_base) = match file.kind() {
            Kind::Zkey => (2, true),
            Kind::Ptau => (1, true),
            Kind::Wtns | Kind::R1cs => (1, false),
        };
        let first = if is_base {
            file.section(section)?.prime::<Bn254Base>()
        } else {
            file.section(section)?.prime::<Bn254Scalar>()
        };
        match first {
            Ok(()) => return Ok(Self::Bn254),
            Err(FileError { reason: Reason::Prime, .. }) => {}
            Err(error) => return Err(error),
        }
        if is_base {
            file.section(section)?.prime::<Bls12_381Base>()?;
        } else {
            file.section(section)?.prime::<Bls12_381Scalar>()?;
        }
        Ok(Self::Bls12_381)
    }
}
