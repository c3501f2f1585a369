//! Prepared points of G2: the lines of their Miller loops.

use vorpal::curves::models::weierstrass::Affine;
use vorpal::pairing::bls12_377::Bls12_377;
use vorpal::pairing::bls12_381::Bls12_381;
use vorpal::pairing::bn254::Bn254;
use vorpal::pairing::{Engine, PreparedG2};

use super::engine::by_engine;
use super::points::{decoded, stored};
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, free, give};
use crate::msm::curve::{Curve, vorpal_trust};
use crate::status::vorpal_status;

/// Prepared points of G2, of one curve. Several threads may use them at the same time.
#[derive(Debug)]
pub struct vorpal_g2_lines {
    pub(super) lines: AnyLines,
}

impl Handle for vorpal_g2_lines {}

/// Lines of any curve.
#[derive(Debug)]
pub(super) enum AnyLines {
    Bls12_377(Vec<PreparedG2<Bls12_377, 6>>),
    Bls12_381(Vec<PreparedG2<Bls12_381, 6>>),
    Bn254(Vec<PreparedG2<Bn254, 4>>),
}

/// Work with lines: `with_lines!(any, |lines, E, N| work)`.
macro_rules! with_lines {
    ($any:expr, |$lines:ident, $engine:ident, $limbs:ident| $work:expr) => {
        match $any {
            $crate::pairing::lines::AnyLines::Bls12_377($lines) => {
                type $engine = vorpal::pairing::bls12_377::Bls12_377;
                const $limbs: usize = 6;
                $work
            }
            $crate::pairing::lines::AnyLines::Bls12_381($lines) => {
                type $engine = vorpal::pairing::bls12_381::Bls12_381;
                const $limbs: usize = 6;
                $work
            }
            $crate::pairing::lines::AnyLines::Bn254($lines) => {
                type $engine = vorpal::pairing::bn254::Bn254;
                const $limbs: usize = 4;
                $work
            }
        }
    };
}
pub(super) use with_lines;

/// The engines of this interface.
trait Known<const N: usize>: Engine<N, G1: Curve, G2: Curve> {
    fn any(lines: Vec<PreparedG2<Self, N>>) -> AnyLines;
}

impl Known<6> for Bls12_377 {
    fn any(lines: Vec<PreparedG2<Self, 6>>) -> AnyLines {
        AnyLines::Bls12_377(lines)
    }
}

impl Known<6> for Bls12_381 {
    fn any(lines: Vec<PreparedG2<Self, 6>>) -> AnyLines {
        AnyLines::Bls12_381(lines)
    }
}

impl Known<4> for Bn254 {
    fn any(lines: Vec<PreparedG2<Self, 4>>) -> AnyLines {
        AnyLines::Bn254(lines)
    }
}

/// The lines of points of the curve. The loop finds those outside G2.
fn prepared<E: Known<N>, const N: usize>(points: &[Affine<E::G2>]) -> Result<AnyLines, Failure> {
    let lines = points.iter().enumerate().map(|(i, point)| {
        let outside =
            |_| Failure::input(format_args!("points: number {i} is not in the subgroup of prime order"));
        PreparedG2::<E, N>::new(point).map_err(outside)
    });
    Ok(E::any(lines.collect::<Result<_, _>>()?))
}

/// Prepares `count` points of G2 of `point_len` bytes each: pairings with them take less time. `curve` is a
/// `vorpal_pairing_curve`, `format` a `vorpal_format`. The points are checked. Runs on the calling thread. Variable
/// time.
///
/// # Safety
/// `points` is null or to memory of the stated length; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_g2_lines_from_bytes(
    curve: i32,
    format: i32,
    count: usize,
    points: *const u8,
    point_len: usize,
    out: *mut *mut vorpal_g2_lines,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        let lines = by_engine!(curve, |E, N| {
            let names = ("points", "point_len");
            prepared::<E, N>(&decoded(&mut buffers, format, count, points, point_len, names)?)?
        });
        give(out, vorpal_g2_lines { lines });
    })
}

/// As `vorpal_g2_lines_from_bytes`, with points in the stored form: see `vorpal_pairing_product_of_points`.
///
/// # Safety
/// `points` is null or to memory of the stated length; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_g2_lines_from_montgomery(
    curve: i32,
    count: usize,
    points: *const u64,
    out: *mut *mut vorpal_g2_lines,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        let lines = by_engine!(curve, |E, N| {
            let trust = vorpal_trust::VORPAL_TRUST_NOTHING;
            prepared::<E, N>(stored(&mut buffers, count, points, trust, "points")?)?
        });
        give(out, vorpal_g2_lines { lines });
    })
}

/// Writes the number of prepared points.
///
/// # Safety
/// `lines` is null or prepared points; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_g2_lines_count(
    lines: *const vorpal_g2_lines,
    out: *mut usize,
) -> vorpal_status {
    call!([lines: vorpal_g2_lines], |buffers| {
        *buffers.place(out, "out")? = match &lines.lines {
            AnyLines::Bls12_377(lines) => lines.len(),
            AnyLines::Bls12_381(lines) => lines.len(),
            AnyLines::Bn254(lines) => lines.len(),
        };
    })
}

/// Frees prepared points; null is ignored.
///
/// # Safety
/// `lines` is null or prepared points that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_g2_lines_free(lines: *mut vorpal_g2_lines) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(lines) };
        Ok(())
    });
}
