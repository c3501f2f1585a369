//! The digits of weights, their windows, and the width of the least cost.

use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::{Field, PrimeField};

/// The digits of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WeightDigits {
    /// 0 and 1, for every cofactor.
    Bits,
    /// -1, 0 and 1, for odd cofactors.
    Signed,
}

/// Weights below `2^128` as `number` windows of `width` digits: an injective map.
///
/// Let `b` be 2 or 3 and `B = b^width`. The windows are the first places of `a / 2^128` in base `B`, most significant
/// first. Weights with the same places differ by less than `2^128 B^-number <= 1`, so they are equal. A place is
/// written in base `b`, and with signed digits each of its digits is reduced by one. Both are bijections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Windows {
    pub(super) digits: WeightDigits,
    pub(super) width: usize,
    pub(super) number: usize,
}

/// The bits of a weight.
const WEIGHT_BITS: usize = 128;
/// `3^81` is the least power of three above `2^128`.
const WEIGHT_TRITS: usize = 81;

impl Windows {
    /// Windows of a width.
    pub(super) fn new(digits: WeightDigits, width: usize) -> Self {
        let least = match digits {
            WeightDigits::Bits => WEIGHT_BITS,
            WeightDigits::Signed => WEIGHT_TRITS,
        };
        Self { digits, width, number: least.div_ceil(width) }
    }

    /// The windows of the least cost for the number of points of the curve, or `None` if exact checks cost less.
    pub(super) fn of<C: WeierstrassCurve>(points: usize) -> Option<Self> {
        let digits = if C::COFACTOR[0] & 1 == 1 { WeightDigits::Signed } else { WeightDigits::Bits };
        let exact = exact_check::<C>();
        (1..=digits.widest())
            .map(|width| Self::new(digits, width))
            .map(|windows| (windows.cost(points, exact), windows))
            .min_by_key(|(cost, _)| *cost)
            .filter(|(cost, _)| *cost < points as u64 * exact)
            .map(|(_, windows)| windows)
    }

    /// The cost for a number of points of the curve, in additions.
    pub(super) fn cost_of<C: WeierstrassCurve>(&self, points: usize) -> u64 {
        self.cost(points, exact_check::<C>())
    }

    /// The cost of exact checks of a number of points of the curve, in additions.
    pub(super) fn exact_cost<C: WeierstrassCurve>(points: usize) -> u64 {
        points as u64 * exact_check::<C>()
    }

    /// `B`: the number of values of a window.
    pub(super) const fn base(&self) -> usize {
        self.digits.power(self.width)
    }

    /// The number of buckets of a window: the values other than zero, up to their sign.
    pub(super) const fn buckets(&self) -> usize {
        self.base() - 1 - self.zero()
    }

    /// The value of a window whose digits are all zero.
    pub(super) const fn zero(&self) -> usize {
        match self.digits {
            WeightDigits::Bits => 0,
            WeightDigits::Signed => (self.base() - 1) / 2,
        }
    }

    /// The number of digits, and of sums.
    pub(super) const fn rows(&self) -> usize {
        self.number * self.width
    }

    /// The next place: the integer part of `rest B / 2^128`. `rest` becomes the fractional part.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the place is below B, which fits sixteen bits")]
    pub(super) const fn next(&self, rest: &mut u128) -> usize {
        let base = self.base() as u128;
        let low = (*rest & u64::MAX as u128) * base;
        let high = (*rest >> 64) * base + (low >> 64);
        *rest = high << 64 | low & u64::MAX as u128;
        (high >> 64) as usize
    }

    /// The cost for a number of points in additions, where an exact check costs `exact`. It may exceed 32 bits.
    const fn cost(&self, points: usize, exact: u64) -> u64 {
        let of_buckets = match self.digits {
            WeightDigits::Bits => 2 * self.base(),
            WeightDigits::Signed => self.base(),
        };
        self.number as u64 * (points as u64 + of_buckets as u64) + self.rows() as u64 * exact
    }
}

impl WeightDigits {
    pub(super) const fn base(self) -> usize {
        match self {
            Self::Bits => 2,
            Self::Signed => 3,
        }
    }

    /// `b^exponent`.
    pub(super) const fn power(self, exponent: usize) -> usize {
        let (mut power, mut i) = (1, 0);
        while i < exponent {
            power *= self.base();
            i += 1;
        }
        power
    }

    /// The greatest width. Places have at most 16 bits; wider windows pay for millions of points only.
    const fn widest(self) -> usize {
        match self {
            Self::Bits => 13,
            Self::Signed => 9,
        }
    }
}

/// The cost of an exact check in additions of affine points, of 5M + 1S. A doubling takes 3M + 4S.
fn exact_check<C: WeierstrassCurve>() -> u64 {
    let doublings = match (C::PSI, C::BLS12_SEED) {
        (Some(psi), _) => psi.seed().magnitude.ilog2() as usize,
        (None, Some(seed)) => 2 * seed.magnitude.ilog2() as usize,
        (None, None) => C::Scalar::BITS,
    };
    let (product, square) = (C::Base::PRODUCT as u64, C::Base::SQUARE as u64);
    // About a tenth more for its own additions.
    doublings as u64 * (3 * product + 4 * square) * 11 / (10 * (5 * product + square))
}
