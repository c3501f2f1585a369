//! Points that are prepared for pairings.

use core::fmt;
use std::sync::{Arc, OnceLock};

use ark_ec::short_weierstrass as sw;
use ark_ec::{AffineRepr, CurveGroup};
use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, Read, SerializationError, Valid, Validate, Write,
};
use vorpal_pairing::PreparedG2;

use super::{Affine, EngineCurve, PairingModel, Projective};

/// A point of G1 for pairings: the point itself.
pub struct G1Prepared<P: EngineCurve>(pub Affine<P>);

impl<P: EngineCurve> Clone for G1Prepared<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: EngineCurve> Copy for G1Prepared<P> {}

impl<P: EngineCurve> fmt::Debug for G1Prepared<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("G1Prepared").field(&self.0).finish()
    }
}

/// The generator, as in arkworks.
impl<P: EngineCurve> Default for G1Prepared<P> {
    fn default() -> Self {
        Self(Affine::GENERATOR)
    }
}

/// The encodings of the point.
impl<P: EngineCurve> CanonicalSerialize for G1Prepared<P> {
    fn serialize_with_mode<W: Write>(&self, writer: W, compress: Compress) -> Result<(), SerializationError> {
        self.0.serialize_with_mode(writer, compress)
    }

    fn serialized_size(&self, compress: Compress) -> usize {
        self.0.serialized_size(compress)
    }
}

impl<P: EngineCurve> Valid for G1Prepared<P> {
    fn check(&self) -> Result<(), SerializationError> {
        self.0.check()
    }
}

impl<P: EngineCurve> CanonicalDeserialize for G1Prepared<P> {
    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Self, SerializationError> {
        Affine::deserialize_with_mode(reader, compress, validate).map(Self)
    }
}

/// A point of G2 for pairings, with the lines of its Miller loop once they pay.
///
/// A loop that owns the only copy runs without stored lines, which only a later loop would use. A loop that gets one of
/// several copies stores the lines for all of them, and later loops use these. So the points of a prepared verification
/// key have lines from the first proof on, and the points of proofs never have.
///
/// ```
/// # #[cfg(feature = "bn254")] {
/// use ark_ec::pairing::Pairing;
/// use ark_ec::{AffineRepr, PrimeGroup};
/// use vorpal_arkworks::engine::bn254::{Bn254, G1Affine, G1Projective, G2Affine, G2Prepared};
/// let prepared = G2Prepared::from(G2Affine::GENERATOR);
/// let e = Bn254::pairing(G1Affine::GENERATOR, prepared.clone());
/// assert_eq!(Bn254::pairing(G1Projective::generator(), prepared.clone()), e);
/// # }
/// ```
pub struct G2Prepared<A: PairingModel<N>, const N: usize> {
    point: Affine<A::Curve2>,
    /// The lines once they are computed; `None` if the point is outside G2.
    lines: Arc<OnceLock<Option<PreparedG2<A::Model, N>>>>,
}

impl<A: PairingModel<N>, const N: usize> G2Prepared<A, N> {
    /// The point.
    pub fn point(&self) -> Affine<A::Curve2> {
        self.point
    }

    /// The lines, if there are other copies of this point that profit from them.
    pub(super) fn shared_lines(&self) -> Option<&PreparedG2<A::Model, N>> {
        if Arc::strong_count(&self.lines) == 1 {
            return self.lines.get()?.as_ref();
        }
        self.lines.get_or_init(|| PreparedG2::new(&self.point.to_vorpal()).ok()).as_ref()
    }
}

impl<A: PairingModel<N>, const N: usize> Clone for G2Prepared<A, N> {
    fn clone(&self) -> Self {
        Self { point: self.point, lines: Arc::clone(&self.lines) }
    }
}

impl<A: PairingModel<N>, const N: usize> fmt::Debug for G2Prepared<A, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("G2Prepared").field(&self.point).finish()
    }
}

/// The generator, as in arkworks.
impl<A: PairingModel<N>, const N: usize> Default for G2Prepared<A, N> {
    fn default() -> Self {
        Affine::GENERATOR.into()
    }
}

