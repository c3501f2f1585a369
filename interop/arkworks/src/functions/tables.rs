//! The tables of transforms, kept between calls: a domain of arkworks is `Copy`, so it cannot have them.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

use vorpal_fields::PrimeField;
use vorpal_ntt::Domain;

/// The number of domains whose tables are kept.
const KEPT: usize = 8;

/// Domains of any field, the most recently used last.
static DOMAINS: Mutex<Vec<Arc<dyn Any + Send + Sync>>> = Mutex::new(Vec::new());

fn domains() -> MutexGuard<'static, Vec<Arc<dyn Any + Send + Sync>>> {
    // A panic cannot leave the list in a wrong state.
    DOMAINS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls the function with the domain of this size and shift. `None` if the field has no such domain.
pub(super) fn with_domain<F: PrimeField, T>(
    size: usize,
    shift: F,
    function: impl FnOnce(&Domain<F>) -> T,
) -> Option<T> {
    let domain = match find(size, shift) {
        Some(domain) => domain,
        None => keep(if shift == F::ONE { Domain::new(size) } else { Domain::coset(size, shift) }.ok()?),
    };
    Some(function(&domain))
}

fn find<F: PrimeField>(size: usize, shift: F) -> Option<Arc<Domain<F>>> {
    find_in(&mut domains(), size, shift)
}

fn find_in<F: PrimeField>(
    domains: &mut [Arc<dyn Any + Send + Sync>],
    size: usize,
    shift: F,
) -> Option<Arc<Domain<F>>> {
    let (index, found) = domains.iter().enumerate().rev().find_map(|(index, domain)| {
        let domain = Arc::clone(domain).downcast::<Domain<F>>().ok()?;
        (domain.size() == size && domain.shift() == shift).then_some((index, domain))
    })?;
    domains[index..].rotate_left(1);
    Some(found)
}

fn keep<F: PrimeField>(domain: Domain<F>) -> Arc<Domain<F>> {
    let domain = Arc::new(domain);
    let mut domains = domains();
    // Another thread may have built the same one in the meantime.
    if let Some(found) = find_in(&mut domains, domain.size(), domain.shift()) {
        return found;
    }
    // Tables are freed without the lock.
    let oldest = (domains.len() == KEPT).then(|| domains.remove(0));
    domains.push(Arc::clone(&domain) as Arc<dyn Any + Send + Sync>);
    drop(domains);
    drop(oldest);
    domain
}

/// Frees the tables of transforms. The next transform on a [`Domain`](super::Domain) builds its own again.
///
/// Tables of up to eight domains are kept, those used last. A subgroup of `n` points has tables of `n` elements, a
/// coset of `2 n`.
pub fn forget_tables() {
    let forgotten = core::mem::take(&mut *domains());
    drop(forgotten);
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal_fields::primes::Bn254Scalar as F;

    /// Transforms by another domain of four points; the shifts whose tables are kept afterwards.
    fn kept_after(shift: u64) -> Vec<u64> {
        let found = with_domain(4, F::from(shift), |domain| (domain.size(), domain.shift()));
        assert_eq!(found, Some((4, F::from(shift))));
        kept()
    }

    fn kept() -> Vec<u64> {
        let domains: Vec<_> = domains().iter().map(Arc::clone).collect();
        let domains = domains.into_iter().filter_map(|domain| domain.downcast::<Domain<F>>().ok());
        domains.filter_map(|domain| (1..20).find(|shift| domain.shift() == F::from(*shift))).collect()
    }

    /// No result depends on it: only this test sees whether tables are kept.
    #[test]
    fn tables_of_the_last_domains_are_kept() {
        for shift in 1..=8 {
            assert_eq!(kept_after(shift), (1..=shift).collect::<Vec<_>>());
        }
        assert_eq!(kept_after(3), [1, 2, 4, 5, 6, 7, 8, 3], "used again");
        assert_eq!(kept_after(9), [2, 4, 5, 6, 7, 8, 3, 9], "the oldest one is freed");
        forget_tables();
        assert!(kept().is_empty());
    }
}
