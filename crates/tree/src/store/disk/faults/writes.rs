//! Writes to a disk that is full, fails to sync, or loses power.

use super::disk::{Disk, Fault};
use super::{BLOCKS, DiskOptions, Numbers, apply, apply_all, assert_usable};

/// Applies all blocks to a disk with a fault, and asserts that every block reported as saved is there when the store is
/// opened again. For odd `number` there is a power failure too. Returns whether all blocks were saved.
fn assert_survives(fault: Fault, number: usize) -> bool {
    let disk = Disk::initialised(4);
    disk.set(fault);
    let (reported, all) = apply_all(&disk);
    let disk = match number % 2 {
        0 => Disk::with_bytes(disk.bytes()),
        _ => disk.after_power_failure(&mut Numbers(number as u64)),
    };
    let found = assert_usable(disk.open(DiskOptions::default()).unwrap());
    assert!((reported..=reported + 1).contains(&found), "{reported} blocks reported, {found} there");
    all
}

#[test]
fn full_disk_loses_no_reported_block() {
    let mut all = false;
    // The limit grows until all writes succeed.
    for step in 0.. {
        all = assert_survives(Fault::Full(step * 3001), step);
        if all {
            assert!(step > 50, "too few failures: {step}");
            break;
        }
    }
    assert!(all);
}

#[test]
fn failed_sync_loses_no_reported_block() {
    let all: Vec<bool> =
        (0..).map(|syncs| assert_survives(Fault::Sync(syncs), syncs)).take_while(|all| !all).collect();
    assert!(all.len() > 2 * BLOCKS, "two syncs per block: {}", all.len());
}

#[test]
fn power_failure_between_blocks_loses_nothing() {
    let mut numbers = Numbers(1);
    let disk = Disk::initialised(4);
    let mut tree = disk.open(DiskOptions::default()).unwrap();
    for number in 0..=BLOCKS {
        for _ in 0..2 {
            let lost = disk.after_power_failure(&mut numbers);
            assert_eq!(assert_usable(lost.open(DiskOptions::default()).unwrap()), number);
        }
        if number < BLOCKS {
            apply(&mut tree, number).unwrap();
        }
    }
}
