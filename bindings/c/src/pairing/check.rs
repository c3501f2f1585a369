//! The check that a product of pairings is one.

use vorpal::curves::models::weierstrass::Affine;
use vorpal::pairing::{
    Engine, Gt, Pair, PreparedG2, miller_loop_prepared_vartime, multi_pairing_vartime, product_is_one_vartime,
};

use super::engine::by_engine;
use super::lines::{vorpal_g2_lines, with_lines};
use super::points::{check_format, check_subgroup, decoded, outside, pairs, stored};
use crate::entry::call;
use crate::msm::curve::vorpal_trust;
use crate::status::vorpal_status;
use crate::verdict::refuse;

/// Whether the product of the pairings of `count` pairs of points is one: `*valid` becomes 1 or 0, 1 for no pairs, and
/// 0 if the call fails. All points are checked: on the curve, and in the subgroup. A point that is not is an error,
/// whose message has the index.
///
/// `curve` is a `vorpal_pairing_curve`, `format` a `vorpal_format`. `g1` has points of `g1_len` bytes, `g2` of
/// `g2_len`. Runs on the calling thread. Variable time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_pairing_is_one(
    curve: i32,
    format: i32,
    count: usize,
    g1: *const u8,
    g1_len: usize,
    g2: *const u8,
    g2_len: usize,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([], |buffers| {
        by_engine!(curve, |E, N| {
            check_format::<E, N>(format)?;
            let g1 = decoded(&mut buffers, format, count, g1, g1_len, ("g1", "g1_len"))?;
            let g2 = decoded(&mut buffers, format, count, g2, g2_len, ("g2", "g2_len"))?;
            let valid = buffers.place(valid, "valid")?;
            *valid = product_is_one_vartime::<E, N>(&pairs::<E, N>(&g1, &g2)).map_err(outside)?.into();
        });
    })
}

/// As `vorpal_pairing_is_one`, with points in the stored form: see `vorpal_pairing_product_of_points`. `trust` is a
/// `vorpal_trust`; with `VORPAL_TRUST_IN_SUBGROUP` a point outside the subgroup gives an unspecified verdict.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_pairing_is_one_of_points(
    curve: i32,
    count: usize,
    g1: *const u64,
    g2: *const u64,
    trust: i32,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([], |buffers| {
        by_engine!(curve, |E, N| {
            let trust = vorpal_trust::of(trust)?;
            let g1 = stored(&mut buffers, count, g1, trust, "g1")?;
            let g2 = stored(&mut buffers, count, g2, trust, "g2")?;
            let valid = buffers.place(valid, "valid")?;
            let pairs = pairs::<E, N>(g1, g2);
            let is_one = match trust {
                vorpal_trust::VORPAL_TRUST_IN_SUBGROUP => multi_pairing_vartime::<E, N>(&pairs) == Gt::ONE,
                _ => product_is_one_vartime::<E, N>(&pairs).map_err(outside)?,
            };
            *valid = is_one.into();
        });
    })
}

/// Whether the product of the pairings with prepared points, and of `count` further pairs, is one. `g1_of_lines` has a
/// point of G1 for each prepared point, in their order; `g1` and `g2` have the further pairs, and may be null without
/// any. Everything else is as for `vorpal_pairing_is_one`.
///
/// # Safety
/// `lines` is null or prepared points; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_pairing_prepared_is_one(
    lines: *const vorpal_g2_lines,
    format: i32,
    g1_of_lines: *const u8,
    count: usize,
    g1: *const u8,
    g1_len: usize,
    g2: *const u8,
    g2_len: usize,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([lines: vorpal_g2_lines], |buffers| {
        with_lines!(&lines.lines, |lines, E, N| {
            check_format::<E, N>(format)?;
            let names = ("g1_of_lines", "g1_len");
            let left = decoded(&mut buffers, format, lines.len(), g1_of_lines, g1_len, names)?;
            let g1 = decoded(&mut buffers, format, count, g1, g1_len, ("g1", "g1_len"))?;
            let g2 = decoded(&mut buffers, format, count, g2, g2_len, ("g2", "g2_len"))?;
            let valid = buffers.place(valid, "valid")?;
            check_subgroup(&left, "g1_of_lines")?;
            check_subgroup(&g1, "g1")?;
            check_subgroup(&g2, "g2")?;
            *valid = is_one::<E, N>(&pairs::<E, N>(&g1, &g2), &left, lines).into();
        });
    })
}

/// As `vorpal_pairing_prepared_is_one`, with points in the stored form, and `trust` as for
/// `vorpal_pairing_is_one_of_points`.
///
/// # Safety
/// `lines` is null or prepared points; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_pairing_prepared_is_one_of_points(
    lines: *const vorpal_g2_lines,
    g1_of_lines: *const u64,
    count: usize,
    g1: *const u64,
    g2: *const u64,
    trust: i32,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([lines: vorpal_g2_lines], |buffers| {
        let trust = vorpal_trust::of(trust)?;
        with_lines!(&lines.lines, |lines, E, N| {
            let left = stored(&mut buffers, lines.len(), g1_of_lines, trust, "g1_of_lines")?;
            let g1 = stored(&mut buffers, count, g1, trust, "g1")?;
            let g2 = stored(&mut buffers, count, g2, trust, "g2")?;
            let valid = buffers.place(valid, "valid")?;
            if trust != vorpal_trust::VORPAL_TRUST_IN_SUBGROUP {
                check_subgroup(left, "g1_of_lines")?;
                check_subgroup(g1, "g1")?;
                check_subgroup(g2, "g2")?;
            }
            *valid = is_one::<E, N>(&pairs::<E, N>(g1, g2), left, lines).into();
        });
    })
}

/// Whether the product of pairs, and of points of G1 with lines, is one. All points are in the subgroups.
fn is_one<E: Engine<N>, const N: usize>(
    pairs: &[Pair<E, N>],
    left: &[Affine<E::G1>],
    lines: &[PreparedG2<E, N>],
) -> bool {
    let prepared: Vec<_> = left.iter().copied().zip(lines).collect();
    let value = miller_loop_prepared_vartime::<E, N>(pairs, &prepared);
    Gt::<E, N>::of_miller_loop_vartime(&value) == Gt::ONE
}
