//! Commitments to polynomials on BLS12-381. A commitment is one call, its verification two:
//!
//! ```
//! Ok(msm_vartime(&powers, coefficients)?.to_affine())
//! let left = (commitment - Affine::GENERATOR * value + proof * z).to_affine();
//! Ok(product_is_one(&[(left, g2::Affine::GENERATOR), (-proof, self.tau_h)])?)
//! ```
//!
//! # The program
//!
//! ```sh
//! cargo run --release -p kzg
//! ```
//!
//! The scheme is that of A. Kate, G. M. Zaverucha, I. Goldberg, "Constant-size commitments to polynomials and their
//! applications", Asiacrypt 2010. The program makes the powers of a secret `tau` itself. Whoever knows `tau` can open a
//! commitment to any value, so a real system uses the powers of a ceremony.

use std::time::Instant;

use vorpal::curves::PointFormat;
use vorpal::curves::bls12_381::g2;
use vorpal::curves::bls12_381::{Affine, Jacobian, encoding::ZCASH};
use vorpal::curves::models::weierstrass::Subgroup;
use vorpal::fields::primes::Bls12_381Scalar as Scalar;
use vorpal::msm::msm_vartime;
use vorpal::ntt::evaluate_at;
use vorpal::pairing::bls12_381::product_is_one;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The public parameters.
struct Setup {
    /// `tau^i G` for the generator `G` of G1.
    powers: Subgroup<Vec<Affine>>,
    /// `tau H` for the generator `H` of G2.
    tau_h: g2::Affine,
}

impl Setup {
    /// Parameters for polynomials with at most `count` coefficients.
    fn new(count: usize, tau: Scalar) -> Result<Self> {
        let powers = std::iter::successors(Some(Scalar::ONE), |power| Some(*power * tau));
        // The powers are secret: `*` takes constant time.
        let powers: Vec<Jacobian> = powers.take(count).map(|power| Jacobian::GENERATOR * power).collect();
        let tau_h = (g2::Affine::GENERATOR * tau).to_affine();
        Ok(Self { powers: Subgroup::new(Jacobian::normalise_batch(&powers))?, tau_h })
    }

    /// `p(tau) G`: the sum of the coefficients times the powers.
    fn commit(&self, coefficients: &[Scalar]) -> Result<Affine> {
        let powers = self.powers.get(..coefficients.len()).ok_or("more coefficients than powers")?;
        Ok(msm_vartime(&powers, coefficients)?.to_affine())
    }

    /// The value `p(z)` and its proof: the commitment to the quotient `(p(X) - p(z)) / (X - z)`.
    fn open(&self, coefficients: &[Scalar], z: &Scalar) -> Result<(Scalar, Affine)> {
        // Horner's rule: the values on the way are the coefficients of the quotient, the last one is the remainder.
        let mut quotient = Vec::with_capacity(coefficients.len());
        let value = coefficients.iter().rev().fold(Scalar::ZERO, |above, coefficient| {
            quotient.push(above);
            above * *z + *coefficient
        });
        quotient.reverse();
        quotient.pop(); // the value above the highest coefficient is zero
        Ok((value, self.commit(&quotient)?))
    }

    /// Whether `p(z) = value` for the polynomial of the commitment.
    ///
    /// With the proof `W = q(tau) G`, `p(tau) - value = q(tau) (tau - z)` means
    /// `e(C - value G + z W, H) e(-W, tau H) = 1`.
    fn verify(&self, commitment: &Affine, z: &Scalar, value: &Scalar, proof: &Affine) -> Result<bool> {
        let left = (commitment - Affine::GENERATOR * value + proof * z).to_affine();
        Ok(product_is_one(&[(left, g2::Affine::GENERATOR), (-proof, self.tau_h)])?)
    }
}

fn random_scalar() -> Result<Scalar> {
    let mut bytes = [0; 64];
    getrandom::fill(&mut bytes)?;
    Ok(Scalar::from_le_bytes_reduced(&bytes))
}

fn main() -> Result<()> {
    let count = 1 << 12; // as many as a blob of EIP-4844 has
    let start = Instant::now();
    let setup = Setup::new(count, random_scalar()?)?;
    println!("{count} powers of tau: {:?}", start.elapsed());

    let coefficients: Vec<Scalar> = (0..count).map(|_| random_scalar()).collect::<Result<_>>()?;
    let start = Instant::now();
    let commitment = setup.commit(&coefficients)?;
    println!("commitment {}: {:?}", hex(ZCASH.encode_compressed(&commitment).as_ref()), start.elapsed());

    let z = random_scalar()?;
    let start = Instant::now();
    let (value, proof) = setup.open(&coefficients, &z)?;
    println!("proof      {}: {:?}", hex(ZCASH.encode_compressed(&proof).as_ref()), start.elapsed());
    assert_eq!(value, evaluate_at(&coefficients, &z));

    // A verifier gets bytes. Decoding refuses points outside the subgroup.
    let received = ZCASH.decode(ZCASH.encode_compressed(&proof).as_ref())?;
    let start = Instant::now();
    let valid = setup.verify(&commitment, &z, &value, &received)?;
    println!("valid: {valid}, {:?}", start.elapsed());
    let forged = setup.verify(&commitment, &z, &(value + Scalar::ONE), &received)?;
    println!("another value with the same proof: {forged}");
    if valid && !forged { Ok(()) } else { Err("the verifier is wrong".into()) }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_values_verify_and_others_do_not() -> Result<()> {
        let tau = Scalar::from(12_345);
        let setup = Setup::new(64, tau)?;
        for length in [0, 1, 2, 63, 64] {
            let coefficients: Vec<Scalar> = (0..length).map(|i| Scalar::from(i * i + 1)).collect();
            let commitment = setup.commit(&coefficients)?;
            let expected = Affine::GENERATOR * evaluate_at(&coefficients, &tau);
            assert_eq!(commitment, expected.to_affine());
            // At tau itself, too.
            for z in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, tau] {
                let (value, proof) = setup.open(&coefficients, &z)?;
                assert_eq!(value, evaluate_at(&coefficients, &z));
                assert!(setup.verify(&commitment, &z, &value, &proof)?);
                assert!(!setup.verify(&commitment, &z, &(value + Scalar::ONE), &proof)?);
                let other = setup.commit(&[Scalar::from(7)])?;
                assert!(!setup.verify(&(other), &z, &value, &proof)? || value == Scalar::from(7));
            }
        }
        assert!(setup.commit(&[Scalar::ONE; 65]).is_err());
        Ok(())
    }
}
