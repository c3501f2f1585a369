//! The map of secret bytes, against a flag for each byte.

use vorpal_trace::memory::{Memory, low_bits};

/// Ranges of every length at every offset around the end of a page, against a byte each.
#[test]
fn ranges_are_those_of_single_bytes() {
    const START: usize = 4096 - 150;
    let mut memory = Memory::default();
    let mut expected = [false; 300];
    let mut word = 1u64;
    for size in 0..=64 {
        for offset in 0..300 - 64 {
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let secret = word ^ word >> 32;
            memory.set((START + offset) as u64, size, secret);
            for i in 0..size {
                expected[offset + i] = secret >> i & 1 == 1;
            }
            let found = memory.get((START + offset / 2) as u64, 64);
            let bits = (0..64).filter(|i| expected[offset / 2 + i]).fold(0, |all, i| all | 1 << i);
            assert_eq!(found, bits, "{size} bytes at {offset}");
            assert_eq!(memory.get((START + offset) as u64, size), secret & low_bits(size));
        }
    }
    for (from, size, secret) in [(3, 290, true), (70, 64, false), (0, 129, false), (140, 0, true)] {
        memory.mark((START + from) as u64, size as u64, secret);
        expected[from..from + size].fill(secret);
        for (i, byte) in expected.iter().enumerate() {
            assert_eq!(memory.get((START + i) as u64, 1), u64::from(*byte), "{from} {size}: {i}");
        }
    }
}