/// The encodings of arkworks: all lines of the Miller loop. They are computed for each encoding.
impl<A: PairingModel<N>, const N: usize> CanonicalSerialize for G2Prepared<A, N> {
    fn serialize_with_mode<W: Write>(&self, writer: W, compress: Compress) -> Result<(), SerializationError> {
        A::G2Prepared::from(self.point.0).serialize_with_mode(writer, compress)
    }

    fn serialized_size(&self, compress: Compress) -> usize {
        A::G2Prepared::from(self.point.0).serialized_size(compress)
    }
}

/// Always valid, as in arkworks, which does not check the point.
impl<A: PairingModel<N>, const N: usize> Valid for G2Prepared<A, N> {
    fn check(&self) -> Result<(), SerializationError> {
        Ok(())
    }
}

/// Lines that are not those of a point are an error; arkworks accepts any coefficients.
impl<A: PairingModel<N>, const N: usize> CanonicalDeserialize for G2Prepared<A, N> {
    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Self, SerializationError> {
        let prepared = A::G2Prepared::deserialize_with_mode(reader, compress, validate)?;
        let point = A::point_of_lines(&prepared).ok_or(SerializationError::InvalidData)?;
        Ok(Affine(point).into())
    }
}

impl<A: PairingModel<N>, const N: usize> From<Affine<A::Curve2>> for G2Prepared<A, N> {
    fn from(point: Affine<A::Curve2>) -> Self {
        Self { point, lines: Arc::default() }
    }
}

/// The conversions of points to prepared points, for one curve.
macro_rules! conversions {
    ($(<$($a:lifetime)?> $other:ty),*) => {$(
        impl<$($a,)? A: PairingModel<N>, const N: usize> From<$other> for G2Prepared<A, N> {
            fn from(point: $other) -> Self {
                point.into_affine().into()
            }
        }
    )*};
}

conversions!(<> Projective<A::Curve2>, <'a> &'a Projective<A::Curve2>);

impl<A: PairingModel<N>, const N: usize> From<&Affine<A::Curve2>> for G2Prepared<A, N> {
    fn from(point: &Affine<A::Curve2>) -> Self {
        (*point).into()
    }
}

impl<P: EngineCurve> From<Affine<P>> for G1Prepared<P> {
    fn from(point: Affine<P>) -> Self {
        Self(point)
    }
}

impl<P: EngineCurve> From<&Affine<P>> for G1Prepared<P> {
    fn from(point: &Affine<P>) -> Self {
        Self(*point)
    }
}

impl<P: EngineCurve> From<Projective<P>> for G1Prepared<P> {
    fn from(point: Projective<P>) -> Self {
        Self(point.into_affine())
    }
}

impl<P: EngineCurve> From<&Projective<P>> for G1Prepared<P> {
    fn from(point: &Projective<P>) -> Self {
        Self(point.into_affine())
    }
}

/// The point with this tangent in arkworks' lines: `-2 y` and `3 x^2`.
///
/// On the curve `y^2 = x^3 + b`, `x = (y^2 - b) / x^2`.
pub(super) fn point_of_tangent<P: EngineCurve>(
    minus_double_y: P::BaseField,
    triple_square: P::BaseField,
) -> Option<sw::Affine<P>> {
    use ark_ff::{AdditiveGroup, Field};
    let [two, three] = [2u64, 3].map(P::BaseField::from);
    let y = -minus_double_y / two;
    let square = triple_square / three;
    let x = match square.inverse() {
        None => P::BaseField::ZERO,
        Some(inverse) => (y.square() - P::COEFF_B) * inverse,
    };
    let point = sw::Affine::new_unchecked(x, y);
    point.is_on_curve().then_some(point)
}

#[cfg(all(test, feature = "bn254"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use ark_ec::AffineRepr;

    use crate::engine::bn254::{G2Affine, G2Prepared};

    /// No result depends on it: only this test sees whether lines are stored, and whether copies share them.
    #[test]
    fn copies_share_their_lines() {
        let only = G2Prepared::from(G2Affine::generator());
        assert!(only.shared_lines().is_none(), "nothing is stored for one use");
        let copy = only.clone();
        let lines = copy.shared_lines().unwrap();
        assert!(std::ptr::eq(lines, only.shared_lines().unwrap()));
        drop(copy);
        assert!(only.shared_lines().is_some(), "stored lines remain");
    }
}
