//! The endomorphism `(x, y) -> (beta x, y)`, and the splitting of scalars in two halves.

mod lattice;

use vorpal_fields::subtle::Choice;
use vorpal_fields::{Fe, Modulus, PrimeField};
use vorpal_limbs::words::{self, add, bit_length_vartime, halve, mac, shift_right, sub};

use self::lattice::Basis;
use super::rounding::{limbs_from, rounded_product, rounded_quotient};
use super::{Affine, Projective, WeierstrassCurve};

/// The endomorphism `phi(x, y) = (beta x, y)` with `beta^3 = 1`, which multiplies the points of the prime subgroup by
/// `lambda`, `lambda^2 + lambda + 1 = 0 mod r`; and the constants for splitting a scalar:
/// `s P = k1 P + k2 phi(P)` with `k1`, `k2` half as long as `s`.
///
/// The constants are derived from `beta` and `lambda` at compile time, in the module `lattice`.
///
/// # Splitting
///
/// Let `v1 = (x1, y1)` and `v2 = (x2, y2)` be a basis of the lattice `{ (x, y) : x + y lambda = 0 mod r }` with
/// `x1, x2 >= 0`, `y1` and `y2` of opposite signs, and `x1 |y2| + x2 |y1| = r`. Over the rational numbers, an integer
/// `s` is
///
/// ```text
/// (s, 0) = a1 v1 + a2 v2,   a1 = s |y2| / r,   a2 = s |y1| / r
/// ```
///
/// because `a1 x1 + a2 x2 = s (x1 |y2| + x2 |y1|) / r = s` and `a1 y1 + a2 y2 = s (|y2| y1 + |y1| y2) / r = 0`.
/// Subtracting a nearby lattice point (L. Babai's rounding, 1986) gives the halves
///
/// ```text
/// (k1, k2) = (s, 0) - c1 v1 - c2 v2,   c1 = floor(s g1 / 2^d + 1/2),   g1 = round(2^d |y2| / r)
/// ```
///
/// and `c2`, `g2` likewise with `|y1|`, where `d = 64 l + 32` for an order of `l` limbs. For any integers `c1`, `c2`,
/// `k1 + k2 lambda = s mod r`.
///
/// # Bound
///
/// `|g1 - 2^d |y2| / r| <= 1/2`, so for `0 <= s < 2^(64 l)` the quotient `s g1 / 2^d` is within
/// `s / 2^(d + 1) < 2^-33` of `a1`, and `c1` within `1/2 + 2^-33`. With `(k1, k2) = (a1 - c1) v1 + (a2 - c2) v2`,
///
/// ```text
/// |k1| <= (1/2 + 2^-33) (|x1| + |x2|),   |k2| <= (1/2 + 2^-33) (|y1| + |y2|)
/// ```
///
/// [`half_bits`](Self::half_bits) is the length of the larger bound. It is a compile-time error if it exceeds 128, or
/// if a multiplier exceeds 191 bits. In a short basis `|y|` is about the square root of `r`. So for an order of
/// `n > 64 (l - 1)` bits the multipliers have about `64 l + 32 - n / 2 < 32 l + 64` bits. This exceeds 191 only for
/// orders of
/// very little more than 192 bits.
#[derive(Clone, Copy, Debug)]
pub struct Endomorphism<C: WeierstrassCurve> {
    beta: C::Base,
    lambda: C::Scalar,
    /// `g1` and `g2`.
    multipliers: [[u64; 3]; 2],
    /// `-v1` and `-v2`, coordinates modulo `2^192`.
    negated_basis: [[[u64; 3]; 2]; 2],
    /// The largest magnitude of a half, plus one.
    bound: [u64; 2],
}

/// A half of a scalar: `magnitude` or `-magnitude`.
///
/// ```
/// use vorpal_curves::models::weierstrass::WeierstrassCurve;
/// use vorpal_curves::secp256k1::Secp256k1;
/// let endomorphism = Secp256k1::ENDOMORPHISM.unwrap();
/// let [a, b] = endomorphism.split(&[7, 0, 0, 0]);
/// assert_eq!((a.magnitude, bool::from(a.negative), b.magnitude), (7, false, 0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Half {
    /// The absolute value, of at most [`half_bits`](Endomorphism::half_bits) bits.
    pub magnitude: u128,
    /// Whether the half is negative; false for zero.
    pub negative: Choice,
}

