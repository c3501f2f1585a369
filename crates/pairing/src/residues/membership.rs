//! Membership in G1 for few points of a curve of the BLS12 family: two points in each element.
//!
//! A point `P` of the curve is in G1 if and only if `x^2 P = -phi(P)`, for the seed `x`
//! ([`is_in_subgroup_vartime`](Affine::is_in_subgroup_vartime)). Multiples are computed by the formulas of the Miller
//! loop ([`miller`](crate::miller)): an exceptional step leaves `Z = 0`, which no later step changes. A point whose `Z`
//! is zero, or whose check fails, is checked once more, alone. So no result depends on the formulas being complete.
//!
//! A doubling needs two rounds of seven sums in all, for both points. Packed values are faster for nine points and
//! more.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use alloc::vec::Vec;
use core::marker::PhantomData;

use vorpal_curves::models::weierstrass::{Affine, Family, WeierstrassCurve};
use vorpal_fields::tower::Fp2;
use vorpal_fields::{Fe, batch_invert};
use vorpal_limbs::residues::{Factors, Quadratic, ResidueBackend};

use super::{Residues, Small, small_triple};
use crate::Engine;

/// The factor `3 b` of the curve of G1, and zero.
struct ThreeB<E, const N: usize>(PhantomData<E>);

impl<E: Engine<N>, const N: usize> Factors for ThreeB<E, N> {
    const FACTORS: [[i8; 2]; 2] = match small_triple(&E::G1::B) {
        Some(factor) => [[factor, 0], [0, 0]],
        // Never used.
        None => [[1, 0], [0, 0]],
    };
}

/// Whether this check is the fastest for so many points.
pub(crate) fn pays_for<E: Engine<N>, const N: usize>(points: usize) -> bool {
    let supported = const {
        matches!(E::PSI.family(), Family::Bls12)
            && E::G1::ENDOMORPHISM.is_some()
            && small_triple(&E::G1::B).is_some()
    };
    supported && (2..=8).contains(&points)
}

/// Two affine points.
struct Base {
    x: Quadratic,
    y: Quadratic,
    minus_x: Quadratic,
    minus_y: Quadratic,
}

/// Multiples of two points in homogeneous coordinates, and of a doubling that has begun `B`, `E`, `A / 2`, `H / 2`.
struct SeedMultiple {
    X: Quadratic,
    Y: Quadratic,
    Z: Quadratic,
    halfway: [Quadratic; 4],
}

