//! Points by number, whatever form they are stored in.

use core::ops::Deref;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::prefetch;

/// Points of a curve, none of them at infinity where a list has it as a member.
pub(crate) trait Terms<C: WeierstrassCurve>: Sync {
    /// A reference where coordinates are stored as elements, else an element.
    fn x(&self, index: usize) -> impl Deref<Target = C::Base>;
    fn y(&self, index: usize) -> impl Deref<Target = C::Base>;
    /// Prefetches the coordinates of a point.
    fn prefetch(&self, index: usize);
}

impl<C: WeierstrassCurve> Terms<C> for [Affine<C>] {
    #[inline(always)]
    fn x(&self, index: usize) -> impl Deref<Target = C::Base> {
        self[index].raw_coordinates().0
    }

    #[inline(always)]
    fn y(&self, index: usize) -> impl Deref<Target = C::Base> {
        self[index].raw_coordinates().1
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        prefetch(&self[index]);
    }
}

/// Points and, after them, their images under the endomorphism `(x, y) -> (beta x, y)`.
pub(crate) struct WithImages<'a, C: WeierstrassCurve> {
    pub(crate) points: &'a [Affine<C>],
    /// `beta x` of each point.
    pub(crate) images: &'a [C::Base],
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
