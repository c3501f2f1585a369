//! All contracts with their names, addresses, gas and outputs.

use alloc::vec::Vec;

use crate::modexp::Pricing;
use crate::{Error, blake2f, bls12_381, bn254, ecrecover, hashes, modexp, p256, point_evaluation};

/// A precompiled contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Precompile {
    /// The signer of a hash.
    EcRecover,
    /// SHA-256.
    Sha256,
    /// RIPEMD-160.
    Ripemd160,
    /// The input itself.
    Identity,
    /// Modular exponentiation.
    ModExp,
    /// The sum of two points of BN254.
    Bn254Add,
    /// The multiple of a point of BN254.
    Bn254Mul,
    /// The check of a product of pairings on BN254.
    Bn254Pairing,
    /// The compression function of BLAKE2b.
    Blake2F,
    /// The check of a value of a committed polynomial.
    PointEvaluation,
    /// The sum of two points of BLS12-381's G1.
    Bls12G1Add,
    /// The sum of multiples of points of BLS12-381's G1.
    Bls12G1Msm,
    /// The sum of two points of BLS12-381's G2.
    Bls12G2Add,
    /// The sum of multiples of points of BLS12-381's G2.
    Bls12G2Msm,
    /// The check of a product of pairings on BLS12-381.
    Bls12Pairing,
    /// The map of an element of the base field to BLS12-381's G1.
    Bls12MapFpToG1,
    /// The map of an element of the quadratic extension to BLS12-381's G2.
    Bls12MapFp2ToG2,
    /// The verification of a signature on P-256.
    P256Verify,
}

/// The rules that forks have changed without a new address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The gas and the limits of modular exponentiation.
    pub modexp: Pricing,
}

impl Rules {
    /// The rules of the newest fork, Osaka.
    pub const NEWEST: Self = Self { modexp: Pricing::Eip7883 };
}

impl Precompile {
    /// All contracts, by address.
    pub const ALL: [Self; 18] = [
        Self::EcRecover,
        Self::Sha256,
        Self::Ripemd160,
        Self::Identity,
        Self::ModExp,
        Self::Bn254Add,
        Self::Bn254Mul,
        Self::Bn254Pairing,
        Self::Blake2F,
        Self::PointEvaluation,
        Self::Bls12G1Add,
        Self::Bls12G1Msm,
        Self::Bls12G2Add,
        Self::Bls12G2Msm,
        Self::Bls12Pairing,
        Self::Bls12MapFpToG1,
        Self::Bls12MapFp2ToG2,
        Self::P256Verify,
    ];

