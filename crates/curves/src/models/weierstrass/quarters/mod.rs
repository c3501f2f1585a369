//! The splitting of scalars in four quarters for the endomorphism that acts as the characteristic.
//!
//! On G2, `psi` is the multiplication by `p`, as the Frobenius map is in the target group. Scalars are split as
//!
//! ```text
//! s = k0 + k1 p + k2 p^2 + k3 p^3 mod r
//! ```
//!
//! with `k0, .., k3` a quarter as long as `s`. It is a division with remainder in the ring `Z[X] / (X^4 - X^2 + 1)`:
//!
//! * `r` divides `p^4 - p^2 + 1`, so `X -> p` maps the ring to the integers modulo `r`. The kernel is the lattice
//!   `L = { k : k0 + k1 p + k2 p^2 + k3 p^3 = 0 mod r }`, of index `r`, and `s - k` must be in it.
//! * An element `v` of `L` generates an ideal inside `L`, whose index is the norm of `v`: the determinant of the basis
//!   `v, X v, X^2 v, X^3 v`. For these `v` it is `r`, which is checked at compile time, so the ideal is `L`:
//!
//! ```text
//! BLS12: v = x - X                                as p = x mod r
//! BN:    v = (x + 1) + x X + x X^2 - 2 x X^3      the polynomial of the subgroup check
//! ```
//!
//! Over the rational numbers `s / v = a0 + a1 X + a2 X^2 + a3 X^3` with `ai = s wi / r`, where `wi` are the cofactors
//! of the first column of the basis. Rounding each of them leaves the quarters, where `vij` is coefficient `j` of
//! `X^i v`:
//!
//! ```text
//! kj = (s if j = 0) - c0 v0j - c1 v1j - c2 v2j - c3 v3j,   ci = floor(s gi / 2^d + 1/2),   gi = round(2^d wi / r)
//! ```
//!
//! with `d = 64 l + 32` for an order of `l` limbs; for a negative `wi`, the rounding is that of `-wi`.
//!
//! # Bound
//!
//! As in [`Endomorphism`](super::Endomorphism): `|gi - 2^d wi / r| <= 1/2`, so for `0 <= s < 2^(64 l)` each `ci` is
//! within `1/2 + 2^-33` of `ai`, and
//!
//! ```text
//! |kj| <= (1/2 + 2^-33) (|v0j| + |v1j| + |v2j| + |v3j|)
//! ```
//!
//! The largest sums are `|x| + 2` for BLS12 and about `6 |x|` for BN: quarters have 63 and 64 bits, while digits in
//! base `|x|`, which BLS12 permits as well, have 64. It is a compile-time error if a bound exceeds 64 bits.
//!
//! Every integer point of the parallelepiped `{ e0 v0 + .. + e3 v3 : |ei| < 1/2 - 2^-33 }` is the splitting of its
//! scalar, so points near its corners attain the bound up to a few units and the error of rounding. A test does so.
//!
//! Sources: S. Galbraith, X. Lin, M. Scott, "Endomorphisms for faster elliptic curve cryptography on a large class of
//! curves", 2009; S. Galbraith, M. Scott, "Exponentiation in pairing-friendly groups using homomorphisms", 2008.

mod digits;
mod multiply;

use vorpal_fields::PrimeField;
use vorpal_fields::subtle::Choice;
use vorpal_limbs::words::{add, debug_assert_less};

pub use self::digits::Columns;
use super::rounding::{limbs_from, rounded_product};
use super::{Psi, WeierstrassCurve};

/// A quarter of a scalar: `magnitude` or `-magnitude`.
///
/// ```
/// use vorpal_curves::bn254::g2::Bn254G2;
/// use vorpal_curves::models::weierstrass::WeierstrassCurve;
/// let psi = Bn254G2::PSI.unwrap();
/// let [k0, k1, ..] = psi.split(&[7, 0, 0, 0]);
/// assert_eq!((k0.magnitude, bool::from(k0.negative), k1.magnitude), (7, false, 0));
/// assert_eq!(psi.quarter_bits(), 64);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Quarter {
    /// The absolute value, of at most [`quarter_bits`](Psi::quarter_bits) bits.
    pub magnitude: u64,
    /// Whether the quarter is negative; false for zero.
    pub negative: Choice,
}

impl<C: WeierstrassCurve> Psi<C> {
    /// The `l` of the formulas: the number of limbs of the order.
    const LIMBS: usize = C::Scalar::BITS.div_ceil(64);

    /// The `d` of the formulas.
    #[allow(clippy::cast_possible_truncation, reason = "four limbs at most")]
    pub(super) const SHIFT: u32 = 64 * Self::LIMBS as u32 + 32;

    /// The length in bits of the longest quarter of a scalar: at most 64.
    pub const fn quarter_bits(&self) -> usize {
        (u64::BITS - self.quarters.largest.leading_zeros()) as usize
    }

    /// The bound of a quarter's magnitude: the largest one of those of `|k0|, .., |k3|`, rounded down.
    pub const fn largest_quarter(&self) -> u64 {
        self.quarters.largest
    }

    /// `[k0, k1, k2, k3]` with `k0 + k1 p + k2 p^2 + k3 p^3 = scalar mod r`, each of at most
    /// [`quarter_bits`](Self::quarter_bits) bits. The scalar is any integer with at most as many limbs as the order,
    /// least significant first. Constant time; 112 word multiplications for four limbs.
    ///
    /// # Panics
    /// In builds with debug assertions, if the order has fewer than four limbs and the scalar has more limbs than the
    /// order. In other builds the quarters of such a scalar are unspecified.
    #[inline]
    pub fn split(&self, scalar: &[u64; 4]) -> [Quarter; 4] {
        let limbs = const { Self::LIMBS };
        debug_assert_less(&limbs_from(scalar, limbs), &[1, 0, 0, 0]);
        // Modulo 2^128, which preserves the sign of values of magnitude below 2^64.
        let mut values = [low(scalar), 0, 0, 0];
        for (multiplier, row) in self.quarters.multipliers.iter().zip(&self.quarters.rows) {
            let c = low(&rounded_product(scalar, limbs, multiplier));
            for (value, entry) in values.iter_mut().zip(row) {
                *value = value.wrapping_add(c.wrapping_mul(*entry));
            }
        }
        values.map(|value| self.quarter(value))
    }

    /// The digits of quarters in columns.
    pub fn columns(&self, quarters: &[Quarter; 4]) -> Columns {
        Columns::new(quarters, self.quarter_bits())
    }

    /// The quarter that is `value` modulo `2^128`.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "the magnitude fits, and the sign is a bit")]
    fn quarter(&self, value: u128) -> Quarter {
        let sign = (value >> 127) as u64;
        // With a mask of ones, the complement plus one.
        let absolute = (value ^ u128::from(sign).wrapping_neg()).wrapping_add(sign.into());
        let magnitude = absolute as u64;
        let (bound, _) = add(&[self.quarters.largest, 0], &[1, 0]);
        debug_assert_less(&[magnitude, (absolute >> 64) as u64], &bound);
        Quarter { magnitude, negative: Choice::from(sign as u8) }
    }
}

/// The value modulo `2^128`.
#[inline(always)]
fn low(limbs: &[u64; 4]) -> u128 {
    u128::from(limbs[0]) | u128::from(limbs[1]) << 64
}
