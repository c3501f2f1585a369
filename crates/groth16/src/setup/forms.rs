//! How the coefficients of a point are written as sums of few signed powers of two, and which powers they share.
//!
//! The *digits* of an integer `k >= 0` are `d_i = b_(i + 1)(3 k) - b_(i + 1)(k)`, where `b_i` is bit `i`:
//!
//! ```text
//! sum of d_i 2^i = (3 k - k) / 2 = k        bit 0 of 3 k is that of k
//! ```
//!
//! They are the non-adjacent form: a third of them is not zero on average, the least number of all signed forms.
//!
//! A coefficient is written in its own digits, or in those of both halves of its split by the endomorphism `phi`
//! ([`Endomorphism`]), `k P = k1 P + k2 phi(P)`. The halves need as many additions in the mean, and half of the doubles
//! `2^i P`, which all coefficients of a point share. But a power of two is a single digit itself. So both ways are
//! counted for each point.
//!
//! Sources: H. Prodinger, "On binary representations of integers with digits -1, 0, 1", 2000, for the digits; R.
//! Gallant, R. Lambert, S. Vanstone, "Faster point multiplication on elliptic curves with efficient endomorphisms",
//! 2001.

use vorpal_curves::models::weierstrass::{Endomorphism, WeierstrassCurve};
use vorpal_limbs::words::{add, bit_length_vartime};

/// Multiplications of a double, with its share of an inversion.
const DOUBLE: usize = 7;
/// Those of an image of a double, with the store.
const IMAGE: usize = 2;
/// Those of an addition.
const ADDITION: usize = 6;

/// The digits of an integer below `2^255`, or of its opposite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digits {
    positive: [u64; 4],
    negative: [u64; 4],
}

impl Digits {
    /// The digits of `k`, or of `-k`. Three times `k` must be below `2^256`.
    pub(super) fn new(k: &[u64; 4], is_negative: bool) -> Self {
        let (double, carry) = add(k, k);
        let (triple, other_carry) = add(&double, k);
        debug_assert_eq!(carry | other_carry, 0, "the coefficient is too long");
        let only = |a: &[u64; 4], b: &[u64; 4]| {
            let bits: [u64; 4] = core::array::from_fn(|i| a[i] & !b[i]);
            core::array::from_fn(|i| bits[i] >> 1 | bits.get(i + 1).map_or(0, |next| next << 63))
        };
        let (positive, negative) = (only(&triple, k), only(k, &triple));
        if is_negative {
            Self { positive: negative, negative: positive }
        } else {
            Self { positive, negative }
        }
    }

    /// The number of digits that are not zero.
    fn weight(&self) -> usize {
        self.positive.iter().chain(&self.negative).map(|limb| limb.count_ones() as usize).sum()
    }

    /// The number of digits up to the last one that is not zero.
    fn length(&self) -> usize {
        bit_length_vartime(&self.positive).max(bit_length_vartime(&self.negative))
    }

    /// The positions of the digits other than zero, `true` with those that are -1.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, bool)> + use<> {
        let parts = [(self.positive, false), (self.negative, true)];
        parts.into_iter().flat_map(|(limbs, is_negative)| {
            limbs.into_iter().enumerate().flat_map(move |(i, limb)| {
                let rest = |rest: &u64| Some(rest & (rest - 1)).filter(|rest| *rest != 0);
                let ones = core::iter::successors(Some(limb).filter(|limb| *limb != 0), rest);
                ones.map(move |rest| (64 * i + rest.trailing_zeros() as usize, is_negative))
            })
        })
    }
}

/// A coefficient: the digits of the doubles of the point, and of their images.
pub(super) type Form = [Digits; 2];

/// The forms of a point's coefficients.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    pub(super) coefficients: Vec<Form>,
    /// The number of doubles `P, 2 P, ..` that the forms need.
    pub(super) doubles: usize,
    /// Whether they need the images of the doubles.
    pub(super) images: bool,
}

impl Forms {
    /// The forms of coefficients, each an integer below a third of `2^256`, or the opposite of one.
    pub(super) fn new<G: WeierstrassCurve>(coefficients: impl IntoIterator<Item = ([u64; 4], bool)>) -> Self {
        let (whole, halves): (Vec<Form>, Vec<Option<Form>>) = coefficients
            .into_iter()
            .map(|(k, is_negative)| {
                let whole = [Digits::new(&k, is_negative), Digits::new(&[0; 4], false)];
                (
                    whole,
                    G::ENDOMORPHISM.and_then(|endomorphism| halves(endomorphism, &k, is_negative, &whole)),
                )
            })
            .unzip();
        let images = halves.iter().any(Option::is_some);
        let mixed = whole.iter().zip(halves).map(|(whole, halves)| halves.unwrap_or(*whole)).collect();
        let whole = Self::of(whole, false);
        if !images {
            return whole;
        }
        let mixed = Self::of(mixed, true);
        if mixed.cost() < whole.cost() { mixed } else { whole }
    }

