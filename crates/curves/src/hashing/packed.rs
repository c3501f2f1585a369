//! The simplified map of Shallue, van de Woestijne and Ulas, and its isogeny, for sixteen elements at a time.
//!
//! The formulas are those of [`Swu`] and [`Isogeny`](super::Isogeny). Points before the isogeny lie on its curve, but
//! have the type of points of `C`: additions use no coefficient of the equation.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use alloc::vec::Vec;

use vorpal_fields::{Field, HashField, LANES, NonSquare, PackedField};

use super::isogeny::PackedIsogeny;
use super::{HashableCurve, MapToCurve, Swu};
use crate::models::weierstrass::{Jacobian, PackedJacobian, WeierstrassCurve, clear_cofactor_packed};

type PackedOf<C> = <<C as WeierstrassCurve>::Base as Field>::Packed;

/// A map whose constants are packed.
pub(super) struct PackedMap<C: HashableCurve> {
    a: PackedOf<C>,
    b: PackedOf<C>,
    z: PackedOf<C>,
    non_square: NonSquare<C::Base>,
    isogeny: Option<PackedIsogeny<PackedOf<C>>>,
}

impl<C: HashableCurve> PackedMap<C> {
    /// The map of the curve; `None` without vectors, or if packed values have no formula for it.
    pub(super) fn of_curve() -> Option<Self> {
        let map: &Swu<C::Base> = match C::MAP {
            MapToCurve::Swu(map) if PackedOf::<C>::pays_from() < LANES => map,
            _ => return None,
        };
        let (a, b) = map.coefficients();
        Some(Self {
            a: PackedOf::<C>::splat(&a),
            b: PackedOf::<C>::splat(&b),
            z: PackedOf::<C>::splat(&map.z().value()),
            non_square: *map.z(),
            isogeny: map.isogeny().map(PackedIsogeny::new),
        })
    }

    /// The sum of the images of `COUNT` elements, 1 or 2, for each of at most sixteen items: multiples in the prime
    /// subgroup, without the lanes for which a formula fails. `None` if packed values have no formula.
    pub(super) fn points_vartime<const COUNT: usize>(
        &self,
        items: &[[C::Base; COUNT]],
    ) -> Option<(u16, [Jacobian<C>; LANES])> {
        let mut sum = self.image_vartime(items, 0)?;
        for i in 1..COUNT {
            sum.add(&self.image_vartime(items, i)?);
        }
        if let Some(isogeny) = &self.isogeny {
            let [X, Y, Z] = isogeny.apply(sum.coordinates());
            sum = PackedJacobian::from_coordinates([&X, &Y, &Z]);
        }
        sum.unscale();
        let points = clear_cofactor_packed(&sum)?;
        let mut stored = [Jacobian::IDENTITY; LANES];
        points.store(&mut stored);
        Some((!points.zero_lanes(), stored))
    }

    /// The images of the elements at index `i` of all items, before the isogeny.
    fn image_vartime<const COUNT: usize>(
        &self,
        items: &[[C::Base; COUNT]],
        i: usize,
    ) -> Option<PackedJacobian<C>> {
        let u = PackedOf::<C>::load(items, |item| &item[i]);
        let one = PackedOf::<C>::one();
        // z u^2, and the sum of its square and itself.
        let [mut multiple, mut sum, mut x, mut square] = [one; 4];
        square.square_into(&u);
        multiple.mul_into(&square, &self.z);
        sum.square_into(&multiple);
        sum.add_assign(&multiple);
        x.add_into(&sum, &one);
        x.mul_assign(&self.b);
        let zeros = sum.zero_lanes();
        sum.negate_lanes(u16::MAX);
        sum.assign_lanes(&self.z, zeros);
        let mut denominator = sum;
        denominator.mul_assign(&self.a);
        square.square_into(&denominator);
        let mut cube = square;
        cube.mul_assign(&denominator);
        // x^3 + a x d^2 + b d^3 for the numerator x and the denominator d.
        let mut numerator = x;
        numerator.square_into(&x);
        square.mul_assign(&self.a);
        numerator.add_assign(&square);
        numerator.mul_assign(&x);
        square.mul_into(&cube, &self.b);
        numerator.add_assign(&square);
        let (squares, mut y) =
            C::Base::sqrt_ratio_or_multiple_packed_vartime(&numerator, &cube, &self.non_square)?;
        if squares != u16::MAX {
            // The second candidate: x z u^2, and y z u^3 times the root.
            let (mut other_x, mut other_y) = (x, y);
            other_x.mul_assign(&multiple);
            other_y.mul_assign(&multiple);
            other_y.mul_assign(&u);
            x.assign_lanes(&other_x, !squares);
            y.assign_lanes(&other_y, !squares);
        }
        let mut roots = [C::Base::ZERO; LANES];
        y.store(&mut roots);
        let signs = items.iter().zip(&roots).enumerate().fold(0, |lanes, (lane, (item, root))| {
            let differs = item[i].sgn0() ^ root.sgn0();
            lanes | u16::from(differs.unwrap_u8()) << lane
        });
        y.negate_lanes(signs);
        x.mul_assign(&denominator);
        y.mul_assign(&cube);
        Some(PackedJacobian::from_coordinates([&x, &y, &denominator]))
    }
}

/// All points of a batch in the order of the items, where `single` computes those that packed values do not.
pub(super) fn append_vartime<C: HashableCurve, const COUNT: usize>(
    map: &PackedMap<C>,
    items: &[[C::Base; COUNT]],
    single: impl Fn(&[C::Base; COUNT]) -> Jacobian<C>,
    points: &mut Vec<Jacobian<C>>,
) {
    let packed = if items.len() < PackedOf::<C>::pays_from() { None } else { map.points_vartime(items) };
    let (correct, stored) = packed.unwrap_or((0, [Jacobian::IDENTITY; LANES]));
    for (lane, (item, point)) in items.iter().zip(stored).enumerate() {
        points.push(if correct >> lane & 1 == 1 { point } else { single(item) });
    }
}
