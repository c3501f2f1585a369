//! `lab evm`: gas per second of Ethereum's precompiled contracts, on the vectors of go-ethereum.

use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use contender::message::Bytes;
use contender::{Column, Columns};
use serde::Deserialize;

use crate::compare::{builds, check_results};
use crate::contenders::{ContenderError, Contenders, OURS, Others};
use crate::coverage::Coverage;
use crate::data::{self, Skipped};
use crate::failure::{Failure, io, print_line};
use crate::machine::Machine;

/// The files of vectors, with the contract of each. Of the three files of modular exponentiation, the newest has the
/// prices of today.
const FILES: [(&str, &str); 17] = [
    ("ecRecover", "ecrecover"),
    ("modexp_eip7883", "modexp"),
    ("bn256Add", "bn254_add"),
    ("bn256ScalarMul", "bn254_mul"),
    ("bn256Pairing", "bn254_pairing"),
    ("blake2F", "blake2f"),
    ("pointEvaluation", "point_evaluation"),
    ("blsG1Add", "bls12_g1_add"),
    ("blsG1Mul", "bls12_g1_msm"),
    ("blsG1MultiExp", "bls12_g1_msm"),
    ("blsG2Add", "bls12_g2_add"),
    ("blsG2Mul", "bls12_g2_msm"),
    ("blsG2MultiExp", "bls12_g2_msm"),
    ("blsPairing", "bls12_pairing"),
    ("blsMapG1", "bls12_map_g1"),
    ("blsMapG2", "bls12_map_g2"),
    ("p256Verify", "p256_verify"),
];

/// The contender that is measured beside Vorpal, unless others are named.
const DEFAULT: &str = "revm";
/// The length of a sample.
const SAMPLE_NS: u64 = 2_000_000;
/// The number of samples of each vector. The shortest is its time.
const SAMPLES: usize = 3;

/// Arguments of `evm`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Names of contracts; all if none is named.
    contracts: Vec<String>,
    /// Measure this contender besides Vorpal; may be repeated.
    #[arg(long, value_name = "NAME", default_value = DEFAULT)]
    contender: Vec<String>,
}

/// A vector of go-ethereum.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Vector {
    name: String,
    input: String,
    expected: String,
    gas: u64,
}

/// The calls of one file by one contender.
#[derive(Default)]
struct Calls {
    vectors: usize,
    gas: f64,
    ns: f64,
    /// Gas per nanosecond of the slowest vector, and its name.
    worst: Option<(f64, String)>,
}

impl Calls {
    fn add(&mut self, vector: &Vector, ns: f64) {
        self.vectors += 1;
        self.gas += vector.gas as f64;
        self.ns += ns;
        let speed = vector.gas as f64 / ns;
        // BLAKE2F of no rounds is free, so its speed says nothing.
        if vector.gas > 0 && self.worst.as_ref().is_none_or(|(worst, _)| speed < *worst) {
            self.worst = Some((speed, vector.name.clone()));
        }
    }

