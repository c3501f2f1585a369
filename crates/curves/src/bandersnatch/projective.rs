//! Projective coordinates of elements, in which other libraries keep them.

use vorpal_fields::primes::Bls12_381Scalar;

use super::Banderwagon;
use crate::models::edwards::ExtendedEdwards;

impl Banderwagon {
    /// The element that `(X : Y : Z)` represents, a point in projective coordinates that the caller has from elements
    /// or has checked before. 3M + 1S.
    ///
    /// Nothing is checked. Other coordinates give an invalid element, and results with that element are undefined; with
    /// `Z = 0` all its coordinates but `T` are zero. [`from_point`](Self::from_point) checks.
    ///
    /// ```
    /// use vorpal_curves::Group;
    /// use vorpal_curves::bandersnatch::Banderwagon;
    /// let g = Banderwagon::generator().double();
    /// let [x, y, z] = g.to_projective();
    /// assert_eq!(Banderwagon::from_projective_unchecked([x, y, z]), g);
    /// assert_eq!(Banderwagon::from_projective_unchecked([-x, -y, z]), g);
    /// ```
    pub fn from_projective_unchecked([x, y, z]: [Bls12_381Scalar; 3]) -> Self {
        // (X Z : Y Z : X Y : Z^2) is the same point: x y = (X Y) / Z^2.
        Self(ExtendedEdwards { X: x * z, Y: y * z, T: x * y, Z: z.square() })
    }

    /// `[X, Y, Z]` of one of the two points `(X / Z, Y / Z)` that represent the element.
    pub fn to_projective(&self) -> [Bls12_381Scalar; 3] {
        [self.0.X, self.0.Y, self.0.Z]
    }
}
