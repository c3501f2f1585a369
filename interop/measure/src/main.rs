//! Measures the senders of the blocks of `mainnet-blocks` in the test data, hashing included:
//!
//! * alloy with libsecp256k1, one transaction after another;
//! * `recover_senders` of each block, on one thread and on all threads;
//! * `recover_range_senders` of all blocks.
//!
//! The methods take turns, and the figures are lower deciles.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use alloy_consensus::transaction::SignerRecoverable;
use alloy_consensus::{Block, BlockBody, Header, TxEnvelope};
use alloy_primitives::Address;
use rayon::{ThreadPool, ThreadPoolBuilder};
use vorpal_interop::alloy2::{HighS, recover_block_senders, recover_range_senders};

/// The number of times that each method runs.
const ROUNDS: usize = 60;

type Senders = Vec<Vec<Address>>;

fn main() -> ExitCode {
    let Some(folder) = vorpal_oracle::data::folder("mainnet-blocks", "the measurement") else {
        return ExitCode::FAILURE;
    };
    let blocks: Vec<Block<TxEnvelope>> = [14_764_013, 17_034_871, 19_433_902]
        .map(|number| {
            let text = std::fs::read(folder.join(format!("{number}.json"))).expect("a readable file");
            let mut json: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
            let transactions =
                serde_json::from_value(json["result"]["transactions"].take()).expect("transactions");
            let header = Header { number, ..Header::default() };
            Block { header, body: BlockBody { transactions, ..BlockBody::default() } }
        })
        .into();
    let count: usize = blocks.iter().map(|block| block.body.transactions.len()).sum();
    let [one, all] =
        [1, 0].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    let in_blocks = |pool: &ThreadPool| {
        pool.install(|| {
            blocks
                .iter()
                .map(|block| recover_block_senders(block, HighS::Refused).expect("senders"))
                .collect()
        })
    };
    let in_range = |pool: &ThreadPool| {
        let senders = pool.install(|| recover_range_senders(&blocks, HighS::on_mainnet));
        senders.into_iter().map(|senders| senders.expect("senders")).collect()
    };
    let methods: [(&str, &dyn Fn() -> Senders); 5] = [
        ("alloy, libsecp256k1", &|| {
            let senders = |block: &Block<TxEnvelope>| {
                block.body.transactions.iter().map(|tx| tx.recover_signer().expect("a sender")).collect()
            };
            blocks.iter().map(senders).collect()
        }),
        ("blocks", &|| in_blocks(&one)),
        ("range", &|| in_range(&one)),
        ("blocks, all threads", &|| in_blocks(&all)),
        ("range, all threads", &|| in_range(&all)),
    ];
    let expected = methods[0].1();
    let mut times = [const { Vec::new() }; 5];
    for _ in 0..ROUNDS {
        for ((_, method), times) in methods.iter().zip(&mut times) {
            let begin = Instant::now();
            let senders = black_box(method());
            times.push(begin.elapsed());
            assert_eq!(senders, expected, "equal senders");
        }
    }
    let deciles = times.map(|mut times: Vec<Duration>| {
        times.sort();
        times[ROUNDS / 10].as_secs_f64() * 1e6 / count as f64
    });
    println!("{count} transactions; microseconds for each, and speed relative to the first");
    for ((name, _), decile) in methods.iter().zip(deciles) {
        println!("{name:22} {decile:8.2} {:6.2}", deciles[0] / decile);
    }
    ExitCode::SUCCESS
}
