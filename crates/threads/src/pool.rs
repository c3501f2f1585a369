//! Loops on the threads of the caller's rayon pool.

use alloc::vec::Vec;
use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

std::thread_local! {
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// The result of `work`, whose loops run on the calling thread. rayon is not called, so that no thread is started.
pub fn alone<R>(work: impl FnOnce() -> R) -> R {
    /// Sets the value from before, also after a panic.
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }
    let _restore = Restore(ALONE.replace(true));
    work()
}

/// The number of threads of the caller's rayon pool; 1 within [`alone`].
#[must_use]
pub fn number() -> usize {
    if ALONE.get() { 1 } else { rayon::current_num_threads() }
}

/// The number of items of a task: at most `most`, and fewer if threads would have none, but not less than 256.
#[must_use]
pub fn at_once(items: usize, most: usize) -> usize {
    /// Another thread takes microseconds to wake up.
    const LEAST: usize = 256;
    items.div_ceil(number()).clamp(LEAST.min(most), most)
}

/// `f` of each item, in order. The calling thread processes a single item, because waking another thread takes longer
/// than a short sum. Allocates about twice the size of the results.
pub fn map<T: Sync, U: Send>(items: &[T], f: impl Fn(&T) -> U + Sync) -> Vec<U> {
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

/// Calls `work` with each item. The calling thread processes a single item. Allocates about the size of the items.
pub fn for_each<T: Send>(items: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    let mut items: Vec<Mutex<Option<T>>> = items.map(|item| Mutex::new(Some(item))).collect();
    if items.len() <= 1 {
        return items.drain(..).filter_map(into_item).for_each(work);
    }
    for_each_index(items.len(), &|i| {
        let item = items[i].lock().unwrap_or_else(PoisonError::into_inner).take();
        work(item.expect("every index is processed once"));
    });
}

fn into_item<T>(item: Mutex<Option<T>>) -> Option<T> {
    item.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The results of both functions, on two threads if one is free.
pub fn join<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    let (mut first, mut second) = (Some(first), Some(second));
    let (mut a, mut b) = (None, None);
    let mut store_first = || a = first.take().map(|first| first());
    let mut store_second = || b = second.take().map(|second| second());
    join_both(&mut store_first, &mut store_second);
    (a.expect("the first function is called"), b.expect("the second function is called"))
}

/// Calls both functions once.
fn join_both(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    if ALONE.get() {
        first();
        return second();
    }
    rayon::join(first, second);
}

/// Calls `work` with each index below `number`.
fn for_each_index(number: usize, work: &(dyn Fn(usize) + Sync)) {
    if ALONE.get() {
        return (0..number).for_each(work);
    }
    // One task for each: rayon would divide the indices in a few tasks, and the longest one would be awaited.
    (0..number).into_par_iter().with_max_len(1).for_each(work);
}
