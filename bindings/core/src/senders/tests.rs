//! Every token gets the result of its own signature or none, memory is bounded, and closing answers everybody.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use vorpal::secp256k1::{SecretKey, recover};

use super::*;
use crate::signatures::{Item, recovered};

const FOR_EVER: Duration = Duration::MAX;
const NOW: Duration = Duration::ZERO;

/// A group is complete only if it has four signatures.
const FULL_GROUPS: PoolOptions =
    PoolOptions { wait: Duration::MAX, group: 4, threads: 1, queue: 8, cache: 64 };

fn signed(key: u8, message: u64) -> ([u8; 32], [u8; 65]) {
    let mut hash = [0x3c; 32];
    hash[..8].copy_from_slice(&message.to_be_bytes());
    let recovery = SecretKey::from_be_bytes(&[key; 32]).unwrap().sign(&hash).to_recovery(&hash);
    let mut signature = [0; 65];
    signature[..32].copy_from_slice(&recovery.r);
    signature[32..64].copy_from_slice(&recovery.s);
    signature[64] = recovery.recovery_id;
    (hash, signature)
}

fn expected(hash: &[u8; 32], signature: &[u8; 65]) -> Result<[u8; 20], Error> {
    recover(&recovery(hash, signature)).map(|key| key.ethereum_address())
}

fn pool(options: PoolOptions) -> Senders {
    Senders::new(options).unwrap()
}

/// Takes so many results.
fn all(senders: &Senders, number: usize) -> HashMap<u64, Result<[u8; 20], Error>> {
    let mut found = HashMap::new();
    while found.len() < number {
        for one in senders.take(3, FOR_EVER).unwrap() {
            assert!(found.insert(one.token, one.sender).is_none(), "token {} has two results", one.token);
        }
    }
    found
}

#[test]
fn results_have_their_tokens() {
    for (group, threads, cache) in [(1, 1, 0), (4, 2, 100), (16, 1, 1)] {
        let wait = Duration::from_micros(50);
        let senders = pool(PoolOptions { wait, group, threads, queue: 200, cache });
        for _ in 0..2 {
            let mut list: Vec<_> = (0..60).map(|i| signed(1 + (i % 5) as u8, i)).collect();
            list[7].1[64] = 9;
            list[9].1[..32].fill(0);
            list[11].1[64] += 27;
            for (i, (hash, signature)) in list.iter().enumerate() {
                senders.submit(1000 - i as u64, hash, signature, NOW).unwrap();
            }
            let found = all(&senders, list.len());
            for (i, (hash, signature)) in list.iter().enumerate() {
                assert_eq!(found[&(1000 - i as u64)], expected(hash, signature), "{i}");
            }
            assert_eq!(recovered(&list[7].1, &found[&993]), Item::RecoveryId);
            assert_eq!(recovered(&list[9].1, &found[&991]), Item::Signature);
            let (hashes, signatures): (Vec<_>, Vec<_>) = list.iter().copied().unzip();
            let block = senders.recover_block(&hashes, &signatures).unwrap();
            assert!(
                block.iter().zip(&list).all(|(one, (hash, signature))| *one == expected(hash, signature))
            );
        }
        let (metrics, ready) = senders.metrics().unwrap();
        assert_eq!((metrics.queued, ready), (0, 0));
        assert!(senders.inbox.lock().tokens.is_empty());
    }
}

