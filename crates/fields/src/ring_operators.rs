//! The operators of a ring, of values and of references.

/// Implements `+`, `-`, `*` and their assigning forms for values and references, `-&a`, and sums and products of
/// iterators over references. The type is `Copy`, has `-a`, sums and products of values, and the inherent functions
/// `plus`, `minus` and `$product` of two references.
macro_rules! ring_operators {
    (impl[$($parameters:tt)*] $type:ty: $product:ident) => {
        $crate::assigning_operator!(impl[$($parameters)*] Add add AddAssign add_assign: $type, $type, <$type>::plus);
        $crate::assigning_operator!(impl[$($parameters)*] Sub sub SubAssign sub_assign: $type, $type, <$type>::minus);
        $crate::assigning_operator!(
            impl[$($parameters)*] Mul mul MulAssign mul_assign: $type, $type, <$type>::$product
        );

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
}
