//! Bytes as hexadecimal digits, for people: reading and showing, by the formats of `core::fmt` and of serde.

use core::fmt;

/// The reason why a text is not a number or not the bytes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// Too many digits, or too few.
    #[error("{found} digits where {expected} are expected")]
    Length {
        /// The number of digits of the format.
        expected: usize,
        /// The number given.
        found: usize,
    },
    /// A character that is not a digit. It is not shown: the text may be a secret with one wrong digit.
    #[error("the character at {offset} is not a digit")]
    Digit {
        /// The position in the text, in bytes.
        offset: usize,
    },
}

/// Bytes that are shown as hexadecimal digits in lower case, two for each byte: `{}` and `{:#x}` with `0x`, `{:x}`
/// without.
///
/// ```
/// use vorpal_fields::text::Hex;
/// assert_eq!(format!("{}", Hex(&[0, 0xab])), "0x00ab");
/// assert_eq!(format!("{:x}", Hex(&[0, 0xab])), "00ab");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hex<'a>(pub &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}")
    }
}

impl fmt::LowerHex for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str("0x")?;
        }
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Reads bytes from two hexadecimal digits each, in upper or lower case, with or without `0x` before them. Time depends
/// on the length of the text and on whether it is valid, but not on its digits.
///
/// # Errors
/// [`TextError`]; the bytes are then unspecified.
///
/// ```
/// use vorpal_fields::text::{TextError, read_hex};
/// let mut bytes = [0; 2];
/// assert_eq!((read_hex("0x00aB", &mut bytes), bytes), (Ok(()), [0, 0xab]));
/// assert_eq!(read_hex("00a", &mut bytes), Err(TextError::Length { expected: 4, found: 3 }));
/// assert_eq!(read_hex("00ag", &mut bytes), Err(TextError::Digit { offset: 3 }));
/// ```
pub fn read_hex(text: impl AsRef<[u8]>, bytes: &mut [u8]) -> Result<(), TextError> {
    let (text, expected) = (text.as_ref(), 2 * bytes.len());
    // The length tells whether there is a prefix: the first characters may be secret digits.
    let (prefix, digits) = text.split_at(if text.len() == expected + 2 { 2 } else { 0 });
    let (pairs, rest) = digits.as_chunks::<2>();
    if pairs.len() != bytes.len() || !rest.is_empty() {
        let found = text.strip_prefix(b"0x").unwrap_or(text).len();
        return Err(TextError::Length { expected, found });
    }
    let mut invalid =
        prefix.iter().zip(b"0x").fold(0, |invalid, (found, expected)| invalid | (found ^ expected));
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        let ((high, high_invalid), (low, low_invalid)) = (digit(*high), digit(*low));
        *byte = (high << 4) | low;
        invalid |= high_invalid | low_invalid;
    }
    if !vorpal_limbs::declassify(u64::from(invalid != 0)) {
        return Ok(());
    }
    match digits.iter().position(|character| digit(*character).1 != 0) {
        Some(position) if prefix.is_empty() || prefix == b"0x" => {
            Err(TextError::Digit { offset: prefix.len() + position })
        }
        _ => Err(TextError::Length { expected, found: text.len() }),
    }
}

/// The value of a hexadecimal digit, below 16, and zero if the character is one. Constant time.
#[inline]
pub(crate) fn digit(character: u8) -> (u8, u8) {
    // All ones if `low <= character <= high`, else zero: a negative difference has the sign bit.
    let within = |character: u8, low: u8, high: u8| {
        let [character, low, high] = [character, low, high].map(i16::from);
        let outside = character.wrapping_sub(low) | high.wrapping_sub(character);
        !(outside >> 8).to_le_bytes()[0]
    };
    let lower = character | 0x20;
    let (number, letter) = (within(character, b'0', b'9'), within(lower, b'a', b'f'));
    let value = (character.wrapping_sub(b'0') & number) | (lower.wrapping_sub(b'a' - 10) & letter);
    (value, !(number | letter))
}

/// Writes bytes to a format of serde: hexadecimal digits with `0x` for people, else a tuple, so without a length.
///
/// # Errors
/// Those of the format.
#[cfg(feature = "serde")]
pub fn serialize<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    use serde::ser::SerializeTuple;

    if serializer.is_human_readable() {
        return serializer.collect_str(&Hex(bytes));
    }
    let mut tuple = serializer.serialize_tuple(bytes.len())?;
    for byte in bytes {
        tuple.serialize_element(byte)?;
    }
    tuple.end()
}

