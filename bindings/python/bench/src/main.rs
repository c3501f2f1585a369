//! The Rust side of `bench.py`: recovers a batch of public keys for each line on standard input.
//!
//! `vorpal-python-bench FILE THREADS`: the file has 97 bytes for each signature, the hash and `r || s || v`. Each
//! answer is a line with the nanoseconds of `recover_batch` and the number of recovered keys.

use std::io::{BufRead, Write};
use std::time::Instant;

use vorpal::secp256k1::{Recovery, recover_batch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(threads)) = (arguments.next(), arguments.next()) else {
        return Err("usage: vorpal-python-bench FILE THREADS".into());
    };
    let bytes = std::fs::read(file)?;
    let recovery = |row: &[u8; 97]| {
        let mut recovery = Recovery { hash: [0; 32], r: [0; 32], s: [0; 32], recovery_id: row[96] };
        recovery.hash.copy_from_slice(&row[..32]);
        recovery.r.copy_from_slice(&row[32..64]);
        recovery.s.copy_from_slice(&row[64..96]);
        recovery
    };
    let recoveries: Vec<Recovery> = bytes.as_chunks::<97>().0.iter().map(recovery).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.parse()?).build()?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        line?;
        let start = Instant::now();
        let keys = pool.install(|| recover_batch(&recoveries));
        let time = start.elapsed().as_nanos();
        writeln!(out, "{time} {}", keys.iter().filter(|key| key.is_ok()).count())?;
        out.flush()?;
    }
    Ok(())
}
