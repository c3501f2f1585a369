//! Rounds of drand, a network that publishes randomness: the signature of each round by the key of a chain.
//!
//! | Scheme of drand | Here | Signature of round `n` |
//! |---|---|---|
//! | `pedersen-bls-chained` | [`Chain::chained`] | in G2, of SHA-256 of the previous signature and `n` |
//! | `pedersen-bls-unchained` | [`Chain::unchained`] | in G2, of SHA-256 of `n` |
//! | `bls-unchained-on-g1` | [`Chain::unchained_in_g1_under_tag_of_g2`] | in G1, of SHA-256 of `n` |
//! | `bls-unchained-g1-rfc9380` | [`Chain::unchained_in_g1`] | in G1, of SHA-256 of `n` |
//!
//! `n` has eight bytes, most significant first. The randomness of a round is SHA-256 of its signature.

use alloc::vec::Vec;

use sha2::{Digest, Sha256};

use crate::PublicKey;
use crate::sets::SignatureSet;
use crate::signature::Signature;
use crate::suite::{Scheme, Suite};
use crate::variant::{MinPk, MinSig, Variant};
use crate::verdict::Verdict;
use crate::verified::Verified;

/// The tag of drand's first chains with signatures in G1 (`bls-unchained-on-g1`): that of G2. The library of drand had
/// one tag for both groups, and the chain `fastnet` had started when this was found; later chains have
/// [`MinSig::NUL`](Variant::NUL). Signatures under it are secure: messages are hashed to G1 alone.
pub const TAG_OF_G2_IN_G1: &[u8] = MinPk::NUL;

/// A chain of drand: its key, and how its rounds are signed.
///
/// ```
/// use vorpal_bls::{SecretKey, Suite, drand};
/// let secret = SecretKey::from_be_bytes(&[1; 32])?;
/// let chain = drand::Chain::unchained_in_g1(secret.public_key());
/// let signature = secret.sign(&Suite::basic(), &chain.message(5, &[]));
/// let randomness = chain.verify(5, &[], &signature).unwrap();
/// assert_eq!(*randomness, drand::randomness(&signature));
/// assert!(chain.verify(6, &[], &signature).is_none());
/// # Ok::<(), vorpal_bls::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chain<V: Variant> {
    suite: Suite<V>,
    key: PublicKey<V>,
    is_chained: bool,
}

/// A round of a chain.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a, V: Variant> {
    /// The number of the round.
    pub number: u64,
    /// The bytes of the signature of the previous round, or the seed of the chain for round 1. Not used by unchained
    /// schemes.
    pub previous: &'a [u8],
    /// The signature.
    pub signature: Signature<V>,
}

impl Chain<MinPk> {
    /// A chain of the scheme `pedersen-bls-chained`, as drand's default chain.
    pub fn chained(key: PublicKey<MinPk>) -> Self {
        Self { suite: Suite::basic(), key, is_chained: true }
    }

    /// A chain of the scheme `pedersen-bls-unchained`.
    pub fn unchained(key: PublicKey<MinPk>) -> Self {
        Self { suite: Suite::basic(), key, is_chained: false }
    }
}

impl Chain<MinSig> {
    /// A chain of the scheme `bls-unchained-g1-rfc9380`, as `quicknet`.
    pub fn unchained_in_g1(key: PublicKey<MinSig>) -> Self {
        Self { suite: Suite::basic(), key, is_chained: false }
    }

    /// A chain of the scheme `bls-unchained-on-g1`, as `fastnet`: [`TAG_OF_G2_IN_G1`].
    pub fn unchained_in_g1_under_tag_of_g2(key: PublicKey<MinSig>) -> Self {
        let suite = Suite::new(TAG_OF_G2_IN_G1, Scheme::Basic).expect("the tag is not empty");
        Self { suite, key, is_chained: false }
    }
}

impl<V: Variant> Chain<V> {
    /// The key.
    pub fn key(&self) -> &PublicKey<V> {
        &self.key
    }

    /// The message that is signed in a round.
    pub fn message(&self, number: u64, previous: &[u8]) -> [u8; 32] {
        let previous = if self.is_chained { previous } else { &[] };
        Sha256::new().chain_update(previous).chain_update(number.to_be_bytes()).finalize().into()
    }

    /// The randomness of a round, if this is its signature.
    pub fn verify(
        &self,
        number: u64,
        previous: &[u8],
        signature: impl Into<Signature<V>>,
    ) -> Option<Verified<[u8; 32]>> {
        let signature = signature.into();
        let is_valid = self.suite.verify(&self.key, &self.message(number, previous), signature);
        is_valid.then(|| Verified::new(randomness(signature)))
    }

    /// Which of these rounds are valid, as [`Suite::verify_sets`]. No rounds are not valid.
    pub fn verify_rounds(&self, rounds: &[Round<'_, V>]) -> Verdict {
        let messages: Vec<[u8; 32]> =
            rounds.iter().map(|round| self.message(round.number, round.previous)).collect();
        let keys = core::slice::from_ref(&self.key);
        let sets = rounds.iter().zip(&messages);
        let sets = sets.map(|(round, message)| SignatureSet { signature: round.signature, keys, message });
        self.suite.verify_sets(&sets.collect::<Vec<_>>())
    }
}

/// The randomness of a round: SHA-256 of the bytes of its signature.
pub fn randomness<V: Variant>(signature: impl Into<Signature<V>>) -> [u8; 32] {
    Sha256::digest(signature.into().to_bytes()).into()
}
