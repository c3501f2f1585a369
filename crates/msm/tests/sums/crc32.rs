//! An independent implementation of the checksum of files and messages.

/// Computes CRC-32 of IEEE 802.3 bit by bit, according to its definition.
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
fn crc32_of_the_standard_check_input() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926, "the check value of catalogues of CRCs");
}
