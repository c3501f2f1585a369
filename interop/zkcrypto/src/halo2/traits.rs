//! The traits of `halo2curves`, whose versions differ in one method. The invoking module has the version as
//! `halo2curves`.

/// Implements the traits for all points, and raw bytes for all types; `$rest` are further methods of points.
macro_rules! halo2_traits {
    ({ $($rest:tt)* }) => {
        impl<C: Halo2Curve> halo2curves::CurveExt for Point<C> {
            type ScalarExt = Scalar<C>;
            type Base = C::Coordinate;
            type AffineExt = AffinePoint<C>;

            const CURVE_ID: &'static str = C::NAME;

            fn endo(&self) -> Self {
                // The map of coordinates leaves a curve with a linear term.
                if !matches!(<C::Curve as WeierstrassCurve>::A, LinearTerm::Zero) {
                    return *self * <Self::ScalarExt as ff013::WithSmallOrderMulGroup<3>>::ZETA;
                }
                let (x, y, z) = self.0.projective_coordinates();
                let zeta: Base<C> = <C::Coordinate as ff013::WithSmallOrderMulGroup<3>>::ZETA.into();
                Self(Projective::new_unchecked(zeta * *x, *y, *z))
            }
            fn jacobian_coordinates(&self) -> (Self::Base, Self::Base, Self::Base) {
                let point = self.0.to_jacobian();
                let (x, y, z) = point.projective_coordinates();
                ((*x).into(), (*y).into(), (*z).into())
            }
            fn hash_to_curve<'a>(prefix: &'a str) -> Box<dyn Fn(&[u8]) -> Self + 'a> {
                hash_to_curve(prefix)
            }
            fn is_on_curve(&self) -> Choice {
                let (x, y, z) = self.0.projective_coordinates();
                Choice::from(u8::from(Projective::<C::Curve>::new(*x, *y, *z).is_ok()))
            }
            fn a() -> Self::Base {
                C::linear_coefficient()
            }
            fn b() -> Self::Base {
                C::Curve::B.into()
            }
            /// Membership in the prime subgroup is not checked. Constant time but for whether there is such a point.
            fn new_jacobian(x: Self::Base, y: Self::Base, z: Self::Base) -> CtOption<Self> {
                let (x, y, z): (Base<C>, Base<C>, Base<C>) = (x.into(), y.into(), z.into());
                // (X Z, Y, Z^3), with any other Y at infinity.
                let infinity = z.is_zero();
                let y = Base::<C>::conditional_select(&y, &Base::<C>::ONE, infinity);
                let point = Projective::new(x * z, y, z.square() * z);
                let exists = Choice::from(u8::from(point.is_ok()));
                CtOption::new(Self(point.unwrap_or(Projective::IDENTITY)), exists)
            }

            $($rest)*
        }

        impl<C: Halo2Curve> halo2curves::CurveAffine for AffinePoint<C> {
            type ScalarExt = Scalar<C>;
            type Base = C::Coordinate;
            type CurveExt = Point<C>;

            /// The coordinates, zeros for infinity: as in `halo2curves`, and unlike its documentation.
            fn coordinates(&self) -> CtOption<Coordinates<Self>> {
                let (x, y) = self.0.raw_coordinates();
                Coordinates::from_xy((*x).into(), (*y).into())
            }
            /// The point, infinity for zeros. Membership in the prime subgroup is not checked.
            fn from_xy(x: Self::Base, y: Self::Base) -> CtOption<Self> {
                Self::unchecked(Affine::new_or_identity(x.into(), y.into()).ok())
            }
            fn is_on_curve(&self) -> Choice {
                let (x, y) = self.0.raw_coordinates();
                Choice::from(u8::from(Affine::<C::Curve>::new_or_identity(*x, *y).is_ok()))
            }
            fn a() -> Self::Base {
                C::linear_coefficient()
            }
            fn b() -> Self::Base {
                C::Curve::B.into()
            }
        }

        impl<M: FieldParameters<N>, const N: usize> halo2curves::ff_ext::Legendre for Element<M, N> {
            fn legendre(&self) -> i64 {
                self.0.legendre().into()
            }
        }

        impl<M: TowerModulus<N>, const N: usize> halo2curves::ff_ext::Legendre for Quadratic<M, N> {
            fn legendre(&self) -> i64 {
                self.inner().legendre().into()
            }
        }

        raw_object!([M: FieldParameters<N>, const N: usize] Element<M, N>);
        raw_object!([M: TowerModulus<N>, const N: usize] Quadratic<M, N>);
        raw_object!([C: CurveParameters<Curve: WeierstrassCurve<Base: Raw>>] AffinePoint<C>);
        raw_object!([C: CurveParameters<Curve: WeierstrassCurve<Base: Raw>>] Point<C>);
    };
}

/// Implements raw bytes for a newtype, by those of the wrapped value.
macro_rules! raw_object {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> halo2curves::serde::SerdeObject for $type {
            fn from_raw_bytes_unchecked(bytes: &[u8]) -> Self {
                Raw::read_unchecked(bytes)
            }
            fn from_raw_bytes(bytes: &[u8]) -> Option<Self> {
                Raw::read(bytes)
            }
            fn to_raw_bytes(&self) -> Vec<u8> {
                let mut bytes = vec![0; <Self as Raw>::LENGTH];
                self.write(&mut bytes);
                bytes
            }
            /// Zero or infinity if the reader ends: the trait has no error.
            fn read_raw_unchecked<R: Read>(reader: &mut R) -> Self {
                let mut bytes = vec![0; <Self as Raw>::LENGTH];
                let read = reader.read_exact(&mut bytes);
                if read.is_ok() { Raw::read_unchecked(&bytes) } else { Self::default() }
            }
            fn read_raw<R: Read>(reader: &mut R) -> io::Result<Self> {
                let mut bytes = vec![0; <Self as Raw>::LENGTH];
                reader.read_exact(&mut bytes)?;
                Self::from_raw_bytes(&bytes)
                    .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the bytes are those of no value"))
            }
            fn write_raw<W: Write>(&self, writer: &mut W) -> io::Result<()> {
                writer.write_all(&self.to_raw_bytes())
            }
        }
    };
}
