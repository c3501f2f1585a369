//! Workloads of Ethereum's precompiled contracts.

use contender::message::Bytes;
use contender::{Column, Columns, PAIRS};

use super::{Input, Workload};
use crate::ethereum;
use crate::random::Random;

/// The number of inputs. Each is computed once before it is timed.
const INPUTS: usize = 8;

pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = Vec::new();
    for pairs in PAIRS {
        workloads.push(checks(format!("evm.bls12_pairing.{pairs}"), pairs, ethereum::bls_pairs));
    }
    for pairs in PAIRS {
        workloads.push(checks(format!("evm.bn254_pairing.{pairs}"), pairs, ethereum::bn_pairs));
    }
    workloads.push(calls("bn254_add", ethereum::bn_addition));
    workloads.push(calls("bn254_mul", ethereum::bn_product));
    workloads.push(calls("bls12_g1_add", ethereum::bls_addition));
    workloads.push(Workload::new("evm.point_evaluation", |random, _| Input {
        columns: inputs(|_| ethereum::opening(random)),
        published: Some(vec![Bytes(ethereum::evaluated()); INPUTS]),
    }));
    workloads.push(calls("modexp.32", |random| ethereum::odd_power(random, 32)));
    workloads
}

fn inputs(input: impl FnMut(usize) -> Vec<u8>) -> Columns {
    Columns(vec![Column::new((0..INPUTS).map(input))])
}

fn calls(name: &str, input: fn(&mut Random) -> Vec<u8>) -> Workload {
    Workload::new(format!("evm.{name}"), move |random, _| inputs(|_| input(random)))
}

/// Every second product is one, if a product has several pairs.
fn checks(name: String, pairs: usize, input: fn(&mut Random, usize, bool) -> Vec<u8>) -> Workload {
    let is_one = move |row: usize| pairs > 1 && row.is_multiple_of(2);
    Workload::new(name, move |random, _| Input {
        columns: inputs(|row| input(random, pairs, is_one(row))),
        published: Some((0..INPUTS).map(|row| Bytes(word(is_one(row)))).collect()),
    })
}

/// A truth value as a number of 32 bytes.
fn word(value: bool) -> Vec<u8> {
    [vec![0; 31], vec![u8::from(value)]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workloads::Scale;

    #[test]
    fn results_are_those_of_the_inputs() {
        for workload in workloads() {
            let Input { columns, published } = workload.input(Scale::Quick).unwrap();
            assert_eq!(columns.0[0].len(), INPUTS, "{}", workload.name);
            assert!(published.is_none_or(|results| results.len() == INPUTS), "{}", workload.name);
        }
        assert_eq!([word(true)[31], word(false)[31], word(true)[0]], [1, 0, 0]);
    }
}
