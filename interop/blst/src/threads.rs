//! Threads of the caller's rayon pool, by feature `parallel`.

use alloc::vec::Vec;

/// The function of each item, in their order.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
    if items.len() < 2 { items.iter().map(f).collect() } else { items.par_iter().map(&f).collect() }
}

/// The function of each item, in their order.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R>(items: &[T], f: impl Fn(&T) -> R) -> Vec<R> {
    items.iter().map(f).collect()
}
