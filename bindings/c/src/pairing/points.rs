//! Points of pairings as callers have them.

use vorpal::curves::PointFormat;
use vorpal::curves::models::weierstrass::{Affine, Subgroup};
use vorpal::pairing::{Engine, Error, Pair};

use crate::buffer::Buffers;
use crate::error::Failure;
use crate::msm::curve::{Curve, is_canonical, is_on_curve, stored_points, vorpal_trust};

/// The points of the curve that bytes encode, in a format and of a length. Nothing is known of the subgroup.
///
/// # Safety
/// There are `count` points of `point_len` bytes at the pointer, which nobody writes to during the lifetime.
pub(super) unsafe fn decoded<C: Curve>(
    buffers: &mut Buffers,
    format: i32,
    count: usize,
    pointer: *const u8,
    point_len: usize,
    names: (&'static str, &'static str),
) -> Result<Vec<Affine<C>>, Failure> {
    let (name, name_of_len) = names;
    let format = C::format(format)?;
    let coordinate = size_of::<C::Limbs>();
    if point_len != coordinate && point_len != 2 * coordinate {
        let expected = format_args!("not {coordinate} or {}", 2 * coordinate);
        return Err(Failure::argument(format_args!("{name_of_len} is {point_len}, {expected}")));
    }
    let length = count.checked_mul(point_len);
    let length =
        length.ok_or_else(|| Failure::argument(format_args!("{name}: {count} points are too many")))?;
    // SAFETY: the caller's promise.
    let bytes = unsafe { buffers.input(pointer, length, name) }?;
    let encodings: Vec<&[u8]> = bytes.chunks_exact(point_len).collect();
    format.decode_all_on_curve(&encodings).map_err(|error| Failure::input(format_args!("{name}: {error}")))
}

/// Checks that both groups have a format, before the bytes.
pub(super) fn check_format<E: Engine<N, G1: Curve, G2: Curve>, const N: usize>(
    format: i32,
) -> Result<(), Failure> {
    E::G1::format(format)?;
    E::G2::format(format).map(drop)
}

/// Points in the stored form, with coordinates below the modulus; on the curve unless the caller knows it.
///
/// # Safety
/// There are `count` points at the pointer, which nobody writes to during the lifetime.
pub(super) unsafe fn stored<'a, C: Curve>(
    buffers: &mut Buffers,
    count: usize,
    pointer: *const u64,
    trust: vorpal_trust,
    name: &'static str,
) -> Result<&'a [Affine<C>], Failure> {
    // SAFETY: the caller's promise.
    let points = unsafe { stored_points::<C>(buffers, pointer, count, name) }?;
    for (i, point) in points.iter().enumerate() {
        if !is_canonical(point) {
            let message = format_args!("{name}: a coordinate of number {i} is not below the modulus");
            return Err(Failure::input(message));
        }
        if trust == vorpal_trust::VORPAL_TRUST_NOTHING && !is_on_curve(point) {
            return Err(Failure::input(format_args!("{name}: number {i} is not on the curve")));
        }
    }
    Ok(points)
}

/// Refuses points outside the subgroup.
pub(super) fn check_subgroup<C: Curve>(points: &[Affine<C>], name: &str) -> Result<(), Failure> {
    Subgroup::new(points).map(drop).map_err(|error| Failure::input(format_args!("{name}: {error}")))
}

/// The pairs of two lists of one length.
pub(super) fn pairs<E: Engine<N>, const N: usize>(
    g1: &[Affine<E::G1>],
    g2: &[Affine<E::G2>],
) -> Vec<Pair<E, N>> {
    g1.iter().copied().zip(g2.iter().copied()).collect()
}

/// The failure of a checked product.
pub(super) fn outside(error: Error) -> Failure {
    match error {
        Error::OutsideG1 { index } => {
            Failure::input(format_args!("g1: number {index} is not in the subgroup of prime order"))
        }
        Error::OutsideG2 { index } => {
            Failure::input(format_args!("g2: number {index} is not in the subgroup of prime order"))
        }
        error => Failure::input(error),
    }
}
