//! Sums of points by the columns of a sparse matrix: `sum over c of m_(c, s) P_c` for each column `s`.
//!
//! About half of the coefficients of circuits are 1 and -1, which are single members of a column's sum. Another
//! coefficient is a sum of doubles `2^i P`, of their images under the endomorphism, and of opposites
//! ([`Forms`]). The doubles of a point are computed once for all columns. A coefficient of 254 bits takes about 85
//! additions in affine coordinates. Of `k` and `r - k`, the shorter one is used.
//!
//! All points and coefficients are public.

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{Field, PrimeField};
use vorpal_msm::PointLists;

use super::doubles::{Base, doubles_of};
use super::forms::Forms;

/// An entry of the matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<F> {
    /// The index of the sum.
    pub(crate) column: u32,
    /// The index of the point.
    pub(crate) point: u32,
    /// The coefficient.
    pub(crate) coefficient: F,
}

/// A member of the sum of a column: the column, the index of the point, and whether it is subtracted.
type Member = (u32, u32, bool);

/// An index of a point. Lists of points hold fewer than `2^31`.
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// The number of members of lists that are summed at a time, about 64 MiB with their columns.
const MEMBERS: usize = 1 << 22;
/// The number of coefficients of a point that are written in digits at a time, of up to 128 members each.
const COEFFICIENTS: usize = 1 << 12;
/// The number of doubles and images that are kept at a time: 8 to 24 MiB.
const DOUBLES: usize = 1 << 17;

/// The sum of each column; infinity for one without entries. The points are those of the prime subgroup.
///
/// # Panics
/// If a column or a point does not exist.
pub(crate) fn sums<G: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>>(
    points: &[Affine<G>],
    entries: impl IntoIterator<Item = Entry<G::Scalar>>,
    columns: usize,
) -> Vec<Affine<G>> {
    let mut sums =
        Sums { points, sums: vec![Affine::IDENTITY; columns], long: Vec::new(), parts: Vec::new() };
    let mut short = Vec::new();
    for Entry { column, point, coefficient } in entries {
        if points[point as usize].is_identity_vartime() || coefficient.is_zero_vartime() {
            continue;
        }
        let (magnitude, negative) = shorter(&coefficient);
        if magnitude == [1, 0, 0, 0] {
            short.push((column, point, negative));
        } else {
            sums.long.push(Long { column, point, magnitude, negative });
        }
    }
    // Parts of the sums of long coefficients join the members of the short ones.
    sums.multiply_long();
    let offset = points.len();
    let parts = sums.parts.iter().enumerate().map(|(i, (column, _))| (*column, index(offset + i), false));
    let mut members: Vec<Member> = short.into_iter().chain(parts).collect();
    members.sort_unstable_by_key(|(column, ..)| *column);
    let all: Vec<_> = points.iter().copied().chain(sums.parts.iter().map(|(_, point)| *point)).collect();
    sum_by_column(&all, &members, |column, sum| sums.sums[column as usize] = sum);
    sums.sums
}

/// The integer of least magnitude, and whether it is negative.
fn shorter<F: PrimeField<Limbs = [u64; 4]>>(value: &F) -> ([u64; 4], bool) {
    let (positive, negative) = (value.to_limbs(), (-*value).to_limbs());
    if positive.iter().rev().le(negative.iter().rev()) { (positive, false) } else { (negative, true) }
}

/// An entry with a coefficient other than 1 and -1.
struct Long {
    column: u32,
    point: u32,
    magnitude: [u64; 4],
    negative: bool,
}

struct Sums<'a, G: WeierstrassCurve> {
    points: &'a [Affine<G>],
    sums: Vec<Affine<G>>,
    long: Vec<Long>,
    /// Sums of a column's entries with long coefficients. A column has one for each chunk.
    parts: Vec<(u32, Affine<G>)>,
}

