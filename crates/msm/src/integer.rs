//! The scalar types of a sum: elements of the scalar field, and machine integers.

use core::marker::PhantomData;

use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::{Fe, Modulus};

/// An integer as sign and magnitude, least significant limb first.
///
/// ```
/// use vorpal_curves::bn254::Bn254G1;
/// use vorpal_msm::{MsmScalar, Signed};
/// let integer = MsmScalar::<Bn254G1>::to_integer(&-7i64);
/// assert_eq!(integer, Signed { magnitude: [7, 0, 0, 0], negative: true });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signed {
    /// The absolute value.
    pub magnitude: [u64; 4],
    /// Whether the integer is below zero.
    pub negative: bool,
}

impl Signed {
    /// The length of the magnitude in bits.
    pub(crate) fn bits(&self) -> usize {
        let top = self.magnitude.iter().rposition(|&limb| limb != 0);
        top.map_or(0, |limb| 64 * limb + 64 - self.magnitude[limb].leading_zeros() as usize)
    }
}

/// A scalar for points of the curve `C`: [`C::Scalar`](WeierstrassCurve::Scalar), `bool`, `u8`, `u16`, `u32`, `u64`,
/// `u128` or `i64`. Machine integers are not widened, so sums with them have fewer windows.
///
/// An element of the scalar field represents its canonical integer, below the order `r`. Conversions to elements reject
/// or reduce larger integers.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Jacobian};
/// use vorpal_fields::primes::Bn254Scalar as Scalar;
/// use vorpal_msm::msm_vartime;
/// let points = [Affine::GENERATOR; 2];
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(msm_vartime(&points, &[Scalar::from(5), -Scalar::from(3)])?, twice);
/// assert_eq!(msm_vartime(&points, &[5i64, -3])?, twice);
/// assert_eq!(msm_vartime(&points, &[true, true])?, twice);
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
pub trait MsmScalar<C: WeierstrassCurve>: Copy + Send + Sync {
    /// The number of multiplications of [`to_integer`](Self::to_integer).
    const MULTIPLICATIONS: usize;

    /// The scalar as an integer.
    fn to_integer(&self) -> Signed;
}

impl<M: Modulus<4>, C: WeierstrassCurve<Scalar = Fe<M, 4>>> MsmScalar<C> for Fe<M, 4> {
    const MULTIPLICATIONS: usize = 1;

    #[inline]
    fn to_integer(&self) -> Signed {
        Signed { magnitude: self.to_limbs(), negative: false }
    }
}

macro_rules! machine_integers {
    ($($integer:ty),*) => {$(
        impl<C: WeierstrassCurve> MsmScalar<C> for $integer {
            const MULTIPLICATIONS: usize = 0;

            #[inline]
            fn to_integer(&self) -> Signed {
                Signed { magnitude: [u64::from(*self), 0, 0, 0], negative: false }
            }
        }
    )*};
}

machine_integers!(bool, u8, u16, u32, u64);

impl<C: WeierstrassCurve> MsmScalar<C> for i64 {
    const MULTIPLICATIONS: usize = 0;

    #[inline]
    fn to_integer(&self) -> Signed {
        Signed { magnitude: [self.unsigned_abs(), 0, 0, 0], negative: *self < 0 }
    }
}

impl<C: WeierstrassCurve> MsmScalar<C> for u128 {
    const MULTIPLICATIONS: usize = 0;

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the lower and the upper half")]
    fn to_integer(&self) -> Signed {
        Signed { magnitude: [*self as u64, (*self >> 64) as u64, 0, 0], negative: false }
    }
}

/// The scalars of a sum without their type, so that a sum is compiled once for each curve.
pub(crate) trait Scalars: Sync {
    /// The number of scalars.
    fn number(&self) -> usize;
    /// The size of all scalars in bytes.
    fn bytes(&self) -> usize;
    /// [`MsmScalar::MULTIPLICATIONS`].
    fn multiplications(&self) -> usize;
    /// The scalar with this index, as an integer.
    fn get(&self, index: usize) -> Signed;
    /// Reads consecutive scalars as integers, from the one with the index `first` on.
    fn read(&self, first: usize, integers: &mut [Signed]);
}

/// A slice of scalars for points of the curve `C`.
pub(crate) struct ScalarSlice<'a, C, S> {
    scalars: &'a [S],
    curve: PhantomData<fn() -> C>,
}

impl<'a, C: WeierstrassCurve, S: MsmScalar<C>> ScalarSlice<'a, C, S> {
    pub(crate) fn new(scalars: &'a [S]) -> Self {
        Self { scalars, curve: PhantomData }
    }
}

impl<C: WeierstrassCurve, S: MsmScalar<C>> Scalars for ScalarSlice<'_, C, S> {
    fn number(&self) -> usize {
        self.scalars.len()
    }
    fn bytes(&self) -> usize {
        size_of_val(self.scalars)
    }
    fn multiplications(&self) -> usize {
        S::MULTIPLICATIONS
    }
    fn get(&self, index: usize) -> Signed {
        self.scalars[index].to_integer()
    }
    fn read(&self, first: usize, integers: &mut [Signed]) {
        for (integer, scalar) in integers.iter_mut().zip(&self.scalars[first..]) {
            *integer = scalar.to_integer();
        }
    }
}
