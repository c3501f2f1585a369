//! The integers of a sum, unsplit or split by an endomorphism, and the distribution of their lengths.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use vorpal_curves::models::weierstrass::{Affine, Endomorphism, Psi, Quarter, WeierstrassCurve};
use vorpal_fields::subtle::Choice;

use crate::integer::{Scalars, Signed};
use crate::recode::{Integers, for_each};

/// The greatest number of terms that one task processes.
const AT_ONCE: usize = 4096;
/// The greatest length of an integer in bits.
const LONGEST: usize = 256;

/// The distribution of the lengths of integers in bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lengths {
    /// At index `b`, the number of integers of at least `b` bits.
    at_least: [usize; LONGEST + 1],
}

impl Lengths {
    pub(crate) fn of(integers: &dyn Integers) -> Self {
        let number = integers.number();
        let at_once = vorpal_threads::at_once(number, AT_ONCE);
        if number <= at_once {
            return Self::from_numbers(Self::numbers(integers, 0..number));
        }
        let starts: Vec<usize> = (0..number).step_by(at_once).collect();
        let parts = vorpal_threads::map(&starts, |&start| {
            Self::numbers(integers, start..number.min(start + at_once))
        });
        let mut numbers = [0; LONGEST + 1];
        for part in parts {
            for (sum, number) in numbers.iter_mut().zip(part) {
                *sum += number;
            }
        }
        Self::from_numbers(numbers)
    }

    /// The expected distribution for `number` integers: `nonzero` random ones below `2^bits`, and zeros.
    pub(crate) fn of_random(number: usize, nonzero: usize, bits: usize) -> Self {
        let mut numbers = [0; LONGEST + 1];
        let mut left = nonzero;
        for length in (1..=bits.min(LONGEST)).rev() {
            numbers[length] = left.div_ceil(2);
            left -= numbers[length];
        }
        numbers[0] = left + (number - nonzero);
        Self::from_numbers(numbers)
    }

    fn numbers(integers: &dyn Integers, range: Range<usize>) -> [usize; LONGEST + 1] {
        let mut numbers = [0; LONGEST + 1];
        for_each(integers, range, |_, integer| numbers[integer.bits()] += 1);
        numbers
    }

    fn from_numbers(mut numbers: [usize; LONGEST + 1]) -> Self {
        for length in (0..LONGEST).rev() {
            numbers[length] += numbers[length + 1];
        }
        Self { at_least: numbers }
    }

    /// The number of integers.
    pub(crate) fn number(&self) -> usize {
        self.at_least[0]
    }

    /// The length of the longest integer in bits.
    pub(crate) fn longest(&self) -> usize {
        self.at_least.iter().rposition(|&number| number > 0).unwrap_or(0)
    }

    /// The number of nonzero integers.
    pub(crate) fn nonzero(&self) -> usize {
        self.at_least[1]
    }

    /// The number of integers of at least `bits` bits.
    pub(crate) fn at_least(&self, bits: usize) -> usize {
        self.at_least.get(bits).copied().unwrap_or(0)
    }
}

/// The integers of unsplit scalars. The integer is zero where the point of the same index exists and is infinity, so
/// that infinity is in no bucket.
pub(crate) struct Plain<'a, C: WeierstrassCurve> {
    pub(crate) points: &'a [Affine<C>],
    pub(crate) scalars: &'a dyn Scalars,
    pub(crate) bits: usize,
}

impl<C: WeierstrassCurve> Integers for Plain<'_, C> {
    fn number(&self) -> usize {
        self.scalars.number()
    }
    fn bits(&self) -> usize {
        self.bits
    }
    fn read(&self, first: usize, integers: &mut [Signed]) {
        self.scalars.read(first, integers);
        let points = self.points.get(first..).unwrap_or_default();
        for (integer, point) in integers.iter_mut().zip(points) {
            if *point == Affine::IDENTITY {
                *integer = Signed::default();
            }
        }
    }
}

/// One part of a split integer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SubScalar {
    magnitude: u128,
    negative: bool,
}

impl From<SubScalar> for Signed {
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the lower and the upper half")]
    fn from(SubScalar { magnitude, negative }: SubScalar) -> Self {
        Self { magnitude: [magnitude as u64, (magnitude >> 64) as u64, 0, 0], negative }
    }
}

