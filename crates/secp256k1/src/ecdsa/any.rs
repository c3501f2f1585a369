//! Verification of lists that mix curves and kinds of claims.

use alloc::vec;
use alloc::vec::Vec;

use sha3::{Digest, Keccak256};
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::Secp256k1;

use super::{Recovery, Signature, Verification, recover_addresses_batch, verify_batch};

/// A signature to verify, on either curve, under a key or under the address of its signer.
///
/// Transactions of type 6 (EIP-8141, a draft) have a list of signatures with their signers, on both curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnyVerification<'a> {
    /// On secp256k1, under a key: as [`PublicKey::verify`](crate::ecdsa::PublicKey::verify).
    Secp256k1(Verification<Secp256k1>),
    /// On P-256, under a key: the same.
    P256(Verification<P256>),
    /// On secp256k1, of an address. Valid if [`recover`](crate::recover) gives a key with this Ethereum address, the
    /// recovery identifier is 0 or 1, and `s` is in the lower half of its range, as in transactions since Homestead.
    Secp256k1Signer {
        /// The signature with its hash.
        recovery: Recovery,
        /// The Ethereum address of the signer.
        address: [u8; 20],
    },
    /// On P-256, under a key with an address. Valid if the signature is, and the address is the last 20 bytes of
    /// Keccak-256 of `prefix || x || y`. The caller states the prefix, as drafts of EIP-8141 differ in it.
    P256Signer {
        /// The signature with its hash and key.
        verification: Verification<P256>,
        /// What the hash has in front of the coordinates of the key.
        prefix: &'a [u8],
        /// The address of the signer.
        address: [u8; 20],
    },
}

impl AnyVerification<'_> {
    /// Whether the conditions hold that need no curve: low `s`, the identifier, the address of a key.
    fn is_plausible(&self) -> bool {
        match self {
            Self::Secp256k1(_) | Self::P256(_) => true,
            Self::Secp256k1Signer { recovery, .. } => {
                recovery.recovery_id < 2
                    && Signature::<Secp256k1>::new(&recovery.r, &recovery.s).is_ok_and(|one| one.is_low())
            }
            Self::P256Signer { verification, prefix, address } => {
                let hash = Keccak256::new_with_prefix(prefix);
                let digest = hash.chain_update(&verification.key.to_uncompressed()[1..]).finalize();
                digest[12..] == *address
            }
        }
    }
}

/// Verifies each signature of a list that mixes curves. Each verdict is that of the single function which the variant
/// of [`AnyVerification`] names, and an invalid signature does not affect the verdicts of others.
///
/// The signatures of each curve are one batch ([`verify_batch`], [`recover_addresses_batch`]), in the order of the
/// list. So there is no error probability.
///
/// ```
/// use vorpal_secp256k1::ecdsa::{AnyVerification, verify_mixed_batch};
/// use vorpal_secp256k1::{SecretKey, p256};
/// let (key, other, hash) = (SecretKey::from_be_bytes(&[1; 32])?, p256::SecretKey::from_be_bytes(&[2; 32])?, [3; 32]);
/// let recovery = key.sign(&hash).to_recovery(&hash);
/// let on_p256 = p256::Verification { hash, signature: other.sign(&hash), key: other.public_key() };
/// let address = key.public_key().ethereum_address();
/// let list = [
///     AnyVerification::Secp256k1Signer { recovery, address },
///     AnyVerification::P256(on_p256),
///     AnyVerification::Secp256k1Signer { recovery, address: [0; 20] },
/// ];
/// assert_eq!(verify_mixed_batch(&list), [true, true, false]);
/// # Ok::<(), vorpal_secp256k1::Error>(())
/// ```
pub fn verify_mixed_batch(verifications: &[AnyVerification<'_>]) -> Vec<bool> {
    let mut verdicts = vec![false; verifications.len()];
    let mut on_secp256k1 = Part::new();
    let mut on_p256 = Part::new();
    let mut signers = Part::new();
    let mut addresses = Vec::new();
    for (index, verification) in verifications.iter().enumerate().filter(|(_, one)| one.is_plausible()) {
        match verification {
            AnyVerification::Secp256k1(verification) => on_secp256k1.push(index, *verification),
            AnyVerification::P256(verification) | AnyVerification::P256Signer { verification, .. } => {
                on_p256.push(index, *verification);
            }
            AnyVerification::Secp256k1Signer { recovery, address } => {
                signers.push(index, *recovery);
                addresses.push(*address);
            }
        }
    }
    on_secp256k1.write(verify_batch(&on_secp256k1.items), &mut verdicts);
    on_p256.write(verify_batch(&on_p256.items), &mut verdicts);
    let recovered = recover_addresses_batch(&signers.items);
    signers
        .write(recovered.iter().zip(addresses).map(|(found, address)| *found == Ok(address)), &mut verdicts);
    verdicts
}

/// The items of one kind, with their indices in the list.
struct Part<T> {
    indices: Vec<usize>,
    items: Vec<T>,
}

impl<T> Part<T> {
    const fn new() -> Self {
        Self { indices: Vec::new(), items: Vec::new() }
    }

    fn push(&mut self, index: usize, item: T) {
        self.indices.push(index);
        self.items.push(item);
    }

    fn write(&self, found: impl IntoIterator<Item = bool>, verdicts: &mut [bool]) {
        for (index, verdict) in self.indices.iter().zip(found) {
            verdicts[*index] = verdict;
        }
    }
}
