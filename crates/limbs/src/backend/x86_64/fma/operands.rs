//! The packed values of an operation, of which the result may be an operand.

use super::super::vector::Vector;
use super::limbs::{Limbs, read, write};
use crate::packed::Packed;

/// Pointers to the result and to the operands of an operation.
#[derive(Clone, Copy)]
pub(super) struct Operands<const N: usize> {
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
}

impl<const N: usize> Operands<N> {
    /// # Safety
    /// As long as the value is used, `a` and `b` are valid for reads. `result` is valid for writes, and may be `a` or
    /// `b`.
    #[inline(always)]
    pub(super) unsafe fn new(result: *mut Packed<N>, a: *const Packed<N>, b: *const Packed<N>) -> Self {
        Self { result, a, b }
    }

    /// The limbs of one vector of both operands.
    #[inline(always)]
    pub(super) fn read<V: Vector, const L: usize>(&self, v: V, vector: usize) -> [Limbs<V, L>; 2] {
        // SAFETY: guaranteed by `new`. No reference outlives its use.
        unsafe { [read(v, &*self.a, vector), read(v, &*self.b, vector)] }
    }

    /// Stores one vector of the result.
    #[inline(always)]
    pub(super) fn write<V: Vector, const L: usize>(&self, v: V, vector: usize, limbs: &Limbs<V, L>) {
        // SAFETY: guaranteed by `new`. No reference outlives its use.
        unsafe { write(v, &mut *self.result, vector, limbs) }
    }
}
