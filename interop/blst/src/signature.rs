//! Signatures and their verification.

use alloc::vec::Vec;

use crate::affine::AffinePoint;
use crate::aggregate::{AggregatePublicKey, AggregateSignature};
use crate::group::{Compressed, Uncompressed};
use crate::hashing::augmented;
use crate::public_key::PublicKey;
use crate::scalar::lowest_bits;
use crate::sets::{Checks, Claims};
use crate::variant::Variant;
use crate::{BLST_ERROR, blst_scalar};

/// Where there is a standard library, the replaced crate returns `BLST_VERIFY_FAIL` for every reason.
const NAMES_REASONS: bool =
    cfg!(any(target_os = "none", target_os = "uefi", all(target_os = "unknown", target_arch = "wasm32")));

/// A signature. Decoding checks that it is on the curve; `sig_groupcheck` and [`validate`](Self::validate) that it is
/// in the subgroup. Without these checks, verification of points outside the subgroup has no meaning.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature<V: Variant> {
    pub(crate) point: AffinePoint<V::Signature>,
}

impl<V: Variant> Signature<V> {
    /// That the signature is in the subgroup, and with `sig_infcheck` not infinity.
    ///
    /// # Errors
    /// `BLST_PK_IS_INFINITY`, `BLST_POINT_NOT_IN_GROUP`.
    pub fn validate(&self, sig_infcheck: bool) -> Result<(), BLST_ERROR> {
        self.point.validate(sig_infcheck)
    }

    /// The valid signature of an encoding.
    ///
    /// # Errors
    /// Those of [`deserialize`](Self::deserialize) and [`validate`](Self::validate).
    pub fn sig_validate(sig: &[u8], sig_infcheck: bool) -> Result<Self, BLST_ERROR> {
        let signature = Self::from_bytes(sig)?;
        signature.validate(sig_infcheck)?;
        Ok(signature)
    }

    /// Verifies the signature of `aug` and `msg` under the tag `dst`.
    pub fn verify(
        &self,
        sig_groupcheck: bool,
        msg: &[u8],
        dst: &[u8],
        aug: &[u8],
        pk: &PublicKey<V>,
        pk_validate: bool,
    ) -> BLST_ERROR {
        self.aggregate_verify(sig_groupcheck, &[&augmented(aug, msg)], dst, &[pk], pk_validate)
    }

    /// Verifies a sum of signatures of a message for each key. Messages may be equal. No keys, or another number of
    /// messages: `BLST_VERIFY_FAIL`.
    pub fn aggregate_verify(
        &self,
        sig_groupcheck: bool,
        msgs: &[&[u8]],
        dst: &[u8],
        pks: &[&PublicKey<V>],
        pks_validate: bool,
    ) -> BLST_ERROR {
        if pks.is_empty() || msgs.len() != pks.len() {
            return BLST_ERROR::BLST_VERIFY_FAIL;
        }
        let claims = Claims::<V> {
            keys: pks.iter().map(|key| key.point.point()).collect(),
            messages: msgs,
            signatures: alloc::vec![self.point.point()],
            weights: None,
            random_oracle: true,
        };
        verdict(claims.verify_vartime(dst, Checks { keys: pks_validate, signatures: sig_groupcheck }))
    }

    /// Verifies a sum of signatures of one message by all keys, which the caller has validated, with proofs that their
    /// owners have the secret keys. No keys: `BLST_AGGR_TYPE_MISMATCH`.
    pub fn fast_aggregate_verify(
        &self,
        sig_groupcheck: bool,
        msg: &[u8],
        dst: &[u8],
        pks: &[&PublicKey<V>],
    ) -> BLST_ERROR {
        match AggregatePublicKey::aggregate(pks, false) {
            Ok(sum) => {
                self.fast_aggregate_verify_pre_aggregated(sig_groupcheck, msg, dst, &sum.to_public_key())
            }
            Err(error) => error,
        }
    }

    /// As [`fast_aggregate_verify`](Self::fast_aggregate_verify), given the sum of the keys.
    pub fn fast_aggregate_verify_pre_aggregated(
        &self,
        sig_groupcheck: bool,
        msg: &[u8],
        dst: &[u8],
        pk: &PublicKey<V>,
    ) -> BLST_ERROR {
        self.aggregate_verify(sig_groupcheck, &[msg], dst, &[pk], false)
    }