/// The cache has an entry for each hash with all bytes of its signature: nothing that somebody submits before a
/// victim's signature changes the victim's sender.
#[test]
fn no_submission_poisons_the_cache() {
    let (hash, signature) = signed(1, 5);
    let mut others = vec![(hash, signed(2, 5).1)];
    for at in [0, 31, 32, 63, 64] {
        let mut other = signature;
        other[at] ^= 1;
        others.push((hash, other));
    }
    let mut other = hash;
    other[31] ^= 1;
    others.push((other, signature));
    let senders = pool(PoolOptions { group: 1, ..FULL_GROUPS });
    let list = [&others[..], &[(hash, signature)], &others[..], &[(hash, signature)]].concat();
    for (i, (hash, signature)) in list.iter().enumerate() {
        senders.submit(i as u64, hash, signature, FOR_EVER).unwrap();
        let sender = expected(hash, signature);
        assert_eq!(senders.take(9, FOR_EVER).unwrap(), [Found { token: i as u64, sender }]);
    }
    let (metrics, _) = senders.metrics().unwrap();
    // The seven others and the signature are different entries, each computed once.
    assert_eq!((metrics.answered, metrics.cached), (8, 8));
    // A byte `v` with 27 added is the same recovery.
    let mut offset = signature;
    offset[64] += 27;
    senders.submit(1, &hash, &offset, NOW).unwrap();
    assert_eq!(senders.take(1, NOW).unwrap()[0].sender, expected(&hash, &signature));
}

#[test]
fn what_waits_and_what_is_ready_is_bounded() {
    let senders = pool(FULL_GROUPS);
    for i in 0..8 {
        let (hash, signature) = signed(1, i);
        senders.submit(i, &hash, &signature, NOW).unwrap();
    }
    // Two groups are recovered. Their results, which nobody has taken, fill the pool.
    let (hash, signature) = signed(1, 8);
    assert_eq!(senders.submit(8, &hash, &signature, NOW), Err(SendersError::Full));
    let short = Duration::from_millis(20);
    assert_eq!(senders.submit(8, &hash, &signature, short), Err(SendersError::Full));
    assert_eq!(senders.metrics().unwrap().0.refused, 2);
    while senders.metrics().unwrap().1 < 8 {
        thread::yield_now();
    }
    assert_eq!(senders.submit(8, &hash, &signature, NOW), Err(SendersError::Full));
    thread::scope(|scope| {
        let waiting = scope.spawn(|| senders.submit(8, &hash, &signature, FOR_EVER));
        thread::sleep(short);
        assert!(!waiting.is_finished());
        assert_eq!(senders.take(1, NOW).unwrap().len(), 1);
        waiting.join().unwrap().unwrap();
    });
    assert_eq!(senders.submit(8, &hash, &signature, NOW), Err(SendersError::Token(8)));
}

/// Twenty signatures with one token and one with another wait for space. Two cancelled signatures make space for two:
/// one with each token has it, whoever is woken first.
#[test]
fn whoever_fails_leaves_the_space_to_others() {
    let wait = Duration::from_millis(300);
    let senders = pool(PoolOptions { wait, group: 4, queue: 4, ..FULL_GROUPS });
    let (hash, signature) = signed(1, 0);
    senders.recover_block(&[hash], &[signature]).unwrap();
    for token in 0..2 {
        senders.submit(token, &hash, &signature, NOW).unwrap();
    }
    for token in 2..4 {
        let (hash, signature) = signed(1, token);
        senders.submit(token, &hash, &signature, NOW).unwrap();
        assert_eq!(senders.cancel(token), Ok(true));
    }
    thread::scope(|scope| {
        let same: Vec<_> =
            (0..20).map(|_| scope.spawn(|| senders.submit(7, &hash, &signature, FOR_EVER))).collect();
        // The other one waits behind them.
        thread::sleep(Duration::from_millis(50));
        let other = scope.spawn(|| senders.submit(8, &hash, &signature, FOR_EVER));
        let limit = Instant::now() + Duration::from_secs(60);
        while !other.is_finished() {
            thread::sleep(Duration::from_millis(5));
            if Instant::now() > limit {
                senders.close().unwrap();
            }
        }
        assert_eq!(other.join().unwrap(), Ok(()));
        let results: Vec<_> = same.into_iter().map(|one| one.join().unwrap()).collect();
        assert_eq!(results.iter().filter(|one| one.is_ok()).count(), 1);
        assert_eq!(results.iter().filter(|one| **one == Err(SendersError::Token(7))).count(), 19);
    });
}

