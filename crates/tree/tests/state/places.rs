//! Disk stores whose process changes its working directory or runs out of open files.
//!
//! Both concern a whole process, so these tests run in processes of their own: this program again, with one test.

use std::process::Command;
use std::sync::OnceLock;

use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{DiskOptions, DiskSnapshot, DiskStore, Error, History, Key, Store, Tree};

/// The variable that a process of its own finds: the directory to work in.
const DIRECTORY: &str = "VORPAL_TEST_DIRECTORY";

/// Runs a test of this module in a process of its own, by `shell` if the limits of a process are to be changed. Returns
/// whether this is that process.
fn is_alone(test: &str, limits: &str) -> Option<std::path::PathBuf> {
    if let Some(directory) = std::env::var_os(DIRECTORY) {
        return Some(directory.into());
    }
    let directory = tempfile::tempdir().unwrap();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{limits}exec $VORPAL_TEST_RUNNER \"$0\" \"$@\""))
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", &format!("places::{test}")])
        .env(DIRECTORY, directory.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    None
}

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 2).unwrap())
}

fn apply(tree: &mut Tree<DiskStore>, number: u8) -> Result<[u8; 32], Error> {
    tree.update([(Key::from([number; 32]), [number; 32])])?;
    tree.commit_block(committer(), &number.to_string())
}

#[test]
fn change_of_the_working_directory() {
    let Some(directory) = is_alone("change_of_the_working_directory", "") else { return };
    let elsewhere = directory.join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    for open in [
        || DiskStore::create("state", DiskOptions::default()),
        || DiskStore::open("state", DiskOptions::default()),
        || DiskStore::open_or_create("state", DiskOptions::default()),
        || DiskStore::open_or_create("other", DiskOptions::default()),
    ] {
        std::env::set_current_dir(&directory).unwrap();
        let mut tree = Tree::over(open().unwrap());
        let before = tree.head().blocks;
        std::env::set_current_dir(&elsewhere).unwrap();
        for number in 1..=3 {
            apply(&mut tree, number).unwrap();
            tree.store().confirm().unwrap();
        }
        tree.rollback(1).unwrap();
        assert_eq!(tree.head().blocks, before + 2);
    }
    std::env::set_current_dir(&directory).unwrap();
    let snapshot = DiskSnapshot::open("state", DiskOptions::default()).unwrap();
    assert_eq!(snapshot.head().blocks, 6);
    let error = DiskStore::create("state", DiskOptions::default()).unwrap_err();
    let Error::StoreFile { file, .. } = error else { panic!("{error}") };
    assert_eq!(
        file,
        directory.canonicalize().unwrap().join("state/state.redb"),
        "errors name the whole path"
    );
    std::env::set_current_dir(&elsewhere).unwrap();
    snapshot.view(5).unwrap();
}

/// A process that cannot open another file saves blocks. It cannot confirm them, but they are not gone.
#[test]
fn no_open_files_left() {
    let Some(directory) = is_alone("no_open_files_left", "ulimit -n 64; ") else { return };
    let mut tree = Tree::over(DiskStore::create(&directory, DiskOptions::default()).unwrap());
    apply(&mut tree, 1).unwrap();
    tree.store().confirm().unwrap();
    let mut files = Vec::new();
    let full = loop {
        match std::fs::File::open("/dev/null") {
            Ok(file) => files.push(file),
            Err(error) => break error,
        }
    };
    for number in 2..=4 {
        apply(&mut tree, number).unwrap();
        let error = tree.store().confirm().unwrap_err();
        let Error::Store { reason } = &error else { panic!("{error}") };
        assert!(reason.contains(&full.to_string()), "{reason}");
    }
    let opened = DiskSnapshot::open(&directory, DiskOptions::default());
    assert!(matches!(opened, Err(Error::StoreFile { .. })), "{opened:?}");
    drop(files);
    tree.store().confirm().unwrap();
    assert_eq!(tree.head().blocks, 4);
    apply(&mut tree, 5).unwrap();
    // A store that is really gone is still reported as gone.
    std::fs::rename(directory.join("state.redb"), directory.join("moved")).unwrap();
    assert!(matches!(tree.store().confirm(), Err(Error::StoreGone { .. })));
    assert!(matches!(apply(&mut tree, 6), Err(Error::StoreGone { .. })));
}
