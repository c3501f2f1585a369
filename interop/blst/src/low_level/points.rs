//! Points of both groups, signing, hashing.

use vorpal_curves::PointFormat;
use vorpal_curves::models::weierstrass::{Affine, Jacobian};

use super::{bytes, put};
use crate::affine::AffinePoint;
use crate::fields::{blst_fp, blst_fp2, byte};
use crate::group::{Coordinate, is_inside_vartime};
use crate::hashing::Hash;
use crate::jacobian::JacobianPoint;
use crate::scalar::lowest_bits;
use crate::secret_key::{times, times_generator};
use crate::{BLST_ERROR, blst_p1, blst_p1_affine, blst_p2, blst_p2_affine, blst_scalar};

fn is_on_curve<F: Coordinate>(point: &AffinePoint<F>) -> bool {
    let point = point.point();
    let (x, y) = point.raw_coordinates();
    Affine::<F::Curve>::new_or_identity(*x, *y).is_ok()
}

/// The product with the lowest bits of an integer, which takes variable time.
fn product_vartime<F: Coordinate>(point: &JacobianPoint<F>, scalar: &[u8], bits: usize) -> JacobianPoint<F> {
    JacobianPoint::of(&point.point().mul_limbs_vartime(&lowest_bits(scalar, bits)))
}

