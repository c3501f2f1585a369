//! Tables of multiples of the bases, stored as bytes, for sums over prepared bases.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, PackedJacobian, WeierstrassCurve};
use vorpal_fields::{EncodableField, Field, LANES, PackedField, PrimeField, prefetch};

use crate::FormatError;
use crate::terms::Terms;

/// The number of points that are doubled and normalised together.
const AT_ONCE: usize = 256;
/// The size of a cache line in bytes.
const LINE: usize = 64;

/// The layout of the bytes: `x` and `y` of the points of each table, then, if there are images under the endomorphism,
/// their `x`, `beta x`, for each table. Coordinates are in Montgomery form, little-endian; infinity is all zeros.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    bases: usize,
    tables: usize,
    images: bool,
    /// The size of a coordinate in bytes.
    coordinate: usize,
}

impl Layout {
    pub(super) fn new<C: WeierstrassCurve<Base: PrimeField>>(
        bases: usize,
        tables: usize,
        images: bool,
    ) -> Self {
        Self { bases, tables, images, coordinate: coordinate::<C>() }
    }

    /// The size in bytes; `None` if it overflows `usize`.
    pub(super) fn bytes(&self) -> Option<usize> {
        let coordinates = if self.images { 3 } else { 2 };
        self.bases.checked_mul(self.tables)?.checked_mul(coordinates * self.coordinate)
    }

    /// The number of points in all tables, without images.
    pub(super) fn points(&self) -> usize {
        self.bases * self.tables
    }

    /// The offset of the images in bytes.
    fn images_start(&self) -> usize {
        2 * self.coordinate * self.points()
    }
}

/// The size of a coordinate in bytes.
pub(super) const fn coordinate<C: WeierstrassCurve<Base: PrimeField>>() -> usize {
    size_of::<<C::Base as EncodableField>::Bytes>()
}

/// A coordinate read from a table, by value.
struct Loaded<T>(T);

impl<T> Deref for Loaded<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Tables in memory. The points of table `j` have the indices from `j bases` on; the indices of the images follow those
/// of all points.
///
/// Every read checks that the coordinate is canonical, at the cost of a subtraction. If the bytes change in the
/// meantime, sums may be invalid, but every value is a valid field element.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a, C> {
    bytes: &'a [u8],
    layout: Layout,
    curve: PhantomData<fn() -> C>,
}

impl<'a, C: WeierstrassCurve<Base: PrimeField>> Tables<'a, C> {
    /// Tables in bytes of this layout.
    pub(super) fn new(bytes: &'a [u8], layout: Layout) -> Self {
        Self { bytes, layout, curve: PhantomData }
    }

    /// The coordinate that starts at this byte, if it is canonical.
    #[inline(always)]
    fn load(&self, start: usize) -> Option<C::Base> {
        C::Base::from_montgomery_le_bytes(self.bytes.get(start..start + coordinate::<C>())?)
    }

    #[inline(always)]
    fn x_start(&self, index: usize) -> usize {
        match index.checked_sub(self.layout.points()) {
            None => 2 * coordinate::<C>() * index,
            Some(image) => self.layout.images_start() + coordinate::<C>() * image,
        }
    }

    #[inline(always)]
    fn y_start(&self, index: usize) -> usize {
        let point = index.checked_sub(self.layout.points()).unwrap_or(index);
        2 * coordinate::<C>() * point + coordinate::<C>()
    }

    /// The point or image with this index, if its coordinates are canonical.
    pub(super) fn point(&self, index: usize) -> Option<Affine<C>> {
        let (x, y) = (self.load(self.x_start(index))?, self.load(self.y_start(index))?);
        Some(Affine::new_unchecked(x, y))
    }

    #[inline(always)]
    fn prefetch_bytes(&self, start: usize, length: usize) {
        // One byte of each cache line; the last byte may be in a further line.
        for offset in (0..length).step_by(LINE).chain([length - 1]) {
            if let Some(byte) = self.bytes.get(start + offset) {
                prefetch(byte);
            }
        }
    }

