//! Linear combinations `u1 G + u2 P` for public scalars, sixteen at a time in packed values.

mod generator;
mod hexagonal;
mod multiples;
mod same_z;
#[cfg(test)]
mod tests;
mod windows;

use vorpal_curves::models::weierstrass::{Affine, PackedJacobian, WeierstrassCurve};
use vorpal_fields::{Field, LANES, PackedField, PrimeField};
use vorpal_limbs::backend::Backend;

pub(crate) use self::generator::GeneratorTable;
use self::hexagonal::{Numbers, Row, windows};
use self::multiples::{DIGITS, HexagonalTable, WIDTH, WINDOWS};
pub(crate) use self::windows::WindowTable;
use super::Term;
use crate::curve::FourLimbCurve;

/// Multiples of the generator for packed sums, with the algorithm for their digits.
pub trait PackedTable<C: FourLimbCurve>: Send + Sync + 'static {
    /// The least number of sums, up to sixteen, of which packed ones take less time than one after the other with
    /// the kernels of Bmi2Adx, by measurement. It differs from that of products ([`PackedField::pays_from`]): products
    /// are cheaper with a modulus `2^256 - c`, and the packed sums have another number of additions.
    fn pays_from(backend: Backend) -> usize;

    /// Computes `u1 G + u2 P` for each term, sixteen at a time. `single` computes exceptional sums.
    ///
    /// # Panics
    /// If the slices differ in length.
    fn lincomb_batch_vartime(
        &self,
        terms: &[Term<C>],
        sums: &mut [Affine<C>],
        single: impl Fn(&Term<C>) -> Affine<C>,
    );
}

/// For curves with an endomorphism.
impl<C: FourLimbCurve> PackedTable<C> for GeneratorTable<C> {
    fn pays_from(backend: Backend) -> usize {
        match backend {
            Backend::Avx2Fma => 8,
            Backend::Avx512Fma => 6,
            Backend::AvxIfma => 4,
            _ => <C::Base as Field>::Packed::pays_from(),
        }
    }

    fn lincomb_batch_vartime(
        &self,
        terms: &[Term<C>],
        sums: &mut [Affine<C>],
        single: impl Fn(&Term<C>) -> Affine<C>,
    ) {
        lincomb_batch_vartime(self, terms, sums, single);
    }
}

/// Computes `u1 G + u2 P` for each term, for all scalars and points. The time depends on the scalars and points. Does
/// not allocate.
///
/// Both scalars are split by the endomorphism, and the two halves of a scalar have common digits ([`hexagonal`]).
/// `u2` has 44 windows of 3 bits, for which eleven multiples of `P` are computed ([`multiples`]). `u1` has the windows
/// of the table of `G` ([`generator`]). Both share one chain of doublings.
///
/// With windows of 6 bits for `G`, a sum takes 126 doublings of 4M + 4S (one of them by a constant), 42 additions of
/// 8M + 3S and 22 of 9M + 3S: in total 1046M + 699S. The multiples take 93M + 33S. The sixteen sums share one
/// inversion, 3 or 4 percent of the time. The results are affine, because callers of a version with Jacobian results
/// would spend half of that time on the comparisons.
///
/// If a formula meets an exceptional case, `Z` is zero ([`PackedJacobian`]), and `single` computes this sum. Random
/// scalars do not lead to exceptional cases on a curve of 256 bits. An attacker who constructs such scalars slows down
/// only the sums with these scalars.
///
/// # Panics
/// If the slices differ in length.
#[allow(clippy::panic, reason = "other lengths are an error of the caller")]
pub(super) fn lincomb_batch_vartime<C: FourLimbCurve>(
    table: &GeneratorTable<C>,
    terms: &[Term<C>],
    sums: &mut [Affine<C>],
    single: impl Fn(&Term<C>) -> Affine<C>,
) {
    assert!(terms.len() == sums.len(), "the slices have equal lengths");
    let mut multiples = HexagonalTable::new(C::PHI.beta());
    let mut of_points = [Row::ZERO; WINDOWS];
    let mut of_generator = [Row::ZERO; MOST_WINDOWS];
    let [mut u1, mut u2] = [Numbers::ZERO; 2];
    for (terms, sums) in terms.chunks(LANES).zip(sums.chunks_mut(LANES)) {
        for lane in 0..LANES {
            // Unused lanes repeat the last term, so that they need no mask.
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
        for (lane, (result, term)) in sums.iter_mut().zip(terms).enumerate() {
            if sum.present >> lane & 1 == 0 {
                *result = Affine::IDENTITY;
            } else if failed >> lane & 1 == 1 {
                *result = single(term);
            }
        }
    }
}

/// The number of windows for the narrowest table, which is the maximum.
const MOST_WINDOWS: usize = windows(2);
/// The lowest bit of the highest window of `u2`.
const HIGHEST: usize = WIDTH * (WINDOWS - 1);

/// Packed sums. The sum of a lane is assigned at its first digit other than zero; before, it is infinity.
struct Sum<C: WeierstrassCurve> {
    lanes: PackedJacobian<C>,
    /// The lanes whose sum has been assigned.
    present: u16,
    /// The coordinates of the points to add.
    x: <C::Base as Field>::Packed,
    y: <C::Base as Field>::Packed,
}

impl<C: WeierstrassCurve> Sum<C> {
    fn new() -> Self {
        let one = <C::Base as Field>::Packed::one();
        Self { lanes: PackedJacobian::from_affine(&one, &one), present: 0, x: one, y: one }
    }

    /// Adds `(x, y)`, or `(scale^2 x, scale^3 y)` with a scale, in the lanes of the mask.
    fn add(&mut self, lanes: u16, scale: Option<&<C::Base as Field>::Packed>) {
        let fresh = lanes & !self.present;
        if fresh != 0 {
            self.assign(fresh, scale);
        }
        match (lanes & !fresh, scale) {
            (0, _) => (),
            (lanes, None) => self.lanes.add_affine_lanes(&self.x, &self.y, lanes),
            (lanes, Some(scale)) => self.lanes.add_scaled_affine_lanes(scale, &self.x, &self.y, lanes),
        }
    }

    /// Assigns `(x, y)`, or `(scale^2 x, scale^3 y)` with a scale, in the lanes of the mask.
    #[cold]
    fn assign(&mut self, lanes: u16, scale: Option<&<C::Base as Field>::Packed>) {
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
