//! Hashing to curves: suites of RFC 9380 with SHA-256.

use rayon::prelude::*;
use sha2::Sha256;
use vorpal::curves::PointFormat;
use vorpal::curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal::curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal::curves::hashing::{HashableCurve, Hasher, Xmd};
use vorpal::curves::models::weierstrass::Affine;

use crate::bls::lists::messages;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::msm::curve::{Curve, vorpal_curve};
use crate::status::vorpal_status;

/// The messages that a thread hashes side by side.
const AT_ONCE: usize = 16;

/// Hashes `count` messages to points of a group: `hash_to_curve` of RFC 9380 with SHA-256. With `is_encoding` other
/// than 0, `encode_to_curve`: half of the work, and points that are not uniformly distributed.
///
/// `curve` is a `vorpal_curve`: G1 or G2 of BLS12-381 (the suites `BLS12381G1_XMD:SHA-256_SSWU_RO_` and
/// `BLS12381G2_XMD:SHA-256_SSWU_RO_`; for encodings those with `NU`) or of BN254 (`BN254G1_XMD:SHA-256_SVDW_RO_` and
/// its like). BLS12-377 has no suite: `VORPAL_ERROR_NOT_POSSIBLE`. `tag` has the `tag_len` bytes of the domain
/// separation tag, at least one.
///
/// Message `i` is the part of `messages` from byte `message_offsets[i]` to byte `message_offsets[i + 1]`: there are
/// `count + 1` ascending offsets. With null as `message_offsets`, each message has 32 bytes. `points` receives
/// `point_len` bytes for each, compressed or uncompressed in the `vorpal_format`. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_hash_to_curve_batch_vartime(
    ctx: *const vorpal_ctx,
    curve: i32,
    tag: *const u8,
    tag_len: usize,
    is_encoding: i32,
    count: usize,
    messages: *const u8,
    message_offsets: *const usize,
    format: i32,
    points: *mut u8,
    point_len: usize,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        let curve = vorpal_curve::of(curve)?;
        let tag = buffers.input(tag, tag_len, "tag")?;
        let messages = self::messages(&mut buffers, messages, message_offsets, count)?;
        let length = count.checked_mul(point_len);
        let length = length.ok_or_else(|| Failure::argument(format_args!("points: {count} are too many")))?;
        let points = buffers.output(points, length, "points")?;
        let is_encoding = is_encoding != 0;
        match curve {
            vorpal_curve::VORPAL_BLS12_381_G1 => {
                hash::<Bls12_381G1>(ctx, tag, is_encoding, &messages, format, points, point_len)
            }
            vorpal_curve::VORPAL_BLS12_381_G2 => {
                hash::<Bls12_381G2>(ctx, tag, is_encoding, &messages, format, points, point_len)
            }
            vorpal_curve::VORPAL_BN254_G1 => {
                hash::<Bn254G1>(ctx, tag, is_encoding, &messages, format, points, point_len)
            }
            vorpal_curve::VORPAL_BN254_G2 => {
                hash::<Bn254G2>(ctx, tag, is_encoding, &messages, format, points, point_len)
            }
            vorpal_curve::VORPAL_BLS12_377_G1 | vorpal_curve::VORPAL_BLS12_377_G2 => Err(Failure::new(
                vorpal_status::VORPAL_ERROR_NOT_POSSIBLE,
                "no suite hashes to BLS12-377",
            )),
        }?;
    })
}

fn hash<C: Curve + HashableCurve>(
    ctx: &vorpal_ctx,
    tag: &[u8],
    is_encoding: bool,
    messages: &[&[u8]],
    format: i32,
    points: &mut [u8],
    point_len: usize,
) -> Result<(), Failure> {
    let format = C::format(format)?;
    let (short, long) = (size_of::<C::Compressed>(), size_of::<C::Uncompressed>());
    if point_len != short && point_len != long {
        return Err(Failure::argument(format_args!("point_len is {point_len}, not {short} or {long}")));
    }
    let hasher = Hasher::<C, Xmd<Sha256>>::new(tag)
        .map_err(|error| Failure::argument(format_args!("tag: {error}")))?;
    let some = |messages: &[&[u8]]| -> Vec<Affine<C>> {
        if is_encoding {
            hasher.encode_to_curve_batch_vartime(messages)
        } else {
            hasher.hash_to_curve_batch_vartime(messages)
        }
    };
    ctx.run(|| {
        let parts = messages.par_chunks(AT_ONCE).zip(points.par_chunks_mut(AT_ONCE * point_len));
        parts.for_each(|(messages, places)| {
            for (point, place) in some(messages).iter().zip(places.chunks_exact_mut(point_len)) {
                if point_len == short {
                    place.copy_from_slice(format.encode_compressed(point).as_ref());
                } else {
                    place.copy_from_slice(format.encode_uncompressed(point).as_ref());
                }
            }
        });
    })
}
