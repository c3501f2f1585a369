//! Sums of 64 fixed points each, by tables of signed sums of the points.
//!
//! A sum is `sum of s_j P_j` over 64 points. Each scalar is two strings of 128 signs, for the point and for its image
//! under the endomorphism `phi` ([`signs`](crate::signs)). Row `i` of the sum has the signs `i` of all scalars:
//!
//! ```text
//! sum of s_j P_j = sum over i < 128 of 2^i (A_i + phi(B_i)),   A_i = sum over j of a_(j, i) P_j,
//! ```
//!
//! and `B_i` likewise for the second strings. The points are cut into groups. For a group of `w` points a table has the
//! sums with all signs, but the sign of the last point is `+`: the others are their opposites. So `A_i` is a sum of one
//! entry for each group, and the images share the tables of the points.
//!
//! With `g` groups, a sum takes `128 (2 g - 1)` additions of affine points (5M + 1S and shares of inversions, sixteen
//! side by side) and 128 products for the images. At the end are 127 doublings and additions in lanes, for sixteen sums
//! side by side. The tables have `g 2^(64 / g - 1)` points for each sum.
//!
//! Source: C. H. Lim, P. J. Lee, "More flexible exponentiation with precomputation", 1994 (combs); G. Herold,
//! F. Hagopian describe combs of several points for such sums. Signs instead of bits halve the tables (M. Hedabou,
//! P. Pinel, L. Beneteau, "A comb method to render ECC resistant against side channel attacks", 2004).

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use vorpal_curves::bls12_381::{Affine, Bls12_381G1, Jacobian};
use vorpal_curves::models::weierstrass::PackedJacobian;
use vorpal_fields::primes::Bls12_381Base as Base;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_fields::{Field, LANES, PackedField};
use vorpal_msm::PointLists;

use crate::signs::{ENDOMORPHISM, SIGNS, signs_vartime};

/// The number of points of a sum.
pub(crate) const POINTS: usize = 64;
/// The least number of groups: tables of 12 or 13 points.
const FEWEST_GROUPS: usize = 5;
/// The greatest number of groups: tables of four points.
const MOST_GROUPS: usize = 16;
/// The number of sums whose tables are built together by a thread.
const BUILT_TOGETHER: usize = 4;
/// The number of such parts that are built at the same time.
const PARTS_AT_ONCE: usize = 8;

/// The choice of the tables for a number of sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CombPlan {
    /// The number of sums.
    pub(crate) sums: usize,
    /// The number of groups of points.
    pub(crate) groups: usize,
}

impl CombPlan {
    /// All plans.
    pub(crate) fn all(sums: usize) -> impl Iterator<Item = Self> {
        (FEWEST_GROUPS..=MOST_GROUPS).map(move |groups| Self { sums, groups })
    }

    /// The plan with the smallest tables.
    pub(crate) const fn smallest(sums: usize) -> Self {
        Self { sums, groups: MOST_GROUPS }
    }

    /// The points of a group.
    fn group(&self, group: usize) -> Range<usize> {
        POINTS * group / self.groups..POINTS * (group + 1) / self.groups
    }

    /// The entries of a group.
    fn entries_of_group(&self, group: usize) -> usize {
        1 << (self.group(group).len() - 1)
    }

    /// The entries for each sum.
    fn entries(&self) -> usize {
        (0..self.groups).map(|group| self.entries_of_group(group)).sum()
    }

    /// The entries of all sums.
    pub(crate) fn number_of_entries(&self) -> usize {
        self.sums * self.entries()
    }

    /// The size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.number_of_entries() * size_of::<Affine>()
    }

    /// The additions of affine points for each sum.
    pub(crate) fn additions(&self) -> usize {
        SIGNS * (2 * self.groups - 1)
    }

    /// The products in the base field for each sum: 6 for an addition, 1 for an image, 7 for a doubling and 11 for an
    /// addition in lanes.
    pub(crate) fn multiplications(&self) -> usize {
        6 * self.additions() + SIGNS * (1 + 7 + 11)
    }
}

/// The tables.
#[derive(Clone, Debug)]
pub(crate) struct Comb {
    plan: CombPlan,
    /// The entries, by sum, then by group. Entry `e` of a group has the sign `+` of its point `k` if bit `k` of `e` is
    /// set, and for its last point.
    entries: Vec<Affine>,
}

/// The scalars of a sum.
pub(crate) type Scalars = [Scalar; POINTS];

