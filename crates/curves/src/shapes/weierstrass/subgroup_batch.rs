//! Membership in the prime subgroup for many points: sixteen side by side.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_fields::{BLOCK, Field, FieldBlock};

use super::{Affine, Endomorphism, WeierstrassCurve};

/// The index of the first point that is not in the prime subgroup. Time depends on the points.
///
/// For a curve of the BLS12 family `phi(P) = -x^2 P`, as for single points, in lanes of blocks, by Jacobian formulas
/// without cases. Where one of them has an exception (equal or opposite points, or infinity, in an addition), it gives
/// `Z = 0`, and `Z` stays zero: such lanes are left to the test of single points. In the subgroup there are none, because
/// the multiples on the way to `x^2 P` are below `r / 2` and differ from what is added.
pub(super) fn first_outside_vartime<C: WeierstrassCurve>(points: &[Affine<C>]) -> Option<usize> {
    let outside = |points: &[Affine<C>]| points.iter().position(|point| !point.is_in_subgroup_vartime());
    let (Some(seed), Some(endomorphism)) = (C::BLS12_SEED, C::ENDOMORPHISM) else { return outside(points) };
    for (number, points) in points.chunks(BLOCK).enumerate() {
        let found = if points.len() < <C::Base as Field>::Block::pays_from() {
            outside(points)
        } else {
            let passed = passing_lanes_vartime(points, seed, &endomorphism);
            let passes = |(lane, point): (usize, &Affine<C>)| {
                passed >> lane & 1 == 1 || point.is_in_subgroup_vartime()
            };
            points.iter().enumerate().position(|item| !passes(item))
        };
        if let Some(index) = found {
            return Some(BLOCK * number + index);
        }
    }
    None
}

/// The lanes of points that pass the test; not those for which formulas fail.
fn passing_lanes_vartime<C: WeierstrassCurve>(
    points: &[Affine<C>],
    seed: u64,
    endomorphism: &Endomorphism<C>,
) -> u16 {
    // On an isomorphic curve, as blocks read it: no formula here uses b.
    let one = <C::Base as Field>::Block::one();
    let (mut x, mut y) = (one, one);
    x.read_raw(points, |point| &point.x);
    y.read_raw(points, |point| &point.y);
    y.scale_raw();
    let point = Lanes { X: x, Y: y, Z: one };
    let once = point.multiple(seed);
    let twice = once.multiple(seed);
    // phi(P) = -(X / Z^2, Y / Z^3), both sides multiplied out.
    let (mut ZZ, mut ZZZ) = (one, one);
    ZZ.square_into(&twice.Z);
    ZZZ.mul_into(&ZZ, &twice.Z);
    x.mul_assign(&FieldBlock::load(&[endomorphism.beta(); BLOCK], |beta| beta));
    x.mul_assign(&ZZ);
    x.sub_assign(&twice.X);
    y.mul_assign(&ZZZ);
    y.add_assign(&twice.Y);
    x.zero_lanes() & y.zero_lanes() & !twice.Z.zero_lanes()
}

/// Sixteen points in Jacobian coordinates.
#[derive(Clone, Copy)]
struct Lanes<B> {
    X: B,
    Y: B,
    Z: B,
}

impl<B: FieldBlock> Lanes<B> {
    /// `seed self`.
    fn multiple(&self, seed: u64) -> Self {
        let mut sum = *self;
        for bit in (0..seed.ilog2()).rev() {
            sum.double();
            if seed >> bit & 1 == 1 {
                sum.add(self);
            }
        }
        sum
    }

    /// `dbl-2009-l`: 2M + 5S, as `Jacobian::double`.
    fn double(&mut self) {
        let Self { X, Y, Z } = self;
        Z.mul_assign(Y);
        twice(Z);
        let (mut A, mut B, mut C) = (*X, *Y, *Y);
        A.square_into(X);
        B.square_into(Y);
        C.square_into(&B);
        // D = 2 ((X + B)^2 - A - C), E = 3 A.
        X.add_assign(&B);
        let mut D = B;
        D.square_into(X);
        D.sub_assign(&A);
        D.sub_assign(&C);
        twice(&mut D);
        let mut E = A;
        twice(&mut E);
        E.add_assign(&A);
        X.square_into(&E);
        X.sub_assign(&D);
        X.sub_assign(&D);
        D.sub_assign(X);
        Y.mul_into(&E, &D);
        (0..3).for_each(|_| twice(&mut C));
        Y.sub_assign(&C);
    }

    /// `add-2007-bl`: 11M + 5S. Equal or opposite points, or infinity, give `Z = 0`.
    fn add(&mut self, other: &Self) {
        let Self { X, Y, Z } = self;
        let mut ZZ1 = *Z;
        ZZ1.square_into(Z);
        let mut ZZ2 = ZZ1;
        ZZ2.square_into(&other.Z);
        // U1 and U2 = X2 ZZ1, S1 and S2 = Y2 Z1 ZZ1.
        X.mul_assign(&ZZ2);
        Y.mul_assign(&ZZ2);
        Y.mul_assign(&other.Z);
        let (mut H, mut r) = (ZZ1, ZZ1);
        H.mul_assign(&other.X);
        H.sub_assign(X);
        r.mul_assign(Z);
        r.mul_assign(&other.Y);
        r.sub_assign(Y);
        twice(&mut r);
        // Z3 = ((Z1 + Z2)^2 - ZZ1 - ZZ2) H.
        Z.add_assign(&other.Z);
        let sum = *Z;
        Z.square_into(&sum);
        Z.sub_assign(&ZZ1);
        Z.sub_assign(&ZZ2);
        Z.mul_assign(&H);
        // I = (2 H)^2, J = H I, V = U1 I.
        let (mut I, mut double_H) = (H, H);
        twice(&mut double_H);
        I.square_into(&double_H);
        let mut J = H;
        J.mul_assign(&I);
        let mut V = I;
        V.mul_assign(X);
        X.square_into(&r);
        X.sub_assign(&J);
        X.sub_assign(&V);
        X.sub_assign(&V);
        V.sub_assign(X);
        V.mul_assign(&r);
        Y.mul_assign(&J);
        twice(Y);
        V.sub_assign(Y);
        *Y = V;
    }
}

/// `2 a`.
fn twice<B: FieldBlock>(a: &mut B) {
    let same = *a;
    a.add_assign(&same);
}
