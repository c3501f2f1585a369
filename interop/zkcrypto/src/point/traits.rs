//! The traits of `group` that are the same in its versions. The invoking module has the version as `group`.

/// Implements the traits for all points; `$random` is the function for random points.
macro_rules! points {
    ({ $($random:tt)* }) => {
        impl<C: CurveParameters> group::Group for Point<C> {
            type Scalar = Scalar<C>;

            $($random)*

            fn identity() -> Self {
                Self::IDENTITY
            }
            fn generator() -> Self {
                Self(Projective::GENERATOR)
            }
            fn is_identity(&self) -> Choice {
                self.0.is_identity() & !self.0.is_no_point()
            }
            fn double(&self) -> Self {
                Self(self.0.double())
            }
        }

        /// Decoding checks membership in the prime subgroup. Its time depends on the bytes.
        impl<C: CurveParameters> group::GroupEncoding for AffinePoint<C> {
            type Repr = Repr<Compressed<C>>;

            fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
                Self::checked(C::Format::decompress(bytes.inner()))
            }
            fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
                Self::unchecked_decoded(C::Format::decompress(bytes.inner()))
            }
            fn to_bytes(&self) -> Self::Repr {
                self.compress()
            }
        }

        /// As for [`AffinePoint`].
        impl<C: CurveParameters> group::GroupEncoding for Point<C> {
            type Repr = Repr<Compressed<C>>;

            fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
                <AffinePoint<C> as group::GroupEncoding>::from_bytes(bytes).map(Self::from)
            }
            fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
                <AffinePoint<C> as group::GroupEncoding>::from_bytes_unchecked(bytes).map(Self::from)
            }
            fn to_bytes(&self) -> Self::Repr {
                AffinePoint::from(self).compress()
            }
        }

        /// Decoding checks membership in the prime subgroup. Its time depends on the bytes.
        impl<C: CurveParameters> group::UncompressedEncoding for AffinePoint<C> {
            type Uncompressed = Repr<Uncompressed<C>>;

            fn from_uncompressed(bytes: &Self::Uncompressed) -> CtOption<Self> {
                Self::checked(C::Format::read(bytes.inner()))
            }
            fn from_uncompressed_unchecked(bytes: &Self::Uncompressed) -> CtOption<Self> {
                Self::unchecked_decoded(C::Format::read(bytes.inner()))
            }
            fn to_uncompressed(&self) -> Self::Uncompressed {
                self.expand()
            }
        }

        impl<C: CurveParameters> group::prime::PrimeGroup for Point<C> {}

        /// For points that unchecked functions create: the subgroup is the type itself. Variable time.
        impl<C: CurveParameters> group::cofactor::CofactorGroup for Point<C> {
            type Subgroup = Self;

            fn clear_cofactor(&self) -> Self {
                Self(Projective::from(&self.0.to_jacobian().clear_cofactor_vartime()))
            }
            fn into_subgroup(self) -> CtOption<Self> {
                let is_inside = group::cofactor::CofactorGroup::is_torsion_free(&self);
                CtOption::new(self, is_inside)
            }
            fn is_torsion_free(&self) -> Choice {
                // No point would become infinity.
                Choice::from(u8::from(self.0.to_affine().is_in_subgroup_vartime())) & !self.0.is_no_point()
            }
        }
    };
}
