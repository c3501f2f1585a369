//! Tests of the pool of senders: results equal those of single recovery, groups form as documented, and nothing that
//! someone submits changes the sender of another signature.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use vorpal_oracle::effort::cases;
use vorpal_secp256k1::pool::{PoolError, PoolOptions, SenderPool, SenderTicket};
use vorpal_secp256k1::{Error, Recovery, SecretKey, recover};

/// Groups that are complete only if they are full.
const FULL_GROUPS: PoolOptions =
    PoolOptions { wait: Duration::MAX, group: 4, threads: 1, queue: 4, cache: 64 };

fn secret(number: u8) -> SecretKey {
    SecretKey::from_be_bytes(&[number; 32]).unwrap()
}

fn signed(key: u8, message: u32) -> Recovery {
    let mut hash = [0xa5; 32];
    hash[..4].copy_from_slice(&message.to_be_bytes());
    secret(key).sign(&hash).to_recovery(&hash)
}

/// The result of single recovery.
fn expected(recovery: &Recovery) -> Result<[u8; 20], PoolError> {
    recover(recovery).map(|key| key.ethereum_address()).map_err(PoolError::Signature)
}

/// Valid signatures, and one of each error.
fn mixture(number: u32) -> Vec<Recovery> {
    let good = |i| signed(1 + u8::try_from(i % 7).unwrap(), i);
    (0..number)
        .map(|i| match i % 9 {
            2 => Recovery { r: [0; 32], ..good(i) },
            4 => Recovery { s: [0xff; 32], ..good(i) },
            6 => Recovery { recovery_id: 7, ..good(i) },
            // x^3 + 7 is not a square for x = 5.
            8 => Recovery { r: std::array::from_fn(|at| if at == 31 { 5 } else { 0 }), ..good(i) },
            _ => good(i),
        })
        .collect()
}

fn pool(options: PoolOptions) -> SenderPool {
    SenderPool::new(options).unwrap()
}

#[test]
fn results_equal_those_of_single_recovery() {
    let errors: HashSet<_> =
        mixture(9).iter().filter_map(|one| expected(one).err()).map(|e| e.to_string()).collect();
    assert_eq!(errors.len(), 4, "the mixture has different errors: {errors:?}");
    for (group, threads, cache) in [(1, 1, 0), (3, 2, 1), (16, 1, 1000), (64, 3, 10)] {
        let options = PoolOptions { wait: Duration::from_micros(50), group, threads, queue: 64, cache };
        let pool = pool(options);
        for _ in 0..2 {
            let recoveries = mixture(70);
            let tickets: Vec<_> = recoveries.iter().map(|one| pool.submit(one).unwrap()).collect();
            for (ticket, recovery) in tickets.into_iter().zip(&recoveries) {
                assert_eq!(ticket.wait(), expected(recovery), "{options:?}");
            }
        }
        let block = mixture(90);
        let results: Vec<_> = block.iter().map(expected).collect();
        let found = pool.recover_block(&block).into_iter().map(|result| result.map_err(PoolError::from));
        assert_eq!(found.collect::<Vec<_>>(), results);
        assert_eq!(pool.recover_block(&[]), []);
    }
}

#[test]
fn a_group_starts_when_it_is_full() {
    let pool = pool(FULL_GROUPS);
    let recoveries: Vec<_> = (0..4).map(|i| signed(1, i)).collect();
    let mut tickets: Vec<_> = recoveries[..3].iter().map(|one| pool.submit(one).unwrap()).collect();
    assert_eq!(tickets[0].wait_timeout(Duration::from_millis(20)), None);
    assert!(tickets.iter().all(|ticket| ticket.try_get().is_none()));
    assert_eq!((pool.metrics().queued, pool.metrics().groups), (3, 0));
    tickets.push(pool.submit(&recoveries[3]).unwrap());
    for (ticket, recovery) in tickets.into_iter().zip(&recoveries) {
        assert_eq!(ticket.wait(), expected(recovery));
    }
    let metrics = pool.metrics();
    assert_eq!((metrics.groups, metrics.answered, metrics.submitted, metrics.queued), (1, 4, 4, 0));
    assert_eq!(metrics.latencies.count(), 4);
    // Three of them have waited for the fourth at least as long as this test has.
    assert!(metrics.latencies.percentile(50.0).unwrap() >= Duration::from_millis(20));
}

