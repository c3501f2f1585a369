//! Sums.

use std::ffi::c_void;

use vorpal::curves::models::weierstrass::{Affine, Jacobian};
use vorpal::msm::{Algorithm, Error, Msm};
use vorpal_bindings::sums::Points;

use super::bases::{BasesOf, vorpal_bases, with_bases};
use super::curve::{
    Curve, by_curve, checked, encode, store, stored_points, vorpal_algorithm, vorpal_curve, vorpal_trust,
};
use super::progress::{self, Callback, vorpal_progress};
use super::scalars::Scalars;
use super::tables::Tables;
use crate::buffer::Buffers;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;

/// `sum of scalars[i] bases[i]` over the first `count` bases, as a point of `out_len` bytes in a `vorpal_format`.
///
/// `scalar_format` is a `vorpal_scalars`. `progress` may be null. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `bases` null or bases; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_msm_vartime(
    ctx: *const vorpal_ctx,
    bases: *const vorpal_bases,
    count: usize,
    scalars: *const c_void,
    scalar_format: i32,
    progress: vorpal_progress,
    user: *mut c_void,
    format: i32,
    out: *mut u8,
    out_len: usize,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, bases: vorpal_bases], |buffers| {
        let callback = Callback::new(progress, user);
        with_bases!(&bases.bases, |bases| {
            let format = format_of(bases, format)?;
            let scalars = read(bases, &mut buffers, scalar_format, scalars, count)?;
            let out = buffers.output(out, out_len, "out")?;
            encode(&format, &sum(ctx, bases, &scalars, None, callback)?, out)?;
        });
    })
}

/// As `vorpal_msm_vartime`, by an algorithm of the caller's choice, a `vorpal_algorithm`. An algorithm that is not
/// possible for these bases and their number is an error, and so is any choice but the planner for bases with tables.
///
/// # Safety
/// As for `vorpal_msm_vartime`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_msm_by_vartime(
    ctx: *const vorpal_ctx,
    bases: *const vorpal_bases,
    count: usize,
    scalars: *const c_void,
    scalar_format: i32,
    algorithm: i32,
    progress: vorpal_progress,
    user: *mut c_void,
    format: i32,
    out: *mut u8,
    out_len: usize,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, bases: vorpal_bases], |buffers| {
        let (algorithm, callback) = (vorpal_algorithm::of(algorithm)?, Callback::new(progress, user));
        with_bases!(&bases.bases, |bases| {
            let format = format_of(bases, format)?;
            let scalars = read(bases, &mut buffers, scalar_format, scalars, count)?;
            let out = buffers.output(out, out_len, "out")?;
            encode(&format, &sum(ctx, bases, &scalars, algorithm, callback)?, out)?;
        });
    })
}

/// As `vorpal_msm_vartime`; the sum is in the stored form: `x` and `y` in Montgomery form, limbs of 64 bits, least
/// significant first, infinity as zeros. That are 12 limbs for G1 of the BLS12 family, 8 for G1 of BN254, and twice as
/// many for G2.
///
/// # Safety
/// As for `vorpal_msm_vartime`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_msm_to_montgomery_vartime(
    ctx: *const vorpal_ctx,
    bases: *const vorpal_bases,
    count: usize,
    scalars: *const c_void,
    scalar_format: i32,
    progress: vorpal_progress,
    user: *mut c_void,
    out: *mut u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, bases: vorpal_bases], |buffers| {
        let callback = Callback::new(progress, user);
        with_bases!(&bases.bases, |bases| {
            let scalars = read(bases, &mut buffers, scalar_format, scalars, count)?;
            let out = stored_place(bases, &mut buffers, out)?;
            *out = store(&sum(ctx, bases, &scalars, None, callback)?);
        });
    })
}

/// The sum over points that stay in the caller's memory, in the stored form of gnark-crypto and arkworks; scalars and
/// the sum as for `vorpal_msm_to_montgomery_vartime`. Nothing is copied if the scalars are in Montgomery form. `curve`
/// is a `vorpal_curve`, `trust` a `vorpal_trust`.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_msm_of_points_vartime(
    ctx: *const vorpal_ctx,
    curve: i32,
    count: usize,
    points: *const u64,
    trust: i32,
    scalars: *const c_void,
    scalar_format: i32,
    progress: vorpal_progress,
    user: *mut c_void,
    out: *mut u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        let (curve, trust) = (vorpal_curve::of(curve)?, vorpal_trust::of(trust)?);
        let callback = Callback::new(progress, user);
        by_curve!(curve, |C| {
            let points = stored_points::<C>(&mut buffers, points, count, "points")?;
            let scalars = Scalars::read::<C>(&mut buffers, scalar_format, scalars, count)?;
            let out = buffers.place::<[<C as Curve>::Limbs; 2]>(out.cast(), "out")?;
            let points = ctx.run(|| checked(points, trust))??;
            *out = store(&sum_of_points::<C>(ctx, &points, &scalars, None, callback)?);
        });
    })
}

pub(super) fn format_of<C: Curve>(
    _: &BasesOf<C>,
    format: i32,
) -> Result<vorpal::curves::models::weierstrass::Format<C>, Failure> {
    C::format(format)
}

/// The place of a point in the stored form.
///
/// # Safety
/// The pointer is null or to so many limbs.
unsafe fn stored_place<'a, C: Curve>(
    _: &BasesOf<C>,
    buffers: &mut Buffers,
    out: *mut u64,
) -> Result<&'a mut [C::Limbs; 2], Failure> {
    // SAFETY: the caller's promise.
    unsafe { buffers.place(out.cast(), "out") }
}

/// The scalars for bases.
///
/// # Safety
/// There are `count` scalars of this format at the pointer.
pub(super) unsafe fn read<'a, C: Curve>(
    bases: &BasesOf<C>,
    buffers: &mut Buffers,
    format: i32,
    scalars: *const c_void,
    count: usize,
) -> Result<Scalars<'a, C::Scalar>, Failure> {
    if count > bases.len() {
        return Err(Failure::argument(format_args!("count is {count}; there are {} bases", bases.len())));
    }
    // SAFETY: the caller's promise.
    unsafe { Scalars::read::<C>(buffers, format, scalars, count) }
}

fn sum<C: Curve>(
    ctx: &vorpal_ctx,
    bases: &BasesOf<C>,
    scalars: &Scalars<'_, C::Scalar>,
    algorithm: Option<Algorithm>,
    callback: Option<Callback>,
) -> Result<Jacobian<C>, Failure> {
    match bases {
        BasesOf::Points(points) => {
            sum_of_points(ctx, &points.first(scalars.len()), scalars, algorithm, callback)
        }
        BasesOf::Prepared(_) if algorithm.is_some() => {
            Err(Error::NotPossible { what: "an algorithm", why: "the bases have tables" }.into())
        }
        BasesOf::Prepared(bases) => {
            progress::run(ctx, callback, |report| bases.sum(scalars.borrowed(), report))
        }
    }
}

fn sum_of_points<C: Curve>(
    ctx: &vorpal_ctx,
    points: &Points<&[Affine<C>]>,
    scalars: &Scalars<'_, C::Scalar>,
    algorithm: Option<Algorithm>,
    callback: Option<Callback>,
) -> Result<Jacobian<C>, Failure> {
    progress::run(ctx, callback, |report| {
        let msm = algorithm.map_or_else(Msm::new, |algorithm| Msm::new().algorithm(algorithm));
        let msm = report.map_or(msm, |report| msm.progress(report));
        C::sum_vartime(&msm, points, scalars.borrowed())
    })
}
