//! The algorithm and the parameters of a sum, for callers that choose or inspect them.

use core::fmt::{self, Display, Formatter};

/// An algorithm of multi-scalar multiplication.
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
    /// Odd multiples of each point and shared doublings, for a few points. Allocates for quarters of scalars only.
    Straus,
    /// Buckets in XYZZ coordinates: 10M per addition, no inversions.
    Xyzz,
    /// Buckets in Jacobian coordinates: 11M per addition, no inversions. Never the cheapest, so the planner does not
    /// choose it: for comparisons.
    Jacobian,
    /// Buckets in affine coordinates, in batches of sixteen lanes where the processor has vectors for the field, with
    /// shared inversions: 6M per addition.
    Affine,
    /// Buckets in extended twisted Edwards coordinates, in batches of sixteen lanes: 7M per addition, no inversions.
    /// Requires a curve with an Edwards form and points of the prime subgroup.
    Edwards,
}

impl Algorithm {
    /// All algorithms.
    ///
    /// ```
    /// use vorpal_msm::Algorithm;
    /// let names: Vec<&str> = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect();
    /// assert_eq!(names, ["straus", "affine", "edwards", "xyzz", "jacobian"]);
    /// ```
    pub const ALL: &[Self] = &[Self::Straus, Self::Affine, Self::Edwards, Self::Xyzz, Self::Jacobian];

    /// The name in options of commands and other languages: one word in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Straus => "straus",
            Self::Xyzz => "xyzz",
            Self::Jacobian => "jacobian",
            Self::Affine => "affine",
            Self::Edwards => "edwards",
        }
    }
}

impl Display for Algorithm {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Straus => "multiples of each point (Straus)",
            Self::Xyzz => "XYZZ buckets",
            Self::Jacobian => "Jacobian buckets",
            Self::Affine => "affine buckets, shared inversions",
            Self::Edwards => "extended Edwards buckets",
        })
    }
}

/// The algorithm, the parameters and the expected cost of a sum; returned by [`Msm::plan`](crate::Msm::plan).
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
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Whether the curve's endomorphism splits scalars: into quarters for curves of G2, else into halves.
    pub endomorphism: bool,
    /// The number of points.
    pub points: usize,
    /// The number of integers: one per scalar, or two or four if scalars are split.
    pub integers: usize,
    /// The number of nonzero integers.
    pub nonzero: usize,
    /// The length of the longest integer in bits.
    pub bits: usize,
    /// The width of a window in bits; zero without windows.
    pub width: usize,
    /// The number of windows.
    pub windows: usize,
    /// The number of windows that are processed at a time.
    pub windows_at_once: usize,
    /// The number of threads of the pool.
    pub threads: usize,
    /// The expected number of point additions.
    pub additions: u64,
    /// The expected number of multiplications and squarings in the prime field under the curve's field.
    pub multiplications: u64,
    /// The approximate number of bytes of memory, without points and scalars.
    pub memory: usize,
}

impl Plan {
    /// Describes the plan in a few lines of text.
    pub fn explain(&self) -> impl Display + '_ {
        Explanation(self)
    }
}

struct Explanation<'a>(&'a Plan);

impl Display for Explanation<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plan = self.0;
        writeln!(f, "{} points, {} threads: {}", plan.points, plan.threads, plan.algorithm)?;
        let split = match (plan.endomorphism, plan.integers > 2 * plan.points) {
            (false, _) => "scalars not split",
            (true, false) => "scalars split into halves by the endomorphism",
            (true, true) => "scalars split into quarters by the endomorphism",
        };
        writeln!(
            f,
            "{split}: {} integers, {} nonzero, at most {} bits",
            plan.integers, plan.nonzero, plan.bits
        )?;
        if plan.width > 0 {
            let Plan { windows, width, windows_at_once, .. } = plan;
            writeln!(
                f,
                "{windows} windows of {width} bits, {windows_at_once} at a time, in {} KiB of memory",
                plan.memory >> 10
            )?;
        }
        let each = plan.multiplications as f64 / plan.points.max(1) as f64;
        write!(
            f,
            "about {} additions, {} multiplications ({each:.1} per point)",
            plan.additions, plan.multiplications
        )
    }
}
