//! Powers modulo any number.
//!
//! A modulus is `m = 2^k q` with odd `q`. Let `a` be the power modulo `q` and `b` that modulo `2^k`. By the Chinese
//! remainder theorem the power modulo `m` is
//!
//! ```text
//! a + q ((b - a) q^-1 mod 2^k)
//! ```
//!
//! which is `a` modulo `q`, `b` modulo `2^k`, and below `q + q (2^k - 1) = m`.

use alloc::vec;
use alloc::vec::Vec;

use super::words::{add_product, bit_length, low_bits, remainder, shift_right, sub_assign, trailing_zeros};
use super::{odd, power_of_two};

/// `base^exponent mod modulus`, zero for a modulus of zero. The numbers have no leading zeros.
pub(super) fn of_words(base: &[u64], exponent: &[u64], modulus: &[u64]) -> Vec<u64> {
    if modulus.is_empty() || *modulus == [1] {
        return Vec::new();
    }
    if exponent.is_empty() {
        return vec![1];
    }
    let base = remainder(base, modulus);
    let bits = trailing_zeros(modulus);
    let factor = shift_right(modulus, bits);
    if bits == 0 {
        return odd::power_vartime(&base, exponent, modulus);
    }
    let even_part = power_of_two::power_vartime(&base, exponent, bits);
    if bit_length(&factor) == 1 {
        return even_part;
    }
    let mut result = odd::power_vartime(&remainder(&base, &factor), exponent, &factor);
    let mut difference = even_part;
    let known = low_bits(&result, bits);
    sub_assign(&mut difference, &known);
    let mut quotient = vec![0; difference.len()];
    add_product(&mut quotient, &low_bits(&difference, bits), &power_of_two::inverse(&factor, bits));
    let quotient = low_bits(&quotient, bits);
    result.resize(modulus.len(), 0);
    add_product(&mut result, &factor, &quotient);
    result
}
