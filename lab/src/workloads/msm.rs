//! Multi-scalar multiplication.

use contender::{Column, Columns};

use super::{Workload, thread_counts};
use crate::{points, zprize};

pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = Vec::new();
    for (curve, sizes) in [
        ("bls12_377_g1", &[10, 14, 16, 18][..]),
        ("bls12_381_g1", &[10, 14, 16, 18]),
        ("bn254_g1", &[10, 14, 16, 18]),
        ("banderwagon", &[10, 14]),
    ] {
        for size in sizes {
            for threads in thread_counts() {
                let workload = Workload::new(format!("msm.{curve}.2^{size}.t{threads}"), move |random, _| {
                    let count = 1 << size;
                    let order = points::order(curve);
                    let scalars: Vec<Vec<u8>> = (0..count).map(|_| random.below_bytes(&order)).collect();
                    Columns(vec![Column::new(points::random(curve, random, count)), Column::new(scalars)])
                });
                workloads.push(workload.threads(threads).only_full(*size > 16));
            }
        }
    }
    for threads in thread_counts() {
        let name = format!("msm.bls12_377_g1.zprize.t{threads}");
        workloads.push(Workload::fallible(name, |_, _| zprize::vectors()).threads(threads));
    }
    workloads
}
