//! Keys by index.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyRange};
use vorpal::bls::{IndexedSet, KeyTable, MinPk, MinSig, Signature, Suite, TableError, Variant};

use super::sets::{Groups, validity};
use super::suite::{PySuite, widths};
use super::{Either, all, group, indices, items, with_suite, with_variant};
use crate::buffer::{Numbers, Rows, output2, parts};
use crate::context::Pool;
use crate::error::{Failure, Kind};
use crate::messages::Messages;
use crate::number::Integer;

/// Checked keys by index, as a consensus client has those of all validators. ``keys`` is the group of the keys: ``G1``
/// (48 bytes each) or ``G2`` (96 bytes each).
///
/// Keys are decoded and checked once, when they are appended. Indices never change, and no key is removed. Several
/// threads may use a table and append keys at the same time.
#[pyclass(frozen, module = "vorpal.bls", name = "KeyTable")]
#[derive(Debug)]
pub(crate) struct PyKeyTable(Either<KeyTable<MinPk>, KeyTable<MinSig>>);

/// The number of bytes of a key.
fn width<V: Variant>(_: &KeyTable<V>) -> usize {
    vorpal::bls::PublicKey::<V>::BYTES
}

fn failure(error: TableError) -> Failure {
    match error {
        TableError::Key { index, reason } => Failure::from(reason).of(&format!("keys: number {index}")),
        TableError::Full => Failure::new(Kind::NotPossible, error),
        error => Failure::store(error),
    }
}

/// Writes a table to a file that gets its name when it is complete and on the disk.
fn save<V: Variant>(table: &KeyTable<V>, file: &Path) -> io::Result<()> {
    // The temporary name is unique to the call, so no other call writes to this file.
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let mut part = file.as_os_str().to_owned();
    part.push(format!(".{}.{}.part", std::process::id(), CALLS.fetch_add(1, Relaxed)));
    let part = Path::new(&part);
    let mut writer = BufWriter::new(File::create_new(part)?);
    let saved = table.save(&mut writer).and_then(|()| writer.flush());
    let saved = saved.and_then(|()| writer.get_ref().sync_all()).and_then(|()| fs::rename(part, file));
    if saved.is_err() {
        let _ = fs::remove_file(part);
    }
    saved
}

fn load<V: Variant>(file: &Path) -> Result<KeyTable<V>, Failure> {
    let opened = File::open(file).map_err(TableError::from);
    let loaded = opened.and_then(|opened| KeyTable::load(&mut BufReader::new(opened)));
    loaded.map_err(|error| Failure::store(format_args!("{}: {error}", file.display())))
}

fn verify_sets<V: Variant>(
    table: &KeyTable<V>,
    suite: &Suite<V>,
    signatures: &[&[u8]],
    messages: &[&[u8]],
    indices: &[u32],
    groups: &Groups,
) -> Vec<bool> {
    validity(signatures, |members| {
        let set = |(set, signature): &(usize, Signature<V>)| IndexedSet {
            signature: *signature,
            indices: &indices[groups.range(*set)],
            message: messages[*set],
        };
        table.verify_sets(suite, &members.iter().map(set).collect::<Vec<_>>())
    })
}

#[pymethods]
impl PyKeyTable {
    #[new]
    #[pyo3(signature = (keys = "G1"))]
    fn new(keys: &str) -> PyResult<Self> {
        Ok(Self(match group(keys)? {
            Either::G1(()) => Either::G1(KeyTable::new()),
            Either::G2(()) => Either::G2(KeyTable::new()),
        }))
    }

    /// Reads a table from a file of :meth:`save`. The hash shows that the keys have not changed by accident; who can
    /// write the file can choose keys that are in no subgroup. For a file of others, append its keys.
    #[staticmethod]
    #[pyo3(signature = (file, keys = "G1", *, threads = None))]
    fn load(py: Python<'_>, file: PathBuf, keys: &str, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let pool = Pool::of(threads)?;
        Ok(Self(match group(keys)? {
            Either::G1(()) => Either::G1(pool.run(py, || load(&file))?),
            Either::G2(()) => Either::G2(pool.run(py, || load(&file))?),
        }))
    }

    /// Writes the keys to a file. An existing file is replaced once the new one is complete and on the disk.
    fn save(&self, py: Python<'_>, file: PathBuf) -> PyResult<()> {
        let saved = py.detach(|| with_variant!(&self.0, |table| save(table, &file)));
        Ok(saved.map_err(|error| Failure::store(format_args!("{}: {error}", file.display())))?)
    }

