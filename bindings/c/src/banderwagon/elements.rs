//! Batches of elements: encoding, decoding, affine coordinates, the map to scalars.

use rayon::prelude::*;
use vorpal::curves::bandersnatch::encoding::BANDERWAGON;
use vorpal::curves::bandersnatch::{AffineBanderwagon, Banderwagon};
use vorpal::curves::{Error, Group, PointFormat};

use super::stored::{ZERO, elements, store_affine};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::status::vorpal_item::*;
use crate::status::vorpal_status;
use crate::verdict::refuse_items;

/// The least number of elements for which other threads make a batch faster.
const LEAST: usize = 128;

/// The number of encodings that one thread decodes together.
const CHUNK: usize = 64;

/// Decodes `count` elements of Banderwagon, 32 bytes each, with square roots of many ratios side by side. With
/// `trusted` other than 0, they are not checked to be in the group.
///
/// `points` receives 12 limbs for each: the coordinates `X`, `Y` and `Z = 1` in Montgomery form, four limbs of 64 bits
/// each, least significant first, as gnark-crypto stores `PointProj`. Of the two points that represent an element it is
/// the one with the larger `y`; malformed encodings give zeros.
///
/// `items` receives a `vorpal_item` for each: `VORPAL_ITEM_OK`; `VORPAL_ITEM_KEY` if the number is not below the
/// modulus; `VORPAL_ITEM_NO_POINT` if the curve has no such point; `VORPAL_ITEM_INVALID` if the point is not in the
/// group. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_banderwagon_decode_batch_vartime(
    ctx: *const vorpal_ctx,
    count: usize,
    encodings: *const u8,
    trusted: i32,
    points: *mut u64,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, size_of::<super::stored::Limbs>()) };
    call!([ctx: vorpal_ctx], |buffers| {
        let encodings = buffers.items::<32>(encodings, count, "encodings")?;
        let points = buffers.output::<[[u64; 4]; 3]>(points.cast(), count, "points")?;
        let items = buffers.output(items, count, "items")?;
        let decode = |encodings: &[[u8; 32]]| match trusted {
            0 => BANDERWAGON.decode_batch(encodings),
            _ => BANDERWAGON.decode_batch_on_curve(encodings),
        };
        let decoded: Vec<Result<AffineBanderwagon, Error>> = if count <= CHUNK {
            decode(encodings)
        } else {
            ctx.run(|| encodings.par_chunks(CHUNK).flat_map_iter(decode).collect())?
        };
        for ((place, item), result) in points.iter_mut().zip(items).zip(decoded) {
            (*place, *item) = match result {
                Ok(point) => (store_affine(&point), VORPAL_ITEM_OK as u8),
                Err(Error::NotOnCurve) => (ZERO, VORPAL_ITEM_NO_POINT as u8),
                Err(Error::NotInSubgroup) => (ZERO, VORPAL_ITEM_INVALID as u8),
                Err(_) => (ZERO, VORPAL_ITEM_KEY as u8),
            };
        }
    })
}

/// The encodings of `count` elements, 32 bytes each, with one inversion for all of them. `points` has 12 limbs for
/// each: see `vorpal_banderwagon_decode_batch_vartime`; `Z` may be any number. `Z = 0`, which no element has, gives
/// zeros. A coordinate that is not below the modulus is an error of the whole call. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_banderwagon_encode_batch_vartime(
    ctx: *const vorpal_ctx,
    count: usize,
    points: *const u64,
    encodings: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        let points = elements(&mut buffers, points, count, "points")?;
        let encodings = buffers.output_items::<32>(encodings, count, "encodings")?;
        let affine = normalise(ctx, &points)?;
        for (place, point) in encodings.iter_mut().zip(&affine) {
            *place = point.encode();
        }
    })
}

/// Replaces the coordinates of `count` elements by those with `Z = 1`, with one inversion for all of them: the same
/// points of the curve. `Z = 0` gives zeros. `points` has 12 limbs for each: see
/// `vorpal_banderwagon_decode_batch_vartime`. A coordinate that is not below the modulus is an error of the whole call;
/// then nothing changes. Variable time.
///
/// # Safety
/// `ctx` is null or a context; `points` is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_banderwagon_normalise_batch_vartime(
    ctx: *const vorpal_ctx,
    count: usize,
    points: *mut u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        let old = elements(&mut Default::default(), points, count, "points")?;
        let points = buffers.output::<[[u64; 4]; 3]>(points.cast(), count, "points")?;
        let affine = normalise(ctx, &old)?;
        for ((place, old), point) in points.iter_mut().zip(&old).zip(&affine) {
            *place = if old.to_projective()[2].is_zero_vartime() { ZERO } else { store_affine(point) };
        }
    })
}

/// The scalar that each of `count` elements maps to (`x / y`, which Verkle trees use as a hash), with one inversion for
/// all of them. `points` has 12 limbs for each: see `vorpal_banderwagon_decode_batch_vartime`. `scalars` receives four
/// limbs for each, in Montgomery form. Coordinates with `Y = 0` or `Z = 0`, which no element has, map to zero. A
/// coordinate that is not below the modulus is an error of the whole call. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_banderwagon_to_scalar_batch_vartime(
    ctx: *const vorpal_ctx,
    count: usize,
    points: *const u64,
    scalars: *mut u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        let points = elements(&mut buffers, points, count, "points")?;
        let places = buffers.output::<[u64; 4]>(scalars.cast(), count, "scalars")?;
        let scalars = if count < LEAST {
            Banderwagon::map_to_scalar_field_batch(&points)
        } else {
            ctx.run(|| Banderwagon::map_to_scalar_field_batch_parallel(&points))?
        };
        for (place, scalar) in places.iter_mut().zip(scalars) {
            *place = scalar.to_montgomery();
        }
    })
}

fn normalise(
    ctx: &vorpal_ctx,
    points: &[Banderwagon],
) -> Result<Vec<AffineBanderwagon>, crate::error::Failure> {
    if points.len() < LEAST {
        return Ok(Banderwagon::normalise_batch(points));
    }
    ctx.run(|| Banderwagon::normalise_batch_parallel(points))
}
