//! Latencies of senders of transactions that arrive one by one: Vorpal's `SenderPool` with its time limit and with a
//! limit of zero, beside libsecp256k1 one after the other.
//!
//! Arrivals are a Poisson process. A latency is the time from the planned arrival to the sender, so that a program that
//! falls behind does not hide it. Every sender is compared with the signer.

mod arrivals;
mod methods;

use std::time::Duration;

use clap::Parser;
use comfy_table::Table;
use vorpal_secp256k1::pool::PoolOptions;

use crate::arrivals::Arrivals;

/// Measures latencies of senders of transactions that arrive one by one
#[derive(Parser)]
struct Arguments {
    /// Transactions per second.
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000, 50_000])]
    rates: Vec<u32>,
    /// The length of each measurement in milliseconds.
    #[arg(long, default_value_t = 1_000)]
    milliseconds: u32,
    /// The time limit of the pool in microseconds.
    #[arg(long, default_value_t = 200)]
    wait: u64,
    /// The number of threads that recover senders.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The seed of the arrivals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() {
    let arguments = Arguments::parse();
    let mut table = Table::new();
    table.set_header(["per second", "method", "p50, us", "p99, us", "signatures per group"]);
    vorpal_secp256k1::build_tables(11).expect("no tables exist before");
    for rate in &arguments.rates {
        let number = u64::from(*rate) * u64::from(arguments.milliseconds) / 1000;
        let arrivals = Arrivals::new(*rate, number.max(1), arguments.seed);
        let mut row = |name: String, latencies: Vec<Duration>, group: Option<f64>| {
            let [median, high] = [50, 99].map(|percent| percentile(&latencies, percent).as_secs_f64() * 1e6);
            let group = group.map_or_else(String::new, |group| format!("{group:.1}"));
            table.add_row([rate.to_string(), name, format!("{median:.0}"), format!("{high:.0}"), group]);
        };
        for wait in [arguments.wait, 0] {
            let options = PoolOptions {
                wait: Duration::from_micros(wait),
                threads: arguments.threads,
                queue: 1 << 20,
                cache: 0,
                ..PoolOptions::default()
            };
            let (latencies, group) = methods::sender_pool(&arrivals, options);
            row(format!("SenderPool, limit {wait} us"), latencies, Some(group));
        }
        let latencies = methods::one_by_one(&arrivals, arguments.threads);
        row("libsecp256k1, one by one".into(), latencies, None);
    }
    println!("{table}");
}

/// The smallest latency that this percentage of all do not exceed.
fn percentile(latencies: &[Duration], percent: usize) -> Duration {
    let mut sorted = latencies.to_vec();
    sorted.sort_unstable();
    sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_of_known_latencies() {
        let latencies: Vec<_> = (1..=200).rev().map(Duration::from_micros).collect();
        assert_eq!(
            [1, 50, 99, 100].map(|percent| percentile(&latencies, percent).as_micros()),
            [2, 100, 198, 200]
        );
        assert_eq!(percentile(&latencies[..1], 1).as_micros(), 200);
    }
}
