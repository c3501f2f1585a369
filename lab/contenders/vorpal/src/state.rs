//! The state tree.

use std::collections::BTreeMap;
use std::sync::Arc;

use contender::message::Bytes;
use contender::{Clock, Contender, Input, Prepared, Refusal};
use vorpal::tree::{
    Address, Changes, Commit, Error, History, Key, KeyHasher, Node, Path, Position, Store, Tree, Value,
};

use crate::commitments::{COMMITTER, with_facts};

/// The writes of a block: positions of accounts, and the values.
type Block = (Vec<(Address, Position)>, Vec<Value>);

fn position(kind: u8, slot: &[u8; 32]) -> Option<Position> {
    match kind {
        0 => Some(Position::BASIC_DATA),
        1 => Some(Position::CODE_HASH),
        2 => Some(Position::storage(slot)),
        3 if slot[..28].iter().all(|byte| *byte == 0) => {
            Some(Position::code_chunk(u32::from_be_bytes([slot[28], slot[29], slot[30], slot[31]])))
        }
        _ => None,
    }
}

fn blocks(input: &Input) -> Result<Vec<Block>, Refusal> {
    let addresses = input.arrays::<20>(1)?;
    let kinds = input.arrays::<1>(2)?;
    let slots = input.arrays::<32>(3)?;
    let values = input.arrays::<32>(4)?;
    let positions: Option<Vec<Position>> =
        kinds.iter().zip(&slots).map(|([kind], slot)| position(*kind, slot)).collect();
    let positions = positions.ok_or(Refusal(
        "column 2 has a kind other than 0 to 3, or column 3 no number of a chunk".to_owned(),
    ))?;
    let mut entries = addresses.into_iter().map(Address::from).zip(positions).zip(values);
    let sizes = input.column(0)?.numbers();
    Ok(sizes.map(|size| entries.by_ref().take(size as usize).unzip()).collect())
}

/// The root after each block, starting from an empty tree.
fn replay(blocks: &[Block], clock: &mut Clock) -> Vec<Vec<u8>> {
    replay_on(&mut Tree::in_memory(), blocks, clock)
}

/// The root after each block of an import. At the end it encodes all nodes.
fn import(blocks: &[Block], clock: &mut Clock) -> Vec<Vec<u8>> {
    let mut tree = Tree::in_memory();
    let roots = replay_on(&mut tree, blocks, clock);
    clock.part("encode", || {
        let nodes = tree.store().nodes().expect("the tree is in memory");
        let nodes: Vec<Arc<Node>> = nodes.map(|node| node.expect("the tree is in memory").1).collect();
        std::hint::black_box(Node::encode_batch(&nodes.iter().map(|node| &**node).collect::<Vec<_>>()));
    });
    roots
}

fn replay_on(tree: &mut Tree, blocks: &[Block], clock: &mut Clock) -> Vec<Vec<u8>> {
    let roots = blocks.iter().map(|(positions, values)| {
        let keys = clock.part("keys", || KeyHasher::new(&COMMITTER.0).keys(positions));
        let root = clock.part("commit", || {
            tree.update(keys.into_iter().zip(values.iter().copied()))?;
            tree.commit(&COMMITTER.0)
        });
        root.expect("the tree is in memory").to_vec()
    });
    roots.collect()
}

/// A store that encodes nodes as a store on disk does, and writes them nowhere.
struct OnlyEncodes;

impl Store for OnlyEncodes {
    fn load(&self, _: &Path) -> Result<Option<Arc<Node>>, Error> {
        // The tree begins empty and has one block.
        Ok(None)
    }

    fn save(&mut self, _: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        let nodes: Vec<&Node> = changes.iter().filter_map(|(_, node)| node.map(|node| &**node)).collect();
        std::hint::black_box(Node::encode_batch(&nodes));
        Ok(())
    }
}

