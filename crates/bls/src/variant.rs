//! The two assignments of the groups G1 and G2 to keys and signatures, as types.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

use once_cell::race::OnceBox;
use vorpal_curves::bls12_381::g2::{self, Bls12_381G2};
use vorpal_curves::bls12_381::{self as g1, Bls12_381G1};
use vorpal_curves::hashing::HashableCurve;
use vorpal_curves::models::weierstrass::{Affine, EncodableCurve, Format};
use vorpal_fields::primes::{Bls12_381BaseModulus, Bls12_381Scalar};
use vorpal_fields::tower::Fp12;
use vorpal_pairing::bls12_381::{Bls12_381, PreparedG2};
use vorpal_pairing::{miller_loop_prepared_vartime, miller_loop_vartime};

/// A point of the group of keys.
pub type KeyPoint<V> = Affine<<V as Variant>::KeyCurve>;
/// A point of the group of signatures.
pub type SignaturePoint<V> = Affine<<V as Variant>::SignatureCurve>;
/// The bytes of a public key: 48 in G1, 96 in G2.
pub type KeyBytes<V> = <<V as Variant>::KeyCurve as EncodableCurve>::Compressed;
/// The bytes of a signature: 96 in G2, 48 in G1.
pub type SignatureBytes<V> = <<V as Variant>::SignatureCurve as EncodableCurve>::Compressed;
/// The uncompressed bytes of a public key: 96 in G1, 192 in G2.
pub type UncompressedKeyBytes<V> = <<V as Variant>::KeyCurve as EncodableCurve>::Uncompressed;
/// The uncompressed bytes of a signature: 192 in G2, 96 in G1.
pub type UncompressedSignatureBytes<V> = <<V as Variant>::SignatureCurve as EncodableCurve>::Uncompressed;

/// The value of a product of Miller loops.
pub(crate) type MillerValue = Fp12<Bls12_381BaseModulus, 6>;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::MinPk {}
    impl Sealed for super::MinSig {}
}

/// The assignment of the groups to keys and signatures: [`MinPk`] or [`MinSig`].
pub trait Variant: sealed::Sealed + Copy + Debug + Eq + Send + Sync + 'static {
    /// The curve of the group of public keys.
    type KeyCurve: EncodableCurve<Scalar = Bls12_381Scalar>;
    /// The curve of the group of signatures, to which messages are hashed.
    type SignatureCurve: EncodableCurve<Scalar = Bls12_381Scalar> + HashableCurve;

    /// The tag of signatures in the basic scheme (draft-irtf-cfrg-bls-signature-05, section 4.2.1).
    const NUL: &'static [u8];
    /// The tag of signatures with message augmentation (section 4.2.2).
    const AUG: &'static [u8];
    /// The tag of signatures with proofs of possession (section 4.2.3).
    const POP: &'static [u8];
    /// The tag of proofs of possession (section 4.2.3).
    const POSSESSION: &'static [u8];

    /// The format of keys.
    #[doc(hidden)]
    const KEY_FORMAT: Format<Self::KeyCurve>;
    /// The format of signatures.
    #[doc(hidden)]
    const SIGNATURE_FORMAT: Format<Self::SignatureCurve>;

    /// The value of the Miller loops of the keys with the hashed messages, and of the negated generator with the
    /// signature. All points are in the groups.
    #[doc(hidden)]
    fn miller_loop_vartime(
        pairs: &[(KeyPoint<Self>, SignaturePoint<Self>)],
        signature: &SignaturePoint<Self>,
    ) -> MillerValue;
}

/// Public keys of 48 bytes in G1, signatures of 96 bytes in G2: Ethereum, Filecoin, Chia, drand's first chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinPk;

/// Signatures of 48 bytes in G1, public keys of 96 bytes in G2: drand's quicknet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinSig;

impl Variant for MinPk {
    type KeyCurve = Bls12_381G1;
    type SignatureCurve = Bls12_381G2;

    const NUL: &'static [u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_";
    const AUG: &'static [u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_";
    const POP: &'static [u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
    const POSSESSION: &'static [u8] = b"BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
    const KEY_FORMAT: Format<Bls12_381G1> = g1::encoding::ZCASH;
    const SIGNATURE_FORMAT: Format<Bls12_381G2> = g2::encoding::ZCASH;

    fn miller_loop_vartime(pairs: &[(g1::Affine, g2::Affine)], signature: &g2::Affine) -> MillerValue {
        let mut all = Vec::with_capacity(pairs.len() + 1);
        all.extend_from_slice(pairs);
        all.push((-g1::Affine::GENERATOR, *signature));
        miller_loop_vartime::<Bls12_381, 6>(&all)
    }
}

impl Variant for MinSig {
    type KeyCurve = Bls12_381G2;
    type SignatureCurve = Bls12_381G1;

    const NUL: &'static [u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
    const AUG: &'static [u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_AUG_";
    const POP: &'static [u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";
    const POSSESSION: &'static [u8] = b"BLS_POP_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";
    const KEY_FORMAT: Format<Bls12_381G2> = g2::encoding::ZCASH;
    const SIGNATURE_FORMAT: Format<Bls12_381G1> = g1::encoding::ZCASH;

    fn miller_loop_vartime(pairs: &[(g2::Affine, g1::Affine)], signature: &g1::Affine) -> MillerValue {
        let pairs: Vec<_> = pairs.iter().map(|(key, hash)| (*hash, *key)).collect();
        miller_loop_prepared_vartime::<Bls12_381, 6>(&pairs, &[(*signature, negated_generator())])
    }
}

/// The lines of the negated generator of G2.
fn negated_generator() -> &'static PreparedG2 {
    static LINES: OnceBox<PreparedG2> = OnceBox::new();
    LINES.get_or_init(|| {
        Box::new(PreparedG2::new(&-g2::Affine::GENERATOR).expect("the generator is in the subgroup"))
    })
}
