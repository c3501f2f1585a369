//! Salvage of damaged stores: the newest whole state, never a wrong one.

use std::collections::BTreeMap;
use std::path::Path as FilePath;
use std::sync::OnceLock;

use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{DiskOptions, DiskStore, Error, Head, History, Key, MemoryStore, Root, Store, Tree, Value};

const BLOCKS: u8 = 12;
const PAGE: usize = 4096;

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 4).unwrap())
}

/// The writes of a block: many keys once, and few keys in each block. The first block has a stem with so many values
/// that its record needs several pages.
fn writes(block: u8) -> Vec<(Key, Value)> {
    let key = |first: u8, second: u8| {
        let mut bytes = [first; 32];
        bytes[1] = second;
        (Key::from(bytes), [block; 32])
    };
    let wide = (0..250).filter(|_| block == 1).map(|suffix| {
        let mut bytes = [250; 32];
        bytes[31] = suffix;
        (Key::from(bytes), [block; 32])
    });
    (0..20).map(|i| key(block, i)).chain((0..3).map(|i| key(200, i))).chain(wide).collect()
}

fn apply<S: Store>(tree: &mut Tree<S>, block: u8) {
    tree.update(writes(block)).unwrap();
    tree.commit_block(committer(), &block.to_string()).unwrap();
}

/// The state after each number of blocks, with its values.
fn states() -> &'static Vec<(Head, BTreeMap<Key, Value>)> {
    static STATES: OnceLock<Vec<(Head, BTreeMap<Key, Value>)>> = OnceLock::new();
    STATES.get_or_init(|| {
        let mut tree = Tree::over(MemoryStore::default());
        let mut values = BTreeMap::new();
        let mut states = vec![(tree.head().clone(), values.clone())];
        for block in 1..=BLOCKS {
            apply(&mut tree, block);
            values.extend(writes(block));
            states.push((tree.head().clone(), values.clone()));
        }
        states
    })
}

/// A store with a window of 8 blocks, and its file.
fn store(directory: &FilePath) -> Vec<u8> {
    let options = DiskOptions::default().window(8);
    let mut tree = Tree::over(DiskStore::create(directory, options).unwrap());
    (1..=BLOCKS).for_each(|block| apply(&mut tree, block));
    drop(tree);
    std::fs::read(directory.join("state.redb")).unwrap()
}

/// The numbers of blocks of the oldest state that a salvaged store keeps, and of its head.
type Salvaged = Result<(u64, u64), Error>;

/// Salvages a file without and with the root of the last state. Asserts that both give the last state if the first
/// does, and what [`salvage_by`] asserts. Returns the numbers of blocks of the oldest state and of the head without a
/// root, and the result with one.
fn salvage(file: &[u8]) -> (Salvaged, Salvaged) {
    let last = &states()[usize::from(BLOCKS)].0;
    let [linked, by_root] = [None, Some(last.root)].map(|root| salvage_by(file, root));
    if matches!(linked, Ok((_, head)) if head == last.blocks) {
        assert_eq!(by_root, linked);
    }
    assert!(by_root.as_ref().is_ok_and(|(_, head)| *head == last.blocks) || by_root.is_err());
    (linked, by_root)
}

/// Salvages a file. Asserts that the new store is a true state with true values and a valid history, and that it
/// accepts blocks. Returns its numbers of blocks: of the oldest state and of the head.
fn salvage_by(file: &[u8], root: Option<Root>) -> Salvaged {
    let directory = tempfile::tempdir().unwrap();
    let [damaged, new] = ["damaged", "new"].map(|name| directory.path().join(name));
    std::fs::create_dir(&damaged).unwrap();
    std::fs::write(damaged.join("state.redb"), file).unwrap();
    let salvaged = DiskStore::salvage(&damaged, &new, root, committer(), DiskOptions::default());
    assert!(std::fs::read(damaged.join("state.redb")).unwrap() == file, "the damaged file is unchanged");
    let Ok(store) = salvaged else {
        assert!(!new.exists() || std::fs::read_dir(&new).unwrap().count() == 0, "nothing is left behind");
        return Err(salvaged.unwrap_err());
    };
    let mut tree = Tree::over(store);
    let head = tree.head().blocks;
    let oldest = tree.store().heads().next().unwrap().blocks;
    tree.check(committer()).unwrap();
    for kept in tree.store().heads() {
        let (expected, values) = &states()[kept.blocks as usize];
        assert_eq!(kept, expected);
        let view = tree.at(kept.blocks).unwrap();
        for key in states()[usize::from(BLOCKS)].1.keys() {
            assert_eq!(view.get(key), Ok(values.get(key).copied()));
        }
    }
    (head as u8 + 1..=BLOCKS).for_each(|block| apply(&mut tree, block));
    assert_eq!(tree.head(), &states()[usize::from(BLOCKS)].0);
    drop(tree);
    DiskStore::open(&new, DiskOptions::default()).unwrap();
    Ok((oldest, head))
}

