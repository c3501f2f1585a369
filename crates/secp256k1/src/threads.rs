//! Processing of batches in chunks, in parallel on the caller's rayon pool or sequentially.

use alloc::vec;
use alloc::vec::Vec;

/// Applies `f` to each chunk of the items and the slice for its results. Returns all results. A single chunk stays on
/// the calling thread.
#[cfg(feature = "parallel")]
pub(crate) fn map_chunks<T: Sync, R: Clone + Send>(
    items: &[T],
    chunk: usize,
    blank: R,
    f: impl Fn(&[T], &mut [R]) + Sync,
) -> Vec<R> {
    use rayon::prelude::*;

    let mut results = vec![blank; items.len()];
    if items.len() <= chunk {
        items.chunks(chunk).zip(results.chunks_mut(chunk)).for_each(|(items, results)| f(items, results));
        return results;
    }
    items.par_chunks(chunk).zip(results.par_chunks_mut(chunk)).for_each(|(items, results)| f(items, results));
    results
}

/// Applies `f` to each chunk of the items and the slice for its results. Returns all results.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map_chunks<T, R: Clone>(
    items: &[T],
    chunk: usize,
    blank: R,
    f: impl Fn(&[T], &mut [R]),
) -> Vec<R> {
    let mut results = vec![blank; items.len()];
    items.chunks(chunk).zip(results.chunks_mut(chunk)).for_each(|(items, results)| f(items, results));
    results
}
