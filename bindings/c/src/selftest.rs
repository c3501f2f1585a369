//! The test of the library on the processor that it runs on.

use vorpal::selftest::{self, Report};

use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status::{self, VORPAL_ERROR_REFUSED};

/// Tests the library on this processor, in seconds, as `vorpal selftest` does: every backend that the processor has
/// against the portable code, published results of each primitive, bases and setups. Call it after an upgrade of the
/// library or of the machine.
///
/// `VORPAL_ERROR_REFUSED` if a result is wrong: nothing of the library should be used then. The message has each wrong
/// check and what is wrong, separated by line breaks.
///
/// # Safety
/// `ctx` is null or a context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_selftest(ctx: *const vorpal_ctx) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        verdict(&ctx.run(selftest::run)?)?;
    })
}

fn verdict(report: &Report) -> Result<(), Failure> {
    let lines: Vec<String> = report.failures().map(ToString::to_string).collect();
    if lines.is_empty() { Ok(()) } else { Err(Failure::new(VORPAL_ERROR_REFUSED, lines.join("\n"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_checks_are_refused_by_name() {
        let report = selftest::run_with_seed(16);
        assert!(verdict(&report).is_ok(), "{report}");
        let failure = verdict(&report.with_failure("invented", "7 instead of 8")).unwrap_err();
        assert_eq!(failure.status, VORPAL_ERROR_REFUSED);
        assert_eq!(failure.message, "WRONG invented: 7 instead of 8");
    }
}
