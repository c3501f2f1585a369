//! Fields of an RLP list, read strictly.
//!
//! `alloy-rlp` decodes headers and refuses lengths that are not canonical (Yellow Paper, appendix B). This module adds
//! what transactions need: integers without leading zeros, sizes of fields, and no bytes after the last field.

use alloy_rlp::Header;

/// The bytes are no canonical transaction of a known type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Malformed;

impl From<alloy_rlp::Error> for Malformed {
    fn from(_: alloy_rlp::Error) -> Self {
        Self
    }
}

/// The rest of the fields of a list.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a> {
    payload: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    /// The fields of bytes that are one list, with nothing after it.
    pub(super) fn of(mut bytes: &'a [u8]) -> Result<Self, Malformed> {
        let payload = Header::decode_bytes(&mut bytes, true)?;
        if bytes.is_empty() { Ok(Self { payload, rest: payload }) } else { Err(Malformed) }
    }

    /// The encodings of the fields that have been read.
    pub(super) fn read(&self) -> &'a [u8] {
        &self.payload[..self.payload.len() - self.rest.len()]
    }

    /// Whether the next field is a list.
    pub(super) fn next_is_list(&self) -> bool {
        self.rest.first().is_some_and(|byte| *byte >= alloy_rlp::EMPTY_LIST_CODE)
    }

    /// Reads a string of any length.
    pub(super) fn string(&mut self) -> Result<&'a [u8], Malformed> {
        Ok(Header::decode_bytes(&mut self.rest, false)?)
    }

    /// Reads a string of `N` bytes.
    pub(super) fn fixed<const N: usize>(&mut self) -> Result<(), Malformed> {
        if self.string()?.len() == N { Ok(()) } else { Err(Malformed) }
    }

    /// Reads a list.
    pub(super) fn list(&mut self) -> Result<Self, Malformed> {
        let payload = Header::decode_bytes(&mut self.rest, true)?;
        Ok(Self { payload, rest: payload })
    }

    /// Reads a list whose items `item` reads, and returns their number.
    pub(super) fn items(
        &mut self,
        item: impl Fn(&mut Self) -> Result<(), Malformed>,
    ) -> Result<usize, Malformed> {
        let (mut list, mut count) = (self.list()?, 0);
        while !list.rest.is_empty() {
            item(&mut list)?;
            count += 1;
        }
        Ok(count)
    }

    /// Reads an integer of at most `N` bytes, big-endian, without leading zeros.
    pub(super) fn integer<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let bytes = self.string()?;
        if bytes.len() > N || bytes.first() == Some(&0) {
            return Err(Malformed);
        }
        let mut padded = [0; N];
        padded[N - bytes.len()..].copy_from_slice(bytes);
        Ok(padded)
    }

    /// Reads an integer below 2^64.
    pub(super) fn number(&mut self) -> Result<u64, Malformed> {
        self.integer::<8>().map(u64::from_be_bytes)
    }

    /// Refuses further fields.
    pub(super) fn end(self) -> Result<(), Malformed> {
        if self.rest.is_empty() { Ok(()) } else { Err(Malformed) }
    }
}
