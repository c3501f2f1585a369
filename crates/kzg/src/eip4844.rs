//! The functions of EIP-4844 by their names in the specification.

use alloc::vec::Vec;

use vorpal_fields::primes::Bls12_381Scalar as Scalar;

use crate::blob_batch::{Claim, verify};
use crate::challenge::compute_challenge;
use crate::decoding::{encodings, exact, list, malformed, points, same_length, scalar};
use crate::parameters::{BYTES_PER_BLOB, SCALARS_PER_BLOB};
use crate::polynomial::{evaluate, quotient};
use crate::setup::Setup;
use crate::verdict::Verdict;
use crate::{Argument, Blob, Commitment, Error, Proof};

/// EIP-4844: commitments to blobs, and proofs of values.
impl Setup {
    /// The commitment to a blob of 131,072 bytes.
    ///
    /// # Errors
    /// [`Error::Malformed`] for another length, or with the position of the first scalar that is not canonical.
    pub fn blob_to_kzg_commitment(&self, blob: &[u8]) -> Result<[u8; 48], Error> {
        Ok(Commitment::of_point(self.commit(&scalars(None, blob)?)).to_bytes())
    }

    /// [`blob_to_kzg_commitment`](Self::blob_to_kzg_commitment) of many blobs.
    ///
    /// # Errors
    /// As for one blob, with the index of the first blob that is malformed.
    pub fn blobs_to_kzg_commitments(&self, blobs: &[impl AsRef<[u8]>]) -> Result<Vec<[u8; 48]>, Error> {
        let blobs: Vec<&[u8]> = blobs.iter().map(AsRef::as_ref).collect();
        let indexed: Vec<(usize, &[u8])> = blobs.into_iter().enumerate().collect();
        let commitments = vorpal_threads::map(&indexed, |(index, blob)| {
            Ok(Commitment::of_point(self.commit(&scalars(Some(*index), blob)?)).to_bytes())
        });
        commitments.into_iter().collect()
    }

    /// The commitment to a blob: [`blob_to_kzg_commitment`](Self::blob_to_kzg_commitment) of values.
    pub fn commitment(&self, blob: &Blob) -> Commitment {
        Commitment::of_point(self.commit(blob.scalars()))
    }

    /// The value `y` of the polynomial of a blob at `z`, and its proof: `(proof, y)`.
    ///
    /// # Errors
    /// [`Error::Malformed`] for the blob or `z`.
    pub fn compute_kzg_proof(&self, blob: &[u8], z: &[u8]) -> Result<([u8; 48], [u8; 32]), Error> {
        let blob = scalars(None, blob)?;
        let (proof, y) = self.prove(&blob, &scalar(Argument::Z, z)?);
        Ok((proof.to_bytes(), y.to_be_bytes()))
    }

    /// The value at `z` and its proof: [`compute_kzg_proof`](Self::compute_kzg_proof) of values.
    pub fn proof(&self, blob: &Blob, z: &Scalar) -> (Proof, Scalar) {
        self.prove(blob.scalars(), z)
    }

    fn prove(&self, values: &[Scalar], z: &Scalar) -> (Proof, Scalar) {
        let (quotient, y) = quotient(values, z);
        (Proof::of_point(self.commit(&quotient)), y)
    }

    /// The proof that a blob has a commitment. The commitment is decoded, but not compared with the blob: for another
    /// one the proof does not verify.
    ///
    /// # Errors
    /// [`Error::Malformed`] for the blob or the commitment.
    pub fn compute_blob_kzg_proof(&self, blob: &[u8], commitment: &[u8]) -> Result<[u8; 48], Error> {
        let values = scalars(None, blob)?;
        let commitment = commitment_of(commitment)?;
        let z = compute_challenge(blob, &commitment.to_bytes());
        Ok(self.prove(&values, &z).0.to_bytes())
    }

    /// Whether the polynomial with a commitment has the value `y` at `z`.
    ///
    /// # Errors
    /// [`Error::Malformed`] for any argument. A wrong proof is `false`.
    pub fn verify_kzg_proof(
        &self,
        commitment: &[u8],
        z: &[u8],
        y: &[u8],
        proof: &[u8],
    ) -> Result<bool, Error> {
        let commitment = commitment_of(commitment)?;
        let (z, y) = (scalar(Argument::Z, z)?, scalar(Argument::Y, y)?);
        let proof = proof_of(proof)?;
        Ok(self.verify_value(&commitment, &z, &y, &proof))
    }