#[test]
fn a_whole_store_is_copied_whole() {
    let directory = tempfile::tempdir().unwrap();
    let file = store(directory.path());
    assert_eq!(salvage(&file), (Ok((4, 12)), Ok((4, 12))));
    // Earlier states, by their roots.
    for blocks in 4..12 {
        assert_eq!(salvage_by(&file, Some(states()[blocks as usize].0.root)), Ok((4, blocks)));
    }
    let error = salvage_by(&file, Some([7; 32])).unwrap_err();
    assert!(error.to_string().contains("no state with this root is left whole"), "{error}");
}

/// Each page in turn, or with less effort every second, is overwritten: with zeros, with other contents, or by another
/// page.
#[test]
fn a_damaged_page_costs_what_it_contained() {
    let directory = tempfile::tempdir().unwrap();
    let file = store(directory.path());
    let pages = file.len() / PAGE;
    let (mut newest, mut older, mut shorter, mut lost, mut refused, mut searched) = (0, 0, 0, 0, 0, 0);
    // Steps of two visit every kind of damage.
    let step = if vorpal_oracle::effort::is_full() { 1 } else { 2 };
    for page in (0..pages).step_by(step) {
        let mut damaged = file.clone();
        let range = page * PAGE..(page + 1) * PAGE;
        match page % 3 {
            0 => damaged[range].fill(0),
            1 => {
                damaged[range].iter_mut().enumerate().for_each(|(i, byte)| *byte ^= (i * 7 + page) as u8 | 1);
            }
            _ => damaged.copy_within(PAGE..2 * PAGE, range.start),
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("state.redb"), &damaged).unwrap();
        refused += usize::from(DiskStore::open(folder.path(), DiskOptions::default()).is_err());
        let (linked, by_root) = salvage(&damaged);
        searched += usize::from(linked.is_err() && by_root.is_ok());
        match linked {
            Ok((4, 12)) => newest += 1,
            Ok((_, 12)) => shorter += 1,
            Ok(_) => older += 1,
            Err(Error::StoreDamaged { .. }) => lost += 1,
            Err(error) => panic!("page {page}: {error}"),
        }
    }
    println!(
        "{pages} pages: {newest} newest, {shorter} shorter, {older} older, {lost} lost, {searched} of them \
         found by the root; {refused} refused"
    );
    assert!(newest > 0 && shorter > 0 && older > 0, "{newest} {shorter} {older} {lost}");
    assert!(lost > searched && searched > 0, "{lost} lost, {searched} of them found by the root");
    // redb refuses the file whatever page of its trees is damaged.
    assert!(refused > lost, "{refused} refused, {lost} lost");
}

#[test]
fn files_that_are_no_stores() {
    let directory = tempfile::tempdir().unwrap();
    let file = store(directory.path());
    for bytes in [&[][..], b"redb", &file[..PAGE], &[0; 3 * PAGE], &[0xff; 3 * PAGE], &[1; 3 * PAGE]] {
        let (linked, by_root) = salvage(bytes);
        for result in [linked, by_root] {
            assert!(matches!(result, Err(Error::StoreDamaged { .. })), "{} bytes: {result:?}", bytes.len());
        }
    }
    // Without its first page, or with impossible sizes there, all other pages are searched for the root alone.
    for range in [0..PAGE, 16..24] {
        let mut damaged = file.clone();
        damaged[range].fill(0xff);
        let (linked, by_root) = salvage(&damaged);
        assert!(matches!(linked, Err(Error::StoreDamaged { .. })), "{linked:?}");
        assert_eq!(by_root, Ok((12, 12)));
    }
    // A file cut short holds what its pages hold.
    for part in 1..8 {
        let (linked, by_root) = salvage(&file[..file.len() * part / 8]);
        for cut in [linked, by_root] {
            assert!(matches!(cut, Ok(_) | Err(Error::StoreDamaged { .. })), "{cut:?}");
        }
    }
}

#[test]
fn salvage_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let [damaged, new] = ["damaged", "new"].map(|name| directory.path().join(name));
    let salvage =
        |committer| DiskStore::salvage(&damaged, &new, None, committer, DiskOptions::default()).map(drop);
    assert!(matches!(salvage(committer()), Err(Error::StoreFile { .. })), "there is no store");
    store(&damaged);
    let other = Committer::with_window(&Basis::from_seed(b"another chain"), 2).unwrap();
    assert!(matches!(salvage(&other), Err(Error::Basis { .. })));
    let open = DiskStore::open(&damaged, DiskOptions::default()).unwrap();
    assert!(matches!(salvage(committer()), Err(Error::StoreLocked { .. })));
    drop(open);
    salvage(committer()).unwrap();
    let Err(Error::StoreFile { reason, .. }) = salvage(committer()) else { panic!("the new store exists") };
    assert!(reason.contains("already"), "{reason}");
}