    /// A speed in millions of gas per second.
    fn megagas(speed: f64) -> String {
        format!("{:.1}", 1000.0 * speed)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let wanted = |contract: &&str| {
        arguments.contracts.is_empty() || arguments.contracts.iter().any(|wanted| wanted == contract)
    };
    if let Some(unknown) =
        arguments.contracts.iter().find(|wanted| !FILES.iter().any(|(_, contract)| contract == wanted))
    {
        let names: Vec<&str> = FILES.iter().map(|(_, contract)| *contract).collect();
        return Err(Failure::Usage(format!("no contract `{unknown}`; there are: {}", names.join(", "))));
    }
    let folder = match data::folder("evm/precompiles") {
        Ok(folder) => folder,
        Err(skipped) => {
            let skipped = vec![skipped.to_string()];
            return Ok(Coverage { skipped, ..Coverage::default() }.finish());
        }
    };
    let names = [&[OURS.to_owned()], arguments.contender.as_slice()].concat();
    let mut contenders = Contenders::build(&names)?;
    let temporary = tempfile::tempdir().map_err(io("a temporary folder"))?;
    let path = temporary.path().join("input");
    let others = Others::new(&contenders);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["file", "contender", "vectors", "Mgas/s", "worst", "worst vector"]);
    for column in table.column_iter_mut().skip(2).take(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut coverage = Coverage::default();
    for (file, contract) in FILES.iter().filter(|(_, contract)| wanted(contract)) {
        let vectors = match vectors(&folder.join(format!("{file}.json"))) {
            Ok(vectors) => vectors,
            Err(why) => {
                coverage.skipped.push(format!("{file}: {why}"));
                continue;
            }
        };
        for (index, calls) in measure(&mut contenders, file, contract, &vectors, &path)? {
            coverage.results += calls.vectors;
            let (worst, name) = calls.worst.clone().unwrap_or_default();
            table.add_row([
                (*file).to_owned(),
                contenders.name(index).to_owned(),
                calls.vectors.to_string(),
                Calls::megagas(calls.gas / calls.ns),
                Calls::megagas(worst),
                name,
            ]);
        }
    }
    print_line(&table.to_string());
    let share = others.share(&contenders);
    let machine = Machine::new();
    print_line(&machine.processor());
    print_line(&format!("processes: {}", machine.pinning));
    for build in builds(&mut contenders) {
        print_line(&build.line());
    }
    print_line(&format!("other processes used {share:.2} cores"));
    coverage.failed = contenders.failure_lines();
    Ok(coverage.finish())
}

fn vectors(path: &Path) -> Result<Vec<Vector>, Skipped> {
    let text = data::read(path)?;
    serde_json::from_slice(&text).map_err(|error| Skipped(format!("{}: {error}", path.display())))
}

/// The calls of each contender that offers the contract, by its index. Contenders alternate from vector to vector.
fn measure(
    contenders: &mut Contenders,
    file: &str,
    contract: &str,
    vectors: &[Vector],
    path: &Path,
) -> Result<Vec<(usize, Calls)>, Failure> {
    let mut all: Vec<(usize, Calls)> = (0..contenders.len()).map(|index| (index, Calls::default())).collect();
    for vector in vectors {
        let bytes = |digits: &str| {
            hex::decode(digits).map_err(|error| Failure::Usage(format!("{file}: {}: {error}", vector.name)))
        };
        let (input, expected) = (bytes(&vector.input)?, vec![Bytes(bytes(&vector.expected)?)]);
        Columns(vec![Column::new([input])]).write(path)?;
        for (index, calls) in &mut all {
            match time(contenders, *index, contract, path) {
                Ok(Some((result, ns))) => {
                    let name = contenders.name(*index);
                    let results = [("expected", expected.as_slice()), (name, result.as_slice())];
                    check_results(&format!("{file}, {}", vector.name), results.into_iter())?;
                    calls.add(vector, ns);
                }
                Ok(None) => {}
                Err(error) => contenders.record_failure(*index, format!("{file}, {}: {error}", vector.name)),
            }
        }
    }
    all.retain(|(_, calls)| calls.vectors > 0);
    Ok(all)
}

/// The results of the prepared input and the time of a call; `None` if the contender does not offer the contract.
fn time(
    contenders: &mut Contenders,
    index: usize,
    contract: &str,
    path: &Path,
) -> Result<Option<(Vec<Bytes>, f64)>, ContenderError> {
    let process = contenders.process(index, 1)?;
    let workload = format!("evm.call.{contract}");
    if !process.hello.offers.contains_key(&workload) {
        return Ok(None);
    }
    let prepared = process.prepare(&workload, &path.display().to_string(), 1)?;
    let once = process.sample(1)?.ns.max(1);
    let iterations = (SAMPLE_NS / once).max(1);
    let mut shortest = f64::INFINITY;
    for _ in 0..SAMPLES {
        shortest = shortest.min(process.sample(iterations)?.ns as f64 / iterations as f64);
    }
    Ok(Some((prepared.result, shortest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_vector_is_the_one_with_the_least_gas_for_its_time() {
        let vector = |name: &str, gas| Vector {
            name: name.to_owned(),
            input: String::new(),
            expected: String::new(),
            gas,
        };
        let mut calls = Calls::default();
        calls.add(&vector("fast", 1000), 100.0);
        calls.add(&vector("slow", 3000), 1000.0);
        calls.add(&vector("middle", 500), 100.0);
        calls.add(&vector("free", 0), 300.0);
        assert_eq!(calls.worst, Some((3.0, "slow".to_owned())));
        assert_eq!((calls.vectors, Calls::megagas(calls.gas / calls.ns)), (4, "3000.0".to_owned()));
    }

    #[test]
    fn files_of_vectors_are_read() {
        match data::folder("evm/precompiles") {
            Err(skipped) => {
                assert!(std::env::var_os("VORPAL_DATA").unwrap_or_default().is_empty(), "{skipped}");
                eprintln!("SKIPPED: {skipped}");
            }
            Ok(folder) => {
                for (file, _) in FILES {
                    let vectors = vectors(&folder.join(format!("{file}.json"))).unwrap();
                    // BLAKE2F of no rounds costs nothing.
                    let free = vectors.iter().filter(|vector| vector.gas == 0).count();
                    assert!(!vectors.is_empty() && free <= usize::from(file == "blake2F"), "{file}: {free}");
                }
            }
        }
    }
}
