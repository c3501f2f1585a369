//! The crypto provider of `ethrex-crypto` 31.
//!
//! Hashing by Keccak-256, products modulo 256-bit numbers and proofs of whole blobs remain those of the trait.

use alloc::string::ToString;
use alloc::vec::Vec;

use ethrex_crypto::{Crypto, CryptoError};
use vorpal_evm::bls12_381::parts::{G1, G2};
use vorpal_evm::point_evaluation::Setup;
use vorpal_evm::{Error, blake2f, bls12_381, bn254, hashes, modexp, p256};

use crate::VorpalCrypto;

/// Slices of other lengths than the contracts have.
const LENGTH: CryptoError = CryptoError::InvalidInput("a point or an integer has too few bytes");

fn failure(error: Error) -> CryptoError {
    match error {
        Error::Coordinate { .. } => CryptoError::InvalidInput("a coordinate is not below the modulus"),
        Error::NotOnCurve { .. } => CryptoError::InvalidPoint("a point is not on the curve"),
        Error::NotInSubgroup { .. } => CryptoError::InvalidPoint("a point is not in the subgroup"),
        Error::Scalar => CryptoError::InvalidInput("a scalar is not below the order"),
        Error::Point { .. } => CryptoError::InvalidPoint("the commitment or the proof is malformed"),
        Error::Proof => CryptoError::VerificationFailed,
        error => CryptoError::Other(error.to_string()),
    }
}

impl Crypto for VorpalCrypto {
    /// Keccak-256 of the key, whose last 20 bytes are the address.
    fn secp256k1_ecrecover(
        &self,
        sig: &[u8; 64],
        recid: u8,
        msg: &[u8; 32],
    ) -> Result<[u8; 32], CryptoError> {
        let key = Self::key(sig, recid, msg).map_err(|error| match error {
            vorpal_secp256k1::Error::RecoveryId { .. } => CryptoError::InvalidRecoveryId,
            _ => CryptoError::RecoveryFailed,
        })?;
        Ok(ethrex_crypto::keccak::keccak_hash(&key.to_uncompressed()[1..]))
    }

    fn sha256(&self, input: &[u8]) -> [u8; 32] {
        hashes::sha256(input)
    }

    fn ripemd160(&self, input: &[u8]) -> [u8; 32] {
        hashes::ripemd160(input)
    }

    fn bn254_g1_add(&self, p1: &[u8], p2: &[u8]) -> Result<[u8; 64], CryptoError> {
        let (Some(p1), Some(p2)) = (p1.first_chunk(), p2.first_chunk()) else { return Err(LENGTH) };
        bn254::parts::add(p1, p2).map_err(failure)
    }

    fn bn254_g1_mul(&self, point: &[u8], scalar: &[u8]) -> Result<[u8; 64], CryptoError> {
        let (Some(point), Some(scalar)) = (point.first_chunk(), scalar.first_chunk()) else {
            return Err(LENGTH);
        };
        bn254::parts::mul(point, scalar).map_err(failure)
    }

    fn bn254_pairing_check(&self, pairs: &[(&[u8], &[u8])]) -> Result<bool, CryptoError> {
        if pairs.iter().any(|(p, q)| p.len() < 64 || q.len() < 128) {
            return Err(LENGTH);
        }
        let pairs = pairs.iter().filter_map(|(p, q)| Some((p.first_chunk()?, q.first_chunk()?)));
        bn254::parts::pairing_check(pairs).map_err(failure)
    }

    fn modexp(&self, base: &[u8], exp: &[u8], modulus: &[u8]) -> Result<Vec<u8>, CryptoError> {
        Ok(modexp::power(base, exp, modulus))
    }

    fn blake2_compress(&self, rounds: u32, h: &mut [u64; 8], m: [u64; 16], t: [u64; 2], f: bool) {
        blake2f::compress(rounds, h, &m, t, f);
    }

    fn secp256r1_verify(&self, msg: &[u8; 32], sig: &[u8; 64], pk: &[u8; 64]) -> bool {
        p256::verify(msg, sig, pk)
    }

    fn verify_kzg_proof(
        &self,
        z: &[u8; 32],
        y: &[u8; 32],
        commitment: &[u8; 48],
        proof: &[u8; 48],
    ) -> Result<(), CryptoError> {
        Setup::ethereum().and_then(|setup| setup.verify(commitment, z, y, proof)).map_err(failure)
    }

    fn bls12_381_g1_add(&self, a: G1, b: G1) -> Result<[u8; 96], CryptoError> {
        bls12_381::parts::g1_add(&a, &b).map_err(failure)
    }

    fn bls12_381_g1_msm(&self, pairs: &[(G1, [u8; 32])]) -> Result<[u8; 96], CryptoError> {
        bls12_381::parts::g1_msm(pairs.iter().map(Ok::<_, Error>)).map_err(failure)
    }

    fn bls12_381_g2_add(&self, a: G2, b: G2) -> Result<[u8; 192], CryptoError> {
        bls12_381::parts::g2_add(&a, &b).map_err(failure)
    }

    fn bls12_381_g2_msm(&self, pairs: &[(G2, [u8; 32])]) -> Result<[u8; 192], CryptoError> {
        bls12_381::parts::g2_msm(pairs.iter().map(Ok::<_, Error>)).map_err(failure)
    }

    fn bls12_381_pairing_check(&self, pairs: &[(G1, G2)]) -> Result<bool, CryptoError> {
        bls12_381::parts::pairing_check(pairs.iter()).map_err(failure)
    }

    fn bls12_381_fp_to_g1(&self, fp: &[u8; 48]) -> Result<[u8; 96], CryptoError> {
        bls12_381::parts::map_fp_to_g1(fp).map_err(failure)
    }

    fn bls12_381_fp2_to_g2(&self, fp2: ([u8; 48], [u8; 48])) -> Result<[u8; 192], CryptoError> {
        bls12_381::parts::map_fp2_to_g2(&fp2).map_err(failure)
    }
}
