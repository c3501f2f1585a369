//! Many multiples of one point, for provers' setups.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_limbs::words::bits_at;

use crate::affine_sums::sums_of_lists_vartime;
use crate::integer::{MsmScalar, Signed};
use crate::lists::{Lists, Member};
use crate::progress::Monitor;
use crate::recode::{NARROWEST, WIDEST, bias, plus_magnitude, windows};
use crate::terms::WithImages;

/// The number of multiples that are computed at a time: their digits take a few MiB.
const AT_ONCE: usize = 1 << 15;

/// The multiples `scalars[i] point`, in affine coordinates. Time depends on the point and the scalars.
///
/// All points of the curve and all scalars are valid. Additions run in vectors and share inversions. With windows of
/// `c` bits, there are `b = bits / c` additions for each scalar and `b 2^(c - 1)` for the table, which has as many
/// points. The width is the one with the least number of additions. Runs on the caller's rayon pool with feature
/// `parallel`.
///
/// ```
/// use vorpal_curves::bls12_381::{Affine, Jacobian};
/// use vorpal_fields::primes::Bls12_381Scalar as Scalar;
/// use vorpal_msm::multiples_vartime;
/// let multiples = multiples_vartime(&Affine::GENERATOR, &[Scalar::from(2), Scalar::ZERO, -Scalar::ONE]);
/// let double = Jacobian::GENERATOR.double().to_affine();
/// assert_eq!(multiples, [double, Affine::IDENTITY, -Affine::GENERATOR]);
/// ```
pub fn multiples_vartime<C: WeierstrassCurve, S: MsmScalar<C>>(
    point: &Affine<C>,
    scalars: &[S],
) -> Vec<Affine<C>> {
    let bits = scalars.iter().map(|scalar| scalar.to_integer().bits()).max().unwrap_or(0);
    let additions = |width: usize| windows(bits, width) * ((1 << (width - 1)) + scalars.len());
    let width = (NARROWEST..=WIDEST).min_by_key(|&width| additions(width)).unwrap_or(NARROWEST);
    let table = Table::new(point, width, windows(bits, width));
    scalars.chunks(AT_ONCE).flat_map(|scalars| table.multiples(scalars)).collect()
}

/// The multiples `d 2^(c w) P` for all windows `w` of `c` bits and all digits `0 < d <= 2^(c - 1)`.
struct Table<C: WeierstrassCurve> {
    width: usize,
    windows: usize,
    /// The multiple by digit `d` in window `w` has the index `(d - 1) windows + w`.
    entries: Vec<Affine<C>>,
}

impl<C: WeierstrassCurve> Table<C> {
    fn new(point: &Affine<C>, width: usize, windows: usize) -> Self {
        let mut power = Jacobian::from_affine(point);
        let mut powers = Vec::with_capacity(windows);
        for _ in 0..windows {
            powers.push(power);
            power = (0..width).fold(power, |power, _| power.double());
        }
        let mut table = Self { width, windows, entries: Jacobian::normalise_batch(&powers) };
        for level in 0..width - 1 {
            table.double(1 << level);
        }
        table
    }

    /// Adds the digits from `half + 1` to `2 half`, as sums of `half` and a smaller digit.
    fn double(&mut self, half: usize) {
        let mut lists = Lists::default();
        for digit in half + 1..=2 * half {
            for window in 0..self.windows {
                let [first, second] = [half, digit - half].map(|digit| self.member(digit, window, false));
                lists.push(first.into_iter().chain(second));
            }
        }
        let sums = sums_of_lists_vartime(&WithImages::none(&self.entries), &lists, &Monitor::new(None, 0));
        self.entries.extend((0..lists.spans.len()).map(|list| sums.get(list)));
    }

    /// The entry as a member of a list, `None` for infinity.
    fn member(&self, digit: usize, window: usize, negative: bool) -> Option<Member> {
        let index = (digit - 1) * self.windows + window;
        (!self.entries[index].is_identity_vartime()).then(|| Member::new(index, negative))
    }

    fn multiples<S: MsmScalar<C>>(&self, scalars: &[S]) -> Vec<Affine<C>> {
        let bias = bias(self.windows, self.width);
        let zero = (1usize << (self.width - 1)) - 1;
        let mut lists = Lists::default();
        for scalar in scalars {
            let integer: Signed = scalar.to_integer();
            let biased = plus_magnitude(bias, &integer);
            lists.push((0..self.windows).filter_map(|window| {
                #[allow(clippy::cast_possible_truncation, reason = "at most sixteen bits")]
                let digit = bits_at(&biased, window * self.width, self.width) as usize;
                if digit == zero {
                    return None;
                }
                self.member(digit.abs_diff(zero), window, integer.negative ^ (digit < zero))
            }));
        }
        let sums = sums_of_lists_vartime(&WithImages::none(&self.entries), &lists, &Monitor::new(None, 0));
        (0..scalars.len()).map(|list| sums.get(list)).collect()
    }
}
