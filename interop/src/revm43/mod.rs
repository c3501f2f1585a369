//! The crypto provider of `revm-precompile` 43.
//!
//! revm itself checks lengths, padding, gas and versioned hashes. It calls these methods for the arithmetic.

mod halts;

use alloc::vec::Vec;

use revm_precompile::bls12_381::{G1Point, G1PointScalar, G2Point, G2PointScalar};
use revm_precompile::{Crypto, PrecompileHalt};
use vorpal_evm::point_evaluation::Setup;
use vorpal_evm::{blake2f, bls12_381, bn254, hashes, modexp, p256};

use crate::VorpalCrypto;
use halts::{Halt, of_bls12_381, of_bn254};

/// Slices of other lengths than the contracts have. revm itself has none of them, and its own back ends panic.
const LENGTH: PrecompileHalt = PrecompileHalt::other_static("a point or an integer has too few bytes");

impl Crypto for VorpalCrypto {
    fn sha256(&self, input: &[u8]) -> [u8; 32] {
        hashes::sha256(input)
    }

    fn ripemd160(&self, input: &[u8]) -> [u8; 32] {
        hashes::ripemd160(input)
    }

    fn bn254_g1_add(&self, p1: &[u8], p2: &[u8]) -> Result<[u8; 64], PrecompileHalt> {
        let (Some(p1), Some(p2)) = (p1.first_chunk(), p2.first_chunk()) else { return Err(LENGTH) };
        bn254::parts::add(p1, p2).map_err(of_bn254)
    }

    fn bn254_g1_mul(&self, point: &[u8], scalar: &[u8]) -> Result<[u8; 64], PrecompileHalt> {
        let (Some(point), Ok(scalar)) = (point.first_chunk(), scalar.try_into()) else { return Err(LENGTH) };
        bn254::parts::mul(point, scalar).map_err(of_bn254)
    }

    fn bn254_pairing_check(&self, pairs: &[(&[u8], &[u8])]) -> Result<bool, PrecompileHalt> {
        if pairs.iter().any(|(p, q)| p.len() < 64 || q.len() < 128) {
            return Err(LENGTH);
        }
        let pairs = pairs.iter().filter_map(|(p, q)| Some((p.first_chunk()?, q.first_chunk()?)));
        bn254::parts::pairing_check(pairs).map_err(of_bn254)
    }

    /// Twelve zero bytes and the address.
    fn secp256k1_ecrecover(
        &self,
        sig: &[u8; 64],
        recid: u8,
        msg: &[u8; 32],
    ) -> Result<[u8; 32], PrecompileHalt> {
        let key = Self::key(sig, recid, msg).map_err(|_| PrecompileHalt::Secp256k1RecoverFailed)?;
        let mut word = [0; 32];
        word[12..].copy_from_slice(&key.ethereum_address());
        Ok(word)
    }

    /// As long as the modulus, so that revm does not copy it. revm's own back ends omit leading zeros.
    fn modexp(&self, base: &[u8], exp: &[u8], modulus: &[u8]) -> Result<Vec<u8>, PrecompileHalt> {
        Ok(modexp::power(base, exp, modulus))
    }

    fn blake2_compress(&self, rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: &[u64; 2], f: bool) {
        blake2f::compress(rounds, h, m, *t, f);
    }

    fn secp256r1_verify_signature(&self, msg: &[u8; 32], sig: &[u8; 64], pk: &[u8; 64]) -> bool {
        p256::verify(msg, sig, pk)
    }

    fn verify_kzg_proof(
        &self,
        z: &[u8; 32],
        y: &[u8; 32],
        commitment: &[u8; 48],
        proof: &[u8; 48],
    ) -> Result<(), PrecompileHalt> {
        Setup::ethereum()
            .and_then(|setup| setup.verify(commitment, z, y, proof))
            .map_err(|_| PrecompileHalt::BlobVerifyKzgProofFailed)
    }

    fn bls12_381_g1_add(&self, a: G1Point, b: G1Point) -> Result<[u8; 96], PrecompileHalt> {
        bls12_381::parts::g1_add(&a, &b).map_err(of_bls12_381)
    }

    fn bls12_381_g1_msm(
        &self,
        pairs: &mut dyn Iterator<Item = Result<G1PointScalar, PrecompileHalt>>,
    ) -> Result<[u8; 96], PrecompileHalt> {
        bls12_381::parts::g1_msm(pairs.map(|pair| pair.map_err(Halt))).map_err(|Halt(halt)| halt)
    }

    fn bls12_381_g2_add(&self, a: G2Point, b: G2Point) -> Result<[u8; 192], PrecompileHalt> {
        bls12_381::parts::g2_add(&a, &b).map_err(of_bls12_381)
    }

    fn bls12_381_g2_msm(
        &self,
        pairs: &mut dyn Iterator<Item = Result<G2PointScalar, PrecompileHalt>>,
    ) -> Result<[u8; 192], PrecompileHalt> {
        bls12_381::parts::g2_msm(pairs.map(|pair| pair.map_err(Halt))).map_err(|Halt(halt)| halt)
    }

    fn bls12_381_pairing_check(&self, pairs: &[(G1Point, G2Point)]) -> Result<bool, PrecompileHalt> {
        bls12_381::parts::pairing_check(pairs.iter()).map_err(of_bls12_381)
    }

    fn bls12_381_fp_to_g1(&self, fp: &[u8; 48]) -> Result<[u8; 96], PrecompileHalt> {
        bls12_381::parts::map_fp_to_g1(fp).map_err(of_bls12_381)
    }

    fn bls12_381_fp2_to_g2(&self, fp2: ([u8; 48], [u8; 48])) -> Result<[u8; 192], PrecompileHalt> {
        bls12_381::parts::map_fp2_to_g2(&fp2).map_err(of_bls12_381)
    }
}