#[test]
fn a_group_starts_after_its_time() {
    let pool = pool(PoolOptions { wait: Duration::from_millis(5), ..FULL_GROUPS });
    let ticket = pool.submit(&signed(2, 9)).unwrap();
    assert_eq!(ticket.wait(), expected(&signed(2, 9)));
    let metrics = pool.metrics();
    assert_eq!((metrics.groups, metrics.answered), (1, 1));
    assert!(metrics.latencies.percentile(0.0).unwrap() >= Duration::from_millis(5));
}

/// Everything that an attacker can submit beside a transaction of another signer: the same hash with another signature,
/// and each field changed alone. With a cache by the hash, or by parts, one of these would get the victim's sender, or
/// the victim the attacker's.
#[test]
fn no_submission_poisons_the_cache() {
    let victim = signed(1, 77);
    let attacker = Recovery { hash: victim.hash, ..secret(9).sign(&victim.hash).to_recovery(&victim.hash) };
    let mut others = vec![
        attacker,
        Recovery { recovery_id: victim.recovery_id ^ 1, ..victim },
        Recovery { recovery_id: victim.recovery_id | 2, ..victim },
        Recovery { r: attacker.r, ..victim },
        Recovery { s: attacker.s, ..victim },
        Recovery { r: victim.s, s: victim.r, ..victim },
    ];
    for byte in [0, 15, 31] {
        for field in 0..3 {
            let mut other = victim;
            let fields = [&mut other.hash, &mut other.r, &mut other.s];
            fields.into_iter().nth(field).unwrap()[byte] ^= 1;
            others.push(other);
        }
    }
    assert!(others.iter().all(|other| *other != victim && expected(other) != expected(&victim)));
    for order in [false, true] {
        let pool = pool(PoolOptions { group: 1, queue: 4, cache: 1000, ..FULL_GROUPS });
        let mut all = [&[victim][..], &others].concat();
        if order {
            all.reverse();
        }
        for _ in 0..2 {
            for recovery in &all {
                assert_eq!(pool.submit(recovery).unwrap().wait(), expected(recovery));
            }
            let block: Vec<_> =
                pool.recover_block(&all).into_iter().map(|one| one.map_err(PoolError::from)).collect();
            assert_eq!(block, all.iter().map(expected).collect::<Vec<_>>());
        }
        // After the first round everything is a hit: each of them is another entry.
        let metrics = pool.metrics();
        assert_eq!((metrics.answered, metrics.cached), (all.len() as u64, 3 * all.len() as u64));
    }
}

#[test]
fn the_cache_is_bounded_and_drops_the_oldest() {
    let pool = pool(PoolOptions { group: 1, cache: 2, ..FULL_GROUPS });
    let cached_after = |messages: &[u32]| {
        for message in messages {
            assert_eq!(pool.submit(&signed(1, *message)).unwrap().wait(), expected(&signed(1, *message)));
        }
        pool.metrics().cached
    };
    assert_eq!(cached_after(&[1, 2, 1, 2]), 2);
    // 3 replaces 1, which replaces 2.
    assert_eq!(cached_after(&[3, 1]), 2);
    assert_eq!(cached_after(&[3, 1]), 4);
    assert_eq!(cached_after(&[2]), 4);
}

/// Blocks the only thread of a pool until the returned sender is dropped.
fn block(pool: &SenderPool, message: u32) -> mpsc::Sender<()> {
    let (release, released) = mpsc::channel::<()>();
    let (started, has_started) = mpsc::channel();
    let wait = move |_| {
        started.send(()).unwrap();
        let _ = released.recv();
    };
    pool.submit_with(&signed(3, message), wait).unwrap();
    has_started.recv().unwrap();
    release
}

