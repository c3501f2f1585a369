//! Operations on secrets leave nothing on the stack. The search must see optimised code, so this is a test of the
//! package `vorpal`.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::fs::File;
use std::hint::black_box;
use std::os::unix::fs::FileExt;

use vorpal::bls::{self, MinPk, MinSig, Suite};
use vorpal::curves::bls12_381::Bls12_381G1;
use vorpal::curves::bls12_381::g2::Bls12_381G2;
use vorpal::curves::models::weierstrass::WeierstrassCurve;
use vorpal::curves::secp256k1::Secp256k1;
use vorpal::fields::EncodableField;
use vorpal::fields::primes::{Bls12_381Scalar, P256Scalar, Secp256k1Scalar};
use vorpal::limbs::DataIndependentTiming;
use vorpal::limbs::stack::{BYTES, BYTES_WITH_TABLES, wipe, wiped};
use vorpal::secp256k1::{PublicKey, SchnorrKeyPair, SecretKey, p256};

/// The number of bytes below a test's frame to search.
const SEARCHED: usize = 256 << 10;

/// More than the frames between a test and [`wiped`].
const FRAMES: usize = 1 << 10;

/// Reads the stack below the caller.
struct Search {
    memory: File,
    bytes: Vec<u8>,
}

impl Search {
    /// Also clears the stack to search. It may be that of an earlier thread, with the secrets of another test.
    fn new() -> Self {
        clear();
        let mut search = Self { memory: File::open("/proc/self/mem").unwrap(), bytes: vec![0; SEARCHED] };
        // The dynamic linker saves all registers on the stack when a function is called for the first time.
        search.read();
        search
    }

    #[inline(never)]
    fn read(&mut self) {
        let mark = 0u8;
        let start = black_box(&raw const mark).addr() - SEARCHED;
        self.memory.read_exact_at(&mut self.bytes, start as u64).unwrap();
    }

    /// Whether an aligned group of eight bytes of a pattern is on the stack below the caller.
    fn finds(&mut self, patterns: &[Vec<u8>]) -> bool {
        self.read();
        let parts: Vec<&[u8]> = patterns.iter().flat_map(|pattern| pattern.chunks_exact(8)).collect();
        self.bytes.windows(8).any(|found| parts.contains(&found))
    }

    /// How far below the caller the deepest byte other than zero was, at the last reading.
    fn deepest(&self) -> usize {
        self.bytes.iter().position(|byte| *byte != 0).map_or(0, |first| SEARCHED - first)
    }
}

/// Overwrites the stack that a search reads.
#[inline(never)]
fn clear() {
    black_box(&mut [0u8; SEARCHED + BYTES]);
}

/// [`forms_of`], computed by another thread, so that the stack and registers of this thread do not contain the
/// forms.
fn forms(bytes: &[u8]) -> Vec<Vec<u8>> {
    let all = || {
        let scalars = [
            forms_of::<Secp256k1Scalar>(bytes),
            forms_of::<P256Scalar>(bytes),
            forms_of::<Bls12_381Scalar>(bytes),
        ];
        [scalars.concat(), halves_of(bytes), parts_of(bytes)].concat()
    };
    std::thread::scope(|scope| scope.spawn(all).join().unwrap())
}

/// The representations of a scalar and its negative: canonical and Montgomery limbs, and bytes.
fn forms_of<F: EncodableField>(bytes: &[u8]) -> Vec<Vec<u8>> {
    let scalar = F::from_be_bytes(bytes).unwrap();
    let mut forms = Vec::new();
    for scalar in [scalar, -scalar] {
        forms.extend([scalar.to_be_bytes().as_ref().to_vec(), scalar.to_le_bytes().as_ref().to_vec()]);
        // Montgomery form: the limbs of the scalar times 2^256.
        let montgomery = (0..256).fold(scalar, |scalar, _| scalar.double());
        forms.push(montgomery.to_le_bytes().as_ref().to_vec());
    }
    forms
}

/// The halves of a scalar and its negative.
fn halves_of(bytes: &[u8]) -> Vec<Vec<u8>> {
    let scalar = Secp256k1Scalar::from_be_bytes(bytes).unwrap();
    let halves = [scalar, -scalar].map(|scalar| Secp256k1::ENDOMORPHISM.unwrap().split(&scalar.to_limbs()));
    halves.as_flattened().iter().map(|half| half.magnitude.to_le_bytes().to_vec()).collect()
}

