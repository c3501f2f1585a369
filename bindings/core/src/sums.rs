//! Sums of points with what is known of them. Each curve has its functions here, so they are compiled once for all
//! languages.

use std::ops::Range;

use vorpal::curves::bls12_377::{Bls12_377G1, g2::Bls12_377G2};
use vorpal::curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal::curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal::curves::models::weierstrass::{Affine, FixedSlice, Jacobian, Subgroup, WeierstrassCurve};
use vorpal::fields::PrimeField;
use vorpal::msm::{
    Bases, Error, JobId, Msm, MsmScalar, OnProgress, PartialMsm, Plan, PreparedBases, Problem,
};

/// Points of a curve, with what is known of them.
#[derive(Clone, Debug)]
pub enum Points<P> {
    /// Points of the curve.
    OnCurve(P),
    /// Points of the prime subgroup.
    InSubgroup(Subgroup<P>),
}

impl<C: WeierstrassCurve, P: FixedSlice<Target = [Affine<C>]>> Points<P> {
    /// The points.
    pub fn slice(&self) -> &[Affine<C>] {
        match self {
            Self::OnCurve(points) => points,
            Self::InSubgroup(points) => points.points(),
        }
    }

    /// All points by reference.
    pub fn all(&self) -> Points<&[Affine<C>]> {
        self.first(self.slice().len())
    }

    /// The first points, of which the same is known.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn first(&self, count: usize) -> Points<&[Affine<C>]> {
        let first = &self.slice()[..count];
        match self {
            Self::OnCurve(_) => Points::OnCurve(first),
            Self::InSubgroup(_) => Points::InSubgroup(Subgroup::unchecked(first)),
        }
    }
}

impl<C: WeierstrassCurve, P: FixedSlice<Target = [Affine<C>]> + Sync> Bases for Points<P> {
    type Curve = C;

    fn points(&self) -> &[Affine<C>] {
        self.slice()
    }

    fn in_subgroup(&self) -> bool {
        C::HAS_PRIME_ORDER || matches!(self, Self::InSubgroup(_))
    }
}

