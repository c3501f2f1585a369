//! Signatures and their checks.

use std::hint::black_box;

use vorpal::bls::{self, MinPk, Suite};
use vorpal::secp256k1::{
    Recovery, SchnorrKeyPair, SchnorrVerification, SecretKey, Verification, p256, recover, recover_batch,
    verify_batch, verify_schnorr_batch,
};

use super::Workload;

/// The number of signatures of a block.
const BLOCK: usize = 1000;

/// A number in 32 bytes, most significant byte first.
fn bytes(number: usize) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[24..].copy_from_slice(&(number as u64 + 1).to_be_bytes());
    bytes
}

fn secret(number: usize) -> SecretKey {
    SecretKey::from_be_bytes(&bytes(number)).expect("a small number is a key")
}

fn recoveries() -> Vec<Recovery> {
    let recovery = |i| secret(i).sign(&bytes(2 * i)).to_recovery(&bytes(2 * i));
    (0..BLOCK).map(recovery).collect()
}

fn verifications() -> Vec<Verification> {
    let verification = |i| {
        let (key, hash) = (secret(i), bytes(2 * i));
        Verification { hash, signature: key.sign(&hash).signature(), key: key.public_key() }
    };
    (0..BLOCK).map(verification).collect()
}

fn p256_verifications() -> Vec<p256::Verification> {
    let verification = |i| {
        let key = p256::SecretKey::from_be_bytes(&bytes(i)).expect("a small number is a key");
        p256::Verification { hash: bytes(2 * i), signature: key.sign(&bytes(2 * i)), key: key.public_key() }
    };
    (0..BLOCK).map(verification).collect()
}

/// Each call takes the next item of a list.
fn each<T: Send + 'static>(list: Vec<T>, mut check: impl FnMut(&T) -> bool + Send) -> impl FnMut() + Send {
    let mut next = 0;
    move || {
        assert!(check(black_box(&list[next % list.len()])), "item {next}");
        next += 1;
    }
}

pub(super) fn workloads(list: &mut Vec<Workload>) {
    list.push(Workload::new("secp256k1.sign.single", 1, || {
        let key = secret(6);
        each((0..BLOCK).map(bytes).collect(), move |hash| key.sign(hash).signature().is_low())
    }));
    list.push(Workload::new("secp256k1.verify.single", 1, || {
        each(verifications(), |item| item.key.verify(&item.hash, &item.signature))
    }));
    list.push(Workload::new("secp256k1.recover.single", 1, || {
        each(recoveries(), |recovery| recover(recovery).is_ok())
    }));
    list.push(Workload::new("secp256k1.verify.block1000", BLOCK, || {
        each(vec![verifications()], |block| verify_batch(block).iter().all(|valid| *valid))
    }));
    list.push(Workload::new("secp256k1.recover.block1000", BLOCK, || {
        each(vec![recoveries()], |block| recover_batch(block).iter().all(Result::is_ok))
    }));
    list.push(Workload::new("secp256k1.schnorr_verify.block1000", BLOCK, || {
        let messages: Vec<[u8; 32]> = (0..BLOCK).map(bytes).collect();
        let signed = move |i: usize, message: &[u8; 32]| {
            let pair = SchnorrKeyPair::new(&secret(i));
            (pair.sign(message, &[7; 32]), *pair.public_key())
        };
        let signed: Vec<_> = messages.iter().enumerate().map(|(i, message)| signed(i, message)).collect();
        move || {
            let item = |((signature, key), message)| SchnorrVerification { message, signature, key };
            let block: Vec<SchnorrVerification<'_>> =
                signed.iter().copied().zip(messages.iter().map(<[u8; 32]>::as_slice)).map(item).collect();
            assert!(verify_schnorr_batch(black_box(&block)).iter().all(|valid| *valid), "the block");
        }
    }));
    list.push(Workload::new("p256.verify.single", 1, || {
        each(p256_verifications(), |item| item.key.verify(&item.hash, &item.signature))
    }));
    list.push(Workload::new("p256.verify.block1000", BLOCK, || {
        each(vec![p256_verifications()], |block| p256::verify_batch(block).iter().all(|valid| *valid))
    }));
    list.push(Workload::new("bls.verify.1", 1, || {
        let suite = Suite::<MinPk>::possession();
        let key = bls::SecretKey::try_from(&bytes(6)[..]).expect("a small number is a key");
        let messages: Vec<[u8; 32]> = (0..32).map(bytes).collect();
        let signed: Vec<_> =
            messages.into_iter().map(|message| (message, key.sign(&suite, &message))).collect();
        let key = key.public_key();
        each(signed, move |(message, signature)| suite.verify(&key, message, signature))
    }));
}
