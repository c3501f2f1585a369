//! Registers Ethereum's precompiled contracts, as functions of bytes.

use crate::pairing::PAIRS;
use crate::registry::Contender;
use crate::rows;

/// Registers the contracts of a library.
pub struct Evm<'c> {
    contender: &'c mut Contender,
}

impl<'c> Evm<'c> {
    /// Starts without contracts.
    pub fn new(contender: &'c mut Contender) -> Self {
        Self { contender }
    }

    /// Registers a contract, which is compared and timed. `call` returns the output for an input; `None` if the
    /// contract fails.
    pub fn contract<R: AsRef<[u8]> + 'static>(
        self,
        name: &'static str,
        path: &str,
        call: impl Fn(&[u8]) -> Option<R> + Copy + 'static,
    ) -> Self {
        for workload in workloads(name) {
            self.contender.offer(workload, path, move |input| {
                let mut inputs = input.decode(0, "an input", |bytes| Some(bytes.to_vec()))?;
                if inputs.is_empty() {
                    // A column cannot contain a row without bytes.
                    inputs.push(Vec::new());
                }
                let encode =
                    |output: Option<R>| output.map_or_else(Vec::new, |bytes| bytes.as_ref().to_vec());
                Ok(rows::single(inputs, encode, move |input: &Vec<u8>| call(input)))
            });
        }
        self.contender.operation(format!("evm.{name}"), move |arguments| {
            let [input] = arguments else { return None };
            call(&input.0).map(|output| output.as_ref().to_vec())
        });
        self
    }
}

/// The names of the workloads of a contract: those of the protocol, and `evm.call` for the inputs of `lab evm`.
fn workloads(name: &str) -> Vec<String> {
    let mut workloads = vec![format!("evm.call.{name}")];
    workloads.extend(match name {
        "bls12_pairing" | "bn254_pairing" => PAIRS.map(|pairs| format!("evm.{name}.{pairs}")).into(),
        "modexp" => vec!["evm.modexp.32".to_owned()],
        "bn254_add" | "bn254_mul" | "bls12_g1_add" | "point_evaluation" => vec![format!("evm.{name}")],
        _ => Vec::new(),
    });
    workloads
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Bytes;
    use crate::registry::Input;
    use crate::{Column, Columns};

    #[test]
    fn failures_have_no_result_and_an_empty_one_in_workloads() {
        let mut contender = Contender::new("bytes", "1");
        let first = |input: &[u8]| input.first().filter(|byte| **byte > 1).map(|byte| [*byte]);
        Evm::new(&mut contender).contract("bn254_pairing", "first byte", first).contract("sha256", "", first);
        assert_eq!(contender.offers.len(), 2 + PAIRS.len());
        let columns = Columns(vec![Column::new([[1u8, 2], [3, 4]])]);
        let offer = &contender.offers["evm.bn254_pairing.8"];
        let prepared = (offer.prepare)(&Input { columns, threads: 1 }).ok().unwrap();
        assert_eq!(prepared.result, [Bytes(vec![]), Bytes(vec![3])]);
        let no_row = Input { columns: Columns(vec![Column::default()]), threads: 1 };
        let prepared = (contender.offers["evm.call.sha256"].prepare)(&no_row).ok().unwrap();
        assert_eq!((prepared.result.as_slice(), prepared.items), (&[Bytes(vec![])][..], 1));
        let call = |byte: u8| contender.operations["evm.sha256"](&[Bytes(vec![byte])]);
        assert_eq!((call(1), call(2)), (None, Some(vec![Bytes(vec![2])])));
    }
}
