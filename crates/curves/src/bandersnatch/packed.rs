use alloc::vec::Vec;

use vorpal_fields::LANES;
use vorpal_fields::primes::Bls12_381Scalar;

use super::{AffineBanderwagon, Bandersnatch, Banderwagon};
use crate::models::edwards::{ExtendedEdwards, PackedEdwards, TableEdwards};
use crate::{EntryBytes, Group, PackedGroup};

/// An element in the form of table entries: 96 bytes, the same on every processor.
///
/// ```
/// use vorpal_curves::bandersnatch::{Banderwagon, PackedBanderwagon, TableBanderwagon};
/// use vorpal_curves::{EntryBytes, PackedGroup};
/// let entry = PackedBanderwagon::entry(&Banderwagon::generator().to_affine());
/// let mut bytes = Vec::new();
/// entry.append_to(&mut bytes);
/// assert_eq!(bytes.len(), TableBanderwagon::LENGTH);
/// assert!(TableBanderwagon::from_bytes(&bytes).is_some());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TableBanderwagon(TableEdwards<Bandersnatch>);

impl EntryBytes for TableBanderwagon {
    const LENGTH: usize = 96;

    fn append_to(&self, bytes: &mut Vec<u8>) {
        for coordinate in self.0.coordinates() {
            bytes.extend_from_slice(coordinate.to_montgomery_le_bytes().as_ref());
        }
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (bytes, []) = bytes.as_chunks::<32>() else { return None };
        let [x, y, dt] = bytes else { return None };
        let coordinate = |bytes: &[u8; 32]| Bls12_381Scalar::from_montgomery_le_bytes(bytes);
        Some(Self(TableEdwards::from_coordinates([coordinate(x)?, coordinate(y)?, coordinate(dt)?])))
    }
}

/// Sixteen packed elements of Banderwagon.
///
/// The first addition law is complete on Banderwagon, and the type [`Banderwagon`] is the proof of membership. So the
/// additions of [`PackedEdwards`] have no exceptions here. Adding a table entry costs 8M for all elements.
///
/// ```
/// use vorpal_curves::bandersnatch::{Banderwagon, PackedBanderwagon};
/// use vorpal_curves::{Group, PackedGroup};
/// let g = Banderwagon::generator();
/// let entry = PackedBanderwagon::entry(&g.to_affine());
/// let mut sums = PackedBanderwagon::load(&[g, g.double()]);
/// sums.add_entries(&[&entry; 16], 0b10); // subtracted in lane 1
/// let mut points = [Banderwagon::IDENTITY; 2];
/// sums.store(&mut points);
/// assert_eq!(points, [g.double(), g]);
/// assert_eq!(PackedBanderwagon::add_entry(&g.double(), &entry, true), g);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PackedBanderwagon(PackedEdwards<Bandersnatch>);

impl PackedGroup for PackedBanderwagon {
    type Group = Banderwagon;
    type Entry = TableBanderwagon;

    #[inline]
    fn entry(point: &AffineBanderwagon) -> TableBanderwagon {
        TableBanderwagon(point.0.into())
    }

    fn entries(points: &[Banderwagon]) -> Vec<TableBanderwagon> {
        Banderwagon::normalise_batch(points).iter().map(Self::entry).collect()
    }

    #[inline]
    fn identity() -> Self {
        Self(PackedEdwards::identity())
    }

    fn load(points: &[Banderwagon]) -> Self {
        let mut extended = [ExtendedEdwards::IDENTITY; LANES];
        for (extended, point) in extended[..points.len()].iter_mut().zip(points) {
            *extended = point.to_point();
        }
        Self(PackedEdwards::load(&extended))
    }

    #[inline]
    fn assign_entries(&mut self, entries: &[&TableBanderwagon; LANES], negative: u16) {
        self.0.assign_entries(&entries.map(|entry| &entry.0), negative);
    }

    #[inline]
    fn add_entries(&mut self, entries: &[&TableBanderwagon; LANES], negative: u16) {
        self.0.add_entries_unchecked(&entries.map(|entry| &entry.0), negative);
    }

    #[inline]
    fn add_entry(point: &Banderwagon, entry: &TableBanderwagon, negative: bool) -> Banderwagon {
        Banderwagon(point.0.add_entry_unchecked(&entry.0, negative))
    }

    #[inline]
    fn add_assign(&mut self, other: &Self) {
        self.0.add_unchecked(&other.0);
    }

    #[inline]
    fn double(&mut self) {
        self.0.double();
    }

    #[inline]
    fn copy_lane(&mut self, to: usize, other: &Self, from: usize) {
        self.0.copy_lane(to, &other.0, from);
    }

    fn store(&self, points: &mut [Banderwagon]) {
        let mut extended = [ExtendedEdwards::IDENTITY; LANES];
        self.0.store(&mut extended[..points.len()]);
        for (point, extended) in points.iter_mut().zip(extended) {
            *point = Banderwagon(extended);
        }
    }
}
