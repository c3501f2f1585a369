//! Messages with a signature from which the signer's key is recovered.

use alloc::vec::Vec;

use alloy_consensus::{EthereumTxEnvelope, SignableTransaction, Signed};
use alloy_eips::eip7702::SignedAuthorization;
use alloy_primitives::{B256, Signature, keccak256};

/// A message with a signature from which the signer's key is recovered.
///
/// Implemented for the transactions of Ethereum and for authorisations of EIP-7702. Chains with further types of
/// transactions implement it for theirs.
pub trait SignedMessage {
    /// The signed hash. The buffer is scratch memory with any contents.
    fn signing_hash(&self, buffer: &mut Vec<u8>) -> B256;

    /// The signature. `None` if its parts are no signature: there is no signer.
    fn signature(&self) -> Option<Signature>;
}

impl<T: SignedMessage> SignedMessage for &T {
    fn signing_hash(&self, buffer: &mut Vec<u8>) -> B256 {
        T::signing_hash(self, buffer)
    }

    fn signature(&self) -> Option<Signature> {
        T::signature(self)
    }
}

impl<T: SignableTransaction<Signature>> SignedMessage for Signed<T> {
    fn signing_hash(&self, buffer: &mut Vec<u8>) -> B256 {
        buffer.clear();
        self.tx().encode_for_signing(buffer);
        keccak256(buffer)
    }

    fn signature(&self) -> Option<Signature> {
        Some(*self.signature())
    }
}

impl<B: SignableTransaction<Signature>> SignedMessage for EthereumTxEnvelope<B> {
    fn signing_hash(&self, buffer: &mut Vec<u8>) -> B256 {
        match self {
            Self::Legacy(signed) => signed.signing_hash(buffer),
            Self::Eip2930(signed) => signed.signing_hash(buffer),
            Self::Eip1559(signed) => signed.signing_hash(buffer),
            Self::Eip4844(signed) => signed.signing_hash(buffer),
            Self::Eip7702(signed) => signed.signing_hash(buffer),
        }
    }

    fn signature(&self) -> Option<Signature> {
        match self {
            Self::Legacy(signed) => SignedMessage::signature(signed),
            Self::Eip2930(signed) => SignedMessage::signature(signed),
            Self::Eip1559(signed) => SignedMessage::signature(signed),
            Self::Eip4844(signed) => SignedMessage::signature(signed),
            Self::Eip7702(signed) => SignedMessage::signature(signed),
        }
    }
}

impl SignedMessage for SignedAuthorization {
    fn signing_hash(&self, _: &mut Vec<u8>) -> B256 {
        self.signature_hash()
    }

    fn signature(&self) -> Option<Signature> {
        Self::signature(self).ok()
    }
}
