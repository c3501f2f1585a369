//! Vorpal: an arithmetic engine for chains and provers. This crate re-exports the crates of the library.
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
//! With feature `selftest`, the module of this name tests the build on the processor that it runs on.
//!
//! [`docs`] has tutorials, [`docs::clients`] and [`docs::provers`] first. The folder `examples` of the repository has
//! complete programs, such as a commitment scheme for polynomials.
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//!
//! Each module but `limbs`, `fields` and `curves` is a default feature of its name, which requires those of the modules
//! that it uses. Feature `count`: `limbs::count` counts field operations for each thread, by one instruction per
//! operation.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(all(any(doc, doctest, test), feature = "default"))]
pub mod docs;
pub mod limbs;
#[cfg(feature = "selftest")]
pub mod selftest;

// Modules, and not names of the crates: the compiler's messages have the paths `vorpal::fields::..` then, which users
// can write. They would have `vorpal::vorpal_fields::..` otherwise.

/// BLS signatures: [the crate](vorpal_bls).
#[cfg(feature = "bls")]
pub mod bls {
    pub use vorpal_bls::*;
}

/// Elliptic curves: [the crate](vorpal_curves).
pub mod curves {
    pub use vorpal_curves::*;
}

/// Ethereum's precompiled contracts: [the crate](vorpal_evm).
#[cfg(feature = "evm")]
pub mod evm {
    pub use vorpal_evm::*;
}

/// Prime fields: [the crate](vorpal_fields).
pub mod fields {
    pub use vorpal_fields::*;
}

/// Groth16 proofs: [the crate](vorpal_groth16).
#[cfg(feature = "groth16")]
pub mod groth16 {
    pub use vorpal_groth16::*;
}

/// Commitments over Banderwagon: [the crate](vorpal_ipa).
#[cfg(feature = "ipa")]
pub mod ipa {
    pub use vorpal_ipa::*;
}

/// Blobs and cells: [the crate](vorpal_kzg).
#[cfg(feature = "kzg")]
pub mod kzg {
    pub use vorpal_kzg::*;
}

/// Multi-scalar multiplication: [the crate](vorpal_msm).
#[cfg(feature = "msm")]
pub mod msm {
    pub use vorpal_msm::*;
}

/// Number-theoretic transforms: [the crate](vorpal_ntt).
#[cfg(feature = "ntt")]
pub mod ntt {
    pub use vorpal_ntt::*;
}

/// Pairings: [the crate](vorpal_pairing).
#[cfg(feature = "pairing")]
pub mod pairing {
    pub use vorpal_pairing::*;
}

/// ECDSA and Schnorr signatures: [the crate](vorpal_secp256k1).
#[cfg(feature = "secp256k1")]
pub mod secp256k1 {
    pub use vorpal_secp256k1::*;
}

/// The state tree: [the crate](vorpal_tree).
#[cfg(feature = "tree")]
pub mod tree {
    pub use vorpal_tree::*;
}

/// The code of this crate's README runs as a test.
#[cfg(all(doctest, feature = "default"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// The code of the repository's README runs as a test, in the repository only: a published crate is without the file.
#[cfg(all(doctest, feature = "default"))]
#[doc = include_str!("../../../README.md")]
struct RepositoryReadme;