/// Reads bytes from a format of serde: the inverse of [`serialize`]. `what` is the value in messages.
///
/// # Errors
/// Those of the format, for another length or other characters.
#[cfg(feature = "serde")]
pub fn deserialize<'de, D: serde::Deserializer<'de>>(
    what: &dyn fmt::Display,
    bytes: &mut [u8],
    deserializer: D,
) -> Result<(), D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(read::HexVisitor { what, bytes })
    } else {
        deserializer.deserialize_tuple(bytes.len(), read::Bytes { what, bytes })
    }
}

/// Visitors of formats of serde.
#[cfg(feature = "serde")]
mod read {
    use core::fmt;

    use serde::de::{Error, IgnoredAny, SeqAccess, Unexpected, Visitor};

    /// Reads the bytes.
    pub(super) struct Bytes<'a> {
        pub(super) what: &'a dyn fmt::Display,
        pub(super) bytes: &'a mut [u8],
    }

    impl<'de> Visitor<'de> for Bytes<'_> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{} bytes of {}", self.bytes.len(), self.what)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
            for i in 0..self.bytes.len() {
                self.bytes[i] = sequence.next_element()?.ok_or_else(|| Error::invalid_length(i, &self))?;
            }
            // Formats that store the length of a sequence may have more: a second encoding of the value.
            if sequence.next_element::<IgnoredAny>()?.is_some() {
                return Err(Error::invalid_length(self.bytes.len() + 1, &self));
            }
            Ok(())
        }
    }

    /// Reads the digits.
    pub(super) struct HexVisitor<'a> {
        pub(super) what: &'a dyn fmt::Display,
        pub(super) bytes: &'a mut [u8],
    }

    impl Visitor<'_> for HexVisitor<'_> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "0x and {} hexadecimal digits of {}", 2 * self.bytes.len(), self.what)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
            // Without the text: that of a secret with one wrong digit does not belong in a log.
            if text.starts_with("0x") && super::read_hex(text, self.bytes).is_ok() {
                return Ok(());
            }
            Err(E::invalid_value(Unexpected::Other("another string"), &self))
        }
    }
}

