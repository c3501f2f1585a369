//! The packed values of an operation, of which the result may be an operand.

use super::super::vector::Simd;
use super::{Form, write};
use crate::packed::Packed;

/// The pointer to the result of [`Operands`].
#[derive(Clone, Copy)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "kernels need no function with other instructions")
)]
pub(in super::super) struct Out<const N: usize>(*mut Packed<N>);

/// The pointer to an operand of [`Operands`].
#[derive(Clone, Copy)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "kernels need no function with other instructions")
)]
pub(in super::super) struct In<const N: usize>(*const Packed<N>);

/// Pointers to the result and to the operands of an operation.
#[derive(Clone, Copy)]
pub(in super::super) struct Operands<const N: usize> {
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
}

#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "kernels need no function with other instructions")
)]
impl<const N: usize> Operands<N> {
    /// # Safety
    /// As long as the value is used, `a` and `b` are valid for reads. `result` is valid for writes, and may be `a` or
    /// `b`.
    #[inline(always)]
    pub(in super::super) unsafe fn new(
        result: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) -> Self {
        Self { result, a, b }
    }

    /// The pointers, to pass them in registers.
    #[inline(always)]
    pub(in super::super) fn into_parts(self) -> (Out<N>, In<N>, In<N>) {
        (Out(self.result), In(self.a), In(self.b))
    }

    /// The inverse of [`into_parts`](Self::into_parts).
    #[inline(always)]
    pub(in super::super) fn from_parts(result: Out<N>, a: In<N>, b: In<N>) -> Self {
        Self { result: result.0, a: a.0, b: b.0 }
    }

    /// The rows of one vector of both operands.
    #[inline(always)]
    pub(in super::super) fn read<V: Simd, const L: usize>(&self, v: V, vector: usize) -> [[V::Words; L]; 2] {
        let mut rows = [[v.words(0); L]; 2];
        for j in 0..L {
            // SAFETY: guaranteed by `new`. No reference outlives its use.
            (rows[0][j], rows[1][j]) = unsafe { (v.read(&*self.a, j, vector), v.read(&*self.b, j, vector)) };
        }
        rows
    }

    /// The rows of one vector of the first operand.
    #[inline(always)]
    pub(in super::super) fn read_first<V: Simd, const L: usize>(&self, v: V, vector: usize) -> [V::Words; L] {
        let mut rows = [v.words(0); L];
        for j in 0..L {
            // SAFETY: guaranteed by `new`. No reference outlives its use.
            rows[j] = unsafe { v.read(&*self.a, j, vector) };
        }
        rows
    }

    /// Stores the low 52 bits of words as one vector of the result.
    #[inline(always)]
    pub(in super::super) fn write<V: Form, const L: usize>(
        &self,
        v: V,
        vector: usize,
        words: &[V::Words; L],
    ) {
        // SAFETY: guaranteed by `new`. No reference outlives its use.
        unsafe { write(v, &mut *self.result, vector, words) }
    }

    /// Stores rows as one vector of the result.
    #[inline(always)]
    pub(in super::super) fn write_rows<V: Simd, const L: usize>(
        &self,
        v: V,
        vector: usize,
        rows: &[V::Words; L],
    ) {
        for j in 0..L {
            // SAFETY: guaranteed by `new`. No reference outlives its use.
            unsafe { v.write(&mut *self.result, j, vector, rows[j]) };
        }
    }
}
