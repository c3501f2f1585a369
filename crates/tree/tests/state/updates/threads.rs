//! Results on several threads, and many writes in one update.

use std::collections::BTreeMap;

use rayon::ThreadPoolBuilder;
use vorpal_tree::{Key, Tree, Value};

use super::many;
use super::model::{Model, committer};

/// Of thousands of writes to few keys in one update, the last write to each key counts.
#[test]
fn last_of_many_writes_to_a_key_counts() {
    const WRITES: usize = 5000;
    const KEYS: usize = 101;
    let number = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    let key = |i: usize| {
        let mut key = [7; 32];
        // Some keys share a stem, some a suffix.
        key[0] = u8::try_from(i % 13).unwrap();
        key[31] = u8::try_from(i).unwrap();
        Key::from(key)
    };
    let writes: Vec<(Key, Value)> = (0..WRITES)
        .map(|i| {
            let mut value = [0; 32];
            value[..8].copy_from_slice(&(i as u64).to_le_bytes());
            (key(usize::try_from(number(i) % KEYS as u64).unwrap()), value)
        })
        .collect();
    let last: BTreeMap<Key, Value> = writes.iter().copied().collect();
    assert_eq!(last.len(), KEYS);
    let (mut at_once, mut one_by_one) = (Tree::in_memory(), Tree::in_memory());
    at_once.update(writes).unwrap();
    for (key, value) in &last {
        assert_eq!(at_once.get(key), Ok(Some(*value)), "{key:?}");
        one_by_one.update([(*key, *value)]).unwrap();
    }
    assert_eq!(at_once.commit(committer()), one_by_one.commit(committer()));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let blocks: Vec<Vec<(Key, Value)>> = (0..4).map(|seed| many(seed * 150)).collect();
    let run = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut tree = Tree::in_memory();
            let mut roots = Vec::new();
            for block in &blocks {
                tree.update(block.iter().copied()).unwrap();
                roots.push(tree.commit(committer()).unwrap());
                tree.remove(block.iter().skip(1).step_by(3).map(|(key, _)| *key)).unwrap();
                roots.push(tree.commit(committer()).unwrap());
            }
            (roots, tree.store().len())
        })
    };
    let mut model = Model::new();
    let mut roots = Vec::new();
    for block in &blocks {
        update_model(&mut model, block);
        roots.push(model.root());
        block.iter().skip(1).step_by(3).for_each(|(key, _)| model.remove(0, key));
        roots.push(model.root());
    }
    for threads in [1, 2, 5] {
        assert_eq!(run(threads), (roots.clone(), model.nodes()), "{threads} threads");
    }
}

fn update_model(model: &mut Model, block: &[(Key, Value)]) {
    block.iter().for_each(|(key, value)| model.insert(0, key, *value));
}
