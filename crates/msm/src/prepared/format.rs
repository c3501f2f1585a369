//! The byte format of prepared bases: a header of 64 bytes, the tables, and a checksum of four bytes.
//!
//! | Offset | Field, little-endian |
//! |---|---|
//! | 0 | `VORPALPB` |
//! | 8 | version, 4 bytes |
//! | 12 | flags, 4 bytes: bit 0 is set if scalars are split into halves |
//! | 16 | fingerprint of the curve, 8 bytes |
//! | 24 | size of a coordinate in bytes, 4 bytes |
//! | 28 | width of a window, 4 bytes |
//! | 32 | number of bases, 8 bytes |
//! | 40 | stride of the tables in windows, 4 bytes |
//! | 44 | number of tables, 4 bytes |
//! | 48 | total length in bytes, 8 bytes |
//! | 56 | zeros |
//! | 64 | tables ([`Layout`]) |
//! | last 4 | CRC-32 (IEEE 802.3) of everything before |
//!
//! The checksum detects errors of disks and networks. It does not authenticate: whoever chooses the bytes chooses the
//! bases and the checksum. This also holds for a cryptographic hash in the same bytes, so CRC-32 is used, which is as
//! fast as memory.

use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::PrimeField;

use super::PreparedPlan;
use super::tables::{Layout, coordinate};
use crate::FormatError;
use crate::curve_id::curve_id;

pub(super) const HEADER: usize = 64;
const CHECKSUM: usize = 4;
/// The total size of header and checksum in bytes.
pub(super) const AROUND: usize = HEADER + CHECKSUM;

const MAGIC: [u8; 8] = *b"VORPALPB";
const VERSION: u32 = 1;
const HALVES: u32 = 1;

impl PreparedPlan {
    pub(super) fn layout<C: WeierstrassCurve<Base: PrimeField>>(&self) -> Layout {
        Layout::new::<C>(self.points, self.tables, self.endomorphism)
    }
}

/// The bytes of the tables.
pub(super) fn body(bytes: &[u8]) -> &[u8] {
    bytes.get(HEADER..bytes.len().saturating_sub(CHECKSUM)).unwrap_or_default()
}

/// Writes the header and the checksum. The tables are already written.
#[allow(clippy::cast_possible_truncation, reason = "widths, strides and tables are below 2^32")]
pub(super) fn seal<C: WeierstrassCurve<Base: PrimeField>>(plan: &PreparedPlan, bytes: &mut [u8]) {
    let flags = if plan.endomorphism { HALVES } else { 0 };
    bytes[..8].copy_from_slice(&MAGIC);
    let words = [
        (8, VERSION),
        (12, flags),
        (24, coordinate::<C>() as u32),
        (28, plan.width as u32),
        (40, plan.stride as u32),
        (44, plan.tables as u32),
    ];
    for (place, value) in words {
        bytes[place..place + 4].copy_from_slice(&value.to_le_bytes());
    }
    for (place, value) in [(16, curve_id::<C>()), (32, plan.points as u64), (48, plan.bytes as u64)] {
        bytes[place..place + 8].copy_from_slice(&value.to_le_bytes());
    }
    let (covered, checksum) = bytes.split_at_mut(bytes.len() - CHECKSUM);
    checksum.copy_from_slice(&crc32fast::hash(covered).to_le_bytes());
}

/// Checks the header and returns its plan. Other bytes may follow the header.
pub(super) fn plan<C: WeierstrassCurve<Base: PrimeField>>(bytes: &[u8]) -> Result<PreparedPlan, FormatError> {
    let Some(header) = bytes.first_chunk::<HEADER>() else {
        return Err(FormatError::Truncated { needed: AROUND, found: bytes.len() });
    };
    if header[..8] != MAGIC {
        return Err(FormatError::Magic { what: "prepared bases" });
    }
    let version = word(header, 8);
    if version != VERSION {
        return Err(FormatError::Version { found: version, known: VERSION });
    }
    let (expected, curve) = (curve_id::<C>(), long(header, 16));
    if curve != expected {
        return Err(FormatError::Curve { expected, found: curve });
    }
    plan_of_header::<C>(header)
}

/// Checks the header, the length and the checksum, and returns the plan.
pub(super) fn open<C: WeierstrassCurve<Base: PrimeField>>(bytes: &[u8]) -> Result<PreparedPlan, FormatError> {
    let found = bytes.len();
    let plan = plan::<C>(bytes)?;
    if found < plan.bytes {
        return Err(FormatError::Truncated { needed: plan.bytes, found });
    }
    if found > plan.bytes {
        return Err(FormatError::TooLong { expected: plan.bytes, found });
    }
    let (covered, checksum) = bytes.split_at(found - CHECKSUM);
    let (stored, computed) = (word(checksum, 0), crc32fast::hash(covered));
    if stored != computed {
        return Err(FormatError::Checksum { stored, computed });
    }
    Ok(plan)
}

fn plan_of_header<C: WeierstrassCurve<Base: PrimeField>>(header: &[u8]) -> Result<PreparedPlan, FormatError> {
    let field = |name: &'static str, value: u64| FormatError::Field { name, value };
    let short = |name: &'static str, place: usize| {
        let value = word(header, place);
        usize::try_from(value).map_err(|_| field(name, value.into()))
    };
    let flags = word(header, 12);
    if flags & !HALVES != 0 || (flags == HALVES && C::ENDOMORPHISM.is_none()) {
        return Err(field("the flags", flags.into()));
    }
    if word(header, 24) as usize != coordinate::<C>() {
        return Err(field("the length of a coordinate", word(header, 24).into()));
    }
    let (width, stride) = (short("the width of a window", 28)?, short("the stride of the tables", 40)?);
    let number = long(header, 32);
    let number_error = field("the number of bases", number);
    let number = usize::try_from(number).map_err(|_| number_error)?;
    // A plan for no bases accepts every possible width and stride, so the checks identify the invalid field.
    PreparedPlan::new::<C>(0, width, 1, flags == HALVES)
        .map_err(|_| field("the width of a window", width as u64))?;
    PreparedPlan::new::<C>(0, width, stride, flags == HALVES)
        .map_err(|_| field("the stride of the tables", stride as u64))?;
    let plan = PreparedPlan::new::<C>(number, width, stride, flags == HALVES).map_err(|_| number_error)?;
    if word(header, 44) as usize != plan.tables {
        return Err(field("the number of tables", word(header, 44).into()));
    }
    if long(header, 48) != plan.bytes as u64 {
        return Err(field("the length in bytes", long(header, 48)));
    }
    if long(header, 56) != 0 {
        return Err(field("the reserved field", long(header, 56)));
    }
    Ok(plan)
}

/// Reads a `u32`; zero beyond the end.
fn word(bytes: &[u8], place: usize) -> u32 {
    bytes.get(place..).and_then(|bytes| bytes.first_chunk()).map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// Reads a `u64`; zero beyond the end.
fn long(bytes: &[u8], place: usize) -> u64 {
    bytes.get(place..).and_then(|bytes| bytes.first_chunk()).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}
