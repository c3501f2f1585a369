//! Fuzz targets: each function takes bytes from the fuzzer and panics if a property fails.

#![forbid(unsafe_code)]

mod changes;
mod contracts;
mod fillers;
mod formats;
mod groth16;
mod kzg;
mod parsers;
mod peers;
mod points;
mod proofs;
mod seeds;
mod sums;
mod trees;
mod verification;
mod witness;

/// The command is a program, so it cannot be a dependency. Its readers are compiled here again.
#[allow(dead_code, reason = "the command uses all of it")]
#[path = "../../crates/cli/src/hex.rs"]
mod hex;
#[allow(dead_code, reason = "the command uses all of it")]
#[path = "../../crates/cli/src/input/mod.rs"]
mod input;

pub use contracts::{
    evm_bls12_381, evm_bn254, evm_ecrecover, evm_hashes, evm_kzg, evm_maps, evm_modexp, evm_p256, setup,
};
pub use fillers::fillers;
pub use formats::{genesis, roots, rows, updates};
pub use groth16::{groth16_json, groth16_ptau, groth16_r1cs, groth16_sym, groth16_wtns, groth16_zkey};
pub use kzg::{
    kzg_blobs, kzg_cell_batches, kzg_cell_proofs, kzg_cells, kzg_commitments, kzg_proofs, kzg_recovery,
    kzg_setups, kzg_tables, kzg_values,
};
pub use parsers::{der, keys, signatures};
pub use peers::bls;
pub use points::points;
pub use proofs::{inner_product, multiproof};
pub use seeds::seeds;
pub use sums::{fixed_bases, partial, prepared};
pub use trees::{nodes, store};
pub use verification::{ecdsa, schnorr};
pub use witness::witness;

/// The name of a target and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 45] = [
    ("der", der),
    ("signatures", signatures),
    ("keys", keys),
    ("ecdsa", ecdsa),
    ("schnorr", schnorr),
    ("fillers", fillers),
    ("witness", witness),
    ("multiproof", multiproof),
    ("inner_product", inner_product),
    ("points", points),
    ("nodes", nodes),
    ("store", store),
    ("prepared", prepared),
    ("fixed_bases", fixed_bases),
    ("partial", partial),
    ("updates", updates),
    ("rows", rows),
    ("genesis", genesis),
    ("roots", roots),
    ("evm_ecrecover", evm_ecrecover),
    ("evm_hashes", evm_hashes),
    ("evm_modexp", evm_modexp),
    ("evm_bn254", evm_bn254),
    ("evm_kzg", evm_kzg),
    ("evm_bls12_381", evm_bls12_381),
    ("evm_maps", evm_maps),
    ("evm_p256", evm_p256),
    ("setup", setup),
    ("bls", bls),
    ("kzg_commitments", kzg_commitments),
    ("kzg_proofs", kzg_proofs),
    ("kzg_values", kzg_values),
    ("kzg_blobs", kzg_blobs),
    ("kzg_cells", kzg_cells),
    ("kzg_recovery", kzg_recovery),
    ("kzg_cell_proofs", kzg_cell_proofs),
    ("kzg_cell_batches", kzg_cell_batches),
    ("kzg_setups", kzg_setups),
    ("kzg_tables", kzg_tables),
    ("groth16_zkey", groth16_zkey),
    ("groth16_wtns", groth16_wtns),
    ("groth16_r1cs", groth16_r1cs),
    ("groth16_ptau", groth16_ptau),
    ("groth16_sym", groth16_sym),
    ("groth16_json", groth16_json),
];

/// The first `N` bytes, padded with zeros.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    core::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0))
}
