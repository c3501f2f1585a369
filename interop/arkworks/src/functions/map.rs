//! A function of all elements of a slice, on the caller's rayon pool with the feature `parallel`.

use alloc::vec::Vec;

/// The number of elements for which threads are not used: copies and a few multiplications take less time than a
/// change of the thread.
#[cfg(feature = "parallel")]
const FEW: usize = 1024;

/// The values of the function, in the order of the elements.
pub(super) fn map<A: Sync, B: Send>(elements: &[A], function: impl Fn(&A) -> B + Sync + Send) -> Vec<B> {
    #[cfg(feature = "parallel")]
    if elements.len() > FEW {
        use rayon::prelude::*;
        return elements.par_iter().with_min_len(FEW).map(function).collect();
    }
    elements.iter().map(function).collect()
}
