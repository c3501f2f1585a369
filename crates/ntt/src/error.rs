/// The error of a domain, or of a list that does not fit one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The field has no root of unity of that order.
    #[error(
        "a domain of at least {size} points: the field has roots of unity of order 2^{two_adicity} at most"
    )]
    Size {
        /// The number of points that was asked for.
        size: usize,
        /// The two-adicity of the field.
        two_adicity: u32,
    },
    /// The tables of the domain do not fit the memory of this computer.
    #[error("a domain of at least {size} points: its tables do not fit the memory of this computer")]
    Memory {
        /// The number of points that was asked for.
        size: usize,
    },
    /// The shift of a coset is zero, which has no inverse.
    #[error("the shift of a coset is zero")]
    ZeroShift,
    /// The order of a root of unity is not the number of points.
    #[error("the order of the root of unity is not 2^{log_size}")]
    Root {
        /// The binary logarithm of the number of points.
        log_size: u32,
    },
    /// The list does not have one element for each point of the domain.
    #[error("{found} elements for a domain of {expected} points")]
    Length {
        /// The number of points.
        expected: usize,
        /// The number of elements.
        found: usize,
    },
    /// The elements are not those of lists that each have one element for each point of the domain.
    #[error("{found} elements, no multiple of the {size} points of the domain")]
    Lists {
        /// The number of points.
        size: usize,
        /// The number of elements.
        found: usize,
    },
    /// The values of `X^size - 1` do not repeat on the domain.
    #[error(
        "X^{size} - 1 as a divisor on {points} points: {size} is not a power of two that divides {points}"
    )]
    Divisor {
        /// The degree of the divisor.
        size: usize,
        /// The number of points of the domain.
        points: usize,
    },
    /// The divisor is zero at a point of the domain.
    #[error("X^{size} - 1 as a divisor is zero at a point of the domain")]
    Vanishes {
        /// The degree of the divisor.
        size: usize,
    },
}
