//! Vorpal: an arithmetic engine for chains and provers. This crate re-exports all crates of the library.
//!
//! Each module is a separate crate, on which users of one part can depend directly.
//!
//! * [`limbs`][]: Montgomery multiplication, exact bounds, processor backends;
//! * [`fields`][]: prime fields;
//! * [`curves`][]: elliptic curves by curve model;
//! * [`msm`][]: multi-scalar multiplication;
//! * [`secp256k1`][]: keys, ECDSA, public key recovery, Schnorr signatures and shared secrets;
//! * [`ipa`][]: Pedersen vector commitments over Banderwagon, inner product arguments and multiproofs;
//! * [`tree`][]: the state tree of EIP-6800;
//! * [`ntt`][]: number-theoretic transforms, polynomials on domains;
//! * [`pairing`][]: pairings on BLS12-381, BLS12-377 and BN254;
//! * [`kzg`][]: blobs of EIP-4844 and cells of EIP-7594;
//! * [`bls`][]: BLS signatures: keys, aggregates, batches that name what is wrong;
//! * [`groth16`][]: Groth16 proofs with the files of circom and snarkjs;
//! * [`evm`][]: Ethereum's precompiled contracts.
//!
//! [`docs`] has tutorials, [`docs::clients`] and [`docs::provers`] first. The folder `examples` of the repository has
//! complete programs, such as a commitment scheme for polynomials.
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//!
//! Feature `count`: `limbs::count` counts field operations for each thread, by one instruction per operation.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(any(doc, doctest, test))]
pub mod docs;
pub mod limbs;

pub use vorpal_bls as bls;
pub use vorpal_curves as curves;
pub use vorpal_evm as evm;
pub use vorpal_fields as fields;
pub use vorpal_groth16 as groth16;
pub use vorpal_ipa as ipa;
pub use vorpal_kzg as kzg;
pub use vorpal_msm as msm;
pub use vorpal_ntt as ntt;
pub use vorpal_pairing as pairing;
pub use vorpal_secp256k1 as secp256k1;
pub use vorpal_tree as tree;

/// The code of this crate's README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The code of the repository's README runs as a test, in the repository only: a published crate is without the file.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct RepositoryReadme;
