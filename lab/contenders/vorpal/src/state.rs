//! The state tree.

use contender::message::Bytes;
use contender::{Clock, Contender, Input, Prepared, Refusal};
use vorpal::tree::{Address, Key, KeyHasher, Position, Tree, Value};

use crate::commitments::COMMITTER;

/// What a block writes: positions of accounts, and the values there.
type Block = (Vec<(Address, Position)>, Vec<Value>);

fn position(kind: u8, slot: &[u8; 32]) -> Option<Position> {
    match kind {
        0 => Some(Position::BASIC_DATA),
        1 => Some(Position::CODE_HASH),
        2 => Some(Position::storage(slot)),
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
    let positions = positions.ok_or(Refusal("column 2 has a kind other than 0, 1 and 2".to_owned()))?;
    let mut entries = addresses.into_iter().map(Address::from).zip(positions).zip(values);
    let sizes = input.column(0)?.numbers();
    Ok(sizes.map(|size| entries.by_ref().take(size as usize).unzip()).collect())
}

/// The root after each block, from an empty tree.
fn replay(blocks: &[Block], clock: &mut Clock) -> Vec<Vec<u8>> {
    let mut tree = Tree::in_memory();
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

pub(crate) fn register(contender: &mut Contender) {
    for threads in ["t1", "t2"] {
        contender.offer(
            format!("tree.mainnet_state.{threads}"),
            "KeyHasher::keys, Tree::update, Tree::commit",
            |input| {
                let blocks = blocks(input)?;
                let roots = replay(&blocks, &mut Clock::default());
                Ok(Prepared::with_parts(1, roots, move |iterations, clock| {
                    for _ in 0..iterations {
                        std::hint::black_box(replay(&blocks, clock));
                    }
                })
                .fact("table_bytes", COMMITTER.0.bytes() as f64)
                .fact("setup_ns", COMMITTER.1.as_nanos() as f64))
            },
        );
    }
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

/// The root after each batch of keys and values.
fn roots(arguments: &[Bytes]) -> Option<Vec<Bytes>> {
    let (sizes, entries) = arguments.split_first()?;
    let word = |bytes: &Bytes| <[u8; 32]>::try_from(bytes.0.as_slice()).ok();
    let mut entries = entries.chunks_exact(2).map(|pair| Some((Key::from(word(&pair[0])?), word(&pair[1])?)));
    let mut tree = Tree::in_memory();
    let sizes = sizes.0.chunks_exact(4).map(|size| u32::from_le_bytes(size.try_into().expect("four bytes")));
    let roots = sizes.map(|size| {
        let batch: Option<Vec<_>> = entries.by_ref().take(size as usize).collect();
        tree.update(batch?).ok()?;
        Some(tree.commit(&COMMITTER.0).ok()?.to_vec().into())
    });
    roots.collect()
}
