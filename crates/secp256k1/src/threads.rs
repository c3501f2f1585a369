//! Processing of batches in chunks, in parallel on the caller's rayon pool or sequentially.

use alloc::vec;
use alloc::vec::Vec;

/// Applies `f` to each chunk of the items and the slice for its results. Returns all results. A single chunk stays on
/// the calling thread. Allocates the results only.
pub(crate) fn map_chunks<T: Sync, R: Clone + Send>(
    items: &[T],
    chunk: usize,
    blank: R,
    f: impl Fn(&[T], &mut [R]) + Sync,
) -> Vec<R> {
    let mut results = vec![blank; items.len()];
    if !items.is_empty() {
        halves(items, &mut results, chunk, &f);
    }
    results
}

/// Applies `f` to each chunk, of both halves side by side.
fn halves<T: Sync, R: Send>(
    items: &[T],
    results: &mut [R],
    chunk: usize,
    f: &(impl Fn(&[T], &mut [R]) + Sync),
) {
    if items.len() <= chunk {
        return f(items, results);
    }
    let half = (items.len() / 2).next_multiple_of(chunk);
    let (first, second) = items.split_at(half);
    let (first_results, second_results) = results.split_at_mut(half);
    vorpal_threads::join(
        || halves(first, first_results, chunk, f),
        || halves(second, second_results, chunk, f),
    );
}
