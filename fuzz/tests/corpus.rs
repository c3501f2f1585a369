//! The targets on the committed seeds, without a fuzzer.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn committed(target: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let entries = fs::read_dir(folder).expect("the target has seeds").map(|entry| entry.expect("a file"));
    entries
        .map(|entry| {
            (entry.file_name().into_string().expect("ASCII"), fs::read(entry.path()).expect("bytes"))
        })
        .collect()
}

/// Besides the seeds there may be files of what was found, so that it is never lost again: `found-*`.
#[test]
fn the_seeds_are_what_the_program_writes() {
    for (target, _) in fuzz::TARGETS {
        let mut committed = committed(target);
        committed.retain(|name, _| !name.starts_with("found-"));
        assert!(!committed.is_empty());
        assert_eq!(committed, fuzz::seeds(target).into_iter().collect(), "{target}: cargo run --bin seeds");
    }
}

#[test]
fn all_properties_hold_for_the_seeds() {
    for (target, run) in fuzz::TARGETS {
        for (name, bytes) in committed(target) {
            println!("{target}/{name}");
            run(&bytes);
            // And for what is left of them when they are cut, or end in something else.
            for length in 0..bytes.len().min(140) {
                run(&bytes[..length]);
            }
            run(&[&bytes[..], &[0]].concat());
        }
        run(&[]);
    }
}
