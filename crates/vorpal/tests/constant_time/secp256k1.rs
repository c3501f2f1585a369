//! Test that all operations on secrets take constant time, by tracing the compiled code (`vorpal_trace`).

use std::hint::black_box;

use vorpal_fields::primes::{P256Scalar, Secp256k1Scalar};
use vorpal_fields::subtle::ConstantTimeEq;
use vorpal_fields::text::read_hex;
use vorpal_limbs::fault::{Fault, PLANTED, wake};
use vorpal_limbs::taint;
use vorpal_secp256k1::{GENERATOR, PublicKey, SecretKey, p256};
use vorpal_trace::{Check, Leak};

/// The planted leaks: those of this test, and those of the engine in operations on single (not packed) numbers, as
/// there are no packed secrets in this crate.
const LEAKS: [Leak; 10] = [
    Leak { name: "table lookup by a digit of the key", backend: "auto", run: leak },
    Leak { name: "table lookup by a digit of a signature", backend: "auto", run: leak_of_a_result },
    Leak { name: "table lookup by a digit of a key on P-256", backend: "auto", run: leak_of_p256 },
    Leak { name: "lookup", backend: "auto", run: || with(Fault::Lookup) },
    Leak { name: "dispatch", backend: "aarch64", run: || with(Fault::Aarch64Dispatch) },
    Leak { name: "kernel", backend: "aarch64", run: || with(Fault::Aarch64Kernel) },
    Leak { name: "dispatch", backend: "bmi2+adx", run: || with(Fault::Bmi2AdxDispatch) },
    Leak { name: "kernel", backend: "bmi2+adx", run: || with(Fault::Bmi2AdxKernel) },
    Leak { name: "dispatch", backend: "portable", run: || with(Fault::PortableDispatch) },
    Leak { name: "kernel", backend: "portable", run: || with(Fault::PortableKernel) },
];

/// Enables a fault of the engine and runs all operations.
fn with(fault: Fault) {
    wake(fault);
    operations();
}

#[test]
fn nothing_depends_on_secrets() {
    vorpal_trace::check(&Check {
        test: "secp256k1::nothing_depends_on_secrets",
        built: taint::built,
        in_use: taint::in_use,
        prepare,
        operations,
        on_processor: operations,
        // Without the faults of the engine, only the leaks of this test exist.
        leaks: if PLANTED { &LEAKS } else { &LEAKS[..3] },
    });
}

/// A secret key. All bits of its bytes are marked as secret.
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

/// A table lookup whose memory address depends on a digit of the secret.
fn leak() {
    let table: [u64; 16] = std::array::from_fn(|i| black_box(i as u64));
    let digit = secret_key(3).to_be_bytes()[7] & 15;
    black_box(table[usize::from(digit)]);
}

/// A table lookup whose memory address depends on a result of signing, which must still be marked as secret.
fn leak_of_a_result() {
    let table: [u64; 16] = std::array::from_fn(|i| black_box(i as u64));
    let signature = secret_key(3).sign(&[9; 32]).to_rsv();
    black_box(table[usize::from(signature[31] & 15)]);
}

/// A table lookup whose memory address depends on a digit of a public key on P-256, which must still be marked as
/// secret.
fn leak_of_p256() {
    let table: [u64; 16] = std::array::from_fn(|i| black_box(i as u64));
    let key = p256::SecretKey::from_be_bytes(&secret_bytes(3)).unwrap().public_key();
    black_box(table[usize::from(key.to_uncompressed()[17] & 15)]);
}

/// Builds the tables of the generators.
fn prepare() {
    black_box(SecretKey::from_be_bytes(&[1; 32]).unwrap().public_key());
    black_box(p256::SecretKey::from_be_bytes(&[1; 32]).unwrap().public_key());
}

fn operations() {
    // The other side's key is public.
    let mut seven = [0; 32];
    seven[31] = 7;
    let other = SecretKey::from_be_bytes(&seven).unwrap().public_key();
    let other = PublicKey::from_sec1_bytes(&other.to_compressed()).unwrap();
    for seed in [3, 5] {
        let key = secret_key(seed);
        black_box(key.clone().to_be_bytes());
        let public = key.public_key();
        black_box((public.to_compressed(), public.to_uncompressed(), key.x_only_public_key().to_be_bytes()));
        // The hash may be secret too.
        for signature in [key.sign(&[9; 32]), key.sign_with_entropy(&secret_bytes(8), &secret_bytes(4))] {
            black_box(signature.to_rsv());
        }
        black_box(key.sign_schnorr(b"a message", &secret_bytes(6)).to_bytes());
        let shared = key.diffie_hellman(&other);
        black_box((shared.x(), shared.sha256()));
        let tweaked = [key.add_tweak(&secret_bytes(9)), key.mul_tweak(&secret_bytes(9))];
        black_box(tweaked.map(|key| key.unwrap().to_be_bytes()));
        let tweaked = [other.add_tweak(&secret_bytes(9)), other.mul_tweak(&secret_bytes(9))];
        black_box(tweaked.map(|key| key.unwrap().to_compressed()));
        let equal = [key.ct_eq(&secret_key(4)), shared.ct_eq(&secret_key(4).diffie_hellman(&other))];
        black_box(equal.map(|equal| equal.unwrap_u8()));
    }
    black_box(GENERATOR * Secp256k1Scalar::from_be_bytes_reduced(&secret_bytes(3)));
    operations_on_p256();
    // Whether bytes or digits are a valid key is public, and they themselves are secret.
    let digits: Vec<u8> =
        [secret_bytes(1), secret_bytes(2)].concat().iter().map(|byte| b'0' + (byte & 7)).collect();
    let mut bytes = [0; 32];
    black_box(read_hex(&digits, &mut bytes).is_ok());
    black_box((bytes, read_hex([&b"0x"[..], &digits].concat(), &mut bytes)).1.is_ok());
    black_box(bytes);
    let ones = secret_bytes(0).map(|byte| byte | 0xff);
    black_box(SecretKey::from_be_bytes(&ones).is_err());
    black_box([other.add_tweak(&ones), other.mul_tweak(&ones)].map(|key| key.is_err()));
}

fn operations_on_p256() {
    for seed in [3, 5] {
        let key = p256::SecretKey::from_be_bytes(&secret_bytes(seed)).unwrap();
        black_box(key.clone().to_be_bytes());
        let public = key.public_key();
        black_box((public.to_compressed(), public.to_uncompressed()));
        for signature in [key.sign(&[9; 32]), key.sign_with_entropy(&secret_bytes(8), &secret_bytes(4))] {
            black_box(signature.to_compact());
        }
        let other = p256::SecretKey::from_be_bytes(&secret_bytes(4)).unwrap();
        black_box(key.ct_eq(&other).unwrap_u8());
    }
    black_box(p256::GENERATOR * P256Scalar::from_be_bytes_reduced(&secret_bytes(3)));
    black_box(p256::SecretKey::from_be_bytes(&secret_bytes(0).map(|byte| byte | 0xff)).is_err());
}
