//! Prefetching of memory.

/// Prefetches the cache lines of `value`. Does nothing on processors without such an instruction. Useful for lists of
/// many values that are read in an order which hardware cannot predict.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse", not(vorpal_portable)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        const LINE: usize = 64;
        let start = core::ptr::from_ref(value).cast::<i8>();
        let mut offset = 0;
        while offset < size_of::<T>() {
            // SAFETY: the address is inside the value, and prefetching never faults.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.add(offset)) };
            offset += LINE;
        }
        if size_of::<T>() > 0 {
            // SAFETY: as above, for the last byte, which may be on one more cache line.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.add(size_of::<T>() - 1)) };
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse", not(vorpal_portable))))]
    let _ = value;
}
