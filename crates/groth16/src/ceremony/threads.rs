//! Parallel loops on the caller's rayon pool with feature `parallel`, and sequential loops without it.

/// `f` of each item, in order.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Sync, U: Send>(items: &[T], f: impl Fn(&T) -> U + Sync + Send) -> Vec<U> {
    use rayon::prelude::*;
    items.par_iter().map(f).collect()
}

/// `f` of each item, in order.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, U>(items: &[T], f: impl Fn(&T) -> U) -> Vec<U> {
    items.iter().map(f).collect()
}
