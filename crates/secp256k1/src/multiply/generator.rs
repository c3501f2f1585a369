//! Multiples of the generator, computed once.

use alloc::vec::Vec;

use vorpal_curves::shapes::weierstrass::{Affine, Jacobian};

use crate::curve::SignatureCurve;

/// The multiples `1, 2, .., 16` of `2^(5 i) G` for `i = 0, .., 51`: a scalar of 256 bits takes 52 additions and no
/// doublings. 52 KiB, all of which is read for every product, lest the cache know which.
#[derive(Debug)]
pub(crate) struct Comb<C: SignatureCurve> {
    points: Vec<Affine<C>>,
}

impl<C: SignatureCurve> Comb<C> {
    /// Digits have so many bits.
    pub(crate) const WIDTH: usize = 5;
    /// So many digits have the scalars.
    pub(crate) const WINDOWS: usize = 256usize.div_ceil(Self::WIDTH);

    /// The table. Some 800 additions.
    pub(crate) fn new() -> Self {
        let mut base = Jacobian::GENERATOR;
        let mut points = Vec::with_capacity(Self::WINDOWS << (Self::WIDTH - 1));
        for _ in 0..Self::WINDOWS {
            push_multiples(&base, 1 << (Self::WIDTH - 1), &mut points);
            base = (0..Self::WIDTH).fold(base, |base, _| base.double());
        }
        Self { points: Jacobian::normalise_batch(&points) }
    }

    /// For each digit, from the lowest on, the multiples `1, 2, ..` of its weight.
    pub(crate) fn windows(&self) -> impl Iterator<Item = &[Affine<C>]> {
        self.points.chunks_exact(1 << (Self::WIDTH - 1))
    }
}

/// The multiples `1, 2, .., 2^(w - 1)` of `G` and of `2^128 G`, for a chosen width `w`. `2^w` points of 64 bytes: 256 KiB
/// for `w = 12`.
#[derive(Debug)]
pub(crate) struct Multiples<C: SignatureCurve> {
    width: usize,
    points: Vec<Affine<C>>,
}

impl<C: SignatureCurve> Multiples<C> {
    /// The tables for a width of 2 to 15.
    pub(crate) fn new(width: usize) -> Self {
        let mut points = Vec::with_capacity(1 << width);
        let distant = (0..128).fold(Jacobian::GENERATOR, |point, _| point.double());
        push_multiples(&Jacobian::GENERATOR, 1 << (width - 1), &mut points);
        push_multiples(&distant, 1 << (width - 1), &mut points);
        Self { width, points: Jacobian::normalise_batch(&points) }
    }

    /// Digits of so many bits are there.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The multiples of `G` and those of `2^128 G`; that of `m` is at `m - 1`.
    pub(crate) fn halves(&self) -> [&[Affine<C>]; 2] {
        let (low, high) = self.points.split_at(1 << (self.width - 1));
        [low, high]
    }
}

fn push_multiples<C: SignatureCurve>(base: &Jacobian<C>, number: usize, points: &mut Vec<Jacobian<C>>) {
    let affine = base.to_affine();
    let mut multiple = *base;
    for _ in 0..number {
        points.push(multiple);
        multiple = multiple.add_affine_vartime(&affine);
    }
}
