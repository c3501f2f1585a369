//! Proofs that the maps behind the simplified map are isogenies of the degrees that RFC 9380 names.

use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::hashing::HashableCurve;
use vorpal_curves::pallas::Pallas;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_curves::vesta::Vesta;
use vorpal_oracle::hashing::{Curve, Element, Point};

use crate::{Textbook, image, isogeny, target};

/// The first points of a curve with small `x`, of both signs.
fn points(curve: &Curve, number: usize) -> Vec<Point> {
    let field = &curve.field;
    let xs = (1u64..).map(|x| [x.into(), (if field.degree == 1 { 0 } else { x * x }).into()]);
    let squares = xs.filter(|x| field.is_square(&curve.right_hand_side(x))).take(number);
    let points = squares.map(|x| {
        let y = field.sqrt(&curve.right_hand_side(&x));
        Some([x, y])
    });
    points.collect()
}

/// Let `E'` be the curve `y^2 = x^3 + a x + b` of the simplified map, and `E` the curve with `y^2 = x^3 + B`.
///
/// The identity `g^2 (x^3 + a x + b) = f^3 + B h^6` of polynomials states that `(f / h^2, y g / h^3)` is a rational map
/// from `E'` to `E`. It sends infinity to infinity, as the degree of `f` is above that of `h^2`. So it is a
/// homomorphism (J. Silverman, "The arithmetic of elliptic curves", III.4.8). Since `f` and `h` are coprime, its degree
/// is that of `f`. That is not a multiple of the characteristic, so the kernel has as many points: infinity, and two
/// for each root of `h`.
fn is_isogeny<C: HashableCurve<Base: Textbook>>(degree: usize) {
    let (curve, polynomials) = isogeny::<C>().unwrap();
    let (f, [numerator, factor, kernel]) = (&curve.field, &polynomials);
    assert_eq!((numerator.len(), 2 * kernel.len()), (degree + 1, degree + 1));
    assert_ne!(numerator[degree], Element::default(), "the leading coefficient");

    let cube = |g: &[Element]| f.multiply(&f.multiply(g, g), g);
    let one = f.constant(1);
    let right_hand_side = [curve.b.clone(), curve.a.clone(), Element::default(), one];
    let left = f.multiply(&f.multiply(factor, factor), &right_hand_side);
    let mut right = cube(numerator);
    let denominator = cube(&f.multiply(kernel, kernel));
    for (sum, c) in right.iter_mut().zip(&denominator) {
        *sum = f.add(sum, &f.mul(c, &target::<C>().b));
    }
    assert!(denominator.len() < right.len());
    assert_eq!(left, right);
    assert_eq!(f.common_degree(numerator.clone(), kernel.clone()), 0, "f and h are coprime");
    // No root of h is repeated.
    let derivative: Vec<_> =
        kernel.iter().zip(0u64..).map(|(c, i)| f.mul(c, &f.constant(i))).skip(1).collect();
    assert_eq!(f.common_degree(kernel.clone(), derivative), 0);

    // The same, on points: sums, doubles, opposites.
    let to = target::<C>();
    let points = points(&curve, 4);
    let map = |point: &Point| image(f, &polynomials, point);
    for p in &points {
        assert!(curve.contains(p) && to.contains(&map(p)));
        for q in &points {
            assert_eq!(map(&curve.add(p, q)), to.add(&map(p), &map(q)));
        }
        let opposite = p.clone().map(|[x, y]| [x, f.neg(&y)]);
        assert_eq!(to.add(&map(p), &map(&opposite)), None);
    }
    // A wrong coefficient is found: the image of a point is not on the curve.
    let mut wrong = polynomials.clone();
    wrong[1][0] = f.add(&wrong[1][0], &f.constant(1));
    assert!(points.iter().all(|point| !to.contains(&image(f, &wrong, point))));
}

#[test]
fn of_degree_three_and_eleven() {
    is_isogeny::<Secp256k1>(3);
    is_isogeny::<Bls12_381G1>(11);
    is_isogeny::<Bls12_381G2>(3);
    is_isogeny::<Pallas>(3);
    is_isogeny::<Vesta>(3);
}
