//! Operators of values and of references, for all types of the library.

/// Implements an operator of two types by a function of two references, for all four combinations of values and
/// references.
#[doc(hidden)]
#[macro_export]
macro_rules! operator {
    (impl[$($p:tt)*] $operator:ident $method:ident: $left:ty, $right:ty => $output:ty, $function:expr) => {
        impl<$($p)*> core::ops::$operator<$right> for $left {
            type Output = $output;
            #[inline(always)]
            fn $method(self, other: $right) -> $output {
                $function(&self, &other)
            }
        }

        impl<$($p)*> core::ops::$operator<&$right> for $left {
            type Output = $output;
            #[inline(always)]
            fn $method(self, other: &$right) -> $output {
                $function(&self, other)
            }
        }

        impl<$($p)*> core::ops::$operator<$right> for &$left {
            type Output = $output;
            #[inline(always)]
            fn $method(self, other: $right) -> $output {
                $function(self, &other)
            }
        }

        impl<$($p)*> core::ops::$operator<&$right> for &$left {
            type Output = $output;
            #[inline(always)]
            fn $method(self, other: &$right) -> $output {
                $function(self, other)
            }
        }
    };
}

/// Implements an operator as `operator` does, and its assigning form.
#[doc(hidden)]
#[macro_export]
macro_rules! assigning_operator {
    (
        impl[$($p:tt)*] $operator:ident $method:ident $assign:ident $assign_method:ident: $left:ty, $right:ty,
        $function:expr
    ) => {
        $crate::operator!(impl[$($p)*] $operator $method: $left, $right => $left, $function);

        impl<$($p)*> core::ops::$assign<$right> for $left {
            #[inline(always)]
            fn $assign_method(&mut self, other: $right) {
                *self = $function(self, &other);
            }
        }

        impl<$($p)*> core::ops::$assign<&$right> for $left {
            #[inline(always)]
            fn $assign_method(&mut self, other: &$right) {
                *self = $function(self, other);
            }
        }
    };
}

/// Implements `-` for values and references, by a function of a reference.
#[doc(hidden)]
#[macro_export]
macro_rules! negation {
    (impl[$($p:tt)*] $type:ty: $function:expr) => {
        impl<$($p)*> core::ops::Neg for $type {
            type Output = $type;
            #[inline(always)]
            fn neg(self) -> $type {
                $function(&self)
            }
        }

        impl<$($p)*> core::ops::Neg for &$type {
            type Output = $type;
            #[inline(always)]
            fn neg(self) -> $type {
                $function(self)
            }
        }
    };
}
