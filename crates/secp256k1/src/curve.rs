//! What signatures ask of a curve.

use vorpal_curves::models::weierstrass::{Endomorphism, PrimeOrderCurve};
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::PrimeField;
use vorpal_fields::primes::Secp256k1Scalar;
use zeroize::DefaultIsZeroes;

use crate::multiply::{Comb, GeneratorTable, Multiples, tables};

/// A curve of prime order over a field of four limbs, with an endomorphism. The code of signatures is written for all
/// of them, so that it can also run on curves small enough to try every key, nonce and hash.
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

    /// Multiples of the generator for secret scalars.
    fn comb() -> &'static Comb<Self>;

    /// Multiples of the generator for public scalars.
    fn multiples() -> &'static Multiples<Self>;

    /// Multiples of the generator for many public scalars at a time.
    fn lane_table() -> &'static GeneratorTable<Self>;
}

impl SignatureCurve for Secp256k1 {
    const ORDER: [u64; 4] = Secp256k1Scalar::MODULUS;

    fn comb() -> &'static Comb<Self> {
        tables::comb()
    }

    fn multiples() -> &'static Multiples<Self> {
        tables::multiples()
    }

    fn lane_table() -> &'static GeneratorTable<Self> {
        tables::lane_table()
    }
}
