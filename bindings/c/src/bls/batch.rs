//! Batches of signature sets that grow as the sets arrive.

use vorpal::bls::{Batch, MinPk, MinSig, PublicKey, SignatureSet, Variant};

use super::forms::Forms;
use super::key_table::vorpal_bls_key_table;
use super::suite::{AnySuite, vorpal_bls_suite};
use super::{Any, both, of_indices, with};
use crate::buffer::Buffers;
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::guarded::Guarded;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status;
use crate::verdict::refuse;

/// A batch of sets with the ids of the caller.
type AnyBatch = Any<Batch<MinPk, u64>, Batch<MinSig, u64>>;

/// A batch of signature sets that arrive one after the other, each with an id of the caller. Calls of several threads
/// with one batch run one after the other: threads fill batches of their own, and `vorpal_bls_batch_merge` joins them.
#[derive(Debug)]
pub struct vorpal_bls_batch {
    suite: AnySuite,
    batch: Guarded<AnyBatch>,
}

impl Handle for vorpal_bls_batch {}

impl vorpal_bls_batch {
    /// An empty batch of the same suite, with random bits of its own.
    fn fresh(suite: &AnySuite) -> Result<AnyBatch, Failure> {
        Ok(match suite {
            Any::MinPk(suite) => Any::MinPk(Batch::new(suite)?),
            Any::MinSig(suite) => Any::MinSig(Batch::new(suite)?),
        })
    }
}

/// Creates an empty batch. It draws 256 random bits from the operating system for the weights of its sets; without
/// randomness it is `VORPAL_ERROR_NOT_POSSIBLE`.
///
/// # Safety
/// `suite` is null or a suite; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_batch_new(
    suite: *const vorpal_bls_suite,
    out: *mut *mut vorpal_bls_batch,
) -> vorpal_status {
    call!([suite: vorpal_bls_suite], |buffers| {
        buffers.check_out(out)?;
        let suite = match &suite.suite {
            Any::MinPk(suite) => Any::MinPk(suite.clone()),
            Any::MinSig(suite) => Any::MinSig(suite.clone()),
        };
        let batch = Guarded::new(vorpal_bls_batch::fresh(&suite)?);
        give(out, vorpal_bls_batch { suite, batch });
    })
}

/// Adds a set: a signature, `key_count` keys and a message. `forms` is a sum of `vorpal_bls_form`. `id` is any number:
/// `vorpal_bls_batch_finish` names invalid sets by it. A malformed signature is an invalid set; a malformed key is an
/// error, and then nothing is added.
///
/// Signatures are decoded and messages hashed sixteen at a time, as sets arrive. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `batch` null or a batch; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_batch_add(
    ctx: *const vorpal_ctx,
    batch: *const vorpal_bls_batch,
    id: u64,
    forms: i32,
    signature: *const u8,
    key_count: usize,
    keys: *const u8,
    message: *const u8,
    message_len: usize,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, batch: vorpal_bls_batch], |buffers| {
        let mut held = batch.batch.write()?;
        with!(&mut *held, batch => {
            let forms = Forms::of(batch, forms)?;
            let signature = forms.signatures(&mut buffers, signature, 1, "signature")?[0];
            let keys = forms.keys(&mut buffers, keys, key_count, "keys")?;
            let message = buffers.input(message, message_len, "message")?;
            ctx.run(|| {
                let keys = forms.valid_keys(&keys)?;
                add(batch, id, forms, signature, &keys, message);
                Ok::<_, Failure>(())
            })??;
        });
    })
}

/// As `vorpal_bls_batch_add`, for the keys with `index_count` indices in a table. An index that the table does not have
/// is `VORPAL_ERROR_ARGUMENT`. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `batch` null or a batch, `table` null or a table; each other pointer is null or to
/// memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_batch_add_indexed(
    ctx: *const vorpal_ctx,
    batch: *const vorpal_bls_batch,
    id: u64,
    forms: i32,
    signature: *const u8,
    table: *const vorpal_bls_key_table,
    index_count: usize,
    indices: *const u32,
    message: *const u8,
    message_len: usize,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, batch: vorpal_bls_batch, table: vorpal_bls_key_table], |buffers| {
        let indices = buffers.input(indices, index_count, "indices")?;
        let of_table = table.table.read()?;
        let mut held = batch.batch.write()?;
        both!(&mut *held, &*of_table, (batch, table) => {
            let forms = Forms::of(batch, forms)?;
            let signature = forms.signatures(&mut buffers, signature, 1, "signature")?[0];
            let message = buffers.input(message, message_len, "message")?;
            let keys = indices.iter().map(|index| table.get(*index)).collect::<Result<Vec<_>, _>>();
            let keys = keys.map_err(|error| of_indices(indices, error))?;
            ctx.run(|| add(batch, id, forms, signature, &keys, message))?;
        });
    })
}

/// Adds a set on the current thread pool.
fn add<V: Variant>(
    batch: &mut Batch<V, u64>,
    id: u64,
    forms: Forms<V>,
    signature: &[u8],
    keys: &[PublicKey<V>],
    message: &[u8],
) {
    if !forms.has_uncompressed_signatures() {
        return batch.add_encoded(id, signature, keys, message);
    }
    match forms.signature(signature) {
        Ok(signature) => batch.add(id, &SignatureSet { signature, keys, message }),
        // No signature has these bytes.
        Err(_) => batch.add_encoded(id, &[], keys, message),
    }
}

