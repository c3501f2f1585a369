//! Points as lists of decimal strings.

use alloc::string::String;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::PrimeField;

use super::{JsonError, decimal};
use crate::{Coordinate, Curve};

/// A point of G1.
pub(super) type Point = [String; 3];
/// A point of G2.
pub(super) type Point2 = [[String; 2]; 3];

pub(super) fn write<G: WeierstrassCurve<Base: PrimeField>>(point: &Affine<G>) -> Point {
    match point.coordinates() {
        Some((x, y)) => [decimal::write(&x), decimal::write(&y), "1".into()],
        None => ["0", "1", "0"].map(String::from),
    }
}

pub(super) fn write2<C: Curve>(point: &Affine<C::G2>) -> Point2 {
    let coordinate = |value: &<C::G2 as WeierstrassCurve>::Base| {
        let mut texts = value.coefficients().into_iter().map(|number| decimal::write(&number));
        [(); 2].map(|()| texts.next().unwrap_or_default())
    };
    match point.coordinates() {
        Some((x, y)) => [coordinate(&x), coordinate(&y), ["1", "0"].map(String::from)],
        None => [["0", "0"], ["1", "0"], ["0", "0"]].map(|pair| pair.map(String::from)),
    }
}

pub(super) fn read<G: WeierstrassCurve<Base: PrimeField>>(
    name: &'static str,
    point: &Point,
) -> Result<Affine<G>, JsonError> {
    let number = |index: usize| decimal::read(&point[index]).ok_or(JsonError::Number { name, index });
    affine(name, number(0)?, number(1)?, number(2)?)
}

pub(super) fn read2<C: Curve>(name: &'static str, point: &Point2) -> Result<Affine<C::G2>, JsonError> {
    let coordinate = |index: usize| {
        let number = |part: usize| {
            decimal::read(&point[index][part]).ok_or(JsonError::Number { name, index: 2 * index + part })
        };
        let coefficients: [C::Base; 2] = [number(0)?, number(1)?];
        Coordinate::from_coefficients(&coefficients).ok_or(JsonError::Coordinates { name })
    };
    affine(name, coordinate(0)?, coordinate(1)?, coordinate(2)?)
}

/// The point `(x, y)` for `z = 1`, and infinity for `(0, 1, 0)`.
fn affine<G: WeierstrassCurve>(
    name: &'static str,
    x: G::Base,
    y: G::Base,
    z: G::Base,
) -> Result<Affine<G>, JsonError> {
    let (zero, one) = (G::Base::from(0), G::Base::from(1));
    if z == one {
        Affine::new(x, y).map_err(|_| JsonError::NotOnCurve { name })
    } else if [x, y, z] == [zero, one, zero] {
        Ok(Affine::IDENTITY)
    } else {
        Err(JsonError::Coordinates { name })
    }
}
