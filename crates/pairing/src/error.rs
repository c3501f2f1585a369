/// The error of a product of pairings, of powers in the target group, or of reading one of its elements.
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
    /// There is not one scalar for each base.
    #[error("{scalars} scalars for {bases} elements of the target group")]
    Lengths {
        /// The number of elements.
        bases: usize,
        /// The number of scalars.
        scalars: usize,
    },
    /// The byte string does not have the length of an element of the target group.
    #[error("{found} bytes where an element of the target group of {expected} bytes is expected")]
    Length {
        /// The length of an element.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A coefficient is not below the prime of the base field.
    #[error("coefficient {index} of the encoding is not below the prime of the base field")]
    NotCanonical {
        /// The index of the first such coefficient in the encoding, from 0 to 11.
        index: usize,
    },
    /// The element of `Fp12` is not in the target group.
    #[error("the element of Fp12 is not in the target group")]
    OutsideGt,
}
