//! Serialisation of elements by `serde`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{ByteArray, Fe, Modulus, text};

/// Binary formats: `8 N` bytes of the canonical value, least significant first, as a tuple, so without a length. Human
/// readable formats: the string of [`Display`](core::fmt::Display), `0x` and all hexadecimal digits, most significant
/// first.
impl<M: Modulus<N>, const N: usize> Serialize for Fe<M, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = if serializer.is_human_readable() { self.to_be_bytes() } else { self.to_le_bytes() };
        text::serialize(bytes.as_ref(), serializer)
    }
}

/// The inverse of serialisation: an error for another length, or a value that is not below `p`. Hexadecimal digits may
/// be upper or lower case.
impl<'de, M: Modulus<N>, const N: usize> Deserialize<'de> for Fe<M, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = if deserializer.is_human_readable() { Self::from_be_bytes } else { Self::from_le_bytes };
        let mut bytes = M::Bytes::ZERO;
        text::deserialize(&format_args!("an element of {}", M::NAME), bytes.as_mut(), deserializer)?;
        read(bytes.as_ref()).map_err(Error::custom)
    }
}
