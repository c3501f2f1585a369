//! Cells of blobs, their proofs, and recovery.

use jni::objects::{JClass, JLongArray, JObject};
use jni::sys::{jboolean, jlong};
use jni::{Env, EnvUnowned, jni_mangle};
use vorpal::kzg::{BYTES_PER_CELL, CELLS_PER_BLOB};

use super::{rows, setup, wrong};
use crate::entry::enter;
use crate::error::{Failure, Kind};
use crate::memory::{Buffers, longs};

/// The cells of a blob and, unless `proofs` is null, their proofs.
#[jni_mangle("io.vorpal.internal.Native", "computeCells")]
pub fn compute_cells<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    blob: JObject<'local>,
    cells: JObject<'local>,
    proofs: JObject<'local>,
) {
    enter(env, |env| {
        let (setup, mut buffers) = (setup(number)?, Buffers::default());
        let blob = buffers.input(env, &blob, "blob")?;
        if proofs.is_null() {
            let found = setup.compute_cells(&blob)?;
            return write(env, &mut buffers, &cells, "cells", found.as_flattened());
        }
        let (found, their_proofs) = setup.compute_cells_and_kzg_proofs(&blob)?;
        write(env, &mut buffers, &cells, "cells", found.as_flattened())?;
        write(env, &mut buffers, &proofs, "proofs", their_proofs.as_flattened())
    });
}

/// All cells of a blob from some of them and, unless `proofs` is null, their proofs.
#[jni_mangle("io.vorpal.internal.Native", "recoverCells")]
#[allow(clippy::too_many_arguments, reason = "a native method")]
pub fn recover_cells<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    indices: JLongArray<'local>,
    given: JObject<'local>,
    cells: JObject<'local>,
    proofs: JObject<'local>,
) {
    enter(env, |env| {
        let (setup, mut buffers) = (setup(number)?, Buffers::default());
        let indices = cell_indices(env, &indices)?;
        let bytes = buffers.input(env, &given, "cells")?;
        let given = rows(&bytes, "cells", BYTES_PER_CELL)?;
        if proofs.is_null() {
            let found = setup.recover_cells(&indices, &given)?;
            return write(env, &mut buffers, &cells, "recovered", found.as_flattened());
        }
        let (found, their_proofs) = setup.recover_cells_and_kzg_proofs(&indices, &given)?;
        write(env, &mut buffers, &cells, "recovered", found.as_flattened())?;
        write(env, &mut buffers, &proofs, "proofs", their_proofs.as_flattened())
    });
}

/// Whether all cells are those of their commitments.
#[jni_mangle("io.vorpal.internal.Native", "verifyCells")]
#[allow(clippy::too_many_arguments, reason = "a native method")]
pub fn verify_cells<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    commitments: JObject<'local>,
    indices: JLongArray<'local>,
    cells: JObject<'local>,
    proofs: JObject<'local>,
) -> jboolean {
    enter(env, |env| {
        let (setup, mut buffers) = (setup(number)?, Buffers::default());
        let indices = cell_indices(env, &indices)?;
        let commitments = buffers.input(env, &commitments, "commitments")?;
        let cells = buffers.input(env, &cells, "cells")?;
        let proofs = buffers.input(env, &proofs, "proofs")?;
        let (commitments, proofs) = (rows(&commitments, "commitments", 48)?, rows(&proofs, "proofs", 48)?);
        let cells = rows(&cells, "cells", BYTES_PER_CELL)?;
        Ok(setup.verify_cell_kzg_proof_batch(&commitments, &indices, &cells, &proofs)?)
    })
}

/// The positions of the cells that are not those of their commitments.
#[jni_mangle("io.vorpal.internal.Native", "wrongCells")]
#[allow(clippy::too_many_arguments, reason = "a native method")]
pub fn wrong_cells<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    commitments: JObject<'local>,
    indices: JLongArray<'local>,
    cells: JObject<'local>,
    proofs: JObject<'local>,
) -> JLongArray<'local> {
    enter(env, |env| {
        let (setup, mut buffers) = (setup(number)?, Buffers::default());
        let indices = cell_indices(env, &indices)?;
        let commitments = buffers.input(env, &commitments, "commitments")?;
        let cells = buffers.input(env, &cells, "cells")?;
        let proofs = buffers.input(env, &proofs, "proofs")?;
        let (commitments, proofs) = (rows(&commitments, "commitments", 48)?, rows(&proofs, "proofs", 48)?);
        let cells = rows(&cells, "cells", BYTES_PER_CELL)?;
        let verdict = setup.verify_cells(&commitments, &indices, &cells, &proofs)?;
        wrong(env, &verdict)
    })
}

/// The indices of cells.
fn cell_indices(env: &Env<'_>, indices: &JLongArray<'_>) -> Result<Vec<u64>, Failure> {
    let convert = |(position, index): (usize, &i64)| {
        u64::try_from(*index).map_err(|_| Failure {
            index: Some(position),
            ..Failure::of(
                Kind::Argument,
                "cellIndices",
                format_args!("number {position} is {index}; {CELLS_PER_BLOB} and more are out of range"),
            )
        })
    };
    longs(env, indices, "cellIndices")?.iter().enumerate().map(convert).collect()
}

/// Writes a result.
fn write(
    env: &Env<'_>,
    buffers: &mut Buffers,
    object: &JObject<'_>,
    name: &'static str,
    bytes: &[u8],
) -> Result<(), Failure> {
    let mut out = buffers.output(env, object, name, bytes.len())?;
    out.copy_from_slice(bytes);
    out.finish(env, object)
}
