//! Montgomery arithmetic modulo odd numbers, exact bounds of reduction strategies, names of processor backends.
//!
//! * [`Montgomery`]: arithmetic modulo an odd number; [`Wide`] and [`Reciprocal`] for sums with one reduction;
//! * [`schedule`]: the family of Montgomery multiplications, with exact bounds on their results;
//! * [`words`]: additions, comparisons and literals on plain limbs; [`gcd`]: inverses and Jacobi symbols;
//! * [`backend`]: which kernels this program uses;
//! * [`DataIndependentTiming`]: the mode of AArch64 for secrets; [`stack`]: wiping of the stack after their use.
//!
//! Semantic versioning covers these parts of `vorpal-limbs`. The rest of that crate is for the other crates of Vorpal:
//! kernels, vectors, residues, and what tests of constant time need.

pub use vorpal_limbs::{
    DataIndependentTiming, Montgomery, Reciprocal, ReductionKind, Wide, gcd, schedule, stack, words,
};

/// The kernels that this program uses, by name.
pub mod backend {
    pub use vorpal_limbs::backend::{Backend, UnknownBackend, VARIABLE};
}

/// Counters of field operations for each thread (feature `count`), for reports. They follow the algorithms, so that
/// semantic versioning does not cover them.
#[cfg(feature = "count")]
pub mod count {
    pub use vorpal_limbs::count::{Counts, Times, on_this_thread, set_clock};
}
