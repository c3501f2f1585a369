//! Parallel loops on the caller's rayon pool with feature `parallel`, and sequential loops without it.

/// Assigns `f(index)` to each item.
#[cfg(feature = "parallel")]
pub(crate) fn fill<T: Send>(items: &mut [T], f: impl Fn(usize) -> T + Sync + Send) {
    use rayon::prelude::*;

    // Rows of a few terms: a task has enough of them to pay.
    items.par_iter_mut().with_min_len(1 << 9).enumerate().for_each(|(index, item)| *item = f(index));
}

/// Assigns `f(index)` to each item.
#[cfg(not(feature = "parallel"))]
pub(crate) fn fill<T>(items: &mut [T], f: impl Fn(usize) -> T) {
    items.iter_mut().enumerate().for_each(|(index, item)| *item = f(index));
}
