//! The one place that knows whether there are threads.

use alloc::vec::Vec;

/// How many threads the caller's rayon pool has.
#[cfg(feature = "parallel")]
pub(crate) fn number() -> usize {
    rayon::current_num_threads()
}

/// One thread.
#[cfg(not(feature = "parallel"))]
pub(crate) fn number() -> usize {
    1
}

/// `f` of every item, in order; on the caller's rayon pool with feature `parallel`. A single item is worked on by the
/// calling thread: to wake another one takes longer than a short sum.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Sync, U: Send>(items: &[T], f: impl Fn(&T) -> U + Sync + Send) -> Vec<U> {
    use rayon::prelude::*;
    if let [item] = items {
        return alloc::vec![f(item)];
    }
    items.par_iter().map(f).collect()
}

/// `f` of every item, in order.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, U>(items: &[T], f: impl Fn(&T) -> U) -> Vec<U> {
    items.iter().map(f).collect()
}

/// Does `work` for each item; on the caller's rayon pool with feature `parallel`.
#[cfg(feature = "parallel")]
pub(crate) fn for_each_chunk<T: Send>(items: impl Iterator<Item = T>, work: impl Fn(T) + Sync + Send) {
    use rayon::prelude::*;
    items.collect::<Vec<T>>().into_par_iter().for_each(work);
}

/// Does `work` for each item.
#[cfg(not(feature = "parallel"))]
pub(crate) fn for_each_chunk<T>(items: impl Iterator<Item = T>, work: impl Fn(T)) {
    items.for_each(work);
}