/// The halves and the quarters of a scalar of BLS12-381 and its negative.
fn parts_of(bytes: &[u8]) -> Vec<Vec<u8>> {
    let scalar = Bls12_381Scalar::from_be_bytes(bytes).unwrap();
    let limbs = [scalar, -scalar].map(|scalar| scalar.to_limbs());
    let halves = limbs.map(|limbs| Bls12_381G1::ENDOMORPHISM.unwrap().split(&limbs));
    let quarters = limbs.map(|limbs| Bls12_381G2::PSI.unwrap().split(&limbs));
    let halves = halves.as_flattened().iter().map(|half| half.magnitude.to_le_bytes().to_vec());
    let quarters = quarters.as_flattened().iter().map(|quarter| quarter.magnitude.to_le_bytes().to_vec());
    halves.chain(quarters).collect()
}

/// A secret of many different bytes, on the heap.
fn secret() -> Vec<u8> {
    (0..32u8).map(|i| i.wrapping_mul(0x9d) ^ 0x5a).collect()
}

/// The search finds secrets that are not wiped, at all depths that [`wiped`] wipes.
#[test]
fn the_search_finds_secrets_that_are_not_wiped() {
    #[inline(never)]
    fn leak(bytes: &[u8], depth: usize) {
        let mut area = [1u8; BYTES - 512];
        area[BYTES - 512 - depth..][..32].copy_from_slice(bytes);
        black_box(&area);
    }
    let bytes = secret();
    let forms = forms(&bytes);
    let mut search = Search::new();
    for depth in [1024, 4096, BYTES - 1024] {
        wipe::<BYTES>();
        assert!(!search.finds(&forms));
        leak(&bytes, depth);
        assert!(search.finds(&forms), "{depth}");
        wiped(|| leak(&bytes, depth));
        assert!(!search.finds(&forms), "{depth}");
    }
}

/// A new thread may get the stack of an ended one. What that left is not found.
#[test]
fn the_search_does_not_find_secrets_of_ended_threads() {
    #[inline(never)]
    fn fill(bytes: &[u8]) {
        let mut area = [1u8; SEARCHED / 2];
        area.as_chunks_mut().0.fill(<[u8; 32]>::try_from(bytes).unwrap());
        black_box(&area);
    }
    let bytes = secret();
    std::thread::scope(|scope| scope.spawn(|| fill(&bytes)).join().unwrap());
    let finds = || Search::new().finds(std::slice::from_ref(&bytes));
    assert!(!std::thread::scope(|scope| scope.spawn(finds).join().unwrap()));
}

#[test]
fn operations_run_with_data_independent_timing() {
    let before = DataIndependentTiming::is_enabled();
    assert_eq!(wiped(DataIndependentTiming::is_enabled), before.map(|_| true));
    assert_eq!(DataIndependentTiming::is_enabled(), before);
}

#[test]
fn operations_leave_no_secrets_on_the_stack() {
    let secret = secret();
    let (forms, bytes) = (forms(&secret), <&[u8; 32]>::try_from(secret.as_slice()).unwrap());
    let key = Box::new(SecretKey::from_be_bytes(bytes).unwrap());
    let pair = Box::new(SchnorrKeyPair::new(&key));
    let key_on_p256 = Box::new(p256::SecretKey::from_be_bytes(bytes).unwrap());
    let other = PublicKey::from_sec1_bytes(&key.public_key().to_compressed()).unwrap();
    // The results of operations contain secrets, and are moved to the heap.
    let (keys, pairs) = (RefCell::new(vec![]), RefCell::new(vec![]));
    let keys_on_p256 = RefCell::new(vec![]);
    let (bls_keys, bls_key) = (RefCell::new(vec![]), Box::new(bls::SecretKey::from_be_bytes(bytes).unwrap()));
    let (in_g1, in_g2) = (Suite::<MinSig>::basic(), Suite::<MinPk>::augmentation());
    let digits: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let operations: [(&str, &dyn Fn()); 18] = [
        ("key of bytes", &|| keys.borrow_mut().push(SecretKey::from_be_bytes(bytes).unwrap())),
        ("key of digits", &|| keys.borrow_mut().push(digits.parse().unwrap())),
        ("key pair", &|| pairs.borrow_mut().push(SchnorrKeyPair::new(&key))),
        ("public key", &|| _ = black_box(key.public_key())),
        ("signature", &|| _ = black_box(key.sign(&[9; 32]))),
        ("Schnorr signature", &|| _ = black_box(pair.sign(b"a message", &[7; 32]))),
        ("Schnorr signature of a key", &|| _ = black_box(key.sign_schnorr(b"a message", &[7; 32]))),
        ("key on P-256", &|| {
            keys_on_p256.borrow_mut().push(p256::SecretKey::from_be_bytes(bytes).unwrap());
        }),
        ("public key on P-256", &|| _ = black_box(key_on_p256.public_key())),
        ("signature on P-256", &|| _ = black_box(key_on_p256.sign(&[9; 32]))),
        ("shared secret", &|| drop(black_box(key.diffie_hellman(&other)))),
        ("BLS key of bytes", &|| bls_keys.borrow_mut().push(bls::SecretKey::from_be_bytes(bytes).unwrap())),
        ("BLS key of digits", &|| bls_keys.borrow_mut().push(digits.parse().unwrap())),
        ("BLS key of material", &|| bls_keys.borrow_mut().push(bls::SecretKey::key_gen(bytes, b"").unwrap())),
        ("BLS child key", &|| bls_keys.borrow_mut().push(bls_key.derive_child(3))),
        ("BLS public key in G2", &|| _ = black_box(bls_key.public_key::<MinSig>())),
        ("BLS signature in G1", &|| _ = black_box(bls_key.sign(&in_g1, b"a message"))),
        ("BLS signature in G2", &|| _ = black_box(bls_key.sign(&in_g2, b"a message"))),
    ];
    let mut search = Search::new();
    for (name, operation) in operations {
        let has_tables = name == "shared secret" || name.starts_with("BLS");
        let depth = if has_tables { BYTES_WITH_TABLES } else { BYTES };
        leaves_no_secrets(&mut search, name, depth, &forms, operation);
    }
}

