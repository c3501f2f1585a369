//! The record of a contribution to powers of tau.

use vorpal_curves::models::weierstrass::Affine;

use crate::Curve;
use crate::ceremony::blake2b::{Blake2b, STATE};
use crate::ceremony::contribution::append_point;
use crate::ceremony::sampling::hash_to_g2;
use crate::ceremony::{KnowledgeProof, Parameters};
use crate::file::{FileError, Input, Section};

/// The proofs of knowledge of a contributor's `tau`, `alpha` and `beta`, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PowersProof<C: Curve>(pub [KnowledgeProof<C>; 3]);

/// The record of one contribution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PowersContribution<C: Curve> {
    /// `tau` after the contribution.
    pub tau: (Affine<C::G1>, Affine<C::G2>),
    /// `alpha` after it.
    pub alpha: Affine<C::G1>,
    /// `beta` after it.
    pub beta: (Affine<C::G1>, Affine<C::G2>),
    /// The proofs of knowledge.
    pub proof: PowersProof<C>,
    /// The state of the hash of the contribution after all its points, which the proofs continue.
    pub(crate) state: [u8; STATE],
    /// The hash of all powers after the contribution, from which the next one starts.
    pub next_challenge: [u8; 64],
    /// The name, and the beacon if it is one.
    pub parameters: Parameters,
}

impl<C: Curve> PowersProof<C> {
    /// The point of G2 for the secret with this index: a hash of the index, the challenge, and the proof in G1.
    pub(crate) fn point(
        index: u8,
        challenge: &[u8; 64],
        base: &Affine<C::G1>,
        multiple: &Affine<C::G1>,
    ) -> Affine<C::G2> {
        let mut hash = Blake2b::new();
        hash.update(&[index]);
        hash.update(challenge);
        hash.point(base);
        hash.point(multiple);
        hash_to_g2::<C>(&hash.finalize())
    }

    pub(crate) fn hash_into(&self, hash: &mut Blake2b) {
        for proof in &self.0 {
            hash.point(&proof.base);
            hash.point(&proof.multiple);
        }
        for proof in &self.0 {
            hash.point(&proof.multiple_g2);
        }
    }

    fn append_to(&self, record: &mut Vec<u8>) {
        for proof in &self.0 {
            append_point(record, &proof.base);
            append_point(record, &proof.multiple);
        }
        self.0.iter().for_each(|proof| append_point(record, &proof.multiple_g2));
    }

    fn read<I: Input>(section: &mut Section<'_, I>) -> Result<Self, FileError> {
        let mut g1 = [(Affine::IDENTITY, Affine::IDENTITY); 3];
        for (base, multiple) in &mut g1 {
            (*base, *multiple) = (section.point()?, section.point()?);
        }
        let g2 = [section.point()?, section.point()?, section.point()?];
        Ok(Self(core::array::from_fn(|i| KnowledgeProof {
            base: g1[i].0,
            multiple: g1[i].1,
            multiple_g2: g2[i],
        })))
    }
}

impl<C: Curve> PowersContribution<C> {
    /// Appends the record as in section 7.
    pub(crate) fn append_to(&self, record: &mut Vec<u8>) {
        append_point(record, &self.tau.0);
        append_point(record, &self.tau.1);
        append_point(record, &self.alpha);
        append_point(record, &self.beta.0);
        append_point(record, &self.beta.1);
        self.proof.append_to(record);
        record.extend(self.state);
        record.extend(self.next_challenge);
        self.parameters.append_to(record);
    }

    pub(crate) fn read<I: Input>(section: &mut Section<'_, I>) -> Result<Self, FileError> {
        Ok(Self {
            tau: (section.point()?, section.point()?),
            alpha: section.point()?,
            beta: (section.point()?, section.point()?),
            proof: PowersProof::read(section)?,
            state: section.array()?,
            next_challenge: section.array()?,
            parameters: Parameters::read(section)?,
        })
    }

    /// The hash by which the contributor recognises the contribution; `None` if the state is not one.
    pub fn hash(&self) -> Option<[u8; 64]> {
        let mut hash = Blake2b::of_state(&self.state)?;
        self.proof.hash_into(&mut hash);
        Some(hash.finalize())
    }
}
