//! Tests of short Weierstrass curves over tiny fields on every pair of points in every representation.

use num_bigint::BigUint;
use vorpal_curves::models::weierstrass::{
    Affine, Jacobian, LinearTerm, PackedJacobian, Projective, WeierstrassCurve, Xyzz,
};
use vorpal_fields::Fe;
use vorpal_fields::subtle::{Choice, ConditionallyNegatable, ConditionallySelectable};
use vorpal_oracle::effort::{every, includes};
use vorpal_oracle::weierstrass::{Curve, Point};

use super::tiny::Nineteen;

type F = Fe<Nineteen, 1>;

/// `y^2 = x^3 + B` over the field of 19 elements, or `y^2 = x^3 - 3 x + B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tiny<const B: u64, const LINEAR: bool = false>;
impl<const B: u64, const LINEAR: bool> WeierstrassCurve for Tiny<B, LINEAR> {
    type Base = F;
    type Scalar = F; // only used as an integer
    const A: LinearTerm = if LINEAR { LinearTerm::MinusThree } else { LinearTerm::Zero };
    const B: F = F::small(B);
    const GENERATOR: (F, F) = (F::ZERO, F::ZERO);
    const COFACTOR: &'static [u64] = &[1]; // unused
}

/// Points that give a point other coordinates: all of them with full effort, otherwise every fourth, other ones for
/// each point.
fn some_others<'a>(points: &'a [Point], point: &Point) -> impl Iterator<Item = &'a Point> {
    let at = points.iter().position(|other| other == point).unwrap();
    points.iter().enumerate().filter(move |(i, _)| includes(at, *i)).map(|(_, other)| other)
}

/// Pairs of forms of two points: all of them with full effort, otherwise each form on the left with one on the right.
/// `shift` selects which one.
fn pairs<'a, T>(left: &'a [T], right: &'a [T], shift: usize) -> impl Iterator<Item = (&'a T, &'a T)> {
    left.iter().enumerate().flat_map(move |(i, p)| {
        let some = right.iter().enumerate().filter(move |(j, _)| every(right.len(), i + j + shift));
        some.map(move |(_, q)| (p, q))
    })
}

/// The type of the laws that do not depend on `B`: points of all curves are checked with the same code.
type AnyB<const LINEAR: bool> = Tiny<0, LINEAR>;

fn element(value: &BigUint) -> F {
    F::from(u64::try_from(value).unwrap())
}

/// A point of any curve.
fn affine<const LINEAR: bool>(point: &Point) -> Affine<AnyB<LINEAR>> {
    match point {
        None => Affine::IDENTITY,
        Some((x, y)) => Affine::new_unchecked(element(x), element(y)),
    }
}

fn enumerate<const B: u64, const LINEAR: bool>() {
    let oracle = Curve { p: 19u8.into(), a: if LINEAR { 16u8 } else { 0 }.into(), b: B.into() };
    enumerate_affine::<B, LINEAR>(&oracle);
    enumerate_projective::<B, LINEAR>(&oracle);
    enumerate_jacobian::<LINEAR>(&oracle);
    enumerate_xyzz::<LINEAR>(&oracle);
    enumerate_packed::<LINEAR>(&oracle);
}

fn enumerate_affine<const B: u64, const LINEAR: bool>(oracle: &Curve) {
    for x in 0..19u64 {
        for y in 0..19u64 {
            let on_curve = oracle.contains(&Some((x.into(), y.into())));
            assert_eq!(Affine::<Tiny<B, LINEAR>>::new(x.into(), y.into()).is_ok(), on_curve);
        }
        let lifted = Affine::<Tiny<B, LINEAR>>::lift_x_vartime(x.into());
        let exists = oracle.points().iter().flatten().any(|(px, _)| *px == x.into());
        assert_eq!(lifted.is_some(), exists);
        if let Some((one, other)) = lifted {
            assert_eq!(one.coordinates().unwrap().0, F::from(x));
            assert_eq!(one, -other);
        }
    }
}

