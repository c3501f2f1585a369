//! Workloads that open commitments and prove values of a state tree.

use contender::{Column, Columns};

use super::Workload;
use crate::points;

/// The maximum number of polynomials. More openings share polynomials.
const POLYNOMIALS: usize = 200;
const WIDTH: usize = 256;
const TREE_KEYS: usize = 100_000;

pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = Vec::new();
    for action in ["create", "verify"] {
        for openings in [1usize, 100, 2000] {
            let name = format!("multiproof.{action}.{openings}");
            workloads.push(Workload::new(name, move |random, _| {
                let order = points::order("banderwagon");
                let count = openings.min(POLYNOMIALS);
                let mut polynomial =
                    |_| (0..WIDTH).flat_map(|_| random.below_bytes(&order)).collect::<Vec<u8>>();
                let polynomials = Column::new((0..count).map(&mut polynomial));
                // Opening `i` is of polynomial `i` modulo their number, at a random point.
                let which = (0..openings).map(|i| ((i % count) as u32).to_le_bytes());
                let points = (0..openings).map(|i| [(random.word() as usize + i) as u8]).collect::<Vec<_>>();
                Columns(vec![polynomials, Column::new(which), Column::new(points)])
            }));
        }
    }
    for (action, wanted_keys) in [("create", 1000), ("create", 5000), ("verify", 1000), ("verify", 5000)] {
        workloads.push(Workload::new(format!("witness.{action}.{wanted_keys}"), move |random, _| {
            // Each stem has four keys, so that neighbouring keys share a leaf, like the fields of an account.
            let keys: Vec<[u8; 32]> = (0..TREE_KEYS / 4)
                .flat_map(|_| {
                    let stem = random.array::<32>();
                    [0, 1, 64, 200].map(|suffix| {
                        let mut key = stem;
                        key[31] = suffix;
                        key
                    })
                })
                .collect();
            let values: Vec<[u8; 32]> = keys.iter().map(|_| random.array()).collect();
            let step = TREE_KEYS / wanted_keys;
            let wanted =
                keys.iter().enumerate().filter(|(i, _)| i % step == i / step % step).map(|(_, key)| key);
            Columns(vec![Column::new(&keys), Column::new(&values), Column::new(wanted)])
        }));
    }
    workloads
}
