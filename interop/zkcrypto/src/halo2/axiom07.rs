//! The traits of `halo2curves-axiom` 0.7, which `halo2-axiom` 0.5 uses.

use std::io::{self, Read, Write};

use halo2curves_axiom as halo2curves;
use halo2curves_axiom::Coordinates;
use subtle::{Choice, ConditionallySelectable, CtOption};
use vorpal_curves::models::weierstrass::{Affine, LinearTerm, Projective, WeierstrassCurve};
use vorpal_fields::Field;
use vorpal_fields::tower::TowerModulus;

use super::raw::Raw;
use super::{Box, Halo2Curve, Hash, Vec};
use crate::point::Base;
use crate::{AffinePoint, CurveParameters, Element, FieldParameters, Point, Quadratic, Scalar};

/// The hash to the curve of this version.
fn hash_to_curve<C: Halo2Curve>(prefix: &str) -> Hash<'_, C> {
    C::axiom_hash(prefix)
}

halo2_traits!({});
