//! Products of pairings to which keys, messages and signatures are added one by one.

use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

use vorpal_curves::models::weierstrass::Jacobian;

use crate::fields::{Dodecic, blst_fp12};
use crate::group::{Point, Sum, is_inside_vartime};
use crate::hashing::{Hash, augmented};
use crate::products::{Pair, is_one_vartime, loops_vartime};
use crate::scalar::lowest_bits;
use crate::sets::pairs_vartime;
use crate::variant::{MinPk, MinSig, Variant};
use crate::{BLST_ERROR, blst_p1_affine, blst_p2_affine};

/// The number of pairs after which the replaced crate computes their Miller loops by itself. What follows them is lost
/// without [`Pairing::commit`].
const PAIRS: usize = 8;

/// A product of pairings of keys and messages, and a sum of signatures.
///
/// ```
/// use blst::{BLST_ERROR, Pairing, blst_p1_affine, blst_p2_affine};
/// use blst::min_pk::SecretKey;
/// let (tag, secret) = (b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_", SecretKey::key_gen(&[1; 32], &[]).unwrap());
/// let (key, signature) = (secret.sk_to_pk(), secret.sign(b"message", tag, &[]));
/// let (key, signature) = (blst_p1_affine::from(key), blst_p2_affine::from(signature));
/// let mut pairing = Pairing::new(true, tag);
/// let added = pairing.aggregate(&key, true, &signature, true, b"message", &[]);
/// assert_eq!(added, BLST_ERROR::BLST_SUCCESS);
/// pairing.commit();
/// assert!(pairing.finalverify(None));
/// ```
pub struct Pairing<'p> {
    random_oracle: bool,
    tag: &'p [u8],
    side: Side,
    /// Pairs without messages.
    raw: Vec<Pair>,
    /// The product of the Miller loops of all committed pairs, if there are any.
    value: Option<Dodecic>,
}

/// What was added since the last commit. The first key, or signature, decides the assignment of the groups.
enum Side {
    Undecided,
    MinPk(Items<MinPk>),
    MinSig(Items<MinSig>),
}

struct Items<V: Variant> {
    /// The weighted sum of all signatures, committed or not; `None` if all of them were infinity.
    signature: Option<Sum<V::Signature>>,
    keys: Vec<Point<V::Key>>,
    messages: Vec<Vec<u8>>,
    weights: Vec<Vec<u64>>,
}

impl<V: Variant> Items<V> {
    fn new() -> Self {
        Self { signature: None, keys: Vec::new(), messages: Vec::new(), weights: Vec::new() }
    }

    fn add(&mut self, item: &Item<'_, V>) -> Result<(), BLST_ERROR> {
        let signature = item.signature.filter(|signature| !signature.is_identity_vartime());
        if let Some(signature) = signature {
            if item.signature_check && !is_inside_vartime::<V::Signature>(&signature) {
                return Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP);
            }
            let signature = Jacobian::from_affine(&signature);
            let product =
                if item.weight[..] == [1] { signature } else { signature.mul_limbs_vartime(&item.weight) };
            self.signature = Some(self.signature.map_or(product, |sum| sum.add_vartime(&product)));
        }
        if item.key.is_identity_vartime() {
            return Err(BLST_ERROR::BLST_PK_IS_INFINITY);
        }
        if item.key_check && !is_inside_vartime::<V::Key>(&item.key) {
            return Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP);
        }
        self.keys.push(item.key);
        self.messages.push(item.message.to_vec());
        self.weights.push(item.weight.clone());
        Ok(())
    }

    /// The pairs of the first keys.
    fn pairs(&self, number: usize, tag: &[u8], random_oracle: bool) -> Vec<Pair> {
        if number == 0 {
            return Vec::new();
        }
        let messages: Vec<&[u8]> = self.messages[..number].iter().map(Vec::as_slice).collect();
        let weights = &self.weights[..number];
        let weights = weights.iter().any(|weight| weight[..] != [1]).then_some(weights);
        let hash = Hash::<V::Signature>::new(tag);
        pairs_vartime::<V>(&hash, random_oracle, &self.keys[..number], &messages, weights)
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.messages.clear();
        self.weights.clear();
    }

    fn add_signature_of(&mut self, other: &Self) {
        self.signature = match (self.signature, other.signature) {
            (Some(sum), Some(other)) => Some(sum.add_vartime(&other)),
            (sum, other) => sum.or(other),
        };
    }
}

