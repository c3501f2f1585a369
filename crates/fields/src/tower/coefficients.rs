//! What all extensions share: operations on each coefficient.

/// Implements for a type with the given coefficients what applies to each of them, and the operators that follow from
/// `mul`. `$name<M, N>` has an inherent `mul(&self, &Self)`.
macro_rules! coefficientwise {
    ($name:ident, $label:literal: $($field:ident),+) => {
        impl<M: TowerModulus<N>, const N: usize> Clone for $name<M, N> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<M: TowerModulus<N>, const N: usize> Copy for $name<M, N> {}

        ring_operators!(impl[M: TowerModulus<N>, const N: usize] $name<M, N>: mul);

        impl<M: TowerModulus<N>, const N: usize> core::ops::Neg for $name<M, N> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self { $($field: -self.$field),+ }
            }
        }

        impl<M: TowerModulus<N>, const N: usize> core::iter::Sum for $name<M, N> {
            fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
                terms.fold(Self::ZERO, core::ops::Add::add)
            }
        }

        impl<M: TowerModulus<N>, const N: usize> core::iter::Product for $name<M, N> {
            fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
                factors.fold(Self::ONE, core::ops::Mul::mul)
            }
        }

        impl<M: TowerModulus<N>, const N: usize> Default for $name<M, N> {
            /// Zero.
            fn default() -> Self {
                Self::ZERO
            }
        }

        impl<M: TowerModulus<N>, const N: usize> subtle::ConstantTimeEq for $name<M, N> {
            #[inline(always)]
            fn ct_eq(&self, other: &Self) -> subtle::Choice {
                let mut equal = subtle::Choice::from(1);
                $(equal &= self.$field.ct_eq(&other.$field);)+
                equal
            }
        }

        impl<M: TowerModulus<N>, const N: usize> subtle::ConditionallySelectable for $name<M, N> {
            #[inline(always)]
            fn conditional_select(a: &Self, b: &Self, choice: subtle::Choice) -> Self {
                Self { $($field: subtle::ConditionallySelectable::conditional_select(&a.$field, &b.$field, choice)),+ }
            }
        }

        impl<M: TowerModulus<N>, const N: usize> PartialEq for $name<M, N> {
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                subtle::ConstantTimeEq::ct_eq(self, other).into()
            }
        }

        impl<M: TowerModulus<N>, const N: usize> Eq for $name<M, N> {}

        impl<M: TowerModulus<N>, const N: usize> core::hash::Hash for $name<M, N> {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                $(self.$field.hash(state);)+
            }
        }

        impl<M: TowerModulus<N>, const N: usize> core::fmt::Debug for $name<M, N> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_tuple($label)$(.field(&self.$field))+.finish()
            }
        }

        /// Overwrites secrets with zero, by writes that are not optimised away.
        #[cfg(feature = "zeroize")]
        impl<M: TowerModulus<N>, const N: usize> zeroize::DefaultIsZeroes for $name<M, N> {}

        /// Operations on each coefficient.
        impl<M: TowerModulus<N>, const N: usize> $name<M, N> {
            /// `self + other`, as the operator, without copying the operands. A copy of an element just computed waits
            /// for its words to reach the cache.
            #[inline(always)]
            #[must_use]
            pub fn plus(&self, other: &Self) -> Self {
                Self { $($field: self.$field.plus(&other.$field)),+ }
            }

            /// `self - other`, as the operator, without copying the operands.
            #[inline(always)]
            #[must_use]
            pub fn minus(&self, other: &Self) -> Self {
                Self { $($field: self.$field.minus(&other.$field)),+ }
            }

            /// `2 self`.
            #[inline(always)]
            #[must_use]
            pub fn double(&self) -> Self {
                Self { $($field: self.$field.double()),+ }
            }

            /// `self / 2`.
            #[inline(always)]
            #[must_use]
            pub fn halve(&self) -> Self {
                Self { $($field: self.$field.halve()),+ }
            }

            /// Whether the element is zero.
            #[inline(always)]
            pub fn is_zero(&self) -> subtle::Choice {
                let mut zero = subtle::Choice::from(1);
                $(zero &= self.$field.is_zero();)+
                zero
            }

            /// Whether the element is zero, as a plain `bool`: for branches on public values.
            #[inline(always)]
            pub fn is_zero_vartime(&self) -> bool {
                $(self.$field.is_zero_vartime())&&+
            }

            /// `self^exponent`, the exponent in little-endian limbs; `0^0 = 1`. Time depends on the exponent, which
            /// must be public, and not on `self`.
            ///
            /// A square for each bit, and a product for each set bit.
            #[must_use]
            pub fn pow_vartime(&self, exponent: &[u64]) -> Self {
                let mut power = Self::ONE;
                for bit in (0..vorpal_limbs::words::bit_length_vartime(exponent)).rev() {
                    power = power.square();
                    if vorpal_limbs::words::bit(exponent, bit) == 1 {
                        power *= *self;
                    }
                }
                power
            }
        }
    };
}
