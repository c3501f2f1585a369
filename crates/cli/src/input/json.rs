//! What serde's derived code lets pass and this format does not: arrays for objects, keys that occur twice.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::hex::Quantity;

/// A value written as an object: derived code would take an array of the fields too.
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Map<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Map<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }

        deserializer.deserialize_map(Map(PhantomData))
    }
}

/// A map with hexadecimal keys in which no key may occur twice, in the order of the source.
pub(crate) fn distinct_entries<'de, D, const N: usize>(
    deserializer: D,
) -> Result<Vec<(Quantity<N>, Quantity<N>)>, D::Error>
where
    D: Deserializer<'de>,
{
    struct Entries<const N: usize>;

    impl<'de, const N: usize> Visitor<'de> for Entries<N> {
        type Value = Vec<(Quantity<N>, Quantity<N>)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map of hexadecimal integers")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let (mut entries, mut seen) = (Vec::new(), HashSet::new());
            while let Some((key, value)) = map.next_entry()? {
                if !seen.insert(key) {
                    return Err(A::Error::custom(format!("the key {key} occurs twice")));
                }
                entries.push((key, value));
            }
            Ok(entries)
        }
    }

    deserializer.deserialize_map(Entries)
}