/// A key, a message, a weight, and perhaps a signature.
struct Item<'a, V: Variant> {
    key: Point<V::Key>,
    key_check: bool,
    signature: Option<Point<V::Signature>>,
    signature_check: bool,
    weight: Vec<u64>,
    message: &'a [u8],
}

impl<'p> Pairing<'p> {
    /// Nothing yet. Messages are hashed under the tag `dst`: as a random oracle, or encoded.
    pub fn new(hash_or_encode: bool, dst: &'p [u8]) -> Self {
        Self { random_oracle: hash_or_encode, tag: dst, side: Side::Undecided, raw: Vec::new(), value: None }
    }

    /// As [`new`](Self::new), in place.
    pub fn init(&mut self, hash_or_encode: bool, dst: &'p [u8]) {
        *self = Self::new(hash_or_encode, dst);
    }

    /// Adds a key (`blst_p1_affine` or `blst_p2_affine`) with a message and its augmentation, and a signature of the
    /// other type. A signature of any other type is none. After an error the caller drops the product, as with the
    /// replaced crate: without the key it may still verify what was added before.
    ///
    /// # Panics
    /// If the key has another type.
    pub fn aggregate(
        &mut self,
        pk: &dyn Any,
        pk_validate: bool,
        sig: &dyn Any,
        sig_groupcheck: bool,
        msg: &[u8],
        aug: &[u8],
    ) -> BLST_ERROR {
        self.add(pk, pk_validate, sig, sig_groupcheck, alloc::vec![1], &augmented(aug, msg))
    }

    /// As [`aggregate`](Self::aggregate), with the lowest `nbits` bits of an integer as weight of the key and of the
    /// signature. Without bits the weight is one.
    ///
    /// # Panics
    /// If the key has another type, or if there are fewer bits.
    #[allow(clippy::too_many_arguments, reason = "the signature of the replaced crate")]
    pub fn mul_n_aggregate(
        &mut self,
        pk: &dyn Any,
        pk_validate: bool,
        sig: &dyn Any,
        sig_groupcheck: bool,
        scalar: &[u8],
        nbits: usize,
        msg: &[u8],
        aug: &[u8],
    ) -> BLST_ERROR {
        let weight = if nbits == 0 { alloc::vec![1] } else { lowest_bits(scalar, nbits) };
        self.add(pk, pk_validate, sig, sig_groupcheck, weight, &augmented(aug, msg))
    }

    #[allow(clippy::panic, reason = "as the replaced crate")]
    fn add(
        &mut self,
        key: &dyn Any,
        key_check: bool,
        signature: &dyn Any,
        signature_check: bool,
        weight: Vec<u64>,
        message: &[u8],
    ) -> BLST_ERROR {
        if let Some(key) = key.downcast_ref::<blst_p1_affine>() {
            if let Side::Undecided = self.side {
                self.side = Side::MinPk(Items::new());
            }
            let Side::MinPk(items) = &mut self.side else { return BLST_ERROR::BLST_AGGR_TYPE_MISMATCH };
            let signature = signature.downcast_ref::<blst_p2_affine>().map(blst_p2_affine::point);
            let key = key.point();
            BLST_ERROR::of(items.add(&Item { key, key_check, signature, signature_check, weight, message }))
        } else if let Some(key) = key.downcast_ref::<blst_p2_affine>() {
            if let Side::Undecided = self.side {
                self.side = Side::MinSig(Items::new());
            }
            let Side::MinSig(items) = &mut self.side else { return BLST_ERROR::BLST_AGGR_TYPE_MISMATCH };
            let signature = signature.downcast_ref::<blst_p1_affine>().map(blst_p1_affine::point);
            let key = key.point();
            BLST_ERROR::of(items.add(&Item { key, key_check, signature, signature_check, weight, message }))
        } else {
            panic!("a key is a blst_p1_affine or a blst_p2_affine")
        }
    }

    /// The value of the Miller loop of a signature with the generator of the other group, for
    /// [`finalverify`](Self::finalverify).
    ///
    /// # Panics
    /// If the signature is neither a `blst_p1_affine` nor a `blst_p2_affine`.
    #[allow(clippy::panic, reason = "as the replaced crate")]
    pub fn aggregated(gtsig: &mut blst_fp12, sig: &dyn Any) {
        *gtsig = if let Some(point) = sig.downcast_ref::<blst_p1_affine>() {
            blst_fp12::with_generator_of_g2(point)
        } else if let Some(point) = sig.downcast_ref::<blst_p2_affine>() {
            blst_fp12::with_generator_of_g1(point)
        } else {
            panic!("a signature is a blst_p1_affine or a blst_p2_affine")
        }
    }