fn enumerate_jacobian<const LINEAR: bool>(oracle: &Curve) {
    let affine = affine::<LINEAR>;
    let points = oracle.points();
    // Each point with several Z: other points are added and subtracted again.
    let forms = |point: &Point| {
        let base = Jacobian::from_affine(&affine(point));
        let mut forms = vec![base];
        for other in some_others(&points, point) {
            let other = Jacobian::from_affine(&affine(other));
            forms.push(base.add_vartime(&other).add_vartime(&other.neg()));
        }
        forms
    };
    let forms: Vec<Vec<_>> = points.iter().map(forms).collect();
    for (i, (p, forms_p)) in points.iter().zip(&forms).enumerate() {
        for (j, (q, forms_q)) in points.iter().zip(&forms).enumerate() {
            let sum = affine(&oracle.add(p, q));
            let difference = affine(&oracle.add(p, &oracle.neg(q)));
            let [jacobian_sum, jacobian_difference] =
                [sum, difference].map(|point| Jacobian::from_affine(&point));
            let affine_q = affine(q);
            for (_, &jacobian_p) in forms_p.iter().enumerate().filter(|(form, _)| every(3, form + i + j)) {
                assert_eq!(jacobian_p.add_affine_vartime(&affine_q).to_affine(), sum, "{p:?} + {q:?}");
                assert_eq!(jacobian_p.sub_affine_vartime(&affine_q).to_affine(), difference);
                assert_eq!(jacobian_p + affine_q, jacobian_sum, "{p:?} + {q:?}");
                assert_eq!(affine_q + jacobian_p, jacobian_sum);
                assert_eq!(jacobian_p - affine_q, jacobian_difference);
                assert_eq!(affine_q - jacobian_p, -jacobian_difference);
                if q.is_some() {
                    assert_eq!(jacobian_p.add_affine_complete(&affine_q), jacobian_sum, "{p:?} + {q:?}");
                }
            }
            for (&jacobian_p, &jacobian_q) in pairs(forms_p, forms_q, i + 2 * j) {
                assert_eq!(jacobian_p + jacobian_q, jacobian_sum, "{p:?} + {q:?}");
                assert_eq!(jacobian_p - jacobian_q, jacobian_difference);
                let added = jacobian_p.add_vartime(&jacobian_q);
                assert_eq!(added.to_affine(), sum, "{p:?} + {q:?}");
                assert_eq!(added, jacobian_sum);
                assert_eq!(jacobian_p == jacobian_q, p == q);
            }
        }
        for (form, jacobian) in forms_p.iter().enumerate() {
            assert_eq!(jacobian.double().to_affine(), affine(&oracle.add(p, p)));
            assert_eq!(jacobian.neg().to_affine(), affine(&oracle.neg(p)));
            assert_eq!(bool::from(jacobian.is_identity()), p.is_none());
            for k in (0..40u64).filter(|k| every(5, form + i + *k as usize)) {
                let expected = affine(&oracle.mul(p, &k.into()));
                assert_eq!(jacobian.mul_limbs_vartime(&[k]).to_affine(), expected);
            }
        }
    }
    // Batch normalisation with infinity at the beginning, in the middle and at the end.
    let mut all = forms.concat();
    all.push(Jacobian::IDENTITY);
    let normalised = Jacobian::normalise_batch(&all);
    assert_eq!(normalised, all.iter().map(Jacobian::to_affine).collect::<Vec<_>>());
    assert!(Jacobian::<AnyB<LINEAR>>::normalise_batch(&[]).is_empty());
}

fn enumerate_xyzz<const LINEAR: bool>(oracle: &Curve) {
    let affine = affine::<LINEAR>;
    let points = oracle.points();
    // Each point with several ZZ: other points are added and subtracted again. Infinity is also a sum of opposite
    // points.
    let forms = |point: &Point| {
        let base = Xyzz::from_affine(&affine(point));
        let mut forms = vec![base, Xyzz::from_jacobian(&Jacobian::from_affine(&affine(point)))];
        for other in some_others(&points, point) {
            let other = Xyzz::from_affine(&affine(other));
            forms.push(base.add_vartime(&other).add_vartime(&other.neg()));
        }
        forms
    };
    let forms: Vec<Vec<_>> = points.iter().map(forms).collect();
    for (i, (p, forms_p)) in points.iter().zip(&forms).enumerate() {
        let (double, opposite) = (affine(&oracle.add(p, p)), affine(&oracle.neg(p)));
        assert_eq!(Xyzz::double_affine(&affine(p)).to_affine(), double);
        for xyzz_p in forms_p {
            assert_eq!(xyzz_p.to_affine(), affine(p));
            assert_eq!(xyzz_p.double().to_affine(), double);
            assert_eq!(xyzz_p.neg().to_affine(), opposite);
            assert_eq!(bool::from(xyzz_p.is_identity()), p.is_none());
            assert_eq!(xyzz_p.to_jacobian().to_affine(), affine(p));
            assert_eq!(Xyzz::from_jacobian(&xyzz_p.to_jacobian().double()).to_affine(), double);
        }
        for (j, (q, forms_q)) in points.iter().zip(&forms).enumerate() {
            let sum = affine(&oracle.add(p, q));
            let difference = affine(&oracle.add(p, &oracle.neg(q)));
            let (xyzz_sum, affine_q) = (Xyzz::from_affine(&sum), affine(q));
            for (_, xyzz_p) in forms_p.iter().enumerate().filter(|(form, _)| every(3, form + i + j)) {
                assert_eq!(xyzz_p.add_affine_vartime(&affine_q).to_affine(), sum, "{p:?} + {q:?}");
                assert_eq!(xyzz_p.sub_affine_vartime(&affine_q).to_affine(), difference);
            }
            for (xyzz_p, xyzz_q) in pairs(forms_p, forms_q, i + 2 * j) {
                assert_eq!(xyzz_p.add_vartime(xyzz_q), xyzz_sum, "{p:?} + {q:?}");
                assert_eq!(xyzz_p == xyzz_q, p == q);
            }
        }
    }
    let mut all = forms.concat();
    all.push(Xyzz::IDENTITY);
    let normalised = Xyzz::normalise_batch(&all);
    assert_eq!(normalised, all.iter().map(Xyzz::to_affine).collect::<Vec<_>>());
    assert!(Xyzz::<AnyB<LINEAR>>::normalise_batch(&[]).is_empty());
}

