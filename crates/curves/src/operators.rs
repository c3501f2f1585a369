//! The operators of groups, of values and of references.

/// Implements an operator of two types by a function of two references, for all four combinations of values and
/// references.
macro_rules! operator {
    (impl[$($p:tt)*] $operator:ident $method:ident: $left:ty, $right:ty => $output:ty, $function:expr) => {
        impl<$($p)*> core::ops::$operator<$right> for $left {
            type Output = $output;
            #[inline]
            fn $method(self, other: $right) -> $output {
                $function(&self, &other)
            }
        }

        impl<$($p)*> core::ops::$operator<&$right> for $left {
            type Output = $output;
            #[inline]
            fn $method(self, other: &$right) -> $output {
                $function(&self, other)
            }
        }

        impl<$($p)*> core::ops::$operator<$right> for &$left {
            type Output = $output;
            #[inline]
            fn $method(self, other: $right) -> $output {
                $function(self, &other)
            }
        }

        impl<$($p)*> core::ops::$operator<&$right> for &$left {
            type Output = $output;
            #[inline]
            fn $method(self, other: &$right) -> $output {
                $function(self, other)
            }
        }
    };
}

/// Implements an operator as [`operator`] does, and its assigning form.
macro_rules! assigning_operator {
    (
        impl[$($p:tt)*] $operator:ident $method:ident $assign:ident $assign_method:ident: $left:ty, $right:ty,
        $function:expr
    ) => {
        operator!(impl[$($p)*] $operator $method: $left, $right => $left, $function);

        impl<$($p)*> core::ops::$assign<$right> for $left {
            #[inline]
            fn $assign_method(&mut self, other: $right) {
                *self = $function(self, &other);
            }
        }

        impl<$($p)*> core::ops::$assign<&$right> for $left {
            #[inline]
            fn $assign_method(&mut self, other: &$right) {
                *self = $function(self, other);
            }
        }
    };
}

/// Implements `+`, `-`, `+=`, `-=` and sums of iterators for a type of points and a type of other points, given the
/// sum and the difference of references.
macro_rules! sums {
    (impl[$($p:tt)*] $left:ty, $right:ty: $plus:expr, $minus:expr, from $identity:expr) => {
        assigning_operator!(impl[$($p)*] Add add AddAssign add_assign: $left, $right, $plus);
        assigning_operator!(impl[$($p)*] Sub sub SubAssign sub_assign: $left, $right, $minus);

        impl<$($p)*> core::iter::Sum<$right> for $left {
            fn sum<I: Iterator<Item = $right>>(points: I) -> $left {
                points.fold($identity, |sum, point| sum + point)
            }
        }

        impl<'a, $($p)*> core::iter::Sum<&'a $right> for $left {
            fn sum<I: Iterator<Item = &'a $right>>(points: I) -> $left {
                points.fold($identity, |sum, point| sum + point)
            }
        }
    };
}

/// Implements `point * scalar`, `scalar * point` and, where the product has the type of the point, `point *= scalar`,
/// given the product of references.
macro_rules! products {
    (impl[$($p:tt)*] $point:ty, $scalar:ty, $product:expr) => {
        assigning_operator!(impl[$($p)*] Mul mul MulAssign mul_assign: $point, $scalar, $product);
        operator!(impl[$($p)*] Mul mul: $scalar, $point => $point, |scalar, point| $product(point, scalar));
    };
    (impl[$($p:tt)*] $point:ty, $scalar:ty => $output:ty, $product:expr) => {
        operator!(impl[$($p)*] Mul mul: $point, $scalar => $output, $product);
        operator!(impl[$($p)*] Mul mul: $scalar, $point => $output, |scalar, point| $product(point, scalar));
    };
}

/// Implements `-` for values and references, by a function of a reference.
macro_rules! negation {
    (impl[$($p:tt)*] $type:ty: $function:expr) => {
        impl<$($p)*> core::ops::Neg for $type {
            type Output = $type;
            #[inline]
            fn neg(self) -> $type {
                $function(&self)
            }
        }

        impl<$($p)*> core::ops::Neg for &$type {
            type Output = $type;
            #[inline]
            fn neg(self) -> $type {
                $function(self)
            }
        }
    };
}
