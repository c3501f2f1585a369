//! The pairings of the curves of keys.

use vorpal_curves::models::weierstrass::Affine;
use vorpal_pairing::Error;
use vorpal_pairing::{bls12_381, bn254};

use crate::{Curve, Points};

/// A curve with its pairing `e`.
pub trait Pairing: Curve {
    /// Whether the product of all `e(p, q)` is one, for any points of the curves.
    ///
    /// # Errors
    /// For a point outside G1 or G2.
    fn product_is_one(pairs: &[Points<Self>]) -> Result<bool, Error>;
}

impl Pairing for bn254::Bn254 {
    fn product_is_one(pairs: &[Points<Self>]) -> Result<bool, Error> {
        bn254::product_is_one(pairs)
    }
}

impl Pairing for bls12_381::Bls12_381 {
    fn product_is_one(pairs: &[Points<Self>]) -> Result<bool, Error> {
        bls12_381::product_is_one(pairs)
    }
}

/// Whether `a_1 / a_2 = b_1 / b_2` for `[a_1, a_2]` in G1 and `[b_1, b_2]` in G2: `e(a_1, b_2) = e(a_2, b_1)`. False
/// if a point is infinity or outside its group, since then it has no ratio.
pub(crate) fn same_ratio<C: Pairing>(a: [Affine<C::G1>; 2], b: [Affine<C::G2>; 2]) -> bool {
    let infinity = a.iter().any(Affine::is_identity_vartime) || b.iter().any(Affine::is_identity_vartime);
    !infinity && C::product_is_one(&[(a[0], b[1]), (-a[1], b[0])]) == Ok(true)
}
