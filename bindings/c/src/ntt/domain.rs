//! Domains: roots of unity and their cosets, with the tables of transforms.

use vorpal::fields::primes::{Bls12_377Scalar, Bls12_381Scalar, Bn254Scalar, PallasBase, VestaBase};
use vorpal::fields::{Fe, Modulus};
use vorpal::ntt::Domain;

use crate::buffer::Buffers;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::field::vorpal_field;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status;

/// A domain: the points `c w^i` for a root of unity `w` and a shift `c`. Several threads may use it at the same time.
pub struct vorpal_ntt_domain {
    pub(super) domain: AnyDomain,
}

impl Handle for vorpal_ntt_domain {}

/// A domain of any field with transforms.
pub(super) enum AnyDomain {
    Bls12_377(Domain<Bls12_377Scalar>),
    Bls12_381(Domain<Bls12_381Scalar>),
    Bn254(Domain<Bn254Scalar>),
    Pallas(Domain<PallasBase>),
    Vesta(Domain<VestaBase>),
}

/// Work with a domain of any field.
macro_rules! with_domain {
    ($any:expr, |$domain:ident| $work:expr) => {
        match $any {
            $crate::ntt::domain::AnyDomain::Bls12_377($domain) => $work,
            $crate::ntt::domain::AnyDomain::Bls12_381($domain) => $work,
            $crate::ntt::domain::AnyDomain::Bn254($domain) => $work,
            $crate::ntt::domain::AnyDomain::Pallas($domain) => $work,
            $crate::ntt::domain::AnyDomain::Vesta($domain) => $work,
        }
    };
}
pub(super) use with_domain;

/// The element at a pointer, `None` for null.
///
/// # Safety
/// The pointer is null or to four limbs that nobody writes to meanwhile.
unsafe fn element<M: Modulus<4>>(
    buffers: &mut Buffers,
    pointer: *const u64,
    name: &'static str,
) -> Result<Option<Fe<M, 4>>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    let limbs = unsafe { buffers.input::<[u64; 4]>(pointer.cast(), 1, name) }?[0];
    let element = Fe::from_montgomery(limbs);
    element.map(Some).ok_or_else(|| Failure::input(format_args!("{name} is not below the modulus")))
}

/// The domain of `2^log_size` points.
fn domain<M: Modulus<4>>(
    log_size: u32,
    root: Option<Fe<M, 4>>,
    shift: Option<Fe<M, 4>>,
) -> Result<Domain<Fe<M, 4>>, Failure> {
    let shift = shift.unwrap_or(Fe::ONE);
    let Some(size) = 1usize.checked_shl(log_size) else {
        return Err(Failure::argument(format_args!("log_size is {log_size}, more than any list has")));
    };
    Ok(match root {
        Some(root) => Domain::with_root(log_size, root, shift)?,
        None => Domain::coset(size, shift)?,
    })
}

/// Creates a domain of `2^log_size` points `c w^i`, and the tables of its transforms: as many elements as points, twice
/// as many for a coset.
///
/// `field` is a `vorpal_field`: the scalar field of BLS12-377, BLS12-381 or BN254, or the base field of Pallas or
/// Vesta. `root` is null, or a root of unity `w` of that order, four limbs in Montgomery form. Null stands for the one
/// that arkworks and gnark-crypto take: a power of the smallest generator of the field. `shift` is null, which stands
/// for one, or the shift `c`.
///
/// # Safety
/// `root` and `shift` are null or to four limbs; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_ntt_domain_new(
    field: i32,
    log_size: u32,
    root: *const u64,
    shift: *const u64,
    out: *mut *mut vorpal_ntt_domain,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        macro_rules! domain {
            ($variant:ident) => {{
                let root = element(&mut buffers, root, "root")?;
                let shift = element(&mut buffers, shift, "shift")?;
                AnyDomain::$variant(domain(log_size, root, shift)?)
            }};
        }
        let domain = match vorpal_field::of(field)? {
            vorpal_field::VORPAL_FIELD_BLS12_377_SCALAR => domain!(Bls12_377),
            vorpal_field::VORPAL_FIELD_BLS12_381_SCALAR => domain!(Bls12_381),
            vorpal_field::VORPAL_FIELD_BN254_SCALAR => domain!(Bn254),
            vorpal_field::VORPAL_FIELD_PALLAS_BASE => domain!(Pallas),
            vorpal_field::VORPAL_FIELD_VESTA_BASE => domain!(Vesta),
            field => return Err(Failure::argument(format_args!("field: {field:?} has no transforms"))),
        };
        give(out, vorpal_ntt_domain { domain });
    })
}

/// Writes the number of points.
///
/// # Safety
/// `domain` is null or a domain; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_ntt_domain_size(
    domain: *const vorpal_ntt_domain,
    out: *mut usize,
) -> vorpal_status {
    call!([domain: vorpal_ntt_domain], |buffers| {
        *buffers.place(out, "out")? = with_domain!(&domain.domain, |domain| domain.size());
    })
}

/// Writes the root of unity `w`: four limbs in Montgomery form.
///
/// # Safety
/// `domain` is null or a domain; `root` is null or to four limbs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_ntt_domain_root(
    domain: *const vorpal_ntt_domain,
    root: *mut u64,
) -> vorpal_status {
    call!([domain: vorpal_ntt_domain], |buffers| {
        *buffers.place::<[u64; 4]>(root.cast(), "root")? =
            with_domain!(&domain.domain, |domain| domain.root().to_montgomery());
    })
}

/// Frees a domain; null is ignored.
///
/// # Safety
/// `domain` is null or a domain that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_ntt_domain_free(domain: *mut vorpal_ntt_domain) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(domain) };
        Ok(())
    });
}
