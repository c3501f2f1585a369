//! Computations with one point in quads, without knowledge of the field.

use vorpal_fields::PrimeField;
use vorpal_fields::subtle::Choice;
use vorpal_limbs::quads::{QuadBackend, QuadLimbs, QuadProgram, QuadVectors};

use super::{Affine, Projective, QuadFormulas, WeierstrassCurve};

/// The group law of one point in quads. All additions are complete, and everything takes constant time.
///
/// Points are in homogeneous coordinates. A doubling and an addition take half the time of those of [`Jacobian`], and
/// an addition with two points of any coordinates as much as one with an affine point.
///
/// [`Jacobian`]: super::Jacobian
pub trait QuadGroup<C: WeierstrassCurve>: Copy {
    /// A point in registers.
    type Point: Copy;
    /// A factor of coordinates in registers.
    type Factor: Copy;

    /// The point at infinity, the neutral element.
    fn identity(&self) -> Self::Point;
    /// A point other than infinity. Infinity would become an unspecified triple.
    fn load_affine(&self, point: &Affine<C>) -> Self::Point;
    /// The same point.
    fn load(&self, point: &Projective<C>) -> Self::Point;
    /// The same point.
    fn store(&self, point: Self::Point) -> Projective<C>;
    /// The limbs of the point, for tables.
    fn write(&self, point: Self::Point) -> QuadLimbs;
    /// The point with these limbs.
    fn read(&self, limbs: &QuadLimbs) -> Self::Point;
    /// `2 point`: see [`Projective::double`].
    fn double(&self, point: Self::Point) -> Self::Point;
    /// `a + b`: see [`Projective::add`].
    fn add(&self, a: Self::Point, b: Self::Point) -> Self::Point;
    /// `-point`.
    fn neg(&self, point: Self::Point) -> Self::Point;
    /// `-point` where the choice is set, else the point.
    fn negate_if(&self, point: Self::Point, choice: Choice) -> Self::Point;
    /// The factor of [`scale_x`](Self::scale_x).
    fn scale(&self, factor: &C::Base) -> Self::Factor;
    /// `(factor X, Y, Z)`.
    fn scale_x(&self, point: Self::Point, factor: Self::Factor) -> Self::Point;
    /// Entry `index` of a table; unspecified for an index beyond it. Every entry is read.
    fn lookup(&self, table: &[QuadLimbs], index: u64) -> Self::Point;
    /// Entry `number - 1` of a table of points other than infinity, and infinity for 0; unspecified for numbers beyond
    /// the table. Every entry is read.
    fn lookup_affine(&self, table: &[Affine<C>], number: u64) -> Self::Point;
}

/// A computation with one point in quads. [`WeierstrassCurve::run_in_quads`] compiles it with the instructions of the
/// vectors, if [`run`](Self::run) and all functions that it calls with points are `#[inline(always)]`. Closures are
/// not: use loops.
pub trait QuadGroupProgram<C: WeierstrassCurve> {
    /// The result.
    type Output;

    /// The computation.
    fn run<G: QuadGroup<C>>(self, group: &G) -> Self::Output;
}

/// A computation as one on quads.
struct OnQuads<C, P>(P, core::marker::PhantomData<C>);

impl<C, P> QuadProgram for OnQuads<C, P>
where
    C: WeierstrassCurve<Base: PrimeField<Limbs = [u64; 4]>>,
    P: QuadGroupProgram<C>,
{
    type Output = Result<P::Output, P>;

    #[inline(always)]
    fn run<K: QuadBackend>(self, lanes: K) -> Result<P::Output, P> {
        match QuadFormulas::<C, K>::new(lanes) {
            Some(group) => Ok(self.0.run(&group)),
            None => Err(self.0),
        }
    }
}

/// Runs a computation with the vectors of this process, or returns it.
#[inline]
pub(crate) fn run<C, P>(program: P) -> Result<P::Output, P>
where
    C: WeierstrassCurve<Base: PrimeField<Limbs = [u64; 4]>>,
    P: QuadGroupProgram<C>,
{
    match QuadVectors::active() {
        Some(vectors) => vectors.run(OnQuads(program, core::marker::PhantomData)),
        None => Err(program),
    }
}
