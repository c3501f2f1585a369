//! The basis of the lattice of four-dimensional splitting and the constants of its rounding, computed at compile time.

use vorpal_limbs::words::{add, bit_length_vartime, sub};
use vorpal_limbs::{Wide, words};

use super::family::{Family, Seed};
use super::rounding::rounded_quotient;

/// The constants of the splitting in [`Psi`](super::Psi).
#[derive(Clone, Copy, Debug)]
pub(super) struct Quarters {
    /// `g0, .., g3`.
    pub(super) multipliers: [[u64; 4]; 4],
    /// `-v0, .., -v3`, each negated once more if its `w` is negative; coordinates modulo `2^128`.
    pub(super) rows: [[u128; 4]; 4],
    /// The bound of the magnitudes.
    pub(super) largest: u64,
}

impl Quarters {
    /// The constants of a curve of order `r`. Multipliers are scaled by `2^shift`.
    #[allow(clippy::panic, reason = "a seed that does not fit the order must not build")]
    pub(super) const fn new(family: Family, seed: Seed, r: &[u64; 4], shift: u32) -> Self {
        let basis = basis(family, seed);
        let cofactors = cofactors(&basis);
        assert!(equal(&determinant(&basis, &cofactors), r), "the determinant is the order");
        let mut constants = Self { multipliers: [[0; 4]; 4], rows: [[0; 4]; 4], largest: largest(&basis) };
        let mut i = 0;
        while i < 4 {
            let negative = cofactors[i][3] >> 63 == 1;
            let magnitude = if negative { sub(&[0; 4], &cofactors[i]).0 } else { cofactors[i] };
            let multiplier = rounded_quotient(&magnitude, shift, r);
            assert!(bit_length_vartime(&multiplier) <= 255, "a bit to spare for the rounding");
            constants.multipliers[i] = multiplier;
            let mut j = 0;
            while j < 4 {
                let entry = if negative { basis[i][j] } else { -basis[i][j] };
                constants.rows[i][j] = entry.cast_unsigned();
                j += 1;
            }
            i += 1;
        }
        constants
    }
}

/// `v, X v, X^2 v, X^3 v` modulo `X^4 - X^2 + 1`.
const fn basis(family: Family, seed: Seed) -> [[i128; 4]; 4] {
    let magnitude = seed.magnitude as i128;
    let x = if seed.negative { -magnitude } else { magnitude };
    let mut row = match family {
        Family::Bls12 => [x, -1, 0, 0],
        Family::Bn => [x + 1, x, x, -2 * x],
    };
    let mut basis = [row; 4];
    let mut i = 1;
    while i < 4 {
        let [a, b, c, d] = row;
        row = [-d, a, b + d, c];
        basis[i] = row;
        i += 1;
    }
    basis
}

/// The cofactors of the first column, as integers modulo `2^256` of magnitude below `2^255`: they are sums of six
/// products of three entries below `2^66`.
const fn cofactors(basis: &[[i128; 4]; 4]) -> [[u64; 4]; 4] {
    let mut cofactors = [[0; 4]; 4];
    let mut i = 0;
    while i < 4 {
        let rows = match i {
            0 => [basis[1], basis[2], basis[3]],
            1 => [basis[0], basis[2], basis[3]],
            2 => [basis[0], basis[1], basis[3]],
            _ => [basis[0], basis[1], basis[2]],
        };
        let mut minor = [0; 4];
        let mut j = 0;
        while j < 3 {
            let (k, l) = ((j + 1) % 3, (j + 2) % 3);
            let [a, b, c] = rows;
            // The determinant along the columns 1, 2, 3: a_j (b_k c_l - b_l c_k).
            let inner =
                sub(&product(&wide(b[k + 1]), &wide(c[l + 1])), &product(&wide(b[l + 1]), &wide(c[k + 1]))).0;
            minor = add(&minor, &product(&wide(a[j + 1]), &inner)).0;
            j += 1;
        }
        cofactors[i] = if i % 2 == 1 { sub(&[0; 4], &minor).0 } else { minor };
        i += 1;
    }
    cofactors
}

/// The determinant along the first column, modulo `2^256`.
const fn determinant(basis: &[[i128; 4]; 4], cofactors: &[[u64; 4]; 4]) -> [u64; 4] {
    let mut sum = [0; 4];
    let mut i = 0;
    while i < 4 {
        sum = add(&sum, &product(&wide(basis[i][0]), &cofactors[i])).0;
        i += 1;
    }
    sum
}

/// The largest of the four `(1/2 + 2^-33) (|v0j| + .. + |v3j|)`, rounded down.
#[allow(clippy::panic, clippy::cast_possible_truncation, reason = "quarters that do not fit must not build")]
const fn largest(basis: &[[i128; 4]; 4]) -> u64 {
    let mut largest = 0;
    let mut j = 0;
    while j < 4 {
        let sum = basis[0][j].unsigned_abs()
            + basis[1][j].unsigned_abs()
            + basis[2][j].unsigned_abs()
            + basis[3][j].unsigned_abs();
        let bound = (sum + (sum >> 32)) / 2;
        if bound > largest {
            largest = bound;
        }
        j += 1;
    }
    assert!(largest <= u64::MAX as u128, "quarters of scalars do not fit 64 bits");
    largest as u64
}

/// `value` modulo `2^256`.
#[allow(clippy::cast_possible_truncation, reason = "the lower and the upper half")]
const fn wide(value: i128) -> [u64; 4] {
    let (sign, value) = (if value < 0 { u64::MAX } else { 0 }, value.cast_unsigned());
    [value as u64, (value >> 64) as u64, sign, sign]
}

/// `a b` modulo `2^256`.
const fn product(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let mut product = Wide::ZERO;
    product.accumulate_portable(a, b);
    product.low
}

const fn equal(a: &[u64; 4], b: &[u64; 4]) -> bool {
    words::less(a, b) == 0 && words::less(b, a) == 0
}
