//! The identifier of the whole sum that a partial sum belongs to.

use alloc::vec::Vec;
use core::fmt::{self, Debug, Display, Formatter, LowerHex};
use core::str::FromStr;

use sha2::{Digest, Sha256};
use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::text::{Hex, TextError, read_hex};
use vorpal_fields::{EncodableField, PrimeField};

use crate::curve_id::curve_id;
use crate::integer::{MsmScalar, Signed};
use crate::{Bases, Error};

/// The number of terms in one digest.
const AT_ONCE: usize = 4096;
/// Domain separation labels: of the digest of some terms, and of the whole sum.
const TERMS: &[u8] = b"vorpal partial sum, terms, 1\0";
const WHOLE: &[u8] = b"vorpal partial sum, whole, 1\0";

/// The identifier of a whole sum. Its partial sums contain it, and [merging](crate::PartialMsm::merge) rejects parts of
/// different jobs.
///
/// The caller that splits a sum creates the identifier once and passes it to all workers, because a part does not have
/// all points and scalars. [`of`](Self::of) hashes all points and scalars: equal sums have equal identifiers.
/// [`from_bytes`] takes 32 bytes that identify the job, for example random ones, without hashing.
///
/// The identifier detects parts of different jobs. It does not prove that a part is the sum of its cells.
///
/// [`from_bytes`]: Self::from_bytes
///
/// ```
/// use vorpal_curves::bn254::Affine;
/// use vorpal_msm::JobId;
/// let points = [Affine::GENERATOR; 2];
/// assert_eq!(JobId::of(&points, &[1u8, 2])?, JobId::of(&points, &[1u64, 2])?);
/// assert_ne!(JobId::of(&points, &[1u8, 2])?, JobId::of(&points, &[2u8, 1])?);
/// assert_eq!(JobId::from_bytes([7; 32]).to_bytes(), [7; 32]);
/// assert_eq!("07".repeat(32).parse(), Ok(JobId::from_bytes([7; 32])));
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct JobId([u8; 32]);

impl JobId {
    /// The identifier with these bytes. The caller ensures that different sums have different identifiers.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// Computes the SHA-256 digest of all points and scalars of a sum.
    ///
    /// Two different sums with the same digest are a collision of SHA-256. The time depends on the lengths and on which
    /// points are infinity. For curves of up to 384 bits, a term costs 2M and at most three compressions of SHA-256.
    /// The function runs on the caller's rayon pool with feature `parallel`.
    ///
    /// The encoding of a term is:
    ///
    /// * `x` and `y`, canonical and little-endian (zeros for infinity);
    /// * the magnitude of the integer in 32 bytes, little-endian;
    /// * a byte: bit 0 is set if the integer is negative, bit 1 if the point is infinity.
    ///
    /// The digest is that of a label, the fingerprint of the curve, the number of terms, and the digests of each 4096
    /// terms, which have a label of their own. All fields have fixed lengths, so different sums have different
    /// encodings.
    ///
    /// # Errors
    /// [`Error::Lengths`] if the numbers of scalars and points differ.
    pub fn of<B, S>(points: &B, scalars: &[S]) -> Result<Self, Error>
    where
        B: Bases<Curve: WeierstrassCurve<Base: PrimeField>> + ?Sized,
        S: MsmScalar<B::Curve>,
    {
        let points = points.points();
        if points.len() != scalars.len() {
            return Err(Error::Lengths { points: points.len(), scalars: scalars.len() });
        }
        let parts: Vec<_> = points.chunks(AT_ONCE).zip(scalars.chunks(AT_ONCE)).collect();
        let digests = vorpal_threads::map(&parts, |(points, scalars)| of_terms(points, scalars));
        let mut hasher = Sha256::new_with_prefix(WHOLE);
        hasher.update(curve_id::<B::Curve>().to_le_bytes());
        hasher.update((points.len() as u64).to_le_bytes());
        for digest in digests {
            hasher.update(digest);
        }
        Ok(Self(hasher.finalize().into()))
    }
}

fn of_terms<C: WeierstrassCurve<Base: PrimeField>, S: MsmScalar<C>>(
    points: &[Affine<C>],
    scalars: &[S],
) -> [u8; 32] {
    let mut hasher = Sha256::new_with_prefix(TERMS);
    for (point, scalar) in points.iter().zip(scalars) {
        // Zero with either sign is the same integer.
        let Signed { magnitude, negative } = scalar.to_integer();
        let negative = negative && magnitude != [0; 4];
        let coordinates = point.coordinates();
        let (x, y) = coordinates.unwrap_or((C::Base::from(0u64), C::Base::from(0u64)));
        hasher.update(x.to_le_bytes());
        hasher.update(y.to_le_bytes());
        for limb in magnitude {
            hasher.update(limb.to_le_bytes());
        }
        hasher.update([u8::from(negative) | u8::from(coordinates.is_none()) << 1]);
    }
    hasher.finalize().into()
}

impl FromStr for JobId {
    type Err = TextError;
    /// The identifier of 64 hexadecimal digits, with or without `0x`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut bytes = [0; 32];
        read_hex(text, &mut bytes)?;
        Ok(Self(bytes))
    }
}

impl LowerHex for JobId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        LowerHex::fmt(&Hex(&self.0), f)
    }
}

impl Display for JobId {
    /// 64 hexadecimal digits.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Debug for JobId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "JobId({self})")
    }
}
