//! `vorpal tree`: all subcommands, witnesses and malformed input.

use std::path::Path;

use crate::tree_fixture::{Fixture, csv, hex, json, prints, refuses, writes};
use serde_json::Value as Json;
use vorpal::tree::{DiskOptions, DiskStore, Key};

#[test]
fn applies_reads_rolls_back_and_checks() {
    let fixture = Fixture::new(5, 30);
    let (directory, files) = (&*fixture.directory(), fixture.files());
    let root = |blocks: usize| hex(&fixture.states[blocks].root);
    assert!(prints(&["init", directory, "--window", "3"]).contains(directory));
    assert_eq!(json(&["root", directory])["root"], hex(&[0; 32]));

    let text = prints(&["apply", directory, files[0], files[1]]);
    assert_eq!(text.lines().count(), 3);
    assert!(text.contains(&format!("0.csv, root {}\n", root(1))), "{text}");
    let report = json(&[&["apply", directory], &files[2..]].concat());
    assert_eq!(report["state"]["blocks"], 5);
    assert_eq!(report["state"]["root"], root(5));
    assert_eq!(report["applied"][0]["root"], root(3));
    assert_eq!(report["applied"][2]["values"], writes(4, 30).len());

    // Past states.
    for blocks in 2..=5 {
        let report = json(&["root", directory, "--at", &blocks.to_string()]);
        assert_eq!(report["root"], root(blocks));
        assert_eq!(report["label"], format!("{}.csv", blocks - 1));
    }
    refuses(&["root", directory, "--at", "1"], 2, &["block 1", "2 to 5"]);
    refuses(&["root", directory, "--at", "6"], 2, &["block 6", "2 to 5"]);

    // The values of a key of the last block, before and after it, and of a key that was never written.
    let before: Vec<Key> = (0..4).flat_map(|number| writes(number, 30)).map(|(key, _)| key).collect();
    let (key, value) = writes(4, 30).into_iter().find(|(key, _)| !before.contains(key)).unwrap();
    let (key, absent) = (hex(&key.to_bytes()), hex(&[0xff; 32]));
    assert_eq!(prints(&["get", directory, &key, &absent]), format!("{key},{}\n{absent},\n", hex(&value)));
    assert_eq!(prints(&["get", directory, &key, "--at", "4"]), format!("{key},\n"));
    let values = json(&["get", directory, &key, &absent]);
    assert_eq!(values["values"][0]["value"], hex(&value));
    assert_eq!(values["values"][1]["value"], Json::Null);

    // Rollback, and the same blocks again.
    refuses(&["rollback", directory, "4"], 2, &["4 blocks", "3 can"]);
    assert_eq!(json(&["rollback", directory, "2"])["root"], root(3));
    assert_eq!(prints(&["get", directory, &key]), format!("{key},\n"));
    assert_eq!(json(&["apply", directory, files[3], files[4]])["state"]["root"], root(5));
    let checked = json(&["check", directory]);
    assert_eq!(checked["state"]["root"], root(5));
    // Three past states are kept: 2 to 4.
    assert_eq!(checked["past"], 3);
    assert_eq!(fixture.check(), 5);
}

#[test]
fn applies_accounts() {
    let folder = tempfile::tempdir().unwrap();
    let (file, directory) = (folder.path().join("1.jsonl"), folder.path().join("tree"));
    let line = format!(
        r#"{{"address":"{}","nonce":7,"balance":"0x10","code_hash":"{}","storage":{{"0x1":"0x2"}}}}"#,
        hex(&[3; 20]),
        hex(&[4; 32])
    );
    std::fs::write(&file, line + "\n").unwrap();
    let [file, directory] = [&file, &directory].map(|path| path.to_str().unwrap());
    prints(&["init", directory]);
    assert_eq!(json(&["apply", directory, file])["applied"][0]["values"], 3);
    assert_eq!(json(&["check", directory])["leaves"], 1);
}

