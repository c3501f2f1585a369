//! Multiproofs: many openings of many commitments in one proof of 576 bytes.

use vorpal::ipa::{Claim, MultiProof, Query, Vector};

use super::{commitments, scalars, vorpal_committer};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;
use crate::verdict::refuse;

/// Proves values of committed vectors.
///
/// There are `count` vectors with 256 values of 32 bytes each, little-endian, and their commitments of 32 bytes.
/// Opening `i` of `openings` is of vector `vectors_opened[i]` at the point `points[i]`. `label` separates protocols:
/// `vt` for Verkle trees. `proof` receives 576 bytes. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `committer` null or a committer; each other pointer is null or to memory of the stated
/// length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_multiproof_create_vartime(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    label: *const u8,
    label_len: usize,
    count: usize,
    commitments: *const u8,
    values: *const u8,
    openings: usize,
    vectors_opened: *const u32,
    points: *const u8,
    proof: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer], |buffers| {
        let label = buffers.input(label, label_len, "label")?;
        let commitments = self::commitments(&mut buffers, commitments, count, 32, 0, "commitments")?;
        let number = count.checked_mul(256).ok_or_else(|| Failure::argument("count is too large"))?;
        let values = scalars(buffers.items::<32>(values, number, "values")?, "values")?;
        let opened = buffers.input(vectors_opened, openings, "vectors_opened")?;
        let points = buffers.input(points, openings, "points")?;
        let proof = buffers.place::<[u8; 576]>(proof.cast(), "proof")?;
        let vector = |(commitment, values)| Vector { commitment, values };
        let vectors: Vec<_> = commitments.into_iter().zip(values.chunks_exact(256)).map(vector).collect();
        let query = |(vector, point): (&u32, &u8)| Query { vector: *vector as usize, point: *point };
        let queries: Vec<_> = opened.iter().zip(points).map(query).collect();
        *proof = ctx.run(|| committer.committer.prove(label, &vectors, &queries))??.to_bytes();
    })
}

/// Verifies a multiproof: `*valid` becomes 1 or 0, and 0 if the call fails. Opening `i` of `openings` claims that
/// commitment `commitments_opened[i]` of the `count` ones has the value `values[i]` (32 bytes, little-endian) at the
/// point `points[i]`. Variable time.
///
/// # Safety
/// As for `vorpal_multiproof_create_vartime`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_multiproof_verify_vartime(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    label: *const u8,
    label_len: usize,
    count: usize,
    commitments: *const u8,
    openings: usize,
    commitments_opened: *const u32,
    points: *const u8,
    values: *const u8,
    proof: *const u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([ctx: vorpal_ctx, committer: vorpal_committer], |buffers| {
        let label = buffers.input(label, label_len, "label")?;
        let commitments = self::commitments(&mut buffers, commitments, count, 32, 0, "commitments")?;
        let opened = buffers.input(commitments_opened, openings, "commitments_opened")?;
        let points = buffers.input(points, openings, "points")?;
        let values = scalars(buffers.items::<32>(values, openings, "values")?, "values")?;
        let proof = MultiProof::from_bytes(buffers.array::<576>(proof, "proof")?)?;
        let valid = buffers.place(valid, "valid")?;
        let claims: Vec<Claim> = opened
            .iter()
            .zip(points)
            .zip(values)
            .map(|((commitment, point), value)| Claim { commitment: *commitment as usize, point: *point, value })
            .collect();
        *valid = i32::from(ctx.run(|| committer.committer.verify(label, &commitments, &claims, &proof))??);
    })
}
