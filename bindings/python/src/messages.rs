//! Messages of batches of signatures.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::buffer::{Numbers, Rows, any_bytes, parts};
use crate::error::Failure;

/// Messages of the same or of different lengths.
pub(crate) enum Messages<'py> {
    /// Messages of 32 bytes.
    Rows(Rows<'py>),
    /// The parts of a buffer, and where they begin and end.
    Parts(Rows<'py>, Vec<usize>),
    /// A list of `bytes`.
    List(Vec<Rows<'py>>),
}

impl<'py> Messages<'py> {
    /// The messages of `count` signatures. `name` is that of the argument `offsets`.
    pub(crate) fn new(
        messages: &Bound<'py, PyAny>,
        offsets: Option<&Bound<'py, PyAny>>,
        name: &'static str,
        count: usize,
    ) -> PyResult<Self> {
        if let Some(offsets) = offsets {
            let bytes = any_bytes(messages, "messages")?;
            let offsets = Numbers::<u64>::new(offsets, name, &[&[]])?;
            let offsets = parts(offsets.slice(), name, count, bytes.bytes().len(), "messages")?;
            return Ok(Self::Parts(bytes, offsets));
        }
        if messages.is_instance_of::<PyList>() || messages.is_instance_of::<PyTuple>() {
            let mut list = Vec::new();
            for message in messages.try_iter()? {
                let number = list.len();
                list.push(any_bytes(&message?, "messages").map_err(|error| {
                    PyTypeError::new_err(format!("messages: number {number}: {}", error.value(messages.py())))
                })?);
            }
            check_count(list.len(), count)?;
            return Ok(Self::List(list));
        }
        let rows = Rows::new(messages, "messages", 32)?;
        check_count(rows.count(), count)?;
        Ok(Self::Rows(rows))
    }

    /// The messages as slices.
    pub(crate) fn slices(&self) -> Vec<&[u8]> {
        match self {
            Self::Rows(rows) => rows.items::<32>().iter().map(<[u8; 32]>::as_slice).collect(),
            Self::Parts(bytes, offsets) => {
                offsets.windows(2).map(|pair| &bytes.bytes()[pair[0]..pair[1]]).collect()
            }
            Self::List(list) => list.iter().map(Rows::bytes).collect(),
        }
    }
}

fn check_count(found: usize, count: usize) -> Result<(), Failure> {
    if found == count {
        return Ok(());
    }
    Err(Failure::argument(format_args!("messages: {found} of them; {count} are expected")))
}
