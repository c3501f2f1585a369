//! What signatures ask of a curve.

use vorpal_curves::secp256k1::Secp256k1;
use vorpal_curves::shapes::weierstrass::{Endomorphism, PrimeOrderCurve};
use vorpal_fields::PrimeField;
use vorpal_fields::primes::Secp256k1Scalar;
use zeroize::DefaultIsZeroes;

use crate::multiply::{Comb, GeneratorTable, Multiples};

/// A curve of prime order over a field of four limbs, with an endomorphism. The code of signatures is written for all of
/// them, so that it can also run on curves small enough to try every key, nonce and hash.
pub(crate) trait SignatureCurve:
    PrimeOrderCurve<
        Base: PrimeField<Limbs = [u64; 4], Bytes = [u8; 32]>,
        Scalar: PrimeField<Limbs = [u64; 4], Bytes = [u8; 32]> + DefaultIsZeroes,
    >
{
    /// The order of the group, least significant limb first.
    const ORDER: [u64; 4];

    /// The endomorphism, which there must be.
    #[allow(clippy::panic, reason = "a curve without one must not build")]
    const PHI: Endomorphism<Self> = match Self::ENDOMORPHISM {
        Some(endomorphism) => endomorphism,
        None => panic!("signatures are for curves with an endomorphism"),
    };

    /// Multiples of the generator for secret scalars, if there are tables.
    fn comb() -> Option<&'static Comb<Self>>;

    /// Multiples of the generator for public scalars, if there are tables.
    fn multiples() -> Option<&'static Multiples<Self>>;

    /// Multiples of the generator for many public scalars at a time, if there are tables.
    fn lane_table() -> Option<&'static GeneratorTable<Self>>;
}

impl SignatureCurve for Secp256k1 {
    const ORDER: [u64; 4] = Secp256k1Scalar::MODULUS;

    #[cfg(feature = "std")]
    fn comb() -> Option<&'static Comb<Self>> {
        Some(crate::multiply::tables::comb())
    }
    #[cfg(not(feature = "std"))]
    fn comb() -> Option<&'static Comb<Self>> {
        None
    }

    #[cfg(feature = "std")]
    fn multiples() -> Option<&'static Multiples<Self>> {
        Some(crate::multiply::tables::multiples())
    }
    #[cfg(not(feature = "std"))]
    fn multiples() -> Option<&'static Multiples<Self>> {
        None
    }

    #[cfg(feature = "std")]
    fn lane_table() -> Option<&'static GeneratorTable<Self>> {
        Some(crate::multiply::tables::lane_table())
    }
    #[cfg(not(feature = "std"))]
    fn lane_table() -> Option<&'static GeneratorTable<Self>> {
        None
    }
}
