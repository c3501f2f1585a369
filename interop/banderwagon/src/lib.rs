//! The API of rust-verkle's crate `banderwagon`, and of MegaETH SALT's copy of it, implemented by Vorpal.
//!
//! * [`Element`]: elements of the group Banderwagon, their bytes and their map to scalars, also in batches;
//! * [`salt_committer::Committer`]: tables of fixed points, for single products;
//! * [`msm`], [`msm_windowed_sign`]: tables of fixed points, for sums;
//! * [`multi_scalar_mul`]: sums of multiples of any points;
//! * [`Fr`], [`Fq`] and the traits of [`trait_defs`]: the types of arkworks;
//! * [`conversion`]: from and to the types of Vorpal.
//!
//! Operations may take variable time: commitments are to public data.
//!
//! Without the feature `std`, which `parallel` includes, the crate needs `alloc` only.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod conversion;
mod element;
pub mod msm;
pub mod msm_windowed_sign;
pub mod platform;
pub mod salt_committer;
mod tables;
pub mod trait_defs;

use alloc::vec::Vec;

pub use ark_ed_on_bls12_381_bandersnatch::{Fq, Fr};
use ark_ff::BigInteger256;
pub use element::{Element, Encoding};
pub use trait_defs::*;
use vorpal_curves::Group;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_fields::primes::Bls12_381Scalar;
use vorpal_msm::{FewBases, group_msm_vartime};

/// The scalar of an integer in little-endian limbs, as a constant.
///
/// # Panics
/// If the integer is not below the order of the group: in a constant, the build stops.
pub const fn fr_from_u64_limbs(limbs: [u64; 4]) -> Fr {
    Fr::new(BigInteger256::new(limbs))
}

/// The element whose `x`, with the larger `y`, is the big-endian integer of these bytes modulo the prime; `None` if
/// there is none. Any number of bytes. Used to derive points from hashes, by trying one hash after the other.
pub fn try_reduce_to_element(bytes: &[u8]) -> Option<Element> {
    let x = Bls12_381Scalar::from_be_bytes_reduced(bytes);
    Banderwagon::decode(&x.to_be_bytes()).ok().map(Element::from)
}

/// `sum of scalars[i] bases[i]`; the identity for an empty sum. With feature `parallel`, long sums run on the threads
/// of the caller's rayon pool.
///
/// # Panics
/// If the numbers of bases and scalars differ.
pub fn multi_scalar_mul(bases: &[Element], scalars: &[Fr]) -> Element {
    /// The maximal number of points for which tables of odd multiples take fewer additions than buckets.
    const FEW: usize = 32;
    assert!(bases.len() == scalars.len(), "{} bases for {} scalars", bases.len(), scalars.len());
    let points: Vec<Banderwagon> = bases.iter().map(|base| base.0).collect();
    let scalars = scalars.iter().map(conversion::scalar_of);
    let sum = if points.len() <= FEW {
        FewBases::new(&points).msm_sparse_vartime(scalars.enumerate())
    } else {
        group_msm_vartime(&Banderwagon::normalise_batch(&points), &scalars.collect::<Vec<_>>())
    };
    Element(sum.expect("as many scalars as bases, and less than 2^31 of them in memory"))
}

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
