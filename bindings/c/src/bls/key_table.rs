//! Tables of checked keys by index.

use vorpal::bls::{Error, IndexedSet, KeyTable, MinPk, MinSig, PublicKey, Signature, Suite, Variant};

use super::forms::{Forms, LONGEST_ITEM};
use super::lists::{lists, messages};
use super::sets::{Places, results};
use super::suite::vorpal_bls_suite;
use super::vorpal_bls_variant::{self, *};
use super::{Any, both, named, of_indices, with};
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::guarded::Guarded;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_item::{self, VORPAL_ITEM_KEY, VORPAL_ITEM_OK, VORPAL_ITEM_SIGNATURE};
use crate::status::vorpal_status::{self, VORPAL_ERROR_INPUT};
use crate::verdict::{refuse, refuse_items};

/// A table of either variant.
pub(super) type AnyTable = Any<KeyTable<MinPk>, KeyTable<MinSig>>;

/// Keys by index, such as those of all validators of a consensus client. They are decoded and checked once, when they
/// are appended. Several threads may use a table at the same time: some append keys while others add.
#[derive(Debug)]
pub struct vorpal_bls_key_table {
    /// The table has a lock of its own, so all calls only read here: the count of calls is what forks need.
    pub(super) table: Guarded<AnyTable>,
}

impl Handle for vorpal_bls_key_table {}

impl vorpal_bls_key_table {
    pub(super) fn new(table: AnyTable) -> Self {
        Self { table: Guarded::new(table) }
    }
}

/// Creates an empty table of keys of a `vorpal_bls_variant`.
///
/// # Safety
/// `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_table_new(
    variant: i32,
    out: *mut *mut vorpal_bls_key_table,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        let table = match vorpal_bls_variant::of(variant)? {
            VORPAL_BLS_MIN_PK => Any::MinPk(KeyTable::new()),
            VORPAL_BLS_MIN_SIG => Any::MinSig(KeyTable::new()),
        };
        give(out, vorpal_bls_key_table::new(table));
    })
}

/// Appends `count` keys: all of them, or none if one is malformed. They are decoded and checked sixteen side by side.
/// `forms` is a sum of `vorpal_bls_form`. `*first` receives the index of the first of them; the others follow. A table
/// has at most 2^31 keys.
///
/// `items` is null, or receives a `vorpal_item` for each key, also if the call fails with `VORPAL_ERROR_INPUT`:
/// `VORPAL_ITEM_OK`, or `VORPAL_ITEM_KEY` for a malformed one. The message has the index of the first. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `table` null or a table; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_table_append(
    ctx: *const vorpal_ctx,
    table: *const vorpal_bls_key_table,
    forms: i32,
    count: usize,
    keys: *const u8,
    first: *mut usize,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx, table: vorpal_bls_key_table], |buffers| {
        let held = table.table.read()?;
        with!(&*held, table => {
            let forms = Forms::of(table, forms)?;
            let keys = forms.keys(&mut buffers, keys, count, "keys")?;
            let first = buffers.place(first, "first")?;
            let items = buffers.optional_output::<1>(items, count, "items")?;
            let decoded = ctx.run(|| forms.all_keys(&keys))?;
            let code = |key: &Result<_, _>| if key.is_ok() { VORPAL_ITEM_OK } else { VORPAL_ITEM_KEY };
            let codes: Vec<_> = decoded.iter().map(|key| [code(key) as u8]).collect();
            let appended = append(table, decoded);
            let is_full = appended.as_ref().is_err_and(|failure| failure.status != VORPAL_ERROR_INPUT);
            if let Some(items) = items.filter(|_| !is_full) {
                items.copy_from_slice(&codes);
            }
            *first = appended?;
        });
    })
}

/// The index of the first key.
fn append<V: Variant>(table: &KeyTable<V>, keys: Vec<Result<PublicKey<V>, Error>>) -> Result<usize, Failure> {
    let wrong = |(index, key): (usize, Result<_, Error>)| {
        key.map_err(|error| Failure::new(VORPAL_ERROR_INPUT, format_args!("key {index}: {error}")))
    };
    let keys: Vec<_> = keys.into_iter().enumerate().map(wrong).collect::<Result<_, _>>()?;
    usize::try_from(table.append(&keys)?.start).map_err(Failure::argument)
}

