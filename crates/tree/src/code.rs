//! The chunks of a contract's code in the tree (EIP-6800, "Code").

use crate::Value;

/// The number of bytes of code in a chunk.
const CHUNK: usize = 31;
const PUSH1: u8 = 0x60;
const PUSH32: u8 = 0x7f;

/// Splits a code into the values of [`Position::code_chunk`](crate::Position::code_chunk) 0, 1, and so on.
///
/// The bytes 1 to 31 of a value are a chunk of the code; the last chunk is padded with zeros. Byte 0 is the number of
/// leading bytes of the chunk that are operands of an earlier push instruction, at most 31. A verifier that has only
/// this chunk needs it to find the first instruction.
pub fn code_chunks(code: &[u8]) -> impl Iterator<Item = Value> {
    // The offset of the next instruction.
    let mut next = 0;
    (0..).step_by(CHUNK).zip(code.chunks(CHUNK)).map(move |(start, bytes)| {
        let mut chunk = [0; 32];
        let operands: usize = usize::min(next - start, CHUNK);
        #[allow(clippy::cast_possible_truncation, reason = "`operands` is at most 31")]
        let leading = operands as u8;
        chunk[0] = leading;
        chunk[1..=bytes.len()].copy_from_slice(bytes);
        while let Some(&instruction) = bytes.get(next - start) {
            next += match instruction {
                PUSH1..=PUSH32 => 2 + usize::from(instruction - PUSH1),
                _ => 1,
            };
        }
        chunk
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chunks by the specification: for every byte, the number of operands of a push from this byte on.
    fn by_specification(code: &[u8]) -> Vec<Value> {
        let mut code = code.to_vec();
        code.resize(code.len().next_multiple_of(31), 0);
        let mut operands = vec![0; code.len() + 33];
        let mut position = 0;
        while position < code.len() {
            let pushed = if (0x60..=0x7f).contains(&code[position]) { code[position] - 0x5f } else { 0 };
            position += 1;
            for i in 0..pushed {
                operands[position + usize::from(i)] = pushed - i;
            }
            position += usize::from(pushed);
        }
        let chunk = |i: usize| {
            let mut chunk = [operands[31 * i].min(31); 32];
            chunk[1..].copy_from_slice(&code[31 * i..][..31]);
            chunk
        };
        (0..code.len() / 31).map(chunk).collect()
    }

    #[test]
    fn operands_continue_in_the_next_chunk() {
        const PUSH31: u8 = 0x7e;
        let at = |position: usize, instruction: u8, length: usize| {
            let mut code = vec![0; length];
            code[position] = instruction;
            code
        };
        let leading = |code: &[u8]| code_chunks(code).map(|chunk| chunk[0]).collect::<Vec<_>>();
        assert_eq!(leading(&[]), [0; 0]);
        assert_eq!(leading(&[PUSH32]), [0]);
        assert_eq!(leading(&at(30, PUSH1, 32)), [0, 1]);
        assert_eq!(leading(&at(29, PUSH1, 32)), [0, 0]);
        assert_eq!(leading(&at(30, PUSH31, 62)), [0, 31]);
        // One operand more than a chunk has bytes.
        assert_eq!(leading(&at(30, PUSH32, 63)), [0, 31, 1]);
        assert_eq!(leading(&at(29, PUSH32, 63)), [0, 31, 0]);
        // A byte with the value of a push is no push where it is an operand.
        assert_eq!(leading(&[[PUSH32; 31], [PUSH32; 31], [PUSH32; 31]].concat()), [0, 2, 4]);
        assert_eq!(code_chunks(&[7; 32]).last().unwrap()[..3], [0, 7, 0]);
    }

    #[test]
    fn random_code_agrees_with_the_specification() {
        let mut state = 1u64;
        for length in [0, 1, 30, 31, 32, 61, 62, 63, 93, 1000] {
            for _ in 0..200 {
                let mut byte = || {
                    state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                    // About half of the bytes are pushes, many of them `PUSH32`.
                    let [.., any, kind] = state.to_le_bytes();
                    if kind % 2 == 0 { any } else { PUSH32 - any % 32 * (kind >> 7) }
                };
                let code: Vec<u8> = (0..length).map(|_| byte()).collect();
                assert_eq!(code_chunks(&code).collect::<Vec<_>>(), by_specification(&code), "{code:?}");
            }
        }
    }
}
