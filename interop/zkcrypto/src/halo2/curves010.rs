//! The traits of `halo2curves` 0.10.

use std::io::{self, Read, Write};

use halo2curves::Coordinates;
use subtle::{Choice, ConditionallySelectable, CtOption};
use vorpal_curves::models::weierstrass::{Affine, LinearTerm, Projective, WeierstrassCurve};
use vorpal_fields::Field;
use vorpal_fields::tower::{Fp2, TowerModulus};

use super::raw::Raw;
use super::{Box, Halo2Curve, Vec, hash_to_curve};
use crate::point::Base;
use crate::{AffinePoint, CurveParameters, Element, FieldParameters, Point, Quadratic, Scalar};

halo2_traits!({
    /// Constant time, like every sum.
    fn add_mixed_vartime(&self, other: &AffinePoint<C>) -> Self {
        *self + other
    }
});

/// The non-residue of the extension of degree two.
impl<M: FieldParameters<N> + TowerModulus<N>, const N: usize> halo2curves::ff_ext::ExtField
    for Element<M, N>
{
    const NON_RESIDUE: Self = Self::SQUARE_OF_U;

    fn frobenius_map(&mut self, _: usize) {}
}

/// The non-residue of the extension of degree six.
impl<M: FieldParameters<N> + TowerModulus<N>, const N: usize> halo2curves::ff_ext::ExtField
    for Quadratic<M, N>
{
    const NON_RESIDUE: Self = Self::of(Fp2::XI);

    fn frobenius_map(&mut self, power: usize) {
        if power % 2 == 1 {
            self.c1 = -self.c1;
        }
    }
}