    /// The number of pairs since the last commit.
    fn number(&self) -> usize {
        self.raw.len()
            + match &self.side {
                Side::Undecided => 0,
                Side::MinPk(items) => items.keys.len(),
                Side::MinSig(items) => items.keys.len(),
            }
    }

    /// The product with that of the first pairs since the last commit.
    fn value_with(&self, number: usize) -> Option<Dodecic> {
        if number == 0 {
            return self.value;
        }
        let raw = number.min(self.raw.len());
        let mut pairs = match &self.side {
            Side::Undecided => Vec::new(),
            Side::MinPk(items) => items.pairs(number - raw, self.tag, self.random_oracle),
            Side::MinSig(items) => items.pairs(number - raw, self.tag, self.random_oracle),
        };
        pairs.extend_from_slice(&self.raw[..raw]);
        let product = loops_vartime(&pairs);
        Some(self.value.map_or(product, |value| value.mul(&product)))
    }

    /// Computes the Miller loops of everything that was added since the last call.
    pub fn commit(&mut self) {
        self.value = self.value_with(self.number());
        self.raw.clear();
        match &mut self.side {
            Side::Undecided => {}
            Side::MinPk(items) => items.clear(),
            Side::MinSig(items) => items.clear(),
        }
    }

    /// Joins another product, of the same assignment of groups. Both have been committed.
    pub fn merge(&mut self, ctx1: &Self) -> BLST_ERROR {
        if let (Side::MinPk(_), Side::MinSig(_)) | (Side::MinSig(_), Side::MinPk(_)) =
            (&self.side, &ctx1.side)
        {
            return BLST_ERROR::BLST_AGGR_TYPE_MISMATCH;
        }
        if !(self.number().is_multiple_of(PAIRS) && ctx1.number().is_multiple_of(PAIRS)) {
            return BLST_ERROR::BLST_AGGR_TYPE_MISMATCH;
        }
        match (&self.side, &ctx1.side) {
            (Side::Undecided, Side::MinPk(_)) => self.side = Side::MinPk(Items::new()),
            (Side::Undecided, Side::MinSig(_)) => self.side = Side::MinSig(Items::new()),
            _ => {}
        }
        match (&mut self.side, &ctx1.side) {
            (Side::MinPk(items), Side::MinPk(other)) => items.add_signature_of(other),
            (Side::MinSig(items), Side::MinSig(other)) => items.add_signature_of(other),
            _ => {}
        }
        // The tag of the other product may be another one.
        self.value = match (self.value, ctx1.value_with(ctx1.number())) {
            (Some(value), Some(other)) => Some(value.mul(&other)),
            (value, other) => value.or(other),
        };
        BLST_ERROR::BLST_SUCCESS
    }

    /// Whether the committed product is that of the signatures: of `gtsig`, or else of those that were added. False if
    /// no pairs are committed.
    pub fn finalverify(&self, gtsig: Option<&blst_fp12>) -> bool {
        let Some(value) = self.value_with(self.number() / PAIRS * PAIRS) else { return false };
        let signature = match (gtsig, &self.side) {
            (Some(signature), _) => signature.element().conjugate(),
            (None, Side::MinPk(Items { signature: Some(sum), .. })) => {
                MinPk::loops_vartime(Vec::new(), &sum.to_affine_vartime())
            }
            (None, Side::MinSig(Items { signature: Some(sum), .. })) => {
                MinSig::loops_vartime(Vec::new(), &sum.to_affine_vartime())
            }
            (None, _) => Dodecic::ONE,
        };
        is_one_vartime(&value.mul(&signature))
    }

    /// Adds a pair of points as they are. A pair of two infinities is left out.
    pub fn raw_aggregate(&mut self, q: &blst_p2_affine, p: &blst_p1_affine) {
        if !(q.is_infinity() && p.is_infinity()) {
            self.raw.push((p.point(), q.point()));
        }
    }

    /// Commits, and returns the product; one for no pairs.
    pub fn as_fp12(&mut self) -> blst_fp12 {
        self.commit();
        blst_fp12::of(&self.value.unwrap_or(Dodecic::ONE))
    }
}

impl fmt::Debug for Pairing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pairing").field("pairs", &self.number()).finish_non_exhaustive()
    }
}
