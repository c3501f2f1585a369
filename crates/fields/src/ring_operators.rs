//! The operators of a ring, of values and of references.

/// Implements `+`, `-`, `*` and their assigning forms for values and references, `-&a`, and sums and products of
/// iterators over references. The type is `Copy`, has `-a`, sums and products of values, and the inherent functions
/// `plus`, `minus` and `$product` of two references.
macro_rules! ring_operators {
    (impl[$($parameters:tt)*] $type:ty: $product:ident) => {
        ring_operators! { impl[$($parameters)*] $type; Add add AddAssign add_assign plus }
        ring_operators! { impl[$($parameters)*] $type; Sub sub SubAssign sub_assign minus }
        ring_operators! { impl[$($parameters)*] $type; Mul mul MulAssign mul_assign $product }

        impl<$($parameters)*> core::ops::Neg for &$type {
            type Output = $type;
            #[inline(always)]
            fn neg(self) -> $type {
                -*self
            }
        }

        impl<'a, $($parameters)*> core::iter::Sum<&'a $type> for $type {
            fn sum<I: Iterator<Item = &'a $type>>(terms: I) -> $type {
                terms.copied().sum()
            }
        }

        impl<'a, $($parameters)*> core::iter::Product<&'a $type> for $type {
            fn product<I: Iterator<Item = &'a $type>>(factors: I) -> $type {
                factors.copied().product()
            }
        }
    };
    // One operator: its trait and method, those of the assigning form, and the function of two references.
    (impl[$($p:tt)*] $type:ty; $operator:ident $method:ident $assign:ident $assign_method:ident $function:ident) => {
        impl<$($p)*> core::ops::$operator for $type {
            type Output = $type;
            #[inline(always)]
            fn $method(self, other: $type) -> $type {
                <$type>::$function(&self, &other)
            }
        }

        impl<$($p)*> core::ops::$operator<&$type> for $type {
            type Output = $type;
            #[inline(always)]
            fn $method(self, other: &$type) -> $type {
                <$type>::$function(&self, other)
            }
        }

        impl<$($p)*> core::ops::$operator<$type> for &$type {
            type Output = $type;
            #[inline(always)]
            fn $method(self, other: $type) -> $type {
                <$type>::$function(self, &other)
            }
        }

        impl<$($p)*> core::ops::$operator<&$type> for &$type {
            type Output = $type;
            #[inline(always)]
            fn $method(self, other: &$type) -> $type {
                <$type>::$function(self, other)
            }
        }

        impl<$($p)*> core::ops::$assign for $type {
            #[inline(always)]
            fn $assign_method(&mut self, other: $type) {
                *self = <$type>::$function(self, &other);
            }
        }

        impl<$($p)*> core::ops::$assign<&$type> for $type {
            #[inline(always)]
            fn $assign_method(&mut self, other: &$type) {
                *self = <$type>::$function(self, other);
            }
        }
    };
}
