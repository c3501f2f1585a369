//! Workloads on points of Banderwagon: decoding, addition, the map to the scalar field.

use contender::{Column, Columns};

use super::Workload;
use crate::points;

const POINTS: usize = 1000;

pub(super) fn workloads() -> Vec<Workload> {
    let points = |name: &str| {
        Workload::new(name, |random, _| {
            Columns(vec![Column::new(points::random("banderwagon", random, POINTS))])
        })
    };
    vec![
        points("decode.banderwagon.single"),
        points("decode.banderwagon.batch1000"),
        Workload::new("banderwagon.add.latency", |random, _| {
            let points = points::random("banderwagon", random, 1 + POINTS);
            Columns(vec![Column::new(&points[..1]), Column::new(&points[1..])])
        }),
        points("banderwagon.map.single"),
        points("banderwagon.map.batch1000"),
    ]
}
