//! Contributions to keys.

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::Field;
use zeroize::Zeroize;

use super::CeremonyKey;
use crate::Curve;
use crate::ceremony::blake2b::Blake2b;
use crate::ceremony::multiples::all_by;
use crate::ceremony::sampling::{Stream, hash_to_g2};
use crate::ceremony::{Beacon, Contribution, Entropy, KnowledgeProof, Parameters};

impl<C: Curve> CeremonyKey<C> {
    /// Multiplies `delta` by a secret of the contributor, and returns the hash of the contribution. The secret is
    /// wiped. The time does not depend on it.
    pub fn contribute(&mut self, entropy: Entropy, name: &str) -> [u8; 64] {
        let name = (!name.is_empty()).then(|| name.to_owned());
        self.multiply(entropy.0, Parameters { name, beacon: None })
    }

    /// Multiplies `delta` by the secret of a beacon, which everybody can compute: the last contribution.
    pub fn apply_beacon(&mut self, beacon: Beacon, name: &str) -> [u8; 64] {
        let name = (!name.is_empty()).then(|| name.to_owned());
        self.multiply(beacon.stream(), Parameters { name, beacon: Some(beacon) })
    }

    fn multiply(&mut self, mut stream: Stream, parameters: Parameters) -> [u8; 64] {
        // Zero has a probability of 2^-254. It would have no inverse.
        let mut secret: C::Scalar = stream.element();
        let base = stream.point();
        drop(stream);
        let multiple = all_by(&[base], &secret)[0];
        let transcript = transcript(&self.circuit, &self.contributions, &base, &multiple);
        let multiple_g2 = all_by(&[hash_to_g2::<C>(&transcript)], &secret)[0];
        let key = &mut self.key;
        key.delta_g1 = all_by(&[key.delta_g1], &secret)[0];
        key.delta_g2 = all_by(&[key.delta_g2], &secret)[0];
        let mut inverse = secret.invert().unwrap_or(C::Scalar::ZERO);
        key.c = all_by(&key.c, &inverse);
        key.h = all_by(&key.h, &inverse);
        secret.zeroize();
        inverse.zeroize();
        let proof = KnowledgeProof { base, multiple, multiple_g2 };
        let contribution = Contribution { delta: key.delta_g1, proof, transcript, parameters };
        let hash = contribution.hash();
        self.contributions.push(contribution);
        hash
    }
}

/// The hash of the circuit, of the contributions before, and of a proof in G1.
pub(super) fn transcript<C: Curve>(
    circuit: &[u8; 64],
    before: &[Contribution<C>],
    base: &Affine<C::G1>,
    multiple: &Affine<C::G1>,
) -> [u8; 64] {
    let mut hash = Blake2b::new();
    hash.update(circuit);
    before.iter().for_each(|contribution| contribution.hash_into(&mut hash));
    hash.point(base);
    hash.point(multiple);
    hash.finalize()
}
