//! The same loops on the calling thread.

use alloc::vec::Vec;

/// The result of `work`, whose loops run on the calling thread.
pub fn alone<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// The number of threads without feature `parallel`: one.
#[must_use]
pub fn number() -> usize {
    1
}

/// The number of items of a task: `most`.
#[must_use]
pub fn at_once(_: usize, most: usize) -> usize {
    most
}

/// `f` of each item, in order.
pub fn map<T: Sync, U: Send>(items: &[T], f: impl Fn(&T) -> U + Sync) -> Vec<U> {
    items.iter().map(f).collect()
}

/// Calls `work` with each item, in order.
pub fn for_each<T: Send>(items: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    items.for_each(work);
}

/// The results of both functions, one after the other.
pub fn join<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    (first(), second())
}
