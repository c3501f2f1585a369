//! Precomputed discrete logarithms in the group of order `2^s`, where `p - 1 = 2^s t`.
//!
//! A logarithm `l` of `s` bits is computed in windows of a few bits, the lowest first (P. Sarkar, "Computing square
//! roots faster than the Tonelli-Shanks/Bernstein algorithm", 2020). Let `z_d` have order `2^d`, `z_(d - 1) = z_d^2`.
//! Window `i` covers the bits from `o_i` up to `o_(i + 1)`, with the value `l_i`. For `b = z_s^l` compute
//!
//! `b_i = b^(2^(s - o_(i + 1)))`, which is the product of `z_d^(l_j)` with `d = o_(i + 1) - o_j` over `j <= i`.
//!
//! With the windows below `i` known, multiplication by the table entries `z_d^(-l_j)` for `j < i` gives `z_w^(l_i)`
//! with `w = o_(i + 1) - o_i`, whose logarithm is in a second kind of table. A square root of `b^-1` is `z_s^(-l / 2)`,
//! the product of `z_(s + 1 - o_j)^(-l_j)`; for `j = 0`, where `l_0` is even, of `z_s^(-l_0 / 2)`.
//!
//! Tables with the same `d` are shared. Therefore the last window has one bit less than the others, and the first one
//! the remaining bits: then `o_(i + 1) - o_j` and `s + 1 - o_j` are multiples of the width for most `i` and `j`.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::{Fe, Modulus};

/// The maximal number of windows.
pub(super) const WINDOWS: usize = 8;

/// The maximal width of a window: logarithms are stored in 16 bits.
const WIDEST: u32 = 16;

/// The number of attempts at a perfect hash function, each with another multiplier.
const ATTEMPTS: u64 = 64;

/// The partition of a logarithm of `s` bits into windows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    s: u32,
    first: u32,
    width: u32,
    pub(super) count: usize,
}

impl Windows {
    /// The partition with the fewest windows of at most `widest` bits.
    pub(super) const fn new(s: u32, widest: u32) -> Self {
        let count = s.div_ceil(widest);
        if count == 1 {
            return Self { s, first: s, width: s, count: 1 };
        }
        let even = (s + 1).div_ceil(count);
        let width = if even < widest { even } else { widest };
        // The last window has one bit less, unless the first one would then have one too many.
        let first = s + 1 - (count - 1) * width;
        let first = if first > width { width } else { first };
        Self { s, first, width, count: count as usize }
    }

    /// `o_i`, the first bit of window `i`; `o_count = s`.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer windows than bits")]
    pub(super) const fn offset(&self, i: usize) -> u32 {
        match i {
            0 => 0,
            i if i == self.count => self.s,
            i => self.first + (i as u32 - 1) * self.width,
        }
    }

    /// The length of window `i`.
    pub(super) const fn length(&self, i: usize) -> u32 {
        self.offset(i + 1) - self.offset(i)
    }

    /// The length of the longest window.
    pub(super) const fn longest(&self) -> u32 {
        let (mut longest, mut i) = (0, 0);
        while i < self.count {
            if self.length(i) > longest {
                longest = self.length(i);
            }
            i += 1;
        }
        longest
    }
}

/// The places of the tables of powers in one list.
struct Places {
    /// The range of the powers of `z_d^-1`, for each `d` that is needed.
    ranges: Vec<(u32, Range<usize>)>,
    /// The start of that table for `d = o_(i + 1) - o_j`.
    corrections: [[u32; WINDOWS]; WINDOWS],
    /// The start of that table for `d = s + 1 - o_j`.
    roots: [u32; WINDOWS],
}

impl Places {
    fn new(windows: &Windows) -> Option<Self> {
        let mut places =
            Self { ranges: Vec::new(), corrections: [[0; WINDOWS]; WINDOWS], roots: [0; WINDOWS] };
        for j in 0..windows.count {
            let length = windows.length(j);
            for i in j + 1..windows.count {
                let d = windows.offset(i + 1) - windows.offset(j);
                places.corrections[i][j] = places.begin(d, 1 << length)?;
            }
            places.roots[j] = match j {
                0 => places.begin(windows.s, 1 << (length - 1))?,
                _ => places.begin(windows.s + 1 - windows.offset(j), 1 << length)?,
            };
        }
        Some(places)
    }