/// The scalars of a sum.
#[derive(Clone, Copy, Debug)]
pub enum Scalars<'a, F> {
    /// Elements of the scalar field.
    Elements(&'a [F]),
    /// Machine integers.
    Integers(&'a [u64]),
}

/// A part of a sum: the bits of consecutive terms.
#[derive(Clone, Debug)]
pub struct Part {
    /// The whole sum.
    pub problem: Problem,
    /// The number of the first term.
    pub first_term: u64,
    /// The bits.
    pub bits: Range<u32>,
}

/// A curve with sums.
pub trait Sums: WeierstrassCurve<Scalar: MsmScalar<Self>> {
    /// [`Msm::msm_vartime`].
    ///
    /// # Errors
    /// Those of [`Msm::msm_vartime`].
    fn sum_vartime(
        msm: &Msm<'_>,
        points: &Points<&[Affine<Self>]>,
        scalars: Scalars<'_, Self::Scalar>,
    ) -> Result<Jacobian<Self>, Error>;

    /// [`Msm::plan`].
    ///
    /// # Errors
    /// Those of [`Msm::plan`].
    fn plan(
        msm: &Msm<'_>,
        points: &Points<&[Affine<Self>]>,
        scalars: Scalars<'_, Self::Scalar>,
    ) -> Result<Plan, Error>;
}

/// A curve with sums in parts, and by tables.
pub trait DividedSums: Sums<Base: PrimeField> {
    /// [`JobId::of`].
    ///
    /// # Errors
    /// Those of [`JobId::of`].
    fn job(points: &Points<&[Affine<Self>]>, scalars: Scalars<'_, Self::Scalar>) -> Result<JobId, Error>;

    /// [`PartialMsm::of_bits_vartime`].
    ///
    /// # Errors
    /// Those of [`PartialMsm::of_bits_vartime`].
    fn part_vartime(
        msm: Msm<'_>,
        part: Part,
        points: &Points<&[Affine<Self>]>,
        scalars: Scalars<'_, Self::Scalar>,
    ) -> Result<PartialMsm<Self>, Error>;

    /// [`PreparedBases::new`].
    ///
    /// # Errors
    /// Those of [`PreparedBases::new`].
    fn prepare(points: &Points<&[Affine<Self>]>, memory: usize) -> Result<PreparedBases<Self>, Error>;

    /// [`PreparedBases::msm_vartime`], or with reports [`PreparedBases::msm_with_progress_vartime`].
    ///
    /// # Errors
    /// Those of [`PreparedBases::msm_with_progress_vartime`].
    fn sum_prepared_vartime(
        bases: &PreparedBases<Self>,
        scalars: Scalars<'_, Self::Scalar>,
        report: Option<OnProgress<'_>>,
    ) -> Result<Jacobian<Self>, Error>;
}

/// The functions for a curve. They are not generic: a generic implementation for all curves would be compiled again
/// with each package that uses it.
macro_rules! sums {
    ($($curve:ty),*) => {$(
        impl Sums for $curve {
            fn sum_vartime(
                msm: &Msm<'_>,
                points: &Points<&[Affine<Self>]>,
                scalars: Scalars<'_, Self::Scalar>,
            ) -> Result<Jacobian<Self>, Error> {
                match scalars {
                    Scalars::Elements(elements) => msm.msm_vartime(points, elements),
                    Scalars::Integers(integers) => msm.msm_vartime(points, integers),
                }
            }

            fn plan(
                msm: &Msm<'_>,
                points: &Points<&[Affine<Self>]>,
                scalars: Scalars<'_, Self::Scalar>,
            ) -> Result<Plan, Error> {
                match scalars {
                    Scalars::Elements(elements) => msm.plan(points, elements),
                    Scalars::Integers(integers) => msm.plan(points, integers),
                }
            }
        }
    )*};
}
sums!(Bls12_377G1, Bls12_381G1, Bn254G1, Bls12_377G2, Bls12_381G2, Bn254G2);

/// As [`sums`], for sums in parts and by tables.
macro_rules! divided_sums {
    ($($curve:ty),*) => {$(
        impl DividedSums for $curve {
            fn job(
                points: &Points<&[Affine<Self>]>,
                scalars: Scalars<'_, Self::Scalar>,
            ) -> Result<JobId, Error> {
                match scalars {
                    Scalars::Elements(elements) => JobId::of(points, elements),
                    Scalars::Integers(integers) => JobId::of(points, integers),
                }
            }

            fn part_vartime(
                msm: Msm<'_>,
                part: Part,
                points: &Points<&[Affine<Self>]>,
                scalars: Scalars<'_, Self::Scalar>,
            ) -> Result<PartialMsm<Self>, Error> {
                let Part { problem, first_term, bits } = part;
                match scalars {
                    Scalars::Elements(elements) => {
                        PartialMsm::of_bits_vartime(problem, first_term, bits, points, elements, msm)
                    }
                    Scalars::Integers(integers) => {
                        PartialMsm::of_bits_vartime(problem, first_term, bits, points, integers, msm)
                    }
                }
            }

            fn prepare(
                points: &Points<&[Affine<Self>]>,
                memory: usize,
            ) -> Result<PreparedBases<Self>, Error> {
                PreparedBases::new(points, memory)
            }

            fn sum_prepared_vartime(
                bases: &PreparedBases<Self>,
                scalars: Scalars<'_, Self::Scalar>,
                report: Option<OnProgress<'_>>,
            ) -> Result<Jacobian<Self>, Error> {
                match (scalars, report) {
                    (Scalars::Elements(elements), None) => bases.msm_vartime(elements),
                    (Scalars::Elements(elements), Some(report)) => {
                        bases.msm_with_progress_vartime(elements, report)
                    }
                    (Scalars::Integers(integers), None) => bases.msm_vartime(integers),
                    (Scalars::Integers(integers), Some(report)) => {
                        bases.msm_with_progress_vartime(integers, report)
                    }
                }
            }
        }
    )*};
}
divided_sums!(Bls12_377G1, Bls12_381G1, Bn254G1);

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    /// `G, 2 G, 3 G`, as points of the curve and of the prime subgroup.
    fn points<C: WeierstrassCurve>() -> [Points<Vec<Affine<C>>>; 2] {
        let multiple = |k| Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[k]).to_affine_vartime();
        let points = vec![multiple(1), multiple(2), multiple(3)];
        [Points::OnCurve(points.clone()), Points::InSubgroup(Subgroup::unchecked(points))]
    }

    /// `5 G + 7 (2 G) = 19 G`, and with the third point `22 G`.
    fn check<C: Sums>() {
        let expected = |k| Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[k]);
        let elements = [5u64, 7, 1].map(C::Scalar::from);
        for points in points::<C>() {
            for (count, sum) in [(0, 0), (1, 5), (2, 19), (3, 22)] {
                let first = points.first(count);
                assert_eq!(first.points().len(), count);
                for scalars in [Scalars::Elements(&elements[..count]), Scalars::Integers(&[5, 7, 1][..count])]
                {
                    assert_eq!(C::sum_vartime(&Msm::new(), &first, scalars), Ok(expected(sum)));
                    assert_eq!(C::plan(&Msm::new(), &first, scalars).unwrap().points, count);
                }
            }
            let is_known = matches!(points, Points::InSubgroup(_)) || C::HAS_PRIME_ORDER;
            assert_eq!(points.first(1).in_subgroup(), is_known);
        }
    }

    fn check_divided<C: DividedSums>() {
        check::<C>();
        let expected = |k| Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[k]);
        let elements = [5u64, 7].map(C::Scalar::from);
        let scalars = [Scalars::Elements(&elements[..]), Scalars::Integers(&[5, 7])];
        let report = |_| ControlFlow::Continue(());
        for points in points::<C>() {
            let two = points.first(2);
            let prepared = C::prepare(&points.first(3), 1 << 16).unwrap();
            for scalars in scalars {
                for report in [None, Some(&report as OnProgress<'_>)] {
                    assert_eq!(C::sum_prepared_vartime(&prepared, scalars, report), Ok(expected(19)));
                }
                let problem = Problem { job: C::job(&two, scalars).unwrap(), terms: 2, bits: 3 };
                let part = |bits| {
                    C::part_vartime(Msm::new(), Part { problem, first_term: 0, bits }, &two, scalars).unwrap()
                };
                assert_eq!(part(0..1).merge(part(1..3)).unwrap().finish(), Ok(expected(19)));
            }
        }
    }

    #[test]
    fn sums_of_each_curve() {
        check_divided::<Bls12_377G1>();
        check_divided::<Bls12_381G1>();
        check_divided::<Bn254G1>();
        check::<Bls12_377G2>();
        check::<Bls12_381G2>();
        check::<Bn254G2>();
    }
}
