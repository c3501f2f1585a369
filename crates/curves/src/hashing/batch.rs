//! Many messages at once.

use alloc::vec::Vec;

use vorpal_fields::subtle::Choice;
use vorpal_fields::{Field, HashField, LANES, PackedField};

use super::HashableCurve;
use super::map::Mapped;
use crate::models::weierstrass::{Affine, Jacobian};

/// The sums of the images of `COUNT` field elements of each item, 1 or 2, as points of the prime subgroup.
pub(super) fn points_vartime<C: HashableCurve, T, const COUNT: usize>(
    items: &[T],
    elements: impl Fn(&T) -> [C::Base; COUNT],
) -> Vec<Affine<C>> {
    let mut points = Vec::with_capacity(items.len());
    for items in items.chunks(LANES) {
        // The lanes of the elements at index i of all items.
        let mut images = [[None; LANES]; COUNT];
        let mut all = [[C::Base::ZERO; COUNT]; LANES];
        for (all, item) in all.iter_mut().zip(items) {
            *all = elements(item);
        }
        for (i, images) in images.iter_mut().enumerate() {
            map_at_once_vartime::<C>(&all.map(|elements| elements[i])[..items.len()], images);
        }
        points.extend((0..items.len()).map(|lane| sum_vartime::<C, COUNT>(&images, lane)));
    }
    // Without vectors, packed values only cost conversions.
    if <C::Base as Field>::Packed::pays_from() < LANES {
        Jacobian::clear_cofactor_batch_vartime(&mut points);
    } else {
        points.iter_mut().for_each(|point| *point = point.clear_cofactor_vartime());
    }
    Jacobian::normalise_batch(&points)
}

/// The sum of the images in a lane.
fn sum_vartime<C: HashableCurve, const COUNT: usize>(
    images: &[[Option<Mapped<C::Base>>; LANES]; COUNT],
    lane: usize,
) -> Jacobian<C> {
    let map = C::MAP;
    let mut points = images.iter().filter_map(|images| images[lane]);
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
