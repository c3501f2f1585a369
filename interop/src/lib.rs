//! Implementations of other libraries' traits by Vorpal. Each version of a library has its own feature; none is on by
//! default.
//!
//! | Feature | Of | What |
//! |---|---|---|
//! | `signature3` | `signature` 3 | keys that sign and verify by its traits, ECDSA and BIP 340 |
//! | `ecdsa017` | `ecdsa` 0.17, `elliptic-curve` 0.14 | conversions of signatures and keys, `k256` 0.14's too |
//! | `elliptic_curve014` | `elliptic-curve` 0.14 | arithmetic of secp256k1 and P-256, for its keys and `ecdsa`'s |
//! | `pkcs8` | `elliptic-curve` 0.14 | `elliptic_curve014`, with keys in PKCS #8 |
//! | `alloy2` | `alloy-consensus` 2 | senders in batches ([`alloy2`]); `VorpalCrypto` as its crypto provider |
//! | `revm43` | `revm-precompile` 43 | `VorpalCrypto` as its crypto provider |
//! | `ethrex31` | `ethrex-crypto` 31 | `VorpalCrypto` as its crypto provider |
//!
//! The feature `std` is on by default: with it, `VORPAL_BACKEND` is read from the environment. Without it, the crate is
//! `no_std` with `alloc`, with all of these. With the feature `parallel` batches run on the caller's rayon pool.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

#[cfg(any(feature = "alloy2", feature = "elliptic_curve014", feature = "ethrex31", feature = "revm43"))]
extern crate alloc;

#[cfg(feature = "alloy2")]
pub mod alloy2;
#[cfg(feature = "ecdsa017")]
pub mod ecdsa017;
#[cfg(feature = "elliptic_curve014")]
pub mod elliptic_curve014;
#[cfg(feature = "ethrex31")]
mod ethrex31;
#[cfg(feature = "revm43")]
mod revm43;
#[cfg(feature = "signature3")]
pub mod signature3;

/// The crypto provider of alloy, revm and ethrex: signatures with known and unknown keys, and the arithmetic of all
/// precompiled contracts.
///
/// Both halves of the range of `s` are accepted, and recovery identifiers are 0 to 3. Invalid input is an error. (The
/// back ends of revm panic on identifiers above 3 and on short slices.) All operations take variable time, because
/// their data is public.
///
#[cfg_attr(
    feature = "alloy2",
    doc = r#"
With feature `alloy2` it is an `alloy_consensus::crypto::backend::CryptoProvider`:

```
use std::sync::Arc;
use alloy_consensus::crypto::install_default_provider;
use vorpal_interop::VorpalCrypto;

install_default_provider(Arc::new(VorpalCrypto))?; // once, before the first signature
# Ok::<(), alloy_consensus::crypto::CryptoProviderAlreadySetError>(())
```
"#
)]
#[cfg_attr(
    feature = "revm43",
    doc = r#"
With feature `revm43` it is a `revm_precompile::Crypto` with all its methods. Outputs and halt reasons of the contracts
are those of revm's own back ends:

```
use vorpal_interop::VorpalCrypto;

assert!(revm_precompile::install_crypto(VorpalCrypto)); // once, before the first precompile runs
```

Whoever has a `Crypto` of their own can call this one in it:

```
use revm_precompile::{Crypto, PrecompileHalt};
use vorpal_interop::VorpalCrypto;

#[derive(Debug)]
struct Mine;

impl Crypto for Mine {
    fn secp256k1_ecrecover(&self, sig: &[u8; 64], recid: u8, msg: &[u8; 32]) -> Result<[u8; 32], PrecompileHalt> {
        VorpalCrypto.secp256k1_ecrecover(sig, recid, msg)
    }
}
# assert_eq!(Mine.secp256k1_ecrecover(&[0; 64], 0, &[1; 32]), Err(PrecompileHalt::Secp256k1RecoverFailed));
```
"#
)]
#[cfg_attr(
    feature = "ethrex31",
    doc = r#"
With feature `ethrex31` it is an `ethrex_crypto::Crypto`:

```
use ethrex_crypto::Crypto;
use vorpal_interop::VorpalCrypto;

let crypto: &dyn Crypto = &VorpalCrypto;
assert_eq!(crypto.modexp(&[3], &[5], &[0, 100])?, [0, 43]);
# Ok::<(), ethrex_crypto::CryptoError>(())
```
"#
)]
#[cfg(any(feature = "alloy2", feature = "ethrex31", feature = "revm43"))]
#[derive(Clone, Copy, Debug, Default)]
pub struct VorpalCrypto;

#[cfg(any(feature = "alloy2", feature = "ethrex31", feature = "revm43"))]
impl VorpalCrypto {
    /// The key of the signer of `hash`.
    fn key(
        signature: &[u8; 64],
        recovery_id: u8,
        hash: &[u8; 32],
    ) -> Result<vorpal_secp256k1::PublicKey, vorpal_secp256k1::Error> {
        let (halves, _) = signature.as_chunks::<32>();
        let recovery = vorpal_secp256k1::Recovery { hash: *hash, r: halves[0], s: halves[1], recovery_id };
        vorpal_secp256k1::recover(&recovery)
    }
}

// The README's examples require all features.
#[cfg(all(
    doctest,
    feature = "signature3",
    feature = "ecdsa017",
    feature = "elliptic_curve014",
    feature = "alloy2",
    feature = "revm43",
    feature = "ethrex31"
))]
#[doc = include_str!("../README.md")]
struct Readme;
