//! Checks of JSON input that serde's derived code does not make: arrays in place of objects, and duplicate keys.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::hash::Hash;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A value that must be an object. Derived code also accepts an array of the fields.
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

/// Deserializes a map with hexadecimal keys and values, in the order of the source. Rejects keys that occur twice.
pub(crate) fn distinct_entries<'de, D, T>(deserializer: D) -> Result<Vec<(T, T)>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Copy + Eq + Hash + Display,
{
    struct Entries<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de> + Copy + Eq + Hash + Display> Visitor<'de> for Entries<T> {
        type Value = Vec<(T, T)>;

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

    deserializer.deserialize_map(Entries(PhantomData))
}
