//! Keys of accounts (EIP-6800, "Tree embedding").

use vorpal::tree::{Address, BasicData, Key, KeyHasher, Position};

use crate::banderwagon::vorpal_committer;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;

/// What is at a position of an account.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_position {
    /// Version, code size, nonce and balance.
    VORPAL_POSITION_BASIC_DATA = 0,
    /// The Keccak-256 hash of the code.
    VORPAL_POSITION_CODE_HASH = 1,
    /// The chunk of 31 bytes of the code with the number in the argument.
    VORPAL_POSITION_CODE_CHUNK = 2,
    /// The storage slot in the argument.
    VORPAL_POSITION_STORAGE = 3,
}

impl vorpal_position {
    fn of(index: usize, number: u8) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_POSITION_BASIC_DATA),
            1 => Ok(Self::VORPAL_POSITION_CODE_HASH),
            2 => Ok(Self::VORPAL_POSITION_CODE_CHUNK),
            3 => Ok(Self::VORPAL_POSITION_STORAGE),
            _ => Err(Failure::argument(format_args!(
                "positions: number {index} is {number}, not a vorpal_position"
            ))),
        }
    }
}

/// The tree's keys of `count` positions of accounts: 32 bytes each. `addresses` has 20 bytes for each, `positions` a
/// `vorpal_position`, `arguments` 32 bytes, big-endian: the number of the code chunk, the storage slot, or anything.
/// Positions with the same stem should be next to each other: its hash is then computed once. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `committer` null or a committer; each other pointer is null or to memory of the stated
/// length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_keys_vartime(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    count: usize,
    addresses: *const u8,
    positions: *const u8,
    arguments: *const u8,
    keys: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer], |buffers| {
        let addresses = buffers.items::<20>(addresses, count, "addresses")?;
        let positions = buffers.input(positions, count, "positions")?;
        let arguments = buffers.items::<32>(arguments, count, "arguments")?;
        let keys = buffers.output_items::<32>(keys, count, "keys")?;
        let mut entries = Vec::with_capacity(count);
        for (i, address) in addresses.iter().enumerate() {
            entries.push((address_of(address), position(i, positions[i], &arguments[i])?));
        }
        let found = ctx.run(|| KeyHasher::new(&committer.committer).keys(&entries))?;
        for (place, key) in keys.iter_mut().zip(&found) {
            *place = Key::to_bytes(key);
        }
    })
}

fn address_of(bytes: &[u8; 20]) -> Address {
    Address::from(*bytes)
}

fn position(index: usize, kind: u8, argument: &[u8; 32]) -> Result<Position, Failure> {
    match vorpal_position::of(index, kind)? {
        vorpal_position::VORPAL_POSITION_BASIC_DATA => Ok(Position::BASIC_DATA),
        vorpal_position::VORPAL_POSITION_CODE_HASH => Ok(Position::CODE_HASH),
        vorpal_position::VORPAL_POSITION_CODE_CHUNK => {
            let (rest, number) = argument.split_at(28);
            if rest.iter().any(|byte| *byte != 0) {
                return Err(Failure::input(format_args!(
                    "arguments: number {index} is no number of a code chunk"
                )));
            }
            Ok(Position::code_chunk(number.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))))
        }
        vorpal_position::VORPAL_POSITION_STORAGE => Ok(Position::storage(argument)),
    }
}

/// The value of 32 bytes at the position of an account's basic data: nonce, balance (16 bytes, big-endian) and the size
/// of the code, below 2^24.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_basic_data(
    nonce: u64,
    balance: *const u8,
    code_size: u32,
    value: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let balance = u128::from_be_bytes(*buffers.array::<16>(balance, "balance")?);
        let value = buffers.place::<[u8; 32]>(value.cast(), "value")?;
        *value = BasicData::new(nonce, balance).with_code_size(code_size)?.to_value();
    })
}

/// The 31-byte chunks of code as the tree's values: 32 bytes each, `(code_len + 30) / 31` of them. `*len` is the size
/// of the buffer before the call and the number of bytes after it; with null as `buffer` only the number is written.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_code_chunks(
    code: *const u8,
    code_len: usize,
    buffer: *mut u8,
    len: *mut usize,
) -> vorpal_status {
    call!([], |buffers| {
        let code = buffers.input(code, code_len, "code")?;
        let chunks: Vec<u8> = vorpal::tree::code_chunks(code).flatten().collect();
        buffers.write_sized(&chunks, buffer, len)?;
    })
}
