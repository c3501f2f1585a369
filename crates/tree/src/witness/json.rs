//! The JSON form of witnesses: bytes are hexadecimal after `0x`, the last scalar is big-endian. All fields are
//! required; unknown fields are ignored.
//!
//! [`WitnessVersion::Bound`](super::WitnessVersion::Bound) has the field `firstChildren`, and `bound:` before the
//! statuses. Readers of the plain version would ignore the field, but they reject the statuses, which are not
//! hexadecimal.

use core::fmt;
use core::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::{MAX_KEYS, Proof, StemDiff, SuffixDiff};

/// The JSON form of [`super::Witness`].
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub(super) struct Witness {
    #[serde(deserialize_with = "states")]
    state_diff: Vec<State>,
    verkle_proof: VerkleProof,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct State {
    stem: Hex<31>,
    #[serde(deserialize_with = "suffixes")]
    suffix_diffs: Vec<Suffix>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct Suffix {
    suffix: u8,
    #[serde(deserialize_with = "Option::deserialize")]
    current_value: Option<Hex<32>>,
    #[serde(deserialize_with = "Option::deserialize")]
    new_value: Option<Hex<32>>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct VerkleProof {
    other_stems: Vec<Hex<31>>,
    depth_extension_present: Statuses,
    commitments_by_path: Vec<Hex<32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first_children: Option<Vec<Hex<32>>>,
    d: Hex<32>,
    ipa_proof: IpaProof,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct IpaProof {
    cl: [Hex<32>; 8],
    cr: [Hex<32>; 8],
    final_evaluation: Hex<32>,
}

/// Reads and writes a struct as an object with named fields: derived code would also read an array of the fields.
macro_rules! as_objects {
    ($($name:ident: $expecting:literal,)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Self::serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Fields;

                impl<'de> Visitor<'de> for Fields {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expecting)
                    }

                    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<$name, A::Error> {
                        $name::deserialize(MapAccessDeserializer::new(map))
                    }
                }

                deserializer.deserialize_map(Fields)
            }
        }
    )*};
}

as_objects! {
    Witness: "a witness: stateDiff and verkleProof",
    State: "a stem and its suffixDiffs",
    Suffix: "a suffix with currentValue and newValue",
    VerkleProof: "a proof",
    IpaProof: "cl, cr and finalEvaluation",
}

/// A list, each item counted by `size`, up to a limit.
struct Limited<T> {
    most: usize,
    what: &'static str,
    size: fn(&T) -> usize,
    items: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Limited<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<T>, A::Error> {
        let (mut items, mut number) = (Vec::new(), 0);
        while let Some(item) = sequence.next_element()? {
            number += (self.size)(&item);
            if number > self.most {
                return Err(A::Error::custom(format_args!("more than {} {}", self.most, self.what)));
            }
            items.push(item);
        }
        Ok(items)
    }
}

/// Stems with at most [`MAX_KEYS`] keys in all: memory is bounded while they are read.
fn states<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<State>, D::Error> {
    let size = |state: &State| state.suffix_diffs.len().max(1);
    deserializer.deserialize_seq(Limited { most: MAX_KEYS, what: "keys", size, items: PhantomData })
}

fn suffixes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Suffix>, D::Error> {
    let what = "suffixes of a stem";
    deserializer.deserialize_seq(Limited { most: 256, what, size: |_| 1, items: PhantomData })
}

impl From<super::Witness> for Witness {
    fn from(witness: super::Witness) -> Self {
        let suffix = |diff: SuffixDiff| Suffix {
            suffix: diff.suffix,
            current_value: diff.current.map(Hex),
            new_value: diff.new.map(Hex),
        };
        let state = |diff: StemDiff| State {
            stem: Hex(diff.stem),
            suffix_diffs: diff.suffixes.into_iter().map(suffix).collect(),
        };
        let Proof { other_stems, statuses, commitments, first_children, argument } = witness.proof;
        let (parts, _) = argument.as_chunks::<32>();
        let part = |i: usize| Hex(parts[i]);
        let mut last = part(17);
        last.0.reverse();
        Self {
            state_diff: witness.stems.into_iter().map(state).collect(),
            verkle_proof: VerkleProof {
                other_stems: other_stems.into_iter().map(Hex).collect(),
                depth_extension_present: Statuses { is_bound: first_children.is_some(), statuses },
                commitments_by_path: commitments.into_iter().map(Hex).collect(),
                first_children: first_children.map(|hashes| hashes.into_iter().map(Hex).collect()),
                d: part(0),
                ipa_proof: IpaProof {
                    cl: core::array::from_fn(|i| part(1 + i)),
                    cr: core::array::from_fn(|i| part(9 + i)),
                    final_evaluation: last,
                },
            },
        }
    }
}

