//! Serialisation of elements by `serde`.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, IgnoredAny, SeqAccess, Unexpected, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{ByteArray, Fe, Modulus};

/// Binary formats: `8 N` bytes of the canonical value, least significant first, as a tuple, so without a length. Human
/// readable formats: the string of [`Display`](fmt::Display), `0x` and all hexadecimal digits, most significant first.
impl<M: Modulus<N>, const N: usize> Serialize for Fe<M, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        let mut tuple = serializer.serialize_tuple(Self::BYTES)?;
        for byte in self.to_le_bytes().as_ref() {
            tuple.serialize_element(byte)?;
        }
        tuple.end()
    }
}

/// The inverse of serialisation: an error for another length, or a value that is not below `p`. Hexadecimal digits may
/// be upper or lower case.
impl<'de, M: Modulus<N>, const N: usize> Deserialize<'de> for Fe<M, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Digits(PhantomData))
        } else {
            deserializer.deserialize_tuple(Self::BYTES, Bytes(PhantomData))
        }
    }
}

/// Reads the bytes.
struct Bytes<M, const N: usize>(PhantomData<M>);

impl<'de, M: Modulus<N>, const N: usize> Visitor<'de> for Bytes<M, N> {
    type Value = Fe<M, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of an element of {}", 8 * N, M::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Fe<M, N>, A::Error> {
        let mut bytes = M::Bytes::ZERO;
        for (i, byte) in bytes.as_mut().iter_mut().enumerate() {
            *byte = sequence.next_element()?.ok_or_else(|| Error::invalid_length(i, &self))?;
        }
        // Formats that store the length of a sequence may have more: a second encoding of the element.
        if sequence.next_element::<IgnoredAny>()?.is_some() {
            return Err(Error::invalid_length(8 * N + 1, &self));
        }
        Fe::from_le_bytes(bytes.as_ref()).map_err(Error::custom)
    }
}

/// Reads the digits.
struct Digits<M, const N: usize>(PhantomData<M>);

impl<M: Modulus<N>, const N: usize> Visitor<'_> for Digits<M, N> {
    type Value = Fe<M, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x and {} hexadecimal digits of an element of {}", 16 * N, M::NAME)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Fe<M, N>, E> {
        // Without the text: that of a secret with one wrong digit does not belong in a log.
        let unexpected = || E::invalid_value(Unexpected::Other("another string"), &self);
        let digits = text.strip_prefix("0x").ok_or_else(unexpected)?.as_bytes();
        if digits.len() != 16 * N {
            return Err(unexpected());
        }
        let mut bytes = M::Bytes::ZERO;
        for (byte, pair) in bytes.as_mut().iter_mut().zip(digits.as_chunks::<2>().0) {
            *byte = 16 * digit(pair[0]).ok_or_else(unexpected)? + digit(pair[1]).ok_or_else(unexpected)?;
        }
        Fe::from_be_bytes(bytes.as_ref()).map_err(E::custom)
    }
}

/// The value of a hexadecimal digit.
fn digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character - b'0'),
        b'a'..=b'f' => Some(character - b'a' + 10),
        b'A'..=b'F' => Some(character - b'A' + 10),
        _ => None,
    }
}
