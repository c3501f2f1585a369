//! The arithmetic of the towers of `fields`, for Miller loops and final exponentiations. The alternative is
//! [`Residues`](crate::residues::Residues).

use core::marker::PhantomData;

use vorpal_curves::models::weierstrass::{Affine, Seed};
use vorpal_fields::tower::{Cyclotomic, Fp2, TowerModulus};

use crate::Engine;
use crate::exponentiation::{self, power_of_seed_vartime};
use crate::miller::{self, Line, Multiple};

/// The arithmetic of the tower over the prime of `M`.
pub(crate) struct Towers<M, const N: usize>(PhantomData<M>);

impl<M, const N: usize> Towers<M, N> {
    pub(crate) const NEW: Self = Self(PhantomData);
}

impl<E: Engine<N>, const N: usize> miller::PointArithmetic<E, N> for Towers<E::Modulus, N> {
    type Point = Affine<E::G2>;
    type Multiple = Multiple<E, N>;
    type Line = Line<E, N>;

    fn point(&self, point: &Affine<E::G2>) -> Affine<E::G2> {
        *point
    }

    fn opposite(&self, point: &Affine<E::G2>) -> Affine<E::G2> {
        -*point
    }

    fn multiple(&self, point: &Affine<E::G2>) -> Multiple<E, N> {
        Multiple::new(point)
    }

    fn negate(&self, multiple: &mut Multiple<E, N>) {
        multiple.negate();
    }

    fn blank(&self) -> Line<E, N> {
        Line { y: Fp2::ZERO, x: Fp2::ZERO, constant: Fp2::ZERO }
    }

    fn begin_double(&self, _: &mut Multiple<E, N>) {}

    fn end_double(&self, _: usize, multiple: &mut Multiple<E, N>, line: &mut Line<E, N>) {
        *line = multiple.double();
    }

    fn add(&self, _: usize, multiple: &mut Multiple<E, N>, point: &Affine<E::G2>, line: &mut Line<E, N>) {
        *line = multiple.add(point);
    }
}

impl<M: TowerModulus<N>, const N: usize> exponentiation::CyclotomicArithmetic for Towers<M, N> {
    type Element = Cyclotomic<M, N>;

    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        a.mul(b)
    }

    fn square(&self, a: &Self::Element) -> Self::Element {
        a.square()
    }

    fn invert(&self, a: &Self::Element) -> Self::Element {
        a.invert()
    }

    fn frobenius(&self, a: &Self::Element, power: usize) -> Self::Element {
        a.frobenius(power)
    }

    fn power_vartime(&self, a: &Self::Element, seed: Seed) -> Self::Element {
        power_of_seed_vartime(a, seed)
    }
}
