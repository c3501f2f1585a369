//! Elements in the caller's memory.

use vorpal::fields::{Fe, Modulus};

use crate::error::Failure;

/// The elements whose stored forms are limbs.
pub(crate) fn stored_elements<'a, M: Modulus<N>, const N: usize>(
    limbs: &'a mut [u64],
    name: &str,
) -> Result<&'a mut [Fe<M, N>], Failure> {
    let (values, _) = limbs.as_chunks_mut::<N>();
    if let Some(i) = values.iter().position(|limbs| Fe::<M, N>::from_montgomery(*limbs).is_none()) {
        return Err(Failure::input(format_args!("{name}: number {i} is not below the modulus")));
    }
    // SAFETY: an element is `repr(transparent)` over its limbs, which were found below the modulus.
    Ok(unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast::<Fe<M, N>>(), values.len()) })
}
