//! ECDSA signatures, with and without a recovery identifier.

use core::hash::{Hash, Hasher};

use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::EncodableField;
use vorpal_limbs::words;

use super::Recovery;
use crate::Error;
use crate::curve::FourLimbCurve;
use crate::multiply::SignatureCurve;
use crate::public_key::PublicKey;
use crate::secret_key::limbs_of;

/// An ECDSA signature: `r` and `s` with `0 < r < n` and `0 < s < n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature<C: SignatureCurve> {
    pub(super) r: C::Scalar,
    pub(super) s: C::Scalar,
}

impl<C: SignatureCurve> Signature<C> {
    /// The signature of `r` and `s`, both most significant byte first.
    ///
    /// # Errors
    /// [`Error::R`] or [`Error::S`] if the number is zero or not below the group order.
    pub fn new(r: &[u8; 32], s: &[u8; 32]) -> Result<Self, Error> {
        Ok(Self { r: number::<C>(r, Error::R)?, s: number::<C>(s, Error::S)? })
    }

    /// `r`, most significant byte first.
    pub fn r(&self) -> [u8; 32] {
        self.r.to_be_bytes()
    }

    /// `s`, most significant byte first.
    pub fn s(&self) -> [u8; 32] {
        self.s.to_be_bytes()
    }

    /// Whether `s` is at most `(n - 1) / 2`. The signature with `n - s` is valid too, which makes signatures malleable.
    /// Ethereum requires the lower `s` for transactions (EIP-2), but not for `ecrecover`. Bitcoin requires it when it
    /// relays transactions, which is policy, but not in blocks, which is consensus.
    pub fn is_low(&self) -> bool {
        !bool::from(self.s.is_lexicographically_largest())
    }

    /// This signature or `(r, n - s)`: the one with the lower `s`.
    #[must_use]
    pub fn to_low(self) -> Self {
        if self.is_low() { self } else { Self { s: -self.s, ..self } }
    }
}

impl<C: SignatureCurve> Hash for Signature<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.r.hash(state);
        self.s.hash(state);
    }
}

/// The number `r` or `s` of 32 bytes, or the error if it is zero or not below `n`.
pub(crate) fn number<C: FourLimbCurve>(bytes: &[u8; 32], error: Error) -> Result<C::Scalar, Error> {
    let limbs = limbs_of(bytes);
    let valid = words::less(&limbs, &C::ORDER) == 1 && words::is_zero(&limbs) == 0;
    if valid { Ok(C::reduced(&limbs)) } else { Err(error) }
}

/// A signature with its recovery identifier, which determines the point `R`: bit 0 is set if its `y` is odd, bit 1 if
/// its `x` is `r + n` instead of `r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecoverableSignature {
    pub(super) signature: Signature<Secp256k1>,
    pub(super) recovery_id: u8,
}

impl RecoverableSignature {
    /// A signature and its recovery identifier.
    ///
    /// # Errors
    /// [`Error::RecoveryId`] unless the identifier is 0, 1, 2 or 3.
    pub fn new(signature: Signature<Secp256k1>, recovery_id: u8) -> Result<Self, Error> {
        if recovery_id > 3 {
            return Err(Error::RecoveryId { found: recovery_id });
        }
        Ok(Self { signature, recovery_id })
    }

    /// The signature without the recovery identifier.
    pub fn signature(&self) -> Signature<Secp256k1> {
        self.signature
    }

    /// The recovery identifier: 0, 1, 2 or 3.
    pub fn recovery_id(&self) -> u8 {
        self.recovery_id
    }

    /// Recovers the key under which this is a valid signature of the hash: see [`recover`](crate::recover).
    ///
    /// # Errors
    /// [`Error::NoPoint`], [`Error::Infinity`].
    pub fn recover(&self, hash: &[u8; 32]) -> Result<PublicKey<Secp256k1>, Error> {
        crate::recover(&self.to_recovery(hash))
    }

    /// The signature with the signed hash, for [`recover_batch`](crate::recover_batch) and
    /// [`recover_addresses_batch`](crate::recover_addresses_batch).
    pub fn to_recovery(&self, hash: &[u8; 32]) -> Recovery {
        let (r, s) = (self.signature.r(), self.signature.s());
        Recovery { hash: *hash, r, s, recovery_id: self.recovery_id }
    }
}
