//! Powers of elements of the cyclotomic subgroup whose exponents have long runs of zeros, by compressed squares.
//!
//! Let `f = A + B w + C w^2` with `A = a0 + a1 s`, `B = b0 + b1 s`, `C = c0 + c1 s` over `Fp2`, where `s = w^3` and
//! `s^2 = xi`. A bar negates `s`. In the cyclotomic subgroup,
//!
//! ```text
//! f^2 = (3 A^2 - 2 A') + (3 s C^2 + 2 B') w + (3 B^2 - 2 C') w^2     where X' is the conjugate of X
//! f (A' - B' w + C' w^2) = 1                                         the conjugate of f is its inverse
//! ```
//!
//! The coefficients `B` and `C` of a square depend on `B` and `C` only. So a run of squares needs eight reductions for
//! each, instead of twelve. `A` follows from `B` and `C`:
//!
//! 1. Compare the square with `(A + B w + C w^2)^2`: the coefficients of `w` yield `A B = s C^2 + B'`, so
//!    `a0 b1 + a1 b0 = c0^2 + xi c1^2 - b1`; those of 1 yield `A^2 - A' = s B C`, so
//!    `a0^2 + xi a1^2 - a0 = xi (b0 c1 + b1 c0)`.
//! 2. In the product with the conjugate, the coefficient of `w` yields `B A' - A B' = -s C C'`, so
//!    `2 (a0 b1 - a1 b0) = -(c0^2 - xi c1^2)`; that of 1 yields `a0^2 - xi a1^2 + 2 xi (b1 c0 - b0 c1) = 1`.
//! 3. The differences of both are
//!
//! ```text
//! 4 b0 a1 = 3 c0^2 + xi c1^2 - 2 b1
//! a0 = 1 + xi (2 a1^2 + b0 c1 - 3 b1 c0)
//! ```
//!
//! All inverses of `4 b0` are computed together. If one `b0` is zero, the power is computed without compression.
//! Source: K. Karabina, "Squaring in cyclotomic subgroups", 2013.

use alloc::vec::Vec;

use vorpal_limbs::residues::{Quadratic, ResidueBackend};

use super::element::Running;
use super::{Element, Residues, Small, Xi};
use crate::Engine;
use crate::exponentiation::CyclotomicArithmetic;

/// The coefficients `b0`, `c0`, `b1`, `c1`.
type Compressed = [Quadratic; 4];

/// The zeros in a row that separate two blocks of an exponent. A decompression costs less than what that many squares
/// save.
const GAP: u32 = 16;

