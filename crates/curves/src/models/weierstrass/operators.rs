//! Points of short Weierstrass curves are a group: `+`, `-`, sums of iterators, products with scalars. Every operator
//! takes constant time. Mixed sums take the cheaper formula.
//!
//! Sums of points in homogeneous coordinates and of affine points are in homogeneous coordinates, whose formulas have
//! no exceptions for points of odd order ([`Projective`]). Sums with a point in Jacobian coordinates are in Jacobian
//! coordinates, and have no exceptions on any curve. Products are of points of the prime subgroup; for other points
//! they are unspecified ([`Projective::mul`]). For public points the functions `_vartime` are faster.

use vorpal_fields::{Fe, Modulus, PrimeField, assigning_operator, negation, operator};

use super::{Affine, Jacobian, Projective, WeierstrassCurve};

negation!(impl[C: WeierstrassCurve] Affine<C>: |point: &Affine<C>| Affine { x: point.x, y: -point.y });
negation!(impl[C: WeierstrassCurve] Projective<C>: Projective::neg);
negation!(impl[C: WeierstrassCurve] Jacobian<C>: Jacobian::neg);

sums!(
    impl[C: WeierstrassCurve] Projective<C>, Projective<C>:
    Projective::add, |a: &Projective<C>, b: &Projective<C>| a.add(&b.neg()), from Projective::IDENTITY
);
sums!(
    impl[C: WeierstrassCurve] Projective<C>, Affine<C>:
    Projective::add_affine, |a: &Projective<C>, b: &Affine<C>| a.add_affine(&-b), from Projective::IDENTITY
);
operator!(
    impl[C: WeierstrassCurve] Add add: Affine<C>, Projective<C> => Projective<C>,
    |a: &Affine<C>, b: &Projective<C>| b.add_affine(a)
);
operator!(
    impl[C: WeierstrassCurve] Sub sub: Affine<C>, Projective<C> => Projective<C>,
    |a: &Affine<C>, b: &Projective<C>| b.neg().add_affine(a)
);
operator!(
    impl[C: WeierstrassCurve] Add add: Affine<C>, Affine<C> => Projective<C>,
    |a: &Affine<C>, b: &Affine<C>| Projective::from_affine(a).add_affine(b)
);
operator!(
    impl[C: WeierstrassCurve] Sub sub: Affine<C>, Affine<C> => Projective<C>,
    |a: &Affine<C>, b: &Affine<C>| Projective::from_affine(a).add_affine(&-b)
);

sums!(
    impl[C: WeierstrassCurve] Jacobian<C>, Jacobian<C>:
    Jacobian::plus, |a: &Jacobian<C>, b: &Jacobian<C>| a.plus(&b.neg()), from Jacobian::IDENTITY
);
sums!(
    impl[C: WeierstrassCurve] Jacobian<C>, Affine<C>:
    Jacobian::plus_affine, |a: &Jacobian<C>, b: &Affine<C>| a.plus_affine(&-b), from Jacobian::IDENTITY
);
operator!(
    impl[C: WeierstrassCurve] Add add: Affine<C>, Jacobian<C> => Jacobian<C>,
    |a: &Affine<C>, b: &Jacobian<C>| b.plus_affine(a)
);
operator!(
    impl[C: WeierstrassCurve] Sub sub: Affine<C>, Jacobian<C> => Jacobian<C>,
    |a: &Affine<C>, b: &Jacobian<C>| b.neg().plus_affine(a)
);

// A sum of many points is in Jacobian coordinates, a product in homogeneous ones: `sum - point * scalar`.
assigning_operator!(
    impl[C: WeierstrassCurve] Add add AddAssign add_assign: Jacobian<C>, Projective<C>,
    |a: &Jacobian<C>, b: &Projective<C>| a.plus(&b.to_jacobian())
);
assigning_operator!(
    impl[C: WeierstrassCurve] Sub sub SubAssign sub_assign: Jacobian<C>, Projective<C>,
    |a: &Jacobian<C>, b: &Projective<C>| a.plus(&b.to_jacobian().neg())
);
operator!(
    impl[C: WeierstrassCurve] Add add: Projective<C>, Jacobian<C> => Jacobian<C>,
    |a: &Projective<C>, b: &Jacobian<C>| a.to_jacobian().plus(b)
);
operator!(
    impl[C: WeierstrassCurve] Sub sub: Projective<C>, Jacobian<C> => Jacobian<C>,
    |a: &Projective<C>, b: &Jacobian<C>| a.to_jacobian().plus(&b.neg())
);

products!(
    impl[C: WeierstrassCurve<Scalar = Fe<M, 4>>, M: Modulus<4>] Projective<C>, Fe<M, 4>,
    Projective::<C>::mul
);
products!(
    impl[C: WeierstrassCurve<Scalar = Fe<M, 4>>, M: Modulus<4>] Affine<C>, Fe<M, 4> => Projective<C>,
    |point: &Affine<C>, scalar: &Fe<M, 4>| Projective::from_affine(point).mul(scalar)
);
products!(
    impl[C: WeierstrassCurve<Scalar = Fe<M, 4>>, M: Modulus<4>] Jacobian<C>, Fe<M, 4>,
    |point: &Jacobian<C>, scalar: &Fe<M, 4>| Projective::from(point).mul(scalar).to_jacobian()
);

impl<C: WeierstrassCurve> Affine<C> {
    /// `scalar self`, for a public scalar; also for points outside the prime subgroup. Time depends on the scalar.
    #[must_use]
    pub fn mul_vartime(&self, scalar: &C::Scalar) -> Jacobian<C> {
        Jacobian::from_affine(self).mul_limbs_vartime(scalar.to_limbs().as_ref())
    }
}