/// Writes the number of sets of a batch.
///
/// # Safety
/// `batch` is null or a batch; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_batch_count(
    batch: *const vorpal_bls_batch,
    out: *mut usize,
) -> vorpal_status {
    call!([batch: vorpal_bls_batch], |buffers| {
        let out = buffers.place(out, "out")?;
        *out = with!(&*batch.batch.read()?, batch => batch.len());
    })
}

/// Moves all sets of another batch of an equal suite into a batch. The other one is empty afterwards, and may be used
/// again. Variable time.
///
/// # Safety
/// `ctx` is null or a context; `batch` and `other` are null or batches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_batch_merge(
    ctx: *const vorpal_ctx,
    batch: *const vorpal_bls_batch,
    other: *const vorpal_bls_batch,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, batch: vorpal_bls_batch, other: vorpal_bls_batch], |buffers| {
        if std::ptr::eq(batch, other) {
            return Err(Failure::argument("batch and other are the same"));
        }
        let is_equal = both!(&batch.suite, &other.suite, (one, another) => one == another);
        if !is_equal {
            return Err(Failure::argument("batch and other have different suites"));
        }
        let empty = vorpal_bls_batch::fresh(&other.suite)?;
        // What may fail comes before the sets move.
        ctx.pool()?;
        // In the order of their addresses: two threads may merge in opposite directions. A panic poisons both.
        let (mut held, mut emptied);
        if std::ptr::from_ref(batch) < std::ptr::from_ref(other) {
            (held, emptied) = (batch.batch.write()?, other.batch.write()?);
        } else {
            emptied = other.batch.write()?;
            held = batch.batch.write()?;
        }
        let sets = std::mem::replace(&mut *emptied, empty);
        both!(&mut *held, sets, (batch, sets) => ctx.run(|| batch.merge(sets))?);
    })
}

/// Verifies all sets of a batch, and empties it; it may be used again. `*valid` receives 1 if there are sets and all
/// are valid, or 0.
///
/// `invalid` is null, or a buffer for `*invalid_count` ids: it receives those of the invalid sets, in order of arrival,
/// and `*invalid_count` their number. A buffer for fewer ids than the batch has sets is `VORPAL_ERROR_BUFFER`: then
/// `*invalid_count` receives the number of sets, and the batch keeps them. With null as `invalid`, `invalid_count` may
/// be null too. `vorpal_bls_verify_sets` states what names cost, and the probability of a wrong verdict. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `batch` null or a batch; `invalid` is null or to `*invalid_count` numbers;
/// `invalid_count` and `valid` are null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_batch_finish(
    ctx: *const vorpal_ctx,
    batch: *const vorpal_bls_batch,
    invalid: *mut u64,
    invalid_count: *mut usize,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([ctx: vorpal_ctx, batch: vorpal_bls_batch], |buffers| {
        let valid = buffers.place(valid, "valid")?;
        let mut names = Names::new(&mut buffers, invalid, invalid_count)?;
        let fresh = vorpal_bls_batch::fresh(&batch.suite)?;
        // What may fail comes before the sets leave the batch.
        ctx.pool()?;
        let mut held = batch.batch.write()?;
        let count = with!(&*held, batch => batch.len());
        names.check(count)?;
        let sets = std::mem::replace(&mut *held, fresh);
        // The lock is held, so that a panic poisons the batch.
        let wrong = ctx.run(|| with!(sets, batch => batch.finish().invalid))?;
        names.write(&wrong);
        *valid = i32::from(count > 0 && wrong.is_empty());
    })
}

/// The places for the ids of invalid sets.
struct Names<'a> {
    ids: Option<&'a mut [u64]>,
    count: Option<&'a mut usize>,
}

impl<'a> Names<'a> {
    /// # Safety
    /// As for [`Buffers::output`].
    unsafe fn new(buffers: &mut Buffers, ids: *mut u64, count: *mut usize) -> Result<Self, Failure> {
        if ids.is_null() && count.is_null() {
            return Ok(Self { ids: None, count: None });
        }
        // SAFETY: the caller's promise.
        let count = unsafe { buffers.place(count, "invalid_count") }?;
        // SAFETY: the caller's promise.
        let ids = unsafe { if ids.is_null() { None } else { Some(buffers.output(ids, *count, "invalid")?) } };
        Ok(Self { ids, count: Some(count) })
    }

    /// Whether there is a place for the id of each of so many sets.
    fn check(&mut self, sets: usize) -> Result<(), Failure> {
        match (&self.ids, &mut self.count) {
            (Some(ids), Some(count)) if ids.len() < sets => {
                **count = sets;
                let message = format_args!("invalid has {} places; the batch has {sets} sets", ids.len());
                Err(Failure::new(vorpal_status::VORPAL_ERROR_BUFFER, message))
            }
            _ => Ok(()),
        }
    }

    fn write(self, wrong: &[u64]) {
        if let Some(ids) = self.ids {
            ids[..wrong.len()].copy_from_slice(wrong);
        }
        if let Some(count) = self.count {
            *count = wrong.len();
        }
    }
}

/// Frees a batch; null is ignored.
///
/// # Safety
/// `batch` is null or a batch that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_batch_free(batch: *mut vorpal_bls_batch) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(batch) };
        Ok(())
    });
}
