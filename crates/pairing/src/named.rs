//! The functions of a pairing under the name of its curve, without type parameters.

/// Defines the functions of a module of a curve, given its engine and its number of limbs.
macro_rules! named {
    ($engine:ident, $limbs:literal, $g1:ty, $g2:ty) => {
        /// An element of the target group.
        pub type Gt = crate::Gt<$engine, $limbs>;
        /// The lines of a point of G2.
        pub type PreparedG2 = crate::PreparedG2<$engine, $limbs>;
        /// The lines of the last points of G2.
        pub type LineCache = crate::LineCache<$engine, $limbs>;
        /// A point of G1's curve and one of G2's curve.
        pub type Pair = ($g1, $g2);

        /// `e(p, q)`: [`pairing_vartime`](crate::pairing_vartime). The points are in G1 and G2.
        pub fn pairing(p: &$g1, q: &$g2) -> Gt {
            crate::pairing_vartime(p, q)
        }

        /// The product of all `e(p, q)`, one for no pairs: [`multi_pairing_vartime`](crate::multi_pairing_vartime). The
        /// points are in G1 and G2.
        #[doc(alias = "multi_pairing")]
        pub fn product(pairs: &[Pair]) -> Gt {
            crate::multi_pairing_vartime(pairs)
        }

        /// The product of all `e(p, q)` with prepared points of G2:
        /// [`multi_pairing_prepared_vartime`](crate::multi_pairing_prepared_vartime). The points `p` are in G1.
        pub fn product_prepared(pairs: &[($g1, &PreparedG2)]) -> Gt {
            crate::multi_pairing_prepared_vartime(pairs)
        }

        /// The product of all `e(p, q)`, for any points of the curves:
        /// [`multi_pairing_checked_vartime`](crate::multi_pairing_checked_vartime).
        ///
        /// # Errors
        /// [`OutsideG1`](crate::Error::OutsideG1) or [`OutsideG2`](crate::Error::OutsideG2) with the index of the first
        /// pair with such a point.
        pub fn product_checked(pairs: &[Pair]) -> Result<Gt, crate::Error> {
            crate::multi_pairing_checked_vartime(pairs)
        }

        /// Whether the product of all `e(p, q)` is one, for any points of the curves:
        /// [`product_is_one_vartime`](crate::product_is_one_vartime).
        ///
        /// # Errors
        /// As [`product_checked`].
        #[doc(alias("pairing_check", "multi_pairing"))]
        pub fn product_is_one(pairs: &[Pair]) -> Result<bool, crate::Error> {
            crate::product_is_one_vartime::<$engine, $limbs>(pairs)
        }

        /// Whether the product of all `e(p, q)` is one, with prepared points of G2. The points `p` are in G1.
        pub fn product_is_one_prepared(pairs: &[($g1, &PreparedG2)]) -> bool {
            product_prepared(pairs) == Gt::ONE
        }
    };
}
pub(crate) use named;
