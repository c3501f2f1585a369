//! The workloads. Names are those of the lab; inputs are other ones of the same kind.

use std::hint::black_box;

use vorpal::curves::models::weierstrass::Affine;
use vorpal::curves::{bls12_377::Bls12_377G1, bls12_381::Bls12_381G1, bn254::Bn254G1};
use vorpal::fields::PrimeField;
use vorpal::fields::primes::{Bls12_381Base, Bls12_381Scalar, Bn254Base, Bn254Scalar, Secp256k1Base};
use vorpal::ipa::{Basis, Committer, Scalar};
use vorpal::msm::Msm;
use vorpal::ntt::{Domain, Order};
use vorpal::pairing::{Engine, bls12_377::Bls12_377, bls12_381::Bls12_381, bn254::Bn254, pairing_vartime};

use super::{Workload, signatures};
use crate::msm::{Curve, Random};

/// The workloads in the order of the report. Sums and transforms run on one thread, and on all.
pub(super) fn all() -> Vec<Workload> {
    let mut list = Vec::new();
    field::<Bn254Base>(&mut list, "bn254_base");
    field::<Secp256k1Base>(&mut list, "secp256k1_base");
    field::<Bls12_381Base>(&mut list, "bls12_381_base");
    signatures::workloads(&mut list);
    pairing::<Bn254, 4>(&mut list, "bn254");
    pairing::<Bls12_381, 6>(&mut list, "bls12_381");
    pairing::<Bls12_377, 6>(&mut list, "bls12_377");
    list.push(Workload::new("commit.full256", 1, || {
        let committer = Committer::new(&Basis::default());
        let values: Vec<Scalar> = elements(256);
        move || {
            black_box(committer.try_commit(black_box(&values)).expect("256 values"));
        }
    }));
    for log_size in [12, 16] {
        sum::<Bn254G1>(&mut list, "bn254_g1", log_size);
        sum::<Bls12_377G1>(&mut list, "bls12_377_g1", log_size);
        sum::<Bls12_381G1>(&mut list, "bls12_381_g1", log_size);
    }
    transform::<Bn254Scalar>(&mut list, "bn254_scalar");
    transform::<Bls12_381Scalar>(&mut list, "bls12_381_scalar");
    list
}

/// Elements without a pattern: each is a square plus a number.
fn elements<F: PrimeField>(number: usize) -> Vec<F> {
    let mut x = F::from(3);
    let next = |i| {
        x = x.square() + F::from(i);
        x
    };
    (0..number as u64).map(next).collect()
}

/// One thread, and all threads if there are several.
fn threads() -> Vec<usize> {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    if all > 1 { vec![1, all] } else { vec![1] }
}

fn field<F: PrimeField>(list: &mut Vec<Workload>, name: &str) {
    const CHAIN: usize = 1000;
    list.push(Workload::new(&format!("field.mul.latency.{name}"), CHAIN, || {
        let (factors, mut x) = (elements::<F>(CHAIN), F::from(7));
        move || {
            black_box(&factors).iter().for_each(|factor| x *= *factor);
            black_box(&x);
        }
    }));
    list.push(Workload::new(&format!("field.invert.latency.{name}"), 1, || {
        let mut x = F::from(7);
        move || x = black_box(x).invert().unwrap_or(F::ONE) + F::ONE
    }));
}

fn pairing<E: Engine<N>, const N: usize>(list: &mut Vec<Workload>, name: &str) {
    list.push(Workload::new(&format!("pairing.{name}.1"), 1, || {
        let (p, q) = (Affine::<E::G1>::GENERATOR, Affine::<E::G2>::GENERATOR);
        move || {
            black_box(pairing_vartime::<E, N>(black_box(&p), black_box(&q)));
        }
    }));
}

fn sum<C: Curve>(list: &mut Vec<Workload>, name: &str, log_size: u8) {
    for threads in threads() {
        let workload = Workload::new(&format!("msm.{name}.2^{log_size}.t{threads}"), 1, move || {
            let vector = Random { log2_length: log_size, seed: 45 }.vector::<C>(0).expect("different points");
            move || {
                let sum = Msm::new().msm_vartime(&vector.points, black_box(&vector.scalars));
                black_box(sum.expect("as many scalars as points"));
            }
        });
        list.push(Workload { threads, ..workload });
    }
}

fn transform<F: PrimeField>(list: &mut Vec<Workload>, name: &str) {
    for threads in threads() {
        let workload = Workload::new(&format!("ntt.{name}.2^16.t{threads}"), 1, || {
            let (domain, mut values) = (Domain::<F>::new(1 << 16).expect("2^16 points"), elements(1 << 16));
            move || domain.evaluate_parallel(&mut values, Order::Natural).expect("2^16 values")
        });
        list.push(Workload { threads, ..workload });
    }
}