impl Comb {
    /// The tables for these points of the subgroup, 64 for each sum. About an addition for each entry.
    ///
    /// # Errors
    /// [`vorpal_msm::Error::NotPossible`] if there is no memory.
    pub(crate) fn new(plan: CombPlan, points: &[Affine]) -> Result<Self, vorpal_msm::Error> {
        debug_assert_eq!(points.len(), POINTS * plan.sums);
        let mut entries: Vec<Affine> = Vec::new();
        entries.try_reserve_exact(plan.number_of_entries()).map_err(|_| vorpal_msm::Error::NotPossible {
            what: "the memory limit",
            why: "there is no memory for the tables",
        })?;
        let parts: Vec<&[Affine]> = points.chunks(BUILT_TOGETHER * POINTS).collect();
        // A few parts at a time, so that the tables are not in memory twice.
        for parts in parts.chunks(PARTS_AT_ONCE) {
            vorpal_threads::map(parts, |points| tables(&plan, points))
                .into_iter()
                .for_each(|part| entries.extend(part));
        }
        Ok(Self { plan, entries })
    }

    /// Tables of these entries, which a file has: as many as the plan has.
    #[cfg(feature = "std")]
    pub(crate) fn of_entries(plan: CombPlan, entries: Vec<Affine>) -> Self {
        debug_assert_eq!(entries.len(), plan.number_of_entries());
        Self { plan, entries }
    }

    /// The entries, for a file.
    #[cfg(feature = "std")]
    pub(crate) fn entries(&self) -> &[Affine] {
        &self.entries
    }

    #[cfg(feature = "std")]
    pub(crate) fn plan(&self) -> &CombPlan {
        &self.plan
    }

    /// The sum with the number `items[i].0` for the scalars `items[i].1`, for each `i`. Items for the same tables that
    /// follow each other share the cache. Time depends on the scalars.
    pub(crate) fn sums_vartime(&self, items: &[(usize, Scalars)]) -> Vec<Affine> {
        // Zero polynomials are frequent, and zeros have no zero digits here.
        let nonzero: Vec<usize> = (0..items.len())
            .filter(|&item| items[item].1.iter().any(|scalar| !scalar.is_zero_vartime()))
            .collect();
        let chunks: Vec<&[usize]> = nonzero.chunks(LANES).collect();
        let parts = vorpal_threads::map(&chunks, |chunk| self.chunk_vartime(items, chunk));
        let mut sums = vec![Affine::IDENTITY; items.len()];
        for (item, sum) in nonzero.iter().zip(parts.into_iter().flatten()) {
            sums[*item] = sum;
        }
        sums
    }

    /// The sums of at most sixteen items.
    fn chunk_vartime(&self, items: &[(usize, Scalars)], chunk: &[usize]) -> Vec<Affine> {
        // Lists of entries: for each sum the rows of the first strings, then those of the second ones.
        let mut lists = PointLists::new();
        for &item in chunk {
            let (number, scalars) = &items[item];
            let signs: Vec<[u128; 2]> = scalars.iter().map(signs_vartime).collect();
            for half in 0..2 {
                self.push_rows(&mut lists, *number, &signs, half);
            }
        }
        let mut sums = lists.sum_vartime(&self.entries);
        // The images of the second halves, and the sums of both.
        lists.clear();
        for (number, rows) in sums.chunks_mut(2 * SIGNS).enumerate() {
            replace_by_images(&mut rows[SIGNS..]);
            for row in 0..SIGNS {
                let first = 2 * SIGNS * number + row;
                lists.push([(first, false), (first + SIGNS, false)]);
            }
        }
        weighted_sums(&lists.sum_vartime(&sums))
    }

    /// Appends the list of each row.
    fn push_rows(&self, lists: &mut PointLists, number: usize, signs: &[[u128; 2]], half: usize) {
        let mut columns = [[0u64; POINTS]; 2];
        for (j, signs) in signs.iter().enumerate() {
            let bits = signs[half].to_le_bytes();
            let (words, _) = bits.as_chunks::<8>();
            columns[0][j] = u64::from_le_bytes(words[0]);
            columns[1][j] = u64::from_le_bytes(words[1]);
        }
        for mut columns in columns {
            transpose(&mut columns);
            for row in columns {
                let mut start = number * self.plan.entries();
                lists.push((0..self.plan.groups).map(|group| {
                    let points = self.plan.group(group);
                    let (last, entries) = (points.len() - 1, self.plan.entries_of_group(group));
                    let bits = row >> points.start;
                    let negative = bits >> last & 1 == 0;
                    let bits = if negative { !bits } else { bits };
                    #[allow(clippy::cast_possible_truncation, reason = "fewer bits than a group has points")]
                    let entry = start + (bits as usize & (entries - 1));
                    start += entries;
                    (entry, negative)
                }));
            }
        }
    }
}

