//! The sum of two points whose coordinates are not converted to Montgomery form.
//!
//! A contract that adds two points reads four coordinates and writes two. Converting them takes more multiplications
//! than the sum. Here the integer `x` is used as the stored form of an element, which is then `x / R` for
//! `R = 2^(64 N)`. Write `u = x / R` and `v = y / R`. A division of an element by `R` is a conversion from Montgomery
//! form whose result is used as a stored form: half a multiplication. For the curve `y^2 = x^3 + b`:
//!
//! * The point is on the curve if and only if `v^2 / R = u^3 + b / R^3`: the equation divided by `R^3`.
//! * The slope `s = (y2 - y1) / (x2 - x1)` is `(v2 - v1) / (u2 - u1)`. That of the tangent, `3 x^2 / (2 y)`, is
//!   `R (3 u^2) / (2 v)`.
//! * `x3 = s^2 - x1 - x2` is `u3 = s^2 / R - u1 - u2`, and `y3 = s (x1 - x3) - y1` is `v3 = s (u1 - u3) - v1`.
//!
//! The stored forms of `u3` and `v3` are the integers `x3` and `y3`.
//!
//! # Whether the second point is on the curve
//!
//! Let the first point be on the curve, `y1^2 = x1^3 + b`. The difference of the two equations says: the second point
//! is on the curve if and only if
//!
//! ```text
//! (y2 - y1) (y2 + y1) = (x2 - x1) (x2^2 + x1 x2 + x1^2)
//! ```
//!
//! * If `x1 = x2`, this means `y2 = y1` or `y2 = -y1`.
//! * Otherwise dividing by `x2 - x1` gives `s (y1 + y2) = x2 (x1 + x2) + x1^2`, and dividing by `R^2` gives
//!   `s (v1 + v2) / R = u2 (u1 + u2) + u1^2`. The square is known from the first point.
//!
//! In all 1I + 3S + 5M and three divisions by `R`. All of it takes variable time.

use vorpal_curves::models::weierstrass::{LinearTerm, WeierstrassCurve};
use vorpal_fields::{Fe, Modulus};

use crate::{Error, Group};

/// The sum of two points, infinity for zeros, as `[x3 / R, y3 / R]`.
///
/// `coordinate(i)` is `x1 / R`, `y1 / R`, `x2 / R`, `y2 / R`: see [`read`]. Calls are in this order.
///
/// # Errors
/// The first failure: that of `coordinate`, or [`Error::NotOnCurve`] once the point is read.
pub(crate) fn sum_vartime<C: WeierstrassCurve<Base = Fe<M, N>>, M: Modulus<N>, const N: usize>(
    coordinate: impl Fn(usize) -> Result<Fe<M, N>, Error>,
) -> Result<[Fe<M, N>; 2], Error> {
    let not_on_curve = |index| Err(Error::NotOnCurve { index, group: Group::G1 });
    // No curve has a point with x = y = 0 unless b = 0, and such a curve does not build.
    let infinity = [Fe::ZERO; 2];

    let [u1, v1] = [coordinate(0)?, coordinate(1)?];
    let square = u1.square();
    let first_is_infinity = [u1, v1] == infinity;
    if !first_is_infinity && divide(&v1.square()) != square * u1 + coefficient::<C, M, N>() {
        return not_on_curve(0);
    }
    let [u2, v2] = [coordinate(2)?, coordinate(3)?];
    if [u2, v2] == infinity {
        return Ok([u1, v1]);
    }
    if first_is_infinity {
        let on_curve = divide(&v2.square()) == u2.square() * u2 + coefficient::<C, M, N>();
        return if on_curve { Ok([u2, v2]) } else { not_on_curve(1) };
    }

    // The difference is zero for equal x only, and twice v1 for a point of order two only, whose double is infinity.
    let slope = match (u2 - u1).invert_vartime() {
        Some(inverse) => {
            let slope = (v2 - v1) * inverse;
            if divide(&(slope * (v1 + v2))) != u2 * (u1 + u2) + square {
                return not_on_curve(1);
            }
            slope
        }
        None if v2 == -v1 => return Ok(infinity),
        None if v2 != v1 => return not_on_curve(1),
        None => {
            let Some(inverse) = v1.double().invert_vartime() else { return Ok(infinity) };
            (square.double() + square) * inverse * r()
        }
    };
    let u3 = divide(&slope.square()) - u1 - u2;
    Ok([u3, slope * (u1 - u3) - v1])
}

/// The coordinate with this integer of `8 N` bytes, big-endian, divided by `R`.
///
/// # Errors
/// [`Error::Coordinate`] if it is not below `p`.
pub(crate) fn read<M: Modulus<N>, const N: usize>(bytes: &[u8], index: usize) -> Result<Fe<M, N>, Error> {
    let mut limbs = [0; N];
    for (limb, word) in limbs.iter_mut().zip(bytes.rchunks_exact(8)) {
        *limb = word.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
    }
    Fe::from_montgomery(limbs).ok_or(Error::Coordinate { index })
}

