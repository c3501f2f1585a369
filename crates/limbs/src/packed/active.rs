//! The backend of packed values that this process uses.

use super::{Conversion, LANES, Packed, PackedBackend, PackedModulus, Sealed};
use crate::backend::{Scalar, return_with_vectors};
use crate::fault::{Fault, leak_if_active};

/// The best backend for the number of limbs that the processor supports and the environment allows: see
/// [`Backend::of_batches`](crate::backend::Backend::of_batches).
#[derive(Clone, Copy, Debug, Default)]
pub struct Active;

/// Evaluates an expression with the backend in use for `N` limbs.
macro_rules! by_backend {
    ($backend:ident => $call:expr) => {{
        return_with_vectors!(N, $backend => $call);
        let $backend = Scalar;
        $call
    }};
}

impl Active {
    #[inline]
    pub(super) fn pays_from_limbs<const N: usize>(self) -> usize {
        by_backend!(backend => backend.pays_from(N))
    }
}

impl Sealed for Active {}

impl PackedBackend for Active {
    #[inline]
    fn pays_from(self, n: usize) -> usize {
        match n {
            4 => self.pays_from_limbs::<4>(),
            6 => self.pays_from_limbs::<6>(),
            _ => Scalar.pays_from(n),
        }
    }

    #[inline(always)]
    fn load<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &mut Packed<N>,
        numbers: &[&[u64; N]; LANES],
        conversion: Conversion,
    ) {
        by_backend!(backend => backend.load(modulus, packed, numbers, conversion));
    }

    #[inline(always)]
    fn store<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &Packed<N>,
        numbers: &mut [&mut [u64; N]; LANES],
        conversion: Conversion,
    ) {
        by_backend!(backend => backend.store(modulus, packed, numbers, conversion));
    }

    #[inline]
    fn fill_one<const N: usize>(self, modulus: &PackedModulus<N>, packed: &mut Packed<N>) {
        by_backend!(backend => backend.fill_one(modulus, packed));
    }

    #[inline]
    unsafe fn mul<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        product: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        leak_if_active(Fault::PackedDispatch, unsafe { (*a).row(0)[0] });
        // SAFETY: guaranteed by the caller.
        by_backend!(backend => unsafe { backend.mul(modulus, product, a, b) });
    }

    #[inline]
    unsafe fn square_times<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        power: *mut Packed<N>,
        a: *const Packed<N>,
        times: usize,
    ) {
        // SAFETY: guaranteed by the caller.
        by_backend!(backend => unsafe { backend.square_times(modulus, power, a, times) });
    }

    #[inline]
    unsafe fn add<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        sum: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        by_backend!(backend => unsafe { backend.add(modulus, sum, a, b) });
    }

    #[inline]
    unsafe fn sub<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        difference: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        by_backend!(backend => unsafe { backend.sub(modulus, difference, a, b) });
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, lanes: u16) {
        by_backend!(backend => backend.negate_lanes(modulus, a, lanes));
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &Packed<N>) -> u16 {
        by_backend!(backend => backend.zero_lanes(modulus, a))
    }

    #[inline]
    fn scale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        by_backend!(backend => backend.scale_raw(modulus, a));
    }

    #[inline]
    fn unscale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        by_backend!(backend => backend.unscale_raw(modulus, a));
    }
}