/// The tables of a few sums. Entry 0 of a group is the sum of its points with their signs. An entry with the highest
/// bit `k` is the entry without it plus `2 P_k`: one addition for each entry but the first.
fn tables(plan: &CombPlan, points: &[Affine]) -> Vec<Affine> {
    let sums = points.len() / POINTS;
    let groups: Vec<Range<usize>> = (0..sums)
        .flat_map(|sum| (0..plan.groups).map(move |group| (sum, group)))
        .map(|(sum, group)| {
            let points = plan.group(group);
            POINTS * sum + points.start..POINTS * sum + points.end
        })
        .collect();
    let mut lists = PointLists::new();
    (0..points.len()).for_each(|i| lists.push([(i, false), (i, false)]));
    let doubles = lists.sum_vartime(points);
    lists.clear();
    for group in &groups {
        lists.push(group.clone().map(|i| (i, i + 1 < group.end)));
    }
    let first = lists.sum_vartime(points);
    // The entries, each group at the place of its table, then the doubles.
    let mut operands = vec![Affine::IDENTITY; sums * plan.entries()];
    let number = operands.len();
    operands.extend(doubles);
    let starts: Vec<usize> = groups
        .iter()
        .scan(0, |next, group| {
            let start = *next;
            *next += 1 << (group.len() - 1);
            Some(start)
        })
        .collect();
    starts.iter().zip(first).for_each(|(start, first)| operands[*start] = first);
    let most = groups.iter().map(Range::len).max().unwrap_or(0);
    for k in 0..most.saturating_sub(1) {
        lists.clear();
        let growing = || starts.iter().zip(&groups).filter(|(_, group)| k + 1 < group.len());
        for (start, group) in growing() {
            for entry in *start..start + (1 << k) {
                lists.push([(entry, false), (number + group.start + k, false)]);
            }
        }
        let next = lists.sum_vartime(&operands);
        for ((start, _), next) in growing().zip(next.chunks(1 << k)) {
            operands[start + (1 << k)..][..1 << k].copy_from_slice(next);
        }
    }
    operands.truncate(number);
    operands
}

/// Replaces each point by its image under the endomorphism.
fn replace_by_images(points: &mut [Affine]) {
    let mut x: Vec<Base> = points.iter().map(|point| *point.raw_coordinates().0).collect();
    Base::mul_assign_batch(&mut x, &vec![ENDOMORPHISM.beta(); points.len()]);
    for (point, x) in points.iter_mut().zip(x) {
        // The image of infinity, which is stored as (0, 0), is infinity.
        *point = Affine::new_unchecked(x, *point.raw_coordinates().1);
    }
}

/// `sum over i of 2^i rows[i]` for each 128 rows, of at most sixteen sums.
fn weighted_sums(rows: &[Affine]) -> Vec<Affine> {
    let number = rows.len() / SIGNS;
    let mut sums = vec![Affine::IDENTITY; number];
    let complete = |sum: usize| {
        let rows = rows[SIGNS * sum..SIGNS * (sum + 1)].iter().rev();
        rows.fold(Jacobian::IDENTITY, |sum, row| sum.double().add_affine_vartime(row)).to_affine_vartime()
    };
    if number < <Base as Field>::Packed::pays_from() {
        return (0..number).map(complete).collect();
    }
    let row =
        |i: usize| -> [Affine; LANES] { core::array::from_fn(|lane| rows[SIGNS * lane.min(number - 1) + i]) };
    let mut packed = PackedJacobian::<Bls12_381G1>::read(&row(SIGNS - 1));
    // Lanes with infinity among their rows are computed again, as are those in which the formulas fail.
    let mut failed = infinite_lanes(&row(SIGNS - 1));
    for i in (0..SIGNS - 1).rev() {
        let row = row(i);
        failed |= infinite_lanes(&row);
        packed.double();
        let [x, y] = PackedJacobian::<Bls12_381G1>::read_affine(&row, |point| point);
        packed.add_affine(&x, &y);
    }
    failed |= packed.zero_lanes();
    packed.store_affine_vartime(&mut sums);
    for sum in (0..number).filter(|sum| failed >> sum & 1 == 1) {
        sums[sum] = complete(sum);
    }
    sums
}

fn infinite_lanes(points: &[Affine; LANES]) -> u16 {
    let bits = points.iter().enumerate();
    bits.fold(0, |lanes, (lane, point)| lanes | u16::from(point.is_identity_vartime()) << lane)
}

