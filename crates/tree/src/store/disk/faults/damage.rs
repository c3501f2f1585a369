//! Files with damaged pages, and tables with a wrong format.

use super::disk::Disk;
use super::{BLOCKS, DiskOptions, Error, Numbers, assert_usable, committer, complete, tampered};
use crate::store::disk::database::{BASIS, FORMAT, META};

#[test]
fn damaged_pages_are_detected_or_harmless() {
    let bytes = complete().bytes();
    let mut numbers = Numbers(2);
    // Random bytes that are not zero, and every eighth byte of the first 512.
    let used: Vec<usize> = (0..bytes.len()).filter(|offset| *offset < 512 || bytes[*offset] != 0).collect();
    let (mut refused, mut valid) = (0, 0);
    let mut offsets: Vec<usize> = (0..160).map(|_| used[numbers.below(used.len())]).collect();
    offsets.extend((0..512).step_by(8));
    for offset in offsets {
        let mut damaged = bytes.clone();
        damaged[offset] ^= 1 << numbers.below(8);
        let outcome = Disk::with_bytes(damaged).open(DiskOptions::default());
        match outcome.and_then(|tree| tree.check(committer()).map(|_| tree)) {
            Err(_) => refused += 1,
            Ok(tree) => {
                // The byte is unused, or redb reverts the last transaction as incomplete.
                assert!(assert_usable(tree) + 1 >= BLOCKS, "byte {offset}");
                valid += 1;
            }
        }
    }
    assert!(refused > 50 && valid > 0, "{refused} refused, {valid} valid");
}

#[test]
fn unsupported_formats_are_rejected() {
    let newer = tampered(|transaction| {
        let mut meta = transaction.open_table(META).unwrap();
        meta.insert(FORMAT, &3u32.to_le_bytes()[..]).unwrap();
    });
    let error = newer.open(DiskOptions::default()).unwrap_err();
    assert_eq!(error, Error::StoreVersion { file: "disk".into(), found: 3, known: 2 });
    let older = tampered(|transaction| {
        let mut meta = transaction.open_table(META).unwrap();
        meta.insert(FORMAT, &1u32.to_le_bytes()[..]).unwrap();
        meta.remove(BASIS).unwrap();
    });
    let old = older.open(DiskOptions::default()).unwrap_err();
    assert_eq!(old, Error::StoreOld { file: "disk".into(), found: 1, known: 2 });
    assert!(old.to_string().contains("does not record the basis"), "{old}");
    let malformed = tampered(|transaction| {
        transaction.open_table(META).unwrap().insert(BASIS, &[7; 31][..]).unwrap();
    });
    assert!(matches!(malformed.open(DiskOptions::default()), Err(Error::StoreDamaged { .. })));
    let error = error.to_string();
    assert!(error.contains("newer version") && !error.contains('\n'), "{error}");
}
