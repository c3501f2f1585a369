//! The cyclotomic subgroup of `Fp12`: the elements with `f^(p^4 - p^2 + 1) = 1`.
//!
//! # Squares
//!
//! With `s = w^3`, so `s^2 = xi`, an element is `A + B w + C w^2` over `Fp4 = Fp2[s]`, and `w^3 = s`. Write `A'` for
//! the conjugate of `A`, `s -> -s`. In the subgroup (R. Granger, M. Scott, "Faster squaring in the cyclotomic subgroup
//! of sixth degree extensions", 2010)
//!
//! ```text
//! s B C = A^2 - A',   A B = s C^2 + B',   A C = B^2 - C'                                        (1)
//! f^2 = (3 A^2 - 2 A') + (3 s C^2 + 2 B') w + (3 B^2 - 2 C') w^2                                (2)
//! ```
//!
//! # Compression
//!
//! By (2), `B` and `C` of the square depend on `B` and `C` only, so they suffice for long runs of squares (K. Karabina,
//! "Squaring in cyclotomic subgroups", 2013). With `A = a0 + a1 s` and so on, the coefficients of (1) yield `A`:
//!
//! ```text
//! a1 = (xi c1^2 + 3 c0^2 - 2 b1) / (4 b0)     if b0 != 0
//! a1 = 2 c0 c1 / b1                           if b0 = 0 and b1 != 0
//! a0 = (2 a1^2 + b0 c1 - 3 b1 c0) xi + 1
//! ```
//!
//! If `B = 0`, then `C = 0` by the second equation of (1), and `A^2 = A'` by the first. The norm of `f` to `Fp6` is
//! one, so `A A' = 1` and `A^3 = 1`. Cube roots of unity lie in `Fp`, as `p = 1 mod 3`, so `A' = A`, and `A = 1`.

use super::{Fp2, Fp12, SumFp2, TowerModulus};

/// An element of the cyclotomic subgroup. Its inverse is its conjugate, and squares are cheaper than in `Fp12`.
///
/// ```
/// use vorpal_fields::primes::{Bls12_381Base as F, Bls12_381BaseModulus as M};
/// use vorpal_fields::tower::{Cyclotomic, Fp12, Fp2};
/// let f = Fp12::<M, 6>::from_coefficients([1, 2, 3, 4, 5, 6].map(Fp2::from));
/// let f = Cyclotomic::project_vartime(&f).unwrap();
/// assert_eq!(f.square(), f.mul(&f));
/// assert_eq!(f.mul(&f.invert()), Cyclotomic::ONE);
/// assert_eq!(f.pow_word_vartime(1 << 63), f.pow_vartime(&[1 << 63]));
/// ```
#[repr(transparent)]
pub struct Cyclotomic<M: TowerModulus<N>, const N: usize>(Fp12<M, N>);

impl<M: TowerModulus<N>, const N: usize> Clone for Cyclotomic<M, N> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: TowerModulus<N>, const N: usize> Copy for Cyclotomic<M, N> {}

impl<M: TowerModulus<N>, const N: usize> PartialEq for Cyclotomic<M, N> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<M: TowerModulus<N>, const N: usize> Eq for Cyclotomic<M, N> {}

impl<M: TowerModulus<N>, const N: usize> core::fmt::Debug for Cyclotomic<M, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Cyclotomic").field(&self.0).finish()
    }
}

impl<M: TowerModulus<N>, const N: usize> Cyclotomic<M, N> {
    /// The neutral element.
    pub const ONE: Self = Self(Fp12::ONE);

    /// The element, `None` if it is not in the subgroup. 74M: `f^(p^4) f = f^(p^2)`, and `f` is not zero.
    pub fn new(value: &Fp12<M, N>) -> Option<Self> {
        let inside = value.frobenius(4) * *value == value.frobenius(2) && !value.is_zero_vartime();
        inside.then_some(Self(*value))
    }

    /// `value^((p^6 - 1) (p^2 + 1))`, which is in the subgroup; `None` for zero. One inversion, 214M and 4S.
    ///
    /// `(p^6 - 1) (p^2 + 1) (p^4 - p^2 + 1) = p^12 - 1`.
    pub fn project_vartime(value: &Fp12<M, N>) -> Option<Self> {
        let quotient = value.conjugate() * value.invert_vartime()?;
        Some(Self(quotient.frobenius(2) * quotient))
    }

