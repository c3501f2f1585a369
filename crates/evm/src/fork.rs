//! Forks: which contracts there are, and by which rules.

use crate::modexp::Pricing;
use crate::{Precompile, Rules};

/// A fork of Ethereum that changed contracts. Later forks are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Fork {
    /// Istanbul (2019): EIP-152 and EIP-1108.
    Istanbul,
    /// Berlin (2021): EIP-2565.
    Berlin,
    /// Cancun (2024): EIP-4844.
    Cancun,
    /// Prague (2025): EIP-2537.
    Prague,
    /// Osaka (2025): EIP-7823, EIP-7883 and EIP-7951.
    Osaka,
}

impl Fork {
    /// All forks, the oldest first.
    pub const ALL: [Self; 5] = [Self::Istanbul, Self::Berlin, Self::Cancun, Self::Prague, Self::Osaka];

    /// The rules of the fork.
    #[must_use]
    pub const fn rules(self) -> Rules {
        let modexp = match self {
            Self::Istanbul => Pricing::Eip198,
            Self::Berlin | Self::Cancun | Self::Prague => Pricing::Eip2565,
            Self::Osaka => Pricing::Eip7883,
        };
        Rules { modexp }
    }
}

impl Precompile {
    /// The first fork of [`Fork`] that has the contract.
    ///
    /// ```
    /// use vorpal_evm::{Fork, Precompile};
    /// assert_eq!(Precompile::Bls12Pairing.since(), Fork::Prague);
    /// assert!(Precompile::PointEvaluation.since() <= Fork::Prague);
    /// ```
    #[must_use]
    pub const fn since(self) -> Fork {
        match self {
            Self::EcRecover
            | Self::Sha256
            | Self::Ripemd160
            | Self::Identity
            | Self::ModExp
            | Self::Bn254Add
            | Self::Bn254Mul
            | Self::Bn254Pairing
            | Self::Blake2F => Fork::Istanbul,
            Self::PointEvaluation => Fork::Cancun,
            Self::Bls12G1Add
            | Self::Bls12G1Msm
            | Self::Bls12G2Add
            | Self::Bls12G2Msm
            | Self::Bls12Pairing
            | Self::Bls12MapFpToG1
            | Self::Bls12MapFp2ToG2 => Fork::Prague,
            Self::P256Verify => Fork::Osaka,
        }
    }
}
