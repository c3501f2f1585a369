//! The doublings and additions of a Miller loop, with their lines.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::tower::Fp2;

use crate::Engine;

/// The field of coordinates of G2.
type F<E, const N: usize> = Fp2<<E as Engine<N>>::Modulus, N>;

/// A line through points of G2. Its value at the point `(x, y)` of G1 is `c_y y + c_x x w + c w^3` for a D-twist and
/// `c + c_x x w^2 + c_y y w^3` for an M-twist, up to factors in `Fp2` and powers of `w^3`, which vanish in the final
/// exponentiation.
///
/// For a D-twist, the point `(x', y')` of the twist corresponds to `(x' w^2, y' w^3)`. A slope `s` there is the slope
/// `s w` here, and the line is `y - y' w^3 - s w (x - x' w^2) = y - s x w + (s x' - y') w^3`. For an M-twist the point
/// is `(x' / w^2, y' / w^3)` and the slope `s / w`, which yields the same coefficients, times `w^-3`, at `w^3`, `w^2`,
/// 1.
pub(crate) struct Line<E: Engine<N>, const N: usize> {
    /// `c_y`.
    pub(crate) y: F<E, N>,
    /// `c_x`.
    pub(crate) x: F<E, N>,
    /// `c`.
    pub(crate) constant: F<E, N>,
}

/// A multiple of a point, in homogeneous coordinates `x = X / Z`, `y = Y / Z`; infinity has `Z = 0`.
pub(crate) struct Multiple<E: Engine<N>, const N: usize> {
    X: F<E, N>,
    Y: F<E, N>,
    Z: F<E, N>,
}

impl<E: Engine<N>, const N: usize> Multiple<E, N> {
    /// The point itself, which is not infinity.
    pub(crate) fn new(point: &Affine<E::G2>) -> Self {
        let (x, y) = point.raw_coordinates();
        Self { X: *x, Y: *y, Z: Fp2::ONE }
    }

    /// The multiple with these coordinates `X`, `Y`, `Z`.
    pub(crate) fn from_coordinates([X, Y, Z]: [F<E, N>; 3]) -> Self {
        Self { X, Y, Z }
    }

    /// The coordinates `X`, `Y`, `Z`.
    #[cfg(test)]
    pub(crate) fn coordinates(&self) -> [F<E, N>; 3] {
        [self.X, self.Y, self.Z]
    }

    pub(crate) fn negate(&mut self) {
        self.Y = -self.Y;
    }

    /// Whether this is the affine point; false for infinity. 6M.
    pub(crate) fn equals(&self, point: &Affine<E::G2>) -> bool {
        let (x, y) = point.raw_coordinates();
        !self.Z.is_zero_vartime() && self.X == *x * self.Z && self.Y == *y * self.Z
    }

    /// Doubles the point, and returns the tangent. 20M at most.
    ///
    /// With `A = 2 X Y`, `B = Y^2`, `C = Z^2`, `E = 3 b' C` and `H = 2 Y Z`: `X3 = A (B - 3 E)`,
    /// `Y3 = (B + 3 E)^2 - 12 E^2`, `Z3 = 4 B H`. The slope is `3 X^2 / H`. Times `H`, the coefficients of the line are
    /// `H`, `-3 X^2` and `3 X^3 / Z - 2 Y^2 = B - E`, as `X^3 / Z = Y^2 - b' Z^2` on the curve. Source: C. Costello,
    /// T. Lange, M. Naehrig, "Faster pairing computations on curves with high-degree twists", 2010, section 5.
    pub(crate) fn double(&mut self) -> Line<E, N> {
        let (B, C, J) = (self.Y.square(), self.Z.square(), self.X.square());
        let A = self.X.plus(&self.Y).square().minus(&J).minus(&B);
        let H = self.Y.plus(&self.Z).square().minus(&B).minus(&C);
        let E = E::G2::times_three_b(&C);
        let F = E.double().plus(&E);
        let EE = E.square().double().double();
        self.X = A.mul(&B.minus(&F));
        self.Y = B.plus(&F).square().minus(&EE.double()).minus(&EE);
        self.Z = B.mul(&H).double().double();
        Line { x: Fp2::ZERO.minus(&J.double()).minus(&J), constant: B.minus(&E), y: H }
    }

    /// Adds an affine point, and returns the chord. 37M.
    ///
    /// With `L = X - x Z` and `O = Y - y Z`, the slope is `O / L`. With `D = L^2`, `E = L D`, `G = X D` and
    /// `H = E + Z O^2 - 2 G`: `X3 = L H`, `Y3 = O (G - H) - E Y`, `Z3 = Z E`. Times `L`, the coefficients of the line
    /// are `L`, `-O` and `O x - L y`. Source: as for doublings.
    pub(crate) fn add(&mut self, point: &Affine<E::G2>) -> Line<E, N> {
        let (x, y) = point.raw_coordinates();
        let (L, O) = (self.X.minus(&x.mul(&self.Z)), self.Y.minus(&y.mul(&self.Z)));
        let D = L.square();
        let (E, G) = (L.mul(&D), self.X.mul(&D));
        let H = E.plus(&self.Z.mul(&O.square())).minus(&G.double());
        self.X = L.mul(&H);
        self.Y = O.mul(&G.minus(&H)).minus(&E.mul(&self.Y));
        self.Z = self.Z.mul(&E);
        Line { constant: O.mul(x).minus(&L.mul(y)), x: Fp2::ZERO.minus(&O), y: L }
    }
}
