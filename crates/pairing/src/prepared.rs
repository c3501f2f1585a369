//! Lines of points of G2 that take part in many pairings.

use alloc::vec::Vec;

use vorpal_curves::Error as CurveError;
use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::tower::Fp2;
use vorpal_fields::{Fe, batch_invert};

use crate::miller::{self, Line, Steps};
use crate::towers::Towers;
use crate::{Engine, Twist};

/// A line with `c_y = 1`: its coefficients `c_x` and `c`.
pub(crate) type Monic<E, const N: usize> = [Fp2<<E as Engine<N>>::Modulus, N>; 2];

/// The lines of the Miller loop of a point of G2. A pairing with them costs less than half of a Miller loop. Empty for
/// infinity.
///
/// ```
/// use vorpal_curves::bls12_381::{self as g1, g2};
/// use vorpal_pairing::bls12_381::{PreparedG2, pairing, product_prepared};
/// let (p, q) = (g1::Affine::GENERATOR, g2::Affine::GENERATOR);
/// let lines = PreparedG2::new(&q)?;
/// assert_eq!(product_prepared(&[(p, &lines)]), pairing(&p, &q));
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PreparedG2<E: Engine<N>, const N: usize> {
    lines: Vec<Monic<E, N>>,
}

impl<E: Engine<N>, const N: usize> PreparedG2<E, N> {
    /// The lines of a point, which the loop itself checks for membership. Time depends on the point.
    ///
    /// # Errors
    /// [`NotInSubgroup`](CurveError::NotInSubgroup) if the point is not in G2.
    pub fn new(point: &Affine<E::G2>) -> Result<Self, CurveError> {
        if point.is_identity_vartime() {
            return Ok(Self { lines: Vec::new() });
        }
        let mut record = Record::<E, N>(Vec::with_capacity(const { miller::length::<E, N>() }));
        let multiples = miller::run(&Towers::NEW, &[*point], &mut record);
        if !miller::is_in_g2(point, &multiples[0]) {
            return Err(CurveError::NotInSubgroup);
        }
        Ok(Self { lines: record.monic() })
    }

    /// Whether this is the point at infinity.
    pub fn is_identity(&self) -> bool {
        self.lines.is_empty()
    }

    /// The memory of the lines in bytes.
    pub fn memory(&self) -> usize {
        size_of::<Monic<E, N>>() * self.lines.len()
    }

    /// The lines, one for each step of the loop.
    pub(crate) fn lines(&self) -> &[Monic<E, N>] {
        &self.lines
    }
}

/// Records the lines of one point.
struct Record<E: Engine<N>, const N: usize>(Vec<Line<E, N>>);

impl<E: Engine<N>, const N: usize> Steps<Line<E, N>> for Record<E, N> {
    fn line(&mut self, _: usize, line: &Line<E, N>) {
        self.0.push(Line { ..*line });
    }
}

impl<E: Engine<N>, const N: usize> Record<E, N> {
    /// The lines divided by their `c_y`, which is not zero for a point of G2: it is `2 Y Z` or `X - x Z` of a step
    /// that is not exceptional.
    fn monic(&self) -> Vec<Monic<E, N>> {
        let mut inverses: Vec<_> = self.0.iter().map(|line| line.y).collect();
        batch_invert(&mut inverses);
        self.0
            .iter()
            .zip(&inverses)
            .map(|(line, inverse)| [line.x * *inverse, line.constant * *inverse])
            .collect()
    }
}

/// A point of G1 at which prepared lines are evaluated: `x / y` and `1 / y`.
///
/// A line divided by the value `y` of its coefficient is `1 + c_x (x / y) + c / y`, up to powers of `w`.
pub(crate) struct Evaluation<E: Engine<N>, const N: usize> {
    slope: Fe<E::Modulus, N>,
    inverse: Fe<E::Modulus, N>,
}

impl<E: Engine<N>, const N: usize> Evaluation<E, N> {
    /// The values for points other than infinity, with one inversion. `y` is not zero: G1 has odd order.
    pub(crate) fn of_all<'a>(
        pairs: &[(Affine<E::G1>, &'a PreparedG2<E, N>)],
    ) -> Vec<(Self, &'a PreparedG2<E, N>)> {
        let mut inverses: Vec<_> = pairs.iter().map(|(point, _)| *point.raw_coordinates().1).collect();
        batch_invert(&mut inverses);
        let evaluations = pairs.iter().zip(inverses).map(|((point, lines), inverse)| {
            (Self { slope: *point.raw_coordinates().0 * inverse, inverse }, *lines)
        });
        evaluations.collect()
    }

    /// The coefficients of the line other than 1, with ascending exponents of `w`. 4M.
    pub(crate) fn at(&self, [x, constant]: &Monic<E, N>) -> Monic<E, N> {
        let (x, constant) = (x.scale(&self.slope), constant.scale(&self.inverse));
        match E::TWIST {
            Twist::D => [x, constant],
            Twist::M => [constant, x],
        }
    }
}
