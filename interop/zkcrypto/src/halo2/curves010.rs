//! The traits of `halo2curves` 0.10.

use std::io::{self, Read, Write};

use halo2curves::Coordinates;
use subtle::{Choice, ConditionallySelectable, CtOption};
use vorpal_curves::models::weierstrass::{Affine, LinearTerm, Projective, WeierstrassCurve};
use vorpal_fields::Field;
use vorpal_fields::tower::TowerModulus;

use super::raw::{Raw, length_of};
use super::{Box, Halo2Curve, Vec, hash_to_curve};
use crate::point::Base;
use crate::{AffinePoint, CurveParameters, Element, FieldParameters, Point, Quadratic, Scalar};

halo2_traits!({
    /// Constant time, like every sum.
    fn add_mixed_vartime(&self, other: &AffinePoint<C>) -> Self {
        *self + other
    }
});