/// The first error of a signature is that of its last byte, as in all other calls.
#[test]
fn errors_are_those_of_other_calls() {
    let senders = pool(PoolOptions { group: 1, ..FULL_GROUPS });
    let (hash, mut signature) = signed(1, 0);
    for (v, r, expected) in [(9, 1, Item::RecoveryId), (9, 0, Item::RecoveryId), (0, 0, Item::Signature)] {
        signature[..32].fill(r);
        signature[64] = v;
        // The second result is from the cache.
        for token in 0..2 {
            senders.submit(token, &hash, &signature, NOW).unwrap();
            let found = senders.take(1, FOR_EVER).unwrap()[0].sender;
            let block = senders.recover_block(&[hash], &[signature]).unwrap()[0];
            assert_eq!((Item::of(&found.unwrap_err()), recovered(&signature, &block)), (expected, expected));
        }
    }
}

#[test]
fn tokens_are_unique_until_their_result_is_taken() {
    let senders = pool(PoolOptions { group: 1, queue: 4, ..FULL_GROUPS });
    let (hash, signature) = signed(3, 1);
    senders.submit(7, &hash, &signature, NOW).unwrap();
    while senders.metrics().unwrap().1 == 0 {
        thread::yield_now();
    }
    assert_eq!(senders.submit(7, &hash, &signature, NOW), Err(SendersError::Token(7)));
    assert_eq!(senders.cancel(7), Ok(false), "the result is there");
    assert_eq!(senders.take(2, NOW).unwrap().len(), 1);
    assert_eq!(senders.take(2, NOW), Ok(vec![]));
    senders.submit(7, &hash, &signature, NOW).unwrap();
    assert_eq!(senders.take(2, NOW).unwrap().len(), 1, "from the cache, at once");
}

#[test]
fn cancelled_tokens_have_no_result_and_may_be_used_again() {
    let senders = pool(FULL_GROUPS);
    for i in 0..3 {
        let (hash, signature) = signed(1, i);
        senders.submit(i, &hash, &signature, NOW).unwrap();
    }
    assert_eq!(senders.cancel(1), Ok(true));
    assert_eq!(senders.cancel(1), Ok(false));
    assert_eq!(senders.cancel(99), Ok(false));
    // The token again, with another signature, while the first one is still in the queue.
    let (hash, signature) = signed(2, 50);
    senders.submit(1, &hash, &signature, NOW).unwrap();
    // It is the fourth in the queue, so the group begins: with three, since the cancelled one is removed.
    let found = all(&senders, 3);
    assert_eq!(found[&1], expected(&hash, &signature));
    assert_eq!(found.keys().copied().collect::<HashSet<_>>(), HashSet::from([0, 1, 2]));
    let (metrics, _) = senders.metrics().unwrap();
    assert_eq!((metrics.submitted, metrics.answered, metrics.cancelled), (4, 3, 1));
    assert_eq!(senders.inbox.lock().in_flight, 0, "the cancelled one has arrived too");
    // All of the capacity is there again.
    for i in 10..18 {
        let (hash, signature) = signed(4, i);
        senders.submit(i, &hash, &signature, NOW).unwrap();
    }
    assert_eq!(all(&senders, 8).len(), 8);
}

