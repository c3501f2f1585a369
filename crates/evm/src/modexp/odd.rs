//! Residues modulo odd numbers, in Montgomery form.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_limbs::Montgomery;

use super::windows::{Ring, power};
use super::words::{is_less, mac, remainder, sub_assign, word};

/// `base^exponent mod modulus` for an odd modulus of at least 3 without leading zeros, an exponent other than zero, and
/// `base < modulus` in as many words.
pub(super) fn power_vartime(base: &[u64], exponent: &[u64], modulus: &[u64]) -> Vec<u64> {
    match modulus.len() {
        1 => power_fixed::<1>(base, exponent, modulus),
        2 => power_fixed::<2>(base, exponent, modulus),
        3 => power_fixed::<3>(base, exponent, modulus),
        4 => power_fixed::<4>(base, exponent, modulus),
        _ => power_of_any_length(base, exponent, modulus),
    }
}

/// For moduli of at most four words: the kernels of the prime fields.
fn power_fixed<const N: usize>(base: &[u64], exponent: &[u64], modulus: &[u64]) -> Vec<u64> {
    let array = |words: &[u64]| core::array::from_fn(|i| word(words, i));
    let mut ring = Fixed(Montgomery::<N>::new(array(modulus)));
    let base = ring.0.to_montgomery(&array(base));
    let result = power(&mut ring, &base, exponent);
    ring.0.from_montgomery(&result).to_vec()
}

struct Fixed<const N: usize>(Montgomery<N>);

impl<const N: usize> Ring for Fixed<N> {
    type Element = [u64; N];

    #[inline]
    fn mul_assign(&mut self, a: &mut [u64; N], b: &[u64; N]) {
        *a = self.0.mul(a, b);
    }
    #[inline]
    fn square(&mut self, a: &mut [u64; N]) {
        *a = self.0.square(a);
    }
}

fn power_of_any_length(base: &[u64], exponent: &[u64], modulus: &[u64]) -> Vec<u64> {
    let length = modulus.len();
    let mut ring = Long::new(modulus);
    // base R mod modulus.
    let mut shifted = vec![0; length];
    shifted.extend_from_slice(base);
    let base = remainder(&shifted, modulus);
    let mut result = power(&mut ring, &base, exponent);
    let mut one = vec![0; length];
    one[0] = 1;
    ring.mul_assign(&mut result, &one);
    result
}

/// A modulus `p` of any number `n` of words, `R = 2^(64 n)`.
struct Long<'a> {
    modulus: &'a [u64],
    /// `-p^-1 mod 2^64`.
    negated_inverse: u64,
    /// `2 n` words of a product, and a carry.
    product: Vec<u64>,
}

impl<'a> Long<'a> {
    fn new(modulus: &'a [u64]) -> Self {
        // Each step doubles the number of correct bits; p p = 1 mod 8 gives the first three.
        let p = modulus[0];
        let inverse = (0..5).fold(p, |x, _| x.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(x))));
        Self { modulus, negated_inverse: inverse.wrapping_neg(), product: vec![0; 2 * modulus.len() + 1] }
    }

    /// `product / R mod p`, for a product below `p R`: each round adds the multiple of `p` that clears the lowest word,
    /// and the sum is below `2 p R`.
    fn reduce_into(&mut self, result: &mut [u64]) {
        let length = self.modulus.len();
        for i in 0..length {
            let factor = self.product[i].wrapping_mul(self.negated_inverse);
            let mut carry = 0;
            let row = &mut self.product[i..];
            for (word, p) in row.iter_mut().zip(self.modulus) {
                (*word, carry) = mac(*word, factor, *p, carry);
            }
            for word in &mut row[length..] {
                let (sum, overflow) = word.overflowing_add(carry);
                (*word, carry) = (sum, overflow.into());
                if carry == 0 {
                    break;
                }
            }
        }
        result.copy_from_slice(&self.product[length..2 * length]);
        if self.product[2 * length] == 1 || !is_less(result, self.modulus) {
            sub_assign(result, self.modulus);
        }
    }
}

impl Ring for Long<'_> {
    type Element = Vec<u64>;

    fn mul_assign(&mut self, a: &mut Vec<u64>, b: &Vec<u64>) {
        self.product.fill(0);
        for (i, x) in a.iter().enumerate() {
            let mut carry = 0;
            for (word, y) in self.product[i..].iter_mut().zip(b) {
                (*word, carry) = mac(*word, *x, *y, carry);
            }
            self.product[i + b.len()] = carry;
        }
        self.reduce_into(a);
    }

    /// The products of different words once, doubled, and the squares of words.
    fn square(&mut self, a: &mut Vec<u64>) {
        let length = a.len();
        self.product.fill(0);
        for i in 0..length {
            let mut carry = 0;
            for (word, y) in self.product[2 * i + 1..].iter_mut().zip(&a[i + 1..]) {
                (*word, carry) = mac(*word, a[i], *y, carry);
            }
            self.product[i + length] = carry;
        }
        let (mut bit, mut carry) = (0, 0);
        for (pair, x) in self.product.chunks_exact_mut(2).zip(&*a) {
            let [low, high] = [pair[0] << 1 | bit, pair[1] << 1 | pair[0] >> 63];
            bit = pair[1] >> 63;
            (pair[0], carry) = mac(low, *x, *x, carry);
            let (sum, overflow) = high.overflowing_add(carry);
            (pair[1], carry) = (sum, overflow.into());
        }
        self.reduce_into(a);
    }
}