    /// Verifies many signatures, each of a message by a key, with the lowest `rand_bits` bits of `rands` as weights.
    /// The caller draws them after all else is fixed, unpredictable and not zero: a wrong batch passes with a
    /// probability of `2^-rand_bits`. Signatures that are infinity are left out. No keys, or lists of different
    /// lengths: `BLST_VERIFY_FAIL`. With `rand_bits = 0` there are no weights.
    ///
    /// # Panics
    /// If `rand_bits` is greater than 256.
    #[allow(clippy::too_many_arguments, reason = "the signature of the replaced crate")]
    pub fn verify_multiple_aggregate_signatures(
        msgs: &[&[u8]],
        dst: &[u8],
        pks: &[&PublicKey<V>],
        pks_validate: bool,
        sigs: &[&Self],
        sigs_groupcheck: bool,
        rands: &[blst_scalar],
        rand_bits: usize,
    ) -> BLST_ERROR {
        let number = pks.len();
        if number == 0 || [msgs.len(), sigs.len(), rands.len()] != [number; 3] {
            return BLST_ERROR::BLST_VERIFY_FAIL;
        }
        let weights: Vec<_> = rands.iter().map(|weight| lowest_bits(&weight.b, rand_bits)).collect();
        let claims = Claims::<V> {
            keys: pks.iter().map(|key| key.point.point()).collect(),
            messages: msgs,
            signatures: sigs.iter().map(|signature| signature.point.point()).collect(),
            weights: (rand_bits > 0).then_some(weights),
            random_oracle: true,
        };
        verdict(claims.verify_vartime(dst, Checks { keys: pks_validate, signatures: sigs_groupcheck }))
    }

    /// The sum as a signature.
    pub fn from_aggregate(agg_sig: &AggregateSignature<V>) -> Self {
        agg_sig.to_signature()
    }

    /// The compressed encoding.
    pub fn compress(&self) -> Compressed<V::Signature> {
        self.point.compress()
    }

    /// The uncompressed encoding.
    pub fn serialize(&self) -> Uncompressed<V::Signature> {
        self.point.serialize()
    }

    /// The signature of a compressed encoding, not validated.
    ///
    /// # Errors
    /// As [`deserialize`](Self::deserialize).
    pub fn uncompress(sig_comp: &[u8]) -> Result<Self, BLST_ERROR> {
        Ok(Self { point: AffinePoint::uncompress(sig_comp)? })
    }

    /// The signature of an encoding, compressed or not; not validated.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING`, `BLST_POINT_NOT_ON_CURVE`, and `BLST_POINT_NOT_IN_GROUP` for points of G1 with `x = 0`.
    pub fn deserialize(sig_in: &[u8]) -> Result<Self, BLST_ERROR> {
        Ok(Self { point: AffinePoint::deserialize(sig_in)? })
    }

    /// As [`deserialize`](Self::deserialize).
    ///
    /// # Errors
    /// As that function.
    pub fn from_bytes(sig_in: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::deserialize(sig_in)
    }

    /// As [`compress`](Self::compress).
    pub fn to_bytes(&self) -> Compressed<V::Signature> {
        self.compress()
    }

    /// Whether the signature is in the subgroup, as infinity is.
    pub fn subgroup_check(&self) -> bool {
        self.validate(false).is_ok()
    }
}

fn verdict(result: Result<(), BLST_ERROR>) -> BLST_ERROR {
    match result {
        Err(_) if !NAMES_REASONS => BLST_ERROR::BLST_VERIFY_FAIL,
        result => BLST_ERROR::of(result),
    }
}

impl<F, V: Variant<Signature = F>> From<Signature<V>> for AffinePoint<F> {
    fn from(sig: Signature<V>) -> Self {
        sig.point
    }
}

impl<'a, F, V: Variant<Signature = F>> From<&'a Signature<V>> for &'a AffinePoint<F> {
    fn from(sig: &'a Signature<V>) -> Self {
        &sig.point
    }
}

impl<F, V: Variant<Signature = F>> From<AffinePoint<F>> for Signature<V> {
    fn from(point: AffinePoint<F>) -> Self {
        Self { point }
    }
}