impl TryFrom<Witness> for super::Witness {
    type Error = &'static str;

    fn try_from(Witness { state_diff, verkle_proof: proof }: Witness) -> Result<Self, Self::Error> {
        match (proof.depth_extension_present.is_bound, &proof.first_children) {
            (true, None) => {
                return Err("missing field `firstChildren`: depthExtensionPresent begins with `bound:`");
            }
            (false, Some(_)) => {
                return Err("firstChildren: depthExtensionPresent does not begin with `bound:`");
            }
            _ => {}
        }
        let suffix = |diff: Suffix| SuffixDiff {
            suffix: diff.suffix,
            current: diff.current_value.map(|value| value.0),
            new: diff.new_value.map(|value| value.0),
        };
        let stems = state_diff.into_iter().map(|state| StemDiff {
            stem: state.stem.0,
            suffixes: state.suffix_diffs.into_iter().map(suffix).collect(),
        });
        let IpaProof { cl, cr, mut final_evaluation } = proof.ipa_proof;
        final_evaluation.0.reverse();
        let mut argument = [0; 576];
        let parts = [proof.d].into_iter().chain(cl).chain(cr).chain([final_evaluation]);
        argument.as_chunks_mut::<32>().0.iter_mut().zip(parts).for_each(|(to, part)| *to = part.0);
        let bytes = |list: Vec<Hex<32>>| list.into_iter().map(|item| item.0).collect();
        Ok(Self {
            stems: stems.collect(),
            proof: Proof {
                other_stems: proof.other_stems.into_iter().map(|stem| stem.0).collect(),
                statuses: proof.depth_extension_present.statuses,
                commitments: bytes(proof.commitments_by_path),
                first_children: proof.first_children.map(bytes),
                argument,
            },
        })
    }
}

/// The statuses, one byte each, and whether they have the prefix of the bound version.
#[derive(Clone)]
struct Statuses {
    is_bound: bool,
    statuses: Vec<u8>,
}

const BOUND: &str = "bound:";

impl Serialize for Statuses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mark = if self.is_bound { BOUND } else { "" };
        serializer.serialize_str(&(mark.to_owned() + &hex(&self.statuses)))
    }
}

impl<'de> Deserialize<'de> for Statuses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(StatusDigits)
    }
}

struct StatusDigits;

impl Visitor<'_> for StatusDigits {
    type Value = Statuses;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        HexVisitor.expecting(f)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Statuses, E> {
        let digits = text.strip_prefix(BOUND);
        let statuses = HexVisitor.visit_str(digits.unwrap_or(text))?;
        Ok(Statuses { is_bound: digits.is_some(), statuses })
    }
}

/// `N` bytes in hexadecimal.
#[derive(Clone, Copy)]
struct Hex<const N: usize>([u8; N]);

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = deserializer.deserialize_str(HexVisitor)?;
        let found = bytes.len();
        bytes.try_into().map(Self).map_err(|_| D::Error::custom(format_args!("{found} bytes instead of {N}")))
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 + 2 * bytes.len());
    text.push_str("0x");
    for byte in bytes {
        text.extend([byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)])));
    }
    text
}

struct HexVisitor;

impl Visitor<'_> for HexVisitor {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hexadecimal digits, two for a byte, after 0x")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Vec<u8>, E> {
        let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let bytes = text.strip_prefix("0x").and_then(|digits| {
            let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
            let bytes = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?));
            if rest.is_empty() { bytes.collect() } else { None }
        });
        bytes.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}
