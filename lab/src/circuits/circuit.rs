//! A circuit of any size, with a witness that satisfies it.

use ark_bn254::Fr;
use ark_ff::{FftField, Field, PrimeField};

use super::encode::{File, plain, prime};
use crate::random::Random;

/// The values of the witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// Products of sums of earlier wires.
    Uniform,
    /// Bits for nine of ten wires.
    Bits,
}

impl Values {
    /// The name in those of workloads.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Bits => "bits",
        }
    }
}

/// A coefficient and its wire.
pub(super) type Term = (u32, Fr);

/// Each constraint defines one wire from earlier ones. Wire 0 is one, wires 1 to 3 are public outputs.
///
/// As in circuits of circom, many of the wires are in no row of B, so that their points there are infinity, and five
/// of eight coefficients are 1 or -1.
pub(super) struct Circuit {
    pub(super) constraints: Vec<[Vec<Term>; 3]>,
    pub(super) witness: Vec<Fr>,
}

/// The number of public signals, without the constant.
pub(super) const PUBLIC: usize = 3;

impl Circuit {
    /// The largest circuit whose domain has `2^log_size` points: rows of the public signals and of the constant follow
    /// the constraints.
    pub(super) fn new(random: &mut Random, values: Values, log_size: u32) -> Self {
        let constraints = (1 << log_size) - PUBLIC - 1;
        let root = Fr::TWO_ADIC_ROOT_OF_UNITY;
        let mut circuit = Self { constraints: Vec::new(), witness: vec![Fr::ONE, root, root + Fr::ONE] };
        // The first wires are free.
        for wire in 3..constraints + 3 {
            circuit.push(random, values, wire);
        }
        circuit
    }

    fn push(&mut self, random: &mut Random, values: Values, wire: usize) {
        let own = (wire as u32, Fr::ONE);
        if values == Values::Bits && !wire.is_multiple_of(10) {
            // `x (x - 1) = 0`.
            self.constraints.push([vec![own], vec![own, (0, -Fr::ONE)], vec![]]);
            self.witness.push(Fr::from(random.below(2) as u64));
            return;
        }
        // A product of zero would make others zero, so that few of the uniform values were left.
        let (a, b, product) = loop {
            let others = (0..random.below(3)).map(|_| (random.below(wire) as u32, coefficient(random)));
            let mut a: Vec<Term> = others.collect();
            a.push((wire as u32 - 1, coefficient(random)));
            let b = vec![(random.below(wire) as u32, coefficient(random))];
            let value = |row: &[Term]| -> Fr {
                row.iter().map(|(wire, coefficient)| self.witness[*wire as usize] * coefficient).sum()
            };
            let product = value(&a) * value(&b);
            if product != Fr::from(0) || values == Values::Bits {
                break (a, b, product);
            }
        };
        self.witness.push(product);
        self.constraints.push([a, b, vec![own]]);
    }

    /// The file `.r1cs`.
    pub(super) fn constraints(&self) -> Vec<u8> {
        let wires = self.witness.len() as u32;
        let numbers = [wires, PUBLIC as u32, 0, 0];
        let mut header = prime::<Fr>();
        header.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        header.extend(u64::from(wires).to_le_bytes());
        header.extend((self.constraints.len() as u32).to_le_bytes());
        let mut rows = Vec::new();
        for row in self.constraints.iter().flatten() {
            rows.extend((row.len() as u32).to_le_bytes());
            for (wire, coefficient) in row {
                rows.extend(wire.to_le_bytes());
                rows.extend(plain(coefficient));
            }
        }
        let labels: Vec<u8> = (0..u64::from(wires)).flat_map(u64::to_le_bytes).collect();
        File::new(b"r1cs", 1, 3).section(1, &header).section(2, &rows).section(3, &labels).finish()
    }

    /// The file `.wtns`.
    pub(super) fn witness(&self) -> Vec<u8> {
        let header = [prime::<Fr>(), (self.witness.len() as u32).to_le_bytes().to_vec()].concat();
        let values: Vec<u8> = self.witness.iter().flat_map(plain).collect();
        File::new(b"wtns", 2, 2).section(1, &header).section(2, &values).finish()
    }
}

/// 1 or -1 in five of eight cases, else a small number, a power of two, or a large number.
fn coefficient(random: &mut Random) -> Fr {
    match random.below(8) {
        0..3 => Fr::ONE,
        3..5 => -Fr::ONE,
        5 => Fr::from(random.below(1 << 20) as u64),
        6 => Fr::from(2u64).pow([random.below(253) as u64]),
        _ => Fr::from_le_bytes_mod_order(&random.array::<64>()),
    }
}
