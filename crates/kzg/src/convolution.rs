//! The last step of cell proofs: a fixed linear map on 128 points, with 458 multiples by constants instead of the 642
//! of two transforms.
//!
//! # The map
//!
//! Let `z` be the root of unity of order 128 and `u_0, .., u_127` points. The inverse transform of `2 u / 128`, of
//! which only the first 64 coefficients are kept, has at `z^e` the value
//!
//! ```text
//! p_e = 1/64 sum over i of u_i (sum over k < 64 of z^((e - i) k)) = u_e + sum over i with e - i odd of k(e - i) u_i,
//! k(d) = 1 / (32 (1 - z^d)),
//! ```
//!
//! since the inner sum is 64 for `e = i`, and `(z^(64 d) - 1) / (z^d - 1)` for `d != 0`: zero for even `d`, and
//! `2 / (1 - z^d)` for odd `d`. So the even values need only the odd points, and conversely. With `e = 2 a`,
//! `i = 2 b + 1` the difference is `2 (a - b) - 1`, with `e = 2 a + 1`, `i = 2 b` it is `2 (a - b) + 1`. Both sums are
//! cyclic convolutions of 64 points.
//!
//! # Cyclic convolutions
//!
//! A cyclic convolution of length `n` is a product modulo `X^n - 1 = (X^(n/2) - 1) (X^(n/2) + 1)`. For
//! `x = x_0 + X^(n/2) x_1` the residues are `x_0 + x_1` and `x_0 - x_1`, and a product has the halves
//! `(y_0 + y_1) / 2` and `(y_0 - y_1) / 2` for its residues `y_0` and `y_1`. Repeated, products modulo `X^m + 1` for
//! `m = 32, 16, .., 1` and modulo `X - 1` remain. Halves go into the constants.
//!
//! # Products modulo `X^m + 1`
//!
//! Such a product by a constant polynomial is a Toeplitz matrix `y_i = sum over j of t_(i - j) x_j`. Cut it into `r`
//! times `r` blocks, which are Toeplitz matrices `T_(i - j)` again, so let `t` and `x` be lists of blocks. For points
//! `a_0, .., a_(2 r - 2)` of a projective line, products of polynomials with `r` coefficients are
//!
//! ```text
//! c = V^-1 (E f * E g),    E = (a^j),  V = (a^m) with 2 r - 1 columns,
//! ```
//!
//! with products of values in the middle. Let the bilinear map act on the reversed `y`. The transposed statement is
//!
//! ```text
//! y_i = sum over s of E(s, r - 1 - i) (K_s (E x)_s),    K_s = sum over m of V^-1(m, s) T_(r - 1 - m):
//! ```
//!
//! `2 r - 1` Toeplitz matrices `K_s` of constants, which are computed once, instead of `r^2`. Only the matrix `E` of
//! small integers acts on points. Points of a line are 0, 1 and infinity for `r = 2`, and 0, 1, -1, 2, -2, 1/2 and
//! infinity for `r = 4`; homogeneous powers of 1/2 are `8, 4, 2, 1`. Matrices of 32, 16, 8, 4, 2 rows are cut by
//! 4, 4, 2; 4, 4; 4, 2; 4; 2, which gives 147, 49, 21, 7, 3 constants, with 2 for `m = 1`: 229 for a convolution.
//!
//! Sources: S. Winograd, "Arithmetic complexity of computations", 1980 (minimal algorithms and their transposition);
//! A. L. Toom, 1963, and S. A. Cook, 1966 (evaluation at small integers).

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use once_cell::race::OnceBox;
use vorpal_curves::bls12_381::Affine;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_msm::PointLists;

use crate::constant_multiples::{Constant, multiples_vartime};
use crate::domains::Domains;
use crate::parameters::CELLS_PER_BLOB;

/// The length of a convolution.
const LENGTH: usize = CELLS_PER_BLOB / 2;
/// The binary logarithm of the greatest factor in `E`.
const DOUBLINGS: usize = 3;

/// A way to cut a Toeplitz matrix: the number of parts, and the powers of each point of the line, `E`.
struct Cut {
    parts: usize,
    powers: &'static [&'static [i64]],
}

