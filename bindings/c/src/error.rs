//! Failures of calls, and the message of the last one.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;

use vorpal_bindings::error::{Classified, Kind};

use crate::status::vorpal_status::{self, *};

/// Why a call fails.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: vorpal_status,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(status: vorpal_status, message: impl Display) -> Self {
        Self { status, message: message.to_string() }
    }

    pub(crate) fn argument(message: impl Display) -> Self {
        Self::new(VORPAL_ERROR_ARGUMENT, message)
    }

    pub(crate) fn input(message: impl Display) -> Self {
        Self::new(VORPAL_ERROR_INPUT, message)
    }

    /// The failure with the name of the argument that is wrong.
    pub(crate) fn of(self, name: &str) -> Self {
        Self::new(self.status, format_args!("{name}: {}", self.message))
    }

    /// The failure of an error that has a kind, with the name of an argument if all calls give it the same one.
    fn classified(error: impl Classified + Display, name: Option<&str>) -> Self {
        let failure = Self::new(error.kind().into(), error);
        match name {
            Some(name) => failure.of(name),
            None => failure,
        }
    }
}

impl From<Kind> for vorpal_status {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Argument => VORPAL_ERROR_ARGUMENT,
            Kind::Input => VORPAL_ERROR_INPUT,
            Kind::NotPossible => VORPAL_ERROR_NOT_POSSIBLE,
            Kind::Cancelled => VORPAL_ERROR_CANCELLED,
            Kind::Store => VORPAL_ERROR_STORE,
            Kind::Refused => VORPAL_ERROR_REFUSED,
        }
    }
}

impl From<vorpal::msm::Error> for Failure {
    fn from(error: vorpal::msm::Error) -> Self {
        let name = matches!(error, vorpal::msm::Error::Memory { .. }).then_some("memory");
        Self::classified(error, name)
    }
}

impl From<vorpal::ipa::Error> for Failure {
    fn from(error: vorpal::ipa::Error) -> Self {
        use vorpal::ipa::Error;
        let name = match error {
            Error::NoOpenings => Some("openings"),
            Error::NoSuchVector { .. } => Some("vectors_opened"),
            Error::NoSuchCommitment { .. } => Some("commitments_opened"),
            _ => None,
        };
        Self::classified(error, name)
    }
}

impl From<vorpal::tree::Error> for Failure {
    fn from(error: vorpal::tree::Error) -> Self {
        use vorpal::tree::Error;
        let name = match error {
            Error::NoKeys | Error::TooManyKeys { .. } => Some("keys"),
            Error::CodeSize { .. } => Some("code_size"),
            _ => None,
        };
        Self::classified(error, name)
    }
}

impl From<vorpal::kzg::Error> for Failure {
    fn from(error: vorpal::kzg::Error) -> Self {
        use vorpal::kzg::Error;
        let status = match error {
            Error::Tables(error) => return Self::from(error),
            Error::Lengths { .. }
            | Error::OutOfRange { .. }
            | Error::NumberOfCells { .. }
            | Error::NotAscending { .. } => VORPAL_ERROR_ARGUMENT,
            _ => VORPAL_ERROR_INPUT,
        };
        Self::new(status, error)
    }
}

impl From<vorpal::ntt::Error> for Failure {
    fn from(error: vorpal::ntt::Error) -> Self {
        use vorpal::ntt::Error;
        let status = match error {
            Error::Memory { .. } => VORPAL_ERROR_NOT_POSSIBLE,
            Error::ZeroShift | Error::Root { .. } => VORPAL_ERROR_INPUT,
            _ => VORPAL_ERROR_ARGUMENT,
        };
        Self::new(status, error)
    }
}

impl From<vorpal::secp256k1::Error> for Failure {
    fn from(error: vorpal::secp256k1::Error) -> Self {
        Self::input(error)
    }
}

impl From<vorpal::bls::Error> for Failure {
    fn from(error: vorpal::bls::Error) -> Self {
        use vorpal::bls::Error;
        let status = match error {
            Error::SecretKey | Error::Point(_) | Error::InfinityKey | Error::InfinitySum | Error::Text(_) => {
                VORPAL_ERROR_INPUT
            }
            Error::Randomness | Error::TableFull => VORPAL_ERROR_NOT_POSSIBLE,
            _ => VORPAL_ERROR_ARGUMENT,
        };
        Self::new(status, error)
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Stores the message of this thread's last failure.
pub(crate) fn remember(message: &str) {
    let text: String = message.chars().map(|c| if c == '\0' { '\u{fffd}' } else { c }).collect();
    // A thread that ends has no message.
    let _ = LAST.try_with(|last| {
        if let Ok(text) = CString::new(text) {
            last.replace(text);
        }
    });
}

/// The message of the last call of this thread that failed, in UTF-8; empty if none failed. Valid until the next call
/// of this thread that fails.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
