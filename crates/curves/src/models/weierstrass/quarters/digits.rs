//! Signed digits of the quarters of a scalar: of one quarter in variable time, of all four in constant time.

use vorpal_fields::subtle::Choice;

use super::Quarter;

/// The most digits of a quarter: one more than its bits.
const MOST: usize = 65;

impl Quarter {
    /// The digits of the quarter, sign included, least significant first: zero, or odd and below `2^(width - 1)` in
    /// magnitude, with at most one other than zero in any `width` digits. A `width` between 2 and 8. Time depends on
    /// the quarter.
    pub fn digits_vartime(&self, width: u32) -> [i8; MOST] {
        let mut digits = [0; MOST];
        let window = 1u128 << width;
        let mut rest = u128::from(self.magnitude);
        for digit in &mut digits {
            if rest & 1 == 1 {
                // The residue of the least magnitude, which leaves a multiple of the window.
                let residue = rest % window;
                let complement = window - residue;
                let is_negative = complement < residue;
                let magnitude = if is_negative { complement } else { residue };
                rest = if is_negative { rest + magnitude } else { rest - magnitude };
                let magnitude = i8::try_from(magnitude).unwrap_or(0);
                *digit = if is_negative ^ bool::from(self.negative) { -magnitude } else { magnitude };
            }
            rest >>= 1;
        }
        digits
    }
}

/// The digits of the magnitudes of four quarters, aligned in columns, for multiplication in constant time: one sum of
/// the four bases for each column, added or subtracted.
///
/// With `n` the bound of the quarters in bits, each magnitude is `sum of d_i 2^i` for `i = 0..n + 1`:
///
/// * The digits of the first, `s_i`, are 1 or -1. An odd `k` below `2^n` has them: `s_n = 1`, and `s_i = 1` exactly if
///   bit `i + 1` of `k` is set, as `sum of s_i 2^i = 2^n + sum of (2 b_(i + 1) - 1) 2^i = k`. An even magnitude is
///   replaced by the next odd number, and the caller subtracts the base once: [`is_even`](Self::is_even).
/// * The digits of the others are 0 or `s_i`: whether it is zero is the parity of what is left. This is at most
///   `2^(n - i)` before column `i`, so nothing is left after column `n`.
///
/// ```
/// use vorpal_curves::bls12_381::g2::Bls12_381G2;
/// use vorpal_curves::models::weierstrass::WeierstrassCurve;
/// let psi = Bls12_381G2::PSI.unwrap();
/// let columns = psi.columns(&psi.split(&[5, 0, 0, 0]));
/// let sum = (0..columns.number()).rev().fold(0i128, |sum, i| {
///     let (others, negative) = columns.column(i);
///     assert_eq!(others, 0);
///     2 * sum + if negative.into() { -1 } else { 1 }
/// });
/// assert_eq!(sum, 5);
/// ```
///
/// Every step takes constant time. Source: A. Faz-Hernandez, P. Longa, A. Sanchez, "Efficient and secure algorithms for
/// GLV-based scalar multiplication and their implementation on GLV-GLS curves", 2014, algorithm 1.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The first magnitude, made odd.
    first: u64,
    /// Bit `i` of number `j` is set if the digit of column `i` of magnitude `j + 1` is not zero.
    others: [u128; 3],
    is_even: Choice,
    number: usize,
}

impl Columns {
    /// The columns of quarters below `2^bits`, at most 64.
    pub(super) fn new(quarters: &[Quarter; 4], bits: usize) -> Self {
        let [k, rest @ ..] = quarters.map(|quarter| quarter.magnitude);
        let (mut rest, mut others) = (rest.map(u128::from), [0; 3]);
        let first = k | 1;
        for i in 0..=bits {
            // The top digit is 1, although the number has no bit above it.
            let is_negative =
                u128::from(i < bits) & !u128::from(first.unbounded_shr(1).unbounded_shr(shift(i)));
            for (rest, digits) in rest.iter_mut().zip(&mut others) {
                let digit = *rest & 1;
                *digits |= digit << i;
                *rest = (*rest >> 1).wrapping_add(digit & is_negative);
            }
        }
        Self { first, others, is_even: Choice::from(u8::from(k & 1 == 0)), number: bits + 1 }
    }

    /// The number of columns: one more than the bound of the quarters in bits.
    #[inline]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Whether the first magnitude is even, so that the first base is to be subtracted once.
    #[inline]
    pub const fn is_even(&self) -> Choice {
        self.is_even
    }

    /// `(c1 + 2 c2 + 4 c3, negative)` for a column: the first base, plus base `j` if `cj = 1`, is subtracted if
    /// `negative`, else added.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "bits")]
    pub fn column(&self, i: usize) -> (u64, Choice) {
        let [a, b, c] = self.others.map(|digits| (digits >> i) as u64 & 1);
        let bit = self.first.unbounded_shr(1).unbounded_shr(shift(i)) as u8 & 1;
        (a | b << 1 | c << 2, Choice::from(u8::from(i + 1 < self.number) & !bit))
    }
}

/// The index of a column, at most 64.
#[allow(clippy::cast_possible_truncation, reason = "at most 64")]
const fn shift(i: usize) -> u32 {
    i as u32
}
