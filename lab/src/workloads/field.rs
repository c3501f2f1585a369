//! Field operations.

use contender::modulus::FIELDS;
use contender::{Column, Columns};

use super::Workload;

/// Operands of cheap operations.
const MANY: usize = 1024;
/// Operands of inversions and symbols, which take a thousand times as long.
const FEW: usize = 128;
const BATCH: usize = 1000;

pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = Vec::new();
    for operation in ["mul", "square", "add", "invert"] {
        for (field, _) in FIELDS {
            let rows = if operation == "invert" { FEW } else { MANY };
            let name = |kind: &str| format!("field.{operation}.{kind}.{field}");
            workloads.push(Workload::new(name("latency"), move |random, _| {
                let second = match operation {
                    "square" => Column::new([(rows as u64).to_le_bytes()]),
                    _ => Column::new(random.elements(field, rows)),
                };
                Columns(vec![Column::new([random.element(field)]), second])
            }));
            workloads.push(Workload::new(name("throughput"), move |random, _| {
                let operands = if operation == "mul" || operation == "add" { 2 } else { 1 };
                Columns((0..operands).map(|_| Column::new(random.elements(field, rows))).collect())
            }));
        }
    }
    for (operation, rows) in [("batch_invert1000", BATCH), ("legendre", FEW)] {
        for (field, _) in FIELDS {
            workloads
                .push(Workload::new(format!("field.{operation}.throughput.{field}"), move |random, _| {
                    Columns(vec![Column::new(random.elements(field, rows))])
                }));
        }
    }
    workloads
}