    /// Adds a table of at least `length` powers of `z_d^-1`, or reuses one, and returns its start.
    fn begin(&mut self, d: u32, length: usize) -> Option<u32> {
        let known = self.ranges.iter().find(|(known, range)| *known == d && range.len() >= length);
        let begin = match known {
            Some((_, range)) => range.start,
            None => {
                let begin = self.ranges.last().map_or(0, |(_, range)| range.end);
                self.ranges.push((d, begin..begin + length));
                begin
            }
        };
        u32::try_from(begin).ok()
    }
}

/// The tables of square roots modulo one prime.
pub(super) struct Tables<M: Modulus<N>, const N: usize> {
    pub(super) windows: Windows,
    powers: Vec<Fe<M, N>>,
    places: Places,
    logarithms: Logarithms,
}

impl<M: Modulus<N>, const N: usize> Tables<M, N> {
    /// Returns `None` if there are too many windows, or no perfect hash function is found.
    pub(super) fn new(widest: u32) -> Option<Self> {
        let s = Fe::<M, N>::TWO_ADICITY;
        let windows = Windows::new(s, widest.clamp(1, WIDEST));
        if windows.count > WINDOWS {
            return None;
        }
        let longest = windows.longest();
        let mut group: Vec<Fe<M, N>> = Vec::with_capacity(1 << longest);
        push_powers(&mut group, root_of_unity(longest), 1 << longest);
        let mut limbs = Vec::with_capacity(group.len());
        for power in &group {
            limbs.push(power.stored[0]);
        }
        let logarithms = Logarithms::new(&limbs, longest)?;
        let places = Places::new(&windows)?;
        let mut powers = Vec::new();
        for (d, range) in &places.ranges {
            // A root of unity has an inverse.
            let inverse = root_of_unity::<M, N>(*d).invert().unwrap_or(Fe::ONE);
            push_powers(&mut powers, inverse, range.len());
        }
        powers.shrink_to_fit();
        Some(Self { windows, powers, places, logarithms })
    }

    /// The size of the tables in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.powers.as_slice())
            + size_of_val(&*self.logarithms.displacements)
            + size_of_val(&*self.logarithms.slots)
    }

    /// `l_i` of `z_w^(l_i)`, where `w` is the length of window `i`. Arbitrary for other arguments.
    #[inline(always)]
    pub(super) fn logarithm(&self, i: usize, power: &Fe<M, N>) -> usize {
        let logarithm = self.logarithms.get(power.stored[0]);
        usize::from(logarithm >> (self.logarithms.bits - self.windows.length(i)))
    }

    /// `z_d^(-l_j)` for `d = o_(i + 1) - o_j`, `j < i`.
    #[inline(always)]
    pub(super) fn correction(&self, i: usize, j: usize, l: usize) -> &Fe<M, N> {
        &self.powers[self.places.corrections[i][j] as usize + l]
    }

    /// The contribution of window `j` to a square root of `b^-1`.
    #[inline(always)]
    pub(super) fn root(&self, j: usize, l: usize) -> &Fe<M, N> {
        &self.powers[self.places.roots[j] as usize + if j == 0 { l >> 1 } else { l }]
    }
}

/// `z_d`, of order `2^d`.
fn root_of_unity<M: Modulus<N>, const N: usize>(d: u32) -> Fe<M, N> {
    Fe::ROOT_OF_UNITY.square_times(Fe::<M, N>::TWO_ADICITY.saturating_sub(d))
}

/// Appends `1, z, z^2, ...`.
fn push_powers<M: Modulus<N>, const N: usize>(powers: &mut Vec<Fe<M, N>>, z: Fe<M, N>, number: usize) {
    let mut power = Fe::ONE;
    for _ in 0..number {
        powers.push(power);
        power *= z;
    }
}

