//! Partial sums: parts of a sum that several machines compute.

use std::ffi::c_void;

use vorpal::curves::bls12_377::Bls12_377G1;
use vorpal::curves::bls12_381::Bls12_381G1;
use vorpal::curves::bn254::Bn254G1;
use vorpal::curves::models::weierstrass::Affine;
use vorpal::fields::PrimeField;
use vorpal::msm::{JobId, Msm, PartialMsm, Problem};
use vorpal_bindings::sums::{DividedSums, Part, Points};

use super::bases::{AnyBases, BasesOf, vorpal_bases};
use super::curve::{Curve, encode, vorpal_curve};
use super::progress::{self, Callback, vorpal_progress};
use super::sum::read;
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status::{self, *};

/// The most bits of an integer of a partial sum.
const LONGEST: u32 = 256;

/// A part of a sum. There are parts of sums over bases of G1 without tables; others are `VORPAL_ERROR_NOT_POSSIBLE`.
#[derive(Debug)]
pub struct vorpal_partial {
    part: AnyPart,
}

impl Handle for vorpal_partial {}

#[derive(Clone, Debug)]
enum AnyPart {
    Bls12_377(PartialMsm<Bls12_377G1>),
    Bls12_381(PartialMsm<Bls12_381G1>),
    Bn254(PartialMsm<Bn254G1>),
}

/// `with_g1!(any, |bases| work)`: work on bases of G1. There are no parts of sums on G2.
macro_rules! with_g1 {
    ($any:expr, |$name:ident| $work:expr) => {
        match $any {
            AnyBases::Bls12_377G1($name) => $work,
            AnyBases::Bls12_381G1($name) => $work,
            AnyBases::Bn254G1($name) => $work,
            _ => return Err(no_parts()),
        }
    };
}

fn no_parts() -> Failure {
    Failure::new(VORPAL_ERROR_NOT_POSSIBLE, "partial sums on G2 are not possible")
}

macro_rules! with_part {
    ($any:expr, |$name:ident| $work:expr) => {
        match $any {
            AnyPart::Bls12_377($name) => $work,
            AnyPart::Bls12_381($name) => $work,
            AnyPart::Bn254($name) => $work,
        }
    };
}

/// The points of bases, or an error for prepared bases, of which there are no parts.
fn points<C: Curve>(bases: &BasesOf<C>) -> Result<&Points<Vec<Affine<C>>>, Failure> {
    match bases {
        BasesOf::Points(points) => Ok(points),
        BasesOf::Prepared(_) => {
            Err(Failure::new(VORPAL_ERROR_NOT_POSSIBLE, "partial sums of prepared bases are not possible"))
        }
    }
}

/// The identifier of the sum of the first `count` bases with these scalars: 32 bytes. All parts of a sum carry the same
/// identifier. Any other 32 bytes that name the sum will do as well.
///
/// # Safety
/// `ctx` is null or a context, `bases` null or bases; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_partial_job(
    ctx: *const vorpal_ctx,
    bases: *const vorpal_bases,
    count: usize,
    scalars: *const c_void,
    scalar_format: i32,
    out: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, bases: vorpal_bases], |buffers| {
        with_g1!(&bases.bases, |bases| {
            let scalars = read(bases, &mut buffers, scalar_format, scalars, count)?;
            let out = buffers.place::<[u8; 32]>(out.cast(), "out")?;
            let points = points(bases)?.first(count);
            *out = ctx.run(|| DividedSums::job(&points, scalars.borrowed()))??.to_bytes();
        });
    })
}

/// A part of the sum `job` of `terms` terms with integers of up to `bits` bits, at most 256: the bits from `first_bit`
/// to `end_bit`, exclusive, of the `count` terms from number `first_term` on. These terms are the first `count` bases
/// and scalars of the call. `progress` may be null.
///
/// # Safety
/// `ctx` is null or a context, `bases` null or bases; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_partial_vartime(
    ctx: *const vorpal_ctx,
    job: *const u8,
    terms: u64,
    bits: u32,
    first_term: u64,
    first_bit: u32,
    end_bit: u32,
    bases: *const vorpal_bases,
    count: usize,
    scalars: *const c_void,
    scalar_format: i32,
    progress: vorpal_progress,
    user: *mut c_void,
    out: *mut *mut vorpal_partial,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, bases: vorpal_bases], |buffers| {
        buffers.check_out(out)?;
        if bits > LONGEST {
            return Err(Failure::argument(format_args!("bits is {bits}; at most {LONGEST} are possible")));
        }
        let job = JobId::from_bytes(*buffers.array::<32>(job, "job")?);
        let problem = Problem { job, terms, bits };
        let callback = Callback::new(progress, user);
        macro_rules! part {
            ($bases:expr) => {{
                let scalars = read($bases, &mut buffers, scalar_format, scalars, count)?;
                let points = points($bases)?.first(count);
                let part = Part { problem, first_term, bits: first_bit..end_bit };
                progress::run(ctx, callback, |report| {
                    let msm = report.map_or_else(Msm::new, |report| Msm::new().progress(report));
                    DividedSums::part_vartime(msm, part, &points, scalars.borrowed())
                })?
            }};
        }
        let part = match &bases.bases {
            AnyBases::Bls12_377G1(bases) => AnyPart::Bls12_377(part!(bases)),
            AnyBases::Bls12_381G1(bases) => AnyPart::Bls12_381(part!(bases)),
            AnyBases::Bn254G1(bases) => AnyPart::Bn254(part!(bases)),
            _ => return Err(no_parts()),
        };
        give(out, vorpal_partial { part });
    })
}

