//! The polynomial of a blob from at least 64 of its cells.
//!
//! Write `f(X) = sum over m < 64 of X^m g_m(X^64)` with polynomials `g_m` of degree below 64. On cell `c`, `X^64` is
//! the constant `a_c = h_c^64`, so the interpolation of the 64 values of the cell gives the coefficients `g_m(a_c)` for
//! all `m`. The `a_c` are the 128th roots of unity. For each `m`, the values `g_m(a_c)` are a code word of a
//! Reed-Solomon code of length 128 and dimension 64, and all 64 words have the same missing places.
//!
//! Let `Z(Y)` be the product of `Y - a_c` over the `k <= 64` missing cells. The values of `Z g_m` are known at all 128
//! roots (zero at the missing ones), so its `64 + k <= 128` coefficients are known. Its values on a coset, divided by
//! those of `Z`, are the values of `g_m`. The 128 inverses are shared by all 64 words. If a coefficient of `g_m` from
//! number 64 on is not zero, no polynomial has the given values. Conversely, if they are all zero, `Z g_m` has the
//! known values, so `g_m` has them where `Z` is not zero.
//!
//! Where the first 64 cells are given, they are the blob, and the others are only compared.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_fields::Field;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_ntt::Order;

use crate::domains::{Domains, reversed, transform};
use crate::parameters::{CELLS_PER_BLOB, CELLS_TO_RECOVER, SCALARS_PER_BLOB, SCALARS_PER_CELL};
use crate::polynomial::{coefficients, extend};

/// A blob, as its polynomial and its cells.
pub(crate) struct Extended {
    /// The coefficients of the polynomial.
    pub(crate) coefficients: Vec<Scalar>,
    /// The values of all cells, one after the other.
    pub(crate) values: Vec<Scalar>,
}

impl Extended {
    /// The extension of a blob.
    pub(crate) fn of_blob(blob: &[Scalar]) -> Self {
        let coefficients = coefficients(blob);
        let mut values = Vec::with_capacity(2 * blob.len());
        values.extend_from_slice(blob);
        values.extend_from_slice(&coefficients);
        extend(&mut values[blob.len()..]);
        Self { coefficients, values }
    }

    /// The blob with these cells: at least 64, with ascending indices. `None` if they are not cells of one blob.
    pub(crate) fn recover(indices: &[usize], cells: &[Vec<Scalar>]) -> Option<Self> {
        debug_assert!(indices.len() == cells.len() && indices.len() >= CELLS_TO_RECOVER);
        if indices[CELLS_TO_RECOVER - 1] == CELLS_TO_RECOVER - 1 {
            let extended = Self::of_blob(&cells[..CELLS_TO_RECOVER].concat());
            let is_cell = |(&index, cell): (&usize, &Vec<Scalar>)| extended.cell(index) == cell;
            return indices.iter().zip(cells).all(is_cell).then_some(extended);
        }
        let coefficients = recovered_coefficients(indices, cells)?;
        let mut values = vec![Scalar::ZERO; 2 * SCALARS_PER_BLOB];
        values[SCALARS_PER_BLOB..].copy_from_slice(&coefficients);
        extend(&mut values[SCALARS_PER_BLOB..]);
        values[..SCALARS_PER_BLOB].copy_from_slice(&coefficients);
        let domain = &Domains::get().blob;
        transform(domain.evaluate(&mut values[..SCALARS_PER_BLOB], crate::domains::ORDER));
        Some(Self { coefficients, values })
    }

    /// The values of a cell.
    pub(crate) fn cell(&self, index: usize) -> &[Scalar] {
        &self.values[SCALARS_PER_CELL * index..SCALARS_PER_CELL * (index + 1)]
    }
}

/// The coefficients of the polynomial with these cells; `None` if there is none.
fn recovered_coefficients(indices: &[usize], cells: &[Vec<Scalar>]) -> Option<Vec<Scalar>> {
    let domains = Domains::get();
    let mut is_given = [false; CELLS_PER_BLOB];
    indices.iter().for_each(|index| is_given[*index] = true);
    let missing: Vec<Scalar> =
        (0..CELLS_PER_BLOB).filter(|cell| !is_given[*cell]).map(|cell| domains.cell_constant(cell)).collect();
    let vanishing = Vanishing::new(&missing);

    // The words, by exponent of the root: Z(a_c) g_m(a_c).
    let mut values = cells.concat();
    domains.interpolate_cells(indices, &mut values);
    let mut words = vec![Scalar::ZERO; CELLS_PER_BLOB * SCALARS_PER_CELL];
    for (&index, cell) in indices.iter().zip(values.chunks_mut(SCALARS_PER_CELL)) {
        let place = reversed(index);
        Scalar::mul_assign_batch(cell, &[vanishing.at_roots[place]; SCALARS_PER_CELL]);
        for (m, value) in cell.iter().enumerate() {
            words[CELLS_PER_BLOB * m + place] = *value;
        }
    }
    transform(domains.columns.interpolate_batch(&mut words, Order::Natural));
    transform(domains.coset.evaluate_batch(&mut words, Order::BitReversed));
    for word in words.chunks_mut(CELLS_PER_BLOB) {
        Scalar::mul_assign_batch(word, &vanishing.inverses);
    }
    transform(domains.coset.interpolate_batch(&mut words, Order::BitReversed));
    let mut coefficients = vec![Scalar::ZERO; SCALARS_PER_BLOB];
    for (m, word) in words.chunks(CELLS_PER_BLOB).enumerate() {
        if word[CELLS_TO_RECOVER..].iter().any(|coefficient| !coefficient.is_zero_vartime()) {
            return None;
        }
        for (i, coefficient) in word[..CELLS_TO_RECOVER].iter().enumerate() {
            coefficients[SCALARS_PER_CELL * i + m] = *coefficient;
        }
    }
    Some(coefficients)
}

/// The polynomial `Z` that vanishes at the constants of missing cells.
struct Vanishing {
    /// Its values at the roots of unity, in natural order.
    at_roots: [Scalar; CELLS_PER_BLOB],
    /// The inverses of its values on the coset, in bit-reversed order.
    inverses: [Scalar; CELLS_PER_BLOB],
}

impl Vanishing {
    fn new(roots: &[Scalar]) -> Self {
        debug_assert!(roots.len() <= CELLS_TO_RECOVER);
        let mut coefficients = [Scalar::ZERO; CELLS_PER_BLOB];
        coefficients[0] = Scalar::ONE;
        for (degree, root) in roots.iter().enumerate() {
            // Times Y - root, from the highest coefficient.
            for i in (0..=degree + 1).rev() {
                let below = if i == 0 { Scalar::ZERO } else { coefficients[i - 1] };
                coefficients[i] = below - coefficients[i] * *root;
            }
        }
        let domains = Domains::get();
        let (mut at_roots, mut inverses) = (coefficients, coefficients);
        transform(domains.columns.evaluate(&mut at_roots, Order::Natural));
        transform(domains.coset.evaluate(&mut inverses, Order::BitReversed));
        // No value is zero: the coset has no root of unity of order 128.
        Scalar::batch_invert(&mut inverses);
        Self { at_roots, inverses }
    }
}
