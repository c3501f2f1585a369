//! Commitments to vectors of 256 values with a fixed basis.

use contender::{Column, Columns};

use super::Workload;
use crate::points;
use crate::random::Random;

const WIDTH: usize = 256;

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
    let workload = |(kind, count, vectors): (&str, usize, usize)| {
        let first = kind == "first5";
        Workload::new(format!("commit.{kind}"), move |random, _| {
            let vectors = (0..vectors).flat_map(|_| vector(random, count, first));
            Columns(vec![Column::new(vectors.collect::<Vec<_>>())])
        })
    };
    kinds.into_iter().map(workload).collect()
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
