//! What the library is and what it uses.

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use vorpal::limbs::backend::Backend;

/// The version of the interface. It increases with every incompatible change.
pub const VORPAL_ABI_VERSION: u32 = 2;

/// The version of the interface that the library has. It should be `VORPAL_ABI_VERSION` of the header.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_abi_version() -> u32 {
    VORPAL_ABI_VERSION
}

/// The version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// The kernels in use, such as "bmi2+adx, batches avx512-ifma". The environment variable `VORPAL_BACKEND` limits them
/// when the library is first used. With an unknown value, all calls that return a `vorpal_status` fail.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_backend() -> *const c_char {
    static TEXT: OnceLock<CString> = OnceLock::new();
    let text = || {
        let (single, batches) = (Backend::active(), Backend::of_batches());
        let text = if single == batches {
            single.name().to_owned()
        } else {
            format!("{}, batches {}", single.name(), batches.name())
        };
        CString::new(text).unwrap_or_default()
    };
    TEXT.get_or_init(text).as_ptr()
}
