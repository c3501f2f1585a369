//! Scalars and secret keys.

use sha2::{Digest, Sha256};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use zeroize::Zeroizing;

use super::{bytes, keys, put};
use crate::fields::byte;
use crate::{blst_scalar, hashing::Empty};

/// Writes a scalar.
///
/// # Safety
/// The pointer points to memory for one, whose contents are not dropped.
unsafe fn write(out: *mut blst_scalar, scalar: blst_scalar) {
    // SAFETY: the caller guarantees it. What was there may not be a scalar, so it is not dropped.
    unsafe { out.write(scalar) }
}

/// The scalar of eight words, least significant first.
pub unsafe fn blst_scalar_from_uint32(out: *mut blst_scalar, a: *const u32) {
    // SAFETY: see the module.
    let words: [u32; 8] = unsafe { a.cast::<[u32; 8]>().read() };
    let mut scalar = blst_scalar::default();
    scalar
        .b
        .chunks_exact_mut(4)
        .zip(words)
        .for_each(|(bytes, word)| bytes.copy_from_slice(&word.to_le_bytes()));
    // SAFETY: see the module.
    unsafe { write(out, scalar) }
}

/// The scalar of four words, least significant first.
pub unsafe fn blst_scalar_from_uint64(out: *mut blst_scalar, a: *const u64) {
    // SAFETY: see the module.
    let words: [u64; 4] = unsafe { a.cast::<[u64; 4]>().read() };
    let mut scalar = blst_scalar::default();
    scalar
        .b
        .chunks_exact_mut(8)
        .zip(words)
        .for_each(|(bytes, word)| bytes.copy_from_slice(&word.to_le_bytes()));
    // SAFETY: see the module.
    unsafe { write(out, scalar) }
}

/// The eight words of a scalar, least significant first.
pub unsafe fn blst_uint32_from_scalar(out: *mut u32, a: *const blst_scalar) {
    // SAFETY: see the module.
    let scalar = unsafe { &*a };
    let (words, _) = scalar.b.as_chunks::<4>();
    // SAFETY: see the module.
    unsafe { out.cast::<[u32; 8]>().write(core::array::from_fn(|i| u32::from_le_bytes(words[i]))) }
}

/// The four words of a scalar, least significant first.
pub unsafe fn blst_uint64_from_scalar(out: *mut u64, a: *const blst_scalar) {
    // SAFETY: see the module.
    unsafe { out.cast::<[u64; 4]>().write((*a).limbs()) }
}

/// The scalar of 32 bytes, most significant first.
pub unsafe fn blst_scalar_from_bendian(out: *mut blst_scalar, a: *const byte) {
    // SAFETY: see the module.
    let mut scalar = blst_scalar { b: unsafe { a.cast::<[byte; 32]>().read() } };
    scalar.b.reverse();
    // SAFETY: see the module.
    unsafe { write(out, scalar) }
}

/// The 32 bytes of a scalar, most significant first.
pub unsafe fn blst_bendian_from_scalar(out: *mut byte, a: *const blst_scalar) {
    // SAFETY: see the module.
    let mut bytes = Zeroizing::new(unsafe { (*a).b });
    bytes.reverse();
    // SAFETY: see the module.
    unsafe { put(out, &bytes[..]) }
}

/// The scalar of 32 bytes, least significant first.
pub unsafe fn blst_scalar_from_lendian(out: *mut blst_scalar, a: *const byte) {
    // SAFETY: see the module.
    unsafe { write(out, blst_scalar { b: a.cast::<[byte; 32]>().read() }) }
}

/// The 32 bytes of a scalar, least significant first.
pub unsafe fn blst_lendian_from_scalar(out: *mut byte, a: *const blst_scalar) {
    // SAFETY: see the module.
    let bytes = Zeroizing::new(unsafe { (*a).b });
    // SAFETY: see the module.
    unsafe { put(out, &bytes[..]) }
}

/// The residue modulo the group order of any number of bytes, least significant first. False if it is zero.
pub unsafe fn blst_scalar_from_le_bytes(out: *mut blst_scalar, in_: *const byte, len: usize) -> bool {
    // SAFETY: see the module.
    let integer = unsafe { bytes(in_, len) };
    // SAFETY: see the module.
    unsafe { write_key(out, &Zeroizing::new(Scalar::from_le_bytes_reduced(integer))) }
}

/// The residue modulo the group order of any number of bytes, most significant first. False if it is zero.
pub unsafe fn blst_scalar_from_be_bytes(out: *mut blst_scalar, in_: *const byte, len: usize) -> bool {
    // SAFETY: see the module.
    let integer = unsafe { bytes(in_, len) };
    // SAFETY: see the module.
    unsafe { write_key(out, &Zeroizing::new(Scalar::from_be_bytes_reduced(integer))) }
}

/// Whether a scalar is below the group order.
pub unsafe fn blst_scalar_fr_check(a: *const blst_scalar) -> bool {
    // SAFETY: see the module.
    let scalar = unsafe { &*a };
    scalar.is_secret_key() || *scalar == blst_scalar::default()
}

/// Whether a scalar is a secret key: not zero, and below the group order.
pub unsafe fn blst_sk_check(a: *const blst_scalar) -> bool {
    // SAFETY: see the module.
    unsafe { (*a).is_secret_key() }
}

/// Writes a scalar, and returns whether it is not zero.
unsafe fn write_key(out: *mut blst_scalar, scalar: &Scalar) -> bool {
    // SAFETY: as this function.
    unsafe { write(out, blst_scalar::of(scalar)) };
    !bool::from(scalar.is_zero())
}

