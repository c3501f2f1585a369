//! Keys of accounts (EIP-6800, "Tree embedding").

use numpy::PyArray2;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::tree::{Address, BasicData, KeyHasher, Position};

use crate::buffer::{Numbers, Rows, any_bytes, output2, rows_array};
use crate::context::Pool;
use crate::error::Failure;
use crate::ipa::PyCommitter;
use crate::number::Integer;

/// The tree's keys of positions of accounts: shape (n, 32).
///
/// ``addresses``: (n, 20); ``positions``: numbers of :class:`Position`, ``uint8``, shape (n,); ``arguments``: (n, 32),
/// big-endian: the number of the code chunk, the storage slot, or anything; None stands for zeros. Positions with the
/// same stem should be next to each other: its hash is then computed once. Variable time.
#[pyfunction]
#[pyo3(signature = (committer, addresses, positions, arguments = None, *, threads = None))]
pub(super) fn tree_keys<'py>(
    py: Python<'py>,
    committer: &Bound<'py, PyCommitter>,
    addresses: &Bound<'py, PyAny>,
    positions: &Bound<'py, PyAny>,
    arguments: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let pool = Pool::of(threads)?;
    let address_rows = Rows::new(addresses, "addresses", 20)?;
    let positions = Numbers::<u8>::new(positions, "positions", &[&[]])?;
    let (positions, count) = (positions.slice(), address_rows.count());
    if positions.len() != count {
        let message = format!("positions: {} numbers; addresses has {count} rows", positions.len());
        return Err(Failure::argument(message).into());
    }
    let argument_rows =
        arguments.map(|arguments| Rows::like(arguments, "arguments", 32, &address_rows)).transpose()?;
    let arguments = argument_rows.as_ref().map(Rows::items::<32>);
    let (addresses, committer) = (address_rows.items::<20>(), &committer.get().0);
    let (array, mut writer) = output2::<u8>(py, count, 32);
    let targets = writer.as_slice_mut()?.as_chunks_mut::<32>().0;
    pool.run(py, || {
        let mut entries = Vec::with_capacity(count);
        for (i, address) in addresses.iter().enumerate() {
            let argument = arguments.map_or(&[0; 32], |arguments| &arguments[i]);
            entries.push((Address::from(*address), position(i, positions[i], argument)?));
        }
        for (target, key) in targets.iter_mut().zip(KeyHasher::new(committer).keys(&entries)) {
            *target = key.to_bytes();
        }
        Ok::<_, Failure>(())
    })?;
    Ok(array)
}

/// The position that a number and an argument stand for.
fn position(index: usize, number: u8, argument: &[u8; 32]) -> Result<Position, Failure> {
    match number {
        0 => Ok(Position::BASIC_DATA),
        1 => Ok(Position::CODE_HASH),
        2 => {
            let (rest, number) = argument.split_at(28);
            if rest.iter().any(|byte| *byte != 0) {
                return Err(Failure::input(format_args!(
                    "arguments: number {index} is no number of a code chunk"
                )));
            }
            Ok(Position::code_chunk(number.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))))
        }
        3 => Ok(Position::storage(argument)),
        _ => Err(Failure::argument(format_args!("positions: number {index} is {number}, not a Position"))),
    }
}

/// The value of 32 bytes at the position of an account's basic data: nonce, balance (below 2^128), and the size of the
/// code (below 2^24; None stands for 0).
#[pyfunction]
#[pyo3(signature = (nonce, balance, code_size = None))]
pub(super) fn basic_data<'py>(
    py: Python<'py>,
    nonce: Integer,
    balance: &Bound<'py, PyAny>,
    code_size: Option<Integer>,
) -> PyResult<Bound<'py, PyBytes>> {
    // Its type is checked as that of the others; 128 bits without a sign need another conversion.
    let _: Integer = balance
        .extract()
        .map_err(|error: PyErr| PyTypeError::new_err(format!("balance: {}", error.value(py))))?;
    let balance: u128 =
        balance.extract().map_err(|_| Failure::argument("balance: 0 to 2^128 - 1 are possible"))?;
    let code_size = code_size.map_or(Ok(0), |size| size.to("code_size"))?;
    let data = BasicData::new(nonce.to("nonce")?, balance).with_code_size(code_size);
    Ok(PyBytes::new(py, &data.map_err(|error| Failure::from(error).of("code_size"))?.to_value()))
}

/// The 31-byte chunks of code as the tree's values: shape ((len(code) + 30) // 31, 32).
#[pyfunction]
pub(super) fn code_chunks<'py>(
    py: Python<'py>,
    code: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let rows = any_bytes(code, "code")?;
    let code = rows.bytes();
    let chunks: Vec<[u8; 32]> = py.detach(|| vorpal::tree::code_chunks(code).collect());
    Ok(rows_array(py, &chunks))
}