#[test]
fn a_full_queue_refuses_or_delays() {
    let pool = pool(PoolOptions { wait: Duration::ZERO, group: 2, queue: 3, ..FULL_GROUPS });
    let release = block(&pool, 0);
    let tickets: Vec<_> = (1..=3).map(|i| pool.try_submit(&signed(1, i)).unwrap()).collect();
    assert_eq!(pool.try_submit(&signed(1, 4)).unwrap_err(), PoolError::Full);
    assert_eq!(pool.try_submit_with(&signed(1, 4), |_| panic!("not accepted")), Err(PoolError::Full));
    assert_eq!((pool.metrics().queued, pool.metrics().capacity, pool.metrics().refused), (3, 3, 2));
    let submitted = AtomicUsize::new(0);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let ticket = pool.submit(&signed(1, 5)).unwrap();
            submitted.store(1, Ordering::SeqCst);
            ticket.wait()
        });
        thread::sleep(Duration::from_millis(20));
        assert_eq!(submitted.load(Ordering::SeqCst), 0, "there is no space");
        drop(release);
        assert_eq!(waiting.join().unwrap(), expected(&signed(1, 5)));
    });
    for (i, ticket) in (1..).zip(tickets) {
        assert_eq!(ticket.wait(), expected(&signed(1, i)));
    }
}

#[test]
fn dropped_tickets_are_not_recovered() {
    let pool = pool(PoolOptions { wait: Duration::ZERO, group: 4, queue: 8, ..FULL_GROUPS });
    let release = block(&pool, 0);
    let mut tickets: Vec<_> = (1..=6).map(|i| Some(pool.submit(&signed(1, i)).unwrap())).collect();
    for dropped in [0, 2, 3] {
        tickets[dropped] = None;
    }
    drop(release);
    for (i, ticket) in (1..).zip(tickets) {
        if let Some(ticket) = ticket {
            assert_eq!(ticket.wait(), expected(&signed(1, i)));
        }
    }
    let metrics = pool.metrics();
    assert_eq!((metrics.cancelled, metrics.answered, metrics.submitted), (3, 4, 7));
}

#[test]
fn closing_answers_what_waits_with_an_error() {
    let shut: [fn(SenderPool); 2] = [drop, |pool| {
        pool.close();
        assert_eq!(pool.submit(&signed(1, 1)).unwrap_err(), PoolError::Closed);
        assert_eq!(pool.try_submit(&signed(1, 1)).unwrap_err(), PoolError::Closed);
        pool.close();
    }];
    for shut in shut {
        let pool = pool(FULL_GROUPS);
        let tickets: Vec<_> = (0..3).map(|i| pool.submit(&signed(1, i)).unwrap()).collect();
        shut(pool);
        for ticket in tickets {
            assert_eq!(ticket.wait(), Err(PoolError::Closed));
        }
    }
    // So do functions, and the thread that closes the pool calls them.
    let pool = pool(PoolOptions { wait: Duration::ZERO, group: 1, ..FULL_GROUPS });
    let release = block(&pool, 0);
    let (sender, results) = mpsc::channel();
    pool.submit_with(&signed(1, 1), move |result| sender.send(result).unwrap()).unwrap();
    pool.close();
    assert_eq!(results.recv(), Ok(Err(PoolError::Closed)));
    drop(release);
}

#[test]
fn closing_wakes_a_submitter() {
    let pool = pool(PoolOptions { wait: Duration::ZERO, group: 1, queue: 1, ..FULL_GROUPS });
    let release = block(&pool, 0);
    let queued = pool.submit(&signed(1, 1)).unwrap();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| pool.submit(&signed(1, 2)).map(|_| ()));
        thread::sleep(Duration::from_millis(10));
        pool.close();
        assert_eq!(waiting.join().unwrap(), Err(PoolError::Closed));
    });
    assert_eq!(queued.wait(), Err(PoolError::Closed));
    drop(release);
}

