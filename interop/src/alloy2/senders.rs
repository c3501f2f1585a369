//! Senders of transactions and signers of authorisations, in batches.
//!
//! alloy's provider gets one signature at a time. These functions get many, and recover the keys in vectors by
//! [`vorpal_secp256k1::recover_addresses_batch`]. Results equal alloy's, errors included.
//!
//! All operations take variable time, because their data is public.

use alloc::vec::Vec;
use core::borrow::Borrow;

use alloy_consensus::crypto::{InvalidSignatureS, RecoveryError, SECP256K1N_HALF};
use alloy_consensus::transaction::Recovered;
use alloy_consensus::{Block, BlockHeader};
use alloy_eips::eip7702::SignedAuthorization;
use alloy_primitives::Address;
use vorpal_secp256k1::{Error, Recovery, recover_addresses_batch};

use super::SignedMessage;

/// Whether signatures with `s > n / 2` are valid, for the group order `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighS {
    /// They are invalid: EIP-2, in all blocks from Homestead on, and in transactions outside blocks.
    Refused,
    /// They are valid, as in the blocks before Homestead.
    Accepted,
}

impl HighS {
    /// The rule of the block with this number on Ethereum's mainnet. Homestead begins with block 1,150,000.
    pub const fn on_mainnet(block: u64) -> Self {
        if block < 1_150_000 { Self::Accepted } else { Self::Refused }
    }
}

/// The sender of each transaction: the hash of its fields, the signer's key, and the address of the key.
///
/// The results equal those of alloy's `recover_signer` ([`HighS::Refused`]) or `recover_signer_unchecked`
/// ([`HighS::Accepted`]). An invalid signature does not affect the results of others. With feature `parallel` the batch
/// is processed on the caller's rayon pool.
///
/// ```
/// use alloy_consensus::TxEnvelope;
/// use alloy_consensus::transaction::SignerRecoverable;
/// use vorpal_interop::alloy2::{HighS, recover_senders};
///
/// # let transactions: Vec<TxEnvelope> = Vec::new();
/// let senders = recover_senders(&transactions, HighS::Refused);
/// for (transaction, sender) in transactions.iter().zip(senders) {
///     assert_eq!(sender.ok(), transaction.recover_signer().ok());
/// }
/// ```
///
/// # Errors
/// Of a transaction: that of alloy.
pub fn recover_senders<T: SignedMessage + Sync>(
    transactions: &[T],
    high_s: HighS,
) -> Vec<Result<Address, RecoveryError>> {
    signers(transactions).iter().map(|signer| signer.sender(high_s)).collect()
}

/// The transactions with their senders, as alloy's `try_into_recovered` returns them one at a time: code that goes on
/// with [`Recovered`] recovers nothing again.
///
/// Results and errors are those of [`recover_senders`]. References to transactions give `Recovered<&T>`, as alloy's
/// `try_to_recovered_ref`.
///
/// ```
/// use alloy_consensus::{Block, TxEnvelope};
/// use alloy_consensus::transaction::Recovered;
/// use vorpal_interop::alloy2::{HighS, recover_transactions};
///
/// # let block: Block<TxEnvelope> = Block::default();
/// let borrowed: Vec<&TxEnvelope> = block.body.transactions.iter().collect();
/// let borrowed: Result<Vec<Recovered<&TxEnvelope>>, _> =
///     recover_transactions(borrowed, HighS::Refused).into_iter().collect();
/// let owned: Result<Vec<Recovered<TxEnvelope>>, _> =
///     recover_transactions(block.body.transactions.clone(), HighS::Refused).into_iter().collect();
/// # assert!(borrowed.is_ok() && owned.is_ok());
/// ```
///
/// # Errors
/// Of a transaction: that of alloy.
pub fn recover_transactions<T: SignedMessage + Sync>(
    transactions: Vec<T>,
    high_s: HighS,
) -> Vec<Result<Recovered<T>, RecoveryError>> {
    let senders = recover_senders(&transactions, high_s);
    let pairs = transactions.into_iter().zip(senders);
    pairs.map(|(transaction, sender)| Ok(Recovered::new_unchecked(transaction, sender?))).collect()
}

