//! Cells of blobs, their proofs, and recovery.

use jni::objects::{JClass, JLongArray, JObject};
use jni::sys::{jboolean, jlong};
use jni::{Env, EnvUnowned, jni_mangle};
use vorpal::kzg::{BYTES_PER_CELL, BYTES_PER_PROOF, CELLS_PER_BLOB};

use super::{rows, setup, wrong};
use crate::entry::enter;
use crate::error::{Failure, Kind};
use crate::memory::{Buffers, Output, longs};

/// The bytes of all cells of a blob, and of their proofs.
const ALL_CELLS: usize = CELLS_PER_BLOB * BYTES_PER_CELL;
const ALL_PROOFS: usize = CELLS_PER_BLOB * BYTES_PER_PROOF;

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
            let mut out = buffers.output(env, &cells, "cells", ALL_CELLS)?;
            out.copy_from_slice(setup.compute_cells(&blob)?.as_flattened());
            return out.finish(env, &cells);
        }
        let mut outputs = Outputs::new(env, &mut buffers, (&cells, "cells"), &proofs)?;
        let (found, their_proofs) = setup.compute_cells_and_kzg_proofs(&blob)?;
        outputs.write(&found, &their_proofs);
        outputs.finish(env, &cells, &proofs)
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
            let mut out = buffers.output(env, &cells, "recovered", ALL_CELLS)?;
            out.copy_from_slice(setup.recover_cells(&indices, &given)?.as_flattened());
            return out.finish(env, &cells);
        }
        let mut outputs = Outputs::new(env, &mut buffers, (&cells, "recovered"), &proofs)?;
        let (found, their_proofs) = setup.recover_cells_and_kzg_proofs(&indices, &given)?;
        outputs.write(&found, &their_proofs);
        outputs.finish(env, &cells, &proofs)
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

/// The cells and proofs that a call writes. Both are checked before the work, so that an error changes neither.
struct Outputs<'a> {
    cells: Output<'a>,
    proofs: Output<'a>,
}

impl<'a> Outputs<'a> {
    fn new(
        env: &Env<'_>,
        buffers: &mut Buffers,
        (cells, name): (&'a JObject<'_>, &'static str),
        proofs: &'a JObject<'_>,
    ) -> Result<Self, Failure> {
        let cells = buffers.output(env, cells, name, ALL_CELLS)?;
        Ok(Self { cells, proofs: buffers.output(env, proofs, "proofs", ALL_PROOFS)? })
    }

    fn write(&mut self, cells: &[[u8; BYTES_PER_CELL]], proofs: &[[u8; BYTES_PER_PROOF]]) {
        self.cells.copy_from_slice(cells.as_flattened());
        self.proofs.copy_from_slice(proofs.as_flattened());
    }

    fn finish(self, env: &Env<'_>, cells: &JObject<'_>, proofs: &JObject<'_>) -> Result<(), Failure> {
        self.cells.finish(env, cells)?;
        self.proofs.finish(env, proofs)
    }
}
