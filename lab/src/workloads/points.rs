//! Workloads on points of curves in short Weierstrass form: chains of doublings and additions.

use contender::{Column, Columns};

use super::Workload;
use crate::points;

/// The curves in short Weierstrass form.
const CURVES: [&str; 4] = ["bls12_377_g1", "bls12_381_g1", "bn254_g1", "secp256k1"];

/// The number of doublings or additions in an iteration.
const CHAIN: usize = 1000;

pub(super) fn workloads() -> Vec<Workload> {
    let each = |curve| ["double", "add", "add_affine"].map(|operation| (curve, operation));
    let workload = |(curve, operation): (&'static str, &'static str)| {
        Workload::new(format!("{curve}.{operation}.latency"), move |random, _| {
            let points = points::random(curve, random, 1 + CHAIN);
            Columns(vec![
                Column::new(&points[..1]),
                match operation {
                    "double" => Column::new([(CHAIN as u64).to_le_bytes()]),
                    _ => Column::new(&points[1..]),
                },
            ])
        })
    };
    CURVES.into_iter().flat_map(each).map(workload).collect()
}
