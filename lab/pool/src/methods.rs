//! The methods that are compared.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use secp256k1::Message;
use secp256k1::ecdsa::{RecoverableSignature, RecoveryId};
use vorpal_secp256k1::pool::{PoolOptions, SenderPool};
use vorpal_secp256k1::{PublicKey, Recovery};

use crate::arrivals::Arrivals;

/// Latencies by index, each written once.
struct Latencies {
    nanoseconds: Vec<AtomicU64>,
    done: AtomicUsize,
}

impl Latencies {
    fn new(number: usize) -> Arc<Self> {
        let nanoseconds = (0..number).map(|_| AtomicU64::new(0)).collect();
        Arc::new(Self { nanoseconds, done: AtomicUsize::new(0) })
    }

    fn set(&self, index: usize, latency: Duration) {
        let latency = u64::try_from(latency.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds[index].store(latency, Ordering::Relaxed);
        self.done.fetch_add(1, Ordering::Release);
    }

    /// Waits for all latencies.
    fn wait(&self) -> Vec<Duration> {
        while self.done.load(Ordering::Acquire) < self.nanoseconds.len() {
            thread::sleep(Duration::from_micros(100));
        }
        let all = self.nanoseconds.iter();
        all.map(|latency| Duration::from_nanos(latency.load(Ordering::Relaxed))).collect()
    }
}

/// The latencies with a pool, and the mean size of its groups.
pub(crate) fn sender_pool(arrivals: &Arrivals, options: PoolOptions) -> (Vec<Duration>, f64) {
    let pool = SenderPool::new(options).expect("threads can be started");
    let latencies = Latencies::new(arrivals.len());
    let wrong = Arc::new(AtomicUsize::new(0));
    arrivals.for_each(|index, arrival| {
        let (signed, latencies, wrong) = (arrivals.signed(index), Arc::clone(&latencies), Arc::clone(&wrong));
        let sender = signed.sender;
        let done = move |result| {
            wrong.fetch_add(usize::from(result != Ok(sender)), Ordering::Relaxed);
            latencies.set(index, arrival.elapsed());
        };
        pool.submit_with(&signed.recovery, done).expect("the pool is open");
    });
    let all = latencies.wait();
    assert_eq!(wrong.load(Ordering::Relaxed), 0, "wrong senders");
    let metrics = pool.metrics();
    (all, metrics.answered as f64 / metrics.groups as f64)
}

/// The latencies of threads that recover one after the other with libsecp256k1.
pub(crate) fn one_by_one(arrivals: &Arrivals, threads: usize) -> Vec<Duration> {
    let latencies = Latencies::new(arrivals.len());
    let (sender, receiver) = mpsc::channel::<(usize, Instant)>();
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let next = receiver.lock().expect("no thread panics").recv();
                    let Ok((index, arrival)) = next else { return };
                    let signed = arrivals.signed(index);
                    let found = recover(&signed.recovery);
                    latencies.set(index, arrival.elapsed());
                    assert_eq!(found, signed.sender, "a wrong sender");
                }
            });
        }
        arrivals.for_each(|index, arrival| sender.send((index, arrival)).expect("the threads are there"));
        drop(sender);
    });
    latencies.wait()
}

/// The sender by libsecp256k1. The address of its key is computed by Vorpal: the hash costs the same for both.
fn recover(recovery: &Recovery) -> [u8; 20] {
    let id = RecoveryId::try_from(i32::from(recovery.recovery_id)).expect("0 to 3");
    let compact = [recovery.r, recovery.s].concat();
    let signature = RecoverableSignature::from_compact(&compact, id).expect("numbers in range");
    let key = signature.recover_ecdsa(Message::from_digest(recovery.hash)).expect("a key exists");
    let key = PublicKey::from_sec1_bytes(&key.serialize_uncompressed()).expect("a key");
    key.ethereum_address()
}
