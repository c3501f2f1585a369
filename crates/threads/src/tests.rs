//! Loops of all lengths, nested, and with panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use super::{alone, at_once, for_each, join, map, number};

const LENGTHS: [usize; 6] = [0, 1, 2, 3, 64, 1000];

#[test]
fn results_are_in_order() {
    for length in LENGTHS {
        let items: Vec<usize> = (0..length).collect();
        let expected: Vec<String> = items.iter().map(ToString::to_string).collect();
        assert_eq!(map(&items, ToString::to_string), expected);
    }
}

#[test]
fn each_item_is_processed_once() {
    for length in LENGTHS {
        let mut values = vec![0_usize; length];
        let calls = AtomicUsize::new(0);
        for_each(values.chunks_mut(3).enumerate(), |(i, chunk)| {
            calls.fetch_add(1, Ordering::Relaxed);
            chunk.iter_mut().for_each(|value| *value += i + 1);
        });
        assert_eq!(calls.into_inner(), length.div_ceil(3));
        assert!(values.iter().enumerate().all(|(i, value)| *value == i / 3 + 1));
    }
}

/// The first item ends when all others have: none of them waits behind it.
#[test]
fn a_long_item_delays_no_other() {
    const OTHERS: usize = 30;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let (done, changed) = (Mutex::new(0), Condvar::new());
    pool.install(|| {
        for_each(0..=OTHERS, |item| {
            let mut done = done.lock().unwrap();
            if item == 0 {
                let limit = Duration::from_secs(60);
                let wait = changed.wait_timeout_while(done, limit, |done| *done < OTHERS).unwrap().1;
                assert!(!wait.timed_out(), "an item waits for the first one");
            } else {
                *done += 1;
                changed.notify_all();
            }
        });
    });
}

#[test]
fn tasks_are_for_all_threads() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let cases = [(0, 4096, 256), (1, 100, 100), (1024, 4096, 256), (1025, 4096, 257), (1 << 20, 4096, 4096)];
    for (items, most, expected) in cases {
        assert_eq!(pool.install(|| at_once(items, most)), expected, "{items}");
    }
    assert_eq!(alone(|| at_once(1025, 4096)), 1025);
}

#[test]
fn both_results_are_returned() {
    fn sum(values: &[u64]) -> u64 {
        if let [value] = values {
            return *value;
        }
        let (low, high) = values.split_at(values.len() / 2);
        let (low, high) = join(|| sum(low), || sum(high));
        low + high
    }
    let moved = String::from("moved");
    assert_eq!(join(|| moved, || 7), (String::from("moved"), 7));
    assert_eq!(sum(&(1..=1000).collect::<Vec<_>>()), 500_500);
}

#[test]
fn loops_within_loops_end() {
    let rows: Vec<usize> = (0..50).collect();
    let sums = map(&rows, |row| map(&rows, |column| row * column).into_iter().sum::<usize>());
    assert_eq!(sums, rows.iter().map(|row| row * 1225).collect::<Vec<_>>());
}

#[test]
fn a_panic_reaches_the_caller() {
    let fail = |&i: &usize| assert!(i != 5, "five");
    for length in [6, 64] {
        let items: Vec<usize> = (0..length).collect();
        assert!(catch_unwind(|| map(&items, fail)).is_err());
        assert!(catch_unwind(|| for_each(items.iter(), fail)).is_err());
    }
    assert!(catch_unwind(|| map(&[5], fail)).is_err());
    assert!(catch_unwind(|| join(|| fail(&5), || 1)).is_err());
    let mut first = 0;
    assert!(catch_unwind(AssertUnwindSafe(|| join(|| first = 1, || fail(&5)))).is_err());
    assert_eq!(first, 1);
    // The loops work as before.
    assert_eq!(map(&[1, 2], |i| i + 1), [2, 3]);
}

#[test]
fn the_pool_of_the_caller_has_the_number_of_threads() {
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(number), threads);
        let names = pool.install(|| map(&[0; 64], |_| rayon::current_thread_index().unwrap()));
        assert!(names.iter().all(|&index| index < threads));
    }
}

#[test]
fn work_alone_starts_no_thread() {
    // A thread without a pool: every call of rayon from here would start the global one.
    let loops = || {
        let here = std::thread::current().id();
        let on_this_thread = |_: &i32| std::thread::current().id() == here;
        assert_eq!(number(), 1);
        assert!(map(&[0; 64], on_this_thread).into_iter().all(|is_here| is_here));
        for_each([0; 64].iter(), |item| assert!(on_this_thread(item)));
        assert_eq!(join(|| on_this_thread(&0), || on_this_thread(&0)), (true, true));
    };
    alone(|| {
        alone(loops);
        loops();
    });
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| {
        alone(loops);
        assert!(catch_unwind(|| alone(|| assert!(number() != 1))).is_err());
        assert_eq!(number(), 3, "also after a panic");
    });
}