#[test]
fn functions_may_panic_submit_and_own_the_pool() {
    let pool = Arc::new(pool(PoolOptions { wait: Duration::ZERO, group: 1, queue: 1, ..FULL_GROUPS }));
    let (sender, results) = mpsc::channel();
    let own = Arc::clone(&pool);
    let first = move |result| {
        // The only thread of the pool: `submit` must not wait for space that only this thread can make.
        let ticket = own.submit(&signed(1, 2));
        let full = own.submit(&signed(1, 3)).map(|_| ());
        sender.send((result, ticket, full)).unwrap();
        drop(own);
        panic!("a function of a user");
    };
    pool.submit_with(&signed(1, 1), first).unwrap();
    let (result, ticket, full) = results.recv().unwrap();
    assert_eq!((result, full), (expected(&signed(1, 1)), Err(PoolError::Full)));
    assert_eq!(ticket.unwrap().wait(), expected(&signed(1, 2)));
    // The last reference is dropped on the thread of the pool, which cannot join itself.
    let (sender, dropped) = mpsc::channel();
    let own = Arc::clone(&pool);
    drop_on_its_thread(&pool, own, sender);
    drop(pool);
    dropped.recv().unwrap();
}

/// Moves a reference to a function that waits for this one's end, and drops it there.
fn drop_on_its_thread(pool: &SenderPool, own: Arc<SenderPool>, dropped: mpsc::Sender<()>) {
    let done = move |_| {
        while Arc::strong_count(&own) > 1 {
            thread::yield_now();
        }
        drop(own);
        dropped.send(()).unwrap();
    };
    pool.submit_with(&signed(4, 4), done).unwrap();
}

#[test]
fn options_are_checked() {
    let option = |options| match SenderPool::new(options).unwrap_err() {
        PoolError::Option { option, found, .. } => (option, found),
        other => panic!("{other}"),
    };
    assert_eq!(option(PoolOptions { group: 0, ..FULL_GROUPS }), ("group", 0));
    assert_eq!(option(PoolOptions { group: 65, queue: 65, ..FULL_GROUPS }), ("group", 65));
    assert_eq!(option(PoolOptions { threads: 0, ..FULL_GROUPS }), ("threads", 0));
    assert_eq!(option(PoolOptions { threads: 1025, ..FULL_GROUPS }), ("threads", 1025));
    assert_eq!(option(PoolOptions { queue: 3, ..FULL_GROUPS }), ("queue", 3));
}

