//! Plans of sums.

use pyo3::prelude::*;
use vorpal::msm::{Algorithm, Msm, Plan};

use crate::error::Failure;
use crate::number::Integer;

/// The algorithm, the parameters and the expected cost of a sum.
#[pyclass(frozen, module = "vorpal.msm", name = "Plan")]
#[derive(Debug)]
pub(crate) struct PyPlan(pub(super) Plan);

#[pymethods]
impl PyPlan {
    /// A description in a few lines of text.
    fn explain(&self) -> String {
        self.0.explain().to_string()
    }

    /// The algorithm: ``straus``, ``affine``, ``edwards``, ``xyzz`` or ``jacobian``.
    #[getter]
    fn algorithm(&self) -> &'static str {
        self.0.algorithm.name()
    }

    /// Whether the curve's endomorphism splits scalars into halves.
    #[getter]
    fn endomorphism(&self) -> bool {
        self.0.endomorphism
    }

    /// The number of points.
    #[getter]
    fn points(&self) -> usize {
        self.0.points
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.0.threads
    }

    /// The length of the longest integer in bits.
    #[getter]
    fn bits(&self) -> usize {
        self.0.bits
    }

    /// The width of a window in bits; 0 without windows.
    #[getter]
    fn width(&self) -> usize {
        self.0.width
    }

    /// The number of windows.
    #[getter]
    fn windows(&self) -> usize {
        self.0.windows
    }

    /// The expected number of point additions.
    #[getter]
    fn additions(&self) -> u64 {
        self.0.additions
    }

    /// The expected number of multiplications and squarings in the base field.
    #[getter]
    fn multiplications(&self) -> u64 {
        self.0.multiplications
    }

    /// The approximate number of bytes of memory, without points and scalars.
    #[getter]
    fn memory(&self) -> usize {
        self.0.memory
    }

    fn __repr__(&self) -> String {
        format!("<Plan: {}>", self.0.explain())
    }
}

/// The name for the planner's choice, as `None`.
const PLANNER: &str = "planner";

/// Options of a sum.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    pub(super) algorithm: Option<Algorithm>,
    pub(super) endomorphism: Option<bool>,
    pub(super) width: Option<usize>,
    pub(super) memory: Option<usize>,
}

impl Options {
    pub(super) fn new(
        algorithm: Option<&str>,
        endomorphism: Option<bool>,
        width: Option<Integer>,
        memory: Option<Integer>,
    ) -> Result<Self, Failure> {
        let width = width.map(|width| width.to("width")).transpose()?;
        let memory = memory.map(|memory| memory.to("memory")).transpose()?;
        let named = |name: &str| {
            let found = Algorithm::ALL.iter().copied().find(|algorithm| algorithm.name() == name);
            found.ok_or_else(|| {
                let names: Vec<&str> = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect();
                Failure::argument(format_args!(
                    "algorithm: {name:?}; there are {}, {PLANNER}",
                    names.join(", ")
                ))
            })
        };
        let algorithm = algorithm.filter(|name| *name != PLANNER).map(named).transpose()?;
        Ok(Self { algorithm, endomorphism, width, memory })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.algorithm.is_none()
            && self.endomorphism.is_none()
            && self.width.is_none()
            && self.memory.is_none()
    }

    pub(super) fn msm(self) -> Msm<'static> {
        let mut msm = Msm::new();
        if let Some(algorithm) = self.algorithm {
            msm = msm.algorithm(algorithm);
        }
        if let Some(endomorphism) = self.endomorphism {
            msm = msm.endomorphism(endomorphism);
        }
        if let Some(width) = self.width {
            msm = msm.width(width);
        }
        if let Some(memory) = self.memory {
            msm = msm.memory(memory);
        }
        msm
    }
}