/// Writes the integer of a coordinate divided by `R` in `8 N` bytes, big-endian.
pub(crate) fn write<M: Modulus<N>, const N: usize>(bytes: &mut [u8], coordinate: &Fe<M, N>) {
    for (bytes, limb) in bytes.rchunks_exact_mut(8).zip(coordinate.to_montgomery()) {
        bytes.copy_from_slice(&limb.to_be_bytes());
    }
}

/// `b / R^3`, for a curve `y^2 = x^3 + b` with `b` other than zero. Other curves do not build.
const fn coefficient<C: WeierstrassCurve<Base = Fe<M, N>>, M: Modulus<N>, const N: usize>() -> Fe<M, N> {
    /// `a / R`.
    const fn divide<M: Modulus<N>, const N: usize>(a: Fe<M, N>) -> Fe<M, N> {
        match Fe::from_montgomery(a.constant_limbs()) {
            Some(quotient) => quotient,
            None => Fe::ZERO,
        }
    }
    const {
        assert!(matches!(C::A, LinearTerm::Zero), "the curve has a linear term");
        let mut limbs = 0;
        let mut i = 0;
        while i < N {
            limbs |= C::B.to_montgomery()[i];
            i += 1;
        }
        assert!(limbs != 0, "zeros are a point of the curve");
        divide(divide(divide(C::B)))
    }
}

/// `a / R`.
fn divide<M: Modulus<N>, const N: usize>(a: &Fe<M, N>) -> Fe<M, N> {
    // Canonical limbs are below the modulus.
    Fe::from_montgomery(a.to_limbs()).unwrap_or(Fe::ZERO)
}

/// The element `R`. Its canonical integer is the stored form of 1.
fn r<M: Modulus<N>, const N: usize>() -> Fe<M, N> {
    Fe::from_limbs_reduced(&Fe::<M, N>::ONE.to_montgomery())
}

#[cfg(test)]
mod tests {
    use vorpal_curves::models::weierstrass::Affine;

    use super::*;

    /// A prime with four limbs, so that `R` is not 1, and the curve `y^2 = x^3 + b` over its field.
    macro_rules! curves {
        ($($curve:ident $modulus:ident: $p:literal, $b:literal;)*) => {$(
            struct $modulus;

            impl Modulus<4> for $modulus {
                const NAME: &'static str = stringify!($modulus);
                const P: [u64; 4] = [$p, 0, 0, 0];
                const GENERATOR: u64 = 2;
                type Bytes = [u8; 32];
            }

            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            struct $curve;

            impl WeierstrassCurve for $curve {
                type Base = Fe<$modulus, 4>;
                type Scalar = Fe<$modulus, 4>;
                const B: Self::Base = Fe::small($b);
                // Sums need no generator and no cofactor.
                const GENERATOR: (Self::Base, Self::Base) = (Fe::ZERO, Fe::ZERO);
                const COFACTOR: &'static [u64] = &[1];
            }
        )*};
    }

    // The curves modulo 11 and 5 have a point of order two, those modulo 13 and 19 have points with x = 0, and the one
    // with b = 8 modulo 13 has three points of order two.
    curves! {
        Eleven M11: 11, 1;
        ElevenWithSeven M11Seven: 11, 7;
        Thirteen M13: 13, 4;
        ThirteenWithEight M13Eight: 13, 8;
        Nineteen M19: 19, 5;
        Five M5: 5, 2;
    }

    /// Every four coordinates, against the sum of affine points.
    fn exhaustive<C: WeierstrassCurve<Base = Fe<M, 4>>, M: Modulus<4>>() {
        let p = M::P[0];
        let integers = |point: Affine<C>| {
            let (x, y) = point.raw_coordinates();
            [x.to_limbs(), y.to_limbs()]
        };
        let (mut sums, mut infinities, mut failures) = (0, 0, 0);
        for index in 0..p.pow(4) {
            let limbs = [1, p, p.pow(2), p.pow(3)].map(|power| [index / power % p, 0, 0, 0]);
            let point = |i: usize| {
                let [x, y] = [2 * i, 2 * i + 1].map(|i| Fe::from(limbs[i][0]));
                Affine::<C>::new_or_identity(x, y)
                    .map_err(|_| Error::NotOnCurve { index: i, group: Group::G1 })
            };
            let expected = point(0).and_then(|a| Ok(a.add_vartime(&point(1)?)));
            let sum = sum_vartime::<C, M, 4>(|i| {
                let bytes: [u8; 32] = core::array::from_fn(|j| limbs[i][(31 - j) / 8].to_be_bytes()[j % 8]);
                read(&bytes, i / 2)
            });
            let sum = sum.map(|sum| sum.map(|coordinate| coordinate.to_montgomery()));
            assert_eq!(sum, expected.map(integers), "{limbs:?} modulo {p}");
            match sum {
                Ok(sum) if sum == [[0; 4]; 2] => infinities += 1,
                Ok(_) => sums += 1,
                Err(_) => failures += 1,
            }
        }
        assert!(infinities > 1 && sums > infinities && failures > sums);
    }

    #[test]
    fn every_input_of_small_curves() {
        exhaustive::<Eleven, _>();
        exhaustive::<ElevenWithSeven, _>();
        exhaustive::<Thirteen, _>();
        exhaustive::<ThirteenWithEight, _>();
        exhaustive::<Nineteen, _>();
        exhaustive::<Five, _>();
    }
}
