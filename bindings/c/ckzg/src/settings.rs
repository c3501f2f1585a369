//! Trusted setups with tables.

use vorpal_kzg::Setup;

use crate::call::{call, check_out, code, list, one, write};
use crate::file::{FILE, read};
use crate::types::C_KZG_RET::{self, *};
use crate::types::KZGSettings;

/// The largest value of `precompute`.
const MAX_PRECOMPUTE: u64 = 15;

/// What settings point to.
pub struct Loaded {
    setup: Setup,
}

/// The setup of settings.
///
/// # Safety
/// The pointer is null, or to settings that are loaded, or freed, or zero.
pub(crate) unsafe fn setup<'a>(settings: *const KZGSettings) -> Result<&'a Setup, C_KZG_RET> {
    // SAFETY: the caller's promise.
    let settings = unsafe { one(settings) }?;
    // SAFETY: null, or what `load` wrote.
    Ok(&unsafe { one(settings.tables.cast_const()) }?.setup)
}

/// The setup with tables of at most c-kzg's memory for this `precompute`.
fn with_tables(setup: Setup, precompute: u64) -> Result<Setup, C_KZG_RET> {
    match precompute {
        0 => Ok(setup),
        1..=MAX_PRECOMPUTE => {
            let memory = usize::try_from((8192 * 96_u64) << (precompute - 1)).unwrap_or(usize::MAX);
            let smallest = setup.table_plan().bytes();
            setup.with_memory(memory.max(smallest)).map_err(code)
        }
        _ => Err(C_KZG_BADARGS),
    }
}

/// Loads a setup into settings, which are zero after an error.
///
/// # Safety
/// The pointer is null or writable.
unsafe fn load(
    out: *mut KZGSettings,
    precompute: u64,
    setup: impl FnOnce() -> Result<Setup, C_KZG_RET>,
) -> C_KZG_RET {
    call(|| {
        check_out(out)?;
        // SAFETY: checked, and the caller's promise.
        unsafe { write(out, [KZGSettings::new(std::ptr::null_mut(), 0)]) };
        if precompute > MAX_PRECOMPUTE {
            return Err(C_KZG_BADARGS);
        }
        let setup = with_tables(setup()?, precompute)?;
        let tables = Box::into_raw(Box::new(Loaded { setup }));
        // SAFETY: checked, and the caller's promise.
        unsafe { write(out, [KZGSettings::new(tables, precompute)]) };
        Ok(())
    })
}

/// The encodings of points.
///
/// # Safety
/// As for [`list`].
unsafe fn points<'a, const N: usize>(bytes: *const u8, len: u64) -> Result<&'a [[u8; N]], C_KZG_RET> {
    // SAFETY: the caller's promise.
    match unsafe { list(bytes, len) }?.as_chunks() {
        (points, []) => Ok(points),
        _ => Err(C_KZG_BADARGS),
    }
}

/// Loads the setup of compressed points, each list in natural order.
///
/// # Safety
/// `out` is null or writable; each other pointer is null or to so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn load_trusted_setup(
    out: *mut KZGSettings,
    g1_monomial_bytes: *const u8,
    num_g1_monomial_bytes: u64,
    g1_lagrange_bytes: *const u8,
    num_g1_lagrange_bytes: u64,
    g2_monomial_bytes: *const u8,
    num_g2_monomial_bytes: u64,
    precompute: u64,
) -> C_KZG_RET {
    // SAFETY: the contract of the function.
    unsafe {
        load(out, precompute, || {
            let powers = points(g1_monomial_bytes, num_g1_monomial_bytes)?;
            let lagrange = points(g1_lagrange_bytes, num_g1_lagrange_bytes)?;
            let powers_g2 = points(g2_monomial_bytes, num_g2_monomial_bytes)?;
            Setup::from_encodings(lagrange, powers, powers_g2).map_err(code)
        })
    }
}

/// Loads the setup of a text, which is the rest of a file.
///
/// # Safety
/// `out` is null or writable; `input` is null or an open file of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn load_trusted_setup_file(
    out: *mut KZGSettings,
    input: *mut FILE,
    precompute: u64,
) -> C_KZG_RET {
    // SAFETY: the contract of the function.
    unsafe {
        load(out, precompute, || {
            let text = String::from_utf8(read(input)?).map_err(|_| C_KZG_BADARGS)?;
            Setup::from_text(&text).map_err(code)
        })
    }
}

/// Frees what settings point to and makes them zero. Null, and settings that are zero or freed, are ignored.
///
/// # Safety
/// `settings` is null, or to settings that are loaded, freed or zero, and that nobody uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free_trusted_setup(settings: *mut KZGSettings) {
    call(|| {
        check_out(settings)?;
        // SAFETY: checked, and the contract of the function.
        let old = unsafe { settings.replace(KZGSettings::new(std::ptr::null_mut(), 0)) };
        if !old.tables.is_null() {
            // SAFETY: the pointer came from `Box::into_raw` in `load`, and is nowhere else.
            drop(unsafe { Box::from_raw(old.tables) });
        }
        Ok(())
    });
}