pub(crate) fn register(contender: &mut Contender) {
    for threads in ["t1", "t2"] {
        contender.offer(
            format!("tree.mainnet_state.{threads}"),
            "KeyHasher::keys, Tree::update, Tree::commit",
            |input| {
                let blocks = blocks(input)?;
                let roots = replay(&blocks, &mut Clock::default());
                Ok(with_facts(Prepared::with_parts(1, roots, move |iterations, clock| {
                    for _ in 0..iterations {
                        std::hint::black_box(replay(&blocks, clock));
                    }
                })))
            },
        );
    }
    let path = "KeyHasher::keys, Tree::update, Tree::commit, at the end Node::encode_batch";
    contender.offer("tree.import", path, |input| {
        let blocks = blocks(input)?;
        let roots = import(&blocks, &mut Clock::default());
        Ok(with_facts(Prepared::with_parts(1, roots, move |iterations, clock| {
            for _ in 0..iterations {
                std::hint::black_box(import(&blocks, clock));
            }
        })))
    });
    contender.offer("tree.insert.10000", "Tree::update, Tree::commit", |input| {
        let keys = input.arrays::<32>(0)?.into_iter().map(Key::from);
        let entries: Vec<(Key, Value)> = keys.zip(input.arrays::<32>(1)?).collect();
        let insert = move || {
            let mut tree = Tree::in_memory();
            let root = tree.update(entries.iter().copied()).and_then(|()| tree.commit(&COMMITTER.0));
            (tree, root.expect("the tree is in memory"))
        };
        let root = insert().1.to_vec();
        Ok(with_facts(Prepared::new(1, [root], move |iterations| {
            for _ in 0..iterations {
                std::hint::black_box(insert());
            }
        })))
    });
    contender.offer("tree.save.10000", "Tree::update, Tree::commit, Node::encode_batch", |input| {
        let keys = input.arrays::<32>(0)?.into_iter().map(Key::from);
        let entries: Vec<(Key, Value)> = keys.zip(input.arrays::<32>(1)?).collect();
        let save = move |clock: &mut Clock| {
            let mut tree = Tree::over(OnlyEncodes);
            let committed = clock.part("commit", || {
                tree.update(entries.iter().copied())?;
                tree.next_root(&COMMITTER.0)
            });
            committed.expect("the store does not fail");
            clock.part("encode", || tree.commit(&COMMITTER.0)).expect("the store does not fail")
        };
        let root = save(&mut Clock::default()).to_vec();
        Ok(with_facts(Prepared::with_parts(1, [root], move |iterations, clock| {
            for _ in 0..iterations {
                std::hint::black_box(save(clock));
            }
        })))
    });
    contender.operation("tree.key", |arguments| {
        let [address, kind, slot] = arguments else { return None };
        let address: [u8; 20] = address.0.as_slice().try_into().ok()?;
        let position = position(*kind.0.first()?, slot.0.as_slice().try_into().ok()?)?;
        let keys = KeyHasher::new(&COMMITTER.0).keys(&[(Address::from(address), position)]);
        let key = keys.first()?;
        Some([&key.stem[..], &[key.suffix]].concat())
    });
    contender.operations_of("tree.roots", roots);
}

/// The root after each batch of keys and values. An empty value deletes. The last entry of a key in a batch is
/// effective, and writes come before deletions.
fn roots(arguments: &[Bytes]) -> Option<Vec<Bytes>> {
    let (sizes, entries) = arguments.split_first()?;
    let (sizes, rest) = sizes.0.as_chunks::<4>();
    let sizes = sizes.iter().map(|size| u32::from_le_bytes(*size) as usize);
    if !rest.is_empty() || 2 * sizes.clone().sum::<usize>() != entries.len() {
        return None;
    }
    let mut entries = entries.as_chunks::<2>().0.iter();
    let mut tree = Tree::in_memory();
    let roots = sizes.map(|size| {
        let mut batch: BTreeMap<[u8; 32], Option<Value>> = BTreeMap::new();
        for [key, value] in entries.by_ref().take(size) {
            let value = if value.0.is_empty() { None } else { Some(value.0.as_slice().try_into().ok()?) };
            batch.insert(key.0.as_slice().try_into().ok()?, value);
        }
        let entries = batch.iter().map(|(key, value)| (Key::from(*key), *value));
        tree.update(entries.clone().filter_map(|(key, value)| Some((key, value?)))).ok()?;
        tree.remove(entries.filter(|(_, value)| value.is_none()).map(|(key, _)| key)).ok()?;
        Some(tree.commit(&COMMITTER.0).ok()?.to_vec().into())
    });
    roots.collect()
}
