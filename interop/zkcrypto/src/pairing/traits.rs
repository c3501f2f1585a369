//! The traits of `pairing`, whose versions differ in random elements only. The invoking module has the versions as
//! `ff`, `group` and `pairing`.

/// Implements the traits for all pairings; `$random` is the function for random elements of the target group.
macro_rules! pairings {
    ({ $($random:tt)* }) => {
        impl<E: EngineParameters<N>, const N: usize> group::Group for Target<E, N> {
            type Scalar = Element<E::Order, 4>;

            $($random)*

            fn identity() -> Self {
                Self::IDENTITY
            }
            /// The pairing of the generators of G1 and G2.
            fn generator() -> Self {
                Self::of(&AffinePoint(Affine::GENERATOR), &AffinePoint(Affine::GENERATOR))
            }
            fn is_identity(&self) -> Choice {
                self.0.value().ct_eq(Self::IDENTITY.0.value())
            }
            fn double(&self) -> Self {
                Self(self.0.square())
            }
        }

        impl<E: EngineParameters<N>, const N: usize> pairing::MillerLoopResult for MillerValue<E, N> {
            type Gt = Target<E, N>;

            fn final_exponentiation(&self) -> Target<E, N> {
                self.exponentiate()
            }
        }

        impl<C: PairedCurve<Result: group::Group>> pairing::PairingCurveAffine for AffinePoint<C> {
            type Pair = AffinePoint<C::Other>;
            type PairingResult = C::Result;

            fn pairing_with(&self, other: &Self::Pair) -> C::Result {
                C::pairing_with_vartime(self, other)
            }
        }

        impl<E, const N: usize> pairing::Engine for Pairing<E, N>
        where
            E: EngineParameters<N>,
            E::G1: PairedCurve<Other = E::G2, Result = Target<E, N>>,
            E::G2: PairedCurve<Other = E::G1, Result = Target<E, N>>,
        {
            type Fr = Element<E::Order, 4>;
            type G1 = Point<E::G1>;
            type G1Affine = AffinePoint<E::G1>;
            type G2 = Point<E::G2>;
            type G2Affine = AffinePoint<E::G2>;
            type Gt = Target<E, N>;

            fn pairing(p: &AffinePoint<E::G1>, q: &AffinePoint<E::G2>) -> Target<E, N> {
                Target::of(p, q)
            }
        }

        impl<E, const N: usize> pairing::MultiMillerLoop for Pairing<E, N>
        where
            E: EngineParameters<N>,
            E::G1: PairedCurve<Other = E::G2, Result = Target<E, N>>,
            E::G2: PairedCurve<Other = E::G1, Result = Target<E, N>>,
        {
            type G2Prepared = AffinePoint<E::G2>;
            type Result = MillerValue<E, N>;

            fn multi_miller_loop(terms: &[(&AffinePoint<E::G1>, &AffinePoint<E::G2>)]) -> MillerValue<E, N> {
                MillerValue::of(terms)
            }
        }
    };
}
