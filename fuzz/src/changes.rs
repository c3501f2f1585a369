//! Inputs that are changes of a valid encoding, so that fuzzing reaches code behind a checksum.

/// The first byte of an input selects the kind of change.
pub(crate) const RAW: u8 = 0;
pub(crate) const CHANGES: u8 = 1;
pub(crate) const CHANGES_AND_CHECKSUM: u8 = 2;
pub(crate) const CUT: u8 = 3;

/// The bytes after the first byte, or the valid bytes with changes. A change has three bytes: the offset
/// (little-endian) and the value to XOR. `CUT` truncates the valid bytes at the offset.
pub(crate) fn changed(valid: &[u8], bytes: &[u8]) -> Vec<u8> {
    let Some((&kind, rest)) = bytes.split_first() else { return Vec::new() };
    if !matches!(kind, CHANGES..=CUT) {
        return rest.to_vec();
    }
    let mut changed = valid.to_vec();
    for change in rest.chunks_exact(3) {
        if changed.is_empty() {
            break;
        }
        let offset = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
        if kind == CUT {
            changed.truncate(offset);
        } else {
            changed[offset] ^= change[2];
        }
    }
    if kind == CHANGES_AND_CHECKSUM
        && let Some((covered, checksum)) = changed.split_last_chunk_mut::<4>()
    {
        *checksum = crc32fast::hash(covered).to_le_bytes();
    }
    changed
}

/// The result of `work`. Panics if `work` holds more than `each` bytes of memory per input byte plus 64 KiB at once.
pub(crate) fn bounded<T>(length: usize, each: u64, work: impl FnOnce() -> T) -> T {
    let mut result = None;
    let taken = allocation_counter::measure(|| result = Some(work())).bytes_max;
    assert!(taken <= each * length as u64 + (1 << 16), "{taken} bytes of memory for an input of {length}");
    result.expect("the work was done")
}

/// Seeds of all kinds: unchanged, changed at each offset, truncated at each offset.
pub(crate) fn seeds(offsets: &[u16]) -> Vec<(String, Vec<u8>)> {
    let mut seeds = vec![("unchanged".to_string(), vec![CHANGES])];
    for offset in offsets {
        let change = [&offset.to_le_bytes()[..], &[1]].concat();
        for (name, kind) in [("changed", CHANGES), ("changed-sealed", CHANGES_AND_CHECKSUM), ("cut", CUT)] {
            seeds.push((format!("{name}-{offset}"), [&[kind][..], &change].concat()));
        }
    }
    seeds
}

/// A seed with raw bytes.
pub(crate) fn seed(name: &str, bytes: &[u8]) -> (String, Vec<u8>) {
    (name.to_string(), [&[RAW][..], bytes].concat())
}
