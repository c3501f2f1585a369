//! The types of each curve, with the names that `halo2curves`, `bls12_381` and others give them.

/// Names the types of a pairing-friendly curve.
macro_rules! pairing_friendly {
    ($module:ident, $doc:literal, $parameters:ty, $engine:ident, $limbs:literal) => {
        #[doc = $doc]
        pub mod $module {
            use vorpal_pairing::Engine;

            use crate::{AffinePoint, Element, EngineParameters, Pairing, Point, Quadratic, Target};

            type Parameters = $parameters;
            type Modulus = <<Parameters as EngineParameters<$limbs>>::Engine as Engine<$limbs>>::Modulus;

            /// Elements of the scalar field.
            pub type Fr = Element<<Parameters as EngineParameters<$limbs>>::Order, 4>;
            /// Elements of the base field.
            pub type Fq = Element<Modulus, $limbs>;
            /// Elements of its quadratic extension.
            pub type Fq2 = Quadratic<Modulus, $limbs>;
            /// Points of G1.
            pub type G1 = Point<<Parameters as EngineParameters<$limbs>>::G1>;
            /// Affine points of G1.
            pub type G1Affine = AffinePoint<<Parameters as EngineParameters<$limbs>>::G1>;
            /// Points of G2.
            pub type G2 = Point<<Parameters as EngineParameters<$limbs>>::G2>;
            /// Affine points of G2.
            pub type G2Affine = AffinePoint<<Parameters as EngineParameters<$limbs>>::G2>;
            /// Elements of the target group.
            pub type Gt = Target<Parameters, $limbs>;
            /// The pairing.
            pub type $engine = Pairing<Parameters, $limbs>;
        }
    };
}

/// Names the types of a curve.
macro_rules! curve {
    ($module:ident, $doc:literal, $curve:ident, $affine:ident) => {
        #[doc = $doc]
        pub mod $module {
            use vorpal_curves::$module::$curve as Parameters;

            use crate::{AffinePoint, CurveParameters, Point, Scalar};

            /// Elements of the base field.
            pub type Fp = <Parameters as CurveParameters>::Coordinate;
            /// Elements of the scalar field.
            pub type Fq = Scalar<Parameters>;
            /// Points.
            pub type $curve = Point<Parameters>;
            /// Affine points.
            pub type $affine = AffinePoint<Parameters>;
        }
    };
}

pairing_friendly!(bn254, "BN254, which `halo2curves` calls `bn256`.", vorpal_pairing::bn254::Bn254, Bn254, 4);
pairing_friendly!(bls12_381, "BLS12-381.", vorpal_pairing::bls12_381::Bls12_381, Bls12_381, 6);
pairing_friendly!(bls12_377, "BLS12-377.", vorpal_pairing::bls12_377::Bls12_377, Bls12_377, 6);
curve!(secp256k1, "secp256k1.", Secp256k1, Secp256k1Affine);
curve!(p256, "P-256, which `halo2curves` calls `secp256r1`.", P256, P256Affine);

/// The curve of `halo2-axiom` 0.5.
pub mod axiom {
    pairing_friendly!(
        bn254,
        "BN254 with the encodings of `halo2curves-axiom` 0.7, which calls it `bn256`.",
        crate::Axiom<vorpal_pairing::bn254::Bn254>,
        Bn254,
        4
    );
}
