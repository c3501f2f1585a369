//! Transforms in place.

use rayon::prelude::*;
use vorpal::fields::{Fe, Modulus};
use vorpal::ntt::{Domain, Error, Order};

use super::domain::{vorpal_ntt_domain, with_domain};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::field::stored_elements;
use crate::status::vorpal_status;

/// The order of values on a domain. Coefficients are always in natural order, the least degree first.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_ntt_order {
    /// Value `i` is that at point `i`.
    VORPAL_NTT_NATURAL = 0,
    /// Value `i` is that at the point whose index has the bits of `i` reversed. Transforms take less time.
    VORPAL_NTT_BIT_REVERSED = 1,
}

impl vorpal_ntt_order {
    fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_NTT_NATURAL),
            1 => Ok(Self::VORPAL_NTT_BIT_REVERSED),
            _ => Err(Failure::argument(format_args!("order is {number}, not a vorpal_ntt_order"))),
        }
    }

    fn order(self) -> Order {
        match self {
            Self::VORPAL_NTT_NATURAL => Order::Natural,
            Self::VORPAL_NTT_BIT_REVERSED => Order::BitReversed,
        }
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Evaluate,
    Interpolate,
}

/// Transforms lists on the current thread pool: one by all threads, or many by one thread each.
fn transform<M: Modulus<4>>(
    domain: &Domain<Fe<M, 4>>,
    limbs: &mut [u64],
    lists: usize,
    order: Order,
    direction: Direction,
) -> Result<(), Failure> {
    let values = stored_elements::<M, 4>(limbs, "values")?;
    if lists == 1 {
        return Ok(match direction {
            Direction::Evaluate => domain.evaluate_parallel(values, order),
            Direction::Interpolate => domain.interpolate_parallel(values, order),
        }?);
    }
    let lists_per_task = lists.div_ceil(rayon::current_num_threads()).max(1);
    let tasks = values.par_chunks_mut(lists_per_task * domain.size());
    let done: Result<(), Error> = tasks
        .map(|values| match direction {
            Direction::Evaluate => domain.evaluate_batch(values, order),
            Direction::Interpolate => domain.interpolate_batch(values, order),
        })
        .collect();
    Ok(done?)
}

/// Replaces the coefficients of `lists` polynomials by their values at the points of a domain, in place. `values` has
/// one list after the other, each with an element for each point: four limbs in Montgomery form, least significant
/// first. `order`, a `vorpal_ntt_order`, is that of the values. A number that is not below the modulus is an error of
/// the whole call; then nothing changes. Constant time in the values.
///
/// # Safety
/// `ctx` is null or a context, `domain` null or a domain; `values` is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_ntt_evaluate(
    ctx: *const vorpal_ctx,
    domain: *const vorpal_ntt_domain,
    lists: usize,
    values: *mut u64,
    order: i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { run(ctx, domain, lists, values, order, Direction::Evaluate) }
}

/// Replaces values at the points of a domain by the coefficients of the polynomials of the least degrees: the inverse
/// of `vorpal_ntt_evaluate`, with the same parameters. Constant time in the values.
///
/// # Safety
/// As for `vorpal_ntt_evaluate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_ntt_interpolate(
    ctx: *const vorpal_ctx,
    domain: *const vorpal_ntt_domain,
    lists: usize,
    values: *mut u64,
    order: i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { run(ctx, domain, lists, values, order, Direction::Interpolate) }
}

/// # Safety
/// As for `vorpal_ntt_evaluate`.
unsafe fn run(
    ctx: *const vorpal_ctx,
    domain: *const vorpal_ntt_domain,
    lists: usize,
    values: *mut u64,
    order: i32,
    direction: Direction,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, domain: vorpal_ntt_domain], |buffers| {
        let order = vorpal_ntt_order::of(order)?.order();
        with_domain!(&domain.domain, |domain| {
            let length = lists.checked_mul(4 * domain.size());
            let length = length.ok_or_else(|| Failure::argument(format_args!("lists is {lists}, too many")))?;
            let limbs = buffers.output(values, length, "values")?;
            ctx.run(|| transform(domain, limbs, lists, order, direction))??;
        });
    })
}