/// Checks that the complete formulas are valid exactly on pairs whose difference does not have order two.
fn enumerate_projective<const B: u64, const LINEAR: bool>(oracle: &Curve) {
    let affine = |point: &Point| match point {
        None => Affine::<Tiny<B, LINEAR>>::IDENTITY,
        Some((x, y)) => Affine::new(element(x), element(y)).unwrap(),
    };
    let points = oracle.points();
    let excepted = |p: &Point, q: &Point| {
        let difference = oracle.add(p, &oracle.neg(q));
        difference.is_some() && oracle.add(&difference, &difference).is_none()
    };
    // Each point with several Z: other points are added and subtracted again. Infinity is also a sum of opposite
    // points.
    let forms = |point: &Point| {
        let base = Projective::from_affine(&affine(point));
        let mut forms = vec![base];
        for other in &points {
            let (sum, opposite) = (oracle.add(point, other), oracle.neg(other));
            if !excepted(point, other) && !excepted(&sum, &opposite) {
                let other = Projective::from_affine(&affine(other));
                forms.push(base.add(&other).add(&other.neg()));
            }
        }
        if point.is_none() {
            forms.push(Projective::IDENTITY);
            let pairs = points.iter().map(affine).map(|p| Projective::from_affine(&p).add_affine(&-p));
            forms.extend(pairs);
        }
        forms
    };
    let forms: Vec<Vec<_>> = points.iter().map(forms).collect();
    assert!(forms.iter().all(|forms| forms.len() > points.len() / 2));
    let projective_points: Vec<_> =
        points.iter().map(|point| Projective::from_affine(&affine(point))).collect();
    let mut exceptions = 0;
    for (i, (p, forms_p)) in points.iter().zip(&forms).enumerate() {
        let (double, opposite) = (affine(&oracle.add(p, p)), affine(&oracle.neg(p)));
        for (choice, expected) in [(0, affine(p)), (1, opposite)] {
            let mut negated = affine(p);
            negated.conditional_negate(Choice::from(choice));
            assert_eq!(negated, expected);
        }
        for (form_number, form) in forms_p.iter().enumerate() {
            assert_eq!(form.to_affine(), affine(p));
            assert_eq!(form.double().to_affine(), double);
            for times in (0..7u32).filter(|times| every(3, form_number + i + *times as usize)) {
                let multiple = affine(&oracle.mul(p, &(1u32 << times).into()));
                let doubled = form.double_times(times as usize);
                assert_eq!(doubled.to_affine(), multiple, "2^{times} {p:?}");
                // Infinity is (0 : Y : 0) with Y != 0, also as a result; sums with it would otherwise be invalid.
                assert_eq!(doubled, Projective::from_affine(&multiple), "2^{times} {p:?}");
                assert_eq!(doubled.is_identity().unwrap_u8() == 1, multiple == Affine::IDENTITY);
                assert_eq!(doubled.add_affine(&double).to_affine() == Affine::IDENTITY, -multiple == double);
            }
            assert_eq!(form.neg().to_affine(), opposite);
            assert_eq!(bool::from(form.is_identity()), p.is_none());
            assert!(!bool::from(form.is_no_point()));
            assert_eq!(form.to_jacobian(), Jacobian::from_affine(&affine(p)));
            assert_eq!(form.add_affine(&Affine::IDENTITY).to_affine(), affine(p));
        }
        for (j, (q, forms_q)) in points.iter().zip(&forms).enumerate() {
            let sum = affine(&oracle.add(p, q));
            let is_point = !excepted(p, q);
            exceptions += usize::from(!is_point);
            let (projective_sum, affine_q) = (Projective::from_affine(&sum), affine(q));
            if is_point {
                for (_, form_p) in forms_p.iter().enumerate().filter(|(form, _)| every(3, form + i + j)) {
                    assert_eq!(form_p.add_affine(&affine_q).to_affine(), sum, "{p:?} + {q:?}");
                }
            }
            for (form_p, form_q) in pairs(forms_p, forms_q, i + 2 * j) {
                let added = form_p.add(form_q);
                if is_point {
                    assert_eq!(added, projective_sum, "{p:?} + {q:?}");
                } else {
                    // The result is (0 : 0 : 0), which equals no point.
                    let mut all = projective_points.iter().copied();
                    assert!(all.all(|point| [added != point, point != added] == [true; 2]), "{p:?} + {q:?}");
                    assert_eq!((added, bool::from(added.is_no_point())), (added, true));
                }
                assert_eq!(form_p == form_q, p == q);
                for (choice, expected) in [(0, form_p), (1, form_q)] {
                    let selected = Projective::conditional_select(form_p, form_q, Choice::from(choice));
                    assert_eq!(&selected, expected);
                }
            }
        }
    }
    // For each point T of order two, each point P has one excepted pair, with P + T.
    let order_two = points.iter().filter(|p| p.is_some() && oracle.add(p, p).is_none()).count();
    assert_eq!(exceptions, order_two * points.len());
    assert_eq!(order_two == 0, points.len() % 2 == 1);
}

