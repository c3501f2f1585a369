//! A contender for the precompiled contracts of revm, with its default back ends: arkworks for BN254, blst, c-kzg,
//! aurora's modular exponentiation, the crate `p256`, and libsecp256k1.

use contender::{Contender, Evm};
use revm_precompile::{
    EthPrecompileResult, blake2, bls12_381, bn254, hash, kzg_point_evaluation, modexp, secp256k1, secp256r1,
};

// The features of these crates are those of the library's back ends.
use {ark_bn254 as _, blst as _};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

/// More gas than any call costs.
const GAS: u64 = u64::MAX;

/// The output of a contract, `None` if it fails.
fn output(result: EthPrecompileResult) -> Option<impl AsRef<[u8]> + 'static> {
    result.ok().map(|output| output.bytes)
}

fn main() {
    let mut contender = Contender::new("revm", "revm-precompile 43.0.3, default back ends");
    bls12_381(&mut contender);
    bn254(&mut contender);
    Evm::new(&mut contender)
        .contract("ecrecover", "ec_recover_run, libsecp256k1", |input| {
            output(secp256k1::ec_recover_run(input, GAS))
        })
        .contract("sha256", "sha256_run", |input| output(hash::sha256_run(input, GAS)))
        .contract("ripemd160", "ripemd160_run", |input| output(hash::ripemd160_run(input, GAS)))
        .contract("blake2f", "blake2::run", |input| output(blake2::run(input, GAS)))
        .contract("modexp", "modexp::osaka_run, aurora-engine-modexp", |input| {
            output(modexp::osaka_run(input, GAS))
        })
        .contract("p256_verify", "p256_verify_osaka, crate p256 0.13", |input| {
            output(secp256r1::p256_verify_osaka(input, GAS))
        })
        // The settings are loaded on first use, when the workload is prepared.
        .contract("point_evaluation", "kzg_point_evaluation::run, c-kzg", |input| {
            output(kzg_point_evaluation::run(input, GAS))
        });
    contender.serve();
}

fn bn254(contender: &mut Contender) {
    Evm::new(contender)
        .contract("bn254_add", "bn254::run_add, arkworks", |input| output(bn254::run_add(input, 0, GAS)))
        .contract("bn254_mul", "bn254::run_mul, arkworks", |input| output(bn254::run_mul(input, 0, GAS)))
        .contract("bn254_pairing", "bn254::run_pair, arkworks", |input| {
            output(bn254::run_pair(input, 0, 0, GAS))
        });
}

fn bls12_381(contender: &mut Contender) {
    Evm::new(contender)
        .contract("bls12_g1_add", "g1_add, blst", |input| output(bls12_381::g1_add::g1_add(input, GAS)))
        .contract("bls12_g1_msm", "g1_msm, blst", |input| output(bls12_381::g1_msm::g1_msm(input, GAS)))
        .contract("bls12_g2_add", "g2_add, blst", |input| output(bls12_381::g2_add::g2_add(input, GAS)))
        .contract("bls12_g2_msm", "g2_msm, blst", |input| output(bls12_381::g2_msm::g2_msm(input, GAS)))
        .contract("bls12_pairing", "pairing, blst", |input| output(bls12_381::pairing::pairing(input, GAS)))
        .contract("bls12_map_g1", "map_fp_to_g1, blst", |input| {
            output(bls12_381::map_fp_to_g1::map_fp_to_g1(input, GAS))
        })
        .contract("bls12_map_g2", "map_fp2_to_g2, blst", |input| {
            output(bls12_381::map_fp2_to_g2::map_fp2_to_g2(input, GAS))
        });
}
