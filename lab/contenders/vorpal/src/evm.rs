//! Ethereum's precompiled contracts.

use contender::{Contender, Evm};
use vorpal::evm::{Precompile, Rules};

/// The names of the protocol.
const CONTRACTS: [(&str, Precompile); 17] = [
    ("ecrecover", Precompile::EcRecover),
    ("sha256", Precompile::Sha256),
    ("ripemd160", Precompile::Ripemd160),
    ("modexp", Precompile::ModExp),
    ("bn254_add", Precompile::Bn254Add),
    ("bn254_mul", Precompile::Bn254Mul),
    ("bn254_pairing", Precompile::Bn254Pairing),
    ("blake2f", Precompile::Blake2F),
    ("point_evaluation", Precompile::PointEvaluation),
    ("bls12_g1_add", Precompile::Bls12G1Add),
    ("bls12_g1_msm", Precompile::Bls12G1Msm),
    ("bls12_g2_add", Precompile::Bls12G2Add),
    ("bls12_g2_msm", Precompile::Bls12G2Msm),
    ("bls12_pairing", Precompile::Bls12Pairing),
    ("bls12_map_g1", Precompile::Bls12MapFpToG1),
    ("bls12_map_g2", Precompile::Bls12MapFp2ToG2),
    ("p256_verify", Precompile::P256Verify),
];

pub(crate) fn register(contender: &mut Contender) {
    for (name, contract) in CONTRACTS {
        Evm::new(contender)
            .contract(name, "Precompile::run", move |input: &[u8]| contract.run(input, Rules::NEWEST).ok());
    }
}