/// The waker of a task that owns the pool: to replace it drops the pool, which answers the ticket that is polled.
#[test]
fn a_replaced_waker_may_drop_the_pool() {
    struct Owner(#[allow(dead_code, reason = "dropped with the waker")] SenderPool);
    impl Wake for Owner {
        fn wake(self: Arc<Self>) {}
    }
    let pool = pool(FULL_GROUPS);
    let mut ticket = pin!(pool.submit(&signed(1, 1)).unwrap());
    let owner = Waker::from(Arc::new(Owner(pool)));
    assert_eq!(ticket.as_mut().poll(&mut Context::from_waker(&owner)), Poll::Pending);
    drop(owner);
    let mut context = Context::from_waker(Waker::noop());
    assert_eq!(ticket.as_mut().poll(&mut context), Poll::Pending);
    assert_eq!(ticket.as_mut().poll(&mut context), Poll::Ready(Err(PoolError::Closed)));
}

/// Panics of wakers, of functions, and of what they panic with, affect no other result.
#[test]
fn panics_of_users_end_with_their_own_result() {
    struct Panics;
    impl Wake for Panics {
        fn wake(self: Arc<Self>) {
            panic!("a waker");
        }
    }
    impl Drop for Panics {
        fn drop(&mut self) {
            assert!(thread::panicking(), "a payload");
        }
    }
    let pool = pool(FULL_GROUPS);
    for round in 0..2 {
        let one = |i: u32| signed(1, 4 * round + i);
        let mut ticket = pin!(pool.submit(&one(0)).unwrap());
        let waker = Waker::from(Arc::new(Panics));
        assert_eq!(ticket.as_mut().poll(&mut Context::from_waker(&waker)), Poll::Pending);
        std::mem::forget(waker);
        pool.submit_with(&one(1), |_| std::panic::panic_any(Panics)).unwrap();
        pool.submit_with(&one(2), |_| panic!("a function")).unwrap();
        assert_eq!(pool.submit(&one(3)).unwrap().wait(), expected(&one(3)));
        let mut context = Context::from_waker(Waker::noop());
        assert_eq!(ticket.as_mut().poll(&mut context), Poll::Ready(expected(&one(0))));
    }
}

#[test]
fn a_ticket_is_a_future() {
    struct Unpark(thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let pool = pool(FULL_GROUPS);
    let mut first = pin!(pool.submit(&signed(1, 1)).unwrap());
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    assert_eq!(first.as_mut().poll(&mut context), Poll::Pending);
    let others: Vec<SenderTicket> = (2..5).map(|i| pool.submit(&signed(1, i)).unwrap()).collect();
    let result = loop {
        match first.as_mut().poll(&mut context) {
            Poll::Ready(result) => break result,
            Poll::Pending => thread::park(),
        }
    };
    assert_eq!(result, expected(&signed(1, 1)));
    assert!(others.into_iter().all(|ticket| ticket.wait().is_ok()));
}

/// Eight threads submit, wait, drop tickets and ask for blocks. At the end every signature has one answer.
#[test]
fn eight_threads() {
    let each = u32::try_from(cases(240)).unwrap();
    let options =
        PoolOptions { wait: Duration::from_micros(100), group: 16, threads: 2, queue: 24, cache: 50 };
    let pool = pool(options);
    let start = Barrier::new(8);
    let [calls, wrong] = [0, 0].map(|zero| Arc::new(AtomicUsize::new(zero)));
    thread::scope(|scope| {
        for thread in 0..8u32 {
            let (pool, start, calls, wrong) = (&pool, &start, Arc::clone(&calls), Arc::clone(&wrong));
            scope.spawn(move || {
                // Neighbours have signatures in common, which meet in the cache.
                let recoveries = mixture(each + thread).split_off(thread as usize);
                start.wait();
                let mut tickets = Vec::new();
                for (i, recovery) in recoveries.iter().enumerate() {
                    match i % 5 {
                        0 => drop(pool.submit(recovery).unwrap()),
                        1 => {
                            let (expected, calls) = (expected(recovery), Arc::clone(&calls));
                            let wrong = Arc::clone(&wrong);
                            let done = move |result| {
                                wrong.fetch_add(usize::from(result != expected), Ordering::SeqCst);
                                calls.fetch_add(1, Ordering::SeqCst);
                            };
                            pool.submit_with(recovery, done).unwrap();
                        }
                        2 => match pool.try_submit(recovery) {
                            Ok(ticket) => tickets.push((ticket, recovery)),
                            Err(error) => assert_eq!(error, PoolError::Full),
                        },
                        _ => tickets.push((pool.submit(recovery).unwrap(), recovery)),
                    }
                }
                for (ticket, recovery) in tickets {
                    assert_eq!(ticket.wait(), expected(recovery));
                }
                let found = pool.recover_block(&recoveries);
                assert!(
                    found.iter().zip(&recoveries).all(|(a, b)| a.map_err(PoolError::from) == expected(b))
                );
            });
        }
    });
    // The last groups may contain dropped tickets and functions only. A lost signature would not end these loops.
    let all_calls = 8 * (0..each).filter(|i| i % 5 == 1).count();
    while calls.load(Ordering::SeqCst) < all_calls {
        thread::yield_now();
    }
    assert_eq!(wrong.load(Ordering::SeqCst), 0, "functions with wrong results");
    let metrics = loop {
        let metrics = pool.metrics();
        if metrics.answered + metrics.cancelled == metrics.submitted {
            break metrics;
        }
        thread::yield_now();
    };
    assert_eq!(metrics.latencies.count(), metrics.answered);
    assert_eq!(pool.recover_block(&[Recovery { r: [0; 32], ..signed(1, 1) }]), [Err(Error::R)]);
}