const HALVES: Cut = Cut { parts: 2, powers: &[&[1, 0], &[1, 1], &[0, 1]] };
const QUARTERS: Cut = Cut {
    parts: 4,
    powers: &[
        &[1, 0, 0, 0],
        &[1, 1, 1, 1],
        &[1, -1, 1, -1],
        &[1, 2, 4, 8],
        &[1, -2, 4, -8],
        &[8, 4, 2, 1],
        &[0, 0, 0, 1],
    ],
};

/// How a matrix of this size is cut.
const fn cut_of(size: usize) -> Option<&'static Cut> {
    match size {
        1 => None,
        2 => Some(&HALVES),
        _ => Some(&QUARTERS),
    }
}

impl Cut {
    /// `V^-1`. The row of a point in `V` continues that in `E`, with `2 r - 1` powers.
    fn inverse(&self) -> Vec<Vec<Scalar>> {
        let number = 2 * self.parts - 1;
        let rows = self.powers.iter().map(|powers| {
            let [first, last] = [powers[0], powers[self.parts - 1]];
            // The products of a power of degree r - 1 and one of degree r - 1, in the order of exponents.
            let row = (0..number).map(|m| {
                let low = m.min(self.parts - 1);
                powers[low] * powers[m - low]
            });
            debug_assert!(first != 0 || last != 0);
            row.map(scalar_of).collect::<Vec<_>>()
        });
        inverse_of(rows.collect())
    }
}

fn scalar_of(integer: i64) -> Scalar {
    Scalar::from_i64(integer)
}

/// The inverse of a regular matrix, by elimination.
fn inverse_of(mut matrix: Vec<Vec<Scalar>>) -> Vec<Vec<Scalar>> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| if i == j { Scalar::ONE } else { Scalar::ZERO }));
    }
    for column in 0..size {
        let pivot = (column..size).find(|row| !matrix[*row][column].is_zero_vartime());
        matrix.swap(column, pivot.expect("different points of a line"));
        let inverse = matrix[column][column].invert_vartime().expect("a pivot is not zero");
        matrix[column].iter_mut().for_each(|entry| *entry *= inverse);
        let row = matrix[column].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = other[column];
            other.iter_mut().zip(&row).for_each(|(entry, pivot)| *entry -= factor * *pivot);
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

/// A Toeplitz matrix by its entries `t_(1 - n), .., t_(n - 1)`.
type Toeplitz = Vec<Scalar>;

fn size_of_matrix(matrix: &Toeplitz) -> usize {
    matrix.len().div_ceil(2)
}

/// The matrices `K_s`.
fn cut_matrix(matrix: &Toeplitz, cut: &Cut) -> Vec<Toeplitz> {
    let size = size_of_matrix(matrix);
    let (part, number) = (size / cut.parts, 2 * cut.parts - 1);
    let inverse = cut.inverse();
    (0..number)
        .map(|s| {
            let entries = (0..2 * part - 1).map(|d| {
                // Entry d of block T_(r - 1 - m): the entry (r - 1 - m) part + d - (part - 1) of the matrix.
                let of_block = |m: usize| matrix[(number - 1 - m) * part + d];
                (0..number).map(|m| inverse[m][s] * of_block(m)).sum()
            });
            entries.collect()
        })
        .collect()
}

/// The map, prepared: the constants of all rounds.
pub(crate) struct Convolution {
    /// The matrices that remain modulo `X^32 + 1, .., X + 1` and `X - 1` for the even values, then for the odd ones:
    /// their sizes.
    sizes: Vec<usize>,
    /// The constants at the end of all cuts.
    constants: Vec<Constant>,
}

impl Convolution {
    /// The map, which is prepared on first use.
    pub(crate) fn get() -> &'static Self {
        static CONVOLUTION: OnceBox<Convolution> = OnceBox::new();
        CONVOLUTION.get_or_init(|| Box::new(Self::new()))
    }

    fn new() -> Self {
        let mut matrices = Vec::new();
        for shift in [2 * LENGTH - 1, 1] {
            let mut kernel: Vec<Scalar> =
                (0..LENGTH).map(|d| kernel((2 * d + shift) % CELLS_PER_BLOB)).collect();
            while kernel.len() > 1 {
                let half = kernel.len() / 2;
                let (low, high) = kernel.split_at(half);
                let negacyclic: Vec<Scalar> = low.iter().zip(high).map(|(a, b)| (*a - *b).halve()).collect();
                let cyclic = low.iter().zip(high).map(|(a, b)| (*a + *b).halve()).collect();
                // t_d for d >= 0, and t_(d - m) = -t_d.
                let mut matrix: Toeplitz = negacyclic[1..].iter().map(|entry| -*entry).collect();
                matrix.extend(&negacyclic);
                matrices.push(matrix);
                kernel = cyclic;
            }
            matrices.push(kernel);
        }
        let sizes = matrices.iter().map(size_of_matrix).collect();
        // As `forward` cuts vectors: all matrices at a time, until all have one row.
        while matrices.iter().any(|matrix| matrix.len() > 1) {
            matrices = (matrices.into_iter())
                .flat_map(|matrix| match cut_of(size_of_matrix(&matrix)) {
                    None => vec![matrix],
                    Some(cut) => cut_matrix(&matrix, cut),
                })
                .collect();
        }
        let constants = matrices.iter().map(|matrix| Constant::new(matrix[0])).collect();
        Self { sizes, constants }
    }

    /// The values `p_0, .., p_127` for the points `u_0, .., u_127` of the subgroup. Time depends on the points.
    pub(crate) fn apply_vartime(&self, points: &[Affine]) -> Vec<Affine> {
        let vectors = residues(points, &self.sizes);
        // The sizes before each round.
        let mut rounds = vec![self.sizes.clone()];
        let mut vectors = vectors;
        while let Some(sizes) = rounds.last().filter(|sizes| sizes.iter().any(|size| *size > 1)) {
            let (next, next_sizes) = forward(&vectors, sizes);
            vectors = next;
            rounds.push(next_sizes);
        }
        vectors = multiples_vartime(&vectors, &self.constants);
        rounds.pop();
        for sizes in rounds.iter().rev() {
            vectors = backward(&vectors, sizes);
        }
        combined(points, &vectors, &self.sizes)
    }
}