/// Implements the conversions of a type with an encoding of a fixed length, given the functions to and from an array:
/// `TryFrom` of slices and arrays, `From` to arrays, `FromStr`, `Display`, `LowerHex`, and serde's traits under the
/// feature `serde`. The error is `From<TextError>`, and has the variant `Length { expected, found }` unless the last
/// argument makes the error of a wrong length.
#[doc(hidden)]
#[macro_export]
macro_rules! byte_conversions {
    ($type:ty, $error:ident, [u8; $length:literal], $what:literal, $to_bytes:expr, $from_bytes:expr) => {
        $crate::byte_conversions!($type, $error, [u8; $length], $what, $to_bytes, $from_bytes, |found| {
            $error::Length { expected: $length, found }
        });
    };
    (
        $type:ty, $error:ident, [u8; $length:literal], $what:literal, $to_bytes:expr, $from_bytes:expr,
        $wrong_length:expr
    ) => {
        impl TryFrom<&[u8; $length]> for $type {
            type Error = $error;
            #[doc = concat!("The value of ", stringify!($length), " bytes, as they are encoded.")]
            fn try_from(bytes: &[u8; $length]) -> Result<Self, $error> {
                $from_bytes(bytes)
            }
        }

        impl TryFrom<&[u8]> for $type {
            type Error = $error;
            #[doc = concat!("The value of ", stringify!($length), " bytes, as they are encoded.")]
            fn try_from(bytes: &[u8]) -> Result<Self, $error> {
                match <&[u8; $length]>::try_from(bytes) {
                    Ok(bytes) => $from_bytes(bytes),
                    Err(_) => Err($wrong_length(bytes.len())),
                }
            }
        }

        impl From<&$type> for [u8; $length] {
            fn from(value: &$type) -> Self {
                $to_bytes(value)
            }
        }

        impl From<$type> for [u8; $length] {
            fn from(value: $type) -> Self {
                $to_bytes(&value)
            }
        }

        impl core::str::FromStr for $type {
            type Err = $error;
            /// The value of the hexadecimal digits of its bytes, with or without `0x`.
            fn from_str(text: &str) -> Result<Self, $error> {
                let mut bytes = [0; $length];
                $crate::text::read_hex(text, &mut bytes)?;
                $from_bytes(&bytes)
            }
        }

        impl core::fmt::Display for $type {
            /// `0x` and the hexadecimal digits of the bytes.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(&$crate::text::Hex(&$to_bytes(self)), f)
            }
        }

        impl core::fmt::LowerHex for $type {
            /// The hexadecimal digits of the bytes, after `0x` if the form is alternate.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::LowerHex::fmt(&$crate::text::Hex(&$to_bytes(self)), f)
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            /// For people the text of `Display`, else the bytes as a tuple.
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::text::serialize(&$to_bytes(self), serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut bytes = [0; $length];
                $crate::text::deserialize(&$what, &mut bytes, deserializer)?;
                $from_bytes(&bytes).map_err(serde::de::Error::custom)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::{TextError, digit};
    use crate::primes::{Bls12_381BaseModulus, Secp256k1ScalarModulus};
    use crate::{Error, Fe, Modulus};

    #[test]
    fn every_character_is_a_digit_or_not() {
        for character in 0..=u8::MAX {
            let expected = char::from(character).to_digit(16);
            let (value, invalid) = digit(character);
            assert_eq!(expected.is_none(), invalid == 0xff, "{character}");
            assert_eq!((u32::from(value), invalid), expected.map_or((0, 0xff), |value| (value, 0)));
        }
    }

    /// Canonical integers are read, others refused, in both bases.
    fn numbers<M: Modulus<N>, const N: usize>() {
        let one = Fe::<M, N>::ONE;
        for element in [Fe::ZERO, one, -one, one.halve(), -one.double(), Fe::from(u64::MAX)] {
            let limbs = element.to_limbs();
            let text = element.to_string();
            assert_eq!((text.len(), text.parse()), (2 + 16 * N, Ok(element)));
            assert_eq!(format!("{element:x}"), text[2..]);
            assert_eq!(format!("0x{}", text[2..].to_uppercase()).parse(), Ok(element));
            let short = text[2..].trim_start_matches('0');
            if !short.is_empty() {
                assert_eq!(format!("0x{short}").parse(), Ok(element));
            }
            assert_eq!(decimal(&limbs).parse(), Ok(element));
            assert_eq!(format!("000{}", decimal(&limbs)).parse(), Ok(element));
        }
        let not_canonical =
            |text: &str| assert_eq!(text.parse::<Fe<M, N>>(), Err(Error::NotCanonical), "{text}");
        let hexadecimal: String = M::P.iter().rev().map(|limb| format!("{limb:016x}")).collect();
        not_canonical(&format!("0x{hexadecimal}"));
        not_canonical(&format!("0x{}", "f".repeat(16 * N)));
        not_canonical(&decimal(&M::P));
        not_canonical(&decimal(&[u64::MAX; N]));
        // 2^(64 N), whose limbs are zero, and ten times as much.
        let power = decimal(&[u64::MAX; N]).trim_end_matches('5').to_owned() + "6";
        not_canonical(&power);
        not_canonical(&(power + "0"));

        let error = |text: &str| match text.parse::<Fe<M, N>>() {
            Err(Error::Text(error)) => error,
            other => panic!("{text}: {other:?}"),
        };
        for text in ["", "0x"] {
            assert_eq!(error(text), TextError::Length { expected: 16 * N, found: 0 });
        }
        let longer = format!("0x0{hexadecimal}");
        assert_eq!(error(&longer), TextError::Length { expected: 16 * N, found: 16 * N + 1 });
        for (text, offset) in
            [("-1", 0), ("12a", 2), ("1 ", 1), ("0x1g", 3), ("0X1", 1), ("0x-1", 2), ("1_0", 1), ("é", 0)]
        {
            assert_eq!(error(text), TextError::Digit { offset }, "{text}");
        }
    }

    /// The decimal digits of an integer, by long division.
    fn decimal(limbs: &[u64]) -> String {
        let mut limbs = limbs.to_vec();
        let mut digits = Vec::new();
        while limbs.iter().any(|limb| *limb != 0) || digits.is_empty() {
            let mut rest = 0u128;
            for limb in limbs.iter_mut().rev() {
                let number = (rest << 64) | u128::from(*limb);
                *limb = u64::try_from(number / 10).unwrap();
                rest = number % 10;
            }
            digits.push(char::from(b'0' + u8::try_from(rest).unwrap()));
        }
        digits.iter().rev().collect()
    }

    #[test]
    fn numbers_of_fields_are_read() {
        numbers::<Secp256k1ScalarModulus, 4>();
        numbers::<Bls12_381BaseModulus, 6>();
    }
}
