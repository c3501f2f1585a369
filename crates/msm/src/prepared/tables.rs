//! The multiples of the bases, as bytes.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_fields::{Field, PrimeField, prefetch};

use crate::terms::Terms;
use crate::{FormatError, threads};

/// Points that are doubled and normalised together.
const AT_ONCE: usize = 256;
/// A cache line.
const LINE: usize = 64;

/// What stands where: the points of table after table, `x` and `y`, then, for the endomorphism, the images' `beta x`
/// of table after table. Coordinates are in Montgomery form, least significant byte first; infinity is all zeros.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    bases: usize,
    tables: usize,
    images: bool,
    /// The bytes of a coordinate.
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

    /// How many bytes there are, if a `usize` can tell.
    pub(super) fn bytes(&self) -> Option<usize> {
        let coordinates = if self.images { 3 } else { 2 };
        self.bases.checked_mul(self.tables)?.checked_mul(coordinates * self.coordinate)
    }

    /// How many points all tables have, images not counted.
    pub(super) fn points(&self) -> usize {
        self.bases * self.tables
    }

    /// Where the images begin.
    fn images_start(&self) -> usize {
        2 * self.coordinate * self.points()
    }
}

/// The bytes of a coordinate.
pub(super) const fn coordinate<C: WeierstrassCurve<Base: PrimeField>>() -> usize {
    size_of::<<C::Base as PrimeField>::Bytes>()
}

/// A coordinate that was read.
struct Loaded<T>(T);

impl<T> Deref for Loaded<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Tables in memory. The points of table `j` have the numbers from `j bases` on; their images follow those of all
/// points.
///
/// Every coordinate is checked to be canonical when it is read, at the cost of a subtraction: bytes that change
/// meanwhile may give wrong sums, but no elements that are none.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a, C> {
    bytes: &'a [u8],
    layout: Layout,
    curve: PhantomData<fn() -> C>,
}

impl<'a, C: WeierstrassCurve<Base: PrimeField>> Tables<'a, C> {
    /// `bytes` are those of the layout.
    pub(super) fn new(bytes: &'a [u8], layout: Layout) -> Self {
        Self { bytes, layout, curve: PhantomData }
    }

    /// The coordinate at these bytes, if it is canonical.
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

    /// A point or an image, if its coordinates are canonical.
    fn point(&self, index: usize) -> Option<Affine<C>> {
        let (x, y) = (self.load(self.x_start(index))?, self.load(self.y_start(index))?);
        Some(Affine::new_unchecked(x, y))
    }

    #[inline(always)]
    fn prefetch_bytes(&self, start: usize, length: usize) {
        // One byte of each line; the last may be in a line of its own.
        for offset in (0..length).step_by(LINE).chain([length - 1]) {
            if let Some(byte) = self.bytes.get(start + offset) {
                prefetch(byte);
            }
        }
    }

    /// The numbers of the points at infinity.
    ///
    /// # Errors
    /// [`FormatError::NotCanonical`].
    pub(super) fn infinite(&self) -> Result<Vec<usize>, FormatError> {
        let points = self.layout.points();
        let all = if self.layout.images { 2 * points } else { points };
        let starts: Vec<usize> = (0..all).step_by(16 * AT_ONCE).collect();
        let parts = threads::map(&starts, |&start| {
            let mut infinite = Vec::new();
            for index in start..all.min(start + 16 * AT_ONCE) {
                let point = self.point(index).ok_or(FormatError::NotCanonical { index })?;
                if index < points && bool::from(point.is_infinity()) {
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

    /// Whether the first table's points are on the curve, and in the prime subgroup where there are images; and
    /// whether all others are the multiples and images that they should be, `2^doublings` from table to table.
    ///
    /// # Errors
    /// What is wrong with which point.
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
        threads::map(&starts, verify).into_iter().collect()
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

/// Some bases and the places of their multiples, table by table.
struct Job<'a, C: WeierstrassCurve> {
    bases: &'a [Affine<C>],
    points: Vec<&'a mut [u8]>,
    images: Vec<&'a mut [u8]>,
}

/// Fills the tables, `2^doublings` from one to the next. 7M for each doubling, 6M + 1S and a share of an inversion
/// for each point; a few hundred points at a time on each thread.
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
        for (job, place) in jobs.iter_mut().zip(table.chunks_mut(point * AT_ONCE)) {
            job.points.push(place);
        }
    }
    for table in images.chunks_mut((layout.coordinate * bases.len()).max(1)) {
        for (job, place) in jobs.iter_mut().zip(table.chunks_mut(layout.coordinate * AT_ONCE)) {
            job.images.push(place);
        }
    }
    threads::for_each_chunk(jobs.into_iter(), |job| fill_some(job, layout.coordinate, doublings));
}

fn fill_some<C: WeierstrassCurve<Base: PrimeField>>(job: Job<'_, C>, coordinate: usize, doublings: usize) {
    let mut points = job.bases.to_vec();
    let mut images = job.images.into_iter();
    for (table, places) in job.points.into_iter().enumerate() {
        if table > 0 {
            points = multiples(&points, doublings);
        }
        for (point, place) in points.iter().zip(places.chunks_exact_mut(2 * coordinate)) {
            let (x, y) = point.raw_coordinates();
            place[..coordinate].copy_from_slice(x.to_montgomery_le_bytes().as_ref());
            place[coordinate..].copy_from_slice(y.to_montgomery_le_bytes().as_ref());
        }
        if let (Some(places), Some(endomorphism)) = (images.next(), C::ENDOMORPHISM) {
            for (point, place) in points.iter().zip(places.chunks_exact_mut(coordinate)) {
                let image = *point.raw_coordinates().0 * endomorphism.beta();
                place.copy_from_slice(image.to_montgomery_le_bytes().as_ref());
            }
        }
    }
}

/// `2^doublings point` of each point.
fn multiples<C: WeierstrassCurve>(points: &[Affine<C>], doublings: usize) -> Vec<Affine<C>> {
    let doubled: Vec<Jacobian<C>> = points
        .iter()
        .map(|point| (0..doublings).fold(Jacobian::from_affine(point), |point, _| point.double()))
        .collect();
    Jacobian::normalise_batch(&doubled)
}
