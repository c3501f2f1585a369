//! G1 of BLS12-381: operations and multi-scalar multiplication.

use std::ptr;

use blst::*;
use contender::{Contender, Group};

use crate::fields::{base, canonical_scalar, encode_base, written};

/// The bit length of the group order.
const BITS: usize = 255;

/// Decodes a point without checking the subgroup. Infinity is (0, 0) in both encodings.
fn affine(bytes: &[u8]) -> Option<blst_p1_affine> {
    let (x, y) = bytes.split_at_checked(48)?;
    Some(blst_p1_affine { x: base(x)?, y: base(y)? })
}

fn on_curve(bytes: &[u8]) -> Option<blst_p1_affine> {
    // SAFETY: reads a whole point.
    affine(bytes).filter(|point| unsafe { blst_p1_affine_on_curve(point) })
}

fn is_member(point: &blst_p1_affine) -> bool {
    // SAFETY: reads a whole point of the curve.
    unsafe { blst_p1_affine_in_g1(point) }
}

fn are_members(points: &[blst_p1_affine]) -> bool {
    points.iter().all(is_member)
}

/// Decodes a point of G1.
pub(crate) fn member(bytes: &[u8]) -> Option<blst_p1_affine> {
    on_curve(bytes).filter(is_member)
}

fn point(bytes: &[u8]) -> Option<blst_p1> {
    let affine = member(bytes)?;
    // SAFETY: reads a whole point, writes a whole point.
    Some(unsafe { written(|out| blst_p1_from_affine(out, &affine)) })
}

fn small(scalar: &[u8]) -> Option<[u8; 8]> {
    contender::number(scalar).map(u64::to_le_bytes)
}

pub(crate) fn encode(point: &blst_p1) -> Vec<u8> {
    // SAFETY: reads a whole point, writes a whole point.
    let affine: blst_p1_affine = unsafe { written(|out| blst_p1_to_affine(out, point)) };
    [encode_base(&affine.x), encode_base(&affine.y)].concat()
}

fn negative(point: &blst_p1) -> blst_p1 {
    let mut point = *point;
    // SAFETY: reads and writes a whole point.
    unsafe { blst_p1_cneg(&mut point, true) };
    point
}

fn product(point: &blst_p1, scalar: &blst_scalar) -> blst_p1 {
    // SAFETY: reads a whole point and 255 bits of a scalar that has 256, writes a whole point.
    unsafe { written(|out| blst_p1_mult(out, point, scalar.b.as_ptr(), BITS)) }
}

/// Scalars of sums: rows of little-endian bytes with `BITS` significant bits.
trait Scalars {
    const BITS: usize;
}

impl Scalars for blst_scalar {
    const BITS: usize = BITS;
}

impl Scalars for [u8; 8] {
    const BITS: usize = 64;
}

/// Computes the sum like the crate's `MultiPoint::mult` on one core: on this thread, with scratch memory allocated for
/// the call.
fn sum_on_this_thread<S: Scalars>(points: &[blst_p1_affine], scalars: &[S]) -> blst_p1 {
    // Each list ends with a null pointer: further points and scalars follow those of the last pointer in memory.
    let (all_points, all_scalars) = ([points.as_ptr(), ptr::null()], [scalars.as_ptr().cast(), ptr::null()]);
    // SAFETY: only computes a size.
    let bytes = unsafe { blst_p1s_mult_pippenger_scratch_sizeof(points.len()) };
    let mut scratch = Vec::<limb_t>::with_capacity(bytes.div_ceil(size_of::<limb_t>()));
    let (count, scratch) = (points.len(), scratch.as_mut_ptr());
    // SAFETY: reads the given numbers of whole points and scalars, uses the requested amount of scratch, which it
    // writes before it reads it, and writes a whole point.
    unsafe {
        written(|out| {
            blst_p1s_mult_pippenger(out, all_points.as_ptr(), count, all_scalars.as_ptr(), S::BITS, scratch);
        })
    }
}

fn sum<S: Scalars>(points: &[blst_p1_affine], scalars: &[S], threads: usize) -> blst_p1 {
    if points.is_empty() {
        return blst_p1::default();
    }
    if threads == 1 {
        return sum_on_this_thread(points, scalars);
    }
    // SAFETY: a scalar is an array of bytes.
    let bytes = unsafe { std::slice::from_raw_parts(scalars.as_ptr().cast(), size_of_val(scalars)) };
    points.mult(bytes, S::BITS)
}

/// How membership of many points is checked.
const ONE_BY_ONE: &str = "blst_p1_affine_in_g1, one by one (exact)";

pub(crate) fn register(contender: &mut Contender) {
    let path = "t1: blst_p1s_mult_pippenger, scratch allocated each time; else MultiPoint::mult";
    Group::new(contender, "bls12_381_g1", point, encode, canonical_scalar)
        .operations(
            // SAFETY: reads two whole points, writes a whole point.
            |a, b| unsafe { written(|out| blst_p1_add_or_double(out, a, b)) },
            // SAFETY: reads a whole point, writes a whole point.
            |a| unsafe { written(|out| blst_p1_double(out, a)) },
            negative,
            product,
        )
        .latencies(
            ("blst_p1_double", |a: &mut blst_p1| {
                let a: *mut _ = a;
                // SAFETY: reads and writes a whole point; input and output may alias.
                unsafe { blst_p1_double(a, a) }
            }),
            ("blst_p1_add_or_double", |a: &mut blst_p1, b: &blst_p1| {
                let a: *mut _ = a;
                // SAFETY: reads two whole points, writes a whole point; input and output may alias.
                unsafe { blst_p1_add_or_double(a, a, b) }
            }),
            affine,
            ("blst_p1_add_or_double_affine", |a: &mut blst_p1, b: &blst_p1_affine| {
                let a: *mut _ = a;
                // SAFETY: reads two whole points, writes a whole point; input and output may alias.
                unsafe { blst_p1_add_or_double_affine(a, a, b) }
            }),
        )
        .membership(on_curve, is_member)
        .members("exact", ONE_BY_ONE, on_curve, are_members)
        .members("randomised", ONE_BY_ONE, on_curve, are_members)
        .msm(path, &[10, 12, 14, 16, 18], affine, sum)
        .msm_u64(&format!("{path}, 64 bits"), affine, small, sum);
}