#[test]
fn proves_and_verifies_witnesses() {
    let fixture = Fixture::new(3, 40);
    let (directory, files) = (&*fixture.directory(), fixture.files());
    prints(&["init", directory]);
    prints(&[&["apply", directory], &files[..]].concat());
    let of_block = |number: usize| writes(number, 40);
    let old: Vec<Key> = (0..2).flat_map(of_block).map(|(key, _)| key).collect();
    let (new, value) = of_block(2).into_iter().find(|(key, _)| !old.contains(key)).unwrap();
    let (new, absent) = (hex(&new.to_bytes()), hex(&[0xff; 32]));
    let root = |blocks: usize| hex(&fixture.states[blocks].root);
    for name in ["witness.json", "witness"] {
        let file = fixture.folder.path().join(name).to_str().unwrap().to_string();
        let made = json(&["prove", directory, &new, &absent, "--out", &file]);
        assert_eq!(made["state"]["root"], root(3));
        assert_eq!(made["keys"], 2);
        let text = prints(&["verify", &file, "--root", &root(3)]);
        assert!(text.starts_with(&format!("{new},{}\n{absent},\n", hex(&value))), "{text}");
        refuses(&["verify", &file, "--root", &root(2)], 1, &[name]);
        refuses(&["verify", &file, "--root", "0x00"], 2, &["0x00"]);
        refuses(&["verify", &file, "--root", &absent], 2, &["root"]);

        // The key is absent in the state before the last block.
        prints(&["prove", directory, &new, &absent, "--at", "2", "--out", &file]);
        let text = prints(&["verify", &file, "--root", &root(2)]);
        assert!(text.starts_with(&format!("{new},\n{absent},\n")), "{text}");
        refuses(&["verify", &file, "--root", &root(3)], 1, &[name]);
        let whole = std::fs::read(&file).unwrap();
        std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        refuses(&["verify", &file, "--root", &root(2)], 2, &[name]);
        std::fs::remove_file(&file).unwrap();
        refuses(&["verify", &file, "--root", &root(2)], 2, &[name]);
    }
    assert_eq!(fixture.check(), 3);
}

/// `verify` refuses a plain witness with an unbound branch. With `--plain` it marks what is not proved.
#[test]
fn witnesses_prove_all_they_show_by_default() {
    let fixture = Fixture::new(1, 4);
    let directory = &*fixture.directory();
    let file = |name: &str| fixture.folder.path().join(name).to_str().unwrap().to_string();
    prints(&["init", directory]);
    // Two leaves below one branch, and a key for which that branch has no child.
    let [one, other, absent] = [7, 8, 9].map(|byte| {
        let mut key = [byte; 32];
        key[0] = 7;
        (Key::from(key), [1; 32])
    });
    std::fs::write(file("leaves.csv"), csv(&vec![one, other])).unwrap();
    prints(&["apply", directory, &file("leaves.csv")]);
    let root = json(&["root", directory])["root"].as_str().unwrap().to_string();
    let key = hex(&absent.0.to_bytes());
    for name in ["witness.json", "witness"] {
        let file = file(name);
        let verify = ["verify", &file, "--root", &root];
        let accept = [&verify[..], &["--plain"]].concat();
        prints(&["prove", directory, &key, "--out", &file]);
        for arguments in [&verify[..], &accept] {
            let report = json(arguments);
            assert_eq!((&report["unbound"], &report["unproved"]), (&0.into(), &Json::Array(Vec::new())));
            assert_eq!(report["values"][0]["value"], Json::Null);
            let text = prints(arguments);
            assert!(text.starts_with(&format!("{key},\n")) && text.contains("is valid"), "{text}");
        }
        prints(&["prove", directory, &key, "--out", &file, "--plain"]);
        refuses(&verify, 1, &["0x07", &file, "--plain"]);
        let report = json(&accept);
        assert_eq!((&report["unbound"], &report["unproved"][0]), (&1.into(), &Json::from(key.clone())));
        assert_eq!(report["values"], Json::Array(Vec::new()));
        let text = prints(&accept);
        assert!(text.starts_with(&format!("{key},?\n")) && text.contains("1 of its branches"), "{text}");
        assert!(!text.contains("is valid"), "{text}");
    }
}

/// Damages a value in the file of a tree wherever it occurs.
fn damage(directory: &str, value: &[u8; 32]) {
    let file = Path::new(directory).join("state.redb");
    let mut bytes = std::fs::read(&file).unwrap();
    let places: Vec<usize> =
        bytes.windows(32).enumerate().filter(|(_, window)| window == value).map(|(at, _)| at).collect();
    assert!(!places.is_empty());
    places.iter().for_each(|at| bytes[*at] ^= 1);
    std::fs::write(file, bytes).unwrap();
}

