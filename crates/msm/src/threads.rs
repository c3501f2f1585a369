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
pub(crate) fn map<T: Sync, U: Send>(items: &[T], f: impl Fn(&T) -> U + Sync) -> Vec<U> {
    use std::sync::{Mutex, PoisonError};
    if let [item] = items {
        return alloc::vec![f(item)];
    }
    let results: Vec<Mutex<Option<U>>> = items.iter().map(|_| Mutex::new(None)).collect();
    for_each_index(items.len(), &|i| {
        let result = f(&items[i]);
        *results[i].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    let results =
        results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
    results.map(|result| result.expect("every index was worked on")).collect()
}

/// `f` of every item, in order.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, U>(items: &[T], f: impl Fn(&T) -> U) -> Vec<U> {
    items.iter().map(f).collect()
}

/// Does `work` for each item; on the caller's rayon pool with feature `parallel`.
#[cfg(feature = "parallel")]
pub(crate) fn for_each_chunk<T: Send>(items: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    use std::sync::{Mutex, PoisonError};
    let items: Vec<Mutex<Option<T>>> = items.map(|item| Mutex::new(Some(item))).collect();
    for_each_index(items.len(), &|i| {
        let item = items[i].lock().unwrap_or_else(PoisonError::into_inner).take();
        work(item.expect("every index is worked on once"));
    });
}

/// Does `work` for each item.
#[cfg(not(feature = "parallel"))]
pub(crate) fn for_each_chunk<T>(items: impl Iterator<Item = T>, work: impl Fn(T)) {
    items.for_each(work);
}

/// The work of both, by number: what rayon makes of it is compiled once, not for every kind of item.
#[cfg(feature = "parallel")]
fn for_each_index(number: usize, work: &(dyn Fn(usize) + Sync)) {
    use rayon::prelude::*;
    (0..number).into_par_iter().for_each(work);
}
