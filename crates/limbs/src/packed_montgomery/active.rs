//! The backend of packed values that this process uses.

use core::ptr::from_ref;
use core::sync::atomic::{AtomicPtr, Ordering::Relaxed};

use crate::backend::{Scalar, packed_tables};
use crate::packed::{KernelTable, PackedBackend, Sealed, Tables};

/// The best backend for the number of limbs that the processor supports and the environment allows: see
/// [`Backend::of_batches`](crate::backend::Backend::of_batches).
#[derive(Clone, Copy, Debug, Default)]
pub struct Active;

/// The tables in use, or null before the choice.
static CHOSEN: AtomicPtr<Tables> = AtomicPtr::new(core::ptr::null_mut());

/// Chooses the tables. Concurrent calls store the same pointer, so a race is harmless.
#[cold]
#[inline(never)]
fn choose() -> &'static Tables {
    let tables = packed_tables();
    CHOSEN.store(from_ref(tables).cast_mut(), Relaxed);
    tables
}

impl Sealed for Active {}

impl PackedBackend for Active {
    #[inline]
    fn kernels<const N: usize>(self) -> &'static KernelTable<N> {
        if N != 4 && N != 6 {
            return Scalar.kernels();
        }
        // SAFETY: the pointer is null or that of a constant.
        let tables = unsafe { CHOSEN.load(Relaxed).as_ref() }.unwrap_or_else(choose);
        tables.sized().unwrap_or_else(|| Scalar.kernels())
    }
}
