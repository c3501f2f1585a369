//! The splitting of a curve's scalars, and the images of points for it.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Endomorphism, Psi, WeierstrassCurve};
use vorpal_fields::{Field, LANES, PackedField};

use crate::recode::Integers;
use crate::scalars::SubScalars;

/// The greatest number of points whose images one task computes.
const AT_ONCE: usize = 4096;

/// An endomorphism that splits scalars.
#[derive(Clone, Copy)]
pub(crate) enum Split<C: WeierstrassCurve> {
    /// `(x, y) -> (beta x, y)`, in halves.
    Halves(&'static Endomorphism<C>),
    /// The Frobenius map of a twist, in quarters.
    Quarters(&'static Psi<C>),
}

impl<C: WeierstrassCurve> Split<C> {
    /// The one with the shortest parts.
    pub(crate) fn of_curve() -> Option<Self> {
        C::PSI.map(Self::Quarters).or(C::ENDOMORPHISM.map(Self::Halves))
    }

    /// The number of parts.
    pub(crate) const fn parts(&self) -> usize {
        match self {
            Self::Halves(_) => 2,
            Self::Quarters(_) => 4,
        }
    }

    /// The length of the longest part in bits.
    pub(crate) const fn bits(&self) -> usize {
        match self {
            Self::Halves(endomorphism) => endomorphism.half_bits(),
            Self::Quarters(psi) => psi.quarter_bits(),
        }
    }

    /// The parts of all integers.
    pub(crate) fn integers(&self, integers: &dyn Integers) -> SubScalars {
        match self {
            Self::Halves(endomorphism) => SubScalars::halves(integers, endomorphism),
            Self::Quarters(psi) => SubScalars::quarters(integers, psi),
        }
    }
}

/// The number of points that a task processes: whole packed values.
fn at_once(points: usize) -> usize {
    vorpal_threads::at_once(points, AT_ONCE).next_multiple_of(LANES)
}

/// Computes `beta x` of each point in packed values, 1M per point.
pub(crate) fn images<C: WeierstrassCurve>(points: &[Affine<C>], beta: C::Base) -> Vec<C::Base> {
    let beta = <C::Base as Field>::Packed::load(&[beta; LANES], |beta| beta);
    let mut images = alloc::vec![C::Base::ZERO; points.len()];
    let at_once = at_once(points.len());
    let parts = points.chunks(at_once).zip(images.chunks_mut(at_once));
    vorpal_threads::for_each(parts, |(points, images)| {
        let mut packed = beta;
        for (points, images) in points.chunks(LANES).zip(images.chunks_mut(LANES)) {
            packed.read_raw(points, |point| point.raw_coordinates().0);
            packed.mul_assign(&beta);
            packed.store_raw(images, |image| image);
        }
    });
    images
}

/// The points, followed by their images under `psi`, in packed values. 2M per point.
pub(crate) fn with_psi<C: WeierstrassCurve>(points: &[Affine<C>], psi: &Psi<C>) -> Vec<Affine<C>> {
    let splat = |factor: &C::Base| <C::Base as Field>::Packed::load(&[*factor; LANES], |factor| factor);
    let (a, b) = psi.factors();
    let (a, b) = (splat(a), splat(b));
    let mut all = Vec::with_capacity(2 * points.len());
    all.extend_from_slice(points);
    all.resize(2 * points.len(), Affine::IDENTITY);
    let at_once = at_once(points.len());
    let parts = points.chunks(at_once).zip(all[points.len()..].chunks_mut(at_once));
    vorpal_threads::for_each(parts, |(points, images)| {
        let (mut x, mut y) = (a, b);
        let mut coordinates = [[C::Base::ZERO; LANES]; 2];
        for (points, images) in points.chunks(LANES).zip(images.chunks_mut(LANES)) {
            x.read_raw(points, |point| point.raw_coordinates().0);
            y.read_raw(points, |point| point.raw_coordinates().1);
            x.frobenius();
            y.frobenius();
            x.mul_assign(&a);
            y.mul_assign(&b);
            x.store_raw(&mut coordinates[0], |x| x);
            y.store_raw(&mut coordinates[1], |y| y);
            for (image, (x, y)) in images.iter_mut().zip(coordinates[0].iter().zip(&coordinates[1])) {
                *image = Affine::new_unchecked(*x, *y);
            }
        }
    });
    all
}
