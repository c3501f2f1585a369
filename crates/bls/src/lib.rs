//! BLS signatures on BLS12-381, for consensus clients, light clients and threshold protocols: keys, single signatures,
//! aggregates, and batches that name what is wrong.
//!
//! A signature of the message `m` with the secret key `s` is `s H(m)`, and the public key is `s G`. Signatures of one
//! message, and keys, can be added (D. Boneh, B. Lynn, H. Shacham, "Short signatures from the Weil pairing", 2001; D.
//! Boneh, M. Drijvers, G. Neven, "Compact multi-signatures for smaller blockchains", 2018). The functions are those of
//! draft-irtf-cfrg-bls-signature, and Ethereum's.
//!
//! ```
//! use vorpal_bls::{CheckedSignature, MinPk, SecretKey, SignatureSet, Suite, Verdict};
//!
//! let suite = Suite::<MinPk>::possession(); // Ethereum's
//! let secrets = [[1; 32], [2; 32]].map(|bytes| SecretKey::from_be_bytes(&bytes).unwrap());
//! let keys = secrets.each_ref().map(|secret| secret.public_key());
//!
//! // One signature of both keys.
//! let parts = secrets.each_ref().map(|secret| secret.sign(&suite, b"attestation"));
//! let signature = CheckedSignature::aggregate(&parts)?;
//! assert!(suite.fast_aggregate_verify(&keys, b"attestation", &signature));
//!
//! // Many sets at once: the wrong ones are named.
//! let set = |keys, message| SignatureSet { signature: signature.into(), keys, message };
//! let sets = [set(&keys, &b"attestation"[..]), set(&keys[..1], b"attestation"), set(&keys, b"block")];
//! assert_eq!(suite.verify_sets(&sets), Verdict::Invalid(vec![1, 2]));
//! # Ok::<(), vorpal_bls::Error>(())
//! ```
//!
//! | Task | |
//! |---|---|
//! | from and to bytes, hexadecimal digits, serde | [`conversions`] |
//! | keys | [`SecretKey`], [`PublicKey`]; many by index: `KeyTable`, of a committee: [`Committee`] |
//! | signatures | [`SecretKey::sign`], [`Signature`], [`CheckedSignature`] |
//! | one signature | [`Suite::verify`], [`Suite::aggregate_verify`], [`Suite::fast_aggregate_verify`], [`ethereum`] |
//! | many | [`Suite::verify_sets`]; as they arrive: [`Batch`] |
//! | proofs of possession | [`SecretKey::prove_possession`], [`Suite::verify_possession`] |
//! | shares of a key | [`CheckedSignature::combine`], [`Suite::combine_partials`] |
//! | randomness of drand | [`drand`] |
//!
//! [`MinPk`] has keys in G1 and signatures in G2, [`MinSig`] the opposite. A [`Suite`] has the tag of a protocol; there
//! is no default. What has been checked has a type: a [`PublicKey`] is in the subgroup, unless it was made
//! [unchecked](PublicKey::from_point_unchecked) or read from the file of a table, and not infinity; a
//! [`CheckedSignature`] is in the subgroup, and [`Verified`] values come from verifications alone.
//!
//! Batches are checked by products with weights of 128 bits. A wrong verdict on `n` sets has a probability of at most
//! `2 n 2^-128`; without randomness, `t` times that for an attacker who computes `t` hashes. There is none without
//! feature `getrandom`, or if the operating system provides none.
//!
//! Secret keys are wiped when dropped and never printed. Time depends on a value only if the name of the function ends
//! in `_vartime`, or the value is public by its role. Such are public keys, signatures and messages. The functions on
//! secret keys are those of [`SecretKey`], and take constant time.
//!
//! Batches, sums and hashes allocate memory, bounded by their arguments.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod batch;
mod committee;
pub mod conversions;
mod derivation;
pub mod drand;
mod error;
pub mod ethereum;
mod key_gen;
#[cfg(feature = "std")]
mod key_table;
mod membership;
mod public_key;
mod secret_key;
mod sets;
mod signature;
mod suite;
mod threshold;
mod variant;
mod verdict;
mod verified;
mod verify;

pub use batch::{Batch, Finished};
pub use committee::Committee;
pub use error::Error;
#[cfg(feature = "std")]
pub use key_table::{IndexedSet, KeyTable, TableError};
pub use public_key::PublicKey;
pub use secret_key::SecretKey;
pub use sets::SignatureSet;
pub use signature::{CheckedSignature, Signature};
pub use suite::{Scheme, Suite};
pub use threshold::{Combination, PartialSignature};
pub use variant::{
    KeyBytes, KeyPoint, MinPk, MinSig, SignatureBytes, SignaturePoint, UncompressedKeyBytes,
    UncompressedSignatureBytes, Variant,
};
pub use verdict::Verdict;
pub use verified::Verified;

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
