//! The table "Published, then, now" of the report: the experiments of the five sources (`docs/sources.md`), with their
//! published figures, the earlier and the later method or version, and Vorpal, all from one run.

use maud::{Markup, html};

use super::table::{allocations, time};
use super::{OURS, Results, Row};

/// A workload and the contender that runs it.
type Cell = (&'static str, &'static str);

/// An experiment of a source.
struct Experiment {
    source: &'static str,
    what: &'static str,
    /// The published figures before and after.
    published: &'static str,
    before: Option<Cell>,
    after: Option<Cell>,
    ours: Cell,
}

const fn same(workload: &'static str, contender: &'static str) -> Option<Cell> {
    Some((workload, contender))
}

const ROOT: &str = "sqrt.single.bls12_381_scalar";
const SPLIT: &str = "secp256k1.split.single";
const MULTIPLY: &str = "secp256k1.multiply.single";
const VERIFY: &str = "secp256k1.verify.single";
const SUM: &str = "msm.bls12_377_g1.2^16.t1";
const REPLAY: &str = "tree.mainnet_state.t1";
const SAVE: &str = "tree.save.10000";

const EXPERIMENTS: [Experiment; 12] = [
    Experiment {
        source: "square roots",
        what: "a root: Tonelli-Shanks without tables (arkworks), tables of logarithms (go-ipa)",
        published: "605, then 303 operations",
        before: same(ROOT, "arkworks"),
        after: same(ROOT, "go-ipa"),
        ours: (ROOT, OURS),
    },
    Experiment {
        source: "square roots",
        what: "the same beside gnark-crypto",
        published: "605, then 303 operations",
        before: same(ROOT, "gnark-crypto"),
        after: same(ROOT, "go-ipa"),
        ours: (ROOT, OURS),
    },
    Experiment {
        source: "Montgomery multiplication",
        what: "rounds, then the log jump, by portable code; Vorpal's kernel",
        published: "5 to 10 % faster",
        before: same("montgomery.cios.random", OURS),
        after: same("montgomery.log_jump.random", OURS),
        ours: ("montgomery.kernel.random", OURS),
    },
    Experiment {
        source: "Montgomery multiplication",
        what: "rounds, then the single step, with one small operand",
        published: "16 % faster, of one product for each reading of the clock",
        before: same("montgomery.cios.small", OURS),
        after: same("montgomery.single_step.small", OURS),
        ours: ("montgomery.kernel.small", OURS),
    },
    Experiment {
        source: "block replay",
        what: "state roots of blocks of mainnet (go-verkle of February and March 2023, from clones)",
        published: "1.36 times as fast",
        before: same(REPLAY, "go-verkle-2023-02"),
        after: same(REPLAY, "go-verkle-2023-03"),
        ours: (REPLAY, OURS),
    },
    Experiment {
        source: "block replay",
        what: "10,000 leaves: commitments and the encoding of all nodes (likewise)",
        published: "commitments 1.59 times as fast",
        before: same(SAVE, "go-verkle-2023-02"),
        after: same(SAVE, "go-verkle-2023-03"),
        ours: (SAVE, OURS),
    },
    Experiment {
        source: "block replay",
        what: "state roots of blocks of mainnet (go-verkle of June 2023, then today's)",
        published: "-",
        before: same(REPLAY, "go-verkle-2023-06"),
        after: same(REPLAY, "go-verkle"),
        ours: (REPLAY, OURS),
    },
    Experiment {
        source: "dcrd",
        what: "SplitK",
        published: "1.61, then 0.89 us; 10, then 0 allocations",
        before: same(SPLIT, "dcrd-4.0.1"),
        after: same(SPLIT, "dcrd"),
        ours: (SPLIT, OURS),
    },
    Experiment {
        source: "dcrd",
        what: "ScalarMult",
        published: "125, then 115 us; 11, then 0 allocations",
        before: same(MULTIPLY, "dcrd-4.0.1"),
        after: same(MULTIPLY, "dcrd"),
        ours: (MULTIPLY, OURS),
    },
    Experiment {
        source: "dcrd",
        what: "SigVerify",
        published: "161, then 160 us; 28, then 16 allocations",
        before: same(VERIFY, "dcrd-4.0.1"),
        after: same(VERIFY, "dcrd"),
        ours: (VERIFY, OURS),
    },
    Experiment {
        source: "ZPrize",
        what: "a sum of 2^16 points of BLS12-377 on one core (published: on a phone)",
        published: "2309, then 509 ms",
        before: same(SUM, "arkworks"),
        after: None,
        ours: (SUM, OURS),
    },
    Experiment {
        source: "ZPrize",
        what: "the same by buckets in Jacobian, then in extended Edwards coordinates; the planner's choice",
        published: "about 600, then 509 ms",
        before: same("msm.bls12_377_g1.jacobian.2^16.t1", OURS),
        after: same("msm.bls12_377_g1.edwards.2^16.t1", OURS),
        ours: (SUM, OURS),
    },
];

/// The experiments of which a figure was measured; empty if there is none.
pub(super) fn experiments(results: &Results) -> Markup {
    let find = |(workload, contender): Cell| {
        results.rows.iter().find(|row| row.workload == workload && row.contender == contender)
    };
    let found = |experiment: &Experiment| {
        [experiment.before, experiment.after, Some(experiment.ours)].map(|cell| cell.and_then(find))
    };
    let shown: Vec<(&Experiment, [Option<&Row>; 3])> = EXPERIMENTS
        .iter()
        .map(|experiment| (experiment, found(experiment)))
        .filter(|(_, rows)| rows.iter().any(Option::is_some))
        .collect();
    html! {
        @if !shown.is_empty() {
            h2 { "Published, then, now" }
            p.note { "Of others: before and after a change, published and measured here. Last column: Vorpal." }
            div.wide { table {
                tr { th { "source" } th { "what" } th { "published" } th { "before" } th { "after" } th { "Vorpal" } }
                @for (experiment, rows) in shown {
                    tr {
                        td { (experiment.source) }
                        td { (experiment.what) }
                        td { (experiment.published) }
                        @for row in rows { td { (row.map_or("-".to_owned(), figures)) } }
                    }
                }
            } }
        }
    }
}

/// The contender, its time, and its allocations if it has some or is written in Go.
fn figures(row: &Row) -> String {
    let allocations =
        row.allocs.map_or(String::new(), |count| format!(", {} allocations", allocations(count)));
    format!("{} {}{allocations}", row.contender, time(row.p10_ns))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::workloads;

    /// A renamed workload would empty its cells without a word.
    #[test]
    fn every_cell_is_a_workload() {
        let known: BTreeSet<String> =
            workloads::all().into_iter().map(|workload| workload.name.clone()).collect();
        for experiment in &EXPERIMENTS {
            for (workload, _) in
                [experiment.before, experiment.after, Some(experiment.ours)].into_iter().flatten()
            {
                assert!(known.contains(workload), "{workload}");
            }
        }
    }
}
