//! Commitments to blobs, and proofs of blobs and values.

use jni::objects::{JByteArray, JClass, JLongArray, JObject};
use jni::sys::{jboolean, jint, jlong};
use jni::{EnvUnowned, jni_mangle};

use super::{blobs, rows, setup, wrong};
use crate::entry::{enter, enter_frame};
use crate::memory::{Buffers, bytes, new_array, parts};

/// The commitments to blobs: 48 bytes each.
#[jni_mangle("io.vorpal.internal.Native", "commitBlobs")]
pub fn commit_blobs<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    given: JObject<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let setup = setup(number)?;
        let bytes = Buffers::default().input(env, &given, "blobs")?;
        let commitments = setup.blobs_to_kzg_commitments(&blobs(&bytes)?)?;
        new_array(env, commitments.as_flattened())
    })
}

/// The commitment to a blob: 48 bytes.
#[jni_mangle("io.vorpal.internal.Native", "commitBlob")]
pub fn commit_blob<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    blob: JObject<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let setup = setup(number)?;
        let blob = Buffers::default().input(env, &blob, "blob")?;
        new_array(env, &setup.blob_to_kzg_commitment(&blob)?)
    })
}

/// The proof of a value, 48 bytes, and the value, 32 bytes.
#[jni_mangle("io.vorpal.internal.Native", "proveValue")]
pub fn prove_value<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    blob: JObject<'local>,
    z: JByteArray<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let setup = setup(number)?;
        let blob = Buffers::default().input(env, &blob, "blob")?;
        let (proof, y) = setup.compute_kzg_proof(&blob, &bytes(env, &z, "z")?)?;
        new_array(env, &[&proof[..], &y].concat())
    })
}

/// The proof that a blob has its commitment: 48 bytes.
#[jni_mangle("io.vorpal.internal.Native", "proveBlob")]
pub fn prove_blob<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    blob: JObject<'local>,
    commitment: JByteArray<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let setup = setup(number)?;
        let blob = Buffers::default().input(env, &blob, "blob")?;
        let proof = setup.compute_blob_kzg_proof(&blob, &bytes(env, &commitment, "commitment")?)?;
        new_array(env, &proof)
    })
}

/// Whether a polynomial has a value. Java joins the commitment, `z`, `y` and the proof, which costs less than three
/// more arrays, and gives the lengths of the first three.
#[jni_mangle("io.vorpal.internal.Native", "verifyValue")]
pub fn verify_value<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    joined: JByteArray<'local>,
    commitment: jint,
    z: jint,
    y: jint,
) -> jboolean {
    enter_frame(env, |env| {
        let setup = setup(number)?;
        let joined = bytes(env, &joined, "joined")?;
        let ([commitment, z, y], proof) = parts(&joined, [commitment, z, y])?;
        Ok(setup.verify_kzg_proof(commitment, z, y, proof)?)
    })
}

/// Whether a blob has its commitment.
#[jni_mangle("io.vorpal.internal.Native", "verifyBlob")]
pub fn verify_blob<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    blob: JObject<'local>,
    commitment: JByteArray<'local>,
    proof: JByteArray<'local>,
) -> jboolean {
    enter(env, |env| {
        let setup = setup(number)?;
        let blob = Buffers::default().input(env, &blob, "blob")?;
        let (commitment, proof) = (bytes(env, &commitment, "commitment")?, bytes(env, &proof, "proof")?);
        Ok(setup.verify_blob_kzg_proof(&blob, &commitment, &proof)?)
    })
}

/// Whether all blobs have their commitments.
#[jni_mangle("io.vorpal.internal.Native", "verifyBlobs")]
pub fn verify_blobs<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    given: JObject<'local>,
    commitments: JObject<'local>,
    proofs: JObject<'local>,
) -> jboolean {
    enter(env, |env| {
        let (setup, mut buffers) = (setup(number)?, Buffers::default());
        let bytes = buffers.input(env, &given, "blobs")?;
        let commitments = buffers.input(env, &commitments, "commitments")?;
        let proofs = buffers.input(env, &proofs, "proofs")?;
        let (commitments, proofs) = (rows(&commitments, "commitments", 48)?, rows(&proofs, "proofs", 48)?);
        Ok(setup.verify_blob_kzg_proof_batch(&blobs(&bytes)?, &commitments, &proofs)?)
    })
}

/// The indices of the blobs that do not have their commitments.
#[jni_mangle("io.vorpal.internal.Native", "wrongBlobs")]
pub fn wrong_blobs<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    given: JObject<'local>,
    commitments: JObject<'local>,
    proofs: JObject<'local>,
) -> JLongArray<'local> {
    enter(env, |env| {
        let (setup, mut buffers) = (setup(number)?, Buffers::default());
        let bytes = buffers.input(env, &given, "blobs")?;
        let commitments = buffers.input(env, &commitments, "commitments")?;
        let proofs = buffers.input(env, &proofs, "proofs")?;
        let (commitments, proofs) = (rows(&commitments, "commitments", 48)?, rows(&proofs, "proofs", 48)?);
        let verdict = setup.verify_blobs(&blobs(&bytes)?, &commitments, &proofs)?;
        wrong(env, &verdict)
    })
}