#[test]
fn closing_delivers_what_is_ready_and_ends_everybody() {
    let senders = pool(FULL_GROUPS);
    for i in 0..6 {
        let (hash, signature) = signed(1, i);
        senders.submit(i, &hash, &signature, NOW).unwrap();
    }
    while senders.metrics().unwrap().1 < 4 {
        thread::yield_now();
    }
    for i in 6..8 {
        let (hash, signature) = signed(1, i);
        senders.submit(i, &hash, &signature, NOW).unwrap();
    }
    // The second group is full: let it end, so that the state is known.
    while senders.metrics().unwrap().1 < 8 {
        thread::yield_now();
    }
    let taken = senders.take(5, NOW).unwrap();
    assert_eq!(taken.iter().map(|one| one.token).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    let (hash, signature) = signed(1, 100);
    senders.submit(100, &hash, &signature, NOW).unwrap();
    senders.close().unwrap();
    senders.close().unwrap();
    assert_eq!(senders.submit(101, &hash, &signature, FOR_EVER), Err(SendersError::Closed));
    let rest = senders.take(100, FOR_EVER).unwrap();
    assert_eq!(rest.iter().map(|one| one.token).collect::<Vec<_>>(), [5, 6, 7]);
    assert_eq!(senders.take(1, FOR_EVER), Err(SendersError::Closed));
    assert!(senders.inbox.lock().tokens.is_empty());
}

/// Eight threads submit and cancel, two take, one closes: every call ends, every result is that of its token.
#[test]
fn closing_during_use() {
    for round in 0..20 {
        let options =
            PoolOptions { wait: Duration::from_micros(30), group: 3, threads: 2, queue: 16, cache: 4 };
        let senders = pool(options);
        let signatures: Vec<_> = (0..64).map(|i| signed(1 + (i % 7) as u8, i)).collect();
        let results: Vec<_> = signatures.iter().map(|(hash, signature)| expected(hash, signature)).collect();
        let started = AtomicUsize::new(0);
        thread::scope(|scope| {
            for number in 0..8 {
                let (senders, signatures, started) = (&senders, &signatures, &started);
                scope.spawn(move || {
                    for i in 0.. {
                        let token = 64 * (8 * i + number) + (i * 5 + number) % 64;
                        let (hash, signature) = &signatures[(token % 64) as usize];
                        match senders.submit(token, hash, signature, FOR_EVER) {
                            Ok(()) => started.fetch_add(1, Ordering::Relaxed),
                            Err(error) => {
                                assert_eq!(error, SendersError::Closed);
                                return;
                            }
                        };
                        if i % 3 == 0 {
                            senders.cancel(token).unwrap();
                        }
                    }
                });
            }
            for most in [1, 5] {
                let (senders, results) = (&senders, &results);
                scope.spawn(move || {
                    while let Ok(found) = senders.take(most, FOR_EVER) {
                        assert!(!found.is_empty() && found.len() <= most);
                        for one in found {
                            assert_eq!(one.sender, results[(one.token % 64) as usize]);
                        }
                    }
                });
            }
            while started.load(Ordering::Relaxed) < 40 + 10 * round {
                thread::yield_now();
            }
            senders.close().unwrap();
        });
        let state = senders.inbox.lock();
        assert_eq!((state.in_flight, state.tokens.len(), state.ready.len()), (0, 0, 0));
    }
}

#[test]
fn wrong_options() {
    let error = Senders::new(PoolOptions { group: 65, ..FULL_GROUPS }).unwrap_err();
    assert!(error.to_string().contains("`group`"), "{error}");
}

/// A forked child: the process number differs.
#[test]
fn a_child_neither_uses_nor_frees_the_pool() {
    let mut senders = pool(FULL_GROUPS);
    let (hash, signature) = signed(1, 0);
    senders.submit(0, &hash, &signature, NOW).unwrap();
    senders.process ^= 1;
    assert_eq!(senders.submit(1, &hash, &signature, NOW), Err(SendersError::Forked));
    assert_eq!(senders.take(1, FOR_EVER), Err(SendersError::Forked));
    assert_eq!(senders.cancel(0), Err(SendersError::Forked));
    assert_eq!(senders.recover_block(&[], &[]), Err(SendersError::Forked));
    assert_eq!(senders.close(), Err(SendersError::Forked));
    assert!(senders.metrics().is_err());
    let pool = Arc::clone(&senders.pool);
    drop(senders);
    assert_eq!(Arc::strong_count(&pool), 2, "the pool is not dropped");
    assert_eq!(pool.metrics().queued, 1, "nor closed");
    pool.close();
}
