//! The fixed points of the sums for cell proofs.
//!
//! With the powers `M_i` of a setup, the sums of [`cell_proofs`](crate::cell_proofs) are over
//!
//! ```text
//! S(e, j) = sum over t < 64 of z^(-e t) M_(64 t + j)      0 <= e < 128, 0 <= j < 64,
//! ```
//!
//! for the root of unity `z` of order 128: transforms of 64 vectors of points.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::bls12_381::Affine;
use vorpal_msm::PointLists;

use crate::constant_multiples::{Constant, multiples_vartime};
use crate::domains::{Domains, reversed};
use crate::parameters::{CELLS_PER_BLOB, SCALARS_PER_CELL};

/// The points `S(e, j)`, at index `64 e + j`. About 20,000 multiples of points.
pub(crate) fn transformed_points(powers: &[Affine]) -> Vec<Affine> {
    let domains = Domains::get();
    // Vector j is every 64th point from index 128 j on. The second halves are infinity.
    let mut points = vec![Affine::IDENTITY; CELLS_PER_BLOB * SCALARS_PER_CELL];
    for (i, power) in powers.iter().enumerate() {
        points[CELLS_PER_BLOB * (i % SCALARS_PER_CELL) + i / SCALARS_PER_CELL] = *power;
    }
    // Decimation in frequency: (a, b) becomes (a + b, (a - b) z^(-k n / 128)) in blocks of n points.
    let mut size = CELLS_PER_BLOB;
    while size > 1 {
        let half = size / 2;
        let mut lists = PointLists::new();
        let mut constants = Vec::with_capacity(points.len() / 2);
        for block in (0..points.len()).step_by(size) {
            for k in 0..half {
                let [a, b] = [block + k, block + k + half];
                lists.push([(a, false), (b, false)]);
                lists.push([(a, false), (b, true)]);
                let exponent = SCALARS_PER_CELL * k * (CELLS_PER_BLOB / size);
                constants.push(Constant::new(domains.inverse_power(exponent)));
            }
        }
        let sums = lists.sum_vartime(&points);
        let differences: Vec<Affine> = sums.iter().skip(1).step_by(2).copied().collect();
        let multiples = if half > 1 { multiples_vartime(&differences, &constants) } else { differences };
        for (pair, multiple) in multiples.iter().enumerate() {
            let (block, k) = (size * (pair / half), pair % half);
            points[block + k] = sums[2 * pair];
            points[block + k + half] = *multiple;
        }
        size = half;
    }
    // Value e of each vector is at the place with the bits of e reversed.
    let value = |index: usize| {
        let (e, j) = (index / SCALARS_PER_CELL, index % SCALARS_PER_CELL);
        points[CELLS_PER_BLOB * j + reversed(e)]
    };
    (0..points.len()).map(value).collect()
}
