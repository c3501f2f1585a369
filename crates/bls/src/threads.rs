//! Parallel work on the caller's rayon pool with feature `parallel`, and sequential work without it.

use alloc::vec::Vec;

/// `f` of each item, in order.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Sync, U: Send>(items: &[T], f: impl Fn(&T) -> U + Sync + Send) -> Vec<U> {
    use rayon::prelude::*;
    if let [item] = items {
        return alloc::vec![f(item)];
    }
    items.par_iter().map(f).collect()
}

/// `f` of each item, in order.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, U>(items: &[T], f: impl Fn(&T) -> U) -> Vec<U> {
    items.iter().map(f).collect()
}

/// Both results, on two threads of the pool if they are free and `is_long`. Short work does not wait for the pool.
#[cfg(feature = "parallel")]
pub(crate) fn join<T: Send, U: Send>(
    is_long: bool,
    first: impl FnOnce() -> T + Send,
    second: impl FnOnce() -> U + Send,
) -> (T, U) {
    if is_long { rayon::join(first, second) } else { (first(), second()) }
}

/// Both results, one after the other.
#[cfg(not(feature = "parallel"))]
pub(crate) fn join<T, U>(_: bool, first: impl FnOnce() -> T, second: impl FnOnce() -> U) -> (T, U) {
    (first(), second())
}