/// Writes the number of keys of a table.
///
/// # Safety
/// `table` is null or a table; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_table_count(
    table: *const vorpal_bls_key_table,
    out: *mut usize,
) -> vorpal_status {
    call!([table: vorpal_bls_key_table], |buffers| {
        let out = buffers.place(out, "out")?;
        *out = with!(&*table.table.read()?, table => table.len());
    })
}

/// Writes the key with an index, in the form `forms`. An index that the table does not have is `VORPAL_ERROR_ARGUMENT`.
///
/// # Safety
/// `table` is null or a table; `key` is null or to memory for one key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_table_get(
    table: *const vorpal_bls_key_table,
    index: u32,
    forms: i32,
    key: *mut u8,
) -> vorpal_status {
    call!([table: vorpal_bls_key_table], |buffers| {
        with!(&*table.table.read()?, table => {
            let forms = Forms::of(table, forms)?;
            let place = forms.key_places(&mut buffers, key, 1, "key")?;
            forms.write_key(&table.get(index).map_err(|error| named("index", error))?, place);
        });
    })
}

/// The sum of the keys with `count` indices, in the form `forms`. An index may repeat, and counts as often. No indices,
/// and one that the table does not have, are `VORPAL_ERROR_ARGUMENT`; a sum that is infinity is `VORPAL_ERROR_INPUT`.
/// Variable time.
///
/// # Safety
/// `ctx` is null or a context, `table` null or a table; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_table_sum(
    ctx: *const vorpal_ctx,
    table: *const vorpal_bls_key_table,
    count: usize,
    indices: *const u32,
    forms: i32,
    sum: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, table: vorpal_bls_key_table], |buffers| {
        let indices = buffers.input(indices, count, "indices")?;
        let held = table.table.read()?;
        with!(&*held, table => {
            let forms = Forms::of(table, forms)?;
            let place = forms.key_places(&mut buffers, sum, 1, "sum")?;
            let sum = ctx.run(|| table.sum(indices))?.map_err(|error| of_indices(indices, error))?;
            forms.write_key(&sum, place);
        });
    })
}

/// As `vorpal_bls_verify_sets`, for sets whose keys are in a table. The keys of set `i` are those with the indices from
/// number `index_offsets[i]` to number `index_offsets[i + 1]` of `indices`; with null as `index_offsets`, each set has
/// one. A set with an index that the table does not have is invalid. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `table` null or a table, `suite` null or a suite; each other pointer is null or to
/// memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_table_verify_sets(
    ctx: *const vorpal_ctx,
    table: *const vorpal_bls_key_table,
    suite: *const vorpal_bls_suite,
    forms: i32,
    count: usize,
    signatures: *const u8,
    indices: *const u32,
    index_offsets: *const usize,
    messages: *const u8,
    message_offsets: *const usize,
    items: *mut u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx, table: vorpal_bls_key_table, suite: vorpal_bls_suite], |buffers| {
        let held = table.table.read()?;
        both!(&*held, &suite.suite, (table, suite) => {
            let forms = Forms::of(suite, forms)?;
            let signatures = forms.signatures(&mut buffers, signatures, count, "signatures")?;
            let (indices, offsets) = ((indices, "indices"), (index_offsets, "index_offsets"));
            let indices = lists(&mut buffers, indices, offsets, count, 1)?;
            let messages = self::messages(&mut buffers, messages, message_offsets, count)?;
            let places = Places::new(&mut buffers, count, items, valid)?;
            let results = ctx.run(|| {
                verify(table, suite, &forms.all_signatures(&signatures), &indices, &messages)
            })?;
            places.write(&results);
        });
    })
}

/// The results of sets on the current thread pool.
fn verify<V: Variant>(
    table: &KeyTable<V>,
    suite: &Suite<V>,
    signatures: &[Result<Signature<V>, Error>],
    indices: &[&[u32]],
    messages: &[&[u8]],
) -> Vec<vorpal_item> {
    let parts = signatures.iter().zip(indices).zip(messages);
    let sets: Vec<_> = parts
        .filter_map(|((signature, indices), message)| {
            Some(IndexedSet { signature: (*signature).ok()?, indices, message })
        })
        .collect();
    let malformed = signatures.iter().map(|one| one.is_err().then_some(VORPAL_ITEM_SIGNATURE)).collect();
    results(malformed, &table.verify_sets(suite, &sets))
}

/// Frees a table; null is ignored.
///
/// # Safety
/// `table` is null or a table that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_table_free(table: *mut vorpal_bls_key_table) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(table) };
        Ok(())
    });
}
