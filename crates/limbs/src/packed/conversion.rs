//! The forms of numbers in memory, and the seal of the interfaces of backends.

/// Prevents implementations outside this crate.
pub trait Sealed {}

/// The relation between numbers in memory and residues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// The number `a R mod p` is the residue `a`. Costs about one multiplication where `S` differs from `R`.
    Montgomery,
    /// The number `x` is the residue `x / S`, without arithmetic: for computations in which the radix cancels, such as
    /// inverses by running products.
    Raw,
    /// As [`Raw`](Self::Raw), for units: loading replaces zeros by the number 1, and storing skips destinations that
    /// hold zero.
    Units,
    /// As [`Raw`](Self::Raw), in the form of [signed values](crate::PackedMontgomery::mul_signed).
    Signed,
}
