//! Raw bytes: Montgomery limbs, least significant byte first.

use vorpal_curves::models::weierstrass::{Affine, Projective, WeierstrassCurve};
use vorpal_fields::tower::{Fp2, TowerModulus};
use vorpal_fields::{Fe, Field, Modulus};

use crate::{AffinePoint, CurveParameters, Element, Point, Quadratic};

/// A value with raw bytes of constant length.
pub(super) trait Raw: Sized {
    /// The number of bytes.
    const LENGTH: usize;

    /// Writes the bytes.
    fn write(&self, bytes: &mut [u8]);
    /// The value, `None` for another length or if the bytes are those of no value.
    fn read(bytes: &[u8]) -> Option<Self>;
    /// The value. Numbers that are not below the prime become zero; other properties are not checked.
    fn read_unchecked(bytes: &[u8]) -> Self;
}

impl<M: Modulus<N>, const N: usize> Raw for Fe<M, N> {
    const LENGTH: usize = 8 * N;

    fn write(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(self.to_montgomery_le_bytes().as_ref());
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        Self::from_montgomery_le_bytes(bytes)
    }
    fn read_unchecked(bytes: &[u8]) -> Self {
        Self::read(bytes).unwrap_or(Self::ZERO)
    }
}

/// The parts of the bytes, `None` for another length.
fn parts<const COUNT: usize>(bytes: &[u8], length: usize) -> Option<[&[u8]; COUNT]> {
    (bytes.len() == COUNT * length).then(|| core::array::from_fn(|i| &bytes[i * length..(i + 1) * length]))
}

/// Writes values one after the other.
fn write_all<T: Raw>(values: &[&T], bytes: &mut [u8]) {
    for (value, bytes) in values.iter().zip(bytes.chunks_exact_mut(T::LENGTH)) {
        value.write(bytes);
    }
}

/// The values one after the other, unchecked; zeros for another length.
fn read_all_unchecked<T: Raw + Default, const COUNT: usize>(bytes: &[u8]) -> [T; COUNT] {
    parts(bytes, T::LENGTH)
        .map_or_else(|| [(); COUNT].map(|()| T::default()), |parts| parts.map(T::read_unchecked))
}

impl<M: TowerModulus<N>, const N: usize> Raw for Fp2<M, N> {
    const LENGTH: usize = 16 * N;

    fn write(&self, bytes: &mut [u8]) {
        write_all(&[&self.c0, &self.c1], bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let [c0, c1] = parts(bytes, 8 * N)?;
        Some(Self::new(Raw::read(c0)?, Raw::read(c1)?))
    }
    fn read_unchecked(bytes: &[u8]) -> Self {
        let [c0, c1] = read_all_unchecked(bytes);
        Self::new(c0, c1)
    }
}

/// The coefficients, as for [`Fp2`].
impl<M: TowerModulus<N>, const N: usize> Raw for Quadratic<M, N> {
    const LENGTH: usize = Fp2::<M, N>::LENGTH;

    fn write(&self, bytes: &mut [u8]) {
        self.inner().write(bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        Raw::read(bytes).map(Self::of)
    }
    fn read_unchecked(bytes: &[u8]) -> Self {
        Self::of(Raw::read_unchecked(bytes))
    }
}

/// `x` and `y`, zeros at infinity. Reading checks that the point is in the prime subgroup.
impl<C: WeierstrassCurve<Base: Raw>> Raw for Affine<C> {
    const LENGTH: usize = 2 * C::Base::LENGTH;

    fn write(&self, bytes: &mut [u8]) {
        let (x, y) = self.raw_coordinates();
        write_all(&[x, y], bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let [x, y] = parts(bytes, C::Base::LENGTH)?;
        let point = Self::new_or_identity(Raw::read(x)?, Raw::read(y)?).ok()?;
        point.is_in_subgroup_vartime().then_some(point)
    }
    fn read_unchecked(bytes: &[u8]) -> Self {
        let [x, y] = read_all_unchecked(bytes);
        Self::new_unchecked(x, y)
    }
}

/// The homogeneous coordinates, as in `halo2curves`. Reading checks that the point is in the prime subgroup.
impl<C: WeierstrassCurve<Base: Raw>> Raw for Projective<C> {
    const LENGTH: usize = 3 * C::Base::LENGTH;

    fn write(&self, bytes: &mut [u8]) {
        let (x, y, z) = self.projective_coordinates();
        write_all(&[x, y, z], bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let [x, y, z] = parts(bytes, C::Base::LENGTH)?;
        let point = Self::new(Raw::read(x)?, Raw::read(y)?, Raw::read(z)?).ok()?;
        point.to_affine().is_in_subgroup_vartime().then_some(point)
    }
    /// Infinity for `Y = Z = 0`: the coordinates of no point, which a comparison finds equal to every point.
    fn read_unchecked(bytes: &[u8]) -> Self {
        let [x, y, z]: [C::Base; 3] = read_all_unchecked(bytes);
        if bool::from(y.is_zero() & z.is_zero()) { Self::IDENTITY } else { Self::new_unchecked(x, y, z) }
    }
}

/// Those of the wrapped value.
macro_rules! newtype {
    ([$($generics:tt)*] $type:ty, $inner:ty) => {
        impl<$($generics)*> Raw for $type {
            const LENGTH: usize = <$inner>::LENGTH;

            fn write(&self, bytes: &mut [u8]) {
                self.0.write(bytes);
            }
            fn read(bytes: &[u8]) -> Option<Self> {
                Raw::read(bytes).map(Self)
            }
            fn read_unchecked(bytes: &[u8]) -> Self {
                Self(Raw::read_unchecked(bytes))
            }
        }
    };
}

newtype!([M: Modulus<N>, const N: usize] Element<M, N>, Fe<M, N>);
newtype!([C: CurveParameters<Curve: WeierstrassCurve<Base: Raw>>] AffinePoint<C>, Affine<C::Curve>);
newtype!([C: CurveParameters<Curve: WeierstrassCurve<Base: Raw>>] Point<C>, Projective<C::Curve>);
