//! Witnesses: values of keys with a proof against a root.

use vorpal::tree::{Key, Witness, WitnessVersion};
use vorpal_bindings::tree::entries;
use vorpal_bindings::with_tree;

use super::partial_tree::vorpal_partial_tree;
use super::store::vorpal_tree;
use crate::banderwagon::vorpal_committer;
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status;
use crate::verdict::refuse_handle;

/// The version of a witness.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_witness_version {
    /// The format of go-verkle. It does not prove that the branches it shows are branches, and so may show a key of the
    /// tree as absent.
    VORPAL_WITNESS_PLAIN = 0,
    /// The format that also proves absence and the root after writes; other libraries refuse it.
    VORPAL_WITNESS_BOUND = 1,
}

impl vorpal_witness_version {
    fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_WITNESS_PLAIN),
            1 => Ok(Self::VORPAL_WITNESS_BOUND),
            _ => Err(Failure::argument(format_args!("version is {number}, not a vorpal_witness_version"))),
        }
    }

    fn version(self) -> WitnessVersion {
        match self {
            Self::VORPAL_WITNESS_PLAIN => WitnessVersion::Plain,
            Self::VORPAL_WITNESS_BOUND => WitnessVersion::Bound,
        }
    }
}

/// A witness. It does not change after its creation.
#[derive(Debug)]
pub struct vorpal_witness {
    witness: Witness,
}

impl Handle for vorpal_witness {}

impl vorpal_witness {
    fn new(witness: Witness) -> Self {
        Self { witness }
    }
}

/// Proves the values of `count` keys, present or absent. `version` is a `vorpal_witness_version`. Writes since the last
/// commit are `VORPAL_ERROR_ARGUMENT`.
///
/// # Safety
/// `ctx`, `committer`, `tree` are null or such handles; `keys` is null or to 32 bytes for each; `out` is null or
/// writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_prove(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    tree: *const vorpal_tree,
    count: usize,
    keys: *const u8,
    version: i32,
    out: *mut *mut vorpal_witness,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer, tree: vorpal_tree], |buffers| {
        buffers.check_out(out)?;
        let keys = buffers.items::<32>(keys, count, "keys")?.iter().map(|key| Key::from(*key));
        let version = vorpal_witness_version::of(version)?.version();
        let witness = tree.read_on(ctx, |tree| {
            with_tree!(tree, |tree| tree.prove_with(&committer.committer, keys, version))
        })?;
        give(out, vorpal_witness::new(witness));
    })
}

/// The witness that bytes encode. It is not verified.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_witness_from_bytes(
    bytes: *const u8,
    len: usize,
    out: *mut *mut vorpal_witness,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        let witness = Witness::from_bytes(buffers.input(bytes, len, "bytes")?)?;
        give(out, vorpal_witness::new(witness));
    })
}

/// The witness that JSON text encodes, in the form of go-verkle. It is not verified.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_witness_from_json(
    json: *const u8,
    len: usize,
    out: *mut *mut vorpal_witness,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        let witness = serde_json::from_slice(buffers.input(json, len, "json")?);
        let witness = witness.map_err(|error| Failure::input(format_args!("json: {error}")))?;
        give(out, vorpal_witness::new(witness));
    })
}

/// Writes the bytes of a witness. `*len` is the size of the buffer before the call and the number of bytes after it;
/// with null as `buffer` only the number is written.
///
/// # Safety
/// `witness` is null or a witness; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_witness_to_bytes(
    witness: *const vorpal_witness,
    buffer: *mut u8,
    len: *mut usize,
) -> vorpal_status {
    call!([witness: vorpal_witness], |buffers| {
        buffers.write_sized(&witness.witness.to_bytes(), buffer, len)?;
    })
}

/// As `vorpal_witness_to_bytes`, as JSON without a zero byte at the end.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_witness_to_json(
    witness: *const vorpal_witness,
    buffer: *mut u8,
    len: *mut usize,
) -> vorpal_status {
    call!([witness: vorpal_witness], |buffers| {
        let json = serde_json::to_vec(&witness.witness).map_err(Failure::input)?;
        buffers.write_sized(&json, buffer, len)?;
    })
}

/// A copy of the witness with new values for `count` of its keys: 32 bytes each.
///
/// # Safety
/// `witness` is null or a witness; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_witness_with_writes(
    witness: *const vorpal_witness,
    count: usize,
    keys: *const u8,
    values: *const u8,
    out: *mut *mut vorpal_witness,
) -> vorpal_status {
    call!([witness: vorpal_witness], |buffers| {
        buffers.check_out(out)?;
        let keys = buffers.items::<32>(keys, count, "keys")?;
        let values = buffers.items::<32>(values, count, "values")?;
        let mut written = witness.witness.clone();
        written.write(entries(keys, values))?;
        give(out, vorpal_witness::new(written));
    })
}

/// Verifies a witness against a root of 32 bytes. A valid one yields the part of the tree that it contains. For a
/// well-formed one that does not prove what it should, the status is `VORPAL_ERROR_REFUSED`. If the call fails, `*out`
/// becomes null.
///
/// `version` is the `vorpal_witness_version` that the caller demands. `VORPAL_WITNESS_BOUND` demands a proof of
/// everything that the witness shows, absence included; a plain witness passes if it proves as much.
/// `VORPAL_WITNESS_PLAIN` accepts what the format of go-verkle proves: see `vorpal_partial_tree_unbound`.
///
/// # Safety
/// `ctx`, `committer`, `witness` are null or such handles; `root` is null or to 32 bytes; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_witness_verify(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    witness: *const vorpal_witness,
    root: *const u8,
    version: i32,
    out: *mut *mut vorpal_partial_tree,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_handle(out) };
    call!([ctx: vorpal_ctx, committer: vorpal_committer, witness: vorpal_witness], |buffers| {
        buffers.check_out(out)?;
        let root = buffers.array::<32>(root, "root")?;
        let version = vorpal_witness_version::of(version)?.version();
        let tree = ctx.run(|| witness.witness.verify_with(&committer.committer, root, version))??;
        give(out, vorpal_partial_tree::new(tree));
    })
}

/// The root of 32 bytes after writing the new values of a witness to the partial tree that verified it. It is the
/// tree's root if `vorpal_partial_tree_unbound` is 0. Otherwise it may be wrong. If it equals a trusted root, it is
/// right, but this does not prove absence: a key that is only read does not affect the root.
///
/// # Safety
/// `ctx`, `committer`, `tree`, `witness` are null or such handles; `root` is null or to 32 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_witness_root_after(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    tree: *const vorpal_partial_tree,
    witness: *const vorpal_witness,
    root: *mut u8,
) -> vorpal_status {
    call!(
        [ctx: vorpal_ctx, committer: vorpal_committer, tree: vorpal_partial_tree, witness: vorpal_witness],
        |buffers| {
            let root = buffers.place::<[u8; 32]>(root.cast(), "root")?;
            *root = ctx.run(|| tree.tree().root_after(&committer.committer, &witness.witness))??;
        }
    )
}

/// Frees a witness; null is ignored.
///
/// # Safety
/// `witness` is null or a witness that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_witness_free(witness: *mut vorpal_witness) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(witness) };
        Ok(())
    });
}
