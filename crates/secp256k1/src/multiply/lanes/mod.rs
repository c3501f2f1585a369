//! `u1 G + u2 P` for public scalars, sixteen side by side.

mod generator;
mod hexagonal;
mod multiples;
#[cfg(test)]
mod tests;

use vorpal_curves::models::weierstrass::{Affine, PackedJacobian, WeierstrassCurve};
use vorpal_fields::{Field, LANES, PackedField, PrimeField};

pub(crate) use self::generator::GeneratorTable;
use self::hexagonal::{Numbers, Row, windows};
use self::multiples::{DIGITS, Multiples, WIDTH, WINDOWS};
use super::{Term, lincomb_vartime};
use crate::curve::SignatureCurve;

/// `u1 G + u2 P` for each term, any terms. Time depends on all of it. Nothing is allocated.
///
/// Both scalars are split by the endomorphism, and the halves of each written in common digits (`hexagonal.rs`): 44
/// windows of 3 bits for `P`, whose eleven multiples are made for the purpose (`multiples.rs`), and as many as the
/// table of `G` needs (`generator.rs`). One chain of doublings serves both. With windows of 6 bits for `G`, a sum
/// takes 126 doublings of 4M + 4S (one of them by a constant), 43 additions of 8M + 3S and 22 of 9M + 3S: 1046M +
/// 699S; 93M + 33S for the multiples; and its share of an inversion by sixteen, 3 or 4 percent of all, which is
/// why there is no form without it: what reads Jacobian coordinates spends half of that.
///
/// Where one of the formulas meets an exception, `Z = 0` tells ([`PackedJacobian`]), and that term is [summed
/// alone](lincomb_vartime). For random scalars that does not happen on a curve of 256 bits; whoever makes it happen
/// waits longer for their sum.
///
/// # Panics
/// If the slices differ in length.
#[allow(clippy::panic, reason = "a program that passes other lengths is wrong")]
pub(super) fn lincomb_batch_vartime<C: SignatureCurve>(
    table: &GeneratorTable<C>,
    terms: &[Term<C>],
    sums: &mut [Affine<C>],
) {
    assert!(terms.len() == sums.len(), "as many places as terms");
    let mut multiples = Multiples::new(C::PHI.beta());
    let mut of_points = [Row::ZERO; WINDOWS];
    let mut of_generator = [Row::ZERO; MOST_WINDOWS];
    let [mut u1, mut u2] = [Numbers::ZERO; 2];
    for (terms, sums) in terms.chunks(LANES).zip(sums.chunks_mut(LANES)) {
        for lane in 0..LANES {
            // Lanes without a term do what the last one does: so no mask has to keep them out.
            let term = &terms[lane.min(terms.len() - 1)];
            u1.set(lane, &C::PHI.split(&term.u1.to_limbs()));
            u2.set(lane, &C::PHI.split(&term.u2.to_limbs()));
        }
        u1.recode(&table.digits, table.width, &mut of_generator[..windows(table.width)]);
        u2.recode(&DIGITS, WIDTH, &mut of_points);
        multiples.fill(terms, |term| &term.point);
        let mut sum = Sum::new();
        for position in (0..=HIGHEST.max(table.width * (windows(table.width) - 1))).rev() {
            if sum.present != 0 {
                sum.lanes.double();
            }
            if position % WIDTH == 0 && position / WIDTH < WINDOWS {
                let lanes = multiples.read(&of_points[position / WIDTH], &mut sum.x, &mut sum.y);
                sum.add(lanes, None);
            }
            if position % table.width == 0 && position / table.width < windows(table.width) {
                let lanes = table.read(&of_generator[position / table.width], &mut sum.x, &mut sum.y);
                sum.add(lanes, Some(&multiples.common));
            }
        }
        sum.lanes.scale(&multiples.common);
        sum.lanes.store_affine_vartime(sums);
        let failed = sum.lanes.zero_lanes();
        for (lane, (place, term)) in sums.iter_mut().zip(terms).enumerate() {
            if sum.present >> lane & 1 == 0 {
                *place = Affine::INFINITY;
            } else if failed >> lane & 1 == 1 {
                *place = lincomb_vartime(&term.u1, &term.u2, &term.point).to_affine_vartime();
            }
        }
    }
}

/// The windows of the narrowest table.
const MOST_WINDOWS: usize = windows(2);
/// The lowest bit of the highest window of points.
const HIGHEST: usize = WIDTH * (WINDOWS - 1);

/// Sums that begin with the first digit that is not zero.
struct Sum<C: WeierstrassCurve> {
    lanes: PackedJacobian<C>,
    /// Where a sum has begun.
    present: u16,
    /// What is added.
    x: <C::Base as Field>::Packed,
    y: <C::Base as Field>::Packed,
}

impl<C: WeierstrassCurve> Sum<C> {
    fn new() -> Self {
        let one = <C::Base as Field>::Packed::one();
        Self { lanes: PackedJacobian::from_affine(&one, &one), present: 0, x: one, y: one }
    }

    /// Adds `(x, y)`, or `(scale^2 x, scale^3 y)`, in the lanes of the mask.
    fn add(&mut self, lanes: u16, scale: Option<&<C::Base as Field>::Packed>) {
        let fresh = lanes & !self.present;
        if fresh != 0 {
            self.begin(fresh, scale);
        }
        match (lanes & !fresh, scale) {
            (0, _) => (),
            (lanes, None) => self.lanes.add_affine_lanes(&self.x, &self.y, lanes),
            (lanes, Some(scale)) => self.lanes.add_scaled_affine_lanes(scale, &self.x, &self.y, lanes),
        }
    }

    #[cold]
    fn begin(&mut self, lanes: u16, scale: Option<&<C::Base as Field>::Packed>) {
        let (mut x, mut y) = (self.x, self.y);
        if let Some(scale) = scale {
            let mut power = *scale;
            power.square_into(scale);
            x.mul_assign(&power);
            power.mul_assign(scale);
            y.mul_assign(&power);
        }
        self.lanes.assign_affine_lanes(&x, &y, lanes);
        self.present |= lanes;
    }
}
