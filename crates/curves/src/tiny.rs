//! Curves for exhaustive tests over all points. None of them is secure.
//!
//! Some have the form `y^2 = x^3 + b`, prime order and an endomorphism, like secp256k1. The others have the form
//! `y^2 = x^3 - 3 x + b` and prime order, like P-256. Their elements have four limbs, so code that is generic over such
//! curves can be tested with every scalar and every point.

use vorpal_fields::{Fe, Modulus};

use crate::models::weierstrass::{Endomorphism, LinearTerm, PrimeOrderCurve, WeierstrassCurve};

macro_rules! fields {
    ($($name:ident, $modulus:ident, $p:literal, $generator:literal;)*) => {$(
        #[doc = concat!("The modulus of [`", stringify!($name), "`].")]
        pub struct $modulus;

        impl Modulus<4> for $modulus {
            const NAME: &'static str = stringify!($name);
            const P: [u64; 4] = [$p, 0, 0, 0];
            const GENERATOR: u64 = $generator;
            type Bytes = [u8; 32];
        }

        #[doc = concat!("The field of ", stringify!($p), " elements.")]
        pub type $name = Fe<$modulus, 4>;
    )*};
}

fields! {
    F7, Seven, 7, 3;
    F11, Eleven, 11, 2;
    F13, Thirteen, 13, 2;
    F17, Seventeen, 17, 3;
    F19, Nineteen, 19, 2;
    F23, TwentyThree, 23, 5;
    F197, OneHundredNinetySeven, 197, 2;
    F199, OneHundredNinetyNine, 199, 3;
    F211, TwoHundredEleven, 211, 2;
}

/// The values in `[beta, lambda]` are indices of cube roots of unity. A test checks that each `beta` matches its
/// `lambda`.
macro_rules! curves {
    ($(
        $name:ident, $base:ident, $scalar:ident, $b:literal, ($x:literal, $y:literal), [$beta:literal, $lambda:literal];
    )*) => {$(
        #[doc = concat!("`y^2 = x^3 + ", $b, "` over [`", stringify!($base), "`];")]
        #[doc = concat!("it has as many points as [`", stringify!($scalar), "`] has elements.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;

        impl WeierstrassCurve for $name {
            type Base = $base;
            type Scalar = $scalar;

            const B: $base = $base::small($b);
            const GENERATOR: ($base, $base) = ($base::small($x), $base::small($y));
            const COFACTOR: &'static [u64] = &[1];
            const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = Some(&Endomorphism::new(
                $base::CUBE_ROOTS_OF_UNITY[$beta],
                $scalar::CUBE_ROOTS_OF_UNITY[$lambda],
            ));
        }

        /// The cofactor is 1.
        impl PrimeOrderCurve for $name {}
    )*};
}

curves! {
    Order7, F13, F7, 7, (7, 5), [0, 0];
    Order13, F19, F13, 2, (4, 3), [1, 0];
    Order199, F211, F199, 7, (3, 33), [0, 1];
}

macro_rules! curves_without_endomorphism {
    ($($name:ident, $base:ident, $scalar:ident, $b:literal, ($x:literal, $y:literal);)*) => {$(
        #[doc = concat!("`y^2 = x^3 - 3 x + ", $b, "` over [`", stringify!($base), "`];")]
        #[doc = concat!("it has as many points as [`", stringify!($scalar), "`] has elements.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;

        impl WeierstrassCurve for $name {
            type Base = $base;
            type Scalar = $scalar;

            const A: LinearTerm = LinearTerm::MinusThree;
            const B: $base = $base::small($b);
            const GENERATOR: ($base, $base) = ($base::small($x), $base::small($y));
            const COFACTOR: &'static [u64] = &[1];
        }

        /// The cofactor is 1.
        impl PrimeOrderCurve for $name {}
    )*};
}

curves_without_endomorphism! {
    MinusThreeOrder7, F11, F7, 10, (2, 1);
    MinusThreeOrder17, F23, F17, 15, (1, 6);
    MinusThreeOrder19, F13, F19, 1, (0, 1);
    MinusThreeOrder197, F211, F197, 5, (0, 65);
}
