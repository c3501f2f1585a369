//! The frame of every native method, and the methods that belong to no area.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jni::objects::{JClass, JString};
use jni::sys::jlong;
use jni::{Env, EnvUnowned, Outcome, jni_mangle};
use vorpal::limbs::backend::Backend;

use crate::error::{Failure, panicked, throw};
use crate::handles;
use crate::memory::Frame;

/// Runs the work of a native method. A failure or a panic becomes a Java exception, and the result the default value,
/// which Java does not see.
pub(crate) fn enter<'local, T: Default>(
    mut env: EnvUnowned<'local>,
    work: impl FnOnce(&mut Env<'local>) -> Result<T, Failure>,
) -> T {
    match env.with_env(work).into_outcome() {
        Outcome::Ok(result) => return result,
        Outcome::Err(failure) => throw_in(env, &failure),
        Outcome::Panic(panic) => throw_in(env, &panicked(&*panic)),
    }
    T::default()
}

/// As [`enter`], for a method that needs arrays of bytes and direct buffers alone.
pub(crate) fn enter_frame<'local, T: Default>(
    env: EnvUnowned<'local>,
    work: impl FnOnce(&mut Frame<'local>) -> Result<T, Failure>,
) -> T {
    let mut frame = Frame(env);
    match catch_unwind(AssertUnwindSafe(|| work(&mut frame))) {
        Ok(Ok(result)) => return result,
        Ok(Err(failure)) => throw_in(frame.0, &failure),
        Err(panic) => throw_in(frame.0, &panicked(&*panic)),
    }
    T::default()
}

/// Throws the exception of a failure. If that fails too, an exception of the virtual machine is pending.
#[cold]
fn throw_in(mut env: EnvUnowned<'_>, failure: &Failure) {
    drop(env.with_env(|env| throw(env, failure)).into_outcome());
}

/// The kernels in use. A value of `VORPAL_BACKEND` that names no kernels is an error: the arithmetic would ignore it.
#[jni_mangle("io.vorpal.internal.Native")]
pub fn backend<'local>(env: EnvUnowned<'local>, _: JClass<'local>) -> JString<'local> {
    enter(env, |env| {
        Backend::check_environment().map_err(|error| Failure::argument("VORPAL_BACKEND", error))?;
        let (single, batches) = (Backend::active(), Backend::of_batches());
        let names = if single == batches {
            single.name().to_owned()
        } else {
            format!("{}, batches {}", single.name(), batches.name())
        };
        Ok(env.new_string(names)?)
    })
}

/// The version of the native library.
#[jni_mangle("io.vorpal.internal.Native")]
pub fn version<'local>(env: EnvUnowned<'local>, _: JClass<'local>) -> JString<'local> {
    enter(env, |env| Ok(env.new_string(env!("CARGO_PKG_VERSION"))?))
}

/// Forgets the value of a number. Calls that use it go on to their end.
#[jni_mangle("io.vorpal.internal.Native")]
pub fn close<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong) {
    enter_frame(env, |_| {
        handles::close(number);
        Ok(())
    });
}

/// The number of values that have not been closed, for tests.
#[jni_mangle("io.vorpal.internal.Native")]
pub fn open_handles<'local>(env: EnvUnowned<'local>, _: JClass<'local>) -> jlong {
    enter_frame(env, |_| Ok(handles::open()))
}
