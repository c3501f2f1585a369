//! Many messages at once.

use alloc::vec::Vec;

use vorpal_fields::subtle::Choice;
use vorpal_fields::{Field, HashField, LANES, PackedField};

use super::HashableCurve;
use super::candidates::Mapped;
use super::packed::{PackedMap, append_vartime};
use crate::models::weierstrass::{Affine, Jacobian};

/// The sums of the images of `COUNT` field elements of each item, 1 or 2, as points of the prime subgroup.
pub(super) fn points_vartime<C: HashableCurve, T, const COUNT: usize>(
    items: &[T],
    elements: impl Fn(&T) -> [C::Base; COUNT],
) -> Vec<Affine<C>> {
    let map = PackedMap::<C>::of_curve();
    let mut points = Vec::with_capacity(items.len());
    for items in items.chunks(LANES) {
        let mut all = [[C::Base::ZERO; COUNT]; LANES];
        for (all, item) in all.iter_mut().zip(items) {
            *all = elements(item);
        }
        let all = &all[..items.len()];
        match &map {
            Some(map) => append_vartime(map, all, single_vartime::<C, COUNT>, &mut points),
            None => append_by_roots_vartime::<C, COUNT>(all, &mut points),
        }
    }
    Jacobian::normalise_batch(&points)
}

/// The point of a single item.
fn single_vartime<C: HashableCurve, const COUNT: usize>(elements: &[C::Base; COUNT]) -> Jacobian<C> {
    sum_vartime::<C>(elements.iter().map(|element| C::MAP.map(element))).clear_cofactor_vartime()
}

/// Appends the points of at most sixteen items: square roots and multiples by the cofactor in packed values, all else
/// one item after the other. For maps that are not in packed values.
fn append_by_roots_vartime<C: HashableCurve, const COUNT: usize>(
    items: &[[C::Base; COUNT]],
    points: &mut Vec<Jacobian<C>>,
) {
    // The lanes of the elements at index i of all items.
    let mut images = [[None; LANES]; COUNT];
    for (i, images) in images.iter_mut().enumerate() {
        let mut elements = [C::Base::ZERO; LANES];
        elements.iter_mut().zip(items).for_each(|(element, item)| *element = item[i]);
        map_at_once_vartime::<C>(&elements[..items.len()], images);
    }
    let start = points.len();
    points.extend((0..items.len()).map(|lane| sum_vartime::<C>(images.iter().filter_map(|i| i[lane]))));
    let points = &mut points[start..];
    // Without vectors, packed values only cost conversions.
    if <C::Base as Field>::Packed::pays_from() < LANES {
        Jacobian::clear_cofactor_batch_vartime(points);
    } else {
        points.iter_mut().for_each(|point| *point = point.clear_cofactor_vartime());
    }
}

/// The sum of one or two images.
fn sum_vartime<C: HashableCurve>(mut points: impl Iterator<Item = Mapped<C::Base>>) -> Jacobian<C> {
    let map = C::MAP;
    match (points.next(), points.next()) {
        (Some(first), Some(second)) => map.sum_vartime(&[first, second]),
        (Some(only), _) => map.curve_point(&only),
        (None, _) => Jacobian::IDENTITY,
    }
}

/// The images of at most sixteen elements.
fn map_at_once_vartime<C: HashableCurve>(
    elements: &[C::Base],
    images: &mut [Option<Mapped<C::Base>>; LANES],
) {
    let map = C::MAP;
    let number = elements.len();
    let candidates: [_; LANES] =
        core::array::from_fn(|i| elements.get(i).map(|element| map.candidates(element)));
    let numerators = candidates.map(|c| c.map_or(C::Base::ZERO, |c| c.numerator));
    let cubes = candidates.map(|c| c.map_or(C::Base::ONE, |c| c.cube));
    let mut roots = [(false, C::Base::ZERO); LANES];
    C::Base::sqrt_ratio_or_multiple_batch_vartime(
        &numerators[..number],
        &cubes[..number],
        map.non_square(),
        &mut roots[..number],
    );
    for ((image, candidates), (is_square, root)) in images.iter_mut().zip(&candidates).zip(&roots) {
        *image = candidates.map(|candidates| candidates.point(Choice::from(u8::from(*is_square)), root));
    }
}
