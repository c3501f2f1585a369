//! Tests of deterministic nonces (RFC 6979) with published vectors, and against a textbook implementation on edge cases
//! and random input.
//!
//! RFC 6979 has no vectors for secp256k1. The vectors here were published in the thread "Deterministic Usage of DSA and
//! ECDSA" on bitcointalk.org (topic 285142). The tests of trezor-crypto, CoreBitcoin, btcd and dcrd contain them with
//! the nonces.

use num_bigint::BigUint;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use vorpal_oracle::big::hex;
use vorpal_oracle::data;
use vorpal_oracle::secp256k1::{Signature, bytes, multiple, number, order, sign};
use vorpal_secp256k1::{RecoverableSignature, SecretKey};

/// HMAC-SHA256 by its definition (RFC 2104), for keys of at most 64 bytes.
fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let pad = |byte: u8| -> Vec<u8> { (0..64).map(|i| key.get(i).unwrap_or(&0) ^ byte).collect() };
    let inner = Sha256::digest([&pad(0x36)[..], &parts.concat()].concat());
    Sha256::digest([&pad(0x5c)[..], &inner].concat()).into()
}

/// The first nonce of RFC 6979, section 3.2, with the additional data of section 3.6.
fn nonce(secret: &BigUint, hash: &[u8; 32], additional: &[u8]) -> BigUint {
    nonce_below(&order(), secret, hash, additional)
}

/// The first nonce for a group of order `n`.
pub(crate) fn nonce_below(n: &BigUint, secret: &BigUint, hash: &[u8; 32], additional: &[u8]) -> BigUint {
    let (secret, hash) = (bytes(secret), bytes(&(number(hash) % n)));
    let (mut k, mut v) = ([0; 32], [1; 32]);
    for separator in [0, 1] {
        k = hmac(&k, &[&v, &[separator], &secret, &hash, additional]);
        v = hmac(&k, &[&v]);
    }
    loop {
        v = hmac(&k, &[&v]);
        let nonce = number(&v);
        if nonce != BigUint::ZERO && nonce < *n {
            return nonce;
        }
        k = hmac(&k, &[&v, &[0]]);
        v = hmac(&k, &[&v]);
    }
}

/// The signature by textbook arithmetic with the lower `s`, as `r || s || v`.
fn textbook(secret: &BigUint, hash: &[u8; 32], additional: &[u8]) -> [u8; 65] {
    let Signature { r, s, recovery_id } =
        sign(secret, &nonce(secret, hash, additional), &number(hash)).unwrap().low();
    [&bytes(&r)[..], &bytes(&s), &[recovery_id]].concat().try_into().unwrap()
}

fn key(secret: &BigUint) -> SecretKey {
    SecretKey::from_be_bytes(&bytes(secret)).unwrap()
}

/// Secret key, message, nonce, `r || s` with the lower `s`.
const VECTORS: [(&str, &str, &str, &str); 6] = [
    (
        "cca9fbcc1b41e5a95d369eaa6ddcff73b61a4efaa279cfc6567e8daa39cbaf50",
        "sample",
        "2df40ca70e639d89528a6b670d9d48d9165fdc0febc0974056bdce192b8e16a3",
        "af340daf02cc15c8d5d08d7735dfe6b98a474ed373bdb5fbecf7571be52b3842\
         5009fb27f37034a9b24b707b7c6b79ca23ddef9e25f7282e8a797efe53a8f124",
    ),
    (
        "0000000000000000000000000000000000000000000000000000000000000001",
        "Satoshi Nakamoto",
        "8f8a276c19f4149656b280621e358cce24f5f52542772691ee69063b74f15d15",
        "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8\
         2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
    ),
    (
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
        "Satoshi Nakamoto",
        "33a19b60e25fb6f4435af53a3d42d493644827367e6453928554f43e49aa6f90",
        "fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d0\
         6b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5",
    ),
    (
        "f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181",
        "Alan Turing",
        "525a82b70e67874398067543fd84c83d30c175fdc45fdeee082fe13b1d7cfdf1",
        "7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c\
         58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea",
    ),
    (
        "0000000000000000000000000000000000000000000000000000000000000001",
        "All those moments will be lost in time, like tears in rain. Time to die...",
        "38aa22d72376b4dbc472e06c3ba403ee0a394da63fc58d88686c611aba98d6b3",
        "8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b\
         547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21",
    ),
    (
        "e91671c46231f833a6406ccbea0e3e392c76c167bac1cb013f6f1013980455c2",
        "There is a computer disease that anybody who works with computers knows about. It's a very serious \
         disease and it interferes completely with the work. The trouble with computers is that you 'play' \
         with them!",
        "1f4b84c23a86a221d233f2521be018d9318639d5b8bbd6374a8a59232d16ad3d",
        "b552edd27580141f3b2a5463048cb7cd3e047b97c9f98076c32dbdf85a68718b\
         279fa72dd19bfae05577e06c7c0c1900c371fcd5893f7e1d56a37d30174671f6",
    ),
];

