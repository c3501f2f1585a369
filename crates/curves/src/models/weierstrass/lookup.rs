//! Constant-time lookup of multiples in tables by secret digits: every entry is read and processed alike.

use vorpal_fields::Field;
use vorpal_limbs::fault::{Fault, leak_if_active};
use vorpal_limbs::words::equality_mask;

use super::{Affine, Projective, WeierstrassCurve};

impl<C: WeierstrassCurve> Affine<C> {
    /// The entry `number - 1`, infinity for 0 and for numbers beyond the table. Constant time.
    #[must_use]
    pub fn lookup(table: &[Self], number: u64) -> Self {
        let mut entry = Self::IDENTITY;
        leak_if_active(Fault::Lookup, number);
        for (candidate, here) in table.iter().zip(1..) {
            let mask = equality_mask(here, number);
            entry.x.or_masked(&candidate.x, mask);
            entry.y.or_masked(&candidate.y, mask);
        }
        entry
    }
}

impl<C: WeierstrassCurve> Projective<C> {
    /// The entry `number - 1`, infinity for 0; unspecified for numbers beyond the table. Constant time.
    #[must_use]
    pub fn lookup(table: &[Self], number: u64) -> Self {
        let mut entry = Self { X: C::Base::ZERO, Y: C::Base::ZERO, Z: C::Base::ZERO };
        entry.Y.or_masked(&C::Base::ONE, equality_mask(0, number));
        leak_if_active(Fault::Lookup, number);
        for (candidate, here) in table.iter().zip(1..) {
            let mask = equality_mask(here, number);
            entry.X.or_masked(&candidate.X, mask);
            entry.Y.or_masked(&candidate.Y, mask);
            entry.Z.or_masked(&candidate.Z, mask);
        }
        entry
    }
}