/// The signer of each authorisation of EIP-7702. Signatures with a high `s` are invalid.
///
/// All authorisations of a block are one batch:
///
/// ```
/// use alloy_consensus::{Block, Transaction, TxEnvelope};
/// use vorpal_interop::alloy2::recover_authorities;
///
/// # let block: Block<TxEnvelope> = Block::default();
/// let lists = block.body.transactions.iter().filter_map(|transaction| transaction.authorization_list());
/// let authorizations: Vec<_> = lists.flatten().collect();
/// let authorities = recover_authorities(&authorizations);
/// assert_eq!(authorities.len(), authorizations.len());
/// ```
///
/// # Errors
/// Of an authorisation: its signature has no signer or a high `s`, or its parity is above 1.
pub fn recover_authorities<A: Borrow<SignedAuthorization>>(
    authorizations: &[A],
) -> Vec<Result<Address, RecoveryError>> {
    let authorizations: Vec<&SignedAuthorization> = authorizations.iter().map(Borrow::borrow).collect();
    recover_senders(&authorizations, HighS::Refused)
}

/// A transaction without a sender.
#[derive(Debug, thiserror::Error)]
#[error("transaction {index} has no sender")]
pub struct NoSender {
    /// The index of the transaction in its block.
    pub index: usize,
    /// The error of alloy.
    pub source: RecoveryError,
}

/// The senders of a block's transactions, in their order.
///
/// # Errors
/// The first transaction without a sender. The block is invalid.
pub fn recover_block_senders<T: SignedMessage + Sync, H>(
    block: &Block<T, H>,
    high_s: HighS,
) -> Result<Vec<Address>, NoSender> {
    senders(&signers(&block.body.transactions), high_s)
}

/// The senders of the transactions of each block, in their order.
///
/// All transactions are one batch: small blocks fill vectors, and large ones keep all threads busy. Hash, signature and
/// sender of every transaction are in memory at once. `high_s` gets the number of a block: [`HighS::on_mainnet`], or
/// the rule of another chain.
///
/// # Errors
/// Of a block: its first transaction without a sender. Other blocks are not affected.
pub fn recover_range_senders<T: SignedMessage + Sync, H: BlockHeader>(
    blocks: &[Block<T, H>],
    high_s: impl Fn(u64) -> HighS,
) -> Vec<Result<Vec<Address>, NoSender>> {
    let transactions: Vec<&T> = blocks.iter().flat_map(|block| &block.body.transactions).collect();
    let signers = signers(&transactions);
    let mut rest = &signers[..];
    blocks
        .iter()
        .map(|block| {
            let (of_block, others) = rest.split_at(block.body.transactions.len());
            rest = others;
            senders(of_block, high_s(block.header.number()))
        })
        .collect()
}

/// All senders, or the first failure.
fn senders(signers: &[Signer], high_s: HighS) -> Result<Vec<Address>, NoSender> {
    signers
        .iter()
        .enumerate()
        .map(|(index, signer)| signer.sender(high_s).map_err(|source| NoSender { index, source }))
        .collect()
}

/// The signer of a message, whatever the half of `s`.
struct Signer {
    address: Result<[u8; 20], Error>,
    s_is_high: bool,
}

impl Signer {
    fn sender(&self, high_s: HighS) -> Result<Address, RecoveryError> {
        if self.s_is_high && high_s == HighS::Refused {
            return Err(RecoveryError::from_source(InvalidSignatureS));
        }
        // alloy requires that errors do not reveal why a signature is invalid.
        self.address.map(Address::from).map_err(|_| RecoveryError::new())
    }
}

fn signers<T: SignedMessage + Sync>(messages: &[T]) -> Vec<Signer> {
    let recoveries = recoveries(messages);
    let highest: [u8; 32] = SECP256K1N_HALF.to_be_bytes();
    let addresses = recover_addresses_batch(&recoveries);
    let pairs = addresses.into_iter().zip(recoveries);
    pairs.map(|(address, recovery)| Signer { address, s_is_high: recovery.s > highest }).collect()
}

#[cfg(feature = "parallel")]
fn recoveries<T: SignedMessage + Sync>(messages: &[T]) -> Vec<Recovery> {
    use rayon::prelude::*;

    messages.par_iter().map_init(Vec::new, |buffer, message| recovery(message, buffer)).collect()
}

#[cfg(not(feature = "parallel"))]
fn recoveries<T: SignedMessage>(messages: &[T]) -> Vec<Recovery> {
    let mut buffer = Vec::new();
    messages.iter().map(|message| recovery(message, &mut buffer)).collect()
}

/// The input of the recovery of a message's signer. Without a signature, `r = 0`, which has no signer.
fn recovery(message: &impl SignedMessage, buffer: &mut Vec<u8>) -> Recovery {
    let Some(signature) = message.signature() else {
        return Recovery { hash: [0; 32], r: [0; 32], s: [0; 32], recovery_id: 0 };
    };
    Recovery {
        hash: message.signing_hash(buffer).into(),
        r: signature.r().to_be_bytes(),
        s: signature.s().to_be_bytes(),
        recovery_id: signature.v().into(),
    }
}
