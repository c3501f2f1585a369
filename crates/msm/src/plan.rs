//! Which way a sum is taken.

use core::fmt::{self, Display, Formatter};

/// How points are added up.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Jacobian};
/// use vorpal_msm::{Algorithm, Msm};
/// let sum = Msm::new().algorithm(Algorithm::Xyzz).msm_vartime(&[Affine::GENERATOR; 9], &[2u8; 9])?;
/// assert_eq!(sum, Jacobian::GENERATOR.mul_limbs_vartime(&[18]));
/// assert_eq!(Algorithm::Xyzz.to_string(), "XYZZ buckets");
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Multiples of each point, shared doublings; for a few points. Nothing is allocated.
    Straus,
    /// Buckets in XYZZ coordinates: 10M an addition, no inversions.
    Xyzz,
    /// Buckets in affine coordinates, sixteen side by side, with shared inversions: 6M an addition.
    Affine,
    /// Buckets in extended twisted Edwards coordinates, sixteen side by side: 7M an addition, no inversions. For curves
    /// that have such a form, and points of the prime subgroup.
    Edwards,
}

impl Display for Algorithm {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Straus => "multiples of each point (Straus)",
            Self::Xyzz => "XYZZ buckets",
            Self::Affine => "affine buckets, shared inversions",
            Self::Edwards => "extended Edwards buckets",
        })
    }
}

/// How a sum is, or would be, taken: see [`Msm::plan`](crate::Msm::plan).
///
/// ```
/// use vorpal_curves::bn254::Affine;
/// use vorpal_msm::{Algorithm, Msm};
/// let plan = Msm::new().plan(&[Affine::GENERATOR; 2], &[7u64, 0])?;
/// assert_eq!((plan.algorithm, plan.nonzero, plan.bits), (Algorithm::Straus, 1, 3));
/// println!("{}", plan.explain());
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// How points are added up.
    pub algorithm: Algorithm,
    /// Whether scalars are split in halves by the curve's endomorphism.
    pub endomorphism: bool,
    /// How many points there are.
    pub points: usize,
    /// How many integers they are multiplied by, halves counted.
    pub integers: usize,
    /// How many of these are not zero.
    pub nonzero: usize,
    /// The length of the longest integer in bits.
    pub bits: usize,
    /// The width of a window in bits; zero without windows.
    pub width: usize,
    /// How many windows there are.
    pub windows: usize,
    /// How many windows are worked on at a time.
    pub windows_at_once: usize,
    /// How many threads the pool has.
    pub threads: usize,
    /// How many additions of points are expected.
    pub additions: u64,
    /// How many multiplications and squarings of the base field are expected.
    pub multiplications: u64,
    /// How many bytes are needed beside points and scalars, about.
    pub memory: usize,
}

impl Plan {
    /// The decision in words, in a few lines.
    pub fn explain(&self) -> impl Display + '_ {
        Explanation(self)
    }
}

struct Explanation<'a>(&'a Plan);

impl Display for Explanation<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plan = self.0;
        writeln!(f, "{} points, {} threads: {}", plan.points, plan.threads, plan.algorithm)?;
        let split = if plan.endomorphism {
            "halves of scalars, split by the endomorphism"
        } else {
            "scalars as they are"
        };
        writeln!(
            f,
            "{split}: {} integers, {} not zero, of up to {} bits",
            plan.integers, plan.nonzero, plan.bits
        )?;
        if plan.width > 0 {
            let Plan { windows, width, windows_at_once, .. } = plan;
            writeln!(
                f,
                "{windows} windows of {width} bits, {windows_at_once} at a time, {} KiB",
                plan.memory >> 10
            )?;
        }
        let each = plan.multiplications as f64 / plan.points.max(1) as f64;
        write!(
            f,
            "about {} additions, {} multiplications ({each:.1} a point)",
            plan.additions, plan.multiplications
        )
    }
}
