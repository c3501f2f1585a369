//! BLS signatures on BLS12-381: keys in G1 and signatures in G2, or the opposite.

mod aggregate;
mod batch;
mod committee;
mod drand;
mod encoding;
mod ethereum;
mod forms;
mod key_table;
pub(crate) mod lists;
mod secret;
mod sets;
mod suite;
mod table_file;
mod threshold;
mod verify;

use vorpal::bls::Error;

use crate::error::Failure;

/// A value for keys in G1, or for keys in G2.
#[derive(Debug)]
enum Any<P, S> {
    MinPk(P),
    MinSig(S),
}

/// `with!(any, value => work)`: the work with the value of either variant.
macro_rules! with {
    ($any:expr, $value:ident => $work:expr) => {
        match $any {
            $crate::bls::Any::MinPk($value) => $work,
            $crate::bls::Any::MinSig($value) => $work,
        }
    };
}
use with;

/// `both!(any, other, (a, b) => work)`: the work with two values of one variant. Values of two variants are a failure.
macro_rules! both {
    ($any:expr, $other:expr, ($a:ident, $b:ident) => $work:expr) => {
        match ($any, $other) {
            ($crate::bls::Any::MinPk($a), $crate::bls::Any::MinPk($b)) => $work,
            ($crate::bls::Any::MinSig($a), $crate::bls::Any::MinSig($b)) => $work,
            _ => return Err($crate::bls::two_variants()),
        }
    };
}
use both;

fn two_variants() -> Failure {
    Failure::argument("one handle has keys in G1, the other has keys in G2")
}

/// The assignment of the groups to keys and signatures.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_bls_variant {
    /// Keys of 48 bytes in G1, signatures of 96 bytes in G2: Ethereum, Filecoin, Chia, drand's first chains.
    VORPAL_BLS_MIN_PK = 0,
    /// Keys of 96 bytes in G2, signatures of 48 bytes in G1: drand's quicknet.
    VORPAL_BLS_MIN_SIG = 1,
}

impl vorpal_bls_variant {
    fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_BLS_MIN_PK),
            1 => Ok(Self::VORPAL_BLS_MIN_SIG),
            _ => Err(Failure::argument(format_args!("variant is {number}, not a vorpal_bls_variant"))),
        }
    }
}

/// A failure with the name of what is wrong.
fn named(name: &str, error: impl Into<Failure>) -> Failure {
    error.into().of(name)
}

/// The failure of a list of indices: with the position of the one that the table does not have.
fn of_indices(indices: &[u32], error: Error) -> Failure {
    let position = match &error {
        Error::NoSuchKey { index, .. } => indices.iter().position(|given| u64::from(*given) == *index),
        _ => None,
    };
    match position {
        Some(position) => named(&format!("indices: number {position}"), error),
        None => named("indices", error),
    }
}