/// Damage elsewhere in the file stops a read, unless `--no-check` limits it to the nodes on the path.
#[test]
fn reads_without_a_check_read_only_their_path() {
    let fixture = Fixture::new(2, 300);
    let (directory, files) = (&*fixture.directory(), fixture.files());
    prints(&["init", directory]);
    prints(&[&["apply", directory], &files[..]].concat());
    // The last writes to each key. Keys whose first bytes differ are below different children of the root.
    let last = writes(1, 300);
    let (bad, good) = (last[0], *last.iter().rfind(|(key, _)| key.stem[0] != last[0].0.stem[0]).unwrap());
    let [bad_key, good_key] = [bad.0, good.0].map(|key| hex(&key.to_bytes()));
    damage(directory, &bad.1);
    let witness = fixture.folder.path().join("witness").to_str().unwrap().to_string();
    let commands = [
        vec!["root", directory],
        vec!["get", directory, &good_key],
        vec!["prove", directory, &good_key, "--out", &witness],
    ];
    for command in commands {
        refuses(&command, 2, &["the store is damaged"]);
        prints(&[&command[..], &["--no-check"]].concat());
    }
    let line = format!("{good_key},{}\n", hex(&good.1));
    assert_eq!(prints(&["get", directory, &good_key, "--no-check"]), line);
    assert!(prints(&["verify", &witness, "--root", &hex(&fixture.states[2].root)]).starts_with(&line));
    for command in [vec!["get", directory, &bad_key], vec!["prove", directory, &bad_key, "--out", &witness]] {
        refuses(&[&command[..], &["--no-check"]].concat(), 2, &["checksum"]);
    }
}

/// A tree with a damaged value: the value is restored with the state before it.
#[test]
fn repair_salvages_the_newest_whole_block() {
    let fixture = Fixture::new(3, 40);
    let (directory, files) = (&*fixture.directory(), fixture.files());
    let new = fixture.folder.path().join("new").to_str().unwrap().to_string();
    refuses(&["repair", directory, &new], 2, &[directory, "no store"]);
    prints(&["init", directory]);
    prints(&[&["apply", directory], &files[..]].concat());
    let damaged = writes(2, 40)[0].1;
    damage(directory, &damaged);
    refuses(&["check", directory], 1, &["damaged"]);
    let report = json(&["repair", directory, &new]);
    assert_eq!((&report["state"]["blocks"], &report["state"]["oldest"]), (&2.into(), &0.into()));
    assert_eq!(report["state"]["root"], hex(&fixture.states[2].root));
    assert!(prints(&["check", &new]).contains("is valid"));
    assert_eq!(json(&["apply", &new, files[2]])["state"]["root"], hex(&fixture.states[3].root));
    refuses(&["repair", directory, &new], 2, &["already"]);
    refuses(&["check", directory], 1, &["damaged"]);
    // The state of a root, where the index leads to it and where it does not.
    let at = |name: &str| fixture.folder.path().join(name).to_str().unwrap().to_string();
    let by_root = |new: &str, blocks: usize| {
        let report = json(&["repair", directory, &at(new), "--root", &hex(&fixture.states[blocks].root)]);
        let state = &report["state"];
        assert_eq!(
            (&state["blocks"], &state["root"]),
            (&blocks.into(), &hex(&fixture.states[blocks].root).into())
        );
        state["oldest"].as_u64().unwrap()
    };
    assert_eq!(by_root("first", 1), 0);
    let text = prints(&["repair", directory, &at("text"), "--root", &hex(&fixture.states[1].root)]);
    assert!(text.starts_with("Salvaged the state with this root into "), "{text}");
    refuses(&["repair", directory, &at("third"), "--root", &hex(&fixture.states[3].root)], 2, &["this root"]);
    refuses(&["repair", directory, &at("third"), "--root", "0x00"], 2, &["0x00"]);
    let file = Path::new(directory).join("state.redb");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[..4096].fill(0);
    std::fs::write(&file, bytes).unwrap();
    refuses(&["repair", directory, &at("second")], 2, &["damaged", "no state is left whole"]);
    assert_eq!(by_root("second", 2), 2);
    // Nothing is left whole.
    std::fs::write(&file, [0; 8192]).unwrap();
    let other = fixture.folder.path().join("other").to_str().unwrap().to_string();
    refuses(&["repair", directory, &other], 2, &["damaged", "no state is left whole"]);
}

/// A pipe in place of the file would make the command wait for ever.
#[cfg(unix)]
#[test]
fn pipes_are_refused() {
    let fixture = Fixture::new(1, 4);
    let directory = &*fixture.directory();
    prints(&["init", directory]);
    let file = Path::new(directory).join("state.redb");
    std::fs::remove_file(&file).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&file).status().unwrap();
    assert!(made.success());
    let key = hex(&[0; 32]);
    for command in [
        &["root", directory][..],
        &["get", directory, &key],
        &["check", directory],
        &["apply", directory, fixture.files()[0]],
        &["rollback", directory, "0"],
        &["repair", directory, &format!("{directory}-new")],
    ] {
        refuses(command, 2, &["state.redb", "not a regular file"]);
    }
}

/// Whether a store is valid remains open if it cannot be read to the end, or belongs to another basis.
#[test]
fn check_distinguishes_the_disk_and_the_basis_from_the_contents() {
    let fixture = Fixture::new(1, 4);
    let directory = &*fixture.directory();
    let other = DiskOptions::default().basis([7; 32]);
    drop(DiskStore::create(directory, other).unwrap());
    refuses(&["check", directory], 2, &["basis"]);
}

