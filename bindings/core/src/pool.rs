//! Work on the threads of a pool. What rayon does for it is compiled once, and not for each type of work.

use rayon::ThreadPool;

/// The result of work on the threads of a pool.
///
/// # Panics
/// If the work does.
pub fn install<R: Send>(pool: &ThreadPool, work: impl FnOnce() -> R + Send) -> R {
    let (mut work, mut result) = (Some(work), None);
    call_in(pool, &mut || result = work.take().map(|work| work()));
    result.expect("the work is called once")
}

fn call_in(pool: &ThreadPool, call: &mut (dyn FnMut() + Send)) {
    pool.install(call);
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use rayon::ThreadPoolBuilder;

    use super::install;

    #[test]
    fn work_runs_in_the_pool_and_its_result_or_panic_returns() {
        let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let moved = vec![5];
        let (moved, threads, index) =
            install(&pool, || (moved, rayon::current_num_threads(), rayon::current_thread_index()));
        assert_eq!((moved, threads), (vec![5], 3));
        assert!(index.is_some() && rayon::current_thread_index().is_none());
        let panic = catch_unwind(AssertUnwindSafe(|| install(&pool, || -> u8 { panic!("planted") })));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"planted"));
        assert_eq!(install(&pool, || 7), 7);
    }
}