    /// The name, as revm and alloy have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EcRecover => "ecrecover",
            Self::Sha256 => "sha256",
            Self::Ripemd160 => "ripemd160",
            Self::Identity => "identity",
            Self::ModExp => "modexp",
            Self::Bn254Add => "bn254_g1_add",
            Self::Bn254Mul => "bn254_g1_mul",
            Self::Bn254Pairing => "bn254_pairing_check",
            Self::Blake2F => "blake2f",
            Self::PointEvaluation => "point_evaluation",
            Self::Bls12G1Add => "bls12_381_g1_add",
            Self::Bls12G1Msm => "bls12_381_g1_msm",
            Self::Bls12G2Add => "bls12_381_g2_add",
            Self::Bls12G2Msm => "bls12_381_g2_msm",
            Self::Bls12Pairing => "bls12_381_pairing_check",
            Self::Bls12MapFpToG1 => "bls12_381_fp_to_g1",
            Self::Bls12MapFp2ToG2 => "bls12_381_fp2_to_g2",
            Self::P256Verify => "p256verify",
        }
    }

    /// The last two bytes of the address; the others are zero.
    #[must_use]
    pub const fn address(self) -> u16 {
        match self {
            Self::EcRecover => 1,
            Self::Sha256 => 2,
            Self::Ripemd160 => 3,
            Self::Identity => 4,
            Self::ModExp => 5,
            Self::Bn254Add => 6,
            Self::Bn254Mul => 7,
            Self::Bn254Pairing => 8,
            Self::Blake2F => 9,
            Self::PointEvaluation => 10,
            Self::Bls12G1Add => 11,
            Self::Bls12G1Msm => 12,
            Self::Bls12G2Add => 13,
            Self::Bls12G2Msm => 14,
            Self::Bls12Pairing => 15,
            Self::Bls12MapFpToG1 => 16,
            Self::Bls12MapFp2ToG2 => 17,
            Self::P256Verify => 0x100,
        }
    }

    /// The contract with these last two bytes of the address.
    ///
    /// ```
    /// use vorpal_evm::Precompile;
    /// assert_eq!(Precompile::from_address(6), Some(Precompile::Bn254Add));
    /// assert_eq!(Precompile::from_address(18), None);
    /// ```
    #[must_use]
    pub fn from_address(address: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|contract| contract.address() == address)
    }

    /// The gas of a call; `2^64 - 1` if it is more.
    #[must_use]
    pub fn gas(self, input: &[u8], rules: Rules) -> u64 {
        match self {
            Self::EcRecover => 3_000,
            Self::Sha256 => hashes::gas_by_words(input, 60, 12),
            Self::Ripemd160 => hashes::gas_by_words(input, 600, 120),
            Self::Identity => hashes::gas_by_words(input, 15, 3),
            Self::ModExp => modexp::gas(input, rules.modexp),
            Self::Bn254Add => 150,
            Self::Bn254Mul => 6_000,
            Self::Bn254Pairing => 45_000 + 34_000 * (input.len() / 192) as u64,
            Self::Blake2F => blake2f::gas(input),
            Self::PointEvaluation => 50_000,
            Self::Bls12G1Add => 375,
            Self::Bls12G1Msm => bls12_381::G1.gas(input),
            Self::Bls12G2Add => 600,
            Self::Bls12G2Msm => bls12_381::G2.gas(input),
            Self::Bls12Pairing => bls12_381::pairing_gas(input),
            Self::Bls12MapFpToG1 => 5_500,
            Self::Bls12MapFp2ToG2 => 23_800,
            Self::P256Verify => p256::GAS,
        }
    }

    /// The length of the longest output for an input, without the work of the call. An output is this long or empty,
    /// and empty only for signatures that are not valid.
    ///
    /// ```
    /// use vorpal_evm::{Precompile, Rules};
    /// assert_eq!(Precompile::Identity.longest_output(&[7; 5], Rules::NEWEST), 5);
    /// ```
    #[must_use]
    pub fn longest_output(self, input: &[u8], rules: Rules) -> usize {
        match self {
            Self::EcRecover | Self::Sha256 | Self::Ripemd160 => 32,
            Self::Identity => input.len(),
            Self::ModExp => modexp::length_of_modulus(input, rules.modexp),
            Self::Bn254Pairing | Self::Bls12Pairing | Self::P256Verify => 32,
            Self::Bn254Add | Self::Bn254Mul | Self::Blake2F | Self::PointEvaluation => 64,
            Self::Bls12G1Add | Self::Bls12G1Msm | Self::Bls12MapFpToG1 => 128,
            Self::Bls12G2Add | Self::Bls12G2Msm | Self::Bls12MapFp2ToG2 => 256,
        }
    }

    /// The output of a call. Charge [`gas`](Self::gas) first: it limits the time and the memory.
    ///
    /// # Errors
    /// The reason for which the contract fails. A signature without a key or an invalid one is no failure, but
    /// an empty output.
    pub fn run(self, input: &[u8], rules: Rules) -> Result<Vec<u8>, Error> {
        Ok(match self {
            Self::EcRecover => ecrecover::run(input).map_or(Vec::new(), |address| address.to_vec()),
            Self::Sha256 => hashes::sha256(input).to_vec(),
            Self::Ripemd160 => hashes::ripemd160(input).to_vec(),
            Self::Identity => hashes::identity(input),
            Self::ModExp => modexp::run(input, rules.modexp)?,
            Self::Bn254Add => bn254::add(input)?.to_vec(),
            Self::Bn254Mul => bn254::mul(input)?.to_vec(),
            Self::Bn254Pairing => word(bn254::pairing_check(input)?),
            Self::Blake2F => blake2f::run(input)?.to_vec(),
            Self::PointEvaluation => point_evaluation::run(input)?.to_vec(),
            Self::Bls12G1Add => bls12_381::g1_add(input)?.to_vec(),
            Self::Bls12G1Msm => bls12_381::g1_msm(input)?.to_vec(),
            Self::Bls12G2Add => bls12_381::g2_add(input)?.to_vec(),
            Self::Bls12G2Msm => bls12_381::g2_msm(input)?.to_vec(),
            Self::Bls12Pairing => word(bls12_381::pairing_check(input)?),
            Self::Bls12MapFpToG1 => bls12_381::map_fp_to_g1(input)?.to_vec(),
            Self::Bls12MapFp2ToG2 => bls12_381::map_fp2_to_g2(input)?.to_vec(),
            Self::P256Verify => {
                if p256::is_valid(input) {
                    word(true)
                } else {
                    Vec::new()
                }
            }
        })
    }
}

/// A truth value as a number of 32 bytes.
fn word(value: bool) -> Vec<u8> {
    let mut bytes = [0; 32].to_vec();
    bytes[31] = value.into();
    bytes
}