#[test]
fn bad_input_changes_nothing() {
    let fixture = Fixture::new(3, 10);
    let (directory, files) = (&*fixture.directory(), fixture.files());
    let path = |name: &str| fixture.folder.path().join(name).to_str().unwrap().to_string();
    for command in [
        &["root", directory][..],
        &["check", directory],
        &["rollback", directory, "0"],
        &["apply", directory, files[0]],
    ] {
        refuses(command, 2, &[directory, "no store"]);
    }
    assert!(!Path::new(directory).exists());
    prints(&["init", directory]);
    prints(&["apply", directory, files[0]]);
    refuses(&["init", directory], 2, &[directory, "already"]);
    refuses(&["init", files[0]], 2, &[files[0]]);

    // A valid file followed by a malformed one.
    std::fs::write(path("short.csv"), "0x00,0x00\n").unwrap();
    std::fs::write(path("twice.csv"), csv(&writes(0, 5)) + &csv(&writes(0, 5))).unwrap();
    std::fs::write(path("block.txt"), "").unwrap();
    for (bad, message) in [
        ("short.csv", "short.csv:1: key"),
        ("twice.csv", "twice.csv:"),
        ("block.txt", "*.csv"),
        ("none.csv", "none.csv"),
    ] {
        refuses(&["apply", directory, files[1], &path(bad)], 2, &[message]);
    }
    let long = hex(&[0; 33]);
    for key in ["0x", "0x00", &long, &long[2..66], "0xzz"] {
        refuses(&["get", directory, key], 2, &[key]);
    }
    refuses(&["rollback", directory, "2"], 2, &["2 blocks", "1 can"]);
    refuses(&["rollback", directory, "-1"], 2, &["-1"]);
    assert_eq!(fixture.check(), 1);

    // Another process has the store open for writing.
    let store = DiskStore::open(directory, DiskOptions::default()).unwrap();
    for command in [&["apply", directory, files[1]][..], &["rollback", directory, "1"]] {
        refuses(&[command, &["--wait", "0"]].concat(), 2, &[directory, "locked"]);
    }
    drop(store);
    assert_eq!(fixture.check(), 1);

    // A state whose record is damaged.
    let file = Path::new(directory).join("state.redb");
    let intact = std::fs::read(&file).unwrap();
    let database = redb::Database::open(&file).unwrap();
    let transaction = database.begin_write().unwrap();
    let heads = redb::TableDefinition::<u64, &[u8]>::new("heads");
    transaction.open_table(heads).unwrap().insert(1, &[7; 40][..]).unwrap();
    transaction.commit().unwrap();
    drop(database);
    refuses(&["check", directory], 1, &["state.redb: the store is damaged: ", "the state after block 1"]);
    refuses(&["root", directory], 2, &["the store is damaged"]);
    std::fs::write(&file, &intact).unwrap();

    // The record of the root node, which opening reads.
    let database = redb::Database::open(&file).unwrap();
    let transaction = database.begin_write().unwrap();
    let nodes = redb::TableDefinition::<&[u8], &[u8]>::new("nodes");
    transaction.open_table(nodes).unwrap().insert(&[][..], &[7; 40][..]).unwrap();
    transaction.commit().unwrap();
    drop(database);
    refuses(&["check", directory], 1, &["checksum", "the node at"]);
    refuses(&["root", directory], 2, &["checksum"]);
    std::fs::write(&file, intact).unwrap();

    // A file that is not a store, and a truncated store.
    let file = Path::new(directory).join("state.redb");
    let good = std::fs::read(&file).unwrap();
    for bytes in [b"no store", &good[..good.len() / 2]] {
        std::fs::write(&file, bytes).unwrap();
        refuses(&["check", directory], 1, &["state.redb: the store is damaged: "]);
        refuses(&["root", directory], 2, &["state.redb: the store is damaged: "]);
    }
    std::fs::write(&file, good).unwrap();
    assert_eq!(fixture.check(), 1);
    // The temporary file of a killed `init` does not disturb the next `init`, which removes it.
    std::fs::write(path("state.redb.new.abcdef"), "half").unwrap();
    prints(&["init", fixture.folder.path().to_str().unwrap()]);
    assert!(!Path::new(&path("state.redb.new.abcdef")).exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        std::fs::write(path("plain"), "").unwrap();
        let mode = |name: &str| std::fs::metadata(path(name)).unwrap().mode();
        assert_eq!(mode("state.redb"), mode("plain"), "a new store has the usual permissions");
    }
}
