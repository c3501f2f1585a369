//! The roots of unity of the specification and the domains of its transforms.
//!
//! `w` is the root of unity of order 8,192. The blob has the values of its polynomial at the even powers of `w`, and
//! the extended blob at all powers, in bit-reversed order. Cell `c` therefore has the values on the coset of the 64th
//! roots of unity with the shift `h_c = w^rev(c)`, where `rev` reverses seven bits, again in bit-reversed order.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_ntt::{Domain, Order};

use crate::parameters::{CELLS_PER_BLOB, SCALARS_PER_BLOB, SCALARS_PER_CELL};

/// The order in which blobs and cells have their values.
pub(crate) const ORDER: Order = Order::BitReversed;

/// `rev(c)`: the seven bits of the index of a cell, reversed.
pub(crate) const fn reversed(cell: usize) -> usize {
    cell.reverse_bits() >> (usize::BITS - CELLS_PER_BLOB.trailing_zeros())
}

/// The domains and powers that all functions share.
pub(crate) struct Domains {
    /// The 4,096th roots of unity: the points of a blob.
    pub(crate) blob: Domain<Scalar>,
    /// Their coset with the shift `w`: the points of the second half of the cells.
    pub(crate) extension: Domain<Scalar>,
    /// The 64th roots of unity, of which the points of each cell are a coset.
    pub(crate) cell: Domain<Scalar>,
    /// The 128th roots of unity: the values of `X^64` on the cells.
    pub(crate) columns: Domain<Scalar>,
    /// A coset of the 128th roots of unity, on which no polynomial of a cell vanishes.
    pub(crate) coset: Domain<Scalar>,
    /// `w^i` for `i < 8,192`.
    pub(crate) powers: Vec<Scalar>,
    /// `1 / v_(2 i)` for the points `v` of a blob in its order, which has `v_(2 i + 1) = -v_(2 i)`.
    pub(crate) inverses: Vec<Scalar>,
}

impl Domains {
    /// The domains, which are computed on first use.
    pub(crate) fn get() -> &'static Self {
        static DOMAINS: OnceBox<Domains> = OnceBox::new();
        DOMAINS.get_or_init(|| Box::new(Self::new()))
    }

    fn new() -> Self {
        let subgroup = |size| Domain::new(size).expect("the field has roots of unity of order 2^32");
        let coset = |size, shift| Domain::coset(size, shift).expect("a shift other than zero");
        let all = subgroup(2 * SCALARS_PER_BLOB);
        let powers: Vec<Scalar> = all.points().collect();
        let half = SCALARS_PER_BLOB / 2;
        let inverses = (0..half).map(|i| {
            // Point 2 i of a blob is the power 2 rev(2 i), where `rev` reverses twelve bits.
            let exponent = 2 * ((2 * i).reverse_bits() >> (usize::BITS - SCALARS_PER_BLOB.trailing_zeros()));
            powers[(powers.len() - exponent) % powers.len()]
        });
        Self {
            blob: subgroup(SCALARS_PER_BLOB),
            extension: coset(SCALARS_PER_BLOB, all.root()),
            cell: subgroup(SCALARS_PER_CELL),
            columns: subgroup(CELLS_PER_BLOB),
            coset: coset(CELLS_PER_BLOB, Scalar::GENERATOR),
            inverses: inverses.collect(),
            powers,
        }
    }

    /// `w^exponent`.
    pub(crate) fn power(&self, exponent: usize) -> Scalar {
        self.powers[exponent % self.powers.len()]
    }

    /// `w^-exponent`.
    pub(crate) fn inverse_power(&self, exponent: usize) -> Scalar {
        self.power(self.powers.len() - exponent % self.powers.len())
    }

    /// `h_c^64`, the value of `X^64` on a cell.
    pub(crate) fn cell_constant(&self, cell: usize) -> Scalar {
        self.power(SCALARS_PER_CELL * reversed(cell))
    }

    /// The coefficients of the polynomials of degree below 64 with the values of cells, in place: 64 for each cell.
    pub(crate) fn interpolate_cells(&self, cells: &[usize], values: &mut [Scalar]) {
        transform(self.cell.interpolate_batch(values, ORDER));
        let mut factors = [Scalar::ONE; SCALARS_PER_CELL];
        for (cell, values) in cells.iter().zip(values.chunks_mut(SCALARS_PER_CELL)) {
            let exponent = reversed(*cell);
            for (i, factor) in factors.iter_mut().enumerate() {
                *factor = self.inverse_power(exponent * i);
            }
            Scalar::mul_assign_batch(values, &factors);
        }
    }
}

/// The result of a transform of a list that has the length of its domain.
pub(crate) fn transform(result: Result<(), vorpal_ntt::Error>) {
    result.expect("a value for each point");
}

/// `1 / n` for a power of two.
pub(crate) fn inverse_of_power_of_two(log: u32) -> Scalar {
    (0..log).fold(Scalar::ONE, |power, _| power.halve())
}
