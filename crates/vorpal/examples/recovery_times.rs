//! Times of recoveries for the benchmarks of the bindings, which compare their own times with those of Rust.
//!
//! The argument is the size of a batch. The first line of output has the inputs in hexadecimal: hash and signature of
//! each item, 97 bytes. Then each line of input runs one batch, and its time in nanoseconds is a line of output.

use std::io::{BufRead, Write};
use std::time::Instant;

use vorpal::secp256k1::{SecretKey, recover_batch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: u32 = std::env::args().nth(1).ok_or("usage: recovery_times COUNT")?.parse()?;
    let mut recoveries = Vec::new();
    let mut line = String::new();
    for i in 1..=count {
        let mut bytes = [0x5a; 32];
        bytes[..4].copy_from_slice(&i.to_be_bytes());
        let secret = SecretKey::from_be_bytes(&bytes)?;
        bytes[4] = 1;
        let signature = secret.sign(&bytes);
        for byte in bytes.iter().chain(&signature.to_rsv()) {
            line += &format!("{byte:02x}");
        }
        recoveries.push(signature.to_recovery(&bytes));
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()?;
    for line in std::io::stdin().lock().lines() {
        line?;
        let start = Instant::now();
        let keys = recover_batch(&recoveries);
        let time = start.elapsed();
        if keys.iter().any(Result::is_err) {
            return Err("a signature is invalid".into());
        }
        writeln!(out, "{}", time.as_nanos())?;
        out.flush()?;
    }
    Ok(())
}
