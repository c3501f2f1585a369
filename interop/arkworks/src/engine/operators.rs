//! Operators of points. Additions are those of arkworks.

use core::borrow::Borrow;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use ark_ec::short_weierstrass::Bucket;
use ark_ec::{AdditiveGroup, AffineRepr, PrimeGroup};
use ark_ff::{PrimeField, Zero};

use super::{Affine, EngineCurve, Projective};

impl<P: EngineCurve> Neg for Projective<P> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<P: EngineCurve> Neg for Affine<P> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<'a, P: EngineCurve> AddAssign<&'a Self> for Projective<P> {
    #[inline]
    fn add_assign(&mut self, other: &'a Self) {
        self.0 += &other.0;
    }
}

impl<'a, P: EngineCurve> SubAssign<&'a Self> for Projective<P> {
    #[inline]
    fn sub_assign(&mut self, other: &'a Self) {
        self.0 -= &other.0;
    }
}

impl<'a, P: EngineCurve> Add<&'a Self> for Projective<P> {
    type Output = Self;

    #[inline]
    fn add(mut self, other: &'a Self) -> Self {
        self += other;
        self
    }
}

impl<'a, P: EngineCurve> Sub<&'a Self> for Projective<P> {
    type Output = Self;

    #[inline]
    fn sub(mut self, other: &'a Self) -> Self {
        self -= other;
        self
    }
}

ark_ff::impl_additive_ops_from_ref!(Projective, EngineCurve);

/// Additions of affine points to points of another form, by value and by reference.
macro_rules! mixed_additions {
    ($(<$($a:lifetime)?> $other:ty),*) => {$(
        impl<$($a,)? P: EngineCurve> AddAssign<$other> for Projective<P> {
            #[inline]
            fn add_assign(&mut self, other: $other) {
                self.0 += &other.0;
            }
        }

        impl<$($a,)? P: EngineCurve> SubAssign<$other> for Projective<P> {
            #[inline]
            fn sub_assign(&mut self, other: $other) {
                self.0 -= &other.0;
            }
        }

        impl<$($a,)? P: EngineCurve> Add<$other> for Projective<P> {
            type Output = Self;

            #[inline]
            fn add(mut self, other: $other) -> Self {
                self += other;
                self
            }
        }

        impl<$($a,)? P: EngineCurve> Sub<$other> for Projective<P> {
            type Output = Self;

            #[inline]
            fn sub(mut self, other: $other) -> Self {
                self -= other;
                self
            }
        }

        impl<$($a,)? P: EngineCurve> Add<$other> for Affine<P> {
            type Output = Projective<P>;

            #[inline]
            fn add(self, other: $other) -> Projective<P> {
                self.into_group() + other
            }
        }

        impl<$($a,)? P: EngineCurve> Sub<$other> for Affine<P> {
            type Output = Projective<P>;

            #[inline]
            fn sub(self, other: $other) -> Projective<P> {
                self.into_group() - other
            }
        }

        impl<$($a,)? P: EngineCurve> AddAssign<$other> for Bucket<P> {
            #[inline]
            fn add_assign(&mut self, other: $other) {
                *self += &other.0;
            }
        }

        impl<$($a,)? P: EngineCurve> SubAssign<$other> for Bucket<P> {
            #[inline]
            fn sub_assign(&mut self, other: $other) {
                *self -= &other.0;
            }
        }

        impl<$($a,)? P: EngineCurve> Sum<$other> for Projective<P> {
            fn sum<I: Iterator<Item = $other>>(iter: I) -> Self {
                iter.fold(Self::ZERO, |sum, point| sum + point)
            }
        }
    )*};
}

mixed_additions!(<> Affine<P>, <'a> &'a Affine<P>);

impl<P: EngineCurve> AddAssign<&Bucket<P>> for Projective<P> {
    #[inline]
    fn add_assign(&mut self, other: &Bucket<P>) {
        self.0 += other;
    }
}

/// Additions of projective points to affine ones.
macro_rules! additions_to_affine {
    ($(<$($a:lifetime)?> $other:ty),*) => {$(
        impl<$($a,)? P: EngineCurve> Add<$other> for Affine<P> {
            type Output = Projective<P>;

            #[inline]
            fn add(self, other: $other) -> Projective<P> {
                let sum: Projective<P> = *Borrow::<Projective<P>>::borrow(&other);
                sum + self
            }
        }

        impl<$($a,)? P: EngineCurve> Sub<$other> for Affine<P> {
            type Output = Projective<P>;

            #[inline]
            fn sub(self, other: $other) -> Projective<P> {
                let other: Projective<P> = *Borrow::<Projective<P>>::borrow(&other);
                -other + self
            }
        }
    )*};
}

additions_to_affine!(<> Projective<P>, <'a> &'a Projective<P>);

impl<P: EngineCurve, T: Borrow<P::ScalarField>> MulAssign<T> for Projective<P> {
    #[inline]
    fn mul_assign(&mut self, scalar: T) {
        *self = self.mul_bigint(scalar.borrow().into_bigint());
    }
}

impl<P: EngineCurve, T: Borrow<P::ScalarField>> Mul<T> for Projective<P> {
    type Output = Self;

    #[inline]
    fn mul(self, scalar: T) -> Self {
        self.mul_bigint(scalar.borrow().into_bigint())
    }
}

impl<P: EngineCurve, T: Borrow<P::ScalarField>> Mul<T> for Affine<P> {
    type Output = Projective<P>;

    #[inline]
    fn mul(self, scalar: T) -> Projective<P> {
        self.mul_bigint(scalar.borrow().into_bigint())
    }
}
