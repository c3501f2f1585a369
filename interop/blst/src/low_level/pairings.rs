//! Values of Miller loops, and verification of single signatures.

use vorpal_curves::models::weierstrass::Affine;

use super::{bytes, put};
use crate::fields::{Dodecic, blst_fp12, byte};
use crate::group::Point;
use crate::hashing::augmented;
use crate::products::{Pair, loops_vartime};
use crate::sets::{Checks, Claims};
use crate::variant::{MinPk, MinSig, Variant};
use crate::{BLST_ERROR, blst_p1_affine, blst_p2_affine};

/// The value of a Miller loop. A null pointer is a generator.
#[allow(non_snake_case, reason = "the names of the replaced crate")]
pub unsafe fn blst_miller_loop(ret: *mut blst_fp12, Q: *const blst_p2_affine, P: *const blst_p1_affine) {
    // SAFETY: see the module.
    unsafe {
        let q = Q.as_ref().map_or(Affine::GENERATOR, blst_p2_affine::point);
        let p = P.as_ref().map_or(Affine::GENERATOR, blst_p1_affine::point);
        ret.write(blst_fp12::of(&loops_vartime(&[(p, q)])));
    }
}

/// The product of the values of Miller loops. The lists are of pointers to points; after a null pointer, the points of
/// the last pointer follow in memory.
#[allow(non_snake_case, reason = "the names of the replaced crate")]
pub unsafe fn blst_miller_loop_n(
    ret: *mut blst_fp12,
    Qs: *const *const blst_p2_affine,
    Ps: *const *const blst_p1_affine,
    n: usize,
) {
    // SAFETY: see the module.
    unsafe {
        let (q, p) = (listed(Qs, n), listed(Ps, n));
        let pairs: alloc::vec::Vec<Pair> = p.iter().zip(q).map(|(p, q)| (p.point(), q.point())).collect();
        ret.write(blst_fp12::of(&loops_vartime(&pairs)));
    }
}

/// The values of a list of pointers, which ends with a null pointer if the values follow in memory.
///
/// # Safety
/// The list has a pointer to a value, and pointers until a null pointer or `number` of them; the last one points to all
/// other values.
unsafe fn listed<T: Copy>(mut list: *const *const T, number: usize) -> alloc::vec::Vec<T> {
    let mut values = alloc::vec::Vec::with_capacity(number);
    let mut last: *const T = core::ptr::null();
    let mut ended = false;
    for _ in 0..number {
        // SAFETY: the caller guarantees that the list goes on, or ended and has a value more in memory.
        unsafe {
            let next = if ended { core::ptr::null() } else { *list };
            if next.is_null() {
                (ended, last) = (true, last.add(1));
            } else {
                (list, last) = (list.add(1), next);
            }
            values.push(*last);
        }
    }
    values
}

/// The final exponentiation.
pub unsafe fn blst_final_exp(ret: *mut blst_fp12, f: *const blst_fp12) {
    // SAFETY: see the module.
    unsafe { ret.write((*f).final_exp()) }
}

/// Whether two products of Miller loops are equal after the final exponentiation.
pub unsafe fn blst_fp12_finalverify(gt1: *const blst_fp12, gt2: *const blst_fp12) -> bool {
    // SAFETY: see the module.
    unsafe { blst_fp12::finalverify(&*gt1, &*gt2) }
}

/// `a b`.
pub unsafe fn blst_fp12_mul(ret: *mut blst_fp12, a: *const blst_fp12, b: *const blst_fp12) {
    // SAFETY: see the module.
    unsafe { ret.write(*a * *b) }
}

/// `a^2`.
pub unsafe fn blst_fp12_sqr(ret: *mut blst_fp12, a: *const blst_fp12) {
    // SAFETY: see the module.
    unsafe { ret.write(blst_fp12::of(&(*a).element().square())) }
}

/// The conjugate `a^(p^6)`: the inverse in the target group.
pub unsafe fn blst_fp12_conjugate(a: *mut blst_fp12) {
    // SAFETY: see the module.
    unsafe { a.write(blst_fp12::of(&(*a).element().conjugate())) }
}

/// `1 / a`, zero for zero.
pub unsafe fn blst_fp12_inverse(ret: *mut blst_fp12, a: *const blst_fp12) {
    // SAFETY: see the module.
    unsafe { ret.write(blst_fp12::of(&(*a).element().invert_vartime().unwrap_or(Dodecic::ZERO))) }
}

