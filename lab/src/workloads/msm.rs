//! Workloads of multi-scalar multiplication.

use contender::{Column, Columns};

use super::{Input, SEED, Workload, thread_counts};
use crate::random::Random;
use crate::{points, zprize_files};

/// The curves in short Weierstrass form.
const WEIERSTRASS: [&str; 3] = ["bls12_377_g1", "bls12_381_g1", "bn254_g1"];

pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = Vec::new();
    let sizes = |curve| match curve {
        "banderwagon" => &[10, 14][..],
        _ => &[10, 12, 14, 16, 18],
    };
    for curve in WEIERSTRASS.into_iter().chain(["banderwagon"]) {
        for size in sizes(curve) {
            for threads in thread_counts() {
                let workload = Workload::new(format!("msm.{curve}.2^{size}.t{threads}"), move |random, _| {
                    let order = points::order(curve);
                    sum(curve, 1 << size, random, |random| random.below_bytes(&order))
                });
                workloads.push(workload.threads(threads).only_full(*size > 16));
            }
        }
    }
    workloads.push(Workload::new("msm.bls12_381_g2.2^12.t1", |random, _| {
        let order = points::order("bls12_381_g2");
        sum("bls12_381_g2", 1 << 12, random, |random| random.below_bytes(&order))
    }));
    for threads in thread_counts() {
        let name = format!("msm.bls12_377_g1.zprize.t{threads}");
        let workload = Workload::fallible(name, |_, _| {
            let (columns, published) = zprize_files::vectors()?;
            Ok(Input { columns, published: Some(published) })
        });
        workloads.push(workload.threads(threads));
    }
    for curve in WEIERSTRASS {
        for threads in thread_counts() {
            let workload = Workload::new(format!("msm.{curve}.u64.2^16.t{threads}"), move |random, _| {
                sum(curve, 1 << 16, random, |random| [random.bytes(8), vec![0; 24]].concat())
            });
            workloads.push(workload.threads(threads));
        }
    }
    for curve in WEIERSTRASS {
        for algorithm in algorithms(curve) {
            for threads in thread_counts() {
                let name = format!("msm.{curve}.{algorithm}.2^16.t{threads}");
                // The input of `msm.CURVE.2^16`, so that the rows stand beside each other.
                let workload = Workload::new(name, move |_, _| {
                    let order = points::order(curve);
                    let mut random = Random::new(SEED, &format!("msm.{curve}.2^16"));
                    sum(curve, 1 << 16, &mut random, |random| random.below_bytes(&order))
                });
                workloads.push(workload.threads(threads).only_full(true));
            }
        }
    }
    workloads
}

/// The algorithms with buckets that a curve has, by their names in `vorpal msm --algorithm`.
fn algorithms(curve: &str) -> &'static [&'static str] {
    match curve {
        "bls12_377_g1" => &["edwards", "affine", "xyzz", "jacobian"],
        _ => &["affine", "xyzz", "jacobian"],
    }
}

fn sum(curve: &str, count: usize, random: &mut Random, scalar: impl Fn(&mut Random) -> Vec<u8>) -> Columns {
    let scalars: Vec<Vec<u8>> = (0..count).map(|_| scalar(random)).collect();
    Columns(vec![Column::new(points::random(curve, random, count)), Column::new(scalars)])
}

#[cfg(test)]
mod tests {
    use crate::workloads::{Scale, select};

    #[test]
    fn algorithms_have_the_input_of_the_planner() {
        let columns =
            |name: &str| select(&[name.to_owned()]).unwrap().remove(0).input(Scale::Quick).unwrap().columns;
        let planner = columns("msm.bn254_g1.2^16.t1");
        for algorithm in super::algorithms("bn254_g1") {
            assert!(columns(&format!("msm.bn254_g1.{algorithm}.2^16.t1")) == planner, "{algorithm}");
        }
    }

    #[test]
    fn small_scalars_are_below_two_to_the_64() {
        for workload in select(&["msm.bn254_g1.u64".to_owned()]).unwrap() {
            let columns = workload.input(Scale::Quick).unwrap().columns;
            assert_eq!(columns.0[0].len(), 1 << 16);
            let numbers: Option<Vec<u64>> = columns.0[1].rows().map(contender::number).collect();
            assert!(numbers.unwrap().iter().any(|number| *number >> 63 == 1));
        }
    }
}
