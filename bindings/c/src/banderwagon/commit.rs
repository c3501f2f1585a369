//! Commitments.

use vorpal::curves::PointFormat;
use vorpal::curves::bandersnatch::encoding::BANDERWAGON;
use vorpal::ipa::Commitment;

use super::{check_length, commitments, place, scalars, terms, vorpal_committer, write};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;

/// `sum of values[i] G_i` over `count` values, at most 256: 32 bytes each, little-endian, below the order. `out`
/// receives `commitment_len` bytes: 32 (compressed) or 64. Variable time.
///
/// # Safety
/// `committer` is null or a committer; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_commit_vartime(
    committer: *const vorpal_committer,
    count: usize,
    values: *const u8,
    out: *mut u8,
    commitment_len: usize,
) -> vorpal_status {
    call!([committer: vorpal_committer], |buffers| {
        if count > 256 {
            return Err(Failure::argument(format_args!("count is {count}; at most 256 values are possible")));
        }
        let values = scalars(buffers.items::<32>(values, count, "values")?, "values")?;
        let out = place(&mut buffers, out, 1, commitment_len)?;
        let commitment = committer.committer.try_commit(&values)?.to_affine();
        if commitment_len == 32 {
            out.copy_from_slice(&BANDERWAGON.encode_compressed(&commitment));
        } else {
            out.copy_from_slice(&BANDERWAGON.encode_uncompressed(&commitment));
        }
    })
}

/// Commitments to `count` sparse vectors. Vector `i` has the terms from `offsets[i]` to `offsets[i + 1]`, exclusive:
/// there are `count + 1` ascending offsets, and for each term an index of a byte and a value of 32 bytes,
/// little-endian, below the order. `out` receives `commitment_len` bytes for each: 32 (compressed) or 64. Variable
/// time.
///
/// # Safety
/// `ctx` is null or a context, `committer` null or a committer; each other pointer is null or to memory of the stated
/// length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_commit_batch_vartime(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    count: usize,
    offsets: *const usize,
    indices: *const u8,
    values: *const u8,
    out: *mut u8,
    commitment_len: usize,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer], |buffers| {
        let terms = terms(&mut buffers, count, offsets, indices, (values, "values"))?;
        let out = place(&mut buffers, out, count, commitment_len)?;
        ctx.run(|| write(&committer.committer.commit_batch(&terms), commitment_len, out))?;
    })
}

/// As `vorpal_commit_batch_vartime`, added to `count` old commitments of `commitment_len` bytes each: the values are
/// the differences between new and old ones. With `trusted` other than 0, the old commitments are not checked to be in
/// the group. `old` and `out` must not overlap.
///
/// # Safety
/// As for `vorpal_commit_batch_vartime`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_commit_delta_batch_vartime(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    count: usize,
    old: *const u8,
    trusted: i32,
    offsets: *const usize,
    indices: *const u8,
    deltas: *const u8,
    out: *mut u8,
    commitment_len: usize,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer], |buffers| {
        let old = commitments(&mut buffers, old, count, commitment_len, trusted, "old")?;
        let terms = terms(&mut buffers, count, offsets, indices, (deltas, "deltas"))?;
        let out = place(&mut buffers, out, count, commitment_len)?;
        ctx.run(|| write(&committer.committer.commit_delta_batch(&old, &terms), commitment_len, out))?;
    })
}

/// The scalar that each of `count` commitments of `commitment_len` bytes maps to (`x / y`, which Verkle trees use as a
/// hash): 32 bytes each, little-endian. With `trusted` other than 0, the commitments are not checked to be in the
/// group. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_map_to_scalar_batch_vartime(
    ctx: *const vorpal_ctx,
    count: usize,
    points: *const u8,
    commitment_len: usize,
    trusted: i32,
    out: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        check_length(commitment_len)?;
        let points = commitments(&mut buffers, points, count, commitment_len, trusted, "points")?;
        let out = buffers.output_items::<32>(out, count, "out")?;
        let scalars = ctx.run(|| Commitment::map_to_scalar_field_batch_parallel(&points))?;
        for (place, scalar) in out.iter_mut().zip(scalars) {
            *place = scalar.to_le_bytes();
        }
    })
}
