//! Bases: points that are read once and used in many sums.

use std::ffi::c_char;
use std::path::Path;

use vorpal::curves::PointFormat;
use vorpal::curves::bls12_377::{Bls12_377G1, g2::Bls12_377G2};
use vorpal::curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal::curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal::curves::models::weierstrass::Affine;
use vorpal_bindings::sums::Points;

use super::curve::{Curve, by_curve, checked, known, stored_points, vorpal_curve, vorpal_trust};
use super::tables::Tables;
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status::{self, *};

/// Bases of one curve. Several threads may use them at the same time.
#[derive(Debug)]
pub struct vorpal_bases {
    pub(super) bases: AnyBases,
}

impl Handle for vorpal_bases {}

/// Bases of any curve.
#[derive(Debug)]
pub(crate) enum AnyBases {
    Bls12_377G1(BasesOf<Bls12_377G1>),
    Bls12_381G1(BasesOf<Bls12_381G1>),
    Bn254G1(BasesOf<Bn254G1>),
    Bls12_377G2(BasesOf<Bls12_377G2>),
    Bls12_381G2(BasesOf<Bls12_381G2>),
    Bn254G2(BasesOf<Bn254G2>),
}

/// Bases of a curve.
#[derive(Debug)]
pub(crate) enum BasesOf<C: Curve> {
    Points(Points<Vec<Affine<C>>>),
    Prepared(C::Tables),
}

/// Work on the bases of any curve.
macro_rules! with_bases {
    ($any:expr, |$name:ident| $work:expr) => {
        match $any {
            $crate::msm::bases::AnyBases::Bls12_377G1($name) => $work,
            $crate::msm::bases::AnyBases::Bls12_381G1($name) => $work,
            $crate::msm::bases::AnyBases::Bn254G1($name) => $work,
            $crate::msm::bases::AnyBases::Bls12_377G2($name) => $work,
            $crate::msm::bases::AnyBases::Bls12_381G2($name) => $work,
            $crate::msm::bases::AnyBases::Bn254G2($name) => $work,
        }
    };
}
pub(super) use with_bases;

impl<C: Curve> BasesOf<C> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Points(points) => points.slice().len(),
            Self::Prepared(bases) => bases.len(),
        }
    }

    fn decode(
        ctx: &vorpal_ctx,
        format: i32,
        bytes: &[u8],
        length: usize,
        trust: vorpal_trust,
    ) -> Result<Self, Failure> {
        let format = C::format(format)?;
        let coordinate = size_of::<C::Limbs>();
        if length != coordinate && length != 2 * coordinate {
            return Err(Failure::argument(format_args!(
                "point_len is {length}, not {coordinate} or {}",
                2 * coordinate
            )));
        }
        let encodings: Vec<&[u8]> = bytes.chunks_exact(length).collect();
        let wrong = |error| Failure::input(format_args!("points: {error}"));
        ctx.run(|| {
            let points = match trust {
                vorpal_trust::VORPAL_TRUST_NOTHING => {
                    let points = format.decode_all(&encodings).map_err(wrong)?;
                    // `decode_all` has checked the subgroup.
                    return known(points, vorpal_trust::VORPAL_TRUST_IN_SUBGROUP);
                }
                _ => format.decode_all_on_curve(&encodings).map_err(wrong)?,
            };
            known(points, trust)
        })?
        .map(Self::Points)
    }
}

/// Decodes `count` points of `point_len` bytes each. `curve` is a `vorpal_curve`, `format` a `vorpal_format`, `trust` a
/// `vorpal_trust`.
///
/// # Safety
/// `ctx` is null or a context; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bases_from_bytes(
    ctx: *const vorpal_ctx,
    curve: i32,
    format: i32,
    count: usize,
    points: *const u8,
    point_len: usize,
    trust: i32,
    out: *mut *mut vorpal_bases,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let curve = vorpal_curve::of(curve)?;
        let trust = vorpal_trust::of(trust)?;
        let length = count.checked_mul(point_len).ok_or_else(|| Failure::argument("count is too large"))?;
        let bytes = buffers.input(points, length, "points")?;
        let bases =
            by_curve!(curve, |C| C::any(BasesOf::<C>::decode(ctx, format, bytes, point_len, trust)?));
        give(out, vorpal_bases { bases });
    })
}