/// The functions of a group.
macro_rules! group {
    (
        $coordinate:ty, $jacobian:ty, $affine:ty, $compressed:literal, $uncompressed:literal,
        $add:ident, $add_or_double:ident, $add_affine:ident, $add_or_double_affine:ident, $double:ident,
        $mult:ident, $unchecked_mult:ident, $cneg:ident, $to_affine:ident, $from_affine:ident, $from_jacobian:ident,
        $on_curve:ident, $in_group:ident, $is_equal:ident, $is_inf:ident, $generator:ident, $sizeof:ident,
        $affine_on_curve:ident, $affine_in_group:ident, $affine_is_equal:ident, $affine_is_inf:ident,
        $affine_generator:ident, $affine_sizeof:ident,
        $serialize:ident, $compress:ident, $affine_serialize:ident, $affine_compress:ident,
        $uncompress:ident, $deserialize:ident, $hash_to:ident, $encode_to:ident,
        $sk_to_pk:ident, $sk_to_pk2:ident, $sign:ident, $sign2:ident
    ) => {
        /// `a + b`, for all points.
        pub unsafe fn $add(out: *mut $jacobian, a: *const $jacobian, b: *const $jacobian) {
            // SAFETY: see the module.
            unsafe { out.write((*a).plus(&*b)) }
        }

        /// `a + b`, for all points.
        pub unsafe fn $add_or_double(out: *mut $jacobian, a: *const $jacobian, b: *const $jacobian) {
            // SAFETY: see the module.
            unsafe { out.write((*a).plus(&*b)) }
        }

        /// `a + b`, for all points.
        pub unsafe fn $add_affine(out: *mut $jacobian, a: *const $jacobian, b: *const $affine) {
            // SAFETY: see the module.
            unsafe { out.write((*a).plus_affine(&*b)) }
        }

        /// `a + b`, for all points.
        pub unsafe fn $add_or_double_affine(out: *mut $jacobian, a: *const $jacobian, b: *const $affine) {
            // SAFETY: see the module.
            unsafe { out.write((*a).plus_affine(&*b)) }
        }

        /// `2 a`.
        pub unsafe fn $double(out: *mut $jacobian, a: *const $jacobian) {
            // SAFETY: see the module.
            unsafe { out.write(JacobianPoint::of(&(*a).point().double())) }
        }

        /// The product of the point with the lowest `nbits` bits of an integer, least significant byte first. Time
        /// depends on both.
        pub unsafe fn $mult(out: *mut $jacobian, p: *const $jacobian, scalar: *const byte, nbits: usize) {
            // SAFETY: see the module.
            unsafe { out.write(product_vartime(&*p, bytes(scalar, nbits.div_ceil(8)), nbits)) }
        }

        /// The product of the point with the lowest `nbits` bits of an integer, least significant byte first. Time
        /// depends on both.
        pub unsafe fn $unchecked_mult(
            out: *mut $jacobian,
            p: *const $jacobian,
            scalar: *const byte,
            nbits: usize,
        ) {
            // SAFETY: see the module.
            unsafe { out.write(product_vartime(&*p, bytes(scalar, nbits.div_ceil(8)), nbits)) }
        }

        /// `-p` if `cbit`.
        pub unsafe fn $cneg(p: *mut $jacobian, cbit: bool) {
            if cbit {
                // SAFETY: see the module.
                unsafe { p.write(JacobianPoint::of(&(*p).point().neg())) }
            }
        }

        /// The same point.
        pub unsafe fn $to_affine(out: *mut $affine, in_: *const $jacobian) {
            // SAFETY: see the module.
            unsafe { out.write((*in_).to_affine()) }
        }

        /// The same point.
        pub unsafe fn $from_affine(out: *mut $jacobian, in_: *const $affine) {
            // SAFETY: see the module.
            unsafe { out.write(JacobianPoint::of_affine(&*in_)) }
        }

        /// The same point, with the denominator one.
        pub unsafe fn $from_jacobian(out: *mut $jacobian, in_: *const $jacobian) {
            // SAFETY: see the module.
            unsafe { out.write(JacobianPoint::of_affine(&(*in_).to_affine())) }
        }

        /// Whether the point is on the curve, as infinity is.
        pub unsafe fn $on_curve(p: *const $jacobian) -> bool {
            // SAFETY: see the module.
            unsafe { (*p).is_infinity() || is_on_curve(&(*p).to_affine()) }
        }

        /// Whether the point is in the subgroup, as infinity is.
        pub unsafe fn $in_group(p: *const $jacobian) -> bool {
            // SAFETY: see the module.
            unsafe { is_inside_vartime::<$coordinate>(&(*p).to_affine().point()) }
        }

        /// Whether the points are equal.
        pub unsafe fn $is_equal(a: *const $jacobian, b: *const $jacobian) -> bool {
            // SAFETY: see the module.
            unsafe { *a == *b }
        }

        /// Whether the point is infinity.
        pub unsafe fn $is_inf(a: *const $jacobian) -> bool {
            // SAFETY: see the module.
            unsafe { (*a).is_infinity() }
        }

        /// The generator.
        pub unsafe fn $generator() -> *const $jacobian {
            static GENERATOR: $jacobian = generator::$generator();
            &raw const GENERATOR
        }

        /// The size of a point in bytes.
        pub unsafe fn $sizeof() -> usize {
            size_of::<$jacobian>()
        }

        /// Whether the point is on the curve, as infinity is.
        pub unsafe fn $affine_on_curve(p: *const $affine) -> bool {
            // SAFETY: see the module.
            unsafe { is_on_curve(&*p) }
        }

        /// Whether the point is in the subgroup, as infinity is.
        pub unsafe fn $affine_in_group(p: *const $affine) -> bool {
            // SAFETY: see the module.
            unsafe { is_inside_vartime::<$coordinate>(&(*p).point()) }
        }

        /// Whether the points are equal.
        pub unsafe fn $affine_is_equal(a: *const $affine, b: *const $affine) -> bool {
            // SAFETY: see the module.
            unsafe { *a == *b }
        }

        /// Whether the point is infinity.
        pub unsafe fn $affine_is_inf(a: *const $affine) -> bool {
            // SAFETY: see the module.
            unsafe { (*a).is_infinity() }
        }

        /// The generator.
        pub unsafe fn $affine_generator() -> *const $affine {
            static GENERATOR: $affine = {
                let point = generator::$generator();
                AffinePoint { x: point.x, y: point.y }
            };
            &raw const GENERATOR
        }

        /// The size of a point in bytes.
        pub unsafe fn $affine_sizeof() -> usize {
            size_of::<$affine>()
        }

        /// The uncompressed encoding.
        pub unsafe fn $serialize(out: *mut byte, in_: *const $jacobian) {
            // SAFETY: see the module.
            unsafe { put(out, &(*in_).to_affine().serialize()) }
        }

        /// The compressed encoding.
        pub unsafe fn $compress(out: *mut byte, in_: *const $jacobian) {
            // SAFETY: see the module.
            unsafe { put(out, &(*in_).to_affine().compress()) }
        }

        /// The uncompressed encoding.
        pub unsafe fn $affine_serialize(out: *mut byte, in_: *const $affine) {
            // SAFETY: see the module.
            unsafe { put(out, &(*in_).serialize()) }
        }

        /// The compressed encoding.
        pub unsafe fn $affine_compress(out: *mut byte, in_: *const $affine) {
            // SAFETY: see the module.
            unsafe { put(out, &(*in_).compress()) }
        }

        /// The point of a compressed encoding, on the curve. Writes nothing with another error than
        /// `BLST_POINT_NOT_IN_GROUP`.
        pub unsafe fn $uncompress(out: *mut $affine, in_: *const byte) -> BLST_ERROR {
            // SAFETY: see the module.
            unsafe { write_decoded(out, bytes(in_, $compressed), AffinePoint::uncompress) }
        }

        /// The point of an encoding, on the curve: compressed, if its first bit is set. Writes as
        /// the function for compressed encodings.
        pub unsafe fn $deserialize(out: *mut $affine, in_: *const byte) -> BLST_ERROR {
            // SAFETY: see the module. There is a first byte in every case.
            unsafe {
                let length = if *in_ & 0x80 == 0 { $uncompressed } else { $compressed };
                write_decoded(out, bytes(in_, length), AffinePoint::deserialize)
            }
        }

        /// The point to which `aug` and `msg` are hashed: uniformly distributed. Time depends on them.
        #[allow(non_snake_case, reason = "the names of the replaced crate")]
        pub unsafe fn $hash_to(
            out: *mut $jacobian,
            msg: *const byte,
            msg_len: usize,
            DST: *const byte,
            DST_len: usize,
            aug: *const byte,
            aug_len: usize,
        ) {
            // SAFETY: see the module.
            unsafe {
                let hash = Hash::<$coordinate>::new(bytes(DST, DST_len));
                let point = hash.point_vartime(true, bytes(msg, msg_len), bytes(aug, aug_len));
                out.write(JacobianPoint::of(&Jacobian::from_affine(&point)));
            }
        }

        /// The point to which `aug` and `msg` are encoded: not uniformly distributed. Time depends on them.
        #[allow(non_snake_case, reason = "the names of the replaced crate")]
        pub unsafe fn $encode_to(
            out: *mut $jacobian,
            msg: *const byte,
            msg_len: usize,
            DST: *const byte,
            DST_len: usize,
            aug: *const byte,
            aug_len: usize,
        ) {
            // SAFETY: see the module.
            unsafe {
                let hash = Hash::<$coordinate>::new(bytes(DST, DST_len));
                let point = hash.point_vartime(false, bytes(msg, msg_len), bytes(aug, aug_len));
                out.write(JacobianPoint::of(&Jacobian::from_affine(&point)));
            }
        }

        /// The public key of a secret one, in constant time.
        #[allow(non_snake_case, reason = "the names of the replaced crate")]
        pub unsafe fn $sk_to_pk(out_pk: *mut $jacobian, SK: *const blst_scalar) {
            // SAFETY: see the module.
            unsafe { out_pk.write(JacobianPoint::of_affine(&times_generator(&*SK))) }
        }

        /// The public key of a secret one, in constant time, and its uncompressed encoding. Null pointers are left out.
        #[allow(non_snake_case, reason = "the names of the replaced crate")]
        pub unsafe fn $sk_to_pk2(out: *mut byte, out_pk: *mut $affine, SK: *const blst_scalar) {
            // SAFETY: see the module.
            unsafe { write_both(out, out_pk, &times_generator::<$coordinate>(&*SK)) }
        }

        /// The signature of a hashed message, in constant time.
        #[allow(non_snake_case, reason = "the names of the replaced crate")]
        pub unsafe fn $sign(out_sig: *mut $jacobian, hash: *const $jacobian, SK: *const blst_scalar) {
            // SAFETY: see the module.
            unsafe {
                let hash = (*hash).point().to_affine_vartime();
                out_sig.write(JacobianPoint::of_affine(&times::<$coordinate>(&hash, &*SK)));
            }
        }

        /// The signature of a hashed message, in constant time, and its encoding. Null pointers are left out.
        #[allow(non_snake_case, reason = "the names of the replaced crate")]
        pub unsafe fn $sign2(
            out: *mut byte,
            out_sig: *mut $affine,
            hash: *const $jacobian,
            SK: *const blst_scalar,
        ) {
            // SAFETY: see the module.
            unsafe {
                let hash = (*hash).point().to_affine_vartime();
                write_both(out, out_sig, &times::<$coordinate>(&hash, &*SK));
            }
        }
    };
}