/// `k(d) = 1 / (32 (1 - z^d))` for an odd `d`.
fn kernel(d: usize) -> Scalar {
    let power = Domains::get().power(LENGTH * d);
    let denominator = (0..5).fold(Scalar::ONE - power, |product, _| product.double());
    denominator.invert_vartime().expect("the power is not one")
}

/// The residues of the points with odd numbers modulo `X^32 + 1, .., X + 1, X - 1`, then those of the points with even
/// numbers: one list of points for each size. The residue modulo `X^m + 1` has `x_(i + k m) (-1)^k` in its sum `i`,
/// where `X^(2 m) - 1` has already been used: all `k`.
fn residues(points: &[Affine], sizes: &[usize]) -> Vec<Affine> {
    let mut lists = PointLists::new();
    for (parity, sizes) in [1, 0].into_iter().zip(sizes.chunks(sizes.len() / 2)) {
        for (number, &size) in sizes.iter().enumerate() {
            let is_last = number + 1 == sizes.len();
            for i in 0..size {
                let terms = (0..LENGTH / size).map(|k| (2 * (i + k * size) + parity, !is_last && k % 2 == 1));
                lists.push(terms);
            }
        }
    }
    lists.sum_vartime(points)
}

/// The values: each point, and the entries of the product of its parity modulo all polynomials. The inverse of the
/// residues: entry `i` has the sum over the sizes `m` of entry `i mod m`, negated if `X^i = -X^(i mod m)`.
fn combined(points: &[Affine], products: &[Affine], sizes: &[usize]) -> Vec<Affine> {
    let mut all = points.to_vec();
    all.extend_from_slice(products);
    let mut lists = PointLists::new();
    let per_parity: usize = sizes.iter().sum::<usize>() / 2;
    for e in 0..CELLS_PER_BLOB {
        let (parity, i) = (e % 2, e / 2);
        let mut start = points.len() + parity * per_parity;
        let sizes = &sizes[..sizes.len() / 2];
        let terms = sizes.iter().enumerate().map(|(number, &size)| {
            let is_last = number + 1 == sizes.len();
            let term = (start + i % size, !is_last && (i / size) % 2 == 1);
            start += size;
            term
        });
        let terms: Vec<(usize, bool)> = terms.chain([(e, false)]).collect();
        lists.push(terms);
    }
    lists.sum_vartime(&all)
}

