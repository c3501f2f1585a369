//! Witnesses: values of keys with a proof against a root.

use jni::objects::{JByteArray, JClass, JObject};
use jni::sys::{jint, jlong};
use jni::{EnvUnowned, jni_mangle};
use vorpal::tree::{Key, PartialTree, Witness, WitnessVersion};
use vorpal_bindings::tree::entries;
use vorpal_bindings::with_tree;

use super::encoded;
use super::store::{committer, tree};
use crate::entry::enter;
use crate::error::Failure;
use crate::handles;
use crate::memory::{Buffers, bytes, fixed, items, items_like, new_array};

fn version_of(number: jint) -> Result<WitnessVersion, Failure> {
    match number {
        0 => Ok(WitnessVersion::Plain),
        1 => Ok(WitnessVersion::Bound),
        _ => Err(Failure::argument("version", format_args!("no number {number}"))),
    }
}

/// Proves the values of keys. Keeps the witness.
#[jni_mangle("io.vorpal.internal.Native", "proveKeys")]
pub fn prove_keys<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    tables: jlong,
    keys: JObject<'local>,
    version: jint,
) -> jlong {
    enter(env, |env| {
        let (tree, committer, version) = (tree(number)?, committer(tables)?, version_of(version)?);
        let bytes = Buffers::default().input(env, &keys, "keys")?;
        let keys = items::<32>(&bytes, "keys")?.iter().map(|key| Key::from(*key));
        let witness = with_tree!(&*tree.read()?, |tree| tree.prove_with(&committer, keys, version)?);
        Ok(handles::keep(witness))
    })
}

/// Keeps the witness that bytes encode.
#[jni_mangle("io.vorpal.internal.Native", "decodeWitness")]
pub fn decode_witness<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    encoded: JByteArray<'local>,
) -> jlong {
    enter(env, |env| {
        let witness = Witness::from_bytes(&bytes(env, &encoded, "encoded")?);
        Ok(handles::keep(witness.map_err(|error| {
            let failure = Failure::from(error);
            Failure::of(failure.kind, "encoded", failure.message)
        })?))
    })
}

/// The bytes of a witness.
#[jni_mangle("io.vorpal.internal.Native", "encodeWitness")]
pub fn encode_witness<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    witness: jlong,
) -> JByteArray<'local> {
    enter(env, |env| {
        let witness = handles::get::<Witness>(witness, "Witness")?;
        new_array(env, &witness.to_bytes())
    })
}

/// The keys of a witness: 32 bytes each.
#[jni_mangle("io.vorpal.internal.Native", "keysOfWitness")]
pub fn keys_of_witness<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    witness: jlong,
) -> JByteArray<'local> {
    enter(env, |env| {
        let witness = handles::get::<Witness>(witness, "Witness")?;
        let keys: Vec<[u8; 32]> = witness.keys().map(|key| key.to_bytes()).collect();
        new_array(env, keys.as_flattened())
    })
}

/// Keeps a copy of a witness with new values for some of the keys.
#[jni_mangle("io.vorpal.internal.Native", "writeWitness")]
pub fn write_witness<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    witness: jlong,
    keys: JObject<'local>,
    values: JObject<'local>,
) -> jlong {
    enter(env, |env| {
        let (witness, mut buffers) = (handles::get::<Witness>(witness, "Witness")?, Buffers::default());
        let keys = buffers.input(env, &keys, "keys")?;
        let values = buffers.input(env, &values, "values")?;
        let keys = items::<32>(&keys, "keys")?;
        let values = items_like::<32>(&values, "values", keys.len(), "keys")?;
        let mut written = Witness::clone(&witness);
        written.write(entries(keys, values))?;
        Ok(handles::keep(written))
    })
}

/// Verifies a witness against a root. Keeps the part of the tree that it contains.
#[jni_mangle("io.vorpal.internal.Native", "verifyWitness")]
pub fn verify_witness<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    witness: jlong,
    tables: jlong,
    root: JByteArray<'local>,
    version: jint,
) -> jlong {
    enter(env, |env| {
        let witness = handles::get::<Witness>(witness, "Witness")?;
        let (committer, version) = (committer(tables)?, version_of(version)?);
        let root = fixed(env, &root, "root")?;
        Ok(handles::keep(witness.verify_with(&committer, &root, version)?))
    })
}

/// The proved values of keys: 33 bytes each.
#[jni_mangle("io.vorpal.internal.Native", "valuesOfPartialTree")]
pub fn values_of_partial_tree<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    tree: jlong,
    keys: JObject<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let tree = handles::get::<PartialTree>(tree, "PartialTree")?;
        let bytes = Buffers::default().input(env, &keys, "keys")?;
        let mut found = Vec::new();
        for (i, key) in items::<32>(&bytes, "keys")?.iter().enumerate() {
            found.push(tree.get(&Key::from(*key)).map_err(|error| {
                let failure = Failure::from(error);
                let message = format_args!("number {i}: {}", failure.message);
                Failure { index: Some(i), ..Failure::of(failure.kind, "keys", message) }
            })?);
        }
        new_array(env, &encoded(&found))
    })
}

/// The number of branches that might be leaves.
#[jni_mangle("io.vorpal.internal.Native", "unboundOfPartialTree")]
pub fn unbound_of_partial_tree<'local>(env: EnvUnowned<'local>, _: JClass<'local>, tree: jlong) -> jlong {
    enter(env, |_| {
        let tree = handles::get::<PartialTree>(tree, "PartialTree")?;
        Ok(jlong::try_from(tree.unbound().len()).unwrap_or(jlong::MAX))
    })
}

/// The root after the writes of a witness.
#[jni_mangle("io.vorpal.internal.Native", "rootAfterWitness")]
pub fn root_after_witness<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    tree: jlong,
    tables: jlong,
    witness: jlong,
) -> JByteArray<'local> {
    enter(env, |env| {
        let tree = handles::get::<PartialTree>(tree, "PartialTree")?;
        let witness = handles::get::<Witness>(witness, "Witness")?;
        let committer = committer(tables)?;
        new_array(env, &tree.root_after(&committer, &witness)?)
    })
}
