//! Elements and scalars in Montgomery form, as gnark-crypto and go-ipa store them.
//!
//! An element is a point of Bandersnatch in projective coordinates `(X : Y : Z)`, four limbs each. It is one of the two
//! points `(x, y)` and `(-x, -y)` that represent the element.

use vorpal::curves::Group;
use vorpal::curves::bandersnatch::{AffineBanderwagon, Banderwagon};
use vorpal::fields::primes::Bls12_381Scalar;
use vorpal::ipa::Scalar;

use crate::buffer::Buffers;
use crate::error::Failure;

/// The limbs of `X`, `Y` and `Z`.
pub(super) type Limbs = [[u64; 4]; 3];

/// The limbs of the identity.
pub(super) const ZERO: Limbs = [[0; 4]; 3];

/// Elements that are inputs. With `Z = 0` an element is invalid: its affine coordinates count as zeros.
///
/// # Safety
/// There are `count` elements at the pointer, which nobody writes to during the lifetime.
pub(super) unsafe fn elements(
    buffers: &mut Buffers,
    pointer: *const u64,
    count: usize,
    name: &'static str,
) -> Result<Vec<Banderwagon>, Failure> {
    // SAFETY: the caller's promise.
    let limbs: &[Limbs] = unsafe { buffers.input(pointer.cast(), count, name) }?;
    limbs.iter().enumerate().map(|(i, limbs)| element(limbs, i, name)).collect()
}

/// As [`elements`], and refuses those with `Z = 0`.
///
/// # Safety
/// As there.
pub(super) unsafe fn finite(
    buffers: &mut Buffers,
    pointer: *const u64,
    count: usize,
    name: &'static str,
) -> Result<Vec<Banderwagon>, Failure> {
    // SAFETY: the caller's promise.
    let elements = unsafe { elements(buffers, pointer, count, name) }?;
    match elements.iter().position(|element| element.to_projective()[2].is_zero_vartime()) {
        None => Ok(elements),
        Some(i) => Err(Failure::input(format_args!("{name}: the coordinate Z of number {i} is zero"))),
    }
}

fn element(limbs: &Limbs, index: usize, name: &str) -> Result<Banderwagon, Failure> {
    let coordinate = |limbs: &[u64; 4]| {
        Bls12_381Scalar::from_montgomery(*limbs).ok_or_else(|| {
            Failure::input(format_args!("{name}: a coordinate of number {index} is not below the modulus"))
        })
    };
    let coordinates = [coordinate(&limbs[0])?, coordinate(&limbs[1])?, coordinate(&limbs[2])?];
    Ok(Banderwagon::from_projective_unchecked(coordinates))
}

/// The stored form of an element, with the same point of the curve.
pub(super) fn store(element: &Banderwagon) -> Limbs {
    element.to_projective().map(|coordinate| coordinate.to_montgomery())
}

/// The stored form with `Z = 1`.
pub(super) fn store_affine(element: &AffineBanderwagon) -> Limbs {
    store(&Banderwagon::from_affine(element))
}

/// Scalars that are inputs.
///
/// # Safety
/// There are `count` scalars of four limbs at the pointer, which nobody writes to during the lifetime.
pub(super) unsafe fn scalars(
    buffers: &mut Buffers,
    pointer: *const u64,
    count: usize,
    name: &'static str,
) -> Result<Vec<Scalar>, Failure> {
    // SAFETY: the caller's promise.
    let limbs: &[[u64; 4]] = unsafe { buffers.input(pointer.cast(), count, name) }?;
    let scalar = |(i, limbs): (usize, &[u64; 4])| {
        Scalar::from_montgomery(*limbs)
            .ok_or_else(|| Failure::input(format_args!("{name}: number {i} is not below the order")))
    };
    limbs.iter().enumerate().map(scalar).collect()
}