/// Writes the point of an encoding; also one that decoding refuses because of its group.
unsafe fn write_decoded<F: Coordinate>(
    out: *mut AffinePoint<F>,
    encoding: &[u8],
    decode: impl Fn(&[u8]) -> Result<AffinePoint<F>, BLST_ERROR>,
) -> BLST_ERROR {
    let decoded = decode(encoding);
    let refused = || F::FORMAT.decode_on_curve(encoding).ok().map(|point| AffinePoint::of(&point));
    let point = match decoded {
        Ok(point) => Some(point),
        Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP) => refused(),
        Err(_) => None,
    };
    if let Some(point) = point {
        // SAFETY: see the module.
        unsafe { out.write(point) }
    }
    BLST_ERROR::of(decoded.map(|_| ()))
}

/// Writes a point and its encoding, which has the flags of both encodings, as the replaced crate's: infinity, and the
/// larger `y`.
unsafe fn write_both<F: Coordinate>(out: *mut byte, out_point: *mut AffinePoint<F>, point: &AffinePoint<F>) {
    if !out_point.is_null() {
        // SAFETY: see the module.
        unsafe { out_point.write(*point) }
    }
    if !out.is_null() {
        let compressed = point.compress();
        let flags = compressed.as_ref()[0] & 0x60;
        let encoding = point.serialize();
        // SAFETY: see the module.
        unsafe {
            put(out, encoding.as_ref());
            *out |= flags;
        }
    }
}

