//! Access to the coordinates of points by index, for bucket sums over several storage formats.

use core::ops::Deref;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::prefetch;

/// Points of a curve. A point that is a member of a list is not infinity.
pub(crate) trait Terms<C: WeierstrassCurve>: Sync {
    /// The `x` coordinate: a reference if coordinates are stored as elements, else an element.
    fn x(&self, index: usize) -> impl Deref<Target = C::Base>;
    /// The `y` coordinate, in the same way.
    fn y(&self, index: usize) -> impl Deref<Target = C::Base>;
    /// Prefetches the coordinates of a point.
    fn prefetch(&self, index: usize);
}

/// Points, followed by their images under the endomorphism `(x, y) -> (beta x, y)`, if there are any.
pub(crate) struct WithImages<'a, C: WeierstrassCurve> {
    pub(crate) points: &'a [Affine<C>],
    /// `beta x` of each point, or none.
    pub(crate) images: &'a [C::Base],
}

impl<'a, C: WeierstrassCurve> WithImages<'a, C> {
    /// Points without images.
    pub(crate) const fn none(points: &'a [Affine<C>]) -> Self {
        Self { points, images: &[] }
    }
}

impl<C: WeierstrassCurve> Terms<C> for WithImages<'_, C> {
    #[inline(always)]
    fn x(&self, index: usize) -> impl Deref<Target = C::Base> {
        match index.checked_sub(self.points.len()) {
            None => self.points[index].raw_coordinates().0,
            Some(image) => &self.images[image],
        }
    }

    #[inline(always)]
    fn y(&self, index: usize) -> impl Deref<Target = C::Base> {
        let point = index.checked_sub(self.points.len()).unwrap_or(index);
        self.points[point].raw_coordinates().1
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        prefetch(&*self.x(index));
        prefetch(&*self.y(index));
    }
}
