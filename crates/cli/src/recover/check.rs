//! Recovery of the public keys of all signatures, measured, and comparison with the files.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::Serialize;
use vorpal::secp256k1::{Error, PublicKey, Recovery, SecretKey, recover_batch};

use crate::failure::Failure;
use crate::input::signatures::{Difference, Signature};

/// The number of signatures in one call, after which the bar advances: about one second's work of one core, and enough
/// for many cores.
const BATCH: usize = 1 << 15;

/// The result of the check.
pub(super) struct Checked {
    /// The wrong signatures, in the order of the input.
    pub(super) wrong: Vec<Wrong>,
    /// The time of each repetition: recovery alone, without addresses and comparisons.
    pub(super) times: Vec<Duration>,
}

/// A signature that yields no key, or a key other than the expected one.
#[derive(Serialize)]
pub(super) struct Wrong {
    /// The source, as `file:line`.
    pub(super) place: String,
    /// The reasons: the sender, the public key or both.
    pub(super) reasons: Vec<String>,
}

impl Checked {
    /// Recovers all keys `repeat` times, at least once, and checks them. The bar counts the keys of all repetitions.
    pub(super) fn new(signatures: &[Signature], repeat: u32, bar: &ProgressBar) -> Result<Self, Failure> {
        build_tables()?;
        let recoveries: Vec<Recovery> = signatures.iter().map(|signature| signature.recovery).collect();
        bar.reset();
        bar.set_length(recoveries.len() as u64 * u64::from(repeat));
        bar.set_message("recovering");
        let (keys, time) = recover_all(&recoveries, bar);
        let mut times = vec![time];
        for repetition in 2..=repeat {
            bar.set_message(format!("recovering, {repetition} of {repeat}"));
            let (again, time) = recover_all(&recoveries, bar);
            if again != keys {
                return Err(Failure::Engine(format!("repetition {repetition} recovers other keys")));
            }
            times.push(time);
        }
        Ok(Self { wrong: signatures.par_iter().zip(keys).filter_map(wrong).collect(), times })
    }
}

/// Builds the generator's tables by a first recovery, so that building them is not measured.
fn build_tables() -> Result<(), Failure> {
    let failure =
        |error: Error| Failure::Engine(format!("recovery from a signature of this program failed: {error}"));
    let (key, hash) = (SecretKey::from_be_bytes(&[1; 32]).map_err(failure)?, [2; 32]);
    let recovery = key.sign(&hash).to_recovery(&hash);
    recover_batch(&[recovery; 64]).into_iter().try_for_each(|key| key.map(drop).map_err(failure))
}

fn recover_all(recoveries: &[Recovery], bar: &ProgressBar) -> (Vec<Result<PublicKey, Error>>, Duration) {
    let mut keys = Vec::with_capacity(recoveries.len());
    let mut time = Duration::ZERO;
    for batch in recoveries.chunks(BATCH) {
        let start = Instant::now();
        keys.extend(recover_batch(batch));
        time += start.elapsed();
        bar.inc(batch.len() as u64);
    }
    (keys, time)
}

fn wrong((signature, key): (&Signature, Result<PublicKey, Error>)) -> Option<Wrong> {
    let reasons: Vec<String> = match key {
        Ok(key) => signature.differences(&key).into_iter().map(reason).collect(),
        Err(error) => vec![format!("no key: {error}")],
    };
    (!reasons.is_empty()).then(|| Wrong { place: signature.source.to_string(), reasons })
}

fn reason(Difference { what, expected, found }: Difference) -> String {
    format!("wrong {what}: expected {expected}, found {found}")
}