/// Whether the values are equal.
pub unsafe fn blst_fp12_is_equal(a: *const blst_fp12, b: *const blst_fp12) -> bool {
    // SAFETY: see the module.
    unsafe { *a == *b }
}

/// Whether the value is one.
pub unsafe fn blst_fp12_is_one(a: *const blst_fp12) -> bool {
    // SAFETY: see the module.
    unsafe { *a == blst_fp12::default() }
}

/// Whether the value is in the target group.
pub unsafe fn blst_fp12_in_group(a: *const blst_fp12) -> bool {
    // SAFETY: see the module.
    unsafe { (*a).in_group() }
}

/// One.
pub unsafe fn blst_fp12_one() -> *const blst_fp12 {
    static ONE: blst_fp12 = blst_fp12::of(&Dodecic::ONE);
    &raw const ONE
}

/// The size of a value in bytes.
pub unsafe fn blst_fp12_sizeof() -> usize {
    size_of::<blst_fp12>()
}

/// The bytes of [`blst_fp12::to_bendian`].
pub unsafe fn blst_bendian_from_fp12(out: *mut byte, a: *const blst_fp12) {
    // SAFETY: see the module.
    unsafe { put(out, &(*a).to_bendian()) }
}

/// The value of the Miller loop of a signature with the generator of G2.
pub unsafe fn blst_aggregated_in_g1(out: *mut blst_fp12, signature: *const blst_p1_affine) {
    // SAFETY: see the module.
    unsafe { out.write(blst_fp12::with_generator_of_g2(&*signature)) }
}

/// The value of the Miller loop of a signature with the generator of G1.
pub unsafe fn blst_aggregated_in_g2(out: *mut blst_fp12, signature: *const blst_p2_affine) {
    // SAFETY: see the module.
    unsafe { out.write(blst_fp12::with_generator_of_g1(&*signature)) }
}

/// Verifies a signature, and checks that it and the key are in their subgroups.
#[allow(non_snake_case, clippy::too_many_arguments, reason = "the signature of the replaced crate")]
pub unsafe fn blst_core_verify_pk_in_g1(
    pk: *const blst_p1_affine,
    signature: *const blst_p2_affine,
    hash_or_encode: bool,
    msg: *const byte,
    msg_len: usize,
    DST: *const byte,
    DST_len: usize,
    aug: *const byte,
    aug_len: usize,
) -> BLST_ERROR {
    // SAFETY: see the module.
    let (key, signature) = unsafe { ((*pk).point(), (*signature).point()) };
    // SAFETY: see the module.
    let [message, tag, augmentation] =
        unsafe { [bytes(msg, msg_len), bytes(DST, DST_len), bytes(aug, aug_len)] };
    verify::<MinPk>(key, signature, hash_or_encode, message, tag, augmentation)
}

/// Verifies a signature, and checks that it and the key are in their subgroups.
#[allow(non_snake_case, clippy::too_many_arguments, reason = "the signature of the replaced crate")]
pub unsafe fn blst_core_verify_pk_in_g2(
    pk: *const blst_p2_affine,
    signature: *const blst_p1_affine,
    hash_or_encode: bool,
    msg: *const byte,
    msg_len: usize,
    DST: *const byte,
    DST_len: usize,
    aug: *const byte,
    aug_len: usize,
) -> BLST_ERROR {
    // SAFETY: see the module.
    let (key, signature) = unsafe { ((*pk).point(), (*signature).point()) };
    // SAFETY: see the module.
    let [message, tag, augmentation] =
        unsafe { [bytes(msg, msg_len), bytes(DST, DST_len), bytes(aug, aug_len)] };
    verify::<MinSig>(key, signature, hash_or_encode, message, tag, augmentation)
}

fn verify<V: Variant>(
    key: Point<V::Key>,
    signature: Point<V::Signature>,
    random_oracle: bool,
    message: &[u8],
    tag: &[u8],
    augmentation: &[u8],
) -> BLST_ERROR {
    let message = augmented(augmentation, message);
    let claims = Claims::<V> {
        keys: alloc::vec![key],
        messages: &[&message],
        signatures: alloc::vec![signature],
        weights: None,
        random_oracle,
    };
    BLST_ERROR::of(claims.verify_vartime(tag, Checks { keys: true, signatures: true }))
}
