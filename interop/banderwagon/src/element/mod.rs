//! Elements of Banderwagon.

mod bytes;
mod operators;
mod serialisation;

use alloc::vec::Vec;

pub use bytes::Encoding;
use vorpal_curves::bandersnatch::Banderwagon;

use crate::Fr;
use crate::conversion::fr_of;

/// An element of Banderwagon, the group of prime order of the Verkle tree: a point of Bandersnatch up to its sign, that
/// is, `(x, y)` and `(-x, -y)` are the same element.
///
/// ```
/// use banderwagon::{Element, Fr};
/// let g = Element::prime_subgroup_generator();
/// assert_eq!(g + g, g * Fr::from(2u64));
/// assert_eq!(Element::from_bytes(g.to_bytes())?, g);
/// # Ok::<(), banderwagon::SerializationError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Element(pub(crate) Banderwagon);

impl Element {
    /// The generator of the group, that of Bandersnatch's prime subgroup.
    pub fn prime_subgroup_generator() -> Self {
        Self(Banderwagon::generator())
    }

    /// The neutral element.
    pub fn zero() -> Self {
        Self(Banderwagon::IDENTITY)
    }

    /// Whether this is the neutral element.
    pub fn is_zero(&self) -> bool {
        *self == Self::zero()
    }

    /// `x / y` as an integer, modulo the order of the group: the value by which a commitment enters the vector of its
    /// parent. One inversion.
    ///
    /// The map is not injective. Protocols that use it require proofs of openings of the committed vector.
    pub fn map_to_scalar_field(&self) -> Fr {
        fr_of(&self.0.map_to_scalar_field())
    }

    /// [`map_to_scalar_field`](Self::map_to_scalar_field) of each element, with one inversion, on the calling thread.
    pub fn batch_map_to_scalar_field(elements: &[Self]) -> Vec<Fr> {
        Banderwagon::map_to_scalar_field_batch(&points(elements)).iter().map(fr_of).collect()
    }

    /// [`map_to_scalar_field`](Self::map_to_scalar_field) of each element, given as trusted uncompressed bytes: those
    /// of [`from_bytes_unchecked_uncompressed`](Self::from_bytes_unchecked_uncompressed). One inversion.
    ///
    /// # Panics
    /// As for `from_bytes_unchecked_uncompressed`.
    pub fn hash_commitments(elements: &[[u8; 64]]) -> Vec<Fr> {
        let points: Vec<Banderwagon> =
            elements.iter().map(|bytes| Self::from_bytes_unchecked_uncompressed(*bytes).0).collect();
        Banderwagon::map_to_scalar_field_batch(&points).iter().map(fr_of).collect()
    }
}

impl From<Banderwagon> for Element {
    fn from(element: Banderwagon) -> Self {
        Self(element)
    }
}

impl From<Element> for Banderwagon {
    fn from(element: Element) -> Self {
        element.0
    }
}

/// The elements of Vorpal.
fn points(elements: &[Element]) -> Vec<Banderwagon> {
    elements.iter().map(|element| element.0).collect()
}