impl<G: WeierstrassCurve> Sums<'_, G> {
    fn multiply_long(&mut self) {
        let mut long = core::mem::take(&mut self.long);
        long.sort_unstable_by_key(|entry| entry.point);
        let mut rest = &long[..];
        while !rest.is_empty() {
            rest = self.multiply_chunk(rest);
        }
    }

    /// Adds the entries of the first points, as many as the limits allow but at least one, and returns the others.
    fn multiply_chunk<'e>(&mut self, entries: &'e [Long]) -> &'e [Long] {
        let (mut bases, mut members, mut doubles, mut taken) = (Vec::new(), Vec::new(), 0, 0);
        let groups = entries.chunk_by(|a, b| a.point == b.point).flat_map(|group| group.chunks(COEFFICIENTS));
        for group in groups {
            if taken > 0 && (members.len() >= MEMBERS || doubles >= DOUBLES) {
                break;
            }
            let forms = Forms::new::<G>(group.iter().map(|entry| (entry.magnitude, entry.negative)));
            for (entry, [own, images]) in group.iter().zip(&forms.coefficients) {
                let own = own.iter();
                let images = images.iter().map(|(bit, negative)| (forms.doubles + bit, negative));
                let base = index(bases.len());
                members.extend(
                    own.chain(images).map(|(place, negative)| (entry.column, base, index(place), negative)),
                );
            }
            let point = self.points[group[0].point as usize];
            bases.push(Base { point, doubles: forms.doubles, images: forms.images });
            doubles += bases[bases.len() - 1].len();
            taken += group.len();
        }
        let (doubles, starts) = doubles_of(&bases);
        let mut members: Vec<Member> = members
            .into_iter()
            .map(|(column, base, place, negative)| (column, index(starts[base as usize]) + place, negative))
            .collect();
        members.sort_unstable_by_key(|(column, ..)| *column);
        sum_by_column(&doubles, &members, |column, sum| self.parts.push((column, sum)));
        &entries[taken..]
    }
}

/// Passes the sum of each column's members on. Members are sorted by their columns.
fn sum_by_column<G: WeierstrassCurve>(
    points: &[Affine<G>],
    members: &[Member],
    mut result: impl FnMut(u32, Affine<G>),
) {
    let mut groups = members.chunk_by(|a, b| a.0 == b.0).peekable();
    while groups.peek().is_some() {
        let (mut lists, mut columns, mut number) = (PointLists::new(), Vec::new(), 0);
        while let Some(group) = groups.next_if(|_| number < MEMBERS) {
            lists.push(group.iter().map(|(_, point, negative)| (*point as usize, *negative)));
            columns.push(group[0].0);
            number += group.len();
        }
        columns.into_iter().zip(lists.sum_vartime(points)).for_each(|(column, sum)| result(column, sum));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal_curves::bn254::{Affine as Point, Jacobian};
    use vorpal_fields::primes::Bn254Scalar as F;

    #[test]
    fn columns_are_sums_of_multiples() {
        let points: Vec<Point> =
            (0..9u64).map(|k| Jacobian::GENERATOR.mul_limbs_vartime(&[k * k]).to_affine()).collect();
        let root = F::ROOT_OF_UNITY;
        let coefficients =
            [F::ONE, -F::ONE, F::from(2), F::ZERO, root, -F::from(6), F::pow2(200), -F::pow2(77)];
        let entries: Vec<_> = (0..70u32)
            .map(|i| {
                let coefficient = coefficients[(i * i % 31 % 8) as usize];
                Entry { column: i * 7 % 5, point: i * 5 % 9, coefficient }
            })
            .collect();
        let mut expected = [F::ZERO; 6];
        for Entry { column, point, coefficient } in &entries {
            expected[*column as usize] += F::from(u64::from(point * point)) * *coefficient;
        }
        let expected = expected.map(|k| Point::GENERATOR.mul_vartime(&k).to_affine());
        assert_eq!(sums(&points, entries, 6), expected);
        assert_eq!(sums(&points, [], 2), [Point::IDENTITY; 2]);
    }
}
