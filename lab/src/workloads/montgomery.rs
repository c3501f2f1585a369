//! The family of Montgomery multiplications, on the stored forms of BN254's scalar field: chains of products.

use contender::{Column, Columns};

use super::Workload;

/// Every strategy with its final subtraction, and without.
const STRATEGIES: [&str; 8] = [
    "cios",
    "cios_raw",
    "single_step",
    "single_step_raw",
    "log_jump",
    "log_jump_raw",
    "one_jump",
    "one_jump_raw",
];

/// As many as in chains of field operations.
const STEPS: usize = 16_384;

pub(super) fn workloads() -> Vec<Workload> {
    let each = |strategy| ["random", "small", "unreduced"].map(|values| (strategy, values));
    let workload = |(strategy, values): (&str, &'static str)| {
        Workload::new(format!("montgomery.{strategy}.{values}"), move |random, _| {
            let start = random.element("bn254_scalar");
            let factor = |_| match values {
                "small" => [random.bytes(8), vec![0; 24]].concat(),
                "unreduced" => random.bytes(32),
                _ => random.element("bn254_scalar"),
            };
            Columns(vec![Column::new([start]), Column::new((0..STEPS).map(factor))])
        })
    };
    STRATEGIES.into_iter().flat_map(each).map(workload).collect()
}
