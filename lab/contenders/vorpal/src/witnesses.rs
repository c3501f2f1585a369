//! Proofs of values of a state tree.

use contender::message::Bytes;
use contender::{Contender, Input, Prepared, Refusal};
use serde_json::Value as Json;
use vorpal::ipa::Committer;
use vorpal::tree::{Key, Root, Tree, Value, Witness, WitnessVersion};

use crate::commitments::{COMMITTER, with_facts};

pub(crate) fn register(contender: &mut Contender) {
    for keys in [1000, 5000] {
        contender.offer(format!("witness.create.{keys}"), "Tree::prove_with", |input| {
            let (tree, wanted) = read(input)?;
            let prove = move || plain(&tree, wanted.iter().copied()).map(|witness| (tree.root(), witness));
            let (root, witness) = prove().expect("the tree is in memory, and there are keys");
            let result = [root.expect("the tree is in memory").to_vec(), witness.proof.argument.to_vec()];
            Ok(with_facts(Prepared::new(1, result, move |iterations| {
                for _ in 0..iterations {
                    std::hint::black_box(prove().is_ok());
                }
            })))
        });
        contender.offer(
            format!("witness.verify.{keys}"),
            "Witness::verify_with, then PartialTree::root_after, of a witness that is not decoded",
            |input| {
                let (tree, wanted) = read(input)?;
                let committer = &COMMITTER.0;
                let witness = plain(&tree, wanted).expect("the tree is in memory, and there are keys");
                let root = tree.root().expect("the tree is in memory");
                let check = move || {
                    let after = after(committer, &witness, &root);
                    assert_eq!(after, Ok(root), "the witness does not verify");
                };
                check();
                Ok(with_facts(Prepared::new(1, [vec![1]], move |iterations| {
                    for _ in 0..iterations {
                        check();
                    }
                })))
            },
        );
    }
    contender.operations_of("witness.create", create);
    contender.operation("witness.verify", |arguments| Some(vec![u8::from(verify(arguments) == Some(true))]));
}

/// The root after the new values of a witness that is valid for a tree with this root.
fn after(committer: &Committer, witness: &Witness, root: &Root) -> Result<Root, vorpal::tree::Error> {
    witness.verify_with(committer, root, WitnessVersion::Plain)?.root_after(committer, witness)
}

/// A witness in the format of other libraries.
fn plain(tree: &Tree, keys: impl IntoIterator<Item = Key>) -> Result<Witness, vorpal::tree::Error> {
    tree.prove_with(&COMMITTER.0, keys, WitnessVersion::Plain)
}

fn read(input: &Input) -> Result<(Tree, Vec<Key>), Refusal> {
    let keys = input.arrays::<32>(0)?.into_iter().map(Key::from);
    let values = input.arrays::<32>(1)?;
    let wanted = input.arrays::<32>(2)?.into_iter().map(Key::from).collect();
    Ok((tree(keys.zip(values)), wanted))
}

fn tree(entries: impl IntoIterator<Item = (Key, Value)>) -> Tree {
    let mut tree = Tree::in_memory();
    tree.update(entries).and_then(|()| tree.commit(&COMMITTER.0)).expect("the tree is in memory");
    tree
}

/// Creates a witness. Returns the roots before and after the writes, the multiproof, and the witness as JSON.
///
/// # Panics
/// If the witness yields another root after the writes, or if decoding its bytes yields another witness.
fn create(arguments: &[Bytes]) -> Option<Vec<Bytes>> {
    let (sizes, rows) = arguments.split_first()?;
    let (sizes, rest) = sizes.0.as_chunks::<4>();
    let [entries, wanted, writes] = sizes else { return None };
    let [entries, wanted, writes] = [entries, wanted, writes].map(|size| u32::from_le_bytes(*size) as usize);
    if !rest.is_empty() || rows.len() != 2 * entries + wanted + 2 * writes {
        return None;
    }
    let words: Vec<[u8; 32]> =
        rows.iter().map(|row| row.0.as_slice().try_into().ok()).collect::<Option<_>>()?;
    let pairs = |rows: &[[u8; 32]]| -> Vec<(Key, Value)> {
        rows.as_chunks().0.iter().map(|[key, value]| (Key::from(*key), *value)).collect()
    };
    let mut tree = tree(pairs(&words[..2 * entries]));
    let keys = words[2 * entries..][..wanted].iter().map(|key| Key::from(*key));
    let writes = pairs(&words[2 * entries + wanted..]);
    let committer = &COMMITTER.0;
    let mut witness = plain(&tree, keys).ok()?;
    // Other libraries omit new values that are equal to the present ones.
    let changes: Vec<(Key, Value)> = writes
        .iter()
        .copied()
        .filter(|(key, value)| tree.get(key).expect("the tree is in memory") != Some(*value))
        .collect();
    witness.write(changes).ok()?;
    let root = tree.root().ok()?;
    tree.update(writes).ok()?;
    let root_after = tree.commit(committer).ok()?;
    assert_eq!(after(committer, &witness, &root), Ok(root_after), "the witness yields another root");
    assert_eq!(
        Witness::from_bytes(&witness.to_bytes()).as_ref(),
        Ok(&witness),
        "decoding the bytes yields another witness"
    );
    // Members of JSON objects are sorted by name.
    let json = serde_json::to_value(&witness).expect("a witness has its JSON");
    let json = serde_json::to_vec(&json).expect("JSON has its text");
    Some([root.to_vec(), root_after.to_vec(), witness.proof.argument.to_vec(), json].map(Bytes).to_vec())
}

/// Whether a witness leads from one root to another; `None` if an argument cannot be decoded.
fn verify(arguments: &[Bytes]) -> Option<bool> {
    let [before, after_root, json] = arguments else { return None };
    let [before, after_root]: [Root; 2] =
        [before.0.as_slice().try_into().ok()?, after_root.0.as_slice().try_into().ok()?];
    let json: Json = serde_json::from_slice(&json.0).ok()?;
    let witness: Witness = serde_json::from_value(json).ok()?;
    Some(after(&COMMITTER.0, &witness, &before).ok()? == after_root)
}
