//! The cost of commits and encodings, by counting operations.

use rayon::ThreadPoolBuilder;
use vorpal_ipa::{Basis, Committer, Scalar};
use vorpal_limbs::count::{Counts, on_this_thread};
use vorpal_tree::{DiskOptions, DiskStore, History, Key, Node, Tree};

/// Keys with stems that differ in the first `levels` bytes and in the two bytes after them.
fn keys(number: u32, levels: usize) -> impl Iterator<Item = Key> {
    (0..number).map(move |i| {
        let [a, b, c, d] = i.wrapping_mul(0x9e37_79b1).to_be_bytes();
        let mut stem = [0; 31];
        for (depth, byte) in stem[..levels].iter_mut().enumerate() {
            *byte = if depth == usize::from(a) % levels { b } else { 0 };
        }
        [stem[levels], stem[levels + 1]] = [c % 4, d];
        Key { stem, suffix: d }
    })
}

/// The number of inversions by all threads of the current pool.
fn inversions() -> u64 {
    rayon::broadcast(|_| Counts::of_this_thread().inversions).iter().sum()
}

/// One inversion for each level of branches, two for the leaves and one for the root's encoding, for any number of
/// nodes. With several threads the tree is cut into at most three parts, each with its own inversions except for the
/// root.
#[test]
fn inversions_of_a_commit() {
    let committer = Committer::with_window(&Basis::default(), 6).unwrap();
    for (threads, parts) in [(1, 1), (2, 2), (3, 3), (6, 3)] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut tree = Tree::in_memory();
            let mut deepest = 0;
            for (number, levels) in [(3000, 9), (1500, 4), (1, 1), (700, 20)] {
                deepest = deepest.max(levels as u64);
                let commit = |tree: &mut Tree| {
                    let before = inversions();
                    tree.commit(&committer).unwrap();
                    let below_the_root = deepest + 2 - 1 + 2;
                    let (made, most) = (inversions() - before, parts * below_the_root + 1 + 1);
                    assert!((3..=most).contains(&made), "{made} inversions, at most {most}");
                };
                tree.update(keys(number, levels).map(|key| (key, [number.to_le_bytes()[0]; 32]))).unwrap();
                commit(&mut tree);
                tree.remove(keys(number / 2 + 1, levels)).unwrap();
                commit(&mut tree);
            }
        });
    }
}

/// A delta of 128 bits takes 16 or 17 additions for either sign; a full scalar takes 32.
#[test]
fn additions_of_a_delta() {
    let committer = Committer::with_window(&Basis::default(), 8).unwrap();
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let additions = |delta: Scalar| {
        let (sums, counts) = pool.install(|| on_this_thread(|| committer.commit_batch(&[[(9, delta)]])));
        assert_eq!(sums, [committer.commit_sparse([(9, delta)])]);
        counts.fixed_base_additions
    };
    let half = Scalar::from_le_bytes_reduced(&[0x5a; 16]);
    for delta in [half, -half, half.double(), -half.double(), Scalar::from(1 << 40) - half] {
        assert!((15..=17).contains(&additions(delta)), "{} additions", additions(delta));
    }
    assert!(additions(half * half) >= 30);
    assert_eq!([Scalar::ONE, -Scalar::ONE, Scalar::ZERO].map(additions), [1, 1, 0]);
}

/// A disk store takes one inversion more than a memory store, for any number of nodes.
#[test]
fn inversions_of_a_save_to_disk() {
    let committer = Committer::with_window(&Basis::default(), 6).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| {
        let mut in_memory = Tree::in_memory();
        let mut on_disk = Tree::over(DiskStore::create(directory.path(), DiskOptions::default()).unwrap());
        for (number, levels) in [(3000, 3), (1, 1), (900, 5)] {
            let entries = || keys(number, levels).map(|key| (key, [number.to_le_bytes()[0]; 32]));
            in_memory.update(entries()).unwrap();
            on_disk.update(entries()).unwrap();
            let before = inversions();
            let root = in_memory.commit(&committer).unwrap();
            let between = inversions();
            assert_eq!(on_disk.commit(&committer), Ok(root));
            assert_eq!(inversions() - between, between - before + 1, "{number} keys");
        }
    });
}

/// One inversion for the encodings of all nodes.
#[test]
fn inversions_of_encodings() {
    let committer = Committer::with_window(&Basis::default(), 6).unwrap();
    for threads in [1, 3] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut tree = Tree::in_memory();
            tree.update(keys(3000, 3).map(|key| (key, [1; 32]))).unwrap();
            tree.commit(&committer).unwrap();
            let nodes: Vec<_> = tree.store().nodes().unwrap().map(|node| node.unwrap().1).collect();
            let nodes: Vec<&Node> = nodes.iter().map(|node| &**node).collect();
            let before = inversions();
            let encodings = Node::encode_batch(&nodes);
            assert_eq!(inversions() - before, 1, "{} nodes", nodes.len());
            assert_eq!(encodings.len(), nodes.len());
            for (node, encoding) in nodes.iter().zip(&encodings).step_by(100) {
                assert_eq!(node.encode(), *encoding);
            }
        });
    }
}