    /// The indices of the points at infinity.
    ///
    /// # Errors
    /// [`FormatError::NotCanonical`] if a coordinate is not canonical.
    pub(super) fn infinite(&self) -> Result<Vec<usize>, FormatError> {
        let points = self.layout.points();
        let all = if self.layout.images { 2 * points } else { points };
        let starts: Vec<usize> = (0..all).step_by(16 * AT_ONCE).collect();
        let parts = vorpal_threads::map(&starts, |&start| {
            let mut infinite = Vec::new();
            for index in start..all.min(start + 16 * AT_ONCE) {
                let point = self.point(index).ok_or(FormatError::NotCanonical { index })?;
                if index < points && bool::from(point.is_identity()) {
                    infinite.push(index);
                }
            }
            Ok(infinite)
        });
        let mut infinite = Vec::new();
        for part in parts {
            infinite.extend(part?);
        }
        Ok(infinite)
    }

    /// Verifies that the points of the first table are on the curve, and in its prime subgroup if there are images.
    /// Also verifies that all other points are multiples and images of these, by `2^doublings` from one table to the
    /// next.
    ///
    /// # Errors
    /// [`FormatError`] with the index of the first invalid point.
    pub(super) fn verify_vartime(&self, doublings: usize) -> Result<(), FormatError> {
        let Layout { bases, tables, images, .. } = self.layout;
        let starts: Vec<usize> = (0..bases).step_by(AT_ONCE).collect();
        let verify = |&start: &usize| {
            let range = start..bases.min(start + AT_ONCE);
            let mut points = Vec::with_capacity(range.len());
            for index in range.clone() {
                let point = self.point(index).ok_or(FormatError::NotCanonical { index })?;
                if point.coordinates().is_some_and(|(x, y)| Affine::<C>::new(x, y).is_err()) {
                    return Err(FormatError::NotOnCurve { index });
                }
                if images && !point.is_in_subgroup_vartime() {
                    return Err(FormatError::OutsideSubgroup { index });
                }
                points.push(point);
            }
            for table in 0..tables {
                if table > 0 {
                    points = multiples(&points, doublings);
                }
                for (point, index) in points.iter().zip(range.clone()) {
                    let number = table * bases + index;
                    let image =
                        C::ENDOMORPHISM.filter(|_| images).map(|endomorphism| endomorphism.apply(point));
                    if self.point(number) != Some(*point)
                        || image.is_some_and(|image| self.point(self.layout.points() + number) != Some(image))
                    {
                        return Err(FormatError::WrongMultiple { table, index });
                    }
                }
            }
            Ok(())
        };
        vorpal_threads::map(&starts, verify).into_iter().collect()
    }
}

impl<C: WeierstrassCurve<Base: PrimeField>> Terms<C> for Tables<'_, C> {
    #[inline(always)]
    fn x(&self, index: usize) -> impl Deref<Target = C::Base> {
        Loaded(self.load(self.x_start(index)).unwrap_or(C::Base::ZERO))
    }

    #[inline(always)]
    fn y(&self, index: usize) -> impl Deref<Target = C::Base> {
        Loaded(self.load(self.y_start(index)).unwrap_or(C::Base::ZERO))
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        if index < self.layout.points() {
            self.prefetch_bytes(self.x_start(index), 2 * coordinate::<C>());
        } else {
            self.prefetch_bytes(self.x_start(index), coordinate::<C>());
            self.prefetch_bytes(self.y_start(index), coordinate::<C>());
        }
    }
}

/// A chunk of bases and the destinations of their multiples, one per table.
struct Job<'a, C: WeierstrassCurve> {
    bases: &'a [Affine<C>],
    points: Vec<&'a mut [u8]>,
    images: Vec<&'a mut [u8]>,
}

/// Fills the tables, with a factor of `2^doublings` from one table to the next. Costs 7M per doubling, and 6M + 1S and
/// a share of an inversion per point. Each thread processes [`AT_ONCE`] bases at a time.
pub(super) fn fill<C: WeierstrassCurve<Base: PrimeField>>(
    bases: &[Affine<C>],
    layout: Layout,
    doublings: usize,
    bytes: &mut [u8],
) {
    let mut jobs: Vec<Job<'_, C>> = bases
        .chunks(AT_ONCE)
        .map(|bases| Job { bases, points: Vec::with_capacity(layout.tables), images: Vec::new() })
        .collect();
    let (points, images) = bytes.split_at_mut(layout.images_start());
    let point = 2 * layout.coordinate;
    for table in points.chunks_mut((point * bases.len()).max(1)) {
        for (job, destination) in jobs.iter_mut().zip(table.chunks_mut(point * AT_ONCE)) {
            job.points.push(destination);
        }
    }
    for table in images.chunks_mut((layout.coordinate * bases.len()).max(1)) {
        for (job, destination) in jobs.iter_mut().zip(table.chunks_mut(layout.coordinate * AT_ONCE)) {
            job.images.push(destination);
        }
    }
    vorpal_threads::for_each(jobs.into_iter(), |job| fill_some(job, layout.coordinate, doublings));
}

