//! The functions of EIP-4844. Vectors are taken by value, as in the replaced crate.
#![allow(clippy::needless_pass_by_value, reason = "the API")]

use crate::arguments::Arguments;
use crate::errors::{BlobError, BlobVerifierError, Error};
use crate::{BlobRef, Bytes48Ref, DASContext, KZGProof, SerializedScalar};

/// EIP-4844.
///
/// # Errors
/// Each function returns [`Error::EIP4844`], for a scalar that is not canonical, for bytes that encode no point of the
/// group, and for a wrong proof.
impl DASContext {
    /// The proof of the value of a blob's polynomial at `z`, and this value.
    pub fn compute_kzg_proof(
        &self,
        blob: BlobRef<'_>,
        z: SerializedScalar,
    ) -> Result<(KZGProof, SerializedScalar), Error> {
        let arguments = Arguments { blobs: &[blob], z: Some(&z), ..Arguments::default() };
        self.setup().compute_kzg_proof(blob, &z).map_err(|error| malformed(arguments, &error))
    }

    /// The proof that a blob has a commitment, which is decoded but not compared with the blob.
    pub fn compute_blob_kzg_proof(
        &self,
        blob: BlobRef<'_>,
        commitment: Bytes48Ref<'_>,
    ) -> Result<KZGProof, Error> {
        let arguments = Arguments { blobs: &[blob], commitments: &[commitment], ..Arguments::default() };
        self.setup().compute_blob_kzg_proof(blob, commitment).map_err(|error| malformed(arguments, &error))
    }

    /// Verifies that the committed polynomial has the value `y` at `z`.
    pub fn verify_kzg_proof(
        &self,
        commitment: Bytes48Ref<'_>,
        z: SerializedScalar,
        y: SerializedScalar,
        proof: Bytes48Ref<'_>,
    ) -> Result<(), Error> {
        let (commitments, proofs) = (&[commitment][..], &[proof][..]);
        let arguments = Arguments { commitments, proofs, z: Some(&z), y: Some(&y), ..Arguments::default() };
        verdict(arguments, self.setup().verify_kzg_proof(commitment, &z, &y, proof))
    }

    /// Verifies that a blob has a commitment.
    pub fn verify_blob_kzg_proof(
        &self,
        blob: BlobRef<'_>,
        commitment: Bytes48Ref<'_>,
        proof: Bytes48Ref<'_>,
    ) -> Result<(), Error> {
        let (blobs, commitments, proofs) = (&[blob][..], &[commitment][..], &[proof][..]);
        let arguments = Arguments { blobs, commitments, proofs, ..Arguments::default() };
        verdict(arguments, self.setup().verify_blob_kzg_proof(blob, commitment, proof))
    }

    /// Verifies that all blobs have their commitments; also without blobs. Lists have one entry for each blob.
    pub fn verify_blob_kzg_proof_batch(
        &self,
        blobs: Vec<BlobRef<'_>>,
        commitments: Vec<Bytes48Ref<'_>>,
        proofs: Vec<Bytes48Ref<'_>>,
    ) -> Result<(), Error> {
        if commitments.len() != blobs.len() || proofs.len() != blobs.len() {
            let lengths = BlobVerifierError::BatchVerificationInputsMustHaveSameLength {
                blobs_len: blobs.len(),
                commitments_len: commitments.len(),
                proofs_len: proofs.len(),
            };
            return Err(BlobError::from(lengths).into());
        }
        let arguments =
            Arguments { blobs: &blobs, commitments: &commitments, proofs: &proofs, ..Arguments::default() };
        verdict(arguments, self.setup().verify_blob_kzg_proof_batch(&blobs, &commitments, &proofs))
    }
}

fn malformed(arguments: Arguments<'_>, error: &vorpal_kzg::Error) -> Error {
    BlobError::from(arguments.error(error)).into()
}

fn verdict(arguments: Arguments<'_>, verified: Result<bool, vorpal_kzg::Error>) -> Result<(), Error> {
    match verified.map_err(|error| malformed(arguments, &error))? {
        true => Ok(()),
        false => Err(BlobError::from(BlobVerifierError::InvalidProof).into()),
    }
}
