//! The constants of a modulus for packed arithmetic.

use super::{Constants, Doubles, PseudoMersenne, SignedConstants};
use crate::{Montgomery, ReductionKind};

/// The constants of one odd `p < R = 2^(64 N)`, for every backend.
#[derive(Clone, Copy, Debug)]
#[repr(C)] // As for `Constants`.
pub struct PackedModulus<const N: usize> {
    ring: Montgomery<N>,
    constants: Constants,
    doubles: Doubles,
    pseudo_mersenne: Option<PseudoMersenne>,
    signed: Option<SignedConstants>,
}

#[allow(dead_code, reason = "unused on targets without vectors")]
impl<const N: usize> PackedModulus<N> {
    pub(crate) const fn new(ring: &Montgomery<N>) -> Self {
        let constants = Constants::new(ring);
        let pseudo_mersenne = PseudoMersenne::new(ring);
        // Other forms of products have no signed words.
        let signed = if pseudo_mersenne.is_none() { SignedConstants::new(ring, &constants) } else { None };
        Self { ring: *ring, constants, doubles: Doubles::new(&constants), pseudo_mersenne, signed }
    }

    /// The ring of the packed numbers.
    #[inline(always)]
    pub(crate) const fn ring(&self) -> &Montgomery<N> {
        &self.ring
    }

    /// Whether vectors multiply numbers in 64-bit limbs: `p <= R - 2^-49 R`, by the top limb, so that one subtraction
    /// suffices, and `p` has no special form, for which single products are faster.
    #[inline(always)]
    pub const fn has_products_of_numbers(&self) -> bool {
        matches!(self.ring.reduction_kind(), ReductionKind::Spare | ReductionKind::Any)
            && self.ring.modulus()[N - 1] < 0u64.wrapping_sub(1 << 15)
    }

    #[inline(always)]
    pub(crate) const fn constants(&self) -> &Constants {
        &self.constants
    }

    #[inline(always)]
    pub(crate) const fn doubles(&self) -> &Doubles {
        &self.doubles
    }

    /// The constants for signed words, or `None` if the bounds of signed words do not hold.
    #[inline(always)]
    pub(crate) const fn signed(&self) -> Option<&SignedConstants> {
        self.signed.as_ref()
    }

    #[inline(always)]
    pub(crate) const fn pseudo_mersenne(&self) -> Option<&PseudoMersenne> {
        self.pseudo_mersenne.as_ref()
    }
}