/// Appends the double, fourfold and eightfold of each point.
fn with_doubles(points: &[Affine]) -> Vec<Affine> {
    let number = points.len();
    let mut lists = PointLists::new();
    (0..number).for_each(|i| lists.push([(i, false); 2]));
    let mut all = points.to_vec();
    for step in 0..DOUBLINGS {
        let doubles = lists.sum_vartime(&all[step * number..]);
        all.extend(doubles);
    }
    all
}

/// The term `factor points[index]` of a list of points [with their doubles](with_doubles); none for zero.
fn term(index: usize, factor: i64, number: usize) -> Option<(usize, bool)> {
    (factor != 0).then(|| (index + number * factor.unsigned_abs().ilog2() as usize, factor < 0))
}

/// The vectors `(E x)_s` of each vector `x` whose matrix is cut, and their sizes. Other vectors stay.
fn forward(vectors: &[Affine], sizes: &[usize]) -> (Vec<Affine>, Vec<usize>) {
    let all = with_doubles(vectors);
    let (mut lists, mut next, mut start) = (PointLists::new(), Vec::new(), 0);
    for &size in sizes {
        let Some(cut) = cut_of(size) else {
            lists.push([(start, false)]);
            next.push(size);
            start += size;
            continue;
        };
        let part = size / cut.parts;
        for powers in cut.powers {
            for i in 0..part {
                let factors = powers.iter().enumerate();
                lists.push(
                    factors.filter_map(|(j, &factor)| term(start + j * part + i, factor, vectors.len())),
                );
            }
            next.push(part);
        }
        start += size;
    }
    (lists.sum_vartime(&all), next)
}

/// The vectors `y` from their parts `K_s (E x)_s`, for the sizes before the cut.
fn backward(vectors: &[Affine], sizes: &[usize]) -> Vec<Affine> {
    let all = with_doubles(vectors);
    let (mut lists, mut start) = (PointLists::new(), 0);
    for &size in sizes {
        let Some(cut) = cut_of(size) else {
            lists.push([(start, false)]);
            start += size;
            continue;
        };
        let part = size / cut.parts;
        for block in (0..cut.parts).rev() {
            for i in 0..part {
                let factors = cut.powers.iter().map(|powers| powers[block]).enumerate();
                lists.push(
                    factors.filter_map(|(s, factor)| term(start + s * part + i, factor, vectors.len())),
                );
            }
        }
        start += part * cut.powers.len();
    }
    lists.sum_vartime(&all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal_curves::bls12_381::Jacobian;

    /// Against the definition: the transform, the first half of its result, and the transform back, of the logarithms.
    #[test]
    fn values_match_the_transforms() {
        let map = Convolution::get();
        assert_eq!(map.constants.len(), 458);
        assert_eq!(map.sizes, [32, 16, 8, 4, 2, 1, 1, 32, 16, 8, 4, 2, 1, 1]);
        let mut scalar = Scalar::from(5);
        let mut logarithms: Vec<Scalar> = (0..CELLS_PER_BLOB)
            .map(|i| {
                scalar = scalar.square() + Scalar::from(i as u64);
                scalar
            })
            .collect();
        for case in 0..4 {
            match case {
                1 => logarithms[..100].fill(Scalar::ZERO),
                2 => logarithms.fill(Scalar::ONE),
                3 => logarithms.fill(Scalar::ZERO),
                _ => {}
            }
            let to_points = |logarithms: &[Scalar]| -> Vec<Affine> {
                let points: Vec<Jacobian> =
                    logarithms.iter().map(|logarithm| Jacobian::GENERATOR.mul_vartime(logarithm)).collect();
                Jacobian::normalise_batch(&points)
            };
            let mut expected: Vec<Scalar> = logarithms.iter().map(Scalar::double).collect();
            let columns = &Domains::get().columns;
            columns.interpolate(&mut expected, vorpal_ntt::Order::Natural).unwrap();
            expected[LENGTH..].fill(Scalar::ZERO);
            columns.evaluate(&mut expected, vorpal_ntt::Order::Natural).unwrap();
            assert_eq!(map.apply_vartime(&to_points(&logarithms)), to_points(&expected), "case {case}");
        }
    }
}
