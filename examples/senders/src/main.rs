//! The senders of a block, from its RLP: two calls.
//!
//! ```
//! let block = Block::<TxEnvelope>::decode(&mut rlp)?;
//! let senders = recover_block_senders(&block, HighS::on_mainnet(block.header.number))?;
//! ```
//!
//! # The program
//!
//! ```sh
//! cargo run --release -p senders                 # a block that the program makes
//! cargo run --release -p senders -- BLOCK.rlp    # the bytes of a block, or their hexadecimal digits
//! ```

mod made;

use std::time::Instant;

use alloy_consensus::{Block, TxEnvelope};
use alloy_primitives::{Address, hex};
use alloy_rlp::Decodable;
use vorpal_interop::alloy2::{HighS, recover_block_senders};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The block and its senders.
fn senders(mut rlp: &[u8]) -> Result<(Block<TxEnvelope>, Vec<Address>)> {
    let block = Block::<TxEnvelope>::decode(&mut rlp)?;
    if !rlp.is_empty() {
        return Err(format!("{} bytes after the block", rlp.len()).into());
    }
    // One batch: hashes, keys and addresses of all transactions.
    let senders = recover_block_senders(&block, HighS::on_mainnet(block.header.number))?;
    Ok((block, senders))
}

fn main() -> Result<()> {
    let rlp = match std::env::args().nth(1) {
        Some(file) => {
            let bytes = std::fs::read(file)?;
            // RLP of a block begins with a list: a byte from 0xc0 on, which is no text.
            if bytes.first().is_some_and(u8::is_ascii) { hex::decode(bytes.trim_ascii())? } else { bytes }
        }
        None => made::block(200)?,
    };
    let start = Instant::now();
    let (block, senders) = senders(&rlp)?;
    let time = start.elapsed();
    for (transaction, sender) in block.body.transactions.iter().zip(&senders) {
        println!("{} {} {sender}", transaction.tx_hash(), transaction.tx_type());
    }
    println!("block {}: {} senders, decoded and recovered in {time:?}", block.header.number, senders.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_senders_of_a_block_are_its_signers() {
        for count in [0, 1, 17, 100] {
            let (block, senders) = senders(&made::block(count).expect("a block")).expect("senders");
            assert_eq!(block.body.transactions.len(), senders.len());
            let signers: Vec<Address> = (0..count).map(made::signer).collect();
            assert_eq!(senders, signers);
        }
    }

    #[test]
    fn wrong_bytes_are_errors() {
        let mut rlp = made::block(3).expect("a block");
        rlp.push(0);
        assert_eq!(senders(&rlp).expect_err("a byte too many").to_string(), "1 bytes after the block");
        rlp.truncate(rlp.len() - 2);
        assert!(senders(&rlp).is_err());
        assert!(senders(&[]).is_err());
    }
}
