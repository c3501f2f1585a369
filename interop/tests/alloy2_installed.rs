//! Tests alloy with `VorpalCrypto` installed. The installation is permanent, so this is a separate process.

#![cfg(feature = "alloy2")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use alloy_consensus::crypto::backend::{CryptoProvider, install_default_provider};
use alloy_consensus::crypto::{RecoveryError, secp256k1};
use alloy_consensus::transaction::SignerRecoverable;
use alloy_consensus::{SignableTransaction, TxEnvelope, TxLegacy};
use alloy_primitives::{Address, Bytes, Signature, TxKind, U256};
use vorpal_interop::VorpalCrypto;

use common::{bytes, negative};

/// `VorpalCrypto` with a counter of calls.
#[derive(Default)]
struct Counted {
    crypto: VorpalCrypto,
    recoveries: AtomicUsize,
    checks: AtomicUsize,
}

impl CryptoProvider for Counted {
    fn recover_signer_unchecked(&self, sig: &[u8; 65], msg: &[u8; 32]) -> Result<Address, RecoveryError> {
        self.recoveries.fetch_add(1, Ordering::Relaxed);
        self.crypto.recover_signer_unchecked(sig, msg)
    }

    fn verify_and_compute_signer_unchecked(
        &self,
        pubkey: &[u8; 65],
        sig: &[u8; 64],
        msg: &[u8; 32],
    ) -> Result<Address, RecoveryError> {
        self.checks.fetch_add(1, Ordering::Relaxed);
        self.crypto.verify_and_compute_signer_unchecked(pubkey, sig, msg)
    }
}

/// The first transaction of Ethereum's mainnet, block 46147.
#[test]
fn transactions_are_recovered_by_the_installed_provider() {
    let counted = Arc::new(Counted::default());
    install_default_provider(counted.clone()).expect("nothing is installed yet");
    assert!(install_default_provider(Arc::new(VorpalCrypto)).is_err(), "the first one stays");

    let r = bytes::<32>("88ff6cf0fefd94db46111149ae4bfc179e9b94721fffd821d38d16464b3f71d0");
    let s = bytes::<32>("45e0aff800961cfce805daef7016b9b675c137a6a41a548f7b60a3484c06a33a");
    let sender = Address::from(bytes::<20>("a1e4380a3b1f749673e270229993ee55f35663b4"));
    let transaction = TxLegacy {
        chain_id: None,
        nonce: 0,
        gas_price: 50_000_000_000_000,
        gas_limit: 21_000,
        to: TxKind::Call(Address::from(bytes::<20>("5df9b87991262f6ba471f09758cde1c0fc1de734"))),
        value: U256::from(31_337),
        input: Bytes::new(),
    };
    let hash = transaction.signature_hash();
    assert_eq!(hash.0, bytes("19b1e28c14f33e74b96b88eba97d4a4fc8a97638d72e972310025b7e1189b049"));
    let low = Signature::new(U256::from_be_bytes(r), U256::from_be_bytes(s), true);
    let high = Signature::new(U256::from_be_bytes(r), U256::from_be_bytes(negative(&s)), false);

    let signed = transaction.clone().into_signed(low);
    assert_eq!(SignerRecoverable::recover_signer(&signed).expect("a signature of mainnet"), sender);
    assert_eq!(counted.recoveries.load(Ordering::Relaxed), 1);
    assert_eq!(transaction.into_signed(high).recover_signer_unchecked().expect("the other half"), sender);
    assert_eq!(counted.recoveries.load(Ordering::Relaxed), 2);
    // With the feature `k256`, alloy's type has inherent methods. Method syntax prefers them, and they do not call the
    // provider.
    assert_eq!(signed.recover_signer().expect("a signature of mainnet"), sender);
    assert_eq!(counted.recoveries.load(Ordering::Relaxed), 2);
    // alloy rejects it before it calls the provider.
    assert!(secp256k1::recover_signer(&high, hash).is_err());
    assert_eq!(counted.recoveries.load(Ordering::Relaxed), 2);
    assert_eq!(TxEnvelope::from(signed).recover_signer().expect("a signature of mainnet"), sender);
    assert_eq!(counted.recoveries.load(Ordering::Relaxed), 3);

    let mut bytes = [1; 65];
    bytes[..32].copy_from_slice(&r);
    bytes[32..64].copy_from_slice(&s);
    let ours = vorpal_secp256k1::RecoverableSignature::from_rsv(&bytes).expect("a signature");
    let key = ours.recover(&hash.0).expect("a key").to_uncompressed();
    assert_eq!(secp256k1::verify_and_compute_signer(&key, &low, hash).expect("valid"), sender);
    assert_eq!(secp256k1::verify_and_compute_signer_unchecked(&key, &high, hash).expect("valid"), sender);
    assert_eq!(counted.checks.load(Ordering::Relaxed), 2);
}
