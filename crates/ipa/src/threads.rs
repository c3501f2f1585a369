//! Parallel loops on the caller's rayon pool with feature `parallel`, and sequential loops without it.

use alloc::vec::Vec;

/// `f` of every item, in order.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Sync, U: Send>(items: &[T], f: impl Fn(&T) -> U + Send + Sync) -> Vec<U> {
    use rayon::prelude::*;
    items.par_iter().map(f).collect()
}

/// `f` of every item, in order.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, U>(items: &[T], f: impl Fn(&T) -> U) -> Vec<U> {
    items.iter().map(f).collect()
}

/// The results of both functions.
#[cfg(feature = "parallel")]
pub(crate) fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    rayon::join(first, second)
}

/// The results of both functions.
#[cfg(not(feature = "parallel"))]
pub(crate) fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}
