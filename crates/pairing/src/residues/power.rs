//! The final exponentiation in residues.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Seed;
use vorpal_fields::tower::{Cyclotomic, Fp12};

use vorpal_limbs::residues::ResidueBackend;

use super::element::Running;
use super::{Element, Residues};
use crate::Engine;
use crate::exponentiation::{CyclotomicArithmetic, hard_part_vartime};

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// The final exponentiation; `None` for zero. Time depends on the value.
    pub(crate) fn final_exponentiation_vartime(
        &self,
        value: &Fp12<E::Modulus, N>,
    ) -> Option<Cyclotomic<E::Modulus, N>> {
        let f = self.project_vartime(&self.load_element(value))?;
        let power = hard_part_vartime(self, &f, E::PSI.seed(), E::PSI.family());
        Some(Cyclotomic::new_unchecked(self.store_element(&power)))
    }
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> CyclotomicArithmetic for Residues<E, N, K> {
    type Element = Element;

    fn mul(&self, a: &Element, b: &Element) -> Element {
        let mut product = Element::ZERO;
        Residues::mul(self, a, b, &mut product);
        product
    }

    fn square(&self, a: &Element) -> Element {
        let mut square = Element::ZERO;
        self.cyclotomic_square(a, &mut square);
        square
    }

    fn invert(&self, a: &Element) -> Element {
        self.conjugate(a)
    }

    fn frobenius(&self, a: &Element, power: usize) -> Element {
        Residues::frobenius(self, a, power)
    }

    fn power_vartime(&self, a: &Element, seed: Seed) -> Element {
        let power = self
            .compressed_power_vartime(a, seed.magnitude)
            .unwrap_or_else(|| self.power_by_windows_vartime(a, seed.magnitude));
        if seed.negative { self.conjugate(&power) } else { power }
    }
}

/// The digits of a number, the least significant first: odd numbers below `2^(width - 1)` in magnitude, and `width - 1`
/// zeros at least after each of them.
#[allow(clippy::cast_possible_truncation, reason = "digits are below 2^(width - 1) in magnitude")]
fn digits(number: u64, width: u32) -> Vec<i8> {
    let (mut digits, mut rest) = (Vec::with_capacity(65), i128::from(number));
    while rest != 0 {
        let mut digit = 0;
        if rest & 1 == 1 {
            digit = rest & ((1 << width) - 1);
            if digit >= 1 << (width - 1) {
                digit -= 1 << width;
            }
        }
        digits.push(digit as i8);
        rest = (rest - digit) >> 1;
    }
    digits
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// `a^exponent` for an element of the cyclotomic subgroup and an exponent above 0: a square for each digit, and
    /// products with `a`, `a^3`, `a^5` and `a^7` or their conjugates. Time depends on both.
    pub(super) fn power_by_windows_vartime(&self, a: &Element, exponent: u64) -> Element {
        // A table costs four operations.
        let width = if exponent.count_ones() > 10 { 4 } else { 2 };
        let mut table = Vec::with_capacity(4);
        table.push(*a);
        if width == 4 {
            let square = CyclotomicArithmetic::square(self, a);
            for i in 0..3 {
                table.push(CyclotomicArithmetic::mul(self, &table[i], &square));
            }
        }
        let mut digits = digits(exponent, width).into_iter().rev();
        let entry = |digit: i8| {
            let entry = &table[usize::from(digit.unsigned_abs() / 2)];
            if digit < 0 { self.conjugate(entry) } else { *entry }
        };
        // The first digit is above 0, as the number is.
        let mut power = Running::new(&entry(digits.next().unwrap_or(1)));
        for digit in digits {
            power.replace(|power, square| self.cyclotomic_square(power, square));
            if digit != 0 {
                power.replace(|power, product| Residues::mul(self, power, &entry(digit), product));
            }
        }
        *power.get()
    }
}

#[cfg(test)]
mod tests {
    use super::digits;

    fn check(number: u64, width: u32) {
        let digits = digits(number, width);
        let value = digits.iter().rev().fold(0i128, |value, digit| 2 * value + i128::from(*digit));
        assert_eq!(value, i128::from(number));
        assert!(digits.last().is_none_or(|last| *last > 0), "{number}");
        for (i, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            assert!(digit % 2 != 0 && digit.unsigned_abs() < 1 << (width - 1), "{number}");
            assert!(digits[i + 1..].iter().take(width as usize - 1).all(|digit| *digit == 0), "{number}");
        }
    }

    #[test]
    fn digits_of_exponents() {
        for width in [2, 4] {
            (0..1 << 16).for_each(|number| check(number, width));
            (0..1 << 16).for_each(|number| check(u64::MAX - number, width));
            (0..1 << 12).for_each(|number| check(number << 52 | 1, width));
            let mut number = 1u64;
            for _ in 0..1 << 14 {
                number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                check(number, width);
            }
        }
    }
}
