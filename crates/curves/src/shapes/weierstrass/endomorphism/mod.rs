//! The endomorphism `(x, y) -> (beta x, y)`, and scalars split in two halves by it.

mod lattice;

use vorpal_fields::subtle::Choice;
use vorpal_fields::{Fe, Modulus};
use vorpal_limbs::words::{self, add, bit_length_vartime, halve, mac, shift_right, sub};

use self::lattice::{Basis, rounded_quotient};
use super::{Affine, Projective, WeierstrassCurve};

/// The endomorphism `phi(x, y) = (beta x, y)` with `beta^3 = 1`, which multiplies the points of the prime subgroup by
/// `lambda`, `lambda^2 + lambda + 1 = 0 mod r`; and the constants with which a scalar is split:
/// `s P = k1 P + k2 phi(P)` with `k1`, `k2` half as long as `s`.
///
/// Everything but the pairing of the two roots is derived by the compiler (`endomorphism/lattice.rs`).
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
/// because `a1 x1 + a2 x2 = s (x1 |y2| + x2 |y1|) / r = s` and `a1 y1 + a2 y2 = s (|y2| y1 + |y1| y2) / r = 0`. Take
/// off the lattice point nearby (L. Babai's rounding, 1986):
///
/// ```text
/// (k1, k2) = (s, 0) - c1 v1 - c2 v2,   c1 = floor(s g1 / 2^288 + 1/2),   g1 = round(2^288 |y2| / r)
/// ```
///
/// and `c2`, `g2` alike with `|y1|`. For any integers `c1`, `c2` this gives `k1 + k2 lambda = s mod r`.
///
/// # Bound
///
/// `|g1 - 2^288 |y2| / r| <= 1/2`, so for `0 <= s < 2^256` the quotient `s g1 / 2^288` is within `s / 2^289 < 2^-33`
/// of `a1`, and `c1` within `1/2 + 2^-33`. With `(k1, k2) = (a1 - c1) v1 + (a2 - c2) v2`,
///
/// ```text
/// |k1| <= (1/2 + 2^-33) (|x1| + |x2|),   |k2| <= (1/2 + 2^-33) (|y1| + |y2|)
/// ```
///
/// [`half_bits`](Self::half_bits) is the length of the larger bound. An endomorphism for which it exceeds 128 does
/// not build.
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
#[derive(Clone, Copy, Debug)]
pub struct Half {
    /// The absolute value, of at most [`half_bits`](Endomorphism::half_bits) bits.
    pub magnitude: u128,
    /// Whether the half is negative; not so for zero.
    pub negative: Choice,
}

/// The `288` of the formulas: the multipliers take 192 bits less one for orders of more than 194 bits, and the error
/// is small.
const SHIFT: u32 = 288;

impl<M: Modulus<4>, C: WeierstrassCurve<Scalar = Fe<M, 4>>> Endomorphism<C> {
    /// The endomorphism `(x, y) -> (beta x, y)` of eigenvalue `lambda`, as a constant.
    ///
    /// That the two belong together is for a test to show: there are two roots of each kind.
    #[allow(clippy::panic, reason = "a lattice without a short basis must not build")]
    pub(crate) const fn new(beta: C::Base, lambda: Fe<M, 4>) -> Self {
        let Basis { first, second, first_is_negative } = Basis::short(&M::P, &lambda.constant_limbs());
        let multipliers = [
            multiplier(&rounded_quotient(&second.y, SHIFT, &M::P)),
            multiplier(&rounded_quotient(&first.y, SHIFT, &M::P)),
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

    /// `[k1, k2]` with `k1 + k2 lambda = scalar mod r`, both of at most [`half_bits`](Self::half_bits) bits, for any
    /// integer of four limbs, least significant first. 48 word multiplications, same time whatever the scalar.
    ///
    /// ```
    /// use vorpal_curves::bls12_377::Bls12_377G1;
    /// use vorpal_curves::secp256k1::Secp256k1;
    /// use vorpal_curves::shapes::weierstrass::{Half, WeierstrassCurve};
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
        let c1 = rounded_product(scalar, &self.multipliers[0]);
        let c2 = rounded_product(scalar, &self.multipliers[1]);
        let [[x1, y1], [x2, y2]] = &self.negated_basis;
        // Modulo 2^192, where magnitudes below 2^128 and their signs survive.
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

/// `floor(s g / 2^288 + 1/2)` for `g < 2^191`. 12 word multiplications.
#[inline(always)]
fn rounded_product(s: &[u64; 4], g: &[u64; 3]) -> [u64; 3] {
    let mut product = [0u64; 7];
    product[4] = 1 << 31; // 2^287
    for i in 0..3 {
        let mut carry = 0;
        for j in 0..4 {
            (product[i + j], carry) = mac(product[i + j], s[j], g[i], carry);
        }
        // The 1/2 may carry into a limb that is zero so far; the whole sum is below 2^447 + 2^287.
        (product[i + 4], carry) = words::adc(product[i + 4], carry, 0);
        if i < 2 {
            product[i + 5] = carry;
        }
    }
    [product[4] >> 32 | product[5] << 32, product[5] >> 32 | product[6] << 32, product[6] >> 32]
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

/// A bound of a half's magnitude: an integer no smaller than `(1/2 + 2^-33) (a + b)` rounded down.
const fn half_bound(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    // floor(u + v) <= floor(u) + floor(v) + 1. There is no carry: the coordinates of a basis do not exceed the order
    // of at most 256 bits, and if they come near it, the check of the bound fails.
    let (sum, carry) = add(a, b);
    let (bound, _) = add(&halve(&sum, carry), &shift_right(&sum, 33));
    add(&bound, &[1, 0, 0, 0]).0
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
