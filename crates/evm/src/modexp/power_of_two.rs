//! Residues modulo `2^bits`.

use alloc::vec;
use alloc::vec::Vec;

use super::windows::{Ring, power};
use super::words::{add_product, bit_length, low_bits, trailing_zeros, word};

/// `base^exponent mod 2^bits` for `bits >= 1`.
///
/// * An even base: `2^bits` divides the power if the exponent is at least `bits`.
/// * An odd base: the multiplicative group has the exponent `2^(bits - 2)`, or a smaller one for few bits. So the
///   lowest `bits` bits of the exponent suffice.
pub(super) fn power_vartime(base: &[u64], exponent: &[u64], bits: usize) -> Vec<u64> {
    let base = low_bits(base, bits);
    let is_odd = base[0] & 1 == 1;
    let is_long = bit_length(exponent) > 63 || word(exponent, 0) >= bits as u64;
    let zero = || vec![0; base.len()];
    if !is_odd && is_long {
        return zero();
    }
    let exponent = if is_odd { low_bits(exponent, bits) } else { exponent.to_vec() };
    if bit_length(&exponent) == 0 {
        return low_bits(&[1], bits);
    }
    if trailing_zeros(&base) == 0 && !is_odd {
        return zero(); // the base is zero
    }
    power(&mut PowerOfTwo { bits, product: zero() }, &base, &exponent)
}

/// `number^-1 mod 2^bits` for an odd number.
///
/// Each step `x = x (2 - number x)` doubles the number of correct bits; `number number = 1 mod 8` gives the first
/// three.
pub(super) fn inverse(number: &[u64], bits: usize) -> Vec<u64> {
    let number = low_bits(number, bits);
    let mut inverse = number.clone();
    let mut correct = 3;
    while correct < bits {
        // 2 - number inverse: the words inverted plus one, plus two.
        let mut rest = vec![0; number.len()];
        add_product(&mut rest, &number, &inverse);
        rest.iter_mut().for_each(|word| *word = !*word);
        add_product(&mut rest, &[3], &[1]);
        let mut next = vec![0; number.len()];
        add_product(&mut next, &inverse, &rest);
        inverse = next;
        correct *= 2;
    }
    low_bits(&inverse, bits)
}

struct PowerOfTwo {
    bits: usize,
    product: Vec<u64>,
}

impl Ring for PowerOfTwo {
    type Element = Vec<u64>;

    fn mul_assign(&mut self, a: &mut Vec<u64>, b: &Vec<u64>) {
        self.product.fill(0);
        add_product(&mut self.product, a, b);
        *a = low_bits(&self.product, self.bits);
    }
    fn square(&mut self, a: &mut Vec<u64>) {
        let copy = a.clone();
        self.mul_assign(a, &copy);
    }
}
