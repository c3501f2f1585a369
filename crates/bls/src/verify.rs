//! Verification of one signature: of one key, or of several keys for one message or for a message each.
//!
//! All of these check the equation
//!
//! ```text
//! e(G, S) = e(K_1, H(m_1)) .. e(K_n, H(m_n))
//! ```
//!
//! for a signature `S`, which they first check to be in the subgroup, and keys `K_i`, which are in the subgroup and not
//! infinity by their type. Source: draft-irtf-cfrg-bls-signature-05, sections 2.7 to 3.3.

use alloc::vec::Vec;

use vorpal_pairing::bls12_381::Gt;

use crate::PublicKey;
use crate::signature::Signature;
use crate::suite::{Scheme, Suite};
use crate::variant::{KeyPoint, SignaturePoint, Variant};
use crate::verified::Verified;

/// Verification of a [`Signature`], which is checked to be in the subgroup, or of a
/// [`CheckedSignature`](crate::CheckedSignature), which is not checked again. Time depends on all arguments.
impl<V: Variant> Suite<V> {
    /// Whether this is the signature of the key and the message: `Verify` of the draft.
    ///
    /// ```
    /// use vorpal_bls::{MinPk, SecretKey, Signature, Suite};
    /// let (suite, secret) = (Suite::<MinPk>::possession(), SecretKey::from_be_bytes(&[1; 32])?);
    /// let (key, signature) = (secret.public_key(), secret.sign(&suite, b"message"));
    /// assert!(suite.verify(&key, b"message", &signature));
    /// assert!(suite.verify(&key, b"message", &Signature::decode(&signature.to_bytes())?));
    /// # Ok::<(), vorpal_bls::Error>(())
    /// ```
    pub fn verify(&self, key: &PublicKey<V>, message: &[u8], signature: impl Into<Signature<V>>) -> bool {
        let signature = signature.into();
        signature.check().is_ok() && {
            let hash = self.hash_vartime(&self.hashed(key, message));
            holds::<V>(&[(*key.point(), hash)], signature.point())
        }
    }

    /// The value, if this is the signature of the key and of the value's bytes.
    ///
    /// # Errors
    /// The value itself, if it is not.
    pub fn verify_value<T: AsRef<[u8]>>(
        &self,
        value: T,
        key: &PublicKey<V>,
        signature: impl Into<Signature<V>>,
    ) -> Result<Verified<T>, T> {
        if self.verify(key, value.as_ref(), signature) { Ok(Verified::new(value)) } else { Err(value) }
    }

    /// Whether this is the sum of the signatures of each key and its message: `AggregateVerify` of the draft. False for
    /// no keys, whatever the signature. With [`Scheme::Basic`], false if two messages are equal.
    pub fn aggregate_verify(
        &self,
        members: &[(PublicKey<V>, impl AsRef<[u8]> + Sync)],
        signature: impl Into<Signature<V>>,
    ) -> bool {
        let signature = signature.into();
        if members.is_empty() || signature.check().is_err() {
            return false;
        }
        if self.scheme() == Scheme::Basic {
            let mut messages: Vec<&[u8]> = members.iter().map(|(_, message)| message.as_ref()).collect();
            messages.sort_unstable();
            if messages.windows(2).any(|pair| pair[0] == pair[1]) {
                return false;
            }
        }
        let messages: Vec<_> =
            members.iter().map(|(key, message)| self.hashed(key, message.as_ref())).collect();
        let hashes = self.hash_all_vartime(&messages);
        let pairs: Vec<_> = members.iter().zip(hashes).map(|((key, _), hash)| (*key.point(), hash)).collect();
        holds::<V>(&pairs, signature.point())
    }

    /// Whether this is the sum of the signatures of all keys for one message: `FastAggregateVerify` of the draft.
    /// False for no keys, whatever the signature, and for keys whose sum is infinity. False with
    /// [`Scheme::Augmentation`], unless there is one key.
    ///
    /// It is safe only for keys whose owners have proved that they have the secret keys.
    pub fn fast_aggregate_verify(
        &self,
        keys: &[PublicKey<V>],
        message: &[u8],
        signature: impl Into<Signature<V>>,
    ) -> bool {
        self.has_sums_of(keys.len())
            && PublicKey::aggregate(keys).is_ok_and(|key| self.verify(&key, message, signature))
    }

    /// Whether this proves that the owner of the key has its secret key: `PopVerify` of the draft, under the tag
    /// [`Variant::POSSESSION`], whatever the suite's own tag.
    ///
    /// ```
    /// use vorpal_bls::{MinSig, SecretKey, Suite};
    /// let secret = SecretKey::from_be_bytes(&[1; 32])?;
    /// let proof = secret.prove_possession::<MinSig>();
    /// assert!(Suite::verify_possession(&secret.public_key(), &proof));
    /// assert!(!Suite::verify_possession(&SecretKey::from_be_bytes(&[2; 32])?.public_key(), &proof));
    /// # Ok::<(), vorpal_bls::Error>(())
    /// ```
    pub fn verify_possession(key: &PublicKey<V>, proof: impl Into<Signature<V>>) -> bool {
        Self::of_possession().verify(key, key.to_bytes().as_ref(), proof)
    }
}

/// Whether the equation holds for pairs of keys and hashes, and a signature, all of them in the groups.
fn holds<V: Variant>(pairs: &[(KeyPoint<V>, SignaturePoint<V>)], signature: &SignaturePoint<V>) -> bool {
    Gt::of_miller_loop_vartime(&V::miller_loop_vartime(pairs, signature)) == Gt::ONE
}
