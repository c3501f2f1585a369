//! Sums on curves with `a = -3` against the textbook on big integers: P-256, and every multiset of a few points of tiny
//! curves. Tangents use `a`, so repeated points matter most.

use std::collections::HashMap;

use num_bigint::BigUint;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_curves::p256::P256;
use vorpal_curves::tiny::{MinusThreeOrder7, MinusThreeOrder197};
use vorpal_fields::{Field, PrimeField};
use vorpal_msm::{Algorithm, FormatError, Msm, MsmScalar, PreparedBases, PreparedPlan, msm_vartime};
use vorpal_oracle::big::from_limbs;
use vorpal_oracle::weierstrass::{Curve, Point};

use super::terms::{multiples, scalars};

/// The curve on big integers, and the multiples that it computed: tests use the same points and scalars again.
struct Textbook {
    curve: Curve,
    products: HashMap<(BigUint, BigUint), Point>,
}

impl Textbook {
    fn new<C: WeierstrassCurve<Base: PrimeField>>() -> Self {
        let big = |x: C::Base| from_limbs_of(&x);
        let curve = Curve { a: big(-C::Base::from(3)), b: big(C::B), p: big(-C::Base::ONE) + 1u8 };
        Self { curve, products: HashMap::new() }
    }

    /// `k` times the point: of a point and its opposite, the multiple of the one with the lesser `y` is computed.
    fn mul(&mut self, point: &Point, k: &BigUint) -> Point {
        let (x, y) = point.as_ref()?;
        let opposite = self.curve.neg(point);
        let is_lesser = opposite.as_ref().is_none_or(|(_, other)| y <= other);
        let lesser = if is_lesser { point } else { &opposite };
        let curve = &self.curve;
        let product = self.products.entry((x.clone(), k.clone())).or_insert_with(|| curve.mul(lesser, k));
        if is_lesser { product.clone() } else { curve.neg(product) }
    }
}

fn from_limbs_of<F: PrimeField>(x: &F) -> BigUint {
    from_limbs(x.to_limbs().as_ref())
}

fn point<C: WeierstrassCurve<Base: PrimeField>>(affine: &Affine<C>) -> Point {
    affine.coordinates().map(|(x, y)| (from_limbs_of(&x), from_limbs_of(&y)))
}

/// The sum of these multiples by the textbook, against every algorithm.
fn check<C: WeierstrassCurve<Base: PrimeField>>(
    textbook: &mut Textbook,
    points: &[Affine<C>],
    scalars: &[C::Scalar],
) where
    C::Scalar: MsmScalar<C>,
{
    let expected = points.iter().zip(scalars).fold(None, |sum, (affine, scalar)| {
        let product = textbook.mul(&point(affine), &from_limbs_of(scalar));
        textbook.curve.add(&sum, &product)
    });
    let n = points.len();
    let agrees =
        |sum: Jacobian<C>, case: &str| assert_eq!(point(&sum.to_affine()), expected, "{case}, n = {n}");
    agrees(msm_vartime(points, scalars).unwrap(), "default options");
    for algorithm in [Algorithm::Affine, Algorithm::Xyzz, Algorithm::Jacobian] {
        for width in [2, 3, 5] {
            agrees(
                Msm::new().algorithm(algorithm).width(width).msm_vartime(points, scalars).unwrap(),
                &format!("{algorithm}, width {width}"),
            );
        }
    }
    if n <= 8 {
        agrees(Msm::new().algorithm(Algorithm::Straus).msm_vartime(points, scalars).unwrap(), "Straus");
    }
    let plan = PreparedPlan::new::<C>(n, 3, 2, false).unwrap();
    let bases = PreparedBases::with_plan(points, &plan).unwrap();
    agrees(bases.msm_vartime(scalars).unwrap(), "prepared");
}

#[test]
fn sums_agree_with_the_textbook() {
    let (points, scalars) = (multiples::<P256>(65), scalars::<<P256 as WeierstrassCurve>::Scalar>(65));
    let mut textbook = Textbook::new::<P256>();
    for n in [0, 1, 2, 3, 7, 9, 17, 33, 65] {
        check(&mut textbook, &points[..n], &scalars[..n]);
    }
    let (p, q, one) = (points[0], points[1], Field::ONE);
    let adversarial = [
        vec![p; 33],
        vec![Affine::IDENTITY; 33],
        (0..33).map(|i| if i % 2 == 0 { p } else { -p }).collect(),
        (0..33).map(|i| [p, -p, Affine::IDENTITY, q, p, -q, p][i % 7]).collect(),
    ];
    for points in &adversarial {
        for scalars in [&scalars[..33], &[one; 33], &[-one; 33], &[scalars[0]; 33]] {
            check(&mut textbook, points, scalars);
        }
    }
}

/// Points and scalars of tiny groups collide in every bucket and every lane.
fn check_tiny<C: WeierstrassCurve<Base: PrimeField>>(order: u64, numbers: &[usize])
where
    C::Scalar: MsmScalar<C>,
{
    let mut textbook = Textbook::new::<C>();
    let mut all = vec![Jacobian::<C>::IDENTITY];
    for _ in 1..order {
        all.push(all[all.len() - 1].add_affine_vartime(&Affine::GENERATOR));
    }
    let all = Jacobian::normalise_batch(&all);
    for &n in numbers {
        for seed in 0..order.min(20) {
            let random =
                |i: usize, by: u64| (i as u64 + 1).wrapping_mul(by + seed).wrapping_mul(0x9e37_79b9) >> 7;
            let points: Vec<_> = (0..n).map(|i| all[(random(i, 5) % order) as usize]).collect();
            let scalars: Vec<_> = (0..n).map(|i| C::Scalar::from(random(i, 11))).collect();
            check(&mut textbook, &points, &scalars);
        }
    }
    // Each point twice: a tangent for each point of the group.
    for p in &all {
        check(&mut textbook, &[*p, *p], &[C::Scalar::ONE; 2]);
        check(&mut textbook, &[*p, -*p], &[C::Scalar::ONE; 2]);
        check(&mut textbook, &[*p; 34], &[C::Scalar::ONE; 34]);
    }
}

#[test]
fn sums_in_tiny_groups() {
    check_tiny::<MinusThreeOrder7>(7, &[1, 5, 16, 33, 40]);
    check_tiny::<MinusThreeOrder197>(197, &[20]);
}

/// The curve with the parameters of P-256 except `a = 0`. It does not contain the generator; only its identity matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WithoutLinearTerm;

impl WeierstrassCurve for WithoutLinearTerm {
    type Base = <P256 as WeierstrassCurve>::Base;
    type Scalar = <P256 as WeierstrassCurve>::Scalar;
    const B: Self::Base = P256::B;
    const GENERATOR: (Self::Base, Self::Base) = P256::GENERATOR;
    const COFACTOR: &'static [u64] = &[1];
}

#[test]
fn files_of_a_curve_with_another_linear_term_are_refused() {
    let plan = PreparedPlan::new::<P256>(3, 4, 1, false).unwrap();
    let bases = PreparedBases::with_plan(&multiples::<P256>(3), &plan).unwrap();
    let mut bytes = Vec::new();
    bases.write_to(&mut bytes).unwrap();
    assert!(PreparedBases::<P256, _>::from_bytes(&bytes).is_ok());
    let error = PreparedBases::<WithoutLinearTerm, _>::from_bytes(&bytes).unwrap_err();
    assert!(matches!(error, FormatError::Curve { .. }), "{error}");
}
