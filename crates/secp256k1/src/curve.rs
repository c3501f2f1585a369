//! The curves that the signature algorithms work on.

use vorpal_curves::models::weierstrass::{Endomorphism, PrimeOrderCurve};
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::PrimeField;
use vorpal_fields::primes::{P256Scalar, Secp256k1Scalar};
use zeroize::DefaultIsZeroes;

/// A curve of prime order over a field of four limbs. The signature algorithms are generic over this trait, so that
/// tests can run them exhaustively on curves of a few points.
pub trait FourLimbCurve:
    PrimeOrderCurve<
        Base: PrimeField<Limbs = [u64; 4], Bytes = [u8; 32]>,
        Scalar: PrimeField<Limbs = [u64; 4], Bytes = [u8; 32]> + DefaultIsZeroes,
    >
{
    /// The order of the group, least significant limb first.
    #[doc(hidden)]
    const ORDER: [u64; 4];

    /// Whether signing returns the signature with the lower `s`.
    #[doc(hidden)]
    const SIGNS_LOW: bool;

    /// The residue of an integer modulo the order, in constant time.
    #[doc(hidden)]
    fn reduced(limbs: &[u64; 4]) -> Self::Scalar;

    /// The endomorphism of the curve, for algorithms that need one. A curve without one is a compile-time error.
    #[doc(hidden)]
    #[allow(clippy::panic, reason = "evaluated at compile time")]
    const PHI: &'static Endomorphism<Self> = match Self::ENDOMORPHISM {
        Some(endomorphism) => endomorphism,
        None => panic!("the curve has no endomorphism"),
    };
}

impl FourLimbCurve for Secp256k1 {
    const ORDER: [u64; 4] = Secp256k1Scalar::MODULUS;
    const SIGNS_LOW: bool = true;

    fn reduced(limbs: &[u64; 4]) -> Secp256k1Scalar {
        Secp256k1Scalar::from_limbs_reduced(limbs)
    }
}

/// FIPS 186-5 and RFC 6979 do not change `s`.
impl FourLimbCurve for P256 {
    const ORDER: [u64; 4] = P256Scalar::MODULUS;
    const SIGNS_LOW: bool = false;

    fn reduced(limbs: &[u64; 4]) -> P256Scalar {
        P256Scalar::from_limbs_reduced(limbs)
    }
}
