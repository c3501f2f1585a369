//! Tests `VorpalCrypto` against both back ends of revm, libsecp256k1 and `k256`.

#![cfg(feature = "revm43")]

mod common;

use revm_precompile::primitives::{B256, alloy_primitives::B512};
use revm_precompile::secp256k1::{bitcoin_secp256k1, k256};
use revm_precompile::{Crypto, DefaultCrypto, PrecompileHalt};
use vorpal_interop::VorpalCrypto;

use common::{Question, join, questions};

#[test]
fn results_equal_those_of_both_back_ends() {
    let (mut right, mut above_order) = (0, 0);
    for Question { signature, recovery_id, hash } in questions() {
        let ours = VorpalCrypto.secp256k1_ecrecover(&signature, recovery_id, &hash);
        let (their_signature, their_hash) = (B512::from(signature), B256::from(hash));
        let libsecp = bitcoin_secp256k1::ecrecover(&their_signature, recovery_id, &their_hash);
        let k256 = k256::ecrecover(&their_signature, recovery_id, &their_hash);
        let context = format!("{signature:02x?} {recovery_id} {hash:02x?}");
        assert_eq!(ours.as_ref().ok(), libsecp.ok().map(|word| word.0).as_ref(), "libsecp256k1: {context}");
        assert_eq!(ours.as_ref().ok(), k256.ok().map(|word| word.0).as_ref(), "k256: {context}");
        assert_eq!(ours, DefaultCrypto.secp256k1_ecrecover(&signature, recovery_id, &hash), "{context}");
        match ours {
            Ok(word) => {
                assert_eq!(word[..12], [0; 12]);
                right += 1;
                above_order += usize::from(recovery_id > 1);
            }
            Err(error) => assert_eq!(error, PrecompileHalt::Secp256k1RecoverFailed),
        }
    }
    assert!(right > 200, "{right} signatures had a key");
    assert!(above_order > 10, "{above_order} had one whose x is r + n");
}

/// revm's own back ends panic on these identifiers.
#[test]
fn recovery_identifiers_above_3_are_errors() {
    let signature = join(&[1; 32], &[1; 32]);
    for recovery_id in 4..=255 {
        let answer = VorpalCrypto.secp256k1_ecrecover(&signature, recovery_id, &[1; 32]);
        assert_eq!(answer, Err(PrecompileHalt::Secp256k1RecoverFailed), "{recovery_id}");
    }
}
