//! Points of twisted Edwards curves are a group: `+`, `-`, sums of iterators, products with scalars. A sum takes the
//! same time for all points of the prime subgroup, a product constant time.

use vorpal_fields::{Fe, Modulus, negation, operator};

use super::{AffineEdwards, EdwardsCurve, ExtendedEdwards};

negation!(
    impl[C: EdwardsCurve] AffineEdwards<C>:
    |point: &AffineEdwards<C>| AffineEdwards { x: -point.x, y: point.y, dt: -point.dt }
);
negation!(
    impl[C: EdwardsCurve] ExtendedEdwards<C>:
    |point: &ExtendedEdwards<C>| ExtendedEdwards { X: -point.X, Y: point.Y, T: -point.T, Z: point.Z }
);
sums!(
    impl[C: EdwardsCurve] ExtendedEdwards<C>, ExtendedEdwards<C>:
    ExtendedEdwards::plus, |a: &ExtendedEdwards<C>, b: &ExtendedEdwards<C>| a.plus(&-b),
    from ExtendedEdwards::IDENTITY
);
sums!(
    impl[C: EdwardsCurve] ExtendedEdwards<C>, AffineEdwards<C>:
    ExtendedEdwards::plus_affine, |a: &ExtendedEdwards<C>, b: &AffineEdwards<C>| a.plus_affine(&-b),
    from ExtendedEdwards::IDENTITY
);
operator!(
    impl[C: EdwardsCurve] Add add: AffineEdwards<C>, ExtendedEdwards<C> => ExtendedEdwards<C>,
    |a: &AffineEdwards<C>, b: &ExtendedEdwards<C>| b.plus_affine(a)
);
operator!(
    impl[C: EdwardsCurve] Sub sub: AffineEdwards<C>, ExtendedEdwards<C> => ExtendedEdwards<C>,
    |a: &AffineEdwards<C>, b: &ExtendedEdwards<C>| (-b).plus_affine(a)
);
operator!(
    impl[C: EdwardsCurve] Add add: AffineEdwards<C>, AffineEdwards<C> => ExtendedEdwards<C>,
    |a: &AffineEdwards<C>, b: &AffineEdwards<C>| ExtendedEdwards::from(*a).plus_affine(b)
);
operator!(
    impl[C: EdwardsCurve] Sub sub: AffineEdwards<C>, AffineEdwards<C> => ExtendedEdwards<C>,
    |a: &AffineEdwards<C>, b: &AffineEdwards<C>| ExtendedEdwards::from(*a).plus_affine(&-b)
);
products!(
    impl[C: EdwardsCurve<Scalar = Fe<M, 4>>, M: Modulus<4>] ExtendedEdwards<C>, Fe<M, 4>,
    ExtendedEdwards::<C>::mul
);
products!(
    impl[C: EdwardsCurve<Scalar = Fe<M, 4>>, M: Modulus<4>] AffineEdwards<C>, Fe<M, 4> => ExtendedEdwards<C>,
    |point: &AffineEdwards<C>, scalar: &Fe<M, 4>| ExtendedEdwards::from(*point).mul(scalar)
);