/// Packed doublings, sums and stores on every pair of points.
fn enumerate_packed<const LINEAR: bool>(oracle: &Curve) {
    let affine = affine::<LINEAR>;
    let points = oracle.points();
    // Lanes of infinity are unspecified.
    let finite = &points[1..];
    for p in finite {
        for others in finite.chunks(16) {
            let lanes: Vec<_> = others.iter().map(affine).collect();
            let mut doubles = PackedJacobian::read(&lanes);
            doubles.double();
            let [x, y] = PackedJacobian::read_affine(&vec![affine(p); lanes.len()], |point| point);
            let mut sums = doubles;
            sums.add_affine(&x, &y);
            let mut twice = sums;
            twice.double();
            let mut of_sums = sums;
            of_sums.add(&doubles);
            let packed = [doubles, sums, twice, of_sums].map(|packed| {
                let mut stored = vec![Jacobian::IDENTITY; lanes.len()];
                let mut normalised = vec![Affine::IDENTITY; lanes.len()];
                packed.store(&mut stored);
                packed.store_affine_vartime(&mut normalised);
                (packed.zero_lanes(), stored, normalised)
            });
            for (lane, q) in others.iter().enumerate() {
                let double = oracle.add(q, q);
                let sum = oracle.add(&double, p);
                // A zero Z marks exceptional cases, and remains.
                let no_double = double.is_none();
                let no_sum = no_double || double == *p || double == oracle.neg(p);
                let quadruple = oracle.add(&sum, &sum);
                let equal = no_sum || sum == double || sum == oracle.neg(&double);
                let expected = [
                    (&double, no_double),
                    (&sum, no_sum),
                    (&quadruple, no_sum || quadruple.is_none()),
                    (&oracle.add(&sum, &double), equal),
                ];
                for ((zero_lanes, stored, normalised), (expected, exceptional)) in packed.iter().zip(expected)
                {
                    assert_eq!(zero_lanes >> lane & 1 == 1, exceptional, "{p:?} {q:?}");
                    let expected = if exceptional { Affine::IDENTITY } else { affine(expected) };
                    assert_eq!(stored[lane].to_affine(), expected, "{p:?} {q:?}");
                    assert_eq!(normalised[lane], expected, "{p:?} {q:?}");
                }
            }
        }
    }
}

#[test]
fn curves_of_all_six_twists() {
    enumerate::<1, false>();
    enumerate::<2, false>();
    enumerate::<4, false>();
    enumerate::<7, false>();
    enumerate::<8, false>();
    enumerate::<14, false>();
}

/// Curves with a point of order two and without, and one of prime order. None has points of order four: a point of
/// order four and its opposite are an exception of the complete formulas, which the checks above use as if they had
/// none.
#[test]
fn curves_with_a_linear_term() {
    enumerate::<3, true>();
    enumerate::<4, true>();
    enumerate::<6, true>();
    enumerate::<8, true>();
    enumerate::<9, true>();
    enumerate::<11, true>();
    enumerate::<16, true>();
}
