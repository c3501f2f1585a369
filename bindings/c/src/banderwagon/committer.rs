//! Committers: tables of the generators.

use std::ffi::c_char;

use vorpal::ipa::{Basis, Committer, Profile};

use super::representatives::Parities;
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status;

/// The size of a committer's tables.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_profile {
    /// At most 32 MiB.
    VORPAL_PROFILE_SMALL = 0,
    /// At most 128 MiB: the default of the library in Rust.
    VORPAL_PROFILE_MEDIUM = 1,
    /// At most 340 MiB.
    VORPAL_PROFILE_LARGE = 2,
}

impl vorpal_profile {
    fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_PROFILE_SMALL),
            1 => Ok(Self::VORPAL_PROFILE_MEDIUM),
            2 => Ok(Self::VORPAL_PROFILE_LARGE),
            _ => Err(Failure::argument(format_args!("profile is {number}, not a vorpal_profile"))),
        }
    }
}

/// The profile with a number of C.
pub(super) fn profile(number: i32) -> Result<Profile, Failure> {
    Ok(match vorpal_profile::of(number)? {
        vorpal_profile::VORPAL_PROFILE_SMALL => Profile::Small,
        vorpal_profile::VORPAL_PROFILE_MEDIUM => Profile::Medium,
        vorpal_profile::VORPAL_PROFILE_LARGE => Profile::Large,
    })
}

/// Tables for commitments. Several threads may use a committer at the same time.
#[derive(Debug)]
pub struct vorpal_committer {
    pub(crate) committer: Committer,
    /// Present if all tables are of points in the prime subgroup.
    pub(super) parities: Option<Parities>,
}

impl Handle for vorpal_committer {}

/// Creates a committer with the basis of Verkle trees (the seed `eth_verkle_oct_2021`). `profile` is a
/// `vorpal_profile`. The threads of the context share the work, which grows with the tables.
///
/// # Safety
/// `ctx` is null or a context; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_committer_new(
    ctx: *const vorpal_ctx,
    profile: i32,
    out: *mut *mut vorpal_committer,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let profile = self::profile(profile)?;
        let committer = ctx.run(|| Committer::with_profile(&Basis::default(), profile))?;
        give(out, vorpal_committer { committer, parities: None });
    })
}

/// Loads a committer from a file of `vorpal_committer_save`. The checksum and the generators are checked; who can write
/// the file can choose commitments.
///
/// # Safety
/// `ctx` is null or a context; `file` is null or a text that ends with a zero byte; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_committer_load(
    ctx: *const vorpal_ctx,
    file: *const c_char,
    out: *mut *mut vorpal_committer,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let file = buffers.path(file, "file")?;
        let committer = ctx.run(|| Committer::load(&Basis::default(), file))??;
        give(out, vorpal_committer { committer, parities: None });
    })
}

/// Saves the tables to a file. An existing file is replaced once the new one is complete.
///
/// # Safety
/// `committer` is null or a committer; `file` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_committer_save(
    committer: *const vorpal_committer,
    file: *const c_char,
) -> vorpal_status {
    call!([committer: vorpal_committer], |buffers| {
        committer.committer.save(buffers.path(file, "file")?)?;
    })
}

/// Frees a committer; null is ignored.
///
/// # Safety
/// `committer` is null or a committer that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_committer_free(committer: *mut vorpal_committer) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(committer) };
        Ok(())
    });
}
