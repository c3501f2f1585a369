//! The Fiat-Shamir transcript.

use sha2::{Digest, Sha256};

use crate::{Commitment, Scalar};

/// The running hash from which prover and verifier derive the same challenges (A. Fiat, A. Shamir, "How to prove
/// yourself", 1986). Byte-compatible with go-ipa and rust-verkle.
///
/// The state is SHA-256 of the concatenation of all labels and messages, without lengths. A challenge is the digest as
/// a little-endian integer modulo the group's order. After a challenge the hash restarts with the challenge's label and
/// the challenge.
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
    last: Option<Scalar>,
}

impl Transcript {
    /// A transcript with the label of a protocol: `vt` for the proofs of state trees, `verkle` for the Besu interface.
    pub fn new(label: &[u8]) -> Self {
        Self { state: Sha256::new_with_prefix(label), last: None }
    }

    /// Appends a label, as a domain separator.
    pub fn append_label(&mut self, label: &[u8]) {
        self.state.update(label);
    }

    /// Appends a label and a message.
    pub fn append_message(&mut self, label: &[u8], message: &[u8]) {
        self.state.update(label);
        self.state.update(message);
    }

    /// Appends a label and a scalar as 32 little-endian bytes.
    pub fn append_scalar(&mut self, label: &[u8], scalar: &Scalar) {
        self.append_message(label, &scalar.to_le_bytes());
    }

    /// Appends a label and the encoding of a commitment. Costs one inversion. For many commitments it is faster to
    /// encode them in one batch and to append the encodings as messages.
    pub fn append_commitment(&mut self, label: &[u8], commitment: &Commitment) {
        self.append_message(label, &commitment.encode());
    }

    /// Derives a scalar from everything appended so far.
    pub fn challenge(&mut self, label: &[u8]) -> Scalar {
        self.append_label(label);
        let challenge = Scalar::from_le_bytes_reduced(&self.state.finalize_reset());
        self.append_scalar(label, &challenge);
        self.last = Some(challenge);
        challenge
    }

    /// The last challenge, `None` before the first one. Directly after a challenge, and after a proof, whose transcript
    /// ends with the challenge `x`, it determines the whole state: an implementation in another form continues there.
    ///
    /// ```
    /// use vorpal_ipa::Transcript;
    /// let mut transcript = Transcript::new(b"simple_protocol");
    /// assert_eq!(transcript.last_challenge(), None);
    /// let challenge = transcript.challenge(b"x");
    /// assert_eq!(transcript.last_challenge(), Some(challenge));
    /// let mut other = Transcript::new(b"");
    /// other.append_scalar(b"x", &challenge);
    /// assert_eq!(other.challenge(b"y"), transcript.challenge(b"y"));
    /// ```
    pub fn last_challenge(&self) -> Option<Scalar> {
        self.last
    }
}
