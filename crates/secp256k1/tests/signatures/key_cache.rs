//! Tests of prepared keys and the cache: the results equal those of keys, and the cache keeps within its memory.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use vorpal_secp256k1::{KeyCache, PreparedKey, PublicKey, SecretKey, Signature};

fn secret(number: u32) -> SecretKey {
    let mut bytes = [0; 32];
    bytes[28..].copy_from_slice(&number.to_be_bytes());
    SecretKey::from_be_bytes(&bytes).unwrap()
}

/// The signature with `n - s` instead of `s`.
fn other_half(signature: &Signature) -> Signature {
    let n = vorpal_fields::primes::Secp256k1Scalar::from_be_bytes(&signature.s()).unwrap();
    Signature::new(&signature.r(), &(-n).to_be_bytes()).unwrap()
}

#[test]
fn prepared_keys_agree_with_keys() {
    // For 1 and 2 the key is the generator and its double, so that sums meet all exceptional cases of the formulas.
    for number in [1, 2, 3, 127, 128, 0xffff_fffe, 123_456_789] {
        let (secret, mut hash) = (secret(number), [0; 32]);
        let (key, prepared) = (secret.public_key(), PreparedKey::new(&secret.public_key()));
        assert_eq!(prepared.key(), &key);
        for i in 0..40u8 {
            hash[usize::from(i % 32)] ^= i.wrapping_mul(0x3b);
            let signature = secret.sign(&hash).signature();
            assert!(prepared.verify(&hash, &signature) && prepared.verify_low(&hash, &signature));
            let high = other_half(&signature);
            assert!(prepared.verify(&hash, &high) && !prepared.verify_low(&hash, &high));
            assert!(key.verify(&hash, &high) && !key.verify_low(&hash, &high));
            let mut wrong = hash;
            wrong[31] ^= 1;
            assert!(!prepared.verify(&wrong, &signature) && !key.verify(&wrong, &signature));
            let small = |byte| {
                let mut bytes = [0; 32];
                bytes[31] = byte;
                bytes
            };
            let made_up = Signature::new(&small(i + 1), &small(i / 3 + 1)).unwrap();
            assert_eq!(prepared.verify(&hash, &made_up), key.verify(&hash, &made_up));
        }
    }
}

#[test]
fn a_cache_keeps_within_its_memory() {
    let hash = [7; 32];
    let keys: Vec<_> = (1..=40)
        .map(|number| (secret(number).public_key(), secret(number).sign(&hash).signature()))
        .collect();
    let mut cache = KeyCache::new(4 * PreparedKey::BYTES);
    for round in 0..12 {
        for (key, signature) in &keys[..3] {
            assert!(cache.verify(key, &hash, signature));
            assert!(!cache.verify(key, &[8; 32], signature));
        }
        // A key has a table from its fourth use on.
        assert_eq!(cache.tables(), if round == 0 { 0 } else { 3 });
    }
    // Keys that are used once do not replace them.
    for (key, signature) in &keys[3..] {
        assert!(cache.verify_low(key, &hash, signature));
    }
    assert_eq!(cache.tables(), 3);
    // Frequent keys replace them.
    for (key, signature) in &keys[3..20] {
        for _ in 0..5 {
            assert!(cache.verify(key, &hash, signature));
        }
    }
    assert_eq!(cache.tables(), 3);
}

/// Bytes of the list of keys count, too.
#[test]
fn a_cache_has_as_many_tables_as_fit() {
    let hash = [7; 32];
    let entry = 2 * size_of::<PublicKey>() + 96;
    let bytes = 2 * (PreparedKey::BYTES + 9 * entry);
    for (bytes, tables) in [(bytes - 1, 1), (bytes, 2)] {
        let mut cache = KeyCache::new(bytes);
        for number in 1..4 {
            let (key, signature) = (secret(number).public_key(), secret(number).sign(&hash).signature());
            assert!((0..5).all(|_| cache.verify(&key, &hash, &signature)));
        }
        assert_eq!(cache.tables(), tables);
    }
}

#[test]
fn equal_keys_have_equal_hashes_and_others_differ() {
    let key = secret(5).public_key();
    let hash = |key: PublicKey| BuildHasherDefault::<DefaultHasher>::new().hash_one(key);
    assert_eq!(hash(key), hash(secret(5).public_key()));
    assert_ne!(hash(key), hash(secret(6).public_key()));
}

#[test]
fn caches_with_too_little_and_unlimited_memory() {
    let (secret, hash) = (secret(5), [1; 32]);
    let (key, signature) = (secret.public_key(), secret.sign(&hash).signature());
    for (bytes, tables) in [(0, 0), (PreparedKey::BYTES - 1, 0), (usize::MAX, 1)] {
        let mut cache = KeyCache::new(bytes);
        assert!((0..6).all(|_| cache.verify(&key, &hash, &signature)));
        assert_eq!(cache.tables(), tables);
    }
}

/// A key and its negative have the same `x`, but separate tables.
#[test]
fn opposite_keys() {
    let hash = [3; 32];
    let both = [5, 77, 123_456_789].map(|number| {
        let secret = secret(number);
        let scalar =
            vorpal_fields::primes::Secp256k1Scalar::from_be_bytes(secret.to_be_bytes().as_slice()).unwrap();
        [secret, SecretKey::from_be_bytes(&(-scalar).to_be_bytes()).unwrap()]
    });
    for order in [[0, 1], [1, 0]] {
        let mut cache = KeyCache::new(usize::MAX);
        for pair in &both {
            let keys = pair.each_ref().map(SecretKey::public_key);
            let signatures = pair.each_ref().map(|secret| secret.sign(&hash).signature());
            assert_ne!(keys[0], keys[1]);
            // Uses with and without tables. The table of one key of a pair is built before the other.
            for use_of_both in 0..6 {
                for i in order.into_iter().flat_map(|i| if use_of_both == 0 { vec![i; 5] } else { vec![i] }) {
                    assert!(cache.verify(&keys[i], &hash, &signatures[i]), "use {use_of_both} of {i}");
                    assert!(!cache.verify(&keys[i], &hash, &signatures[1 - i]), "use {use_of_both} of {i}");
                }
            }
        }
        assert_eq!(cache.tables(), 6);
    }
}

/// `verify_low` rejects a high `s`, before and after the key has a table.
#[test]
fn a_cache_rejects_high_signatures() {
    let (secret, hash) = (secret(9), [4; 32]);
    let (key, low) = (secret.public_key(), secret.sign(&hash).signature());
    let high = other_half(&low);
    let mut cache = KeyCache::new(usize::MAX);
    for tables in [0, 0, 0, 1, 1, 1] {
        assert!(!cache.verify_low(&key, &hash, &high));
        assert!(cache.verify(&key, &hash, &high));
        assert_eq!(cache.tables(), tables);
        assert!(!cache.verify_low(&key, &hash, &high));
    }
    assert!(cache.verify_low(&key, &hash, &low));
}