impl<M: Modulus<4>, C: WeierstrassCurve<Scalar = Fe<M, 4>>> Endomorphism<C> {
    /// The endomorphism `(x, y) -> (beta x, y)` of eigenvalue `lambda`, as a constant.
    ///
    /// There are two roots of each kind; a test checks that `beta` matches `lambda`.
    #[allow(clippy::panic, reason = "a lattice without a short basis must not build")]
    pub(crate) const fn new(beta: C::Base, lambda: Fe<M, 4>) -> Self {
        let Basis { first, second, first_is_negative } = Basis::short(&M::P, &lambda.constant_limbs());
        let multipliers = [
            multiplier(&rounded_quotient(&second.y, Self::SHIFT, &M::P)),
            multiplier(&rounded_quotient(&first.y, Self::SHIFT, &M::P)),
        ];
        let negated_basis = [
            [signed(&first.x, true), signed(&first.y, !first_is_negative)],
            [signed(&second.x, true), signed(&second.y, first_is_negative)],
        ];
        let (x, y) = (half_bound(&first.x, &second.x), half_bound(&first.y, &second.y));
        let larger = if words::less(&x, &y) == 1 { y } else { x };
        let (bound, _) = add(&larger, &[1, 0, 0, 0]);
        assert!(bit_length_vartime(&bound) <= 128, "halves of scalars do not fit 128 bits");
        let bound = [bound[0], bound[1]];
        Self { beta, lambda, multipliers, negated_basis, bound }
    }
}

impl<C: WeierstrassCurve> Endomorphism<C> {
    /// The `l` of the formulas: the number of limbs of the order.
    const LIMBS: usize = C::Scalar::BITS.div_ceil(64);

    /// The `d` of the formulas. With it, the multipliers fit 191 bits and the rounding error is small.
    #[allow(clippy::cast_possible_truncation, reason = "four limbs at most")]
    const SHIFT: u32 = 64 * Self::LIMBS as u32 + 32;

    /// `beta`, of order three in the base field.
    #[inline]
    pub const fn beta(&self) -> C::Base {
        self.beta
    }

    /// `lambda`, of order three in the scalar field.
    #[inline]
    pub const fn lambda(&self) -> C::Scalar {
        self.lambda
    }

    /// The length in bits of the longest half of a scalar: at most 128.
    pub const fn half_bits(&self) -> usize {
        bit_length_vartime(&sub(&self.bound, &[1, 0]).0)
    }

    /// The `d` of the formulas: 288 for an order of four limbs.
    pub const fn shift(&self) -> u32 {
        Self::SHIFT
    }

    /// `g1` and `g2`, least significant limb first.
    pub const fn multipliers(&self) -> [[u64; 3]; 2] {
        self.multipliers
    }

    /// `-v1` and `-v2`, each coordinate modulo `2^192`, least significant limb first.
    pub const fn negated_basis(&self) -> [[[u64; 3]; 2]; 2] {
        self.negated_basis
    }

    /// The bound of a half's magnitude: the larger one of those of `|k1|` and `|k2|`, rounded down.
    pub const fn largest_half(&self) -> u128 {
        let ([low, high], _) = sub(&self.bound, &[1, 0]);
        low as u128 | (high as u128) << 64
    }

    /// `phi(point) = (beta x, y)`, which is `lambda point` if the point lies in the prime subgroup. 1M.
    #[inline]
    #[must_use]
    pub fn apply(&self, point: &Affine<C>) -> Affine<C> {
        Affine { x: self.beta * point.x, y: point.y }
    }

    /// [`apply`](Self::apply) in homogeneous coordinates. 1M.
    #[inline]
    #[must_use]
    pub fn apply_projective(&self, point: &Projective<C>) -> Projective<C> {
        Projective { X: self.beta * point.X, ..*point }
    }

