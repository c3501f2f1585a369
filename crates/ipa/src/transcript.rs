use sha2::{Digest, Sha256};

use crate::{Commitment, Scalar};

/// The running hash from which prover and verifier draw the same challenges (A. Fiat, A. Shamir, "How to prove
/// yourself", 1986), byte-compatible with go-ipa and rust-verkle.
///
/// SHA-256 of all labels and messages in a row, without lengths in between. A challenge is the digest, read as a
/// little-endian integer modulo the group's order; the hash then starts anew with the challenge's label and the
/// challenge.
///
/// ```
/// use vorpal_ipa::{Scalar, Transcript};
/// let mut transcript = Transcript::new(b"simple_protocol");
/// transcript.append_scalar(b"five", &Scalar::from(5));
/// assert_ne!(transcript.challenge(b"x"), transcript.challenge(b"x"));
/// ```
#[derive(Clone, Debug)]
pub struct Transcript {
    state: Sha256,
}

impl Transcript {
    /// The transcript of a protocol: `vt` for the proofs of state trees, `verkle` for the Besu interface.
    pub fn new(label: &[u8]) -> Self {
        Self { state: Sha256::new_with_prefix(label) }
    }

    /// Separates what follows from what was before.
    pub fn append_label(&mut self, label: &[u8]) {
        self.state.update(label);
    }

    /// A message as it is.
    pub fn append_message(&mut self, label: &[u8], message: &[u8]) {
        self.state.update(label);
        self.state.update(message);
    }

    /// A scalar, 32 bytes little-endian.
    pub fn append_scalar(&mut self, label: &[u8], scalar: &Scalar) {
        self.append_message(label, &scalar.to_le_bytes());
    }

    /// The encoding of a commitment. One inversion: many commitments are better encoded in one batch, and appended as
    /// messages.
    pub fn append_commitment(&mut self, label: &[u8], commitment: &Commitment) {
        self.append_message(label, &commitment.encode());
    }

    /// A scalar that depends on everything appended so far.
    pub fn challenge(&mut self, label: &[u8]) -> Scalar {
        self.append_label(label);
        let challenge = Scalar::from_le_bytes_reduced(&self.state.finalize_reset());
        self.append_scalar(label, &challenge);
        challenge
    }
}
