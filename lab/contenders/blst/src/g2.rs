//! G2 of BLS12-381: operations, membership and multi-scalar multiplication.

use std::ptr;

use blst::*;
use contender::{Contender, Group};

use crate::fields::{base, canonical_scalar, encode_base, written};

/// The bit length of the group order.
const BITS: usize = 255;

/// An element of the quadratic extension: the coefficients of 1 and `u`.
pub(crate) fn quadratic(bytes: &[u8]) -> Option<blst_fp2> {
    let (c0, c1) = bytes.split_at_checked(48)?;
    Some(blst_fp2 { fp: [base(c0)?, base(c1)?] })
}

pub(crate) fn encode_quadratic(element: &blst_fp2) -> Vec<u8> {
    element.fp.iter().flat_map(encode_base).collect()
}

/// Decodes a point without any check. Infinity is (0, 0) in both encodings.
pub(crate) fn affine(bytes: &[u8]) -> Option<blst_p2_affine> {
    let (x, y) = bytes.split_at_checked(96)?;
    Some(blst_p2_affine { x: quadratic(x)?, y: quadratic(y)? })
}

fn on_curve(bytes: &[u8]) -> Option<blst_p2_affine> {
    // SAFETY: reads a whole point.
    affine(bytes).filter(|point| unsafe { blst_p2_affine_on_curve(point) })
}

fn is_member(point: &blst_p2_affine) -> bool {
    // SAFETY: reads a whole point of the curve.
    unsafe { blst_p2_affine_in_g2(point) }
}

fn are_members(points: &[blst_p2_affine]) -> bool {
    points.iter().all(is_member)
}

/// Decodes a point of G2.
pub(crate) fn member(bytes: &[u8]) -> Option<blst_p2_affine> {
    on_curve(bytes).filter(is_member)
}

fn point(bytes: &[u8]) -> Option<blst_p2> {
    let affine = member(bytes)?;
    // SAFETY: reads a whole point, writes a whole point.
    Some(unsafe { written(|out| blst_p2_from_affine(out, &affine)) })
}

pub(crate) fn encode(point: &blst_p2) -> Vec<u8> {
    // SAFETY: reads a whole point, writes a whole point.
    let affine: blst_p2_affine = unsafe { written(|out| blst_p2_to_affine(out, point)) };
    encode_affine(&affine)
}

pub(crate) fn encode_affine(point: &blst_p2_affine) -> Vec<u8> {
    [encode_quadratic(&point.x), encode_quadratic(&point.y)].concat()
}

fn negative(point: &blst_p2) -> blst_p2 {
    let mut point = *point;
    // SAFETY: reads and writes a whole point.
    unsafe { blst_p2_cneg(&mut point, true) };
    point
}

fn product(point: &blst_p2, scalar: &blst_scalar) -> blst_p2 {
    // SAFETY: reads a whole point and 255 bits of a scalar that has 256, writes a whole point.
    unsafe { written(|out| blst_p2_mult(out, point, scalar.b.as_ptr(), BITS)) }
}

/// Computes the sum like the crate's `MultiPoint::mult` on one core: on this thread, with scratch memory allocated for
/// the call.
fn sum_on_this_thread(points: &[blst_p2_affine], scalars: &[blst_scalar]) -> blst_p2 {
    // Each list ends with a null pointer: further points and scalars follow those of the last pointer in memory.
    let (all_points, all_scalars) = ([points.as_ptr(), ptr::null()], [scalars.as_ptr().cast(), ptr::null()]);
    // SAFETY: only computes a size.
    let bytes = unsafe { blst_p2s_mult_pippenger_scratch_sizeof(points.len()) };
    let mut scratch = Vec::<limb_t>::with_capacity(bytes.div_ceil(size_of::<limb_t>()));
    let (count, scratch) = (points.len(), scratch.as_mut_ptr());
    // SAFETY: reads the given numbers of whole points and scalars, uses the requested amount of scratch, which it
    // writes before it reads it, and writes a whole point.
    unsafe {
        written(|out| {
            blst_p2s_mult_pippenger(out, all_points.as_ptr(), count, all_scalars.as_ptr(), BITS, scratch);
        })
    }
}

fn sum(points: &[blst_p2_affine], scalars: &[blst_scalar], threads: usize) -> blst_p2 {
    if points.is_empty() {
        return blst_p2::default();
    }
    if threads == 1 {
        return sum_on_this_thread(points, scalars);
    }
    // SAFETY: a scalar is an array of bytes.
    let bytes = unsafe { std::slice::from_raw_parts(scalars.as_ptr().cast(), size_of_val(scalars)) };
    points.mult(bytes, BITS)
}

/// How membership of many points is checked.
const ONE_BY_ONE: &str = "blst_p2_affine_in_g2, one by one (exact)";

pub(crate) fn register(contender: &mut Contender) {
    let path = "t1: blst_p2s_mult_pippenger, scratch allocated each time; else MultiPoint::mult";
    Group::new(contender, "bls12_381_g2", point, encode, canonical_scalar)
        .operations(
            // SAFETY: reads two whole points, writes a whole point.
            |a, b| unsafe { written(|out| blst_p2_add_or_double(out, a, b)) },
            // SAFETY: reads a whole point, writes a whole point.
            |a| unsafe { written(|out| blst_p2_double(out, a)) },
            negative,
            product,
        )
        .membership(on_curve, is_member)
        .members("exact", ONE_BY_ONE, on_curve, are_members)
        .members("randomised", ONE_BY_ONE, on_curve, are_members)
        .msm(path, &[12], affine, sum);
}
