//! Failures of native methods, and the Java exceptions that they become.

use std::any::Any;
use std::fmt::Display;

use jni::errors::Error;
use jni::objects::{JObject, JThrowable, JValue};
use jni::{Env, jni_sig, jni_str};
use vorpal_bindings::error::Classified;

/// The kind of a failure: `io.vorpal.VorpalException.Kind` has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Kind {
    /// An argument has a wrong length or value.
    Argument = 0,
    /// Bytes are no key, point, scalar or proof.
    Input = 1,
    /// An option or size is not possible.
    NotPossible = 2,
    /// A file or store is missing, damaged or locked.
    Store = 3,
    /// Something well-formed does not prove what it should.
    Refused = 4,
    /// A fault of this library.
    Internal = 5,
    /// An object is closed: an `IllegalStateException` of its own.
    Closed = 6,
}

/// Why a native method fails.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    pub(crate) message: String,
    /// The name of the argument in Java.
    pub(crate) argument: Option<&'static str>,
    /// The index in a list that the argument is.
    pub(crate) index: Option<usize>,
}

impl Failure {
    /// A failure that no argument causes.
    pub(crate) fn new(kind: Kind, message: impl Display) -> Self {
        Self { kind, message: message.to_string(), argument: None, index: None }
    }

    /// A failure of an argument; the message begins with its name.
    pub(crate) fn of(kind: Kind, argument: &'static str, message: impl Display) -> Self {
        Self { kind, message: format!("{argument}: {message}"), argument: Some(argument), index: None }
    }

    /// The failure of an error that has a kind, of an argument if all methods give it the same name.
    fn classified(error: impl Classified + Display, argument: Option<&'static str>) -> Self {
        let kind = error.kind().into();
        match argument {
            Some(argument) => Self::of(kind, argument, error),
            None => Self::new(kind, error),
        }
    }

    pub(crate) fn argument(argument: &'static str, message: impl Display) -> Self {
        Self::of(Kind::Argument, argument, message)
    }

    pub(crate) fn input(argument: &'static str, message: impl Display) -> Self {
        Self::of(Kind::Input, argument, message)
    }
}

impl From<Error> for Failure {
    /// An error of JNI: an exception that Java has thrown stays pending, and what follows is its message here.
    fn from(error: Error) -> Self {
        Self::new(Kind::Internal, format_args!("JNI: {error}"))
    }
}

impl From<vorpal_bindings::error::Kind> for Kind {
    fn from(kind: vorpal_bindings::error::Kind) -> Self {
        use vorpal_bindings::error::Kind;
        match kind {
            Kind::Argument => Self::Argument,
            Kind::Input => Self::Input,
            // Sums of Java have no progress callback.
            Kind::NotPossible | Kind::Cancelled => Self::NotPossible,
            Kind::Store => Self::Store,
            Kind::Refused => Self::Refused,
        }
    }
}

impl From<vorpal::msm::Error> for Failure {
    fn from(error: vorpal::msm::Error) -> Self {
        let name = matches!(error, vorpal::msm::Error::Memory { .. }).then_some("memory");
        Self::classified(error, name)
    }
}

impl From<vorpal::tree::Error> for Failure {
    fn from(error: vorpal::tree::Error) -> Self {
        use vorpal::tree::Error;
        let name = match error {
            Error::NoKeys | Error::TooManyKeys { .. } => Some("keys"),
            Error::Block { .. } | Error::Rollback { .. } => Some("blocks"),
            Error::Label { .. } => Some("label"),
            _ => None,
        };
        Self::classified(error, name)
    }
}

/// The failure of a panic.
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    Failure::new(Kind::Internal, format_args!("internal error: {text}"))
}

/// Throws the exception of a failure, unless one is pending.
pub(crate) fn throw(env: &mut Env<'_>, failure: &Failure) -> Result<(), Error> {
    if env.exception_check() {
        return Ok(());
    }
    let message = JObject::from(env.new_string(&failure.message)?);
    let exception = if failure.kind == Kind::Closed {
        let class = env.find_class(jni_str!("java/lang/IllegalStateException"))?;
        env.new_object(class, jni_sig!("(Ljava/lang/String;)V"), &[JValue::Object(&message)])?
    } else {
        let argument = match failure.argument {
            Some(name) => JObject::from(env.new_string(name)?),
            None => JObject::null(),
        };
        let index = failure.index.and_then(|index| i64::try_from(index).ok()).unwrap_or(-1);
        let class = env.find_class(jni_str!("io/vorpal/VorpalException"))?;
        let signature = jni_sig!("(ILjava/lang/String;Ljava/lang/String;J)V");
        let kind = JValue::Int(failure.kind as i32);
        let values = [kind, JValue::Object(&message), JValue::Object(&argument), JValue::Long(index)];
        env.new_object(class, signature, &values)?
    };
    let exception = env.cast_local::<JThrowable<'_>>(exception)?;
    match env.throw(exception) {
        // The exception is pending, as it should be.
        Err(Error::JavaException) => Ok(()),
        other => other,
    }
}