/// `a + b` modulo the group order. False if it is zero.
pub unsafe fn blst_sk_add_n_check(
    out: *mut blst_scalar,
    a: *const blst_scalar,
    b: *const blst_scalar,
) -> bool {
    // SAFETY: see the module.
    unsafe { write_key(out, &keys::sum(&*a, &*b)) }
}

/// `a - b` modulo the group order. False if it is zero.
pub unsafe fn blst_sk_sub_n_check(
    out: *mut blst_scalar,
    a: *const blst_scalar,
    b: *const blst_scalar,
) -> bool {
    // SAFETY: see the module.
    unsafe { write_key(out, &keys::difference(&*a, &*b)) }
}

/// `a b` modulo the group order. False if it is zero.
pub unsafe fn blst_sk_mul_n_check(
    out: *mut blst_scalar,
    a: *const blst_scalar,
    b: *const blst_scalar,
) -> bool {
    // SAFETY: see the module.
    unsafe { write_key(out, &keys::product(&*a, &*b)) }
}

/// `1 / a` modulo the group order, zero for zero.
pub unsafe fn blst_sk_inverse(out: *mut blst_scalar, a: *const blst_scalar) {
    // SAFETY: see the module.
    unsafe { write(out, blst_scalar::of(&keys::inverse(&*a))) }
}

/// `KeyGen` of draft 4: zero for fewer than 32 bytes of material.
#[allow(non_snake_case, reason = "the names of the replaced crate")]
pub unsafe fn blst_keygen(
    out_SK: *mut blst_scalar,
    IKM: *const byte,
    IKM_len: usize,
    info: *const byte,
    info_len: usize,
) {
    // SAFETY: see the module.
    unsafe { write(out_SK, keys::of_draft_4(bytes(IKM, IKM_len), None, bytes(info, info_len))) }
}

/// `KeyGen` of draft 3: zero for fewer than 32 bytes of material.
#[allow(non_snake_case, reason = "the names of the replaced crate")]
pub unsafe fn blst_keygen_v3(
    out_SK: *mut blst_scalar,
    IKM: *const byte,
    IKM_len: usize,
    info: *const byte,
    info_len: usize,
) {
    // SAFETY: see the module.
    unsafe { write(out_SK, keys::of_draft_3(bytes(IKM, IKM_len), bytes(info, info_len))) }
}

/// `KeyGen` of draft 4 with another salt, which is hashed; a null pointer is the salt of the draft.
#[allow(non_snake_case, reason = "the names of the replaced crate")]
pub unsafe fn blst_keygen_v4_5(
    out_SK: *mut blst_scalar,
    IKM: *const byte,
    IKM_len: usize,
    salt: *const byte,
    salt_len: usize,
    info: *const byte,
    info_len: usize,
) {
    // SAFETY: see the module.
    unsafe {
        let salt = (!salt.is_null()).then(|| bytes(salt, salt_len));
        write(out_SK, keys::of_draft_4(bytes(IKM, IKM_len), salt, bytes(info, info_len)));
    }
}

/// `KeyGen` of draft 5: zero for a null pointer as salt.
#[allow(non_snake_case, reason = "the names of the replaced crate")]
pub unsafe fn blst_keygen_v5(
    out_SK: *mut blst_scalar,
    IKM: *const byte,
    IKM_len: usize,
    salt: *const byte,
    salt_len: usize,
    info: *const byte,
    info_len: usize,
) {
    // SAFETY: see the module.
    unsafe {
        let key = if salt.is_null() {
            blst_scalar::default()
        } else {
            keys::of_draft_5(bytes(IKM, IKM_len), bytes(salt, salt_len), bytes(info, info_len))
        };
        write(out_SK, key);
    }
}

/// `derive_master_SK` of EIP-2333: zero for fewer than 32 bytes.
#[allow(non_snake_case, reason = "the names of the replaced crate")]
pub unsafe fn blst_derive_master_eip2333(out_SK: *mut blst_scalar, IKM: *const byte, IKM_len: usize) {
    // SAFETY: see the module.
    unsafe { write(out_SK, keys::of_draft_4(bytes(IKM, IKM_len), None, &[])) }
}

/// `derive_child_SK` of EIP-2333.
#[allow(non_snake_case, reason = "the names of the replaced crate")]
pub unsafe fn blst_derive_child_eip2333(out_SK: *mut blst_scalar, SK: *const blst_scalar, child_index: u32) {
    // SAFETY: see the module.
    unsafe { write(out_SK, keys::child(&*SK, child_index)) }
}

/// `expand_message_xmd` with SHA-256 (RFC 9380). Writes nothing for more than 8160 bytes.
#[allow(non_snake_case, reason = "the names of the replaced crate")]
pub unsafe fn blst_expand_message_xmd(
    out: *mut byte,
    out_len: usize,
    msg: *const byte,
    msg_len: usize,
    DST: *const byte,
    DST_len: usize,
) {
    use vorpal_curves::hashing::{Xmd, expand_message};
    if out_len == 0 || out_len > 255 * 32 {
        return;
    }
    // SAFETY: see the module.
    let (message, tag) = unsafe { (bytes(msg, msg_len), bytes(DST, DST_len)) };
    let mut expansion = alloc::vec![0; out_len];
    let expanded = if tag.is_empty() {
        expand_message::<Empty>(message, tag, &mut expansion)
    } else {
        expand_message::<Xmd<Sha256>>(message, tag, &mut expansion)
    };
    if expanded.is_ok() {
        // SAFETY: see the module.
        unsafe { put(out, &expansion) }
    }
}

/// SHA-256.
pub unsafe fn blst_sha256(out: *mut byte, msg: *const byte, msg_len: usize) {
    // SAFETY: see the module.
    unsafe { put(out, &Sha256::digest(bytes(msg, msg_len))) }
}
