//! The proofs of all 128 cells of a blob at once.
//!
//! Let `f` have 4,096 coefficients. The values on cell `c` are those of `f mod X^64 - a` for `a = h_c^64`, and the
//! proof is the commitment to the quotient. Since `X^64 = a` gives `1 / (X^64 - a) = sum over k > 0 of a^(k - 1) X^(-64
//! k)`,
//!
//! ```text
//! quotient = sum over 0 < k < 64 of a^(k - 1) q_k,    q_k = sum over i >= 64 k of f_i X^(i - 64 k).
//! ```
//!
//! So proofs are the values at all `a = z^e` of the polynomial with the coefficients `Q_k = q_k(t) G`, with the root of
//! unity `z` of order 128. With `i = 64 (k + s) + j`,
//!
//! ```text
//! Q_(k + 1) = sum over j < 64, s < 64 of F_j(k + s) M_(64 s + j),    F_j(n) = f_(64 (n + 1) + j), zero for n > 62:
//! ```
//!
//! for each `j` a correlation of two lists of 64 elements, which a transform of length 128 makes a product: its value
//! at `z^e` is `F'_j(e) S(e, j)` for the transform `F'_j` of `F_j` and the points `S(e, j)` of
//! [`transformed`](crate::transformed), so `u_e = 1/2 sum over j of F'_j(e) S(e, j)` is a sum of 64 fixed points, and
//! [`convolution`](crate::convolution) maps the 128 sums to the proofs. (Its inverse transform has no wrap-around in
//! the first 64 coefficients: `k + s < 128`.)
//!
//! Source: D. Feist, D. Khovratovich, "Fast amortized KZG proofs", 2023, section 2.2.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::bls12_381::Affine;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_ntt::Order;

use crate::comb::{Comb, Scalars};
use crate::convolution::Convolution;
use crate::domains::{Domains, reversed, transform};
use crate::parameters::{CELLS_PER_BLOB, SCALARS_PER_CELL};

/// The proofs of all cells of each polynomial of 4,096 coefficients, in the order of cells. Tables are read once for
/// all polynomials.
pub(crate) fn cell_proofs_vartime(comb: &Comb, polynomials: &[&[Scalar]]) -> Vec<Vec<Affine>> {
    let scalars: Vec<Vec<Scalars>> =
        polynomials.iter().map(|coefficients| scalars_of_sums(coefficients)).collect();
    let items: Vec<(usize, Scalars)> =
        (0..CELLS_PER_BLOB).flat_map(|e| scalars.iter().map(move |scalars| (e, scalars[e]))).collect();
    let sums = comb.sums_vartime(&items);
    (0..polynomials.len())
        .map(|number| {
            let of_polynomial: Vec<Affine> =
                sums[number..].iter().step_by(polynomials.len()).copied().collect();
            if of_polynomial.iter().all(Affine::is_identity_vartime) {
                return of_polynomial;
            }
            let values = Convolution::get().apply_vartime(&of_polynomial);
            (0..CELLS_PER_BLOB).map(|cell| values[reversed(cell)]).collect()
        })
        .collect()
}

/// `F'_j(e) / 2` for `e < 128`, `j < 64`.
fn scalars_of_sums(coefficients: &[Scalar]) -> Vec<Scalars> {
    let mut lists = vec![Scalar::ZERO; CELLS_PER_BLOB * SCALARS_PER_CELL];
    for (i, coefficient) in coefficients[SCALARS_PER_CELL..].iter().enumerate() {
        lists[CELLS_PER_BLOB * (i % SCALARS_PER_CELL) + i / SCALARS_PER_CELL] = coefficient.halve();
    }
    transform(Domains::get().columns.evaluate_batch(&mut lists, Order::BitReversed));
    let mut scalars = vec![[Scalar::ZERO; SCALARS_PER_CELL]; CELLS_PER_BLOB];
    for (j, list) in lists.chunks(CELLS_PER_BLOB).enumerate() {
        for (i, value) in list.iter().enumerate() {
            scalars[reversed(i)][j] = *value;
        }
    }
    scalars
}
