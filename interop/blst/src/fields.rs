//! Field elements in the form of C: limbs of the Montgomery form, least significant first. It is Vorpal's own form.

use vorpal_fields::primes::{Bls12_381Base as Base, Bls12_381BaseModulus};
use vorpal_fields::tower::{Fp2, Fp6, Fp12};

/// A limb.
pub type limb_t = u64;
/// A byte.
pub type byte = u8;

pub(crate) type Quadratic = Fp2<Bls12_381BaseModulus, 6>;
pub(crate) type Sextic = Fp6<Bls12_381BaseModulus, 6>;
pub(crate) type Dodecic = Fp12<Bls12_381BaseModulus, 6>;

/// An element of the base field.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct blst_fp {
    /// The limbs of the Montgomery form.
    pub l: [limb_t; 6],
}

/// An element `fp[0] + fp[1] u` of the quadratic extension.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct blst_fp2 {
    /// The coefficients.
    pub fp: [blst_fp; 2],
}

/// An element `fp2[0] + fp2[1] v + fp2[2] v^2` of the extension of degree six.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct blst_fp6 {
    /// The coefficients.
    pub fp2: [blst_fp2; 3],
}

/// An element `fp6[0] + fp6[1] w` of the extension of degree twelve: a value of a Miller loop, or of a pairing.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blst_fp12 {
    /// The coefficients.
    pub fp6: [blst_fp6; 2],
}

impl blst_fp {
    pub(crate) const fn of(element: &Base) -> Self {
        Self { l: element.to_montgomery() }
    }

    /// The element. Limbs that are not below the modulus are reduced.
    pub(crate) fn element(&self) -> Base {
        Base::from_montgomery(self.l).unwrap_or_else(|| {
            let reduced = Base::from_limbs_reduced(&self.l).to_limbs();
            Base::from_montgomery(reduced).unwrap_or(Base::ZERO)
        })
    }
}

impl blst_fp2 {
    pub(crate) const fn of(element: &Quadratic) -> Self {
        Self { fp: [blst_fp::of(&element.c0), blst_fp::of(&element.c1)] }
    }

    pub(crate) fn element(&self) -> Quadratic {
        Quadratic::new(self.fp[0].element(), self.fp[1].element())
    }
}

impl blst_fp6 {
    const fn of(element: &Sextic) -> Self {
        Self { fp2: [blst_fp2::of(&element.c0), blst_fp2::of(&element.c1), blst_fp2::of(&element.c2)] }
    }

    fn element(&self) -> Sextic {
        let [c0, c1, c2] = self.fp2;
        Sextic::new(c0.element(), c1.element(), c2.element())
    }
}

impl blst_fp12 {
    pub(crate) const fn of(element: &Dodecic) -> Self {
        Self { fp6: [blst_fp6::of(&element.c0), blst_fp6::of(&element.c1)] }
    }

    pub(crate) fn element(&self) -> Dodecic {
        Dodecic::new(self.fp6[0].element(), self.fp6[1].element())
    }
}