/// Computes `[k1, k2]` with `k1 + k2 lambda = integer` modulo the order.
#[inline]
pub(crate) fn halves<C: WeierstrassCurve>(
    endomorphism: &Endomorphism<C>,
    integer: &Signed,
) -> [SubScalar; 2] {
    endomorphism.split(&integer.magnitude).map(|half| SubScalar {
        magnitude: half.magnitude,
        negative: bool::from(half.negative) ^ integer.negative,
    })
}

/// Computes `[k0, k1, k2, k3]` with `k0 + k1 p + k2 p^2 + k3 p^3 = integer` modulo the order.
#[inline]
pub(crate) fn quarters<C: WeierstrassCurve>(psi: &Psi<C>, integer: &Signed) -> [Quarter; 4] {
    psi.split(&integer.magnitude).map(|quarter| {
        let negative = quarter.negative ^ Choice::from(u8::from(integer.negative && quarter.magnitude != 0));
        Quarter { negative, ..quarter }
    })
}

/// The parts of split scalars: first all first parts, then all second ones, and so on. A part takes
/// [`SubScalars::BYTES`].
pub(crate) struct SubScalars {
    magnitudes: Vec<u128>,
    negative: Vec<bool>,
    bits: usize,
}

impl SubScalars {
    /// The bytes of a part.
    pub(crate) const BYTES: usize = size_of::<u128>() + size_of::<bool>();

    /// The halves of all integers. Variable time in the integers.
    pub(crate) fn halves<C: WeierstrassCurve>(
        integers: &dyn Integers,
        endomorphism: &Endomorphism<C>,
    ) -> Self {
        Self::new(integers, |integer| halves(endomorphism, integer))
    }

    /// The quarters of all integers, for the points `P, psi(P), -psi^2(P), -psi^3(P)`. Variable time in the integers.
    pub(crate) fn quarters<C: WeierstrassCurve>(integers: &dyn Integers, psi: &Psi<C>) -> Self {
        Self::new(integers, |integer| {
            let mut number = 0;
            quarters(psi, integer).map(|quarter| {
                number += 1;
                let negative = bool::from(quarter.negative) ^ (number > 2);
                SubScalar { magnitude: quarter.magnitude.into(), negative }
            })
        })
    }

    /// Splits all integers.
    fn new<const K: usize>(
        integers: &dyn Integers,
        split: impl Fn(&Signed) -> [SubScalar; K] + Sync,
    ) -> Self {
        let number = integers.number();
        let mut magnitudes = vec![0; K * number];
        let mut negative = vec![false; K * number];
        let at_once = vorpal_threads::at_once(number, AT_ONCE);
        // The slices of all parts that a task writes.
        let mut tasks: Vec<[(&mut [u128], &mut [bool]); K]> = Vec::new();
        tasks.resize_with(number.div_ceil(at_once), || core::array::from_fn(|_| Default::default()));
        let parts = magnitudes.chunks_mut(number.max(1)).zip(negative.chunks_mut(number.max(1)));
        for (k, (magnitudes, negative)) in parts.enumerate() {
            let chunks = magnitudes.chunks_mut(at_once).zip(negative.chunks_mut(at_once));
            for (task, chunk) in tasks.iter_mut().zip(chunks) {
                task[k] = chunk;
            }
        }
        vorpal_threads::for_each(tasks.iter_mut().enumerate(), |(task, parts)| {
            let first = task * at_once;
            for_each(integers, first..number.min(first + at_once), |i, integer| {
                for ((magnitudes, negative), part) in parts.iter_mut().zip(split(integer)) {
                    magnitudes[i] = part.magnitude;
                    negative[i] = part.negative;
                }
            });
        });
        let all = magnitudes.iter().fold(0, |all, magnitude| all | magnitude);
        Self { magnitudes, negative, bits: (u128::BITS - all.leading_zeros()) as usize }
    }
}

impl Integers for SubScalars {
    fn number(&self) -> usize {
        self.magnitudes.len()
    }
    fn bits(&self) -> usize {
        self.bits
    }
    fn read(&self, first: usize, integers: &mut [Signed]) {
        let parts = self.magnitudes[first..].iter().zip(&self.negative[first..]);
        for (integer, (&magnitude, &negative)) in integers.iter_mut().zip(parts) {
            *integer = SubScalar { magnitude, negative }.into();
        }
    }
}