    /// A value that was selected from elements of the subgroup.
    #[inline]
    pub(super) const fn selected(value: Fp12<M, N>) -> Self {
        Self(value)
    }

    /// The element, unchecked: the caller computed it within the subgroup. Squares and inverses of other values are
    /// incorrect; there are no other consequences.
    ///
    /// # Panics
    /// In debug builds, if the value is not in the subgroup.
    #[inline]
    pub fn new_unchecked(value: Fp12<M, N>) -> Self {
        debug_assert!(Self::new(&value).is_some(), "the value is not in the cyclotomic subgroup");
        Self(value)
    }

    /// The element of `Fp12`.
    #[inline]
    pub fn value(&self) -> &Fp12<M, N> {
        &self.0
    }

    /// `self other`. 54M.
    #[inline]
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the group is written by methods, as its squares are")]
    pub fn mul(&self, other: &Self) -> Self {
        Self(self.0.mul(&other.0))
    }

    /// `self^-1`: the conjugate, as `p^4 - p^2 + 1` divides `p^6 + 1`. No multiplication.
    #[inline]
    #[must_use]
    pub fn invert(&self) -> Self {
        Self(self.0.conjugate())
    }

    /// `self^(p^power)`. 15M for an odd power, 10M for an even one.
    #[inline]
    #[must_use]
    pub fn frobenius(&self, power: usize) -> Self {
        Self(self.0.frobenius(power))
    }

    /// `self^2`. 18M, by equation (2) of this module.
    #[must_use]
    pub fn square(&self) -> Self {
        let (f, mut square) = (&self.0, Fp12::ZERO);
        let [t0, t1] = square_in_fp4(&f.c0.c0, &f.c1.c1);
        square.c0.c0 = triple_minus_double(&t0, &f.c0.c0);
        square.c1.c1 = triple_plus_double(&t1, &f.c1.c1);
        square_of_b_and_c(
            [&f.c1.c0, &f.c0.c2],
            [&f.c0.c1, &f.c1.c2],
            [&mut square.c1.c0, &mut square.c0.c2],
            [&mut square.c0.c1, &mut square.c1.c2],
        );
        Self(square)
    }

    /// Without `A`: for runs of squares.
    #[inline]
    pub fn compress(&self) -> Compressed<M, N> {
        let [_, b0, c0, _, b1, c1] = self.0.coefficients();
        Compressed { b: [b0, b1], c: [c0, c1] }
    }

    /// `self^exponent`, the exponent in little-endian limbs. Signed digits of width four: 18M for each bit, and 54M for
    /// about every fifth. More than six limbs are a power in `Fp12`. Time depends on the exponent.
    #[must_use]
    pub fn pow_vartime(&self, exponent: &[u64]) -> Self {
        if exponent.len() > WnafDigits::LIMBS {
            return Self(self.0.pow_vartime(exponent));
        }
        let square = self.square();
        let mut odd = [*self; 4]; // f, f^3, f^5, f^7
        for i in 1..4 {
            odd[i] = odd[i - 1].mul(&square);
        }
        let power_of = |digit: i8| {
            let power = odd[usize::from(digit.unsigned_abs() / 2)];
            if digit < 0 { power.invert() } else { power }
        };
        let mut digits = WnafDigits::new(exponent);
        let Some(first) = digits.next_down() else { return Self::ONE };
        let mut power = power_of(first); // the first digit is not zero
        while let Some(digit) = digits.next_down() {
            power = power.square();
            if digit != 0 {
                power = power.mul(&power_of(digit));
            }
        }
        power
    }

    /// `self^exponent` for a word of few set bits, such as the seed of a BLS12 curve. Time depends on the exponent.
    ///
    /// With `k` set bits and the highest bit `n`: `12 n + 69 k` M and one inversion by compressed squares, or 18M for
    /// each bit and 54M for each set bit without them, whichever is less.
    #[must_use]
    pub fn pow_word_vartime(&self, exponent: u64) -> Self {
        let ones = exponent.count_ones() as usize;
        // An inversion takes about as long as 60M, and a decompression costs 15M and 12M of the shared inversion.
        if ones == 0 || ones > MOST_ONES || 6 * exponent.ilog2() as usize <= 27 * ones + 60 {
            return self.pow_vartime(&[exponent]);
        }
        let mut square = self.compress();
        let mut kept = [square; MOST_ONES];
        let (mut number, mut done) = (0, 0);
        for bit in (0..64).filter(|bit| exponent >> bit & 1 == 1) {
            (done..bit).for_each(|_| square = square.square());
            done = bit;
            kept[number] = square;
            number += 1;
        }
        let mut factors = [Self::ONE; MOST_ONES];
        Compressed::decompress_batch_vartime(&kept[..number], &mut factors[..number]);
        factors[1..number].iter().fold(factors[0], |product, factor| product.mul(factor))
    }
}

