//! Tables of keys: sums, sets by indices, growth while others read, and files.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use vorpal_bls::{
    CheckedSignature, Error, IndexedSet, KeyTable, MinPk, MinSig, PublicKey, Suite, TableError, Variant,
    Verdict,
};

use crate::samples::secret;

fn keys<V: Variant>(number: usize) -> Vec<PublicKey<V>> {
    (0..number).map(|number| secret(number).public_key()).collect()
}

fn sums<V: Variant>() {
    let keys = keys::<V>(40);
    let table = KeyTable::<V>::new();
    assert!(table.is_empty());
    assert_eq!(table.append(&keys[..7]), Ok(0..7));
    let encodings: Vec<_> = keys[7..].iter().map(PublicKey::to_bytes).collect();
    assert_eq!(table.append_encoded(&encodings), Ok(7..40));
    assert_eq!((table.len(), table.get(39)), (40, Ok(keys[39])));
    assert!(!table.is_empty());
    assert_eq!(table.get(40), Err(Error::NoSuchKey { index: 40, keys: 40 }));
    let lists: [&[u32]; 6] = [&[3], &[], &[5, 5, 39], &[40], &[0, u32::MAX], &[1, 2, 3, 4, 5, 6, 7, 8, 9]];
    let of = |list: &[u32]| {
        let keys: Vec<_> = list.iter().map(|index| keys[*index as usize]).collect();
        PublicKey::aggregate(&keys)
    };
    let expected = [
        of(lists[0]),
        Err(Error::Empty),
        of(lists[2]),
        Err(Error::NoSuchKey { index: 40, keys: 40 }),
        Err(Error::NoSuchKey { index: u64::from(u32::MAX), keys: 40 }),
        of(lists[5]),
    ];
    assert_eq!(table.sums(&lists), expected);
    for (list, expected) in lists.iter().zip(expected) {
        assert_eq!(table.sum(list), expected);
    }
    let opposite = PublicKey::from_point(-*keys[0].point()).unwrap();
    assert_eq!(table.append(&[opposite]), Ok(40..41));
    assert_eq!(table.sum(&[0, 40]), Err(Error::InfinitySum));
}

#[test]
fn sums_are_those_of_the_keys() {
    sums::<MinPk>();
    sums::<MinSig>();
}

#[test]
fn malformed_keys_do_not_change_the_table() {
    let table = KeyTable::<MinPk>::new();
    let mut encodings: Vec<Vec<u8>> = keys::<MinPk>(20).iter().map(|key| key.to_bytes().to_vec()).collect();
    encodings[17] = [&[0xc0][..], &[0; 47]].concat();
    encodings[18].pop();
    let expected = Err(TableError::Key { index: 17, reason: Error::InfinityKey });
    assert_eq!(table.append_encoded(&encodings), expected);
    assert!(table.is_empty());
}

#[test]
fn sets_by_indices_have_the_verdicts_of_sets() {
    for suite in [Suite::<MinPk>::possession(), Suite::augmentation()] {
        let table = KeyTable::new();
        table.append(&keys(20)).unwrap();
        let signature = |indices: &[u32]| {
            let parts: Vec<_> =
                indices.iter().map(|index| secret(*index as usize).sign(&suite, b"message")).collect();
            CheckedSignature::aggregate(&parts).unwrap().into()
        };
        let lists: [&[u32]; 5] = [&[3], &[1, 2, 3], &[4, 4], &[19], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]];
        let mut sets: Vec<_> = lists
            .map(|indices| IndexedSet { signature: signature(indices), indices, message: b"message" })
            .to_vec();
        let is_possession = suite.scheme() == vorpal_bls::Scheme::Possession;
        let expected = if is_possession { Verdict::Valid } else { Verdict::Invalid(vec![1, 2, 4]) };
        assert_eq!(table.verify_sets(&suite, &sets), expected);
        sets[0].indices = &[20];
        sets[3].indices = &[];
        let expected = if is_possession { vec![0, 3] } else { vec![0, 1, 2, 3, 4] };
        assert_eq!(table.verify_sets(&suite, &sets), Verdict::Invalid(expected));
    }
}