#[test]
fn published_vectors() {
    for (secret, message, expected_nonce, signature) in VECTORS {
        let (secret, hash) = (hex(secret), Sha256::digest(message).into());
        // The textbook generator yields the published nonces, so it is a reference for other inputs.
        assert_eq!(nonce(&secret, &hash, &[]), hex(expected_nonce), "{message}");
        let signed = key(&secret).sign(&hash);
        assert_eq!(signed.signature().to_compact().to_vec(), data::bytes(signature), "{message}");
        assert_eq!(signed.to_rsv(), textbook(&secret, &hash, &[]), "{message}");
        let (x, _) = multiple(&hex(expected_nonce)).unwrap();
        assert_eq!(signed.signature().r(), bytes(&(x % order())), "{message}");
    }
}

/// Hashes below, at and above the order. The generator takes them reduced modulo the order.
#[test]
fn extreme_keys_and_hashes() {
    let n = order();
    let all_ones = (BigUint::from(1u8) << 256) - 1u8;
    let hashes = [BigUint::ZERO, 1u8.into(), &n >> 1, &n - 1u8, n.clone(), &n + 1u8, all_ones];
    for secret in [BigUint::from(1u8), 2u8.into(), &n >> 1, &n - 2u8, &n - 1u8] {
        for hash in hashes.each_ref().map(bytes) {
            let signer = key(&secret);
            assert_eq!(signer.sign(&hash).to_rsv(), textbook(&secret, &hash, &[]), "{secret:x} {hash:x?}");
            for entropy in [[0; 32], [1; 32], [0xff; 32]] {
                let signed = signer.sign_with_entropy(&hash, &entropy);
                assert_eq!(signed.to_rsv(), textbook(&secret, &hash, &entropy), "{secret:x} {hash:x?}");
            }
        }
        // Hashes that are equal modulo n have the same signature.
        assert_eq!(key(&secret).sign(&bytes(&n)), key(&secret).sign(&[0; 32]));
    }
}

/// Different keys, hashes and entropy have different nonces, and so do zeros as entropy and no entropy.
#[test]
fn different_inputs_have_different_nonces() {
    let mut nonces: Vec<[u8; 32]> = Vec::new();
    let mut push = |signature: RecoverableSignature| nonces.push(signature.signature().r());
    for secret in 1u8..5 {
        let signer = key(&secret.into());
        for hash in 0u8..8 {
            push(signer.sign(&[hash; 32]));
            push(signer.sign_with_entropy(&[hash; 32], &[0; 32]));
            push(signer.sign_with_entropy(&[hash; 32], &bytes(&1u8.into())));
        }
    }
    let number = nonces.len();
    nonces.sort_unstable();
    nonces.dedup();
    assert_eq!(nonces.len(), number);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(24)))]
    #[test]
    fn random_keys_and_hashes(secret: [u8; 32], hash: [u8; 32], entropy: [u8; 32]) {
        let secret = number(&secret) % order();
        prop_assume!(secret != BigUint::ZERO);
        let signer = key(&secret);
        prop_assert_eq!(signer.sign(&hash).to_rsv(), textbook(&secret, &hash, &[]));
        prop_assert_eq!(signer.sign_with_entropy(&hash, &entropy).to_rsv(), textbook(&secret, &hash, &entropy));
    }
}