    /// `[k1, k2]` with `k1 + k2 lambda = scalar mod r`, both of at most [`half_bits`](Self::half_bits) bits. The scalar
    /// is any integer with at most as many limbs as the order, least significant first: four limbs for an order of more
    /// than 192 bits. Constant time; 48 word multiplications for four limbs.
    ///
    /// # Panics
    /// In builds with debug assertions, if the order has fewer than four limbs and the scalar has more limbs than the
    /// order. In other builds the halves of such a scalar are unspecified.
    ///
    /// ```
    /// use vorpal_curves::bls12_377::Bls12_377G1;
    /// use vorpal_curves::secp256k1::Secp256k1;
    /// use vorpal_curves::models::weierstrass::{Half, WeierstrassCurve};
    /// use vorpal_fields::primes::Secp256k1Scalar as F;
    ///
    /// let endomorphism = Secp256k1::ENDOMORPHISM.unwrap();
    /// let [k1, k2] = endomorphism.split(&[0, 0, 0, 1 << 63]);
    /// // k1 + k2 lambda = 2^255
    /// let signed = |half: Half| {
    ///     let element = F::from_le_bytes_reduced(&half.magnitude.to_le_bytes());
    ///     if half.negative.into() { -element } else { element }
    /// };
    /// assert_eq!(signed(k1) + signed(k2) * endomorphism.lambda(), F::from(2).pow(&[255]));
    /// assert_eq!(Bls12_377G1::ENDOMORPHISM.unwrap().half_bits(), 126); // of 253 bits
    /// ```
    #[inline]
    pub fn split(&self, scalar: &[u64; 4]) -> [Half; 2] {
        let limbs = const { Self::LIMBS };
        words::debug_assert_less(&limbs_from(scalar, limbs), &[1, 0, 0, 0]);
        let c1 = rounded_product(scalar, limbs, &self.multipliers[0]);
        let c2 = rounded_product(scalar, limbs, &self.multipliers[1]);
        let [[x1, y1], [x2, y2]] = &self.negated_basis;
        // Modulo 2^192, which preserves the sign of values of magnitude below 2^128.
        let k1 = plus_product(&plus_product(&[scalar[0], scalar[1], scalar[2]], &c1, x1), &c2, x2);
        let k2 = plus_product(&plus_product(&[0; 3], &c1, y1), &c2, y2);
        [self.half(&k1), self.half(&k2)]
    }

    /// The half that is `value` modulo `2^192`.
    #[inline(always)]
    fn half(&self, value: &[u64; 3]) -> Half {
        let (sign, low) = (value[2] >> 63, [value[0], value[1]]);
        let magnitude = words::select(&low, &sub(&[0; 2], &low).0, sign);
        words::debug_assert_less(&magnitude, &self.bound);
        let magnitude = u128::from(magnitude[0]) | u128::from(magnitude[1]) << 64;
        Half { magnitude, negative: Choice::from(sign.to_le_bytes()[0]) }
    }
}

/// `sum + c v` modulo `2^192`. 6 word multiplications.
#[inline(always)]
fn plus_product(sum: &[u64; 3], c: &[u64; 3], v: &[u64; 3]) -> [u64; 3] {
    let mut sum = *sum;
    for i in 0..3 {
        let mut carry = 0;
        for j in 0..3 - i {
            (sum[i + j], carry) = mac(sum[i + j], c[i], v[j], carry);
        }
    }
    sum
}

/// The bound of a half's magnitude: `(1/2 + 2^-33) (a + b)` rounded down.
const fn half_bound(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    // This is half of (a + b) + 2^-32 (a + b), which may be rounded down before it is halved. The two carries are
    // merged: with either of them, the bound is far above 128 bits and the endomorphism does not build.
    let (sum, carry) = add(a, b);
    let (sum, other_carry) = add(&sum, &shift_right(&sum, 32));
    halve(&sum, carry | other_carry)
}

/// A multiplier in three limbs, with a bit to spare for the rounding.
#[allow(clippy::panic, reason = "a constant that does not fit must not build")]
const fn multiplier(value: &[u64; 4]) -> [u64; 3] {
    assert!(bit_length_vartime(value) <= 191, "the order is too small for these multipliers");
    [value[0], value[1], value[2]]
}

/// `value` or `-value` modulo `2^192`.
const fn signed(value: &[u64; 4], negative: bool) -> [u64; 3] {
    let low = [value[0], value[1], value[2]];
    if negative { sub(&[0; 3], &low).0 } else { low }
}
