//! Workloads that commit to vectors of 256 values with a fixed basis.

use contender::{Column, Columns};

use super::Workload;
use crate::points;
use crate::random::Random;

const WIDTH: usize = 256;

/// Memory budgets for tables, equal to Vorpal's profiles.
const PROFILES: [&str; 3] = ["32MiB", "128MiB", "340MiB"];

pub(super) fn workloads() -> Vec<Workload> {
    // Name, number of nonzero values, number of vectors. Many vectors use many entries of the tables, as in practice.
    let kinds = [
        ("full256", WIDTH, 128),
        ("first5", 5, 2048),
        ("one", 1, 2048),
        ("nonzero8", 8, 2048),
        ("nonzero32", 32, 512),
        ("nonzero64", 64, 256),
        ("nonzero128", 128, 128),
    ];
    let workload = |name: String, (kind, count, vectors): (&str, usize, usize)| {
        let first = kind == "first5";
        Workload::new(name, move |random, _| {
            let vectors = (0..vectors).flat_map(|_| vector(random, count, first));
            Columns(vec![Column::new(vectors.collect::<Vec<_>>())])
        })
    };
    let mut workloads: Vec<Workload> =
        kinds.iter().map(|kind| workload(format!("commit.{}", kind.0), *kind)).collect();
    workloads.push(workload("commit.first5.batch64".to_owned(), kinds[1]));
    for kind in kinds.iter().filter(|kind| ["full256", "first5", "nonzero32", "nonzero64"].contains(&kind.0))
    {
        for profile in PROFILES {
            workloads.push(workload(format!("commit.{}.{profile}", kind.0), *kind));
        }
    }
    workloads
}

/// A vector with `count` nonzero values: the first ones, or at random positions.
fn vector(random: &mut Random, count: usize, first: bool) -> Vec<Vec<u8>> {
    let order = points::order("banderwagon");
    let mut positions: Vec<usize> = (0..WIDTH).collect();
    if !first {
        for i in 0..count {
            positions.swap(i, i + random.below(WIDTH - i));
        }
    }
    let mut vector = vec![vec![0; 32]; WIDTH];
    for position in &positions[..count] {
        vector[*position] = random.below_bytes(&order);
    }
    vector
}
