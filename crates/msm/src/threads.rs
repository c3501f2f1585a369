//! Parallel loops on the caller's rayon pool with feature `parallel`, and sequential loops without it.

use alloc::vec::Vec;

/// The number of threads of the caller's rayon pool.
#[cfg(feature = "parallel")]
pub(crate) fn number() -> usize {
    rayon::current_num_threads()
}

/// The number of threads without feature `parallel`: one.
#[cfg(not(feature = "parallel"))]
pub(crate) fn number() -> usize {
    1
}

/// Computes `f` of every item, on the caller's rayon pool, and returns the results in order. The calling thread
/// processes a single item, because waking another thread takes longer than a short sum.
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
    results.map(|result| result.expect("every index is processed")).collect()
}

/// Computes `f` of every item, in order.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, U>(items: &[T], f: impl Fn(&T) -> U) -> Vec<U> {
    items.iter().map(f).collect()
}

/// Calls `work` with each item, on the caller's rayon pool.
#[cfg(feature = "parallel")]
pub(crate) fn for_each_chunk<T: Send>(items: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    use std::sync::{Mutex, PoisonError};
    let items: Vec<Mutex<Option<T>>> = items.map(|item| Mutex::new(Some(item))).collect();
    for_each_index(items.len(), &|i| {
        let item = items[i].lock().unwrap_or_else(PoisonError::into_inner).take();
        work(item.expect("every index is processed once"));
    });
}

/// Calls `work` with each item.
#[cfg(not(feature = "parallel"))]
pub(crate) fn for_each_chunk<T>(items: impl Iterator<Item = T>, work: impl Fn(T)) {
    items.for_each(work);
}

/// Calls `work` with each index below `number`. It has no type parameters, so that rayon's code is compiled once, not
/// once per item type.
#[cfg(feature = "parallel")]
fn for_each_index(number: usize, work: &(dyn Fn(usize) + Sync)) {
    use rayon::prelude::*;
    (0..number).into_par_iter().for_each(work);
}