    /// Decodes, checks and appends ``n`` keys, and returns their indices as a ``range``. A malformed key is an error,
    /// and then nothing is appended.
    #[pyo3(signature = (keys, *, threads = None))]
    fn append<'py>(
        &self,
        py: Python<'py>,
        keys: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyRange>> {
        let pool = Pool::of(threads)?;
        let rows = Rows::new(keys, "keys", with_variant!(&self.0, |table| width(table)))?;
        let encoded = items(&rows);
        let appended = pool.run(py, || with_variant!(&self.0, |table| table.append_encoded(&encoded)));
        let range = appended.map_err(failure)?;
        PyRange::new(py, range.start as isize, range.end as isize)
    }

    /// The key with an index.
    fn get<'py>(&self, py: Python<'py>, index: Integer) -> PyResult<Bound<'py, PyBytes>> {
        let index = index.to("index")?;
        with_variant!(&self.0, |table| {
            let key = py.detach(|| table.get(index)).map_err(Failure::from);
            Ok(PyBytes::new(py, key.map_err(|failure| failure.of("index"))?.to_bytes().as_ref()))
        })
    }

    /// The sum of the keys with some indices, which may repeat: a list, or an array of ``uint32`` or ``uint64``. No
    /// indices, an index without a key, and keys whose sum is infinity are errors.
    #[pyo3(signature = (indices, *, threads = None))]
    fn sum<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (pool, list) = (Pool::of(threads)?, self::indices(indices, "indices")?);
        with_variant!(&self.0, |table| {
            let sum = pool.run(py, || table.sum(&list)).map_err(Failure::from);
            Ok(PyBytes::new(py, sum.map_err(|failure| failure.of("indices"))?.to_bytes().as_ref()))
        })
    }

    /// The sums of ``n`` lists of keys: an array of shape (n, 48) in G1, (n, 96) in G2. List ``i`` has the indices from
    /// ``offsets[i]`` to ``offsets[i + 1]``: ``n + 1`` ascending numbers of type ``uint64``. Errors are those of
    /// :meth:`sum`.
    #[pyo3(signature = (indices, offsets, *, threads = None))]
    fn sums<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
        offsets: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (pool, list) = (Pool::of(threads)?, self::indices(indices, "indices")?);
        let offsets = Numbers::<u64>::new(offsets, "offsets", &[&[]])?;
        let count = offsets.slice().len().saturating_sub(1);
        let offsets = parts(offsets.slice(), "offsets", count, list.len(), "indices")?;
        let lists: Vec<&[u32]> = offsets.windows(2).map(|pair| &list[pair[0]..pair[1]]).collect();
        with_variant!(&self.0, |table| {
            let sums = pool.run(py, || all(table.sums(&lists), "sums"))?;
            let (array, mut writer) = output2(py, count, width(table));
            for (row, sum) in writer.as_slice_mut()?.chunks_exact_mut(width(table)).zip(sums) {
                row.copy_from_slice(sum.to_bytes().as_ref());
            }
            Ok(array)
        })
    }

    /// Whether each of ``n`` signature sets is valid, as :meth:`Suite.verify_sets`, for keys of this table.
    /// ``indices``: one key for each set, or with ``key_offsets`` those from ``key_offsets[i]`` to ``key_offsets[i +
    /// 1]`` for set ``i``. A set with an index that has no key is not valid.
    #[pyo3(signature = (
        suite, signatures, messages, indices, *, message_offsets = None, key_offsets = None, threads = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn verify_sets<'py>(
        &self,
        py: Python<'py>,
        suite: &Bound<'py, PySuite>,
        signatures: &Bound<'py, PyAny>,
        messages: &Bound<'py, PyAny>,
        indices: &Bound<'py, PyAny>,
        message_offsets: Option<&Bound<'py, PyAny>>,
        key_offsets: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let pool = Pool::of(threads)?;
        with_suite!(&self.0, &suite.get().0, |table, suite| {
            let rows = Rows::new(signatures, "signatures", widths(suite).1)?;
            let count = rows.count();
            let messages = Messages::new(messages, message_offsets, "message_offsets", count)?;
            let list = self::indices(indices, "indices")?;
            let groups = Groups::new(key_offsets, count, list.len(), "indices")?;
            let (signatures, messages) = (items(&rows), messages.slices());
            let work = || verify_sets(table, suite, &signatures, &messages, &list, &groups);
            Ok(pool.run(py, work).into_pyarray(py))
        })
    }

    /// The group of the keys.
    #[getter]
    fn keys(&self) -> &'static str {
        self.0.keys()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| with_variant!(&self.0, |table| table.len()))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<KeyTable: {} keys in {}>", self.__len__(py), self.keys())
    }
}
