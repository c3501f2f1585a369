//! The processor's mode of data-independent timing.
//!
//! In this mode, AArch64 processors guarantee that the time of multiplications, additions, shifts, selections, loads
//! and stores does not depend on the values (FEAT_DIT: Arm Architecture Reference Manual for A-profile, B1.3.2).
//! Without it, some processors may end early or predict values. The mode DOITM of x86-64 can be set by the operating
//! system only.

use core::marker::PhantomData;

/// A guard: while it exists, its thread runs in the mode of data-independent timing, if the processor has one.
///
/// It costs two instructions at the start and one at the end. Guards may be nested; the outermost one restores the
/// mode. Without `std`, the mode is used only if the program is compiled for processors that have it.
///
/// ```
/// use vorpal_limbs::DataIndependentTiming;
///
/// let guard = DataIndependentTiming::enable();
/// assert_ne!(DataIndependentTiming::is_enabled(), Some(false));
/// // Operations on secrets.
/// drop(guard);
/// ```
#[derive(Debug)]
#[must_use = "the mode ends when the guard is dropped"]
pub struct DataIndependentTiming {
    /// Whether this guard changed the mode.
    changed: bool,
    /// The mode belongs to a thread, so the guard stays there.
    thread: PhantomData<*const ()>,
}

impl DataIndependentTiming {
    /// Enables the mode until the guard is dropped.
    #[inline]
    pub fn enable() -> Self {
        let changed = mode::get() == Some(false);
        if changed {
            mode::set(true);
        }
        Self { changed, thread: PhantomData }
    }

    /// Whether the mode is enabled; `None` if the processor has none, or it is not known to have one.
    #[inline]
    pub fn is_enabled() -> Option<bool> {
        mode::get()
    }
}

impl Drop for DataIndependentTiming {
    #[inline]
    fn drop(&mut self) {
        if self.changed {
            mode::set(false);
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod mode {
    use core::arch::asm;

    fn is_supported() -> bool {
        #[cfg(feature = "std")]
        let is_supported = std::arch::is_aarch64_feature_detected!("dit");
        #[cfg(not(feature = "std"))]
        let is_supported = cfg!(target_feature = "dit");
        #[cfg(test)]
        let is_supported = is_supported || is_emulated();
        is_supported
    }

    /// Whether the processor's own register names the mode. Emulators have the mode without telling programs of it.
    #[cfg(test)]
    fn is_emulated() -> bool {
        let features: u64;
        // SAFETY: reads the register ID_AA64PFR0_EL1, which Linux lets programs read.
        unsafe { asm!("mrs {0}, s3_0_c0_c4_0", out(reg) features, options(nomem, nostack, preserves_flags)) };
        cfg!(target_os = "linux") && features >> 48 & 15 != 0
    }

    #[inline]
    pub(super) fn get() -> Option<bool> {
        is_supported().then(|| {
            let state: u64;
            // SAFETY: the processor has the register DIT, `s3_3_c4_c2_5`, which programs may read.
            unsafe {
                asm!("mrs {0}, s3_3_c4_c2_5", out(reg) state, options(nomem, nostack, preserves_flags))
            };
            state >> 24 & 1 == 1
        })
    }

    /// Changes the mode, if the processor has one. Instructions that follow in program order run in the new mode. The
    /// assembly may access memory, as far as the compiler knows, so it moves no access across.
    #[inline]
    pub(super) fn set(enabled: bool) {
        // The instructions `msr DIT, #1` and `msr DIT, #0` by their encodings: assemblers require FEAT_DIT.
        if enabled {
            // SAFETY: `get` found the register; the mode does not change results.
            unsafe { asm!(".inst 0xd503415f", options(nostack, preserves_flags)) };
        } else {
            // SAFETY: as above.
            unsafe { asm!(".inst 0xd503405f", options(nostack, preserves_flags)) };
        }
    }
}

#[cfg(not(target_arch = "aarch64"))]
mod mode {
    pub(super) fn get() -> Option<bool> {
        None
    }

    pub(super) fn set(_: bool) {}
}

#[cfg(test)]
mod tests {
    use super::DataIndependentTiming;

    #[test]
    fn the_outermost_guard_restores_the_mode() {
        let state = DataIndependentTiming::is_enabled;
        let Some(before) = state() else {
            vorpal_oracle::data::report_skipped("data-independent timing: this processor has no such mode");
            return;
        };
        assert!(!before);
        let outer = DataIndependentTiming::enable();
        assert_eq!(state(), Some(true));
        drop(DataIndependentTiming::enable());
        assert_eq!(state(), Some(true));
        drop(outer);
        assert_eq!(state(), Some(false));
        let unwound = std::panic::catch_unwind(|| {
            let _guard = DataIndependentTiming::enable();
            assert_eq!(state(), Some(true));
            panic!("the guard ends here");
        });
        assert!(unwound.is_err());
        assert_eq!(state(), Some(false));
        // Another thread has its own mode.
        let _guard = DataIndependentTiming::enable();
        let other = std::thread::spawn(|| {
            let _guard = DataIndependentTiming::enable();
        });
        other.join().unwrap_or_else(|_| panic!("the thread panicked"));
        assert_eq!(state(), Some(true));
    }
}
