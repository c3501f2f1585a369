//! Workloads on variants of Montgomery multiplication: chains of products of stored forms in BN254's scalar field.

use contender::{Column, Columns};

use super::Workload;

/// The variants c-mul, s-mul, h-mul and a-mul, and parallel folds before two rounds or before a jump and a round.
const STRATEGIES: [&str; 6] =
    ["cios", "single_step", "log_jump", "one_jump", "parallel_rounds", "parallel_jump"];

/// The final subtractions: without branches, with a branch before each, or left out.
const SUBTRACTIONS: [&str; 3] = ["", "_branch", "_raw"];

/// Number of operands, as in chains of field operations.
const STEPS: usize = 16_384;

pub(super) fn workloads() -> Vec<Workload> {
    let variants = |strategy: &str| SUBTRACTIONS.map(|subtractions| format!("{strategy}{subtractions}"));
    let each = |strategy: String| ["random", "small", "unreduced"].map(|values| (strategy.clone(), values));
    let workload = |(strategy, values): (String, &'static str)| {
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
    STRATEGIES.into_iter().flat_map(variants).flat_map(each).map(workload).collect()
}
