//! The table of multiples of the generator for packed sums.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, PackedJacobian};
use vorpal_fields::{Field, LANES, PackedField};

use super::hexagonal::{Digit, Integer, Row, ZERO, insert};
use super::multiples::{Images, read};
use crate::curve::FourLimbCurve;

/// Multiples of the generator by digits to the base `2^w`, one for each six digits that differ by a unit. Coordinates
/// are raw. There are about `4^w / 6` multiples of 128 bytes each, and four bytes for each of the `4^w` digits.
#[derive(Clone, Debug)]
pub struct GeneratorTable<C: FourLimbCurve> {
    pub(super) width: usize,
    pub(super) digits: Vec<Digit>,
    entries: Vec<Images<C::Base>>,
}

impl<C: FourLimbCurve> GeneratorTable<C> {
    /// Builds the table for windows of `width` bits, from 2 to 10.
    ///
    /// # Panics
    /// For other widths.
    #[allow(clippy::panic, reason = "other widths are an error of the caller")]
    pub(crate) fn new(width: usize) -> Self {
        assert!((2..=10).contains(&width), "windows of 2 to 10 bits");
        let (mut digits, values) = hexagon(width);
        let points = multiples(&values);
        // Packed additions do not support infinity, and adding infinity is not necessary.
        for digit in &mut digits {
            if points[digit.entry()] == Affine::IDENTITY {
                *digit = digit.ignored();
            }
        }
        let zero = C::Base::ZERO;
        let mut entries = vec![Images { x: [zero; 3], y: zero }; points.len()];
        for (points, entries) in points.chunks(LANES).zip(entries.chunks_mut(LANES)) {
            let [_, y] = PackedJacobian::<C>::read_affine(points, |point| point);
            y.store_raw(entries, |entry| &mut entry.y);
            for (point, entry) in points.iter().zip(entries) {
                let x = *point.raw_coordinates().0;
                let value = C::PHI.beta() * x;
                entry.x = [x, value, -(x + value)];
            }
        }
        Self { width, digits, entries }
    }

    /// Reads the multiple of the generator for the digit of each lane into `x` and `y`. Returns the lanes with a digit
    /// other than zero.
    #[inline]
    pub(super) fn read(
        &self,
        row: &Row,
        x: &mut <C::Base as Field>::Packed,
        y: &mut <C::Base as Field>::Packed,
    ) -> u16 {
        read(row, x, y, |lane| &self.entries[row.digits[lane].entry()])
    }
}

/// The digits to the base `2^width`, indexed by their classes, and the values of the entries. The digit of a class is
/// the element with the least norm.
fn hexagon(width: usize) -> (Vec<Digit>, Vec<Integer>) {
    // The numbers a - b omega with a > 0, b >= 0 are a sixth of the plane. For digits,
    // |a - b omega|^2 = a^2 + a b + b^2 is at most 4^width / 3.
    let side = 1 << width;
    let mut sixth: Vec<Integer> = (1..side)
        .flat_map(|a| (0..side).map(move |b| Integer { a, b: -b }))
        .filter(|value| 3 * value.norm() <= side * side)
        .collect();
    sixth.sort_by_key(|value| (value.norm(), value.a));
    let mut digits = vec![Digit::NONE; 1 << (2 * width)];
    digits[0] = ZERO;
    let mut values = Vec::new();
    for value in sixth {
        if insert(&mut digits, width, values.len(), value) {
            values.push(value);
        }
    }
    debug_assert!(digits.iter().all(|digit| *digit != Digit::NONE), "every class has a digit");
    (digits, values)
}

/// `a G + b phi(G)` for each value `a + b omega` with `a > 0`, `b <= 0`.
fn multiples<C: FourLimbCurve>(values: &[Integer]) -> Vec<Affine<C>> {
    let generator = Affine::<C>::GENERATOR;
    let value = -C::PHI.apply(&generator);
    let rows = values.iter().map(|value| -value.b).max().unwrap_or(0);
    let mut points = vec![Jacobian::<C>::IDENTITY; values.len()];
    let mut row = Jacobian::IDENTITY;
    for b in 0..=rows {
        let mut indices: Vec<usize> = (0..values.len()).filter(|i| values[*i].b == -b).collect();
        indices.sort_by_key(|i| values[*i].a);
        let (mut multiple, mut a) = (row, 0);
        for i in indices {
            while a < values[i].a {
                (multiple, a) = (multiple.add_affine_vartime(&generator), a + 1);
            }
            points[i] = multiple;
        }
        row = row.add_affine_vartime(&value);
    }
    Jacobian::normalise_batch(&points)
}