/// The coordinates `X`, `Y`, `Z` of two points.
type Coordinates<E, const N: usize> = [Fp2<<E as Engine<N>>::Modulus, N>; 3];

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// The index of the first point outside G1, for the curves that [`pays_for`] allows. Time depends on the points.
    pub(crate) fn outside_g1_vartime(&self, points: &[Affine<E::G1>]) -> Option<usize> {
        let finite: Vec<_> =
            (0..points.len()).filter(|index| !points[*index].is_identity_vartime()).collect();
        let pairs: Vec<_> =
            finite.chunks(2).map(|pair| [pair[0], *pair.last().unwrap_or(&pair[0])]).collect();
        let inside = self.inside_vartime(&pairs, points);
        let checked = pairs.iter().flatten().zip(inside.iter().flatten());
        let mut failed = checked.filter(|(_, inside)| !**inside).map(|(index, _)| *index);
        failed.find(|index| !points[*index].is_in_subgroup_vartime())
    }

    /// Whether the points pass the check.
    pub(super) fn inside_vartime(&self, pairs: &[[usize; 2]], points: &[Affine<E::G1>]) -> Vec<[bool; 2]> {
        let mut affine: Vec<_> = pairs
            .iter()
            .map(|pair| {
                let [(x0, y0), (x1, y1)] = pair.map(|index| points[index].raw_coordinates());
                [Fp2::new(*x0, *x1), Fp2::new(*y0, *y1)]
            })
            .collect();
        for _ in 0..2 {
            let multiples = self.multiples_by_seed(&affine);
            // Zeros remain zeros. Then the coordinates are zeros, which no point of the curve has: a doubling of them
            // leaves Z = 0, and the check fails.
            let mut inverses: Vec<_> = multiples.iter().flat_map(|[_, _, Z]| [Z.c0, Z.c1]).collect();
            batch_invert(&mut inverses);
            for ((affine, [X, Y, _]), inverse) in
                affine.iter_mut().zip(&multiples).zip(inverses.chunks_exact(2))
            {
                *affine = [X, Y].map(|c| Fp2::new(c.c0 * inverse[0], c.c1 * inverse[1]));
            }
        }
        let expected =
            |index: usize| E::G1::ENDOMORPHISM.map(|endomorphism| -endomorphism.apply(&points[index]));
        let passes = |index: usize, x: &Fe<E::Modulus, N>, y: &Fe<E::Modulus, N>| {
            expected(index).is_some_and(|expected| expected.raw_coordinates() == (x, y))
        };
        pairs
            .iter()
            .zip(&affine)
            .map(|([first, second], [x, y])| [passes(*first, &x.c0, &y.c0), passes(*second, &x.c1, &y.c1)])
            .collect()
    }

    /// The multiples by the magnitude of the seed.
    fn multiples_by_seed(&self, affine: &[[Fp2<E::Modulus, N>; 2]]) -> Vec<Coordinates<E, N>> {
        let seed = E::PSI.seed().magnitude;
        let bases: Vec<_> = affine
            .iter()
            .map(|[x, y]| {
                let [x, y] = self.load_all([x, y]);
                let (minus_x, minus_y) = (self.times::<Small<-1, 0>>(&x), self.times::<Small<-1, 0>>(&y));
                Base { x, y, minus_x, minus_y }
            })
            .collect();
        let one = self.load(&Fp2::new(Fe::ONE, Fe::ONE));
        let start =
            |base: &Base| SeedMultiple { X: base.x, Y: base.y, Z: one, halfway: [Quadratic::ZERO; 4] };
        let mut multiples: Vec<_> = bases.iter().map(start).collect();
        for bit in (0..seed.ilog2()).rev() {
            // Each operation is followed by one that does not depend on it.
            multiples.iter_mut().for_each(|multiple| self.begin(multiple));
            multiples.iter_mut().for_each(|multiple| self.end(multiple));
            if seed >> bit & 1 == 1 {
                multiples
                    .iter_mut()
                    .zip(&bases)
                    .for_each(|(multiple, base)| self.add_base(multiple, base, &one));
            }
        }
        multiples.iter().map(|t| self.store_all([&t.X, &t.Y, &t.Z])).collect()
    }

    /// The first round of a doubling: `B = Y^2`, `E = 3 b Z^2`, `A / 2 = X Y`, `H / 2 = Y Z`.
    fn begin(&self, t: &mut SeedMultiple) {
        let Z3b = &self.times::<ThreeB<E, N>>(&t.Z);
        self.arithmetic.write_sums_of_pairs(
            [&[[&t.Y, &t.Y]], &[[&t.Z, Z3b]], &[[&t.X, &t.Y]], &[[&t.Y, &t.Z]]],
            t.halfway.each_mut(),
        );
    }

    /// The second round: see [`lines`](super::lines).
    fn end(&self, t: &mut SeedMultiple) {
        let [B, E, half_A, half_H] = &t.halfway;
        let (difference, sum) = (&self.combined::<Small<2, -6>>(B, E), &self.combined::<Small<1, 6>>(B, E));
        let (B8, minus_3E) = (&self.times::<Small<8, 0>>(B), &self.times::<Small<-3, 0>>(E));
        self.arithmetic.write_sums_of_pairs(
            [&[[half_A, difference]], &[[B, sum], [minus_3E, E]], &[[B8, half_H]]],
            [&mut t.X, &mut t.Y, &mut t.Z],
        );
    }

    /// Adds the base: see [`lines`](super::lines).
    fn add_base(&self, t: &mut SeedMultiple, q: &Base, one: &Quadratic) {
        let [mut L, mut O, mut D, mut OO, mut E, mut G, mut H, mut X, mut Y, mut Z] = [Quadratic::ZERO; 10];
        let sums = &self.arithmetic;
        sums.write_sums_of_pairs(
            [&[[&t.X, one], [&t.Z, &q.minus_x]], &[[&t.Y, one], [&t.Z, &q.minus_y]]],
            [&mut L, &mut O],
        );
        sums.write_sums_of_pairs([&[[&L, &L]], &[[&O, &O]]], [&mut D, &mut OO]);
        let minus_D2 = &self.times::<Small<-2, 0>>(&D);
        sums.write_sums_of_pairs(
            [&[[&L, &D]], &[[&t.X, &D]], &[[&L, &D], [&t.Z, &OO], [&t.X, minus_D2]]],
            [&mut E, &mut G, &mut H],
        );
        let (difference, minus_E) = (&self.combined::<Small<1, -1>>(&G, &H), &self.times::<Small<-1, 0>>(&E));
        sums.write_sums_of_pairs(
            [&[[&L, &H]], &[[&O, difference], [&t.Y, minus_E]], &[[&t.Z, &E]]],
            [&mut X, &mut Y, &mut Z],
        );
        (t.X, t.Y, t.Z) = (X, Y, Z);
    }
}
