//! Tests of twisted Edwards curves over tiny fields on every pair and triple of points, with `a` and `d` square or not.

use num_bigint::BigUint;
use vorpal_curves::models::edwards::{AffineEdwards, EdwardsCurve, ExtendedEdwards};
use vorpal_fields::Fe;
use vorpal_oracle::big::legendre;
use vorpal_oracle::edwards::{Curve, Point};

use super::tiny::{Nineteen, Thirteen};

/// The curve `A x^2 + y^2 = 1 + D x^2 y^2` over a field of `P` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tiny<const P: u64, const A: u64, const D: u64>;

macro_rules! tiny {
    ($p:literal, $modulus:ty) => {
        impl<const A: u64, const D: u64> EdwardsCurve for Tiny<$p, A, D> {
            type Base = Fe<$modulus, 1>;
            type Scalar = Fe<$modulus, 1>; // only used as an integer
            const A: Self::Base = Fe::small(A);
            const D: Self::Base = Fe::small(D);
            const GENERATOR: (Self::Base, Self::Base) = (Fe::small(0), Fe::small(1));
        }
    };
}
tiny!(13, Thirteen);
tiny!(19, Nineteen);

/// Checks that this is a point: the result of a law outside its domain differs even from itself.
#[allow(clippy::eq_op, reason = "an invalid point differs from itself")]
fn assert_point<C: EdwardsCurve>(point: &ExtendedEdwards<C>) {
    assert!(point == point, "{point:?} is not a point");
}

fn enumerate<C: EdwardsCurve>(p: u64, a: u64, d: u64) {
    let oracle = Curve { p: p.into(), a: a.into(), d: d.into() };
    let element = |value: &BigUint| C::Base::from(u64::try_from(value).unwrap());
    let point = |(x, y): &Point| AffineEdwards::<C>::new(element(x), element(y)).unwrap();
    let extended = |q: &Point| ExtendedEdwards::<C>::from(point(q));
    let affine = oracle.points();
    let is_square = |value: u64| legendre(&value.into(), &p.into()) == 1;
    let (a_is_square, d_is_square) = (is_square(a), is_square(d));

    // Coordinates that are not on the curve are rejected.
    for x in 0..p {
        for y in 0..p {
            let on_curve = oracle.contains(&(x.into(), y.into()));
            assert_eq!(AffineEdwards::<C>::new(x.into(), y.into()).is_ok(), on_curve);
        }
    }

    // Where the rational law is defined, all laws of the crate agree with it.
    for q in &affine {
        for r in &affine {
            let sum = extended(q) + extended(r);
            assert_point(&sum);
            let difference = extended(q) - extended(r);
            assert_eq!(extended(q) + point(r), sum);
            assert_eq!(point(q) + extended(r), sum);
            assert_eq!(point(q) + point(r), sum);
            assert_eq!(extended(q) - point(r), difference);
            assert_eq!(point(q) - extended(r), difference);
            assert_eq!(point(q) - point(r), difference);
            if let Some(expected) = oracle.add(q, r) {
                assert_eq!(sum, extended(&expected));
                assert_eq!(sum.to_affine(), Some(point(&expected)));
                assert_eq!(extended(q).add_unchecked(&extended(r)), sum);
                assert_eq!(extended(q).add_affine_unchecked(&point(r)), sum);
            } else if !a_is_square && !d_is_square {
                // The law is complete on Banderwagon because of this property.
                assert!(sum.to_affine().is_none() || difference.to_affine().is_none());
            }
            if a_is_square && !d_is_square {
                assert!(oracle.add(q, r).is_some(), "the first law is complete");
            }
        }
    }

    // The whole group: the closure of the affine points under addition.
    let mut group: Vec<_> = affine.iter().map(extended).collect();
    let mut i = 0;
    while i < group.len() {
        for j in 0..=i {
            let sum = group[i] + group[j];
            assert_point(&sum);
            if !group.contains(&sum) {
                group.push(sum);
                assert!(group.len() as u64 <= 2 * p + 2, "more sums than points by Hasse's bound");
            }
        }
        i += 1;
    }
    let at_infinity = group.iter().filter(|q| q.to_affine().is_none()).count();
    let expected = 2 * usize::from(d_is_square) + 2 * usize::from(a_is_square == d_is_square);
    assert_eq!(at_infinity, expected, "points at infinity of a = {a}, d = {d}, p = {p}");
    // Hasse: |order - (p + 1)| <= 2 sqrt(p).
    let trace = group.len().abs_diff(usize::try_from(p).unwrap() + 1);
    assert!(trace * trace <= 4 * usize::try_from(p).unwrap());

    let identity = ExtendedEdwards::<C>::IDENTITY;
    for q in &group {
        assert_eq!(*q + identity, *q);
        assert_eq!(*q + -*q, identity);
        let same = *q;
        assert_eq!(*q - same, identity);
        assert_eq!(q.double(), *q + *q, "{q:?}");
        assert_point(&-*q);
        assert_eq!(q.mul_limbs_vartime(&[group.len() as u64]), identity, "Lagrange");
        assert_eq!(q.mul_limbs_vartime(&[0]), identity);
        assert_eq!(q.mul_limbs_vartime(&[3, 0]), *q + *q + *q);
        for r in &group {
            assert_eq!(*q + *r, *r + *q);
            for s in &group {
                assert_eq!((*q + *r) + *s, *q + (*r + *s), "associativity");
            }
        }
    }
    // Equality distinguishes all points.
    for (i, q) in group.iter().enumerate() {
        for (j, r) in group.iter().enumerate() {
            assert_eq!(q == r, i == j);
        }
    }
}

#[test]
fn complete_curves_with_only_a_square() {
    enumerate::<Tiny<13, 1, 2>>(13, 1, 2);
    enumerate::<Tiny<13, 4, 7>>(13, 4, 7);
    enumerate::<Tiny<19, 1, 2>>(19, 1, 2);
}

#[test]
fn curves_like_bandersnatch_with_neither_square() {
    enumerate::<Tiny<13, 2, 5>>(13, 2, 5);
    enumerate::<Tiny<13, 8, 11>>(13, 8, 11);
    enumerate::<Tiny<19, 18, 2>>(19, 18, 2);
    enumerate::<Tiny<19, 14, 3>>(19, 14, 3);
}

#[test]
fn curves_with_d_square() {
    enumerate::<Tiny<13, 1, 3>>(13, 1, 3);
    enumerate::<Tiny<13, 2, 4>>(13, 2, 4);
    enumerate::<Tiny<19, 1, 4>>(19, 1, 4);
    enumerate::<Tiny<19, 18, 5>>(19, 18, 5);
}
