//! The Fiat-Shamir transcript (A. Fiat, A. Shamir, "How to prove yourself", 1986), with the challenges of rust-verkle,
//! go-ipa and SALT.
//!
//! The state is the concatenation of all labels and messages since the last challenge. A challenge is SHA-256 of the
//! state, as a little-endian integer modulo the order of the group. After it, the state is the challenge's label and
//! the challenge.

use alloc::vec::Vec;

use banderwagon::{CanonicalSerialize, Element, Fr, PrimeField};
use sha2::{Digest, Sha256};

/// The operations of the protocols on a transcript.
pub trait TranscriptProtocol {
    /// Derives a scalar from everything appended so far.
    fn challenge_scalar(&mut self, label: &'static [u8]) -> Fr;
    /// Appends a label and the compressed bytes of an element.
    fn append_point(&mut self, label: &'static [u8], point: &Element);
    /// Appends a label and the little-endian bytes of a scalar.
    fn append_scalar(&mut self, label: &'static [u8], point: &Fr);
    /// Appends a label, as a domain separator.
    fn domain_sep(&mut self, label: &'static [u8]);
}

/// A transcript.
///
/// ```
/// use ipa_multipoint::transcript::{Transcript, TranscriptProtocol};
/// let mut transcript = Transcript::new(b"simple_protocol");
/// let first = transcript.challenge_scalar(b"simple_challenge");
/// assert_ne!(first, transcript.challenge_scalar(b"simple_challenge"));
/// ```
#[derive(Clone, Debug)]
pub struct Transcript {
    /// Everything appended since the last challenge, which is its beginning.
    pub state: Vec<u8>,
}

impl Transcript {
    /// A transcript with the label of a protocol.
    pub fn new(label: &[u8]) -> Self {
        Self { state: label.to_vec() }
    }

    /// Appends a label and an integer as eight big-endian bytes.
    pub fn append_u64(&mut self, label: &'static [u8], number: u64) {
        self.append(label, &number.to_be_bytes());
    }

    /// Appends bytes.
    pub fn append_raw(&mut self, message: &[u8]) {
        self.state.extend_from_slice(message);
    }

    /// Appends a label and a message.
    pub(crate) fn append(&mut self, label: &[u8], message: &[u8]) {
        self.state.extend_from_slice(label);
        self.state.extend_from_slice(message);
    }

    /// The state directly after a challenge.
    pub(crate) fn restart(&mut self, label: &'static [u8], challenge: &Fr) {
        self.state.clear();
        self.append_scalar(label, challenge);
    }
}

impl TranscriptProtocol for Transcript {
    fn challenge_scalar(&mut self, label: &'static [u8]) -> Fr {
        self.domain_sep(label);
        let challenge = Fr::from_le_bytes_mod_order(&Sha256::digest(&self.state));
        self.restart(label, &challenge);
        challenge
    }

    fn append_point(&mut self, label: &'static [u8], point: &Element) {
        self.append(label, &point.to_bytes());
    }

    fn append_scalar(&mut self, label: &'static [u8], scalar: &Fr) {
        self.append(label, &bytes_of(scalar));
    }

    fn domain_sep(&mut self, label: &'static [u8]) {
        self.append_raw(label);
    }
}

/// The 32 little-endian bytes of a scalar.
pub(crate) fn bytes_of(scalar: &Fr) -> [u8; 32] {
    let mut bytes = [0; 32];
    scalar.serialize_compressed(&mut bytes[..]).expect("a scalar has 32 bytes");
    bytes
}
