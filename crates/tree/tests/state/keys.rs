//! Keys: comparison with published hashes and with the definition.

use std::sync::OnceLock;

use num_bigint::BigUint;
use vorpal_ipa::{Basis, Committer, Scalar};
use vorpal_oracle::data;
use vorpal_tree::{Address, Error, Key, KeyHasher, Position};

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 6).unwrap())
}

/// `pedersen_hash` of the specification.
fn pedersen_hash(input: &[u8]) -> [u8; 32] {
    let mut padded = input.to_vec();
    padded.resize(255 * 16, 0);
    let mut vector = vec![Scalar::from(2 + 256 * input.len() as u64)];
    vector.extend(padded.chunks(16).map(|chunk| {
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(chunk);
        Scalar::from_le_bytes(&bytes).unwrap()
    }));
    committer().try_commit(&vector).unwrap().map_to_scalar_field().to_le_bytes()
}

#[test]
fn hashes_of_every_length() {
    let hasher = KeyHasher::new(committer());
    let input: Vec<u8> = (0..4081u32).map(|i| (i * i % 251) as u8 ^ 0xa5).collect();
    for length in (0..70).chain([127, 128, 1000, 4079, 4080]) {
        assert_eq!(hasher.hash(&input[..length]), Ok(pedersen_hash(&input[..length])), "{length} bytes");
    }
    assert_eq!(hasher.hash(&input), Err(Error::HashInput { found: 4081 }));
    assert_eq!(hasher.hash(&[0xff; 64]), Ok(pedersen_hash(&[0xff; 64])));
}

#[test]
fn published_hashes() {
    let Some(folder) = data::folder("witness", "published Pedersen hashes") else { return };
    let text = std::fs::read_to_string(folder.join("pedersen_hash_test.json")).unwrap();
    let cases: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let hasher = KeyHasher::new(committer());
    let mut checked = 0;
    for case in cases.iter().filter(|case| case["treeKey"].is_string()) {
        let index = case["treeIndex"].as_str().unwrap().parse::<BigUint>().unwrap();
        let mut input = data::bytes(case["addr"].as_str().unwrap());
        input.extend(index.to_bytes_le());
        input.resize(64, 0);
        // These vectors follow an older specification: a stem is the reversed encoding of the commitment instead of its
        // map to the scalar field. The commitment is the same. The last byte of each is the suffix 1.
        let mut expected = data::bytes(case["treeKey"].as_str().unwrap());
        assert_eq!(expected.pop(), Some(1));
        let mut encoding = hasher.commitment(&input).unwrap().encode();
        encoding.reverse();
        assert_eq!(encoding[..31], expected);
        checked += 1;
    }
    assert_eq!(checked, 10);
}

#[test]
fn keys_of_many_accounts_at_once() {
    let slot = |low: u8, high: u8| {
        let mut slot = [0; 32];
        (slot[31], slot[30]) = (low, high);
        Position::storage(&slot)
    };
    let (a, b) = (Address::from([0x11; 20]), Address([0xff; 32]));
    let neighbour = |byte: usize| {
        let mut address = [0x11; 20];
        address[byte] ^= 1;
        address
    };
    let entries = [
        (a, Position::BASIC_DATA),
        (a, Position::CODE_HASH),
        (a, slot(63, 0)),
        (a, slot(64, 0)),
        (a, slot(65, 0)),
        (a, slot(65, 3)),
        (b, slot(65, 3)),
        (b, Position::code_chunk(0)),
        (b, Position::code_chunk(128)),
        (a, Position::BASIC_DATA),
        (a, Position::storage(&[0xff; 32])),
        // Neighbours that differ from the account before in one byte, the last or the first of the twenty.
        (Address::from(neighbour(19)), Position::BASIC_DATA),
        (a, Position::BASIC_DATA),
        (Address::from(neighbour(0)), Position::BASIC_DATA),
    ];
    let hasher = KeyHasher::new(committer());
    for entries in [&entries[..], &entries[..1], &[]] {
        let keys = hasher.keys(entries);
        let expected: Vec<Key> = entries
            .iter()
            .map(|(address, position)| {
                let mut bytes = pedersen_hash(&[address.0, *position.tree_index()].concat());
                bytes[31] = position.suffix();
                Key::from(bytes)
            })
            .collect();
        assert_eq!(keys, expected);
    }
    assert_eq!(a.0[..12], [0; 12]);
    let key = Key::from(core::array::from_fn::<u8, 32, _>(|i| i as u8));
    assert_eq!(key.to_bytes(), core::array::from_fn::<u8, 32, _>(|i| i as u8));
}

/// Several batches of entries, with accounts and stems that continue in the next batch. The keys equal those computed
/// one at a time, for any number of threads.
#[test]
fn keys_of_several_batches() {
    let hasher = KeyHasher::new(committer());
    let mut entries = Vec::new();
    for i in 0..=255 {
        let position = |slot: usize| {
            let mut bytes = [i; 32];
            bytes[31] = slot as u8;
            Position::storage(&bytes)
        };
        let run = if i % 64 == 7 { 90 } else { usize::from(i % 4) };
        entries.extend((0..run).map(|slot| (Address::from([i; 20]), position(slot))));
    }
    assert!(entries.len() > 700);
    let one_by_one: Vec<Key> = entries.iter().map(|entry| hasher.keys(&[*entry])[0]).collect();
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for number in [entries.len(), 513, 512, 511, 257, 256, 255] {
            let keys = pool.install(|| hasher.keys(&entries[..number]));
            assert!(keys == one_by_one[..number], "{number} keys on {threads} threads");
        }
    }
}

/// Keys are ordered as their bytes, for every position of the first difference.
#[test]
fn keys_are_ordered_as_their_bytes() {
    let mut all = vec![[0; 32], [0xff; 32], [0x80; 32]];
    for base in [[0; 32], [0x80; 32], [0xff; 32]] {
        for index in 0..32 {
            for byte in [0, 1, 0x7f, 0x80, 0xfe, 0xff] {
                let mut bytes = base;
                bytes[index] = byte;
                // The next byte has the opposite order.
                if let Some(next) = bytes.get_mut(index + 1) {
                    *next = !byte;
                }
                all.push(bytes);
            }
        }
    }
    for a in &all {
        for b in &all {
            assert_eq!(Key::from(*a).cmp(&Key::from(*b)), a.cmp(b), "{a:?} {b:?}");
            assert_eq!(Key::from(*a).partial_cmp(&Key::from(*b)), a.partial_cmp(b));
            assert_eq!(Key::from(*a) == Key::from(*b), a == b);
        }
    }
}
