//! Commitments to vectors of 256 values with a fixed basis.

use contender::{Column, Columns};

use super::Workload;
use crate::points;
use crate::random::Random;

const WIDTH: usize = 256;

/// Budgets of memory for tables, as Vorpal's profiles have them.
const PROFILES: [&str; 3] = ["32MiB", "128MiB", "340MiB"];

pub(super) fn workloads() -> Vec<Workload> {
    // Name, values that are not zero, vectors: so many that the entries of tables they ask for exceed every cache, as in use.
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

/// A vector with `count` values that are not zero: the first ones, or anywhere.
fn vector(random: &mut Random, count: usize, first: bool) -> Vec<Vec<u8>> {
    let order = points::order("banderwagon");
    let mut places: Vec<usize> = (0..WIDTH).collect();
    if !first {
        for i in 0..count {
            places.swap(i, i + random.below(WIDTH - i));
        }
    }
    let mut vector = vec![vec![0; 32]; WIDTH];
    for place in &places[..count] {
        vector[*place] = random.below_bytes(&order);
    }
    vector
}
