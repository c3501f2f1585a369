//! The frame of every native method, and the methods that belong to no area.

use jni::objects::{JClass, JString};
use jni::sys::jlong;
use jni::{Env, EnvUnowned, jni_mangle};
use vorpal::limbs::backend::Backend;

use crate::error::{Failure, Throw};
use crate::handles;

/// Runs the work of a native method. A failure or a panic becomes a Java exception, and the result the default value,
/// which Java does not see.
pub(crate) fn enter<'local, T: Default>(
    mut env: EnvUnowned<'local>,
    work: impl FnOnce(&mut Env<'local>) -> Result<T, Failure>,
) -> T {
    env.with_env(work).resolve::<Throw>()
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
    enter(env, |_| {
        handles::close(number);
        Ok(())
    });
}

/// The number of values that have not been closed, for tests.
#[jni_mangle("io.vorpal.internal.Native")]
pub fn open_handles<'local>(env: EnvUnowned<'local>, _: JClass<'local>) -> jlong {
    enter(env, |_| Ok(handles::open()))
}