#[test]
fn a_table_grows_while_others_read() {
    let table = KeyTable::<MinPk>::default();
    let keys = keys::<MinPk>(64);
    table.append(&keys[..1]).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| keys[1..].iter().for_each(|key| _ = table.append(std::slice::from_ref(key)).unwrap()));
        for _ in 0..2 {
            scope.spawn(|| {
                while table.len() < keys.len() {
                    let number = table.len();
                    let indices: Vec<u32> = (0..number as u32).collect();
                    assert_eq!(table.sum(&indices), PublicKey::aggregate(&keys[..number]));
                }
            });
        }
    });
    assert_eq!(table.len(), 64);
}

/// A thread that waits for its sums takes other work of its pool: more sums, and keys to append.
#[test]
fn sums_and_growth_share_a_pool() {
    const WORK: usize = 2000;
    let table = Arc::new(KeyTable::<MinPk>::new());
    table.append(&keys(64)).unwrap();
    let fresh = [secret(64).public_key()];
    let lists: Vec<Vec<u32>> = (0..128).map(|first| (0..2).map(|i| (first + i) % 64).collect()).collect();
    let lists = Arc::new(lists);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let (sender, receiver) = mpsc::channel();
    for number in 0..WORK {
        let (table, lists, sender) = (table.clone(), lists.clone(), sender.clone());
        pool.spawn(move || {
            let is_right = match number % 4 {
                0 => table.append(&fresh).is_ok(),
                _ => table.sums(&lists).iter().all(Result::is_ok),
            };
            sender.send(is_right).unwrap();
        });
    }
    for number in 0..WORK {
        assert_eq!(receiver.recv_timeout(Duration::from_secs(60)), Ok(true), "after {number}");
    }
    assert_eq!(table.len(), 64 + WORK / 4);
}

fn saved<V: Variant>(table: &KeyTable<V>) -> Vec<u8> {
    let mut file = Vec::new();
    table.save(&mut file).unwrap();
    file
}

#[test]
fn tables_survive_their_files() {
    let table = KeyTable::<MinPk>::new();
    assert_eq!(KeyTable::<MinPk>::load(&mut &saved(&table)[..]).unwrap().len(), 0);
    let keys = keys(33);
    table.append(&keys).unwrap();
    let file = saved(&table);
    assert_eq!(file.len(), 32 + 96 * 33 + 32);
    let loaded = KeyTable::<MinPk>::load(&mut &file[..]).unwrap();
    assert_eq!((0..33).map(|index| loaded.get(index).unwrap()).collect::<Vec<_>>(), keys);
    assert!(matches!(
        KeyTable::<MinSig>::load(&mut &file[..]),
        Err(TableError::Variant { expected: 192, found: 96 })
    ));
    // Each byte is checked, by its meaning or by the hash.
    for position in (0..file.len()).step_by(7).chain(0..40) {
        let mut damaged = file.clone();
        damaged[position] ^= 1;
        assert!(KeyTable::<MinPk>::load(&mut &damaged[..]).is_err(), "{position}");
    }
    for length in [0, 16, 31, 32, 500, file.len() - 32, file.len() - 1] {
        let error = KeyTable::<MinPk>::load(&mut &file[..length]).unwrap_err();
        assert!(matches!(error, TableError::Read(_)), "{length}: {error}");
    }
    // A number of keys that no file has does not reserve memory.
    let mut many = file[..32].to_vec();
    many[24..32].copy_from_slice(&(1u64 << 31).to_le_bytes());
    assert!(matches!(KeyTable::<MinPk>::load(&mut &many[..]), Err(TableError::Read(_))));
    // Sums have indices below 2^31.
    for number in [(1 << 31) + 1, u64::from(u32::MAX), 1 << 32, u64::MAX] {
        many[24..32].copy_from_slice(&number.to_le_bytes());
        assert_eq!(KeyTable::<MinPk>::load(&mut &many[..]).unwrap_err(), TableError::Full, "{number}");
    }
}
