//! Ethereum's precompiled contracts.

use jni::objects::{JByteArray, JByteBuffer, JClass};
use jni::sys::{jint, jlong};
use jni::{EnvUnowned, jni_mangle};
use vorpal::evm::modexp::Pricing;
use vorpal::evm::{Error, Precompile, Rules};

use crate::entry::enter_frame;
use crate::error::{Failure, Kind};
use crate::memory::{Frame, bytes, direct, new_array};

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

fn run<'local>(
    env: &mut Frame<'local>,
    number: jint,
    input: &[u8],
    fork: jint,
) -> Result<JByteArray<'local>, Failure> {
    let output = contract(number)?.run(input, rules(fork)?).map_err(failed)?;
    new_array(env, &output)
}

fn gas(number: jint, input: &[u8], fork: jint) -> Result<jlong, Failure> {
    let gas = contract(number)?.gas(input, rules(fork)?);
    Ok(jlong::try_from(gas).unwrap_or(jlong::MAX))
}

/// The output of a call of a contract.
#[jni_mangle("io.vorpal.internal.Native", "runContract")]
pub fn run_contract<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jint,
    input: JByteArray<'local>,
    fork: jint,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let input = bytes(env, &input, "input")?;
        run(env, number, &input, fork)
    })
}

/// As above, with a direct buffer.
#[jni_mangle("io.vorpal.internal.Native", "runContractDirect")]
pub fn run_contract_direct<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jint,
    input: JByteBuffer<'local>,
    fork: jint,
) -> JByteArray<'local> {
    enter_frame(env, |env| run(env, number, direct(env, &input, "input")?, fork))
}

/// The gas of a call of a contract; `2^63 - 1` if it is more.
#[jni_mangle("io.vorpal.internal.Native", "gasOfContract")]
pub fn gas_of_contract<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jint,
    input: JByteArray<'local>,
    fork: jint,
) -> jlong {
    enter_frame(env, |env| gas(number, &bytes(env, &input, "input")?, fork))
}

/// As above, with a direct buffer.
#[jni_mangle("io.vorpal.internal.Native", "gasOfContractDirect")]
pub fn gas_of_contract_direct<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jint,
    input: JByteBuffer<'local>,
    fork: jint,
) -> jlong {
    enter_frame(env, |env| gas(number, direct(env, &input, "input")?, fork))
}
