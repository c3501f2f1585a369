//! Constant time of everything that is done with secrets, on compiled code (`vorpal_trace`).

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::hint::black_box;

use vorpal_fields::subtle::ConstantTimeEq;
use vorpal_limbs::fault::{Fault, PLANTED, wake};
use vorpal_limbs::taint;
use vorpal_secp256k1::{PublicKey, SecretKey};
use vorpal_trace::{Check, Leak};

/// Where the engine can be made to leak, with single numbers, which are all that secrets here are; and leaks of this
/// test.
const LEAKS: [Leak; 7] = [
    Leak { name: "a digit of the key reads a table", backend: "auto", run: leak },
    Leak { name: "a digit of a signature reads a table", backend: "auto", run: leak_at_the_end },
    Leak { name: "lookup", backend: "auto", run: || with(Fault::Lookup) },
    Leak { name: "dispatch", backend: "bmi2+adx", run: || with(Fault::Bmi2AdxDispatch) },
    Leak { name: "kernel", backend: "bmi2+adx", run: || with(Fault::Bmi2AdxKernel) },
    Leak { name: "dispatch", backend: "portable", run: || with(Fault::PortableDispatch) },
    Leak { name: "kernel", backend: "portable", run: || with(Fault::PortableKernel) },
];

/// A fault in the engine wakes, and then everything is done as usual.
fn with(fault: Fault) {
    wake(fault);
    operations();
}

#[test]
fn nothing_depends_on_secrets() {
    vorpal_trace::check(&Check {
        test: "nothing_depends_on_secrets",
        built: taint::built,
        in_use: taint::in_use,
        prepare,
        operations,
        on_processor: operations,
        // Without faults there are those of this test.
        leaks: if PLANTED { &LEAKS } else { &LEAKS[..2] },
    });
}

/// A secret key of which every bit is a secret, from its bytes on.
fn secret_key(seed: u64) -> SecretKey {
    SecretKey::from_be_bytes(&secret_bytes(seed)).unwrap()
}

fn secret_bytes(seed: u64) -> [u8; 32] {
    let mut words: [u64; 4] =
        std::array::from_fn(|i| black_box(seed + i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1);
    taint::secret(&mut words);
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.chunks_exact_mut(8).zip(words) {
        chunk.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

/// A digit of the secret picks a place in memory, as a table would be read by who does not know better.
fn leak() {
    let table: [u64; 16] = std::array::from_fn(|i| black_box(i as u64));
    let digit = secret_key(3).to_be_bytes()[7] & 15;
    black_box(table[usize::from(digit)]);
}

/// What comes out at the end of everything is still known to be a secret.
fn leak_at_the_end() {
    let table: [u64; 16] = std::array::from_fn(|i| black_box(i as u64));
    let signature = secret_key(3).sign(&[9; 32]).to_rsv();
    black_box(table[usize::from(signature[31] & 15)]);
}

/// The generator's table.
fn prepare() {
    black_box(SecretKey::from_be_bytes(&[1; 32]).unwrap().public_key());
}

fn operations() {
    // The other side's key is public.
    let mut seven = [0; 32];
    seven[31] = 7;
    let other = SecretKey::from_be_bytes(&seven).unwrap().public_key();
    let other = PublicKey::decode(&other.to_compressed()).unwrap();
    for seed in [3, 5] {
        let key = secret_key(seed);
        black_box(key.clone().to_be_bytes());
        let public = key.public_key();
        black_box((public.to_compressed(), public.to_uncompressed(), key.x_only_public_key().to_be_bytes()));
        // The hash may be a secret as well as the key.
        for signature in [key.sign(&[9; 32]), key.sign_with_entropy(&secret_bytes(8), &secret_bytes(4))] {
            black_box(signature.to_rsv());
        }
        black_box(key.sign_schnorr(b"a message", &secret_bytes(6)).to_bytes());
        let shared = key.diffie_hellman(&other);
        black_box((shared.x(), shared.sha256()));
        let equal = [key.ct_eq(&secret_key(4)), shared.ct_eq(&secret_key(4).diffie_hellman(&other))];
        black_box(equal.map(|equal| equal.unwrap_u8()));
    }
    // A key that is not one may be told from others, and nothing else of it.
    black_box(SecretKey::from_be_bytes(&secret_bytes(0).map(|byte| byte | 0xff)).is_err());
}
