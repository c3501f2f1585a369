//! For `alloy-consensus` 2: its crypto provider, and the senders of transactions in batches.

mod message;
mod senders;

use alloy_consensus::crypto::RecoveryError;
use alloy_consensus::crypto::backend::CryptoProvider;
use alloy_primitives::Address;
use vorpal_secp256k1::{PublicKey, Signature};

use crate::VorpalCrypto;

pub use message::SignedMessage;
pub use senders::{
    HighS, NoSender, recover_authorities, recover_block_senders, recover_range_senders, recover_senders,
    recover_transactions,
};

/// Errors have no source, because alloy requires that providers do not reveal why a signature is invalid.
impl CryptoProvider for VorpalCrypto {
    /// The last byte of the signature is the recovery identifier, 0 to 3.
    fn recover_signer_unchecked(&self, sig: &[u8; 65], msg: &[u8; 32]) -> Result<Address, RecoveryError> {
        let [signature @ .., recovery_id] = sig;
        match Self::key(signature, *recovery_id, msg) {
            Ok(key) => Ok(key.ethereum_address().into()),
            Err(_) => Err(RecoveryError::new()),
        }
    }

    /// Both halves of the range of `s` are accepted, as alloy specifies and does with `k256`. alloy's libsecp256k1 back
    /// end accepts the lower half only.
    fn verify_and_compute_signer_unchecked(
        &self,
        pubkey: &[u8; 65],
        sig: &[u8; 64],
        msg: &[u8; 32],
    ) -> Result<Address, RecoveryError> {
        let key = PublicKey::from_sec1_bytes(pubkey).map_err(|_| RecoveryError::new())?;
        let signature = Signature::from_compact(sig).map_err(|_| RecoveryError::new())?;
        if key.verify(msg, &signature) {
            Ok(key.ethereum_address().into())
        } else {
            Err(RecoveryError::new())
        }
    }
}
