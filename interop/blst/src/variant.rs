//! The two assignments of the groups to keys and signatures.

use alloc::vec::Vec;
use core::fmt::Debug;

use vorpal_curves::bls12_381::Affine;
use vorpal_fields::primes::Bls12_381BaseModulus;
use vorpal_fields::tower::Fp12;

use crate::fields::{Dodecic, blst_fp, blst_fp2};
use crate::group::{Coordinate, Point};
use crate::products::{Pair, loops_vartime, loops_with_generator_vartime};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::MinPk {}
    impl Sealed for super::MinSig {}
}

/// The assignment of the groups to keys and signatures.
pub trait Variant: sealed::Sealed + Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// The group of public keys.
    type Key: Coordinate;
    /// The group of signatures.
    type Signature: Coordinate;

    /// A key and a signature, in the order of the pairing.
    #[doc(hidden)]
    fn pair(key: Point<Self::Key>, signature: Point<Self::Signature>) -> (Point<blst_fp>, Point<blst_fp2>);

    /// The product of the Miller loops of the pairs, and of the negated generator and the signature.
    #[doc(hidden)]
    fn loops_vartime(pairs: Vec<Pair>, signature: &Point<Self::Signature>) -> Fp12<Bls12_381BaseModulus, 6>;

    /// Whether weights of a batch multiply keys instead of hashes: they multiply points of G1.
    #[doc(hidden)]
    const WEIGHS_KEYS: bool;
}

/// Keys in G1, signatures in G2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MinPk;

/// Keys in G2, signatures in G1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MinSig;

impl Variant for MinPk {
    type Key = blst_fp;
    type Signature = blst_fp2;

    fn pair(key: Point<blst_fp>, signature: Point<blst_fp2>) -> (Point<blst_fp>, Point<blst_fp2>) {
        (key, signature)
    }

    fn loops_vartime(mut pairs: Vec<Pair>, signature: &Point<blst_fp2>) -> Dodecic {
        pairs.push((-Affine::GENERATOR, *signature));
        loops_vartime(&pairs)
    }

    const WEIGHS_KEYS: bool = true;
}

impl Variant for MinSig {
    type Key = blst_fp2;
    type Signature = blst_fp;

    fn pair(key: Point<blst_fp2>, signature: Point<blst_fp>) -> (Point<blst_fp>, Point<blst_fp2>) {
        (signature, key)
    }

    fn loops_vartime(pairs: Vec<Pair>, signature: &Point<blst_fp>) -> Dodecic {
        loops_with_generator_vartime(&pairs, signature)
    }

    const WEIGHS_KEYS: bool = false;
}

/// The names of a variant.
macro_rules! names {
    ($variant:ty) => {
        /// A secret key.
        pub type SecretKey = crate::secret_key::SecretKey<$variant>;
        /// A public key.
        pub type PublicKey = crate::public_key::PublicKey<$variant>;
        /// A sum of public keys.
        pub type AggregatePublicKey = crate::aggregate::AggregatePublicKey<$variant>;
        /// A signature.
        pub type Signature = crate::signature::Signature<$variant>;
        /// A sum of signatures.
        pub type AggregateSignature = crate::aggregate::AggregateSignature<$variant>;
    };
}

/// Public keys of 48 bytes in G1, signatures of 96 bytes in G2.
pub mod min_pk {
    names!(super::MinPk);
}

/// Signatures of 48 bytes in G1, public keys of 96 bytes in G2.
pub mod min_sig {
    names!(super::MinSig);
}
