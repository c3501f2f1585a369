//! Suites: the groups, the tag and the scheme of the signatures of a protocol.

use std::ffi::c_char;

use vorpal::bls::{MinPk, MinSig, Scheme, Suite};

use super::vorpal_bls_variant::{self, *};
use super::{Any, named};
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status;

/// How a protocol excludes rogue keys: keys that are chosen as functions of other keys.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_bls_scheme {
    /// The messages of an aggregate are distinct. Sums of keys for one message are safe only if the protocol excludes
    /// rogue keys by other means.
    VORPAL_BLS_BASIC = 0,
    /// The message that is signed begins with the bytes of the key. A signature has one key.
    VORPAL_BLS_AUGMENTATION = 1,
    /// Every key comes with a proof that its owner has the secret key, which the protocol checks once. In Ethereum, the
    /// signature of the deposit is this proof.
    VORPAL_BLS_POSSESSION = 2,
}

use vorpal_bls_scheme::*;

impl vorpal_bls_scheme {
    fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_BLS_BASIC),
            1 => Ok(Self::VORPAL_BLS_AUGMENTATION),
            2 => Ok(Self::VORPAL_BLS_POSSESSION),
            _ => Err(Failure::argument(format_args!("scheme is {number}, not a vorpal_bls_scheme"))),
        }
    }
}

/// A suite of either variant.
pub(super) type AnySuite = Any<Suite<MinPk>, Suite<MinSig>>;

/// The groups, the tag and the scheme of the signatures of a protocol. Several threads may use a suite at the same
/// time.
#[derive(Debug)]
pub struct vorpal_bls_suite {
    pub(super) suite: AnySuite,
}

impl Handle for vorpal_bls_suite {}

/// Creates a suite. `variant` is a `vorpal_bls_variant`, `scheme` a `vorpal_bls_scheme`. `tag` is the domain separation
/// tag under which messages are hashed: a text that is not empty, `VORPAL_BLS_TAG_MIN_PK_POP` in Ethereum. There is no
/// default, since the tag of a protocol does not follow from the groups.
///
/// # Safety
/// `tag` is null or a text that ends with a zero byte; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_suite_new(
    variant: i32,
    scheme: i32,
    tag: *const c_char,
    out: *mut *mut vorpal_bls_suite,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        let variant = vorpal_bls_variant::of(variant)?;
        let scheme = match vorpal_bls_scheme::of(scheme)? {
            VORPAL_BLS_BASIC => Scheme::Basic,
            VORPAL_BLS_AUGMENTATION => Scheme::Augmentation,
            VORPAL_BLS_POSSESSION => Scheme::Possession,
        };
        let tag = buffers.c_string(tag, "tag")?.to_bytes();
        let suite = match variant {
            VORPAL_BLS_MIN_PK => Suite::new(tag, scheme).map(Any::MinPk),
            VORPAL_BLS_MIN_SIG => Suite::new(tag, scheme).map(Any::MinSig),
        };
        let suite = suite.map_err(|error| named("tag", error))?;
        give(out, vorpal_bls_suite { suite });
    })
}

/// Frees a suite; null is ignored. Handles that were made with it are independent of it.
///
/// # Safety
/// `suite` is null or a suite that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_suite_free(suite: *mut vorpal_bls_suite) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(suite) };
        Ok(())
    });
}

#[cfg(test)]
mod tests {
    use vorpal::bls::Variant;

    use super::*;

    /// cbindgen knows no constants that are text, so its settings have these lines of the header.
    #[test]
    fn tags_of_the_header_are_those_of_the_library() {
        let header = include_str!("../../include/vorpal.h");
        let tags = [
            ("MIN_PK_NUL", MinPk::NUL),
            ("MIN_PK_AUG", MinPk::AUG),
            ("MIN_PK_POP", MinPk::POP),
            ("MIN_SIG_NUL", MinSig::NUL),
            ("MIN_SIG_AUG", MinSig::AUG),
            ("MIN_SIG_POP", MinSig::POP),
        ];
        for (name, tag) in tags {
            let line = format!("#define VORPAL_BLS_TAG_{name} \"{}\"\n", String::from_utf8_lossy(tag));
            assert_eq!(header.matches(&line).count(), 1, "{line}");
        }
        assert_eq!(header.matches("#define VORPAL_BLS_TAG_").count(), tags.len());
    }
}
