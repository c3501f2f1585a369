//! The encodings of keys and signatures.

use std::marker::PhantomData;

use rayon::prelude::*;
use vorpal::bls::{
    Batch, CheckedSignature, Committee, Error, KeyBytes, KeyTable, MinPk, PublicKey, Signature,
    SignatureBytes, Suite, UncompressedKeyBytes, UncompressedSignatureBytes, Variant,
};
use vorpal::curves::PointFormat;

use super::named;
use crate::buffer::Buffers;
use crate::error::Failure;

/// How the keys and signatures of a call are encoded: a sum of these numbers, or 0. All encodings are those of Zcash:
/// big-endian, with three flags in the first byte.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_bls_form {
    /// Keys and signatures are compressed: 48 bytes in G1, 96 bytes in G2. Keys are decoded, and checked to be in the
    /// subgroup and not infinity.
    VORPAL_BLS_COMPRESSED = 0,
    /// Keys are uncompressed: 96 bytes in G1, 192 bytes in G2. They are checked as compressed ones.
    VORPAL_BLS_KEYS_UNCOMPRESSED = 1,
    /// Keys are uncompressed, and the caller knows that they are in the subgroup: an earlier call has checked them,
    /// such as `vorpal_bls_convert_keys`. The call checks that they are on the curve and not infinity, which takes a
    /// small part of the time. With the key of another point, verification may accept wrong signatures.
    VORPAL_BLS_KEYS_CHECKED = 3,
    /// Signatures are uncompressed: 192 bytes in G2, 96 bytes in G1.
    VORPAL_BLS_SIGNATURES_UNCOMPRESSED = 4,
}

const COMPRESSED: i32 = vorpal_bls_form::VORPAL_BLS_COMPRESSED as i32;
const KEYS_UNCOMPRESSED: i32 = vorpal_bls_form::VORPAL_BLS_KEYS_UNCOMPRESSED as i32;
const KEYS_CHECKED: i32 = vorpal_bls_form::VORPAL_BLS_KEYS_CHECKED as i32;
const SIGNATURES_UNCOMPRESSED: i32 = vorpal_bls_form::VORPAL_BLS_SIGNATURES_UNCOMPRESSED as i32;

/// The bytes of a compressed point of G1.
pub const VORPAL_BLS_G1_BYTES: usize = 48;
/// The bytes of a compressed point of G2. An uncompressed point has twice the bytes of a compressed one.
pub const VORPAL_BLS_G2_BYTES: usize = 96;

// The numbers that the header has.
const _: () = assert!(
    VORPAL_BLS_G1_BYTES == PublicKey::<MinPk>::BYTES && VORPAL_BLS_G2_BYTES == Signature::<MinPk>::BYTES
);

/// The most bytes that a call has for each item: an uncompressed point of G2.
pub(super) const LONGEST_ITEM: usize = 2 * VORPAL_BLS_G2_BYTES;

/// Values of one variant.
pub(super) trait OfVariant {
    type Variant: Variant;
}

impl<V: Variant> OfVariant for Suite<V> {
    type Variant = V;
}

impl<V: Variant> OfVariant for KeyTable<V> {
    type Variant = V;
}

impl<V: Variant> OfVariant for Committee<V> {
    type Variant = V;
}

impl<V: Variant, I> OfVariant for Batch<V, I> {
    type Variant = V;
}

/// The encodings of a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forms<V: Variant> {
    keys: Keys,
    uncompressed_signatures: bool,
    variant: PhantomData<V>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    Compressed,
    Uncompressed,
    Checked,
}

impl<V: Variant> Forms<V> {
    /// The sum of flags that a caller gave, for the variant of a suite, a table or another value.
    pub(super) fn of(_: &impl OfVariant<Variant = V>, forms: i32) -> Result<Self, Failure> {
        Self::new(forms, "forms")
    }

    /// As [`of`](Self::of), with the name of the argument.
    pub(super) fn new(forms: i32, name: &str) -> Result<Self, Failure> {
        let of_signatures = forms & SIGNATURES_UNCOMPRESSED;
        let keys = match forms - of_signatures {
            COMPRESSED => Keys::Compressed,
            KEYS_UNCOMPRESSED => Keys::Uncompressed,
            KEYS_CHECKED => Keys::Checked,
            _ => {
                let message = format_args!("{name} is {forms}, not a sum of vorpal_bls_form");
                return Err(Failure::argument(message));
            }
        };
        Ok(Self { keys, uncompressed_signatures: of_signatures != 0, variant: PhantomData })
    }

    /// The forms of the outputs of a call with these forms of inputs.
    pub(super) fn others(self, forms: i32, name: &str) -> Result<Self, Failure> {
        Self::new(forms, name)
    }

    pub(super) fn key_len(self) -> usize {
        match self.keys {
            Keys::Compressed => size_of::<KeyBytes<V>>(),
            Keys::Uncompressed | Keys::Checked => size_of::<UncompressedKeyBytes<V>>(),
        }
    }

    pub(super) fn has_uncompressed_signatures(self) -> bool {
        self.uncompressed_signatures
    }

    pub(super) fn signature_len(self) -> usize {
        if self.uncompressed_signatures {
            size_of::<UncompressedSignatureBytes<V>>()
        } else {
            size_of::<SignatureBytes<V>>()
        }
    }

