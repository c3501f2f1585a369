//! The curves that the signature algorithms work on.

use vorpal_curves::models::weierstrass::{Endomorphism, PrimeOrderCurve};
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::PrimeField;
use vorpal_fields::primes::Secp256k1Scalar;
use zeroize::DefaultIsZeroes;

/// A curve of prime order over a field of four limbs, with an endomorphism. The signature algorithms are generic over
/// this trait, so that tests can run them exhaustively on curves of a few points.
pub(crate) trait SignatureCurve:
    PrimeOrderCurve<
        Base: PrimeField<Limbs = [u64; 4], Bytes = [u8; 32]>,
        Scalar: PrimeField<Limbs = [u64; 4], Bytes = [u8; 32]> + DefaultIsZeroes,
    >
{
    /// The order of the group, least significant limb first.
    const ORDER: [u64; 4];

    /// The endomorphism of the curve. A curve without one is a compile-time error.
    #[allow(clippy::panic, reason = "evaluated at compile time")]
    const PHI: Endomorphism<Self> = match Self::ENDOMORPHISM {
        Some(endomorphism) => endomorphism,
        None => panic!("the curve has no endomorphism"),
    };
}

impl SignatureCurve for Secp256k1 {
    const ORDER: [u64; 4] = Secp256k1Scalar::MODULUS;
}
