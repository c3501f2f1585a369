//! The curves as type parameters of generic types.

use ecdsa::elliptic_curve::array::sizes::U32;
use ecdsa::elliptic_curve::bigint::{Odd, U256};
use ecdsa::elliptic_curve::point::{PointCompaction, PointCompression};
use ecdsa::elliptic_curve::{Curve, CurveArithmetic, PrimeCurve, PrimeCurveArithmetic};
use ecdsa::signature::digest::const_oid::{AssociatedOid, ObjectIdentifier};
use ecdsa::{DigestAlgorithm, EcdsaCurve};
use vorpal_curves::models::weierstrass::PrimeOrderCurve;
use vorpal_fields::primes::P256Scalar;
use vorpal_fields::{Modulus, PrimeField};
use vorpal_secp256k1::{GENERATOR, p256};
use vorpal_zkcrypto::CurveParameters;

use super::{AffinePoint, ProjectivePoint, Scalar, Secp256k1};
use crate::ecdsa017::curve::bytes;

/// A curve whose arithmetic is Vorpal's.
pub trait Model:
    PrimeCurve
    + PointCompression
    + Curve<FieldBytesSize = U32, Uint = U256>
    + CurveArithmetic<
        AffinePoint = AffinePoint<Self>,
        ProjectivePoint = ProjectivePoint<Self>,
        Scalar = Scalar<Self>,
    >
{
    /// The parameters of the curve.
    type Parameters: CurveParameters<
            Curve: PrimeOrderCurve<Base: PrimeField<Bytes = [u8; 32]>>,
            ScalarModulus: Modulus<4, Bytes = [u8; 32]>,
        >;

    /// Whether a compact encoding of SEC 1 is that of the point with the even `y`, as in `k256`. If not, it is that of
    /// the point with the smaller `y`, as in `p256`.
    const COMPACT_IS_EVEN: bool;

    /// The product of a scalar and the generator, by the tables of `vorpal_secp256k1`. Constant time.
    fn generator_product(scalar: &Scalar<Self>) -> ProjectivePoint<Self>;
}

impl Model for Secp256k1 {
    type Parameters = vorpal_curves::secp256k1::Secp256k1;
    const COMPACT_IS_EVEN: bool = true;
    fn generator_product(scalar: &Scalar<Self>) -> ProjectivePoint<Self> {
        ProjectivePoint(GENERATOR * scalar.element())
    }
}

impl CurveArithmetic for Secp256k1 {
    type AffinePoint = AffinePoint<Self>;
    type ProjectivePoint = ProjectivePoint<Self>;
    type Scalar = Scalar<Self>;
}

impl PrimeCurveArithmetic for Secp256k1 {
    type CurveGroup = ProjectivePoint<Self>;
}

/// P-256 (NIST SP 800-186; secp256r1) as the parameter of generic types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct P256;

impl Curve for P256 {
    type FieldBytesSize = U32;
    type Uint = U256;
    const ORDER: Odd<U256> =
        U256::from_be_slice(&bytes(&P256Scalar::MODULUS)).to_odd().expect_copied("an odd order");
}

impl PrimeCurve for P256 {}

/// As in `p256`.
impl PointCompression for P256 {
    const COMPRESS_POINTS: bool = false;
}

/// As in `p256`.
impl PointCompaction for P256 {
    const COMPACT_POINTS: bool = false;
}

/// Signatures may have any `s`, as in `p256`.
impl EcdsaCurve for P256 {
    const NORMALIZE_S: bool = false;
}

impl DigestAlgorithm for P256 {
    type Digest = sha2::Sha256;
}

/// `secp256r1` (SEC 2, version 2, appendix A.2.1).
impl AssociatedOid for P256 {
    const OID: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7");
}

impl Model for P256 {
    type Parameters = vorpal_curves::p256::P256;
    const COMPACT_IS_EVEN: bool = false;
    fn generator_product(scalar: &Scalar<Self>) -> ProjectivePoint<Self> {
        ProjectivePoint(p256::GENERATOR * scalar.element())
    }
}

impl CurveArithmetic for P256 {
    type AffinePoint = AffinePoint<Self>;
    type ProjectivePoint = ProjectivePoint<Self>;
    type Scalar = Scalar<Self>;
}

impl PrimeCurveArithmetic for P256 {
    type CurveGroup = ProjectivePoint<Self>;
}
