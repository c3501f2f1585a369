//! The engines: types with the names of arkworks' crates.

/// Implements [`PairingModel`](super::PairingModel) for an engine of arkworks, whose lines begin with the tangent, and
/// names its types as arkworks does.
macro_rules! engine {
    (
        $(#[$doc:meta])* $module:ident, $ark:ident, $engine:ident<$limbs:literal>,
        lines: ($first:tt, $second:tt), fields: $($field:ident),*
    ) => {
        $(#[$doc])*
        pub mod $module {
            use ark_ec::pairing::Pairing;
            use ark_ec::short_weierstrass as sw;
            use $ark::{g1, g2};

            use crate::engine;

            #[doc(no_inline)]
            pub use $ark::{$($field),*};

            /// The engine.
            pub type $engine = engine::VorpalPairing<$ark::$engine, $limbs>;
            /// A point of G1 in Jacobian coordinates.
            pub type G1Projective = engine::Projective<g1::Config>;
            /// A point of G1 in affine coordinates.
            pub type G1Affine = engine::Affine<g1::Config>;
            /// A point of G1 for pairings.
            pub type G1Prepared = engine::G1Prepared<g1::Config>;
            /// A point of G2 in Jacobian coordinates.
            pub type G2Projective = engine::Projective<g2::Config>;
            /// A point of G2 in affine coordinates.
            pub type G2Affine = engine::Affine<g2::Config>;
            /// A point of G2 for pairings.
            pub type G2Prepared = engine::G2Prepared<$ark::$engine, $limbs>;

            impl engine::PairingModel<$limbs> for $ark::$engine {
                type Model = vorpal_pairing::$module::$engine;
                type Curve1 = g1::Config;
                type Curve2 = g2::Config;

                fn point_of_lines(
                    prepared: &<Self as Pairing>::G2Prepared,
                ) -> Option<sw::Affine<g2::Config>> {
                    let point = match prepared.ell_coeffs.first() {
                        None => sw::Affine::identity(),
                        Some(tangent) => engine::prepared::point_of_tangent(tangent.$first, tangent.$second)?,
                    };
                    (<Self as Pairing>::G2Prepared::from(point) == *prepared).then_some(point)
                }
            }
        }
    };
}

#[cfg(feature = "bn254")]
engine! {
    /// The pairing of BN254 and its groups.
    bn254, ark_bn254, Bn254<4>, lines: (0, 1), fields: Fq, Fq2, Fq6, Fq12, Fr
}

#[cfg(feature = "bls12_381")]
engine! {
    /// The pairing of BLS12-381 and its groups.
    bls12_381, ark_bls12_381, Bls12_381<6>, lines: (2, 1), fields: Fq, Fq2, Fq6, Fq12, Fr
}

#[cfg(feature = "bls12_377")]
engine! {
    /// The pairing of BLS12-377 and its groups.
    bls12_377, ark_bls12_377, Bls12_377<6>, lines: (0, 1), fields: Fq, Fq2, Fq6, Fq12, Fr
}