/// The blocks of an exponent above 0: positions and odd values, and the exponent is the sum of all `value 2^position`.
#[allow(clippy::cast_possible_truncation, reason = "values are parts of a word")]
fn blocks(exponent: u64) -> Vec<(u32, u64)> {
    let (mut blocks, mut rest, mut position) = (Vec::new(), u128::from(exponent), 0);
    while rest != 0 {
        let zeros = rest.trailing_zeros();
        (rest, position) = (rest >> zeros, position + zeros);
        let mut length = 1;
        while rest >> length & ((1 << GAP) - 1) != 0 {
            length += 1;
        }
        blocks.push((position, (rest & ((1 << length) - 1)) as u64));
        (rest, position) = (rest >> length, position + length);
    }
    blocks
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// `a^exponent` for an element of the cyclotomic subgroup: compressed squares between the blocks of the exponent.
    /// `None` if a coefficient that must be inverted is zero. Time depends on both.
    pub(super) fn compressed_power_vartime(&self, a: &Element, exponent: u64) -> Option<Element> {
        let blocks = blocks(exponent);
        let [_, b0, c0, _, b1, c1] = a.0;
        let mut square = Running::new(&[b0, c0, b1, c1]);
        let (mut position, mut bases) = (0, Vec::with_capacity(blocks.len()));
        for (start, _) in blocks.iter().filter(|(start, _)| *start > 0) {
            for _ in position..*start {
                square.replace(|last, next| self.compressed_square(last, next));
            }
            position = *start;
            bases.push(*square.get());
        }
        let mut bases = self.decompress_vartime(&bases)?;
        if blocks.first().is_some_and(|(start, _)| *start == 0) {
            bases.insert(0, *a);
        }
        let powers =
            bases.iter().zip(&blocks).map(|(base, (_, value))| self.power_by_windows_vartime(base, *value));
        powers.reduce(|a, b| CyclotomicArithmetic::mul(self, &a, &b))
    }

    /// The coefficients of the square: see [`cyclotomic_square`](Self::cyclotomic_square).
    pub(super) fn compressed_square(&self, [b0, c0, b1, c1]: &Compressed, square: &mut Compressed) {
        let (b0_3, c0_3) = (&self.triple(b0), &self.triple(c0));
        let (b1_x, c1_x) = (&self.triple_xi(b1), &self.triple_xi(c1));
        let (two, minus_two) = (&self.two, &self.minus_two);
        self.arithmetic.write_sums_of_products(
            [
                &[[c0, c1_x], [c0, c1_x], [b0, two]],
                &[[b0, b0_3], [b1, b1_x], [c0, minus_two]],
                &[[c0, c0_3], [c1, c1_x], [b1, minus_two]],
                &[[b1, b0_3], [b1, b0_3], [c1, two]],
            ],
            square.each_mut(),
        );
    }

    /// The elements with these coefficients.
    pub(super) fn decompress_vartime(&self, all: &[Compressed]) -> Option<Vec<Element>> {
        // The products of all denominators before each, and the numerators of a1.
        let (mut before, mut numerators) = (Vec::with_capacity(all.len()), Vec::with_capacity(all.len()));
        let mut product = self.one;
        for [b0, c0, b1, c1] in all {
            let (b0_4, c0_3) = (&self.times::<Small<4, 0>>(b0), &self.triple(c0));
            let c1_x = &self.times_xi(c1);
            let [next, numerator] =
                self.sums([&[[&product, b0_4]], &[[c0, c0_3], [c1, c1_x], [b1, &self.minus_two]]]);
            before.push(product);
            numerators.push(numerator);
            product = next;
        }
        if all.is_empty() {
            return Some(Vec::new());
        }
        let mut inverse = self.load(&self.store(&product).invert_vartime()?);
        let mut elements = Vec::with_capacity(all.len());
        for (([b0, c0, b1, c1], numerator), before) in all.iter().zip(&numerators).zip(&before).rev() {
            let b0_4 = &self.times::<Small<4, 0>>(b0);
            let [own, next] = &self.sums([&[[&inverse, before]], &[[&inverse, b0_4]]]);
            inverse = *next;
            let a1 = &self.sum(&[[numerator, own]]);
            let (a1_x, b0_x) = (&self.times::<Xi<E::Modulus, N, 2>>(a1), &self.times_xi(b0));
            let c0_x = &self.times::<Xi<E::Modulus, N, -3>>(c0);
            let a0 = self.sum(&[[a1, a1_x], [b0_x, c1], [b1, c0_x], [&self.one, &self.one]]);
            elements.push(Element([a0, *b0, *c0, *a1, *b1, *c1]));
        }
        elements.reverse();
        Some(elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(exponent: u64) {
        let blocks = blocks(exponent);
        let sum: u128 = blocks.iter().map(|(position, value)| u128::from(*value) << position).sum();
        assert_eq!(sum, u128::from(exponent));
        let mut end = None;
        for (position, value) in &blocks {
            assert_eq!(value % 2, 1, "{exponent:#x}");
            // Apart, and without such a gap inside.
            assert!(end.is_none_or(|end| position - end >= GAP), "{exponent:#x}");
            let length = u64::BITS - value.leading_zeros();
            assert!((1..length).all(|bit| value >> bit & ((1 << GAP) - 1) != 0), "{exponent:#x}");
            end = Some(position + length);
        }
    }

    #[test]
    fn blocks_of_exponents() {
        (0..1 << 20).for_each(check);
        (0..1 << 16).for_each(|upper| check(upper << 48 | 1));
        for first in 0..64 {
            for second in 0..64 {
                for third in 0..64 {
                    check(1 << first | 1 << second | 1 << third);
                    check(!(1 << first | 1 << second | 1 << third));
                    check((u64::MAX << first) ^ (u64::MAX >> second) ^ 1 << third);
                }
            }
        }
    }
}
