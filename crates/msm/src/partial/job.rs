//! Which sum a partial sum is part of.

use alloc::vec::Vec;
use core::fmt::{self, Debug, Display, Formatter};

use sha2::{Digest, Sha256};
use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::PrimeField;

use crate::curve_id::curve_id;
use crate::integer::{MsmScalar, Signed};
use crate::{Bases, Error, threads};

/// Terms that are hashed together.
const AT_ONCE: usize = 4096;
/// First bytes of what is hashed: of some terms, and of the whole.
const TERMS: &[u8] = b"vorpal partial sum, terms, 1\0";
const WHOLE: &[u8] = b"vorpal partial sum, whole, 1\0";

/// The identifier of a whole sum, which its partial sums carry: [merging](crate::PartialMsm::merge) refuses parts of
/// different jobs.
///
/// Whoever cuts a sum makes the identifier once and gives it to all who work on parts, since a part alone does not have
/// all points and scalars. [`of`](Self::of) derives it from them: equal sums have equal identifiers. [`from_bytes`] is
/// for callers who have 32 bytes that name the job already, such as random ones: nothing is hashed.
///
/// The identifier tells jobs apart that were mixed up. It does not show that a part is the sum it claims to be.
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
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct JobId([u8; 32]);

impl JobId {
    /// The identifier with these bytes. The caller sees to it that different sums have different ones.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// The digest of all points and scalars of a sum, by SHA-256. Who finds two sums with the same one has found a
    /// collision of SHA-256. Time depends on the lengths and on which points are infinity. On the caller's rayon pool
    /// with feature `parallel`. 2M and three blocks of SHA-256 or fewer a term, for curves of up to 384 bits.
    ///
    /// A term is `x` and `y`, canonical and least significant byte first (infinity: zeros), then the integer's
    /// magnitude in 32 bytes, least significant first, and a byte: bit 0 if it is negative, bit 1 if the point is
    /// infinity. The digest is that of a label, the fingerprint of the curve, the number of terms, and the digest of
    /// each 4096 terms with a label of their own. All of that has fixed lengths, so that different sums are different
    /// bytes.
    ///
    /// # Errors
    /// [`Error::Lengths`] if there are not as many scalars as points.
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
        let digests = threads::map(&parts, |(points, scalars)| of_terms(points, scalars));
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
        // Zero, of whatever sign, is one integer.
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
