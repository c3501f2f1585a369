//! The points of the commitments.
//!
//! SALT and rust-verkle have functions of the same names that give other points and other bytes: `CRS::new`,
//! `CRS::default`, and the encodings. The features `salt` and `rust-verkle` select one of the two. With neither or both
//! of them, these functions do not exist.
#![allow(non_snake_case, reason = "points are capitals in the literature")]

#[cfg(all(feature = "rust-verkle", not(feature = "salt")))]
mod rust_verkle;
#[cfg(all(feature = "salt", not(feature = "rust-verkle")))]
mod salt;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Index;

use banderwagon::{Element, multi_scalar_mul, try_reduce_to_element};
use once_cell::race::OnceBox;
use sha2::{Digest, Sha256};

#[cfg(all(feature = "salt", not(feature = "rust-verkle")))]
pub use salt::CrsError;

use crate::lagrange_basis::LagrangeBasis;
use crate::tables;

/// The points of Pedersen commitments: `n` generators `G`, and `Q` of the inner product argument.
///
/// ```
/// use banderwagon::Element;
/// use ipa_multipoint::crs::CRS;
/// let crs = CRS::ethereum();
/// assert_eq!((crs.n, crs.Q), (256, Element::prime_subgroup_generator()));
/// assert_ne!(CRS::salt()[0], crs[0]);
/// ```
#[derive(Debug, Clone)]
pub struct CRS {
    /// The number of generators.
    pub n: usize,
    /// The generators.
    pub G: Vec<Element>,
    /// The point that the inner product argument multiplies by inner products.
    pub Q: Element,
}

/// The seed of SALT's points.
const SALT_SEED: &[u8] = b"MAKE_ETHEREUM_GREAT_AGAIN";

impl CRS {
    /// SALT's points: 256 generators and `Q`, derived from its seed. The first call derives them, others copy them.
    pub fn salt() -> Self {
        static POINTS: OnceBox<CRS> = OnceBox::new();
        POINTS.get_or_init(|| Box::new(Self::with_derived_q(256, SALT_SEED))).clone()
    }

    /// The points of Ethereum's Verkle testnets, of go-ipa and of rust-verkle's `CRS::default`: 256 generators of the
    /// seed `eth_verkle_oct_2021`, and the generator of the group as `Q`. The first call derives them, others copy
    /// them.
    pub fn ethereum() -> Self {
        static POINTS: OnceBox<CRS> = OnceBox::new();
        POINTS.get_or_init(|| Box::new(Self::with_generator_q(256, vorpal_ipa::DEFAULT_SEED))).clone()
    }

    /// The points of a seed as SALT's `CRS::new` derives them: `n` generators, then `Q`.
    ///
    /// For `i = 0, 1, 2, ...` the digest `SHA-256(seed || i as 8 bytes big-endian)`, as a big-endian integer modulo the
    /// prime, is decoded as a point. The first `n + 1` valid ones are the result. They differ: two equal ones would be
    /// a collision of SHA-256 or of its residues.
    pub fn with_derived_q(n: usize, seed: &[u8]) -> Self {
        let mut points: Vec<Element> = points_of(seed).take(n + 1).collect();
        let Q = points.pop().unwrap_or(Element::zero());
        Self { n, G: points, Q }
    }

    /// The points of a seed as rust-verkle's `CRS::new` derives them: the same `n` generators as
    /// [`with_derived_q`](Self::with_derived_q), and the generator of the group as `Q`.
    pub fn with_generator_q(n: usize, seed: &[u8]) -> Self {
        Self { n, G: points_of(seed).take(n).collect(), Q: Element::prime_subgroup_generator() }
    }

    /// The number of generators.
    pub fn max_number_of_elements(&self) -> usize {
        self.n
    }

    /// The commitment to a polynomial: the sum of the multiples of `G` by its values. Missing values are zero.
    ///
    /// # Panics
    /// If the polynomial has more values than there are generators.
    pub fn commit_lagrange_poly(&self, polynomial: &LagrangeBasis) -> Element {
        let values = polynomial.values();
        assert!(values.len() <= self.G.len(), "{} values for {} generators", values.len(), self.G.len());
        match tables::of(self) {
            Some(committer) => tables::commit(committer, values),
            None => multi_scalar_mul(&self.G[..values.len()], values),
        }
    }
}

impl Index<usize> for CRS {
    type Output = Element;

    fn index(&self, index: usize) -> &Element {
        &self.G[index]
    }
}

/// The points of a seed, without an end.
fn points_of(seed: &[u8]) -> impl Iterator<Item = Element> {
    (0u64..).filter_map(move |counter| {
        let digest = Sha256::new().chain_update(seed).chain_update(counter.to_be_bytes()).finalize();
        try_reduce_to_element(&digest)
    })
}
