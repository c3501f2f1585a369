//! Bases: points that are read once and used in many sums.

use std::sync::Arc;

use jni::objects::{JClass, JObject, JString};
use jni::sys::{jboolean, jint, jlong};
use jni::{EnvUnowned, jni_mangle};
use vorpal::curves::bls12_377::Bls12_377G1;
use vorpal::curves::bls12_381::Bls12_381G1;
use vorpal::curves::bn254::Bn254G1;
use vorpal::curves::models::weierstrass::{Affine, Jacobian, Subgroup};
use vorpal::curves::{BatchError, PointFormat};
use vorpal::msm::{Msm, PreparedBases};
use vorpal_bindings::sums::{Points, Scalars};

use super::curve::{Curve, Trust, with_curve};
use crate::entry::enter;
use crate::error::{Failure, Kind};
use crate::handles;
use crate::memory::Buffers;

/// Bases of any curve.
pub(super) enum AnyBases {
    Bls12_377(BasesOf<Bls12_377G1>),
    Bls12_381(BasesOf<Bls12_381G1>),
    Bn254(BasesOf<Bn254G1>),
}

/// Work on the bases of any curve.
macro_rules! with_bases {
    ($any:expr, |$name:ident| $work:expr) => {
        match $any {
            $crate::msm::bases::AnyBases::Bls12_377($name) => $work,
            $crate::msm::bases::AnyBases::Bls12_381($name) => $work,
            $crate::msm::bases::AnyBases::Bn254($name) => $work,
        }
    };
}
pub(super) use with_bases;

impl From<BasesOf<Bls12_377G1>> for AnyBases {
    fn from(bases: BasesOf<Bls12_377G1>) -> Self {
        Self::Bls12_377(bases)
    }
}

impl From<BasesOf<Bls12_381G1>> for AnyBases {
    fn from(bases: BasesOf<Bls12_381G1>) -> Self {
        Self::Bls12_381(bases)
    }
}

impl From<BasesOf<Bn254G1>> for AnyBases {
    fn from(bases: BasesOf<Bn254G1>) -> Self {
        Self::Bn254(bases)
    }
}

/// Bases of a curve.
pub(super) enum BasesOf<C: Curve> {
    /// Points without tables.
    Points(Points<Vec<Affine<C>>>),
    /// Bases with tables.
    Prepared(PreparedBases<C>),
}

/// The bases of a number.
pub(super) fn bases(number: jlong) -> Result<Arc<AnyBases>, Failure> {
    handles::get(number, "Bases")
}

impl<C: Curve> BasesOf<C> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Points(points) => points.slice().len(),
            Self::Prepared(bases) => bases.len(),
        }
    }

    fn decode(format: jint, rows: &[&[u8]], trust: Trust) -> Result<Self, Failure> {
        let format = C::format(format)?;
        let wrong =
            |error: BatchError| Failure { index: Some(error.index), ..Failure::input("points", error) };
        // `decode_all` checks the subgroup.
        if trust == Trust::Nothing {
            let points = format.decode_all(rows).map_err(wrong)?;
            return Ok(Self::Points(Points::InSubgroup(Subgroup::unchecked(points))));
        }
        let points = format.decode_all_on_curve(rows).map_err(wrong)?;
        Ok(Self::Points(match trust {
            Trust::OnCurve => Points::OnCurve(points),
            _ => Points::InSubgroup(Subgroup::unchecked(points)),
        }))
    }

    fn prepare(&self, memory: usize) -> Result<Self, Failure> {
        let Self::Points(points) = self else {
            return Err(Failure::new(Kind::NotPossible, "the bases have tables already"));
        };
        let named = |error| Failure { argument: Some("memory"), ..Failure::from(error) };
        Ok(Self::Prepared(C::prepare(&points.all(), memory).map_err(named)?))
    }

    /// The sum over as many bases as there are scalars.
    pub(super) fn sum(&self, scalars: &[C::Scalar]) -> Result<Jacobian<C>, Failure> {
        let elements = Scalars::Elements(scalars);
        Ok(match self {
            Self::Points(points) => C::sum_vartime(&Msm::new(), &points.first(scalars.len()), elements)?,
            Self::Prepared(bases) => C::sum_prepared_vartime(bases, elements, None)?,
        })
    }

    fn explain(&self) -> String {
        match self {
            Self::Points(Points::OnCurve(points)) => format!("{} points of {}", points.len(), C::NAME),
            Self::Points(Points::InSubgroup(points)) => {
                format!("{} points of the prime subgroup of {}", points.points().len(), C::NAME)
            }
            Self::Prepared(bases) => format!("{}: {}", C::NAME, bases.plan().explain()),
        }
    }
}

/// Keeps the bases of encoded points.
#[jni_mangle("io.vorpal.internal.Native", "decodeBases")]
pub fn decode_bases<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    curve: jint,
    format: jint,
    trust: jint,
    compressed: jboolean,
    points: JObject<'local>,
) -> jlong {
    enter(env, |env| {
        let trust = Trust::of(trust)?;
        let bytes = Buffers::default().input(env, &points, "points")?;
        let bases: AnyBases = with_curve!(curve, |C| {
            let width = <C as Curve>::WIDTH * if compressed { 1 } else { 2 };
            if !bytes.len().is_multiple_of(width) {
                let message = format_args!("{} bytes are no multiple of {width}", bytes.len());
                return Err(Failure::argument("points", message));
            }
            let rows: Vec<&[u8]> = bytes.chunks_exact(width).collect();
            BasesOf::<C>::decode(format, &rows, trust).map(AnyBases::from)
        })?;
        Ok(handles::keep(bases))
    })
}

/// Keeps the same bases with tables.
#[jni_mangle("io.vorpal.internal.Native", "prepareBases")]
pub fn prepare_bases<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    memory: jlong,
) -> jlong {
    enter(env, |_| {
        let memory = usize::try_from(memory)
            .map_err(|_| Failure::argument("memory", format_args!("{memory} is negative")))?;
        let bases = bases(number)?;
        Ok(handles::keep(with_bases!(&*bases, |bases| bases.prepare(memory).map(AnyBases::from))?))
    })
}

/// The number of points.
#[jni_mangle("io.vorpal.internal.Native", "lengthOfBases")]
pub fn length_of_bases<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong) -> jlong {
    enter(env, |_| {
        let bases = bases(number)?;
        Ok(jlong::try_from(with_bases!(&*bases, |bases| bases.len())).unwrap_or(jlong::MAX))
    })
}

/// What is known of the points, or the plan of the tables.
#[jni_mangle("io.vorpal.internal.Native", "explainBases")]
pub fn explain_bases<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong) -> JString<'local> {
    enter(env, |env| {
        let bases = bases(number)?;
        Ok(env.new_string(with_bases!(&*bases, |bases| bases.explain()))?)
    })
}