/// The generators as constants.
mod generator {
    use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
    use vorpal_curves::models::weierstrass::WeierstrassCurve;
    use vorpal_fields::primes::Bls12_381Base as Base;

    use crate::fields::{Quadratic, blst_fp, blst_fp2};
    use crate::{blst_p1, blst_p2};

    pub(super) const fn blst_p1_generator() -> blst_p1 {
        let (x, y) = Bls12_381G1::GENERATOR;
        blst_p1 { x: blst_fp::of(&x), y: blst_fp::of(&y), z: blst_fp::of(&Base::ONE) }
    }

    pub(super) const fn blst_p2_generator() -> blst_p2 {
        let (x, y) = Bls12_381G2::GENERATOR;
        blst_p2 { x: blst_fp2::of(&x), y: blst_fp2::of(&y), z: blst_fp2::of(&Quadratic::ONE) }
    }
}

/// The generator of G1.
pub static BLS12_381_G1: blst_p1_affine = {
    let point = generator::blst_p1_generator();
    AffinePoint { x: point.x, y: point.y }
};

/// The generator of G2.
pub static BLS12_381_G2: blst_p2_affine = {
    let point = generator::blst_p2_generator();
    AffinePoint { x: point.x, y: point.y }
};

group!(
    blst_fp,
    blst_p1,
    blst_p1_affine,
    48,
    96,
    blst_p1_add,
    blst_p1_add_or_double,
    blst_p1_add_affine,
    blst_p1_add_or_double_affine,
    blst_p1_double,
    blst_p1_mult,
    blst_p1_unchecked_mult,
    blst_p1_cneg,
    blst_p1_to_affine,
    blst_p1_from_affine,
    blst_p1_from_jacobian,
    blst_p1_on_curve,
    blst_p1_in_g1,
    blst_p1_is_equal,
    blst_p1_is_inf,
    blst_p1_generator,
    blst_p1_sizeof,
    blst_p1_affine_on_curve,
    blst_p1_affine_in_g1,
    blst_p1_affine_is_equal,
    blst_p1_affine_is_inf,
    blst_p1_affine_generator,
    blst_p1_affine_sizeof,
    blst_p1_serialize,
    blst_p1_compress,
    blst_p1_affine_serialize,
    blst_p1_affine_compress,
    blst_p1_uncompress,
    blst_p1_deserialize,
    blst_hash_to_g1,
    blst_encode_to_g1,
    blst_sk_to_pk_in_g1,
    blst_sk_to_pk2_in_g1,
    blst_sign_pk_in_g2,
    blst_sign_pk2_in_g2
);

group!(
    blst_fp2,
    blst_p2,
    blst_p2_affine,
    96,
    192,
    blst_p2_add,
    blst_p2_add_or_double,
    blst_p2_add_affine,
    blst_p2_add_or_double_affine,
    blst_p2_double,
    blst_p2_mult,
    blst_p2_unchecked_mult,
    blst_p2_cneg,
    blst_p2_to_affine,
    blst_p2_from_affine,
    blst_p2_from_jacobian,
    blst_p2_on_curve,
    blst_p2_in_g2,
    blst_p2_is_equal,
    blst_p2_is_inf,
    blst_p2_generator,
    blst_p2_sizeof,
    blst_p2_affine_on_curve,
    blst_p2_affine_in_g2,
    blst_p2_affine_is_equal,
    blst_p2_affine_is_inf,
    blst_p2_affine_generator,
    blst_p2_affine_sizeof,
    blst_p2_serialize,
    blst_p2_compress,
    blst_p2_affine_serialize,
    blst_p2_affine_compress,
    blst_p2_uncompress,
    blst_p2_deserialize,
    blst_hash_to_g2,
    blst_encode_to_g2,
    blst_sk_to_pk_in_g2,
    blst_sk_to_pk2_in_g2,
    blst_sign_pk_in_g1,
    blst_sign_pk2_in_g1
);
