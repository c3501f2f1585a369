//! Lists with ECDSA signatures on secp256k1 and P-256, under keys or under addresses, from flat arrays.

use vorpal::secp256k1::ecdsa::{AnyVerification, verify_mixed_batch};
use vorpal::secp256k1::{Error, PublicKey, Signature, Verification, p256};

use crate::signatures::{recovery, recovery_id, verdicts};

/// What an entry of a list claims. All languages have the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Claim {
    /// A signature on secp256k1 under a key. `s` may be in either half of its range.
    Secp256k1 = 0,
    /// A signature on P-256 under a key. `s` may be in either half of its range.
    P256 = 1,
    /// A signature on secp256k1 of an Ethereum address, with a recovery identifier 0 or 1 and the lower `s`.
    Secp256k1Signer = 2,
    /// A signature on P-256 under a key with an address: the last 20 bytes of Keccak-256 of `prefix || x || y`.
    P256Signer = 3,
}

impl Claim {
    /// The claim with a number.
    pub fn of(number: u8) -> Option<Self> {
        [Self::Secp256k1, Self::P256, Self::Secp256k1Signer, Self::P256Signer]
            .into_iter()
            .find(|claim| *claim as u8 == number)
    }

    /// Whether the claim is about a key.
    pub fn has_key(self) -> bool {
        self != Self::Secp256k1Signer
    }

    /// Whether the claim is about an address.
    pub fn has_address(self) -> bool {
        matches!(self, Self::Secp256k1Signer | Self::P256Signer)
    }
}

/// The numbers of claims that exist, or the index of the first one that does not.
///
/// # Errors
/// The index.
pub fn claims(numbers: &[u8]) -> Result<Vec<Claim>, usize> {
    numbers.iter().enumerate().map(|(i, number)| Claim::of(*number).ok_or(i)).collect()
}

/// A list of claims. Each array has an entry for each claim. What a claim does not use is not read: the last byte of a
/// signature that is not recovered, keys, addresses.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    /// The claims.
    pub claims: &'a [Claim],
    /// The hashes.
    pub hashes: &'a [[u8; 32]],
    /// `r || s || v`; `v` is the recovery identifier, or this plus 27.
    pub signatures: &'a [[u8; 65]],
    /// `04 || x || y`; empty if no claim has a key.
    pub keys: &'a [[u8; 65]],
    /// The addresses; empty if no claim has one.
    pub addresses: &'a [[u8; 20]],
    /// What the hash of an address on P-256 has in front of the coordinates.
    pub prefix: &'a [u8],
}

impl<'a> List<'a> {
    /// Verifies all claims. `items` receives an [`Item`](crate::signatures::Item) for each.
    pub fn verify(&self, items: &mut [u8]) {
        let parsed = (0..self.claims.len()).map(|i| self.parse(i));
        verdicts(parsed, verify_mixed_batch, items);
    }

    fn parse(&self, i: usize) -> Result<Option<AnyVerification<'a>>, Error> {
        let (hash, signature) = (self.hashes[i], &self.signatures[i]);
        let mut compact = [0; 64];
        compact.copy_from_slice(&signature[..64]);
        let on_p256 = || {
            let signature = p256::Signature::from_compact(&compact)?;
            let key = p256::PublicKey::from_sec1_bytes(&self.keys[i])?;
            Ok::<_, Error>(p256::Verification { hash, signature, key })
        };
        Ok(Some(match self.claims[i] {
            Claim::Secp256k1 => {
                let signature = Signature::from_compact(&compact)?;
                let key = PublicKey::from_sec1_bytes(&self.keys[i])?;
                AnyVerification::Secp256k1(Verification { hash, signature, key })
            }
            Claim::P256 => AnyVerification::P256(on_p256()?),
            Claim::Secp256k1Signer => {
                let v = signature[64];
                recovery_id(v).ok_or(Error::RecoveryByte { found: v })?;
                Signature::from_compact(&compact)?;
                AnyVerification::Secp256k1Signer {
                    recovery: recovery(&hash, signature),
                    address: self.addresses[i],
                }
            }
            Claim::P256Signer => AnyVerification::P256Signer {
                verification: on_p256()?,
                prefix: self.prefix,
                address: self.addresses[i],
            },
        }))
    }
}
