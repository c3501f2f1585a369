//! The pairing on BLS12-381.

use std::ptr;

use blst::*;
use contender::{Contender, Pairing};

use crate::fields::written;
use crate::g2::{self, encode_quadratic, quadratic};
use crate::sums;

/// The points of G2 and of G1, without pairs that contain infinity: the Miller loop does not handle it.
type Pairs = (Vec<blst_p2_affine>, Vec<blst_p1_affine>);

fn gather(pairs: Vec<(blst_p1_affine, blst_p2_affine)>) -> Pairs {
    // SAFETY: both calls read a whole point.
    let is_infinite = |p: &_, q: &_| unsafe { blst_p1_affine_is_inf(p) || blst_p2_affine_is_inf(q) };
    pairs.into_iter().filter(|(p, q)| !is_infinite(p, q)).map(|(p, q)| (q, p)).unzip()
}

fn product((right, left): &Pairs) -> blst_fp12 {
    if left.is_empty() {
        return blst_fp12::default();
    }
    // The crate's `miller_loop_n` uses a pool of threads. A list ends with a null pointer: further points follow those
    // of the last pointer in memory.
    let (all_right, all_left) = ([right.as_ptr(), ptr::null()], [left.as_ptr(), ptr::null()]);
    // SAFETY: reads as many whole points of each list as there are, writes a whole element.
    let value: blst_fp12 =
        unsafe { written(|out| blst_miller_loop_n(out, all_right.as_ptr(), all_left.as_ptr(), left.len())) };
    value.final_exp()
}

/// The coefficients of `1, w, ..., w^5`.
fn encode(value: &blst_fp12) -> Vec<u8> {
    (0..6).flat_map(|i| encode_quadratic(&value.fp6[i % 2].fp2[i / 2])).collect()
}

fn value(bytes: &[u8]) -> Option<blst_fp12> {
    if bytes.len() != 6 * 96 {
        return None;
    }
    let mut value = blst_fp12::default();
    for (i, bytes) in bytes.chunks(96).enumerate() {
        value.fp6[i % 2].fp2[i / 2] = quadratic(bytes)?;
    }
    Some(value)
}

/// The library has no function for powers of values: bits from the highest on, with its cyclotomic squares.
fn power(value: &blst_fp12, scalar: &blst_scalar) -> blst_fp12 {
    let mut power = blst_fp12::default();
    for bit in (0..8 * scalar.b.len()).rev() {
        // SAFETY: reads a whole element, writes a whole element.
        power = unsafe { written(|out| blst_fp12_cyclotomic_sqr(out, &power)) };
        if scalar.b[bit / 8] >> (bit % 8) & 1 == 1 {
            power *= *value;
        }
    }
    power
}

pub(crate) fn register(contender: &mut Contender) {
    Pairing::new(contender, "bls12_381", sums::member, g2::member, encode)
        .product("blst_miller_loop_n, blst_final_exp", gather, product)
        .power(crate::fields::canonical_scalar, |p, q| product(&gather(vec![(p, q)])), power)
        .membership(value, blst_fp12::in_group);
}
