//! Workloads on field elements.

use contender::modulus::FIELDS;
use contender::{Column, Columns};

use super::Workload;

// Branch predictors memorise the branches of a thousand operands. A library that subtracts the modulus behind a branch
// then adds faster than in practice. These numbers of operands are larger, but fit into the caches of a core.

/// Number of operands in a chain of cheap operations.
const CHAIN: usize = 16_384;
/// Number of operand pairs for independent cheap operations, each with two operands and a result.
const INDEPENDENT: usize = 8192;
/// Number of operands for inversions and Legendre symbols, which take longer.
const FEW: usize = 2048;
const BATCH: usize = 1000;

pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = Vec::new();
    for operation in ["mul", "square", "add", "invert"] {
        for (field, _) in FIELDS {
            let dear = operation == "invert";
            let (chain, independent) = if dear { (FEW, FEW) } else { (CHAIN, INDEPENDENT) };
            let name = |kind: &str| format!("field.{operation}.{kind}.{field}");
            workloads.push(Workload::new(name("latency"), move |random, _| {
                let second = match operation {
                    "square" => Column::new([(chain as u64).to_le_bytes()]),
                    _ => Column::new(random.elements(field, chain)),
                };
                Columns(vec![Column::new([random.element(field)]), second])
            }));
            let kinds: &[&str] = if matches!(operation, "mul" | "square") {
                &["throughput", "unbatched"]
            } else {
                &["throughput"]
            };
            for kind in kinds {
                workloads.push(Workload::new(name(kind), move |random, _| {
                    let operands = if operation == "mul" || operation == "add" { 2 } else { 1 };
                    Columns((0..operands).map(|_| Column::new(random.elements(field, independent))).collect())
                }));
            }
        }
    }
    for (field, _) in FIELDS {
        workloads.push(Workload::new(format!("field.product.{field}"), move |random, _| {
            Columns(vec![Column::new([random.element(field)]), Column::new(random.elements(field, CHAIN))])
        }));
        for kind in ["each", "best"] {
            workloads.push(Workload::new(
                format!("field.inner_product16.{kind}.{field}"),
                move |random, _| {
                    Columns((0..2).map(|_| Column::new(random.elements(field, INDEPENDENT))).collect())
                },
            ));
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