/// Fills the destinations of one job.
fn fill_some<C: WeierstrassCurve<Base: PrimeField>>(job: Job<'_, C>, coordinate: usize, doublings: usize) {
    let mut points = job.bases.to_vec();
    let mut images = job.images.into_iter();
    for (table, destinations) in job.points.into_iter().enumerate() {
        if table > 0 {
            points = multiples(&points, doublings);
        }
        for (point, destination) in points.iter().zip(destinations.chunks_exact_mut(2 * coordinate)) {
            let (x, y) = point.raw_coordinates();
            destination[..coordinate].copy_from_slice(x.to_montgomery_le_bytes().as_ref());
            destination[coordinate..].copy_from_slice(y.to_montgomery_le_bytes().as_ref());
        }
        if let (Some(destinations), Some(endomorphism)) = (images.next(), C::ENDOMORPHISM) {
            for (point, destination) in points.iter().zip(destinations.chunks_exact_mut(coordinate)) {
                let image = *point.raw_coordinates().0 * endomorphism.beta();
                destination.copy_from_slice(image.to_montgomery_le_bytes().as_ref());
            }
        }
    }
}

/// `2^doublings point` of each point, sixteen at a time in packed values.
fn multiples<C: WeierstrassCurve>(points: &[Affine<C>], doublings: usize) -> Vec<Affine<C>> {
    let mut doubled: Vec<Jacobian<C>> = points.iter().map(Jacobian::from_affine).collect();
    for (points, doubled) in points.chunks(LANES).zip(doubled.chunks_mut(LANES)) {
        if points.len() < <C::Base as Field>::Packed::pays_from() {
            doubled.iter_mut().for_each(|point| *point = (0..doublings).fold(*point, |p, _| p.double()));
            continue;
        }
        let mut packed = PackedJacobian::read(points);
        (0..doublings).for_each(|_| packed.double());
        // The double of a point of order two has `Z = 0`: infinity. The lane of infinity itself is unspecified.
        packed.store(doubled);
        for (point, doubled) in points.iter().zip(doubled) {
            if point.is_identity_vartime() {
                *doubled = Jacobian::IDENTITY;
            }
        }
    }
    Jacobian::normalise_batch(&doubled)
}

#[cfg(test)]
mod tests {
    use vorpal_curves::{bls12_377, bls12_381, p256};
    use vorpal_fields::primes::Bls12_377Base;

    use super::*;

    /// Of points that include infinity in any lane, and one of order two, if there is one.
    fn check<C: WeierstrassCurve>(special: &Affine<C>) {
        for number in [0, 1, 7, 15, 16, 17, 33] {
            let powers = core::iter::successors(Some(Jacobian::<C>::GENERATOR), |point| Some(point.double()));
            let points = Jacobian::normalise_batch(&powers.take(number).collect::<Vec<_>>());
            for position in [0, 6, 15, 16, 32] {
                let mut points = points.clone();
                if let Some(point) = points.get_mut(position) {
                    *point = *special;
                }
                for doublings in [0, 1, 2, 13] {
                    let one = |point: &Affine<C>| multiples(&[*point], doublings)[0];
                    let double = |point| {
                        (0..doublings).fold(Jacobian::from_affine(point), |p, _| p.double()).to_affine()
                    };
                    let expected: Vec<_> = points.iter().map(double).collect();
                    assert_eq!(multiples(&points, doublings), expected, "{number} {position} {doublings}");
                    assert_eq!(points.iter().map(one).collect::<Vec<_>>(), expected);
                }
            }
        }
    }

    #[test]
    fn multiples_are_repeated_doublings() {
        check(&bls12_381::Affine::IDENTITY);
        check(&p256::Affine::IDENTITY);
        check(&bls12_377::Affine::IDENTITY);
        // (-1, 0) on y^2 = x^3 + 1.
        let order_two = bls12_377::Affine::new(-Bls12_377Base::ONE, Bls12_377Base::ZERO).unwrap();
        check(&order_two);
    }
}
