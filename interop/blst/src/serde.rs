//! Formats of serde: bytes, uncompressed. They are read from formats that lend bytes.

use core::fmt::Debug;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::public_key::PublicKey;
use crate::signature::Signature;
use crate::variant::Variant;

fn decoded<'de, D: Deserializer<'de>, T, E: Debug>(
    deserializer: D,
    decode: impl Fn(&[u8]) -> Result<T, E>,
) -> Result<T, D::Error> {
    let bytes = <&[u8]>::deserialize(deserializer)?;
    decode(bytes).map_err(|error| D::Error::custom(format_args!("{error:?}")))
}

impl<V: Variant> Serialize for PublicKey<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.serialize().as_ref())
    }
}

impl<'de, V: Variant> Deserialize<'de> for PublicKey<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decoded(deserializer, Self::from_bytes)
    }
}

impl<V: Variant> Serialize for Signature<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.serialize().as_ref())
    }
}

impl<'de, V: Variant> Deserialize<'de> for Signature<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decoded(deserializer, Self::from_bytes)
    }
}

#[cfg(feature = "serde-secret")]
impl<V: Variant> Serialize for crate::secret_key::SecretKey<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&*zeroize::Zeroizing::new(self.to_bytes()))
    }
}

#[cfg(feature = "serde-secret")]
impl<'de, V: Variant> Deserialize<'de> for crate::secret_key::SecretKey<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decoded(deserializer, Self::from_bytes)
    }
}