    /// Whether the polynomial with a commitment has the value `y` at `z`: [`verify_kzg_proof`](Self::verify_kzg_proof)
    /// of values.
    pub fn verify_value(&self, commitment: &Commitment, z: &Scalar, y: &Scalar, proof: &Proof) -> bool {
        let claim = Claim { commitment: *commitment, z: *z, y: *y, proof: *proof };
        verify(&[claim], self.points(), false).is_valid()
    }

    /// Whether a blob has a commitment.
    ///
    /// # Errors
    /// [`Error::Malformed`] for any argument. A wrong proof is `false`.
    pub fn verify_blob_kzg_proof(&self, blob: &[u8], commitment: &[u8], proof: &[u8]) -> Result<bool, Error> {
        let values = scalars(None, blob)?;
        let commitment = commitment_of(commitment)?;
        let proof = proof_of(proof)?;
        let z = compute_challenge(blob, &commitment.to_bytes());
        Ok(self.verify_value(&commitment, &z, &evaluate(&values, &z), &proof))
    }

    /// Whether all blobs have their commitments; true without blobs.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the index of the argument, [`Error::Lengths`]. A wrong proof is `false`.
    pub fn verify_blob_kzg_proof_batch(
        &self,
        blobs: &[impl AsRef<[u8]>],
        commitments: &[impl AsRef<[u8]>],
        proofs: &[impl AsRef<[u8]>],
    ) -> Result<bool, Error> {
        let claims = claims(&as_bytes(blobs), &as_bytes(commitments), &as_bytes(proofs))?;
        Ok(verify(&claims, self.points(), false).is_valid())
    }

    /// As [`verify_blob_kzg_proof_batch`](Self::verify_blob_kzg_proof_batch), and names the blobs that do not have
    /// their commitments.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the index of the argument, [`Error::Lengths`].
    pub fn verify_blobs(
        &self,
        blobs: &[impl AsRef<[u8]>],
        commitments: &[impl AsRef<[u8]>],
        proofs: &[impl AsRef<[u8]>],
    ) -> Result<Verdict, Error> {
        let claims = claims(&as_bytes(blobs), &as_bytes(commitments), &as_bytes(proofs))?;
        Ok(verify(&claims, self.points(), true))
    }
}

/// The claims of blobs: their values at their challenges.
fn claims(blobs: &[&[u8]], commitments: &[&[u8]], proofs: &[&[u8]]) -> Result<Vec<Claim>, Error> {
    let number = (Argument::Blob, blobs.len());
    same_length(number, (Argument::Commitment, commitments.len()))?;
    same_length(number, (Argument::Proof, proofs.len()))?;
    let (commitments, proofs) =
        (encodings(Argument::Commitment, commitments)?, encodings(Argument::Proof, proofs)?);
    let points_of_commitments = points(Argument::Commitment, &commitments)?;
    let points_of_proofs = points(Argument::Proof, &proofs)?;
    let indices: Vec<usize> = (0..blobs.len()).collect();
    let claims = vorpal_threads::map(&indices, |&index| {
        let values = scalars(Some(index), blobs[index])?;
        let z = compute_challenge(blobs[index], &commitments[index]);
        Ok(Claim {
            commitment: Commitment::decoded(points_of_commitments[index], commitments[index]),
            z,
            y: evaluate(&values, &z),
            proof: Proof::decoded(points_of_proofs[index], proofs[index]),
        })
    });
    claims.into_iter().collect()
}

pub(crate) fn as_bytes(list: &[impl AsRef<[u8]>]) -> Vec<&[u8]> {
    list.iter().map(AsRef::as_ref).collect()
}

/// The values of a blob.
pub(crate) fn scalars(index: Option<usize>, blob: &[u8]) -> Result<Vec<Scalar>, Error> {
    exact::<BYTES_PER_BLOB>(Argument::Blob, index, blob)?;
    list(Argument::Blob, index, blob, SCALARS_PER_BLOB)
}

fn commitment_of(bytes: &[u8]) -> Result<Commitment, Error> {
    let bytes = exact(Argument::Commitment, None, bytes)?;
    Commitment::from_bytes(bytes).map_err(|reason| malformed(Argument::Commitment, None, reason))
}

fn proof_of(bytes: &[u8]) -> Result<Proof, Error> {
    let bytes = exact(Argument::Proof, None, bytes)?;
    Proof::from_bytes(bytes).map_err(|reason| malformed(Argument::Proof, None, reason))
}
