//! Test that derivation and signing of BLS take constant time, by tracing the compiled code (`vorpal_trace`).

use std::hint::black_box;

use vorpal_bls::{MinPk, MinSig, SecretKey, Suite, Variant};
use vorpal_fields::subtle::ConstantTimeEq;
use vorpal_limbs::fault::{Fault, PLANTED, wake};
use vorpal_limbs::taint;
use vorpal_trace::{Check, Leak};

/// The planted leaks: those of this test, and those of the engine in operations on single numbers.
const LEAKS: [Leak; 10] = [
    Leak { name: "table lookup by a digit of the key", backend: "auto", run: leak },
    Leak { name: "table lookup by a digit of a derived key", backend: "auto", run: leak_of_a_child },
    Leak { name: "table lookup by a digit of a signature", backend: "auto", run: leak_of_a_signature },
    Leak { name: "lookup", backend: "auto", run: || with(Fault::Lookup) },
    Leak { name: "dispatch", backend: "aarch64", run: || with(Fault::Aarch64Dispatch) },
    Leak { name: "kernel", backend: "aarch64", run: || with(Fault::Aarch64Kernel) },
    Leak { name: "dispatch", backend: "bmi2+adx", run: || with(Fault::Bmi2AdxDispatch) },
    Leak { name: "kernel", backend: "bmi2+adx", run: || with(Fault::Bmi2AdxKernel) },
    Leak { name: "dispatch", backend: "portable", run: || with(Fault::PortableDispatch) },
    Leak { name: "kernel", backend: "portable", run: || with(Fault::PortableKernel) },
];

/// Enables a fault of the engine and runs the operations on points.
fn with(fault: Fault) {
    wake(fault);
    points::<MinPk>(&secret_key(3));
}

#[test]
fn nothing_depends_on_secret_keys() {
    vorpal_trace::check(&Check {
        test: "bls::nothing_depends_on_secret_keys",
        built: taint::built,
        in_use: taint::in_use,
        prepare: || (),
        operations,
        on_processor: operations,
        // Without the faults of the engine, only the leaks of this test exist.
        leaks: if PLANTED { &LEAKS } else { &LEAKS[..3] },
    });
}

/// Bytes of which every bit may be secret, and which are a key.
fn secret_bytes(seed: u64) -> [u8; 32] {
    let mut words: [u64; 4] =
        std::array::from_fn(|i| black_box(seed + i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 2);
    taint::secret(&mut words);
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.chunks_exact_mut(8).zip(words) {
        chunk.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

fn secret_key(seed: u64) -> SecretKey {
    SecretKey::from_be_bytes(&secret_bytes(seed)).unwrap()
}

/// A table lookup at an address that depends on a byte.
fn look_up(byte: u8) {
    let table: [u64; 16] = std::array::from_fn(|i| black_box(i as u64));
    black_box(table[usize::from(byte & 15)]);
}

fn leak() {
    look_up(secret_key(3).to_be_bytes()[7]);
}

/// A derived key must still be marked as secret.
fn leak_of_a_child() {
    look_up(SecretKey::key_gen(&secret_bytes(3), b"").unwrap().to_be_bytes()[7]);
}

/// A signature must still be marked as secret.
fn leak_of_a_signature() {
    look_up(secret_key(3).sign(&Suite::<MinSig>::basic(), b"message").to_bytes()[17]);
}

fn operations() {
    let key = secret_key(3);
    black_box(key.clone().to_be_bytes());
    black_box(key.ct_eq(&secret_key(4)).unwrap_u8());
    points::<MinPk>(&key);
    points::<MinSig>(&key);
    let master = SecretKey::derive_master(&secret_bytes(5)).unwrap();
    black_box(master.derive_child(7).to_be_bytes());
    black_box(SecretKey::key_gen_with_salt(&secret_bytes(6), b"salt", b"info").unwrap().to_be_bytes());
    // Whether bytes are a key is public, and they themselves are secret.
    black_box(SecretKey::from_be_bytes(&secret_bytes(0).map(|byte| byte | 0xff)).is_err());
}

fn points<V: Variant>(key: &SecretKey) {
    black_box(key.public_key::<V>().to_bytes());
    black_box(key.public_key::<V>().to_uncompressed());
    for suite in [Suite::<V>::basic(), Suite::augmentation()] {
        black_box(key.sign(&suite, b"message").to_bytes());
    }
    black_box(key.prove_possession::<V>().to_bytes());
}
