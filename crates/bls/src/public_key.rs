//! Public keys: points that have been checked, and their sums.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use vorpal_curves::PointFormat;
use vorpal_curves::models::weierstrass::{Affine, EncodableCurve};
use vorpal_msm::PointLists;
use vorpal_threads::map;

use crate::Error;
use crate::membership::outside_vartime;
use crate::variant::{KeyBytes, KeyPoint, UncompressedKeyBytes, Variant};

/// The number of encodings that a thread decodes at a time.
const DECODED_AT_ONCE: usize = 64;

/// A public key: a point of the curve, in the subgroup of prime order, and not infinity. Every way to make one checks
/// this (`KeyValidate` of the draft), [`decode_batch`](Self::decode_batch) by random sums. Not checked are the points
/// of [`from_point_unchecked`](Self::from_point_unchecked), and those of the file of a `KeyTable`, whose keys were
/// checked before it was written.
///
/// ```
/// use vorpal_bls::{Error, MinPk, PublicKey, SecretKey};
/// let key = SecretKey::from_be_bytes(&[1; 32])?.public_key::<MinPk>();
/// assert_eq!(PublicKey::decode(&key.to_bytes())?, key);
/// let mut infinity = [0; 48];
/// infinity[0] = 0xc0;
/// assert_eq!(PublicKey::<MinPk>::decode(&infinity), Err(Error::InfinityKey));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey<V: Variant> {
    point: KeyPoint<V>,
}

impl<V: Variant> PublicKey<V> {
    /// The number of bytes of an encoding.
    pub const BYTES: usize = size_of::<KeyBytes<V>>();

