//! Scalars in the formats of callers.

use std::borrow::Cow;

use vorpal_bindings::sums;

use super::curve::{Curve, ScalarField};
use crate::buffer::Buffers;
use crate::error::Failure;

/// The format of scalars.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_scalars {
    /// 32 bytes each, little-endian, below the order of the group.
    VORPAL_SCALARS_LITTLE_ENDIAN = 0,
    /// 32 bytes each, big-endian, below the order of the group.
    VORPAL_SCALARS_BIG_ENDIAN = 1,
    /// Four limbs of 64 bits each in Montgomery form, least significant first, as `fr.Element` of gnark-crypto and `Fp`
    /// of arkworks are stored. Aligned to 8 bytes. Nothing is copied.
    VORPAL_SCALARS_MONTGOMERY = 2,
    /// Machine integers of 64 bits. Aligned to 8 bytes. Nothing is copied.
    VORPAL_SCALARS_U64 = 3,
}

impl vorpal_scalars {
    fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_SCALARS_LITTLE_ENDIAN),
            1 => Ok(Self::VORPAL_SCALARS_BIG_ENDIAN),
            2 => Ok(Self::VORPAL_SCALARS_MONTGOMERY),
            3 => Ok(Self::VORPAL_SCALARS_U64),
            _ => Err(Failure::argument(format_args!("scalar_format is {number}, not a vorpal_scalars"))),
        }
    }
}

/// Scalars for a sum.
pub(super) enum Scalars<'a, F: Clone> {
    Elements(Cow<'a, [F]>),
    Integers(&'a [u64]),
}

impl<'a, F: ScalarField> Scalars<'a, F> {
    /// The scalars at a pointer.
    ///
    /// # Safety
    /// There are `count` scalars of this format at the pointer, which nobody writes to during the lifetime.
    pub(super) unsafe fn read<C: Curve<Scalar = F>>(
        buffers: &mut Buffers,
        format: i32,
        pointer: *const std::ffi::c_void,
        count: usize,
    ) -> Result<Self, Failure> {
        let refused = |i: usize| Failure::input(format_args!("scalars: number {i} is not below the order"));
        let format = vorpal_scalars::of(format)?;
        match format {
            vorpal_scalars::VORPAL_SCALARS_LITTLE_ENDIAN | vorpal_scalars::VORPAL_SCALARS_BIG_ENDIAN => {
                // SAFETY: the caller's promise.
                let bytes = unsafe { buffers.items::<32>(pointer.cast(), count, "scalars") }?;
                let element = |(i, bytes): (usize, &[u8; 32])| {
                    let mut limbs = [0; 4];
                    for (limb, bytes) in limbs.iter_mut().zip(bytes.as_chunks::<8>().0) {
                        *limb = u64::from_le_bytes(*bytes);
                    }
                    if format == vorpal_scalars::VORPAL_SCALARS_BIG_ENDIAN {
                        limbs.reverse();
                        limbs = limbs.map(u64::swap_bytes);
                    }
                    F::from_canonical(&limbs).ok_or_else(|| refused(i))
                };
                let elements: Result<Vec<F>, Failure> = bytes.iter().enumerate().map(element).collect();
                Ok(Self::Elements(Cow::Owned(elements?)))
            }
            vorpal_scalars::VORPAL_SCALARS_MONTGOMERY => {
                // SAFETY: the caller's promise.
                let limbs: &[[u64; 4]] = unsafe { buffers.input(pointer.cast(), count, "scalars") }?;
                if let Some(i) = limbs.iter().position(|limbs| F::from_stored(*limbs).is_none()) {
                    return Err(refused(i));
                }
                // SAFETY: an element is `repr(transparent)` over its four limbs, which were found below the modulus.
                let elements = unsafe { std::slice::from_raw_parts(limbs.as_ptr().cast::<F>(), limbs.len()) };
                Ok(Self::Elements(Cow::Borrowed(elements)))
            }
            vorpal_scalars::VORPAL_SCALARS_U64 => {
                // SAFETY: the caller's promise.
                Ok(Self::Integers(unsafe { buffers.input(pointer.cast(), count, "scalars") }?))
            }
        }
    }

    /// The scalars as sums take them.
    pub(super) fn borrowed(&self) -> sums::Scalars<'_, F> {
        match self {
            Self::Elements(elements) => sums::Scalars::Elements(elements),
            Self::Integers(integers) => sums::Scalars::Integers(integers),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Elements(elements) => elements.len(),
            Self::Integers(integers) => integers.len(),
        }
    }
}
