//! Encodings as a type with the traits that `ff` and `group` require.

use core::fmt;

use vorpal_fields::ByteArray;

/// The encoding of an element or a point: `B` is `[u8; LENGTH]`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Repr<B>(B);

impl<B: ByteArray> Repr<B> {
    /// The encoding with these bytes.
    pub const fn new(bytes: B) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub const fn inner(&self) -> &B {
        &self.0
    }
}

impl<B: ByteArray> Default for Repr<B> {
    fn default() -> Self {
        Self(B::ZERO)
    }
}

impl<B: ByteArray> AsRef<[u8]> for Repr<B> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref()
    }
}

impl<B: ByteArray> AsMut<[u8]> for Repr<B> {
    fn as_mut(&mut self) -> &mut [u8] {
        self.0.as_mut()
    }
}

impl<const LENGTH: usize> From<[u8; LENGTH]> for Repr<[u8; LENGTH]> {
    fn from(bytes: [u8; LENGTH]) -> Self {
        Self(bytes)
    }
}

impl<const LENGTH: usize> From<Repr<[u8; LENGTH]>> for [u8; LENGTH] {
    fn from(repr: Repr<[u8; LENGTH]>) -> Self {
        repr.0
    }
}

impl<B: ByteArray> fmt::Debug for Repr<B> {
    /// The bytes in hexadecimal, in their order.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.as_ref().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
