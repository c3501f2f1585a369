//! The curve as a type parameter of generic types.

use ecdsa::elliptic_curve::array::sizes::U32;
use ecdsa::elliptic_curve::bigint::{ArrayEncoding, ByteOrder, Odd, U256};
use ecdsa::elliptic_curve::point::PointCompression;
#[cfg(not(feature = "elliptic_curve014"))]
use ecdsa::elliptic_curve::{
    self, SecretKey,
    sec1::{Sec1Point, ValidatePublicKey},
};
use ecdsa::elliptic_curve::{Curve, PrimeCurve};
use ecdsa::signature::digest::const_oid::{AssociatedOid, ObjectIdentifier};
use ecdsa::{DigestAlgorithm, EcdsaCurve};
use vorpal_fields::primes::Secp256k1Scalar;

use super::Error;
#[cfg(not(feature = "elliptic_curve014"))]
use super::{public_key_from, secret_key_from};

/// secp256k1 as the parameter of generic types: its order and conventions, without arithmetic (`CurveArithmetic`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Secp256k1;

/// The order of the group, most significant byte first.
const ORDER: [u8; 32] = bytes(&Secp256k1Scalar::MODULUS);

/// The bytes of an integer, most significant byte first.
pub(crate) const fn bytes(limbs: &[u64; 4]) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut limb = 0;
    while limb < 4 {
        let digits = limbs[3 - limb].to_be_bytes();
        let mut i = 0;
        while i < 8 {
            bytes[8 * limb + i] = digits[i];
            i += 1;
        }
        limb += 1;
    }
    bytes
}

impl Curve for Secp256k1 {
    type FieldBytesSize = U32;
    type Uint = U256;
    const ORDER: Odd<U256> = U256::from_be_slice(&ORDER).to_odd().expect_copied("an odd order");
}

impl PrimeCurve for Secp256k1 {}

impl PointCompression for Secp256k1 {
    const COMPRESS_POINTS: bool = true;
}

/// Signatures are low, like those of `vorpal_secp256k1`.
impl EcdsaCurve for Secp256k1 {
    const NORMALIZE_S: bool = true;
}

impl DigestAlgorithm for Secp256k1 {
    type Digest = sha2::Sha256;
}

/// `secp256k1` (SEC 2, version 2, appendix A.2.1).
impl AssociatedOid for Secp256k1 {
    const OID: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.0.10");
}

// With arithmetic, `elliptic-curve` itself implements the trait, with the same result.
/// Makes `SecretKey::from_sec1_der` and its PKCS #8 counterpart reject a public key that does not belong to the secret
/// key.
#[cfg(not(feature = "elliptic_curve014"))]
impl ValidatePublicKey for Secp256k1 {
    fn validate_public_key(
        secret_key: &SecretKey<Self>,
        public_key: &Sec1Point<Self>,
    ) -> elliptic_curve::Result<()> {
        let secret = secret_key_from(secret_key).map_err(|_| elliptic_curve::Error)?;
        let public = public_key_from(public_key).map_err(|_| elliptic_curve::Error)?;
        if secret.public_key() == public { Ok(()) } else { Err(elliptic_curve::Error) }
    }
}

/// Whether a type represents secp256k1: it has the same order, and the same byte order in encodings.
pub(super) fn check<C: Curve>() -> Result<(), Error> {
    let same = C::FIELD_ENDIANNESS == ByteOrder::BigEndian && C::ORDER.to_be_byte_array()[..] == ORDER;
    if same { Ok(()) } else { Err(Error::OtherCurve) }
}