/// Searches for forms of secrets after an operation that wipes so many bytes.
#[inline(never)]
fn leaves_no_secrets(search: &mut Search, name: &str, wiped: usize, forms: &[Vec<u8>], operation: &dyn Fn()) {
    // Tables are built on first use.
    operation();
    clear();
    operation();
    assert!(!search.finds(forms), "{name}");
    // Sums and multiples of points are secret too. Nothing is written deeper than the end of what is wiped.
    let deepest = search.deepest();
    assert!(deepest <= wiped + FRAMES, "{name} leaves bytes {deepest} bytes below the caller");
}

/// Of keys and tweaks either may be the secret. Refused tweaks leave nothing either.
#[test]
fn tweaks_leave_no_secrets_on_the_stack() {
    let (secret, tweak) = (secret(), Box::new([9u8; 32]));
    let bytes = <&[u8; 32]>::try_from(secret.as_slice()).unwrap();
    let key = Box::new(SecretKey::from_be_bytes(bytes).unwrap());
    let opposite = Box::new((-Secp256k1Scalar::from_be_bytes(bytes).unwrap()).to_be_bytes());
    let other = Box::new(SecretKey::from_be_bytes(&[7; 32]).unwrap().public_key());
    let x_only = Box::new(other.x_only().0);
    let forms = {
        let (sum, product) = (key.add_tweak(&tweak).unwrap(), key.mul_tweak(&tweak).unwrap());
        let results = [sum, product].map(|key| key.to_be_bytes());
        let of_results =
            || results.iter().flat_map(|bytes| forms_of::<Secp256k1Scalar>(&bytes[..])).collect();
        let of_results: Vec<_> = std::thread::scope(|scope| scope.spawn(of_results).join().unwrap());
        [forms(&secret), of_results].concat()
    };
    let keys = RefCell::new(vec![]);
    let operations: [(&str, usize, &dyn Fn()); 7] = [
        ("key plus tweak", BYTES, &|| keys.borrow_mut().push(key.add_tweak(&tweak).unwrap())),
        ("key times tweak", BYTES, &|| keys.borrow_mut().push(key.mul_tweak(&tweak).unwrap())),
        ("key plus its opposite", BYTES, &|| assert!(key.add_tweak(&opposite).is_err())),
        ("tweak out of range", BYTES, &|| assert!(key.mul_tweak(&[0xff; 32]).is_err())),
        ("public key plus tweak", BYTES, &|| _ = black_box(other.add_tweak(bytes))),
        ("X-only key plus tweak", BYTES, &|| _ = black_box(x_only.add_tweak(bytes))),
        ("public key times tweak", BYTES_WITH_TABLES, &|| _ = black_box(other.mul_tweak(bytes))),
    ];
    let mut search = Search::new();
    for (name, wiped, operation) in operations {
        leaves_no_secrets(&mut search, name, wiped, &forms, operation);
    }
}
