//! A suite: the tag under which messages are hashed, and the scheme that makes sums of signatures safe.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use sha2::Sha256;
use vorpal_curves::hashing::{Hasher, Xmd};
use vorpal_threads::map;

use crate::variant::{SignaturePoint, Variant};
use crate::{Error, PublicKey};

/// The number of messages that a thread hashes at a time: two rows of lanes.
const HASHED_AT_ONCE: usize = 32;

/// How a protocol excludes rogue keys: keys that are chosen as functions of other keys, so that their sum has a
/// signature of the attacker alone (draft-irtf-cfrg-bls-signature-05, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// The messages of an aggregate are distinct. Sums of keys for one message are safe only if the protocol excludes
    /// rogue keys by other means.
    Basic,
    /// The message that is signed begins with the bytes of the key. A signature has one key.
    Augmentation,
    /// Every key comes with a proof that its owner has the secret key, which the protocol checks once:
    /// [`Suite::verify_possession`]. In Ethereum, the signature of the deposit is this proof.
    Possession,
}

/// The tag and the scheme of signatures of one protocol.
///
/// There is no default: the tag of a protocol does not follow from the groups. Signatures under different tags are
/// independent.
///
/// ```
/// use vorpal_bls::{MinPk, Scheme, SecretKey, Suite};
/// let suite = Suite::<MinPk>::new(b"MY-PROTOCOL-V01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_", Scheme::Basic)?;
/// let secret = SecretKey::from_be_bytes(&[5; 32])?;
/// let signature = secret.sign(&suite, b"message");
/// assert!(suite.verify(&secret.public_key(), b"message", &signature));
/// assert!(!Suite::basic().verify(&secret.public_key(), b"message", &signature));
/// # Ok::<(), vorpal_bls::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Suite<V: Variant> {
    tag: Vec<u8>,
    hasher: Hasher<V::SignatureCurve, Xmd<Sha256>>,
    scheme: Scheme,
}

impl<V: Variant> Suite<V> {
    /// The suite with this tag and scheme.
    ///
    /// # Errors
    /// [`Error::EmptyTag`].
    pub fn new(tag: &[u8], scheme: Scheme) -> Result<Self, Error> {
        let hasher = Hasher::new(tag).map_err(|_| Error::EmptyTag)?;
        Ok(Self { tag: tag.to_vec(), hasher, scheme })
    }

    /// The basic suite of the draft, with the tag [`Variant::NUL`].
    pub fn basic() -> Self {
        Self::of_draft(V::NUL, Scheme::Basic)
    }

    /// The suite of the draft with message augmentation, with the tag [`Variant::AUG`].
    pub fn augmentation() -> Self {
        Self::of_draft(V::AUG, Scheme::Augmentation)
    }

    /// The suite of the draft with proofs of possession, with the tag [`Variant::POP`]. Ethereum's is that of
    /// [`MinPk`](crate::MinPk).
    pub fn possession() -> Self {
        Self::of_draft(V::POP, Scheme::Possession)
    }

    /// The suite of proofs of possession themselves.
    pub(crate) fn of_possession() -> Self {
        Self::of_draft(V::POSSESSION, Scheme::Possession)
    }

    fn of_draft(tag: &[u8], scheme: Scheme) -> Self {
        Self::new(tag, scheme).expect("the tag is not empty")
    }

    /// The tag.
    pub fn tag(&self) -> &[u8] {
        &self.tag
    }

    /// The scheme.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Whether a signature may be that of a sum of so many keys: with augmentation it has one key.
    pub(crate) fn has_sums_of(&self, keys: usize) -> bool {
        keys == 1 || self.scheme != Scheme::Augmentation
    }

    /// The point to which a message is hashed. With augmentation, the message begins with the key already. Time depends
    /// on the message.
    pub fn hash_vartime(&self, message: &[u8]) -> SignaturePoint<V> {
        self.hasher.hash_to_curve_vartime(message).to_affine_vartime()
    }

    /// As [`hash_vartime`](Self::hash_vartime), in constant time.
    pub(crate) fn hash(&self, message: &[u8]) -> SignaturePoint<V> {
        self.hasher.hash_to_curve(message)
    }

    /// [`hash_vartime`](Self::hash_vartime) of all messages: sixteen side by side, on the caller's pool.
    pub(crate) fn hash_all_vartime<M: AsRef<[u8]> + Sync>(&self, messages: &[M]) -> Vec<SignaturePoint<V>> {
        if let [message] = messages {
            return alloc::vec![self.hash_vartime(message.as_ref())];
        }
        let chunks: Vec<&[M]> = messages.chunks(HASHED_AT_ONCE).collect();
        map(&chunks, |messages| self.hasher.hash_to_curve_batch_vartime(messages)).concat()
    }

    /// The bytes that are hashed for a message of a key.
    pub(crate) fn hashed<'a>(&self, key: &PublicKey<V>, message: &'a [u8]) -> Cow<'a, [u8]> {
        match self.scheme {
            Scheme::Augmentation => Cow::Owned([key.to_bytes().as_ref(), message].concat()),
            Scheme::Basic | Scheme::Possession => Cow::Borrowed(message),
        }
    }
}

/// Suites are equal if their tags and schemes are.
impl<V: Variant> PartialEq for Suite<V> {
    fn eq(&self, other: &Self) -> bool {
        (&self.tag, self.scheme) == (&other.tag, other.scheme)
    }
}

impl<V: Variant> Eq for Suite<V> {}
