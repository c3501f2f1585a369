//! What the hashes of a ceremony contain: points as two coordinates, most significant byte first. Infinity is zeros.

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::EncodableField;

use crate::ceremony::blake2b::Blake2b;

/// The bit of the first byte of a compressed point with the larger ordinate.
const LARGER: u8 = 0x80;

impl Blake2b {
    /// Appends a point: `x` and `y`.
    pub(crate) fn point<G: WeierstrassCurve<Base: EncodableField>>(&mut self, point: &Affine<G>) {
        let (x, y) = point.raw_coordinates();
        self.update(x.to_be_bytes().as_ref());
        self.update(y.to_be_bytes().as_ref());
    }

    /// Appends points.
    pub(crate) fn points<G: WeierstrassCurve<Base: EncodableField>>(&mut self, points: &[Affine<G>]) {
        points.iter().for_each(|point| self.point(point));
    }

    /// Appends the number of points (32 bits, most significant byte first) and the points.
    pub(crate) fn list<G: WeierstrassCurve<Base: EncodableField>>(&mut self, points: &[Affine<G>]) {
        // A list of a key has at most as many points as a number of 32 bits counts.
        self.update(&u32::try_from(points.len()).unwrap_or(u32::MAX).to_be_bytes());
        self.points(points);
    }

    /// Appends compressed points: `x` with the sign of `y`.
    pub(crate) fn compressed<G: WeierstrassCurve<Base: EncodableField>>(&mut self, points: &[Affine<G>]) {
        for point in points {
            let (x, y) = point.raw_coordinates();
            let mut bytes = x.to_be_bytes();
            if bool::from(y.is_lexicographically_largest()) {
                bytes.as_mut()[0] |= LARGER;
            }
            self.update(bytes.as_ref());
        }
    }
}
