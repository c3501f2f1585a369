//! Signed transactions and the times of their arrivals.

use std::thread;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vorpal_secp256k1::{Recovery, SecretKey};

/// The number of different transactions: more than any cache of a processor keeps, few enough to be signed at once.
const DIFFERENT: u64 = 8192;

/// A transaction with its sender.
pub(crate) struct Signed {
    pub(crate) recovery: Recovery,
    pub(crate) sender: [u8; 20],
}

/// Transactions, and when they arrive after the start.
pub(crate) struct Arrivals {
    signed: Vec<Signed>,
    times: Vec<Duration>,
}

impl Arrivals {
    /// A Poisson process with so many arrivals per second in the mean.
    pub(crate) fn new(rate: u32, number: u64, seed: u64) -> Self {
        let mut random = ChaCha20Rng::seed_from_u64(seed);
        let mut time = 0.0;
        let times = (0..number).map(|_| {
            // 53 random bits: a number above zero, up to one. Its negative logarithm has an exponential distribution.
            let uniform = ((random.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
            time -= uniform.ln() / f64::from(rate);
            Duration::from_secs_f64(time)
        });
        Self { times: times.collect(), signed: (0..number.min(DIFFERENT)).map(sign).collect() }
    }

    pub(crate) fn len(&self) -> usize {
        self.times.len()
    }

    /// The transaction of an arrival.
    pub(crate) fn signed(&self, index: usize) -> &Signed {
        &self.signed[index % self.signed.len()]
    }

    /// Calls the function with each index at the time of its arrival, and with this time.
    pub(crate) fn for_each(&self, mut arrive: impl FnMut(usize, Instant)) {
        let start = Instant::now();
        for (index, time) in self.times.iter().enumerate() {
            let arrival = start + *time;
            loop {
                let left = arrival.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                // A sleep ends later than asked for; the rest is spent without one.
                if left > Duration::from_micros(300) {
                    thread::sleep(left - Duration::from_micros(200));
                } else {
                    std::hint::spin_loop();
                }
            }
            arrive(index, arrival);
        }
    }
}

fn sign(index: u64) -> Signed {
    let mut bytes = [3; 32];
    bytes[24..].copy_from_slice(&index.to_be_bytes());
    let key = SecretKey::from_be_bytes(&bytes).expect("a number below the order");
    Signed { recovery: key.sign(&bytes).to_recovery(&bytes), sender: key.public_key().ethereum_address() }
}