    /// The encodings of keys at a pointer.
    ///
    /// # Safety
    /// As for [`Buffers::input`].
    pub(super) unsafe fn keys<'a>(
        self,
        buffers: &mut Buffers,
        pointer: *const u8,
        count: usize,
        name: &'static str,
    ) -> Result<Vec<&'a [u8]>, Failure> {
        // SAFETY: the caller's promise.
        unsafe { parts(buffers, pointer, count, self.key_len(), name) }
    }

    /// The encodings of signatures at a pointer.
    ///
    /// # Safety
    /// As for [`Buffers::input`].
    pub(super) unsafe fn signatures<'a>(
        self,
        buffers: &mut Buffers,
        pointer: *const u8,
        count: usize,
        name: &'static str,
    ) -> Result<Vec<&'a [u8]>, Failure> {
        // SAFETY: the caller's promise.
        unsafe { parts(buffers, pointer, count, self.signature_len(), name) }
    }

    /// The place of keys.
    ///
    /// # Safety
    /// As for [`Buffers::output`].
    pub(super) unsafe fn key_places<'a>(
        self,
        buffers: &mut Buffers,
        pointer: *mut u8,
        count: usize,
        name: &'static str,
    ) -> Result<&'a mut [u8], Failure> {
        // SAFETY: the caller's promise.
        unsafe { buffers.output(pointer, product(count, self.key_len(), name)?, name) }
    }

    /// The place of signatures.
    ///
    /// # Safety
    /// As for [`Buffers::output`].
    pub(super) unsafe fn signature_places<'a>(
        self,
        buffers: &mut Buffers,
        pointer: *mut u8,
        count: usize,
        name: &'static str,
    ) -> Result<&'a mut [u8], Failure> {
        // SAFETY: the caller's promise.
        unsafe { buffers.output(pointer, product(count, self.signature_len(), name)?, name) }
    }

    pub(super) fn key(self, bytes: &[u8]) -> Result<PublicKey<V>, Error> {
        match self.keys {
            Keys::Compressed => PublicKey::decode(bytes),
            Keys::Uncompressed => PublicKey::decode_uncompressed(bytes),
            Keys::Checked => PublicKey::from_point_unchecked(V::KEY_FORMAT.decode_on_curve(bytes)?),
        }
    }

    pub(super) fn signature(self, bytes: &[u8]) -> Result<Signature<V>, Error> {
        if self.uncompressed_signatures {
            Signature::decode_uncompressed(bytes)
        } else {
            Signature::decode(bytes)
        }
    }

    /// Keys on the current thread pool.
    pub(super) fn all_keys(self, encodings: &[&[u8]]) -> Vec<Result<PublicKey<V>, Error>> {
        match self.keys {
            Keys::Compressed => PublicKey::decode_batch(encodings),
            _ => encodings.par_iter().map(|bytes| self.key(bytes)).collect(),
        }
    }

    /// Keys on the current thread pool, all of which must be valid.
    pub(super) fn valid_keys(self, encodings: &[&[u8]]) -> Result<Vec<PublicKey<V>>, Failure> {
        let keys = self.all_keys(encodings).into_iter().enumerate();
        keys.map(|(index, key)| key.map_err(|error| named(&format!("key {index}"), error))).collect()
    }

    /// Signatures on the current thread pool.
    pub(super) fn all_signatures(self, encodings: &[&[u8]]) -> Vec<Result<Signature<V>, Error>> {
        if self.uncompressed_signatures {
            return encodings.par_iter().map(|bytes| self.signature(bytes)).collect();
        }
        Signature::decode_batch(encodings)
    }

    /// Signatures of the subgroup on the current thread pool, all of which must be valid.
    pub(super) fn checked_signatures(self, encodings: &[&[u8]]) -> Result<Vec<CheckedSignature<V>>, Failure> {
        let decoded = self.all_signatures(encodings);
        let checked: Vec<_> = decoded.into_par_iter().map(|signature| signature?.check()).collect();
        let checked = checked.into_iter().enumerate();
        checked.map(|(index, one)| one.map_err(|error| named(&format!("signature {index}"), error))).collect()
    }

    pub(super) fn write_key(self, key: &PublicKey<V>, place: &mut [u8]) {
        match self.keys {
            Keys::Compressed => place.copy_from_slice(key.to_bytes().as_ref()),
            Keys::Uncompressed | Keys::Checked => place.copy_from_slice(key.to_uncompressed().as_ref()),
        }
    }

    pub(super) fn write_signature(self, signature: &Signature<V>, place: &mut [u8]) {
        if self.uncompressed_signatures {
            place.copy_from_slice(signature.to_uncompressed().as_ref());
        } else {
            place.copy_from_slice(signature.to_bytes().as_ref());
        }
    }
}

pub(super) fn product(count: usize, size: usize, name: &str) -> Result<usize, Failure> {
    count.checked_mul(size).ok_or_else(|| {
        Failure::argument(format_args!("{name}: no object has a length of {count} times {size}"))
    })
}

/// The parts of equal length of a list of bytes.
///
/// # Safety
/// As for [`Buffers::input`].
unsafe fn parts<'a>(
    buffers: &mut Buffers,
    pointer: *const u8,
    count: usize,
    len: usize,
    name: &'static str,
) -> Result<Vec<&'a [u8]>, Failure> {
    // SAFETY: the caller's promise.
    let bytes: &'a [u8] = unsafe { buffers.input(pointer, product(count, len, name)?, name) }?;
    Ok(bytes.chunks_exact(len).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_forms_are_refused() {
        let known: Vec<i32> = (-9..99).filter(|forms| Forms::<MinPk>::new(*forms, "forms").is_ok()).collect();
        assert_eq!(known, [0, 1, 3, 4, 5, 7]);
    }
}
