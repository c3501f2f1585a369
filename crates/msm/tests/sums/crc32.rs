//! The checksum of files and messages, apart from the crate that computes it.

/// CRC-32 of IEEE 802.3 bit by bit, as its definition has it.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    !crc
}

#[test]
fn the_check_value() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926, "what the standard's users agree on");
}
