//! Formats of serde: a string of hexadecimal digits after `0x`. Reading accepts digits without `0x`.

use alloc::format;
use alloc::string::String;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Blob, Bytes32, Bytes48};

macro_rules! formats {
    ($($name:ident)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&format!("0x{}", hex::encode(self.bytes)))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::from_hex(&String::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )*};
}

formats!(Blob Bytes32 Bytes48);