/// Logarithms of the powers of `z`, of order `2^bits`, by the lowest limbs of their stored forms.
///
/// A perfect hash function (D. Belazzougui, F. C. Botelho, M. Dietzfelbinger, "Hash, displace, and compress", 2009).
/// The upper bits of the product of the limb and a multiplier select one of `2^(bits - 2)` displacements, which is
/// combined (`xor`) with the middle bits. The result is a slot that no other power has. So every look-up consists of
/// two loads.
struct Logarithms {
    bits: u32,
    multiplier: u64,
    displacements: Box<[u32]>,
    slots: Box<[u16]>,
}

impl Logarithms {
    /// The logarithms of the powers with these lowest limbs, in ascending order. Only limbs, so that it is compiled
    /// once for all primes.
    fn new(powers: &[u64], bits: u32) -> Option<Self> {
        // Odd multipliers derived from the golden ratio.
        (1..=ATTEMPTS)
            .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
            .find_map(|multiplier| Self::displaced(powers, bits, multiplier))
    }

    /// The logarithms with displacements for this multiplier, if displacements exist.
    fn displaced(powers: &[u64], bits: u32, multiplier: u64) -> Option<Self> {
        let buckets = 1_usize << bits.saturating_sub(2);
        let mut logarithms = Self {
            bits,
            multiplier,
            displacements: alloc::vec![0; buckets].into(),
            slots: alloc::vec![0; 2 << bits].into(),
        };
        let mut members = alloc::vec![Vec::new(); buckets];
        for (logarithm, power) in (0_u16..=u16::MAX).zip(powers) {
            let hash = logarithms.hash(*power);
            members[logarithms.bucket(hash)].push((hash, logarithm));
        }
        // Large buckets are the hardest to fill, so they come first.
        let mut order: Vec<usize> = (0..buckets).collect();
        order.sort_by_key(|bucket| core::cmp::Reverse(members[*bucket].len()));
        let mut occupied = alloc::vec![false; 2 << bits];
        for bucket in order {
            let members = &members[bucket];
            let displacement = (0..2_u32 << bits).find(|displacement| {
                members.iter().enumerate().all(|(i, (hash, _))| {
                    let slot = logarithms.slot(*hash, *displacement);
                    !occupied[slot]
                        && members[..i]
                            .iter()
                            .all(|(other, _)| logarithms.slot(*other, *displacement) != slot)
                })
            })?;
            logarithms.displacements[bucket] = displacement;
            for (hash, logarithm) in members {
                let slot = logarithms.slot(*hash, displacement);
                occupied[slot] = true;
                logarithms.slots[slot] = *logarithm;
            }
        }
        Some(logarithms)
    }

    #[inline(always)]
    fn hash(&self, limb: u64) -> u64 {
        limb.wrapping_mul(self.multiplier)
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "at most fourteen bits are left")]
    fn bucket(&self, hash: u64) -> usize {
        (hash >> 33 >> (31 - self.bits.saturating_sub(2))) as usize
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "all but a few bits are masked out")]
    fn slot(&self, hash: u64, displacement: u32) -> usize {
        // The middle bits; masked by the number of slots, a power of two.
        ((hash >> 24) ^ u64::from(displacement)) as usize & (self.slots.len() - 1)
    }

    #[inline(always)]
    fn get(&self, limb: u64) -> u16 {
        let hash = self.hash(limb);
        self.slots[self.slot(hash, self.displacements[self.bucket(hash)])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_cover_every_logarithm() {
        for s in (1..=64).chain((65..=2100).step_by(37)) {
            for widest in 1..=WIDEST {
                let windows = Windows::new(s, widest);
                let lengths: Vec<u32> = (0..windows.count).map(|i| windows.length(i)).collect();
                assert!(
                    lengths.iter().all(|length| (1..=widest).contains(length)),
                    "{s} by {widest}: {lengths:?}"
                );
                assert_eq!(lengths.iter().sum::<u32>(), s, "{s} by {widest}: {lengths:?}");
                assert_eq!(lengths.iter().max(), Some(&windows.longest()), "{s} by {widest}: {lengths:?}");
                assert_eq!(windows.count, s.div_ceil(widest) as usize, "as few as possible");
            }
        }
    }
}
