//! Trusted setups with tables.

use jni::objects::{JByteArray, JClass, JString};
use jni::sys::jlong;
use jni::{EnvUnowned, jni_mangle};
use vorpal::kzg::Setup;

use super::setup as get;
use crate::entry::enter;
use crate::error::Failure;
use crate::handles;
use crate::memory::{bytes, items};

/// The setup with tables of at most so many bytes; a negative number is no tables.
fn with_memory(setup: Setup, memory: jlong) -> Result<Setup, Failure> {
    match usize::try_from(memory) {
        Ok(memory) => Ok(setup.with_memory(memory)?),
        Err(_) => Ok(setup),
    }
}

/// Keeps the setup of Ethereum's ceremony.
#[jni_mangle("io.vorpal.internal.Native", "ethereumSetup")]
pub fn ethereum_setup<'local>(env: EnvUnowned<'local>, _: JClass<'local>, memory: jlong) -> jlong {
    enter(env, |_| Ok(handles::keep(with_memory(Setup::ethereum(), memory)?)))
}

/// Keeps the setup of a text in the format of c-kzg or in the JSON of the specification.
#[jni_mangle("io.vorpal.internal.Native", "parseSetup")]
pub fn parse_setup<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    text: JString<'local>,
    memory: jlong,
) -> jlong {
    enter(env, |env| {
        let text = text.try_to_string(env)?;
        let named = |error| Failure { argument: Some("text"), ..Failure::from(error) };
        let is_json = text.trim_start().starts_with('{');
        let setup = if is_json { Setup::from_json(&text) } else { Setup::from_text(&text) };
        Ok(handles::keep(with_memory(setup.map_err(named)?, memory)?))
    })
}

/// Keeps the setup of compressed points, each list in natural order.
#[jni_mangle("io.vorpal.internal.Native", "setupOfPoints")]
pub fn setup_of_points<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    lagrange: JByteArray<'local>,
    powers: JByteArray<'local>,
    powers_g2: JByteArray<'local>,
    memory: jlong,
) -> jlong {
    enter(env, |env| {
        let lagrange = bytes(env, &lagrange, "lagrange")?;
        let powers = bytes(env, &powers, "powers")?;
        let powers_g2 = bytes(env, &powers_g2, "powersG2")?;
        let setup = Setup::from_encodings(
            items(&lagrange, "lagrange")?,
            items(&powers, "powers")?,
            items(&powers_g2, "powersG2")?,
        );
        Ok(handles::keep(with_memory(setup?, memory)?))
    })
}

/// The bytes of the tables; without tables those of the smallest ones.
#[jni_mangle("io.vorpal.internal.Native", "memoryOfSetup")]
pub fn memory_of_setup<'local>(env: EnvUnowned<'local>, _: JClass<'local>, setup: jlong) -> jlong {
    enter(env, |_| Ok(jlong::try_from(get(setup)?.table_plan().bytes()).unwrap_or(jlong::MAX)))
}

/// What the tables are and what commitments and proofs cost.
#[jni_mangle("io.vorpal.internal.Native", "explainSetup")]
pub fn explain_setup<'local>(env: EnvUnowned<'local>, _: JClass<'local>, setup: jlong) -> JString<'local> {
    enter(env, |env| Ok(env.new_string(get(setup)?.explain().to_string())?))
}