/// Copies `count` points in the stored form of gnark-crypto and arkworks: `x` and `y` in Montgomery form, limbs of 64
/// bits, least significant first, infinity as zeros. `curve` is a `vorpal_curve`, `trust` a `vorpal_trust`.
///
/// # Safety
/// `ctx` is null or a context; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bases_from_montgomery(
    ctx: *const vorpal_ctx,
    curve: i32,
    count: usize,
    points: *const u64,
    trust: i32,
    out: *mut *mut vorpal_bases,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let trust = vorpal_trust::of(trust)?;
        let bases = by_curve!(vorpal_curve::of(curve)?, |C| {
            let points = stored_points::<C>(&mut buffers, points, count, "points")?;
            let copied = ctx.run(|| checked(points, trust))??.slice().to_vec();
            // What was checked of the points holds for the copy.
            let trust = if trust == vorpal_trust::VORPAL_TRUST_ON_CURVE {
                trust
            } else {
                vorpal_trust::VORPAL_TRUST_IN_SUBGROUP
            };
            C::any(BasesOf::Points(known(copied, trust)?))
        });
        give(out, vorpal_bases { bases });
    })
}

/// Prepares bases of G1: tables of at most `memory` bytes, with which sums take less time. Bases of G2 are
/// `VORPAL_ERROR_NOT_POSSIBLE`.
///
/// # Safety
/// `ctx` is null or a context, `bases` null or bases, `out` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bases_prepare(
    ctx: *const vorpal_ctx,
    bases: *const vorpal_bases,
    memory: usize,
    out: *mut *mut vorpal_bases,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, bases: vorpal_bases], |buffers| {
        buffers.check_out(out)?;
        fn prepare<C: Curve>(ctx: &vorpal_ctx, bases: &BasesOf<C>, memory: usize) -> Result<AnyBases, Failure> {
            let BasesOf::Points(points) = bases else {
                return Err(Failure::new(VORPAL_ERROR_NOT_POSSIBLE, "the bases are prepared already"));
            };
            let prepared = ctx.run(|| C::Tables::prepare(points, memory))??;
            Ok(C::any(BasesOf::Prepared(prepared)))
        }
        let bases = with_bases!(&bases.bases, |bases| prepare(ctx, bases, memory))?;
        give(out, vorpal_bases { bases });
    })
}

/// Reads prepared bases from a file of `vorpal_bases_save`. The checksum and the range of coordinates are checked; who
/// can write the file can choose the sums. `curve` is a `vorpal_curve`.
///
/// # Safety
/// `ctx` is null or a context; `file` is null or a text that ends with a zero byte; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bases_open(
    ctx: *const vorpal_ctx,
    curve: i32,
    file: *const c_char,
    out: *mut *mut vorpal_bases,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let curve = vorpal_curve::of(curve)?;
        let file = buffers.path(file, "file")?;
        fn open<C: Curve>(ctx: &vorpal_ctx, file: &Path) -> Result<AnyBases, Failure> {
            Ok(C::any(BasesOf::Prepared(ctx.run(|| C::Tables::open(file))??)))
        }
        let bases = by_curve!(curve, |C| open::<C>(ctx, file)?);
        give(out, vorpal_bases { bases });
    })
}

/// Writes prepared bases to a new file; an existing file is an error. The file appears when it is complete: after an
/// error there is none.
///
/// # Safety
/// `bases` is null or bases; `file` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bases_save(bases: *const vorpal_bases, file: *const c_char) -> vorpal_status {
    call!([bases: vorpal_bases], |buffers| {
        let file = buffers.path(file, "file")?;
        fn save<C: Curve>(bases: &BasesOf<C>, file: &Path) -> Result<(), Failure> {
            match bases {
                BasesOf::Prepared(bases) => bases.save(file),
                BasesOf::Points(_) => {
                    Err(Failure::new(VORPAL_ERROR_NOT_POSSIBLE, "the bases are not prepared"))
                }
            }
        }
        with_bases!(&bases.bases, |bases| save(bases, file))?;
    })
}

/// Writes the number of bases.
///
/// # Safety
/// `bases` is null or bases; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bases_count(bases: *const vorpal_bases, out: *mut usize) -> vorpal_status {
    call!([bases: vorpal_bases], |buffers| {
        *buffers.place(out, "out")? = with_bases!(&bases.bases, |bases| bases.len());
    })
}

/// Frees bases; null is ignored.
///
/// # Safety
/// `bases` is null or bases that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bases_free(bases: *mut vorpal_bases) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(bases) };
        Ok(())
    });
}
