//! Tests of hashing to curves, against published vectors and against the definitions of RFC 9380 on big integers.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod bn254;
mod chosen;
mod costs;
mod expansion;
mod isogenies;
mod maps;
mod suites;
mod tiny;

use num_bigint::BigUint;
use vorpal_curves::hashing::{HashableCurve, MapToCurve};
use vorpal_curves::models::weierstrass::{Affine, LinearTerm, WeierstrassCurve};
use vorpal_fields::tower::{Fp2, TowerModulus};
use vorpal_fields::{Fe, HashField, Modulus};
use vorpal_oracle::big::{from_limbs, hex};
use vorpal_oracle::hashing::{Curve, Element, Field, Point};

/// A field whose elements are converted to and from those of the textbook.
trait Textbook: HashField {
    fn field() -> Field;
    fn element(&self) -> Element;
    fn from_element(element: &Element) -> Self;

    /// The element with these coefficients, in hexadecimal and separated by commas.
    fn parse(text: &str) -> Self {
        let mut coefficients = text.split(',').map(hex);
        Self::from_element(&[coefficients.next().unwrap(), coefficients.next().unwrap_or_default()])
    }
}

impl<M: Modulus<N>, const N: usize> Textbook for Fe<M, N> {
    fn field() -> Field {
        Field { p: from_limbs(&M::P), degree: 1 }
    }
    fn element(&self) -> Element {
        [from_limbs(&self.to_limbs()), BigUint::ZERO]
    }
    fn from_element([c0, c1]: &Element) -> Self {
        assert_eq!(*c1, BigUint::ZERO);
        Self::from_be_bytes_reduced(&c0.to_bytes_be())
    }
}

impl<M: TowerModulus<N>, const N: usize> Textbook for Fp2<M, N> {
    fn field() -> Field {
        assert_eq!(M::Q, 1, "the textbook has u^2 = -1");
        Field { p: from_limbs(&M::P), degree: 2 }
    }
    fn element(&self) -> Element {
        [&self.c0, &self.c1].map(|c| from_limbs(&c.to_limbs()))
    }
    fn from_element(element: &Element) -> Self {
        let [c0, c1] = element.each_ref().map(|c| Fe::from_be_bytes_reduced(&c.to_bytes_be()));
        Self::new(c0, c1)
    }
}

/// The curve in the textbook.
fn target<C: WeierstrassCurve<Base: Textbook>>() -> Curve {
    let field = C::Base::field();
    let a = match C::A {
        LinearTerm::Zero => Element::default(),
        LinearTerm::MinusThree => field.neg(&field.constant(3)),
    };
    Curve { field, a, b: C::B.element() }
}

fn point<C: WeierstrassCurve<Base: Textbook>>(affine: &Affine<C>) -> Point {
    affine.coordinates().map(|(x, y)| [x.element(), y.element()])
}

fn elements<F: Textbook>(coefficients: &[F]) -> Vec<Element> {
    coefficients.iter().map(Textbook::element).collect()
}

/// The curve of the simplified map.
fn swu_curve<C: HashableCurve<Base: Textbook>>() -> Option<Curve> {
    let MapToCurve::Swu(map) = C::MAP else { return None };
    let (a, b) = map.coefficients();
    Some(Curve { field: C::Base::field(), a: a.element(), b: b.element() })
}

/// The curve of the simplified map, and the polynomials `f`, `g` and `h` of the isogeny from there, if there is one.
fn isogeny<C: HashableCurve<Base: Textbook>>() -> Option<(Curve, [Vec<Element>; 3])> {
    let MapToCurve::Swu(map) = C::MAP else { return None };
    let (f, g, h) = map.isogeny()?.polynomials();
    let mut h = elements(h);
    h.push(C::Base::field().constant(1));
    Some((swu_curve::<C>()?, [elements(f), elements(g), h]))
}

/// The image of a point, by the quotients of polynomials.
fn image(field: &Field, [f, g, h]: &[Vec<Element>; 3], point: &Point) -> Point {
    let [x, y] = point.as_ref()?;
    let inverse = field.invert(&field.evaluate(h, x));
    if inverse == Element::default() {
        return None;
    }
    let square = field.mul(&inverse, &inverse);
    let x_image = field.mul(&field.evaluate(f, x), &square);
    let y_image = field.mul(&field.mul(y, &field.evaluate(g, x)), &field.mul(&square, &inverse));
    Some([x_image, y_image])
}

/// The map of the curve by its definition.
fn map<C: HashableCurve<Base: Textbook>>(u: &Element) -> Point {
    match C::MAP {
        MapToCurve::Swu(map) => {
            let curve = swu_curve::<C>().expect("the curve has the simplified map");
            let point = curve.swu(&map.z().value().element(), u);
            match isogeny::<C>() {
                Some((_, polynomials)) => image(&curve.field, &polynomials, &point),
                None => point,
            }
        }
        MapToCurve::Svdw(map) => target::<C>().svdw(&map.z().element(), u),
    }
}
