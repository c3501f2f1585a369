//! A setup of a known number, and the definitions in scalar arithmetic.

use std::sync::OnceLock;

use vorpal::curves::PointFormat;
use vorpal::curves::bls12_381::{Affine, Jacobian, encoding::ZCASH, g2};
use vorpal::fields::primes::Bls12_381Scalar as Scalar;
use vorpal::kzg::Setup;
use vorpal::msm::multiples_vartime;
use vorpal::ntt::{Domain, Order};

pub(super) struct Oracle {
    /// The number `t` of the setup.
    pub(super) secret: Scalar,
    /// The text of the setup, in the format of c-kzg.
    pub(super) text: String,
    /// Without tables.
    pub(super) plain: Setup,
    pub(super) with_tables: Setup,
    blob: Domain<Scalar>,
    /// `w^i` for the root of unity `w` of order 8,192.
    roots: Vec<Scalar>,
    /// The polynomials of the Lagrange basis of a blob at `t`, in the order of blobs.
    weights: Vec<Scalar>,
    /// Those of each cell, in the order of its values.
    cell_weights: Vec<Vec<Scalar>>,
}

/// The bytes of a multiple of the generator.
pub(super) fn multiple(scalar: &Scalar) -> [u8; 48] {
    ZCASH.encode_compressed(&Jacobian::GENERATOR.mul_vartime(scalar).to_affine())
}

/// The lowest `bits` bits of an index, reversed.
fn reversed(index: usize, bits: u32) -> usize {
    index.reverse_bits() >> (usize::BITS - bits)
}

/// A list in bit-reversed order.
fn in_order<T: Copy>(list: &[T]) -> Vec<T> {
    (0..list.len()).map(|i| list[reversed(i, list.len().trailing_zeros())]).collect()
}

fn dot(weights: &[Scalar], values: &[Scalar]) -> Scalar {
    weights.iter().zip(values).map(|(weight, value)| *weight * *value).sum()
}

impl Oracle {
    pub(super) fn get() -> &'static Self {
        static ORACLE: OnceLock<Oracle> = OnceLock::new();
        ORACLE.get_or_init(Self::new)
    }

    fn new() -> Self {
        let secret = Scalar::from(0x0123_4567_89ab_cdef).pow_vartime(&[5]);
        let blob = Domain::<Scalar>::new(4096).expect("roots of unity");
        let roots: Vec<Scalar> = Domain::<Scalar>::new(8192).expect("roots of unity").points().collect();
        let weights = blob.lagrange_vartime(&secret);
        let cell_weights = (0..128)
            .map(|cell| {
                let coset = Domain::coset(64, roots[reversed(cell, 7)]).expect("a shift");
                in_order(&coset.lagrange_vartime(&secret))
            })
            .collect();
        let powers: Vec<Scalar> =
            std::iter::successors(Some(Scalar::ONE), |power| Some(*power * secret)).take(4096).collect();
        let hex = |bytes: &[u8]| bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        let g1 = |scalars: &[Scalar]| multiples_vartime(&Affine::GENERATOR, scalars);
        let mut lines = vec!["4096".to_string(), "65".to_string()];
        lines.extend(g1(&weights).iter().map(|point| hex(&ZCASH.encode_compressed(point))));
        let powers_g2 = multiples_vartime(&g2::Affine::GENERATOR, &powers[..65]);
        lines.extend(powers_g2.iter().map(|point| hex(&g2::encoding::ZCASH.encode_compressed(point))));
        lines.extend(g1(&powers).iter().map(|point| hex(&ZCASH.encode_compressed(point))));
        let text = lines.join("\n");
        let plain = Setup::from_text(&text).expect("a setup");
        let with_tables = plain.with_memory(4 << 20).expect("memory for the smallest tables");
        Self { secret, text, plain, with_tables, blob, roots, weights: in_order(&weights), cell_weights }
    }

    /// The setup with or without tables.
    pub(super) fn setup(&self, with_tables: bool) -> &Setup {
        if with_tables { &self.with_tables } else { &self.plain }
    }

    /// `w^exponent`.
    pub(super) fn root(&self, exponent: usize) -> Scalar {
        self.roots[exponent % self.roots.len()]
    }

    /// The point of value `j` of a cell, by the definition.
    pub(super) fn point_of_cell(&self, cell: usize, j: usize) -> Scalar {
        self.root(reversed(64 * cell + j, 13))
    }

    /// `X^64` on a cell.
    pub(super) fn constant(&self, cell: usize) -> Scalar {
        self.point_of_cell(cell, 0).pow_vartime(&[64])
    }

    /// `f(t)` for the values of a blob.
    pub(super) fn at_secret(&self, values: &[Scalar]) -> Scalar {
        dot(&self.weights, values)
    }

    /// `I(t)` for the values of a cell.
    pub(super) fn cell_at_secret(&self, cell: usize, values: &[Scalar]) -> Scalar {
        dot(&self.cell_weights[cell], values)
    }

    /// `f(z)` for the values of a blob.
    pub(super) fn value_at(&self, values: &[Scalar], z: &Scalar) -> Scalar {
        self.blob.evaluate_at_vartime(values, Order::BitReversed, z).expect("as many values as points")
    }

    /// Whether `c - y = p (t - z)`: the equation of a proof `p G` of the value `y` at `z` for the commitment `c G`.
    pub(super) fn holds(&self, commitment: Scalar, z: Scalar, y: Scalar, proof: Scalar) -> bool {
        commitment - y == proof * (self.secret - z)
    }

    /// Whether `c - I(t) = p (t^64 - a)`: the equation of a cell.
    pub(super) fn cell_holds(
        &self,
        commitment: Scalar,
        cell: usize,
        values: &[Scalar],
        proof: Scalar,
    ) -> bool {
        let rest = commitment - self.cell_at_secret(cell, values);
        rest == proof * (self.secret.pow_vartime(&[64]) - self.constant(cell))
    }
}
