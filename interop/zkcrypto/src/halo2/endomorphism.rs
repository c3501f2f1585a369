//! Halves of scalars by the endomorphism of a curve.

use ff013::WithSmallOrderMulGroup;
use vorpal_curves::bls12_381::Bls12_381G1;
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::models::weierstrass::{Endomorphism, Half, WeierstrassCurve};
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::Fe;

use crate::{Axiom, CurveParameters, Point, Scalar};

/// `CurveEndo::decompose_scalar` of `halo2curves`, whose trait is private.
macro_rules! decompose {
    ($($curve:ty),+) => {$(
        impl Point<$curve> {
            /// `(k1, k1_is_negative, k2, k2_is_negative)` with `scalar = +-k1 - (+-k2) ZETA`: numbers of at most 128
            /// bits, which may differ from those of `halo2curves`. Constant time.
            pub fn decompose_scalar(scalar: &Scalar<$curve>) -> (u128, bool, u128, bool) {
                halves::<$curve>(scalar)
            }
        }
    )+};
}

decompose!(Bn254G1, Axiom<Bn254G1>, Secp256k1, Bls12_381G1);

/// `ZETA` is `lambda` or its square, the inverse. For the square, the halves of `scalar lambda = a + b lambda` give
/// `scalar = b + a ZETA`.
fn halves<C: CurveParameters>(scalar: &Scalar<C>) -> (u128, bool, u128, bool) {
    let Some(endomorphism) = C::Curve::ENDOMORPHISM else {
        return (0, false, 0, false);
    };
    let (lambda, zeta) = (endomorphism.lambda(), <Scalar<C> as WithSmallOrderMulGroup<3>>::ZETA.0);
    let [one, multiple] = if lambda == zeta {
        split::<C>(endomorphism, &scalar.0)
    } else {
        let [multiple, one] = split::<C>(endomorphism, &(scalar.0 * lambda));
        [one, multiple]
    };
    // The sign of the second half is that of its opposite, and zero is not negative.
    let opposite = !bool::from(multiple.negative) & (multiple.magnitude != 0);
    (one.magnitude, one.negative.into(), multiple.magnitude, opposite)
}

fn split<C: CurveParameters>(
    endomorphism: &Endomorphism<C::Curve>,
    scalar: &Fe<C::ScalarModulus, 4>,
) -> [Half; 2] {
    endomorphism.split(&scalar.to_limbs())
}
