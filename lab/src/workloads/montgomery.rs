//! Workloads on variants of Montgomery multiplication: chains of products of stored forms in BN254's scalar field.

use contender::{Column, Columns};

use super::Workload;

/// The kernel of each library; the variants c-mul, s-mul, h-mul and a-mul by portable code, and parallel folds before
/// two rounds or before a jump and a round.
const STRATEGIES: [&str; 7] =
    ["kernel", "cios", "single_step", "log_jump", "one_jump", "parallel_rounds", "parallel_jump"];

/// The final subtractions: without branches, with a branch before each, or left out. Kernels have their own.
const SUBTRACTIONS: [&str; 3] = ["", "_branch", "_raw"];

/// Number of operands, as in chains of field operations.
const STEPS: usize = 16_384;

pub(super) fn workloads() -> Vec<Workload> {
    let variants = |strategy: &'static str| {
        let subtractions = if strategy == "kernel" { &SUBTRACTIONS[..1] } else { &SUBTRACTIONS };
        subtractions.iter().map(move |subtractions| format!("{strategy}{subtractions}"))
    };
    let each = |strategy: String| {
        let has_all = !SUBTRACTIONS[1..].iter().any(|end| strategy.ends_with(end));
        let others = ["throughput", "square"].into_iter().filter(move |_| has_all);
        ["random", "small", "unreduced"].into_iter().chain(others).map(move |kind| (strategy.clone(), kind))
    };
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
