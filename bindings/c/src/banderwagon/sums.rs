//! Sums of multiples of elements in Montgomery form: of any elements, and of the generators of a committer.

use vorpal::curves::Group;
use vorpal::curves::bandersnatch::Banderwagon;
use vorpal::ipa::{Basis, Committer, Scalar};
use vorpal::msm::{FewBases, group_msm_vartime};

use super::committer::{profile, vorpal_committer};
use super::representatives::{Parities, other_point};
use super::stored::{Limbs, finite, scalars, store};
use super::{offsets, sparse};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::handle::give;
use crate::status::vorpal_status;

/// Creates a committer for 256 generators and `Q`, the point that proofs multiply by inner products. `generators` has
/// 12 limbs for each, and `q` 12: see `vorpal_banderwagon_decode_batch_vartime`. `profile` is a `vorpal_profile`. The
/// threads of the context share the work, which grows with the tables.
///
/// Proofs are sound only if nobody knows a linear relation between the generators and `Q`. A point that is not in the
/// group is `VORPAL_ERROR_INPUT`, and the message has its index.
///
/// # Safety
/// `ctx` is null or a context; `out` is null or writable; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_committer_from_points(
    ctx: *const vorpal_ctx,
    profile: i32,
    generators: *const u64,
    q: *const u64,
    out: *mut *mut vorpal_committer,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let profile = self::profile(profile)?;
        let outside = |name: &str, i| Failure::input(format_args!("{name}: number {i} is not in the group"));
        let generators = finite(&mut buffers, generators, 256, "generators")?;
        let q = finite(&mut buffers, q, 1, "q")?;
        Parities::split(&q).map_err(|i| outside("q", i))?;
        let (inside, parities) = Parities::split(&generators).map_err(|i| outside("generators", i))?;
        let basis = Basis::from_points(&Banderwagon::normalise_batch(&inside), &q[0].to_affine())?;
        let committer = ctx.run(|| Committer::with_profile(&basis, profile))?;
        give(out, vorpal_committer { committer, parities: Some(parities) });
    })
}

/// The most terms of which a batch is computed on the calling thread.
const FEW_TERMS: usize = 16;

/// Commitments to `count` sparse vectors, added to elements. Vector `i` has the terms from `offsets[i]` to
/// `offsets[i + 1]`, exclusive: there are `count + 1` ascending offsets, and for each term an index of a byte and a
/// scalar of four limbs in Montgomery form.
///
/// `old` is null, or has 12 limbs for each vector: see `vorpal_banderwagon_decode_batch_vartime`. `out` receives 12
/// limbs for each, of which `Z` is any number but zero. With a committer of `vorpal_committer_from_points` the sum is
/// that of the points of the curve with the integers below the order, as go-ipa computes it; with another one it may be
/// the other point that represents the element. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `committer` null or a committer; each other pointer is null or to memory of the stated
/// length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_banderwagon_commit_batch_vartime(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    count: usize,
    offsets: *const usize,
    indices: *const u8,
    scalars: *const u64,
    old: *const u64,
    out: *mut u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer], |buffers| {
        let offsets = self::offsets(&mut buffers, count, offsets)?;
        let number = offsets.last().copied().unwrap_or(0);
        let indices = buffers.input(indices, number, "indices")?;
        let scalars = self::scalars(&mut buffers, scalars, number, "scalars")?;
        let old = if old.is_null() { None } else { Some(finite(&mut buffers, old, count, "old")?) };
        let places = buffers.output::<Limbs>(out.cast(), count, "out")?;
        let vectors = sparse(offsets, indices, &scalars);
        let mut sums: Vec<Banderwagon> = if number <= FEW_TERMS {
            let sum = |vector: &Vec<_>| committer.committer.commit_sparse(vector.iter().copied());
            vectors.iter().map(sum).collect()
        } else {
            ctx.run(|| committer.committer.commit_batch(&vectors))?
        };
        for (i, (sum, vector)) in sums.iter_mut().zip(&vectors).enumerate() {
            if committer.parities.as_ref().is_some_and(|parities| parities.of(vector) == 1) {
                *sum = other_point(sum);
            }
            if let Some(old) = &old {
                *sum = old[i].add_vartime(sum);
            }
            places[i] = store(sum);
        }
    })
}

/// The most elements for which tables of odd multiples take fewer additions than the bucket method.
const FEW_ELEMENTS: usize = 32;

/// The sum of `count` elements, each multiplied by a scalar of four limbs in Montgomery form. `points` has 12 limbs for
/// each: see `vorpal_banderwagon_decode_batch_vartime`. `out` receives 12 limbs, of which `Z` is any number but zero.
/// It may be either of the two points that represent the element. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_banderwagon_sum_vartime(
    ctx: *const vorpal_ctx,
    count: usize,
    points: *const u64,
    scalars: *const u64,
    out: *mut u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        let points = finite(&mut buffers, points, count, "points")?;
        let scalars = self::scalars(&mut buffers, scalars, count, "scalars")?;
        let place = buffers.place::<Limbs>(out.cast(), "out")?;
        *place = store(&sum(ctx, &points, &scalars)?);
    })
}

fn sum(ctx: &vorpal_ctx, points: &[Banderwagon], scalars: &[Scalar]) -> Result<Banderwagon, Failure> {
    let sum = if points.len() <= FEW_ELEMENTS {
        FewBases::new(points).msm_sparse_vartime(scalars.iter().copied().enumerate())
    } else {
        ctx.run(|| group_msm_vartime(&Banderwagon::normalise_batch(points), scalars))?
    };
    Ok(sum?)
}
