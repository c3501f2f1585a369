//! Which of its two points represents a sum of multiples of generators.
//!
//! Banderwagon is the prime subgroup of order `r` and its translate by `T = (0, -1)`, modulo `T`. Let generator `i` be
//! the point `G_i = H_i + e_i T` with `H_i` in the prime subgroup and `e_i` 0 or 1. Other libraries add integer
//! multiples of these points, with factors `0 <= v_i < r`:
//!
//! ```text
//! sum of v_i G_i = sum of v_i H_i + (sum of e_i v_i) T
//! ```
//!
//! and `T` has order two, so only the parity of the second sum counts. The first sum is computed from tables of the
//! `H_i`. All of these are in the prime subgroup, where `r H_i` is the identity, so that any digits of `v_i` modulo `r`
//! give the same point. A committer of such tables gives exactly the point of the other libraries, and so the same
//! uncompressed bytes.

use vorpal::curves::Group;
use vorpal::curves::bandersnatch::Banderwagon;
use vorpal::ipa::Scalar;

/// `element + T`, the other point that represents the element: `(x, y)` and `(-x, -y)`.
pub(super) fn other_point(element: &Banderwagon) -> Banderwagon {
    let [x, y, z] = element.to_projective();
    Banderwagon::from_projective_unchecked([-x, -y, z])
}

/// Whether the point of the element is in the prime subgroup (0), or its translate is (1): `e`. `None` for a point of
/// neither. 252 doublings: `r P` is the identity `(0, 1)` or `T`.
pub(super) fn parity(element: &Banderwagon) -> Option<u64> {
    let last = (-Scalar::ONE).to_limbs();
    // (r - 1) P by doublings and additions of P itself: no digits, which could add a multiple of r.
    let mut product = Banderwagon::IDENTITY;
    for bit in (0..256).rev() {
        product = product.double();
        if last[bit / 64] >> (bit % 64) & 1 == 1 {
            product = product.add_vartime(element);
        }
    }
    let [x, y, z] = product.add_vartime(element).to_projective();
    if !x.is_zero_vartime() || z.is_zero_vartime() {
        return None;
    }
    match y {
        _ if y == z => Some(0),
        _ if y == -z => Some(1),
        _ => None,
    }
}

/// The generators of a committer whose points are not in the prime subgroup.
#[derive(Debug)]
pub(crate) struct Parities([u64; 256]);

impl Parities {
    /// The points in the prime subgroup that represent the generators, and which of them are not the given ones. The
    /// error is the index of a point that is not in the group.
    pub(super) fn split(generators: &[Banderwagon]) -> Result<(Vec<Banderwagon>, Self), usize> {
        let mut parities = [0; 256];
        let mut inside = Vec::with_capacity(generators.len());
        for (i, (generator, place)) in generators.iter().zip(&mut parities).enumerate() {
            *place = parity(generator).ok_or(i)?;
            inside.push(if *place == 0 { *generator } else { other_point(generator) });
        }
        Ok((inside, Self(parities)))
    }

    /// The parity of the sum of `e_i v_i`.
    pub(super) fn of(&self, terms: &[(u8, Scalar)]) -> u64 {
        let odd = terms.iter().filter(|(index, _)| self.0[usize::from(*index)] == 1);
        odd.fold(0, |sum, (_, value)| sum ^ value.to_limbs()[0] & 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal::ipa::Basis;

    #[test]
    fn points_of_the_prime_subgroup_are_even_and_translates_odd() {
        let g = Banderwagon::generator();
        assert_eq!(parity(&g), Some(0));
        assert_eq!(parity(&other_point(&g)), Some(1));
        assert_eq!(parity(&other_point(&other_point(&g).double())), Some(1));
        assert_eq!(parity(&Banderwagon::IDENTITY), Some(0));
        assert_eq!(parity(&other_point(&Banderwagon::IDENTITY)), Some(1));
    }

    #[test]
    fn a_point_outside_of_the_group_has_no_parity() {
        let [x, y, z] = Banderwagon::generator().to_projective();
        let zero = x - x;
        for outside in [[zero; 3], [x, zero, z], [x, y, zero], [y, x, z]] {
            assert_eq!(parity(&Banderwagon::from_projective_unchecked(outside)), None);
        }
    }

    #[test]
    fn generators_of_both_kinds_are_split() {
        let generators: Vec<_> = Basis::default().generators().iter().map(Banderwagon::from_affine).collect();
        let (inside, parities) = Parities::split(&generators).unwrap();
        let odd = parities.0.iter().sum::<u64>();
        assert!((64..192).contains(&odd), "{odd} of 256 points with the larger y are odd");
        assert!(
            inside
                .iter()
                .zip(&generators)
                .all(|(inside, given)| inside == given && parity(inside) == Some(0))
        );
        // Two odd generators with odd factors cancel.
        let mut odd = (0u8..).filter(|i| parities.0[usize::from(*i)] == 1);
        let (first, second) = (odd.next().unwrap(), odd.next().unwrap());
        let (one, two) = (Scalar::ONE, Scalar::from(2));
        assert_eq!(parities.of(&[(first, one)]), 1);
        assert_eq!(parities.of(&[(first, two)]), 0);
        assert_eq!(parities.of(&[(first, -one)]), 0, "r - 1 is even");
        assert_eq!(parities.of(&[(first, one), (second, one)]), 0);
    }
}