/// The largest number of set bits for powers by compressed squares.
const MOST_ONES: usize = 8;

/// `B` and `C` of an element `A + B w + C w^2`.
pub struct Compressed<M: TowerModulus<N>, const N: usize> {
    b: [Fp2<M, N>; 2],
    c: [Fp2<M, N>; 2],
}

impl<M: TowerModulus<N>, const N: usize> Clone for Compressed<M, N> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: TowerModulus<N>, const N: usize> Copy for Compressed<M, N> {}

impl<M: TowerModulus<N>, const N: usize> Compressed<M, N> {
    /// The compressed square. 12M: `B = 3 s C^2 + 2 B'`, `C = 3 B^2 - 2 C'`.
    #[must_use]
    pub fn square(&self) -> Self {
        let ([b0, b1], [c0, c1]) = (&self.b, &self.c);
        let mut square = Self { b: [Fp2::ZERO; 2], c: [Fp2::ZERO; 2] };
        square_of_b_and_c([b0, b1], [c0, c1], square.b.each_mut(), square.c.each_mut());
        square
    }

    /// The elements, with one inversion in `Fp` for each sixteen: 27M each besides. Time depends on the elements.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
    pub fn decompress_batch_vartime(compressed: &[Self], elements: &mut [Cyclotomic<M, N>]) {
        const AT_ONCE: usize = 16;
        assert!(compressed.len() == elements.len(), "as many elements as compressed ones");
        for (compressed, elements) in compressed.chunks(AT_ONCE).zip(elements.chunks_mut(AT_ONCE)) {
            let mut inverses = [Fp2::ONE; AT_ONCE];
            for (inverse, compressed) in inverses.iter_mut().zip(compressed) {
                *inverse = compressed.denominator();
            }
            invert_few_vartime(&mut inverses[..compressed.len()]);
            for ((element, compressed), inverse) in elements.iter_mut().zip(compressed).zip(&inverses) {
                *element = compressed.decompress(inverse);
            }
        }
    }

    /// The divisor of `a1`: `4 b0`, or `b1`, or 1 for the neutral element.
    fn denominator(&self) -> Fp2<M, N> {
        match self.b {
            [b0, _] if !b0.is_zero_vartime() => b0.double().double(),
            [_, b1] if !b1.is_zero_vartime() => b1,
            _ => Fp2::ONE,
        }
    }

    /// The element, given the inverse of the [`denominator`](Self::denominator).
    fn decompress(&self, inverse: &Fp2<M, N>) -> Cyclotomic<M, N> {
        let ([b0, b1], [c0, c1]) = (self.b, self.c);
        let a1 = if b0.is_zero_vartime() {
            (c0 * c1).double() * *inverse
        } else {
            let square = c0.square();
            (c1.square().mul_by_xi() + square.double() + square - b1.double()) * *inverse
        };
        let product = b1 * c0;
        let a0 = (a1.square().double() + b0 * c1 - product.double() - product).mul_by_xi() + Fp2::ONE;
        Cyclotomic(Fp12::from_coefficients([a0, b0, c0, a1, b1, c1]))
    }
}

/// The coefficients `B` and `C` of a square, by equation (2): `3 s C^2 + 2 B'` and `3 B^2 - 2 C'`. 12M.
#[inline(always)]
fn square_of_b_and_c<M: TowerModulus<N>, const N: usize>(
    [b0, b1]: [&Fp2<M, N>; 2],
    [c0, c1]: [&Fp2<M, N>; 2],
    b_of_square: [&mut Fp2<M, N>; 2],
    c_of_square: [&mut Fp2<M, N>; 2],
) {
    let [t0, t1] = square_in_fp4(c0, c1);
    *b_of_square[0] = triple_plus_double(&t1.mul_by_xi(), b0);
    *b_of_square[1] = triple_minus_double(&t0, b1);
    let [t0, t1] = square_in_fp4(b0, b1);
    *c_of_square[0] = triple_minus_double(&t0, c0);
    *c_of_square[1] = triple_plus_double(&t1, c1);
}

