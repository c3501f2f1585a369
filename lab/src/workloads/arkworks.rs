//! Workloads of provers that are generic over arkworks' traits.

use contender::{Column, Columns};

use super::Workload;
use crate::points;
use crate::random::Random;

/// The constraints and the variables of the instance of the large circuit: a domain of this size.
const DOMAIN: usize = 1 << 16;
/// One, and the public input.
const INSTANCE: usize = 2;

pub(super) fn workloads() -> Vec<Workload> {
    let sum = |random: &mut Random, _| {
        let scalars: Vec<Vec<u8>> = random.elements("bn254_scalar", 1 << 16);
        Columns(vec![Column::new(points::random("bn254_g1", random, 1 << 16)), Column::new(scalars)])
    };
    vec![
        Workload::new("arkworks.msm.2^16", sum),
        Workload::new("arkworks.kzg_commit.2^16", sum),
        Workload::new("arkworks.groth16.2^16", |random, _| circuit(random, (DOMAIN - INSTANCE) / 2)),
        Workload::new("arkworks.groth16_verify", |random, _| circuit(random, 50)),
    ]
}

/// The seed of the key, four numbers, and the bits of a circuit with twice as many constraints.
fn circuit(random: &mut Random, bits: usize) -> Columns {
    let seed = random.bytes(32);
    let numbers = random.elements("bn254_scalar", 4);
    let bits: Vec<Vec<u8>> = (0..bits).map(|_| vec![random.bytes(1)[0] & 1]).collect();
    Columns(vec![Column::new(vec![seed]), Column::new(numbers), Column::new(bits)])
}
