//! Operators by value and by reference, which the traits require in every combination. `vorpal-interop` uses these
//! macros too; they are no part of the interface.

/// `left + right` and the like, for a function of two references.
#[doc(hidden)]
#[macro_export]
macro_rules! binary {
    ([$($generics:tt)*] $left:ty, $right:ty => $output:ty, $trait:ident $method:ident, $function:expr) => {
        impl<$($generics)*> core::ops::$trait<$right> for $left {
            type Output = $output;
            #[inline(always)]
            fn $method(self, other: $right) -> $output {
                $function(&self, &other)
            }
        }

        impl<'r, $($generics)*> core::ops::$trait<&'r $right> for $left {
            type Output = $output;
            #[inline(always)]
            fn $method(self, other: &'r $right) -> $output {
                $function(&self, other)
            }
        }

        impl<'l, $($generics)*> core::ops::$trait<$right> for &'l $left {
            type Output = $output;
            #[inline(always)]
            fn $method(self, other: $right) -> $output {
                $function(self, &other)
            }
        }

        impl<'l, 'r, $($generics)*> core::ops::$trait<&'r $right> for &'l $left {
            type Output = $output;
            #[inline(always)]
            fn $method(self, other: &'r $right) -> $output {
                $function(self, other)
            }
        }
    };
}

/// [`binary!`], and `left += right` and the like.
#[doc(hidden)]
#[macro_export]
macro_rules! binary_and_assign {
    (
        [$($generics:tt)*] $left:ty, $right:ty,
        $trait:ident $method:ident, $assign:ident $assign_method:ident, $function:expr
    ) => {
        $crate::binary!([$($generics)*] $left, $right => $left, $trait $method, $function);

        impl<$($generics)*> core::ops::$assign<$right> for $left {
            #[inline(always)]
            fn $assign_method(&mut self, other: $right) {
                *self = $function(&*self, &other);
            }
        }

        impl<'r, $($generics)*> core::ops::$assign<&'r $right> for $left {
            #[inline(always)]
            fn $assign_method(&mut self, other: &'r $right) {
                *self = $function(&*self, other);
            }
        }
    };
}

/// `-value`, and a sum of values or references.
#[doc(hidden)]
#[macro_export]
macro_rules! negation_and_sum {
    ([$($generics:tt)*] $type:ty, $zero:expr, $negate:expr) => {
        impl<$($generics)*> core::ops::Neg for $type {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                $negate(&self)
            }
        }

        impl<'l, $($generics)*> core::ops::Neg for &'l $type {
            type Output = $type;
            #[inline(always)]
            fn neg(self) -> $type {
                $negate(self)
            }
        }

        impl<Term: core::borrow::Borrow<Self>, $($generics)*> core::iter::Sum<Term> for $type {
            fn sum<Terms: Iterator<Item = Term>>(terms: Terms) -> Self {
                terms.fold($zero, |sum, term| sum + term.borrow())
            }
        }
    };
}