/// The part that `vorpal_partial_to_bytes` wrote. `curve` is a `vorpal_curve` of G1.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_partial_from_bytes(
    curve: i32,
    bytes: *const u8,
    len: usize,
    out: *mut *mut vorpal_partial,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        let curve = vorpal_curve::of(curve)?;
        let bytes = buffers.input(bytes, len, "bytes")?;
        let wrong = |error: vorpal::msm::FormatError| Failure::input(format_args!("bytes: {error}"));
        let part = match curve {
            vorpal_curve::VORPAL_BLS12_377_G1 => {
                AnyPart::Bls12_377(PartialMsm::from_bytes(bytes).map_err(wrong)?)
            }
            vorpal_curve::VORPAL_BLS12_381_G1 => {
                AnyPart::Bls12_381(PartialMsm::from_bytes(bytes).map_err(wrong)?)
            }
            vorpal_curve::VORPAL_BN254_G1 => AnyPart::Bn254(PartialMsm::from_bytes(bytes).map_err(wrong)?),
            _ => return Err(no_parts()),
        };
        give(out, vorpal_partial { part });
    })
}

/// Writes the bytes of a part. `*len` is the size of the buffer before the call and the number of bytes after it; with
/// null as `buffer` only the number is written.
///
/// # Safety
/// `partial` is null or a part; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_partial_to_bytes(
    partial: *const vorpal_partial,
    buffer: *mut u8,
    len: *mut usize,
) -> vorpal_status {
    call!([partial: vorpal_partial], |buffers| {
        let bytes = with_part!(&partial.part, |part| part.to_bytes());
        buffers.write_sized(&bytes, buffer, len)?;
    })
}

/// The sum of two parts of the same sum, as a new part. Parts that overlap or belong to different sums are an error.
///
/// # Safety
/// `one` and `other` are null or parts; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_partial_merge(
    one: *const vorpal_partial,
    other: *const vorpal_partial,
    out: *mut *mut vorpal_partial,
) -> vorpal_status {
    call!([one: vorpal_partial, other: vorpal_partial], |buffers| {
        buffers.check_out(out)?;
        let part = match (one.part.clone(), other.part.clone()) {
            (AnyPart::Bls12_377(one), AnyPart::Bls12_377(other)) => AnyPart::Bls12_377(one.merge(other)?),
            (AnyPart::Bls12_381(one), AnyPart::Bls12_381(other)) => AnyPart::Bls12_381(one.merge(other)?),
            (AnyPart::Bn254(one), AnyPart::Bn254(other)) => AnyPart::Bn254(one.merge(other)?),
            _ => return Err(Failure::argument("the parts are of different curves")),
        };
        give(out, vorpal_partial { part });
    })
}

/// The whole sum, as a point of `out_len` bytes in a `vorpal_format`, once a part contains everything.
///
/// # Safety
/// `partial` is null or a part; `out` is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_partial_finish(
    partial: *const vorpal_partial,
    format: i32,
    out: *mut u8,
    out_len: usize,
) -> vorpal_status {
    call!([partial: vorpal_partial], |buffers| {
        let out = buffers.output(out, out_len, "out")?;
        fn finish<C: Curve<Base: PrimeField>>(
            part: &PartialMsm<C>,
            format: i32,
            out: &mut [u8],
        ) -> Result<(), Failure> {
            let format = C::format(format)?;
            encode(&format, &part.clone().finish()?, out)
        }
        with_part!(&partial.part, |part| finish(part, format, out))?;
    })
}

/// Frees a part; null is ignored.
///
/// # Safety
/// `partial` is null or a part that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_partial_free(partial: *mut vorpal_partial) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(partial) };
        Ok(())
    });
}
