//! Bounds of values that only debug builds know.

/// A bound `B`. It does not depend on values, so one run of a formula in a debug build proves it for all. Release
/// builds store nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    #[cfg(debug_assertions)]
    bound: u64,
}

impl Bound {
    #[cfg_attr(not(debug_assertions), allow(unused_variables, reason = "release code has no bounds"))]
    #[inline(always)]
    pub(crate) const fn new(bound: u64) -> Self {
        Self {
            #[cfg(debug_assertions)]
            bound,
        }
    }

    /// The bound, 0 in release builds.
    #[inline(always)]
    pub(crate) const fn get(self) -> u64 {
        #[cfg(debug_assertions)]
        return self.bound;
        #[cfg(not(debug_assertions))]
        return 0;
    }
}
