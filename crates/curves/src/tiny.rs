//! Curves for exhaustive tests over all points. None of them is secure.
//!
//! Like secp256k1 they have the form `y^2 = x^3 + b`, prime order and an endomorphism. Their elements have four limbs,
//! so code that is generic over such curves can be tested with every scalar and every point.

use vorpal_fields::{Fe, Modulus};

use crate::models::weierstrass::{Endomorphism, PrimeOrderCurve, WeierstrassCurve};

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
    F13, Thirteen, 13, 2;
    F19, Nineteen, 19, 2;
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
            const ENDOMORPHISM: Option<Endomorphism<Self>> = Some(Endomorphism::new(
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
