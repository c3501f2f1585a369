//! Decoding compressed points.

use contender::{Column, Columns};

use super::Workload;
use crate::points;

const POINTS: usize = 1000;

pub(super) fn workloads() -> Vec<Workload> {
    let workload = |kind| {
        Workload::new(format!("decode.banderwagon.{kind}"), |random, _| {
            Columns(vec![Column::new(points::random("banderwagon", random, POINTS))])
        })
    };
    ["single", "batch1000"].into_iter().map(workload).collect()
}
