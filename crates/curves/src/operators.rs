//! The operators of groups, of values and of references.

/// Implements `+`, `-`, `+=`, `-=` and sums of iterators for a type of points and a type of other points, given the
/// sum and the difference of references.
macro_rules! sums {
    (impl[$($p:tt)*] $left:ty, $right:ty: $plus:expr, $minus:expr, from $identity:expr) => {
        vorpal_fields::assigning_operator!(impl[$($p)*] Add add AddAssign add_assign: $left, $right, $plus);
        vorpal_fields::assigning_operator!(impl[$($p)*] Sub sub SubAssign sub_assign: $left, $right, $minus);

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
        vorpal_fields::assigning_operator!(impl[$($p)*] Mul mul MulAssign mul_assign: $point, $scalar, $product);
        vorpal_fields::operator!(
            impl[$($p)*] Mul mul: $scalar, $point => $point, |scalar, point| $product(point, scalar)
        );
    };
    (impl[$($p:tt)*] $point:ty, $scalar:ty => $output:ty, $product:expr) => {
        vorpal_fields::operator!(impl[$($p)*] Mul mul: $point, $scalar => $output, $product);
        vorpal_fields::operator!(
            impl[$($p)*] Mul mul: $scalar, $point => $output, |scalar, point| $product(point, scalar)
        );
    };
}
