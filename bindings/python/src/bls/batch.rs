//! Batches of signature sets that arrive one after the other.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use vorpal::bls::{Batch, MinPk, MinSig, Suite, Variant};

use super::sets::{Groups, Keys};
use super::suite::{PySuite, widths};
use super::{Either, items, with_variant};
use crate::buffer::Rows;
use crate::context::Pool;
use crate::error::{Failure, Kind};
use crate::messages::Messages;

/// The number of a batch in this process, and of a set in it.
type Id = (u64, usize);

/// A batch, and the order of its sets.
#[derive(Debug)]
struct State {
    batch: Either<Batch<MinPk, Id>, Batch<MinSig, Id>>,
    /// Numbers of batches in the order of their sets, each with how many there are. The last one is for further sets.
    order: Vec<(u64, usize)>,
}

impl State {
    /// Appends the sets of a batch of an equal suite.
    fn append(&mut self, other: Self) {
        match (&mut self.batch, other.batch) {
            (Either::G1(batch), Either::G1(other)) => batch.merge(other),
            (Either::G2(batch), Either::G2(other)) => batch.merge(other),
            _ => return,
        }
        self.order.extend(other.order);
        self.order.push((next_number(), 0));
    }
}

/// A number that no batch of this process has had.
fn next_number() -> u64 {
    static NUMBERS: AtomicU64 = AtomicU64::new(0);
    NUMBERS.fetch_add(1, Relaxed)
}

/// A batch of signature sets that arrive one after the other. The work that a set needs alone is done when it is added:
/// the sum of its keys, decoding, hashing. Batches of different threads can be merged. Several threads may use a batch
/// at the same time, one after the other.
#[pyclass(frozen, module = "vorpal.bls", name = "Batch")]
#[derive(Debug)]
pub(crate) struct PyBatch {
    suite: Either<Suite<MinPk>, Suite<MinSig>>,
    state: Mutex<Option<State>>,
}

fn finished() -> Failure {
    Failure::new(Kind::NotPossible, "the batch is finished, or part of another one")
}

impl PyBatch {
    /// The state, without the GIL: another thread may hold the lock and wait for its pool. A set is added as a whole
    /// or not at all, so the state is that of a valid batch after a panic too.
    fn lock(&self) -> MutexGuard<'_, Option<State>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds sets to a batch.
fn add<V: Variant>(
    batch: &mut Batch<V, Id>,
    first: Id,
    signatures: &[&[u8]],
    messages: &[&[u8]],
    keys: &Keys<V>,
) {
    for (set, (signature, message)) in signatures.iter().zip(messages).enumerate() {
        batch.add_encoded((first.0, first.1 + set), signature, keys.of(set), message);
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    fn new(suite: &Bound<'_, PySuite>) -> PyResult<Self> {
        let (suite, batch) = match &suite.get().0 {
            Either::G1(suite) => {
                (Either::G1(suite.clone()), Batch::new(suite).map(Either::G1).map_err(Failure::from)?)
            }
            Either::G2(suite) => {
                (Either::G2(suite.clone()), Batch::new(suite).map(Either::G2).map_err(Failure::from)?)
            }
        };
        Ok(Self { suite, state: Mutex::new(Some(State { batch, order: vec![(next_number(), 0)] })) })
    }

    /// Adds ``n`` sets, given as for :meth:`Suite.verify_sets`. A set with a malformed signature or key is added, and
    /// is not valid.
    #[pyo3(signature = (signatures, messages, keys, *, message_offsets = None, key_offsets = None, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn add(
        &self,
        py: Python<'_>,
        signatures: &Bound<'_, PyAny>,
        messages: &Bound<'_, PyAny>,
        keys: &Bound<'_, PyAny>,
        message_offsets: Option<&Bound<'_, PyAny>>,
        key_offsets: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let pool = Pool::of(threads)?;
        let (key_width, width) = with_variant!(&self.suite, |suite| widths(suite));
        let rows = Rows::new(signatures, "signatures", width)?;
        let count = rows.count();
        let messages = Messages::new(messages, message_offsets, "message_offsets", count)?;
        let key_rows = Rows::new(keys, "keys", key_width)?;
        let groups = Groups::new(key_offsets, count, key_rows.count(), "keys")?;
        let (signatures, messages, keys) = (items(&rows), messages.slices(), items(&key_rows));
        let added: Result<(), Failure> = py.detach(|| {
            let mut state = self.lock();
            let State { batch, order } = state.as_mut().ok_or_else(finished)?;
            let last = order.len() - 1;
            pool.install(|| {
                with_variant!(batch, |batch| {
                    let keys = Keys::decode(&keys, &groups, count);
                    add(batch, order[last], &signatures, &messages, &keys);
                });
            });
            order[last].1 += count;
            Ok(())
        });
        Ok(added?)
    }

    /// Moves the sets of another batch of an equal suite to the end of this one. The other one is finished then.
    #[pyo3(signature = (other, *, threads = None))]
    fn merge(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Self>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (pool, other) = (Pool::of(threads)?, other.get());
        let is_equal = match (&self.suite, &other.suite) {
            (Either::G1(a), Either::G1(b)) => a == b,
            (Either::G2(a), Either::G2(b)) => a == b,
            _ => false,
        };
        if std::ptr::eq(self, other) || !is_equal {
            return Err(Failure::argument("other: another batch of an equal suite is expected").into());
        }
        let merged: Result<(), Failure> = py.detach(|| {
            // Not both locks at once: two threads may merge two batches with each other.
            let mut theirs = Some(other.lock().take().ok_or_else(finished)?);
            let is_open = match self.lock().as_mut() {
                Some(state) => {
                    pool.install(|| theirs.take().into_iter().for_each(|theirs| state.append(theirs)));
                    true
                }
                None => false,
            };
            if !is_open {
                *other.lock() = theirs;
                return Err(finished());
            }
            Ok(())
        });
        Ok(merged?)
    }

    /// Whether each set is valid, in the order in which they were added or merged: an array of truth values of shape
    /// (n,). All are verified together; if that fails, the wrong ones are searched. The batch is finished then.
    #[pyo3(signature = (*, threads = None))]
    fn finish<'py>(
        &self,
        py: Python<'py>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let pool = Pool::of(threads)?;
        let valid: Result<Vec<bool>, Failure> = py.detach(|| {
            let State { batch, order } = self.lock().take().ok_or_else(finished)?;
            let mut starts = BTreeMap::new();
            let mut sets = 0;
            for (number, count) in order {
                starts.insert(number, sets);
                sets += count;
            }
            let mut valid = vec![false; sets];
            pool.install(|| {
                with_variant!(batch, |batch| {
                    for id in batch.finish().verified {
                        valid[starts[&id.0] + id.1] = true;
                    }
                });
            });
            Ok(valid)
        });
        Ok(valid?.into_pyarray(py))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| self.lock().as_ref().map_or(0, |state| state.order.iter().map(|(_, count)| count).sum()))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Batch: {} sets>", self.__len__(py))
    }
}
