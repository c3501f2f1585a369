/// The error of a product of pairings, or of reading an element of the target group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A point of G1's curve is not in the subgroup of prime order.
    #[error("the point of G1 in pair {index} is not in the subgroup of prime order")]
    OutsideG1 {
        /// The index of the first such pair.
        index: usize,
    },
    /// A point of G2's curve is not in the subgroup of prime order.
    #[error("the point of G2 in pair {index} is not in the subgroup of prime order")]
    OutsideG2 {
        /// The index of the first such pair.
        index: usize,
    },
}