/// Transposes a matrix of bits: bit `j` of word `i` becomes bit `i` of word `j`, by exchanging blocks (H. S. Warren,
/// "Hacker's Delight", 2012, section 7-3).
fn transpose(words: &mut [u64; POINTS]) {
    let (mut size, mut mask) = (32, 0x0000_0000_ffff_ffffu64);
    while size > 0 {
        for i in (0..POINTS).filter(|i| i & size == 0) {
            let exchanged = ((words[i] >> size) ^ words[i + size]) & mask;
            words[i] ^= exchanged << size;
            words[i + size] ^= exchanged;
        }
        size /= 2;
        mask ^= mask << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposition_exchanges_rows_and_columns() {
        let words: [u64; POINTS] =
            core::array::from_fn(|i| (i as u64 + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(7));
        let mut transposed = words;
        transpose(&mut transposed);
        for i in 0..POINTS {
            for j in 0..POINTS {
                assert_eq!(words[i] >> j & 1, transposed[j] >> i & 1);
            }
        }
    }

    #[test]
    fn tables_have_these_sizes() {
        let sizes: Vec<usize> = CombPlan::all(128).map(|plan| plan.bytes() >> 20).collect();
        assert_eq!(sizes, [216, 60, 24, 12, 7, 5, 3, 3, 2, 2, 1, 1]);
    }

    /// Every entry is the sum of its points with its signs, also where points are infinity, equal or opposite.
    #[test]
    fn entries_are_signed_sums() {
        let mut points: Vec<Affine> = (0..2 * POINTS as u64)
            .map(|i| Jacobian::GENERATOR.mul_limbs_vartime(&[i * i * i + 7]).to_affine())
            .collect();
        for i in 0..12 {
            points[POINTS + i] = [Affine::IDENTITY, points[3], -points[3], points[4]][i % 4];
        }
        for groups in [7, 13] {
            let plan = CombPlan { sums: 2, groups };
            let mut entries = tables(&plan, &points).into_iter();
            for (sum, group) in (0..2).flat_map(|sum| (0..groups).map(move |group| (sum, group))) {
                let points = &points[POINTS * sum..][plan.group(group)];
                for entry in 0..1usize << (points.len() - 1) {
                    let signed = points.iter().enumerate().map(|(k, point)| {
                        let is_added = k + 1 == points.len() || entry >> k & 1 == 1;
                        if is_added { *point } else { -*point }
                    });
                    let expected =
                        signed.fold(Jacobian::IDENTITY, |sum, point| sum.add_affine_vartime(&point));
                    assert_eq!(entries.next(), Some(expected.to_affine()), "{groups} {sum} {group} {entry}");
                }
            }
            assert_eq!(entries.next(), None);
        }
    }

    /// Sums over random points, and over points with infinity, equal and opposite ones; zero and special scalars.
    #[test]
    fn sums_match_separate_multiples() {
        let mut scalar = Scalar::from(5);
        let mut next = || {
            scalar = scalar.square() + Scalar::from(3);
            scalar
        };
        let mut points: Vec<Affine> = (0..2 * POINTS as u64)
            .map(|i| Jacobian::GENERATOR.mul_limbs_vartime(&[i * i * i + 7]).to_affine())
            .collect();
        for i in 0..8 {
            points[POINTS + i] = [Affine::IDENTITY, points[3], -points[3], points[4]][i % 4];
        }
        let mut items: Vec<(usize, Scalars)> =
            (0..19).map(|i| (i % 2, core::array::from_fn(|_| next()))).collect();
        items[2].1 = [Scalar::ZERO; POINTS];
        items[3].1 = [Scalar::ONE; POINTS];
        items[4].1 = core::array::from_fn(|i| if i == 9 { -Scalar::ONE } else { Scalar::ZERO });
        // One point, with a scalar for which the last addition is of equal points; a point and its opposite with equal
        // scalars, so that all rows are infinity.
        let mut last = [[Affine::IDENTITY; POINTS]; 2];
        (last[0][0], last[1][0], last[1][1]) = (points[3], points[3], -points[3]);
        points.extend(last.concat());
        let mut scalars = [Scalar::ZERO; POINTS];
        scalars[0] = (Scalar::ONE + ENDOMORPHISM.lambda()).double();
        items[5] = (2, scalars);
        scalars[1] = scalars[0];
        items[6] = (3, scalars);
        let expected: Vec<Affine> = (items.iter())
            .map(|(number, scalars)| {
                let terms = points[POINTS * number..].iter().zip(scalars);
                let terms = terms.map(|(point, scalar)| Jacobian::from_affine(point).mul_vartime(scalar));
                terms.fold(Jacobian::IDENTITY, |sum, term| sum.add_vartime(&term)).to_affine()
            })
            .collect();
        for groups in [7, 11, 16] {
            let comb = Comb::new(CombPlan { sums: 4, groups }, &points).unwrap();
            assert_eq!(size_of_val(comb.entries()), comb.plan().bytes());
            for number in [0, 1, 5, 19] {
                assert_eq!(comb.sums_vartime(&items[..number]), expected[..number], "{groups} groups");
            }
        }
    }
}
