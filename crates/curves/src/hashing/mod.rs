//! Hashing of messages to points of a curve (RFC 9380), for authors of signature schemes and oblivious functions.
//!
//! A suite consists of a curve with its map ([`HashableCurve`]) and an algorithm that expands messages ([`Xmd`],
//! [`Xof`]) with a hash function of the user's choice. A [`Hasher`] is a suite with a domain separation tag:
//!
//! ```
//! use sha2::Sha256;
//! use vorpal_curves::bls12_381::g2::Bls12_381G2;
//! use vorpal_curves::hashing::{Hasher, Xmd};
//! let hasher = Hasher::<Bls12_381G2, Xmd<Sha256>>::new(b"MY-PROTOCOL-V01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_")?;
//! let point = hasher.hash_to_curve(b"a secret message");
//! assert_eq!(hasher.hash_to_curve_batch_vartime(&[b"a secret message"]), [point]);
//! assert!(point.is_in_subgroup_vartime());
//! # Ok::<(), vorpal_curves::Error>(())
//! ```
//!
//! `hash_to_curve` is indistinguishable from a random oracle; `encode_to_curve` costs half as much, and its points are
//! not uniformly distributed. Functions without the suffix `_vartime` take the same time for all messages of the same
//! length.

mod batch;
mod candidates;
mod expand;
mod hasher;
mod isogeny;
mod map;
mod packed;
mod svdw;
mod swu;

use vorpal_fields::HashField;

pub use expand::{Expander, Tag, Xmd, Xof, expand_message};
pub use hasher::{Hasher, hash_to_field};
pub use isogeny::Isogeny;
pub use map::MapToCurve;
pub use svdw::Svdw;
pub use swu::Swu;

use crate::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};

/// A curve of odd order with a map from its base field.
pub trait HashableCurve: WeierstrassCurve<Base: HashField> {
    /// The map.
    const MAP: &'static MapToCurve<Self::Base>;
    /// The security level `k` in bits: the statistical distance of hashed field elements from uniform ones is at most
    /// `2^-k`.
    const SECURITY_BITS: usize = 128;

    /// `L`: the number of uniform bytes for each coefficient of a field element.
    const BYTES: usize = (Self::Base::CHARACTERISTIC_BITS + Self::SECURITY_BITS).div_ceil(8);
}

/// The point of the curve to which the map sends `u`. The point need not lie in the prime subgroup. Constant time.
///
/// ```
/// use vorpal_curves::bls12_381::Bls12_381G1;
/// use vorpal_curves::hashing::{map_to_curve, map_to_curve_vartime};
/// let point = map_to_curve::<Bls12_381G1>(&5.into());
/// assert_eq!(map_to_curve_vartime::<Bls12_381G1>(&5.into()).to_affine(), point);
/// ```
pub fn map_to_curve<C: HashableCurve>(u: &C::Base) -> Affine<C> {
    let map = C::MAP;
    map.curve_point(&map.map(u)).to_affine()
}

/// The point of [`map_to_curve`], not normalised. Time depends on `u`.
pub fn map_to_curve_vartime<C: HashableCurve>(u: &C::Base) -> Jacobian<C> {
    let map = C::MAP;
    map.curve_point(&map.map(u))
}