    /// The key with this encoding of 48 bytes in G1 or 96 bytes in G2: big-endian, compressed.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of bytes, [`Error::Point`] with the reason, [`Error::InfinityKey`].
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        length::<KeyBytes<V>>(bytes)?;
        Self::of_member(V::KEY_FORMAT.decode(bytes)?)
    }

    /// The key with this uncompressed encoding of 96 bytes in G1 or 192 bytes in G2.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    pub fn decode_uncompressed(bytes: &[u8]) -> Result<Self, Error> {
        length::<UncompressedKeyBytes<V>>(bytes)?;
        Self::of_member(V::KEY_FORMAT.decode(bytes)?)
    }

    /// [`decode`](Self::decode) of each encoding: square roots sixteen side by side, on the caller's pool.
    ///
    /// From a hundred keys on, the subgroup is checked by sums with random weights. The probability that any wrong one
    /// of `n` keys is accepted is then at most `n 2^-128`, whatever an attacker chooses
    /// ([`outside_subgroup_randomised`](vorpal_msm::outside_subgroup_randomised)). Wrong keys cost at most about half
    /// as much again as exact checks of all. Without feature `getrandom`, or if the operating system provides no
    /// randomness, every check is exact. Where all participants must reach the same verdict by definition, use
    /// [`decode`](Self::decode) for each key.
    pub fn decode_batch<B: AsRef<[u8]> + Sync>(encodings: &[B]) -> Vec<Result<Self, Error>> {
        let mut keys = decode_all::<V::KeyCurve, B>(encodings, &V::KEY_FORMAT);
        let places: Vec<usize> = (0..keys.len()).filter(|place| keys[*place].is_ok()).collect();
        let points: Vec<KeyPoint<V>> = keys.iter().filter_map(|key| key.ok()).collect();
        for outside in outside_vartime(&points) {
            keys[places[outside]] = Err(vorpal_curves::Error::NotInSubgroup.into());
        }
        keys.into_iter().map(|point| Self::of_member(point?)).collect()
    }

    /// The key of a point of the curve, which is checked.
    ///
    /// # Errors
    /// [`Error::Point`] if the point is not in the subgroup, [`Error::InfinityKey`].
    pub fn from_point(point: KeyPoint<V>) -> Result<Self, Error> {
        if !point.is_in_subgroup_vartime() {
            return Err(vorpal_curves::Error::NotInSubgroup.into());
        }
        Self::of_member(point)
    }

    /// The key of a point that the caller knows to be in the subgroup, for example because it was checked before.
    /// Verification with the key of another point may accept wrong signatures.
    ///
    /// # Errors
    /// [`Error::InfinityKey`].
    pub fn from_point_unchecked(point: KeyPoint<V>) -> Result<Self, Error> {
        Self::of_member(point)
    }

    /// The key of a point of the subgroup.
    pub(crate) fn of_member(point: KeyPoint<V>) -> Result<Self, Error> {
        if point.is_identity_vartime() { Err(Error::InfinityKey) } else { Ok(Self { point }) }
    }

    /// The key of a point of the subgroup that is known not to be infinity, in constant time.
    pub(crate) fn not_identity(point: KeyPoint<V>) -> Self {
        Self { point }
    }

    /// The point.
    pub fn point(&self) -> &KeyPoint<V> {
        &self.point
    }

    /// The encoding of 48 bytes in G1 or 96 bytes in G2.
    pub fn to_bytes(&self) -> KeyBytes<V> {
        V::KEY_FORMAT.encode_compressed(&self.point)
    }

    /// The uncompressed encoding of 96 bytes in G1 or 192 bytes in G2.
    pub fn to_uncompressed(&self) -> UncompressedKeyBytes<V> {
        V::KEY_FORMAT.encode_uncompressed(&self.point)
    }

    /// The sum of keys, `eth_aggregate_pubkeys` of Ethereum. The additions share inversions.
    ///
    /// ```
    /// use vorpal_bls::{Error, MinSig, PublicKey, SecretKey};
    /// let key = SecretKey::from_be_bytes(&[1; 32])?.public_key::<MinSig>();
    /// let opposite = PublicKey::from_point(-*key.point())?;
    /// assert_eq!(PublicKey::aggregate(&[key, opposite]), Err(Error::InfinitySum));
    /// assert_eq!(PublicKey::aggregate(&[key, opposite, key])?, key);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Empty`] for no keys, [`Error::InfinitySum`].
    pub fn aggregate(keys: &[Self]) -> Result<Self, Error> {
        match keys {
            [] => Err(Error::Empty),
            [key] => Ok(*key),
            _ => {
                let points: Vec<KeyPoint<V>> = keys.iter().map(|key| key.point).collect();
                let mut lists = PointLists::new();
                lists.push((0..points.len()).map(|index| (index, false)));
                sum_of(lists.sum_vartime(&points)[0])
            }
        }
    }
}

/// The key of a sum of keys.
pub(crate) fn sum_of<V: Variant>(point: KeyPoint<V>) -> Result<PublicKey<V>, Error> {
    PublicKey::of_member(point).map_err(|_| Error::InfinitySum)
}

/// Whether the bytes have the length of an encoding.
pub(crate) fn length<Bytes>(bytes: &[u8]) -> Result<(), Error> {
    let expected = size_of::<Bytes>();
    if bytes.len() == expected { Ok(()) } else { Err(Error::Length { expected, found: bytes.len() }) }
}

/// The points of the curve with these compressed encodings, side by side, on the caller's pool.
pub(crate) fn decode_all<C: EncodableCurve, B: AsRef<[u8]> + Sync>(
    encodings: &[B],
    format: &(impl PointFormat<Point = Affine<C>> + Sync),
) -> Vec<Result<Affine<C>, Error>> {
    let read = |(point, bytes): (Result<Affine<C>, _>, &B)| {
        length::<C::Compressed>(bytes.as_ref())?;
        Ok(point?)
    };
    let decode = |encodings: &&[B]| -> Vec<_> {
        format.decode_batch_on_curve(encodings).into_iter().zip(*encodings).map(read).collect()
    };
    let chunks: Vec<&[B]> = encodings.chunks(DECODED_AT_ONCE).collect();
    map(&chunks, decode).into_iter().flatten().collect()
}

impl<V: Variant> Hash for PublicKey<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_bytes().as_ref().hash(state);
    }
}