    fn of(coefficients: Vec<Form>, images: bool) -> Self {
        let doubles = coefficients.iter().flatten().map(Digits::length).max().unwrap_or(0);
        Self { coefficients, doubles, images }
    }

    /// The multiplications in the base field, about.
    fn cost(&self) -> usize {
        let weight: usize = self.coefficients.iter().flatten().map(Digits::weight).sum();
        let double = if self.images { DOUBLE + IMAGE } else { DOUBLE };
        double * self.doubles + ADDITION * weight
    }
}

/// The form in halves, if the integer is longer than they are.
fn halves<G: WeierstrassCurve>(
    endomorphism: &Endomorphism<G>,
    k: &[u64; 4],
    is_negative: bool,
    whole: &Form,
) -> Option<Form> {
    // The form of a half may have one digit more than the half has bits.
    if whole[0].length() <= endomorphism.half_bits() + 1 {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "the limbs are taken apart")]
    let limbs = |half: u128| [half as u64, (half >> 64) as u64, 0, 0];
    let halves = endomorphism.split(k);
    Some(halves.map(|half| Digits::new(&limbs(half.magnitude), bool::from(half.negative) ^ is_negative)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal_curves::bn254::Bn254G1;
    use vorpal_fields::primes::Bn254Scalar as F;

    fn value(digits: &Digits) -> F {
        let digit = |(i, is_negative)| if is_negative { -F::pow2(i) } else { F::pow2(i) };
        digits.iter().map(digit).sum()
    }

    fn magnitudes() -> Vec<[u64; 4]> {
        let largest = (-F::ONE).halve() - F::ONE;
        let powers = [1, 63, 64, 127, 128, 129, 200, 252].map(F::pow2);
        let root = F::ROOT_OF_UNITY.to_limbs();
        let edges = [F::ZERO, F::ONE, F::from(3), F::from(u64::MAX), largest];
        let mut all: Vec<_> = powers.iter().chain(&edges).map(F::to_limbs).collect();
        all.extend([[root[0], 0, 0, 0], [root[0], root[1], 0, 0], [root[0], root[1], root[2], root[3] >> 3]]);
        all
    }

    #[test]
    fn digits_are_the_integer_without_neighbours() {
        for k in magnitudes() {
            let integer = F::from_limbs(&k).unwrap();
            for is_negative in [false, true] {
                let digits = Digits::new(&k, is_negative);
                assert_eq!(value(&digits), if is_negative { -integer } else { integer });
                let mut positions: Vec<_> = digits.iter().map(|(position, _)| position).collect();
                positions.sort_unstable();
                assert!(positions.windows(2).all(|pair| pair[1] > pair[0] + 1), "{positions:?}");
                assert_eq!(positions.len(), digits.weight());
                assert_eq!(positions.last().map_or(0, |last| last + 1), digits.length());
            }
        }
    }

    #[test]
    fn forms_are_the_coefficients() {
        let lambda = Bn254G1::ENDOMORPHISM.unwrap().lambda();
        let all = magnitudes();
        // Single coefficients, and all of them as those of one point.
        for coefficients in all.iter().map(core::slice::from_ref).chain([&all[..]]) {
            let forms = Forms::new::<Bn254G1>(coefficients.iter().map(|k| (*k, k[0] & 2 == 2)));
            assert_eq!(forms.coefficients.len(), coefficients.len());
            for (k, form) in coefficients.iter().zip(&forms.coefficients) {
                let integer = F::from_limbs(k).unwrap();
                let expected = if k[0] & 2 == 2 { -integer } else { integer };
                assert_eq!(value(&form[0]) + value(&form[1]) * lambda, expected);
                let positions = form.iter().flat_map(Digits::iter).map(|(position, _)| position);
                assert!(positions.into_iter().all(|position| position < forms.doubles));
                assert!(forms.images || form[1].weight() == 0);
            }
        }
    }

    /// A long coefficient has halves, but a power of two or a short one has not.
    #[test]
    fn the_cheaper_form_is_taken() {
        let all = magnitudes();
        let long = *all.last().unwrap();
        let forms =
            |coefficients: &[[u64; 4]]| Forms::new::<Bn254G1>(coefficients.iter().map(|k| (*k, false)));
        let (short, power) = (forms(&[[5, 1, 0, 0]]), forms(&[F::pow2(140).to_limbs()]));
        assert_eq!((short.images, short.doubles), (false, 65));
        assert_eq!((power.images, power.doubles), (false, 141));
        let mixed = forms(&[long, [5, 1, 0, 0]]);
        assert!(mixed.images && mixed.doubles <= 128, "{}", mixed.doubles);
        assert_eq!(mixed.coefficients[1][1].weight(), 0);
    }
}
