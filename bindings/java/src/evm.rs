//! Ethereum's precompiled contracts.

use jni::objects::{JByteArray, JClass, JObject};
use jni::sys::{jint, jlong};
use jni::{EnvUnowned, jni_mangle};
use vorpal::evm::modexp::Pricing;
use vorpal::evm::{Error, Precompile, Rules};

use crate::entry::enter;
use crate::error::{Failure, Kind};
use crate::memory::{Buffers, new_array};

/// The contract of a number: `io.vorpal.evm.Precompile` has the same order.
fn contract(number: jint) -> Result<Precompile, Failure> {
    let contract = usize::try_from(number).ok().and_then(|number| Precompile::ALL.get(number));
    contract.copied().ok_or_else(|| Failure::argument("contract", format_args!("no contract {number}")))
}

/// The rules of a number: `io.vorpal.evm.Fork` has the numbers.
fn rules(number: jint) -> Result<Rules, Failure> {
    let modexp = match number {
        0 => Pricing::Eip198,
        1 => Pricing::Eip2565,
        2 => Pricing::Eip7883,
        _ => return Err(Failure::argument("fork", format_args!("no rules {number}"))),
    };
    Ok(Rules { modexp })
}

/// The failure of a contract, with the index of the point, pair or element if there is one.
pub(crate) fn failed(error: Error) -> Failure {
    let index = match error {
        Error::Padding { index }
        | Error::Coordinate { index }
        | Error::NotOnCurve { index, .. }
        | Error::NotInSubgroup { index, .. } => Some(index),
        _ => None,
    };
    Failure { index, ..Failure::of(Kind::Input, "input", error) }
}

/// The output of a call of a contract.
#[jni_mangle("io.vorpal.internal.Native", "runContract")]
pub fn run_contract<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jint,
    input: JObject<'local>,
    fork: jint,
) -> JByteArray<'local> {
    enter(env, |env| {
        let (contract, rules) = (contract(number)?, rules(fork)?);
        let input = Buffers::default().input(env, &input, "input")?;
        new_array(env, &contract.run(&input, rules).map_err(failed)?)
    })
}

/// The gas of a call of a contract; `2^63 - 1` if it is more.
#[jni_mangle("io.vorpal.internal.Native", "gasOfContract")]
pub fn gas_of_contract<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jint,
    input: JObject<'local>,
    fork: jint,
) -> jlong {
    enter(env, |env| {
        let (contract, rules) = (contract(number)?, rules(fork)?);
        let input = Buffers::default().input(env, &input, "input")?;
        Ok(jlong::try_from(contract.gas(&input, rules)).unwrap_or(jlong::MAX))
    })
}
