//! Portable kernels: the same method in plain Rust, one lane after the other, to compare with those of processors.

#![allow(
    clippy::cast_possible_truncation,
    reason = "remainders are smaller than words; the low words are meant"
)]

use core::mem::MaybeUninit;

use crate::bound::Bound;
use crate::packed::Sealed;
use crate::residue_ring::backend::{Factors, ProductKind, ResidueBackend, Terms};
use crate::residue_ring::constants::{Lanes, ResidueRing, moduli_of};
use crate::residue_ring::moduli::BITS;
use crate::residue_ring::value::{Quadratic, Residues};
use crate::residue_ring::{LANES, MULTIPLES, REDUCED};

/// Kernels in plain Rust. They take much longer than products by [`Montgomery`](crate::Montgomery), and are not
/// constant time.
#[derive(Clone, Copy, Debug, Default)]
pub struct PortableResidues;

/// The sums of a number's lanes in both bases.
type Sums = [[u128; LANES]; 2];

/// `sum / 2^52 mod m`.
fn divide<const N: usize>(ring: &ResidueRing<N>, base: usize, lane: usize, sum: u128) -> u64 {
    let Some(m) = modulus(ring, base, lane) else { return 0 };
    let factor = sum as u64 & ((1 << 52) - 1);
    let factor = u128::from(factor.wrapping_mul(ring.bases[base].negated_inverses[lane]) & ((1 << 52) - 1));
    ((sum + factor * u128::from(m)) >> 52) as u64 % m
}

/// The modulus of a lane, if it has one.
fn modulus<const N: usize>(ring: &ResidueRing<N>, base: usize, lane: usize) -> Option<u64> {
    (lane < moduli_of(N)).then(|| ring.bases[base].moduli[lane])
}

/// The lanes of a base from a function.
fn lanes(lane: impl FnMut(usize) -> u64) -> Lanes {
    core::array::from_fn(lane)
}

/// The sum of digits times the rows of a matrix, in a lane.
fn times_rows<const N: usize>(digits: &Lanes, rows: &[Lanes; LANES], lane: usize) -> u128 {
    (0..moduli_of(N)).map(|i| u128::from(digits[i]) * u128::from(rows[i][lane])).sum()
}

/// The reduction of the module's documentation.
fn reduce<const N: usize>(ring: &ResidueRing<N>, sums: &Sums) -> Residues {
    let kept = |lane: usize| {
        let (low, high) = (sums[1][lane] & ((1 << 52) - 1), sums[1][lane] >> 52);
        low * u128::from(ring.kept[0][lane]) + high * u128::from(ring.kept[1][lane])
    };
    let q = lanes(|i| divide(ring, 0, i, sums[0][i]));
    let r = lanes(|j| divide(ring, 1, j, kept(j) + times_rows::<N>(&q, &ring.forward, j)));
    let excess = u128::from((r.iter().map(|digit| digit >> (BITS - 7)).sum::<u64>() + 32) >> 7);
    let x = lanes(|i| {
        let sum = times_rows::<N>(&r, &ring.backward, i) + excess * u128::from(ring.excess[i]);
        divide(ring, 0, i, sum)
    });
    [x, r]
}

/// An element with the sum of its coefficients.
fn element(c0: Residues, c1: Residues) -> Quadratic {
    let sum = [0, 1].map(|base| lanes(|i| c0[base][i] + c1[base][i]));
    Quadratic { c0, c1, sum, bound: Bound::new(REDUCED) }
}

impl Sealed for PortableResidues {}

impl ResidueBackend for PortableResidues {
    fn sums_of_products<const N: usize>(
        self,
        ring: &ResidueRing<N>,
        product: ProductKind,
        products: &[Terms<'_>],
        results: &mut [&mut MaybeUninit<Quadratic>],
    ) {
        for (products, result) in products.iter().zip(results) {
            let mut sums: [Sums; 2] = [[[0; LANES]; 2]; 2];
            for [a, b] in *products {
                for base in 0..2 {
                    for i in 0..LANES {
                        let Some(m) = modulus(ring, base, i) else { continue };
                        let times =
                            |a: &Residues, b: &Residues| u128::from(a[base][i]) * u128::from(b[base][i]);
                        let (first, second) = (times(&a.c0, &b.c0), times(&a.c1, &b.c1));
                        if product == ProductKind::Pairs {
                            sums[0][base][i] += first;
                            sums[1][base][i] += second;
                        } else {
                            let weighted = u128::from(ring.q) * second % u128::from(m);
                            sums[0][base][i] += first + u128::from(m) - weighted;
                            sums[1][base][i] += times(&a.c0, &b.c1) + times(&a.c1, &b.c0);
                        }
                    }
                }
            }
            let [c0, c1] = sums.each_ref().map(|sums| reduce(ring, sums));
            result.write(element(c0, c1));
        }
    }

    fn combination<F: Factors, const N: usize>(
        self,
        ring: &ResidueRing<N>,
        elements: [&Quadratic; 2],
    ) -> Quadratic {
        let combined = |parts: [fn(&Quadratic) -> &Residues; 2], weight: i128| {
            [0, 1].map(|base| {
                lanes(|i| {
                    let Some(m) = modulus(ring, base, i).map(i128::from) else { return 0 };
                    let terms = F::FACTORS.iter().zip(elements).map(|(factors, a)| {
                        let [x, y] = parts.map(|part| i128::from(part(a)[base][i]));
                        i128::from(factors[0]) * x + weight * i128::from(factors[1]) * y
                    });
                    terms.sum::<i128>().rem_euclid(m) as u64
                })
            })
        };
        let c0 = combined([|a| &a.c0, |a| &a.c1], -i128::from(ring.q));
        let c1 = combined([|a| &a.c1, |a| &a.c0], 1);
        element(c0, c1)
    }

    fn conjugate<const N: usize>(
        self,
        ring: &ResidueRing<N>,
        a: &Quadratic,
        result: &mut MaybeUninit<Quadratic>,
    ) {
        let opposite = [0, 1]
            .map(|base| lanes(|i| modulus(ring, base, i).map_or(0, |m| MULTIPLES[base] * m - a.c1[base][i])));
        result.write(element(a.c0, opposite));
    }

    fn split<const N: usize>(
        self,
        ring: &ResidueRing<N>,
        numbers: [&[u64; N]; 2],
        result: &mut MaybeUninit<Quadratic>,
    ) {
        let [c0, c1] = numbers.map(|number| ring.residues(number));
        result.write(element(c0, c1));
    }
}
