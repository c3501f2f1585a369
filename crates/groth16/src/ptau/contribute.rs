//! Contributions to powers of tau.

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{Field, PrimeField};
use zeroize::Zeroize;

use super::{PowersContribution, PowersOfTau, PowersProof};
use crate::Curve;
use crate::ceremony::blake2b::{Blake2b, STATE};
use crate::ceremony::multiples::{all_by, each_by};
use crate::ceremony::sampling::Stream;
use crate::ceremony::{Beacon, Entropy, KnowledgeProof, Parameters, SetupError};

impl<C: Curve> PowersOfTau<C> {
    /// Multiplies the secrets by those of a contributor, and returns the hash of the contribution. The secrets are
    /// wiped. The time does not depend on them.
    ///
    /// # Errors
    /// [`SetupError::PartOfCeremony`] for a file with fewer powers than the ceremony, whose hash it cannot compute.
    pub fn contribute(&mut self, entropy: Entropy, name: &str) -> Result<[u8; 64], SetupError> {
        let name = (!name.is_empty()).then(|| name.to_owned());
        self.multiply(entropy.0, Parameters { name, beacon: None })
    }

    /// Multiplies the secrets by those of a beacon, which everybody can compute: the last contribution.
    ///
    /// # Errors
    /// As [`contribute`](Self::contribute).
    pub fn apply_beacon(&mut self, beacon: Beacon, name: &str) -> Result<[u8; 64], SetupError> {
        let name = (!name.is_empty()).then(|| name.to_owned());
        self.multiply(beacon.stream(), Parameters { name, beacon: Some(beacon) })
    }

    fn multiply(&mut self, mut stream: Stream, parameters: Parameters) -> Result<[u8; 64], SetupError> {
        if self.power != self.ceremony_power {
            let (power, ceremony) = (self.power, self.ceremony_power);
            return Err(SetupError::PartOfCeremony { power, ceremony });
        }
        let challenge = match self.contributions.last() {
            Some(last) => last.next_challenge,
            None => Self::first_challenge(self.ceremony_power),
        };
        let mut secrets: [C::Scalar; 3] = core::array::from_fn(|_| stream.element());
        let bases: [Affine<C::G1>; 3] = core::array::from_fn(|_| stream.point());
        let proof = PowersProof(core::array::from_fn(|i| {
            let (base, secret) = (bases[i], &secrets[i]);
            let multiple = one_by(&base, secret);
            #[allow(clippy::cast_possible_truncation, reason = "three secrets")]
            let point = PowersProof::<C>::point(i as u8, &challenge, &base, &multiple);
            KnowledgeProof { base, multiple, multiple_g2: one_by(&point, secret) }
        }));
        let [tau, alpha, beta] = &secrets;
        multiply_powers(&mut self.tau, &C::Scalar::ONE, tau);
        multiply_powers(&mut self.tau_g2, &C::Scalar::ONE, tau);
        multiply_powers(&mut self.alpha, alpha, tau);
        multiply_powers(&mut self.beta, beta, tau);
        self.beta_g2 = one_by(&self.beta_g2, beta);
        secrets.zeroize();
        let mut response = self.response(&challenge);
        let state = response.state();
        let mut record = PowersContribution {
            tau: (self.tau[1], self.tau_g2[1]),
            alpha: self.alpha[0],
            beta: (self.beta[0], self.beta_g2),
            proof,
            state,
            next_challenge: [0; 64],
            parameters,
        };
        record.proof.hash_into(&mut response);
        let response = response.finalize();
        record.next_challenge = self.challenge(&response);
        self.contributions.push(record);
        Ok(response)
    }

    /// The hash of the previous challenge and of all powers, compressed.
    fn response(&self, challenge: &[u8; 64]) -> Blake2b {
        let mut hash = Blake2b::new();
        hash.update(challenge);
        hash.compressed(&self.tau);
        hash.compressed(&self.tau_g2);
        hash.compressed(&self.alpha);
        hash.compressed(&self.beta);
        hash.compressed(&[self.beta_g2]);
        hash
    }
}

/// One point times a secret.
fn one_by<G: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>>(
    point: &Affine<G>,
    secret: &G::Scalar,
) -> Affine<G> {
    all_by(&[*point], secret)[0]
}

/// Multiplies point `i` by `first tau^i`.
fn multiply_powers<G: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]> + Zeroize>>(
    points: &mut [Affine<G>],
    first: &G::Scalar,
    tau: &G::Scalar,
) {
    /// The number of powers in memory at a time.
    const AT_ONCE: usize = 1 << 14;
    let mut power = *first;
    let mut powers = Vec::with_capacity(AT_ONCE);
    for chunk in points.chunks_mut(AT_ONCE) {
        powers.clear();
        for _ in 0..chunk.len() {
            powers.push(power);
            power *= *tau;
        }
        let products = each_by(chunk, &powers);
        chunk.copy_from_slice(&products);
    }
    powers.zeroize();
    power.zeroize();
}

/// The length of a state is that of the format.
const _: () = assert!(STATE == 216);
