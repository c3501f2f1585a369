//! Sums of a few points without buckets, by odd multiples of the points and shared doublings (E. Straus, "Addition
//! chains of vectors", 1964).

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};

use crate::integer::Signed;
use crate::non_adjacent_form_vartime;

/// The greatest number of terms. Their tables are on the stack.
pub(crate) const MOST: usize = 8;
/// The greatest number of points whose scalars are split in quarters. Their tables are not on the stack.
const MOST_QUARTERED: usize = 64;

/// The greatest number of points whose scalars are split in so many parts.
pub(crate) const fn most(parts: usize) -> usize {
    if parts == 4 { MOST_QUARTERED } else { MOST / parts }
}

/// Nonzero digits are odd and below `2^(WIDTH - 1)` in magnitude.
const WIDTH: usize = 4;
/// The number of digits of the non-adjacent form of an integer of 256 bits.
const DIGITS: usize = 257;

/// Computes `sum of integers[i] points[i]` for at most [`MOST`] terms. Allocates nothing.
///
/// Computes the multiples 1, 3, 5 and 7 of each point. Integers of `b` bits take `b` doublings, and about `b / 5`
/// additions per term. The iterator is a trait object, so that the function is compiled once per curve.
pub(crate) fn msm_vartime<C: WeierstrassCurve>(
    terms: &mut dyn Iterator<Item = (Affine<C>, Signed)>,
) -> Jacobian<C> {
    let mut tables = [[Jacobian::IDENTITY; 1 << (WIDTH - 2)]; MOST];
    let mut digits = [[0; DIGITS]; MOST];
    let mut number = 0;
    for (point, integer) in terms {
        let point = if integer.negative { -point } else { point };
        let point = Jacobian::from_affine(&point);
        let twice = point.double();
        tables[number][0] = point;
        for i in 1..1 << (WIDTH - 2) {
            tables[number][i] = tables[number][i - 1].add_vartime(&twice);
        }
        non_adjacent_form_vartime(&integer.magnitude, WIDTH, &mut digits[number]);
        number += 1;
    }
    let mut sum = Jacobian::IDENTITY;
    // The sum is the identity above the highest nonzero digit.
    let top = digits.iter().filter_map(|digits| digits.iter().rposition(|&digit| digit != 0)).max();
    for position in (0..top.map_or(0, |top| top + 1)).rev() {
        sum = sum.double();
        for (table, digits) in tables.iter().zip(&digits).take(number) {
            let digit = digits[position];
            let multiple = &table[usize::from(digit.unsigned_abs() / 2)];
            if digit > 0 {
                sum = sum.add_vartime(multiple);
            } else if digit < 0 {
                sum = sum.add_vartime(&multiple.neg());
            }
        }
    }
    sum
}
