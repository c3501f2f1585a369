//! Values whose signature has been verified, as a type.

use core::ops::Deref;

/// A value whose signature has been verified: of a block, an attestation, or the id of one. Only verifications make
/// such values: [`Suite::verify_value`](crate::Suite::verify_value) and [`Batch::finish`](crate::Batch::finish).
///
/// A function that takes `Verified<Block>` cannot be called with a block whose signature nobody looked at.
///
/// ```
/// use vorpal_bls::{MinPk, SecretKey, Suite, Verified};
/// fn import(message: &Verified<&str>) -> usize {
///     message.len()
/// }
/// let suite = Suite::<MinPk>::possession();
/// let secret = SecretKey::from_be_bytes(&[1; 32])?;
/// let signature = secret.sign(&suite, b"block");
/// let verified = suite.verify_value("block", &secret.public_key(), &signature).unwrap();
/// assert_eq!(import(&verified), 5);
/// assert_eq!(suite.verify_value("other", &secret.public_key(), &signature), Err("other"));
/// # Ok::<(), vorpal_bls::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Verified<T> {
    value: T,
}

impl<T> Verified<T> {
    /// The value after a successful verification.
    pub(crate) fn new(value: T) -> Self {
        Self { value }
    }

    /// The value.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> Deref for Verified<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}