/// `3 t + 2 a`.
#[inline(always)]
fn triple_plus_double<M: TowerModulus<N>, const N: usize>(t: &Fp2<M, N>, a: &Fp2<M, N>) -> Fp2<M, N> {
    t.plus(a).double().plus(t)
}

/// `3 t - 2 a`.
#[inline(always)]
fn triple_minus_double<M: TowerModulus<N>, const N: usize>(t: &Fp2<M, N>, a: &Fp2<M, N>) -> Fp2<M, N> {
    t.minus(a).double().plus(t)
}

/// `(x + y s)^2`, as two coefficients. 6M: `(x + y)^2 - x^2 - y^2 = 2 x y`.
#[inline(never)]
fn square_in_fp4<M: TowerModulus<N>, const N: usize>(x: &Fp2<M, N>, y: &Fp2<M, N>) -> [Fp2<M, N>; 2] {
    if N <= 4 {
        // Reductions take less time than the additions of twice the length.
        let (xx, yy) = (x.square(), y.square());
        return [xx.plus(&yy.mul_by_xi()), x.plus(y).square().minus(&xx).minus(&yy)];
    }
    let [mut xx, mut yy, mut xy] = [const { SumFp2::ZERO }; 3];
    xx.set_square(x);
    yy.set_square(y);
    xy.set_square(&x.plus(y));
    xy.sub(&xx);
    xy.sub(&yy);
    xx.add_times_xi(&mut yy, false);
    let mut square = [Fp2::ZERO; 2];
    xx.reduce(&mut square[0]);
    xy.reduce(&mut square[1]);
    square
}

/// Replaces non-zero elements by their inverses, with one inversion.
fn invert_few_vartime<M: TowerModulus<N>, const N: usize>(values: &mut [Fp2<M, N>]) {
    let mut products = [Fp2::ONE; 16];
    let mut product = Fp2::ONE;
    for (value, before) in values.iter().zip(&mut products) {
        *before = product;
        product *= *value;
    }
    // No factor is zero.
    let mut inverse = product.invert_vartime().unwrap_or(Fp2::ONE);
    for (value, before) in values.iter_mut().zip(&products).rev() {
        let next = inverse * *value;
        *value = inverse * *before;
        inverse = next;
    }
}

/// The digits of a number in `{0, 1, -1, 3, -3, 5, -5, 7, -7}`, the most significant first: of four digits in a row, at
/// most one is not zero.
///
/// With `n = 2^4 h + l`, the digit of an odd `n` is `l` or `l - 16`, whichever has the smaller magnitude. From the most
/// significant side: the number is read once upwards to find each digit's carry.
struct WnafDigits {
    digits: [i8; Self::MOST],
    remaining: usize,
}

impl WnafDigits {
    /// The most limbs of a number.
    const LIMBS: usize = 6;
    /// The digits are one more than the bits.
    const MOST: usize = 64 * Self::LIMBS + 1;

    fn new(number: &[u64]) -> Self {
        let mut digits = [0; Self::MOST];
        let (mut i, mut carry, mut remaining) = (0, 0, 0);
        let bits = vorpal_limbs::words::bit_length_vartime(number);
        while i < bits || carry == 1 {
            let bit = if i < bits { vorpal_limbs::words::bit(number, i) } else { 0 };
            if bit == carry {
                i += 1;
                continue;
            }
            let width = 4.min(bits.saturating_sub(i).max(1));
            let window = if i < bits { vorpal_limbs::words::bits_at(number, i, width) } else { 0 } + carry;
            carry = u64::from(width == 4 && window >= 8);
            digits[i] = i8::try_from(window).unwrap_or(0) - if carry == 1 { 16 } else { 0 };
            remaining = i + 1;
            i += width;
        }
        Self { digits, remaining }
    }

    fn next_down(&mut self) -> Option<i8> {
        self.remaining = self.remaining.checked_sub(1)?;
        Some(self.digits[self.remaining])
    }
}
