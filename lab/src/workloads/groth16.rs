//! Workloads of Groth16 with the files of circom and snarkjs.

use std::path::Path;

use contender::groth16::{BATCH, LARGEST, LOG_SIZES, SETUP};
use contender::{Column, Columns};

use super::{Input, Workload};
use crate::circuits::{self, Values};
use crate::data::Skipped;

pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = Vec::new();
    for values in [Values::Uniform, Values::Bits] {
        for log_size in LOG_SIZES {
            let name = format!("groth16.prove.{}.2^{log_size}", values.name());
            for threads in super::thread_counts() {
                let name = format!("{name}.t{threads}");
                let workload =
                    Workload::fallible(name, move |_, _| folder(&circuits::circuit(values, log_size)?));
                workloads.push(workload.threads(threads).only_full(log_size > 14));
            }
        }
    }
    let (first, largest) = (
        Workload::fallible("groth16.first.uniform.2^16.t1", |_, _| {
            folder(&circuits::circuit(Values::Uniform, 16)?)
        }),
        Workload::fallible(format!("groth16.prove.uniform.2^{LARGEST}.t1"), |_, _| {
            folder(&circuits::circuit(Values::Uniform, LARGEST)?)
        }),
    );
    workloads.extend([first, largest].map(|workload| workload.own_process().only_full(true)));
    for name in ["groth16.verify.1".to_owned(), format!("groth16.verify.batch{BATCH}")] {
        workloads.push(Workload::fallible(name, |_, _| folder(&circuits::proofs(BATCH)?)));
    }
    for name in ["new", "verify"] {
        let name = format!("groth16.setup.{name}.2^{SETUP}.t1");
        let workload = Workload::fallible(name, |_, _| folder(&circuits::setup(SETUP)?));
        workloads.push(workload.only_full(true));
    }
    workloads
}

/// The path of a folder as the only row.
fn folder(path: &Path) -> Result<Input, Skipped> {
    let path = path.to_str().ok_or_else(|| Skipped(format!("{} is not Unicode", path.display())))?;
    Ok(Columns(vec![Column::new([path])]).into())
}
