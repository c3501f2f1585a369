//! Sixteen packed points of a group, for long sums.

use alloc::vec::Vec;
use core::fmt::Debug;

use vorpal_fields::LANES;

use crate::Group;

/// The encoding of a table entry as bytes of a file.
///
/// ```
/// use vorpal_curves::bandersnatch::{Banderwagon, PackedBanderwagon};
/// use vorpal_curves::{EntryBytes, PackedGroup};
/// fn to_bytes<E: EntryBytes>(entries: &[E]) -> Vec<u8> {
///     let mut bytes = Vec::with_capacity(entries.len() * E::LENGTH);
///     entries.iter().for_each(|entry| entry.append_to(&mut bytes));
///     bytes
/// }
/// let entries = PackedBanderwagon::entries(&[Banderwagon::generator(); 3]);
/// assert_eq!(to_bytes(&entries).len(), 3 * 96);
/// ```
pub trait EntryBytes: Sized {
    /// The length of the encoding.
    const LENGTH: usize;

    /// Appends the encoding: stored coordinates, the same on every processor.
    fn append_to(&self, bytes: &mut Vec<u8>);
    /// The entry with this encoding; `None` if the length is invalid or a coordinate is not canonical. Does not check
    /// that the point is in the group.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

/// Sixteen elements of a group, one per lane, to which table entries are added. Long sums are computed with it.
///
/// Operations are total, as those of [`Group`]: any elements, the identity included, may be added in a lane. Time
/// depends on the elements only where the time of the group's own additions does.
///
/// ```
/// use vorpal_curves::{Group, PackedGroup, bandersnatch::Banderwagon, secp256k1};
/// /// Sixteen times the point, in every lane.
/// fn times_sixteen<G: Group>(point: &G) -> [G; 16] {
///     let mut lanes = G::Packed::load(&[*point; 16]);
///     (0..4).for_each(|_| lanes.double());
///     let mut points = [G::IDENTITY; 16];
///     lanes.store(&mut points);
///     points
/// }
/// let g = Banderwagon::generator();
/// assert_eq!(times_sixteen(&g)[15], g.mul_limbs_vartime(&[16]));
/// let g = secp256k1::Jacobian::GENERATOR;
/// assert_eq!(times_sixteen(&g)[15], g.mul_limbs_vartime(&[16]));
/// ```
pub trait PackedGroup: Copy + Debug + Send + Sync + 'static {
    /// The group.
    type Group: Group;
    /// A normalised point in the form that is cheapest to add to lanes; the same on every processor.
    type Entry: Copy + Debug + Send + Sync + 'static;

    /// The entry of a normalised point.
    fn entry(point: &<Self::Group as Group>::Affine) -> Self::Entry;
    /// The entries of points, which are normalised with few inversions.
    fn entries(points: &[Self::Group]) -> Vec<Self::Entry>;
    /// The neutral element in every lane.
    fn identity() -> Self;
    /// Loads at most sixteen elements; the remaining lanes are neutral.
    ///
    /// # Panics
    /// If there are more than sixteen.
    fn load(points: &[Self::Group]) -> Self;
    /// `self_i = entries_i`, with `-entries_i` in the lanes of the mask.
    fn assign_entries(&mut self, entries: &[&Self::Entry; LANES], negative: u16);
    /// `self_i = self_i + entries_i`, with `-entries_i` in the lanes of the mask.
    fn add_entries(&mut self, entries: &[&Self::Entry; LANES], negative: u16);
    /// `point + entry`, or `point - entry` if `negative`: one addition without lanes, for short sums.
    #[must_use]
    fn add_entry(point: &Self::Group, entry: &Self::Entry, negative: bool) -> Self::Group;
    /// `self_i = self_i + other_i`.
    fn add_assign(&mut self, other: &Self);
    /// `self_i = 2 self_i`.
    fn double(&mut self);
    /// `self_to = other_from`, in one lane.
    fn copy_lane(&mut self, to: usize, other: &Self, from: usize);
    /// Stores the elements of the first lanes in the slice.
    ///
    /// # Panics
    /// If the slice is longer than sixteen.
    fn store(&self, points: &mut [Self::Group]);
}

/// Sixteen elements of any group, processed one after the other.
///
/// ```
/// use vorpal_curves::secp256k1::{Affine, Jacobian};
/// use vorpal_curves::{Group, PackedGroup, PackedSequential};
/// let mut sums = PackedSequential::<Jacobian>::identity();
/// sums.add_entries(&[&Affine::GENERATOR; 16], 1); // subtracted in lane 0
/// let mut points = [Jacobian::IDENTITY; 2];
/// sums.store(&mut points);
/// assert_eq!(points, [Jacobian::GENERATOR.neg(), Jacobian::GENERATOR]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PackedSequential<G>([G; LANES]);

impl<G: Group> PackedGroup for PackedSequential<G> {
    type Group = G;
    type Entry = G::Affine;

    fn entry(point: &G::Affine) -> G::Affine {
        *point
    }

    fn entries(points: &[G]) -> Vec<G::Affine> {
        G::normalise_batch(points)
    }

    fn identity() -> Self {
        Self([G::IDENTITY; LANES])
    }

    fn load(points: &[G]) -> Self {
        let mut lanes = Self::identity();
        lanes.0[..points.len()].copy_from_slice(points);
        lanes
    }

    fn assign_entries(&mut self, entries: &[&G::Affine; LANES], negative: u16) {
        self.0 = core::array::from_fn(|lane| {
            let point = G::from_affine(entries[lane]);
            if negative >> lane & 1 == 1 { point.neg() } else { point }
        });
    }

    fn add_entries(&mut self, entries: &[&G::Affine; LANES], negative: u16) {
        for (lane, (point, entry)) in self.0.iter_mut().zip(entries).enumerate() {
            *point = Self::add_entry(point, entry, negative >> lane & 1 == 1);
        }
    }

    #[inline]
    fn add_entry(point: &G, entry: &G::Affine, negative: bool) -> G {
        if negative { point.sub_affine_vartime(entry) } else { point.add_affine_vartime(entry) }
    }

    fn add_assign(&mut self, other: &Self) {
        for (point, other) in self.0.iter_mut().zip(&other.0) {
            *point = point.add_vartime(other);
        }
    }

    fn double(&mut self) {
        self.0 = self.0.map(|point| point.double());
    }

    fn copy_lane(&mut self, to: usize, other: &Self, from: usize) {
        self.0[to] = other.0[from];
    }

    fn store(&self, points: &mut [G]) {
        points.copy_from_slice(&self.0[..points.len()]);
    }
}
