//! The figures, as they are written as JSON.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Report {
    pub(super) version: &'static str,
    pub(super) fields: Vec<FieldReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) measurements: Vec<Measurement>,
}

#[derive(Serialize)]
pub(super) struct FieldReport {
    pub(super) field: String,
    pub(super) modulus: String,
    pub(super) bits: usize,
    /// Limbs of 64 bits: the fewest that hold the modulus. `R = 2^(64 limbs)`.
    pub(super) limbs: usize,
    pub(super) radix_over_modulus: f64,
    /// The steps by which the library multiplies modulo this number, with the kernels of x86-64.
    pub(super) library_schedule: String,
    pub(super) strategies: Vec<Strategy>,
}

#[derive(Serialize)]
pub(super) struct Strategy {
    pub(super) name: &'static str,
    /// Its steps: `J2,J1,C`.
    pub(super) schedule: String,
    pub(super) word_multiplications: usize,
    /// Results are below `p (a b / (p R) + 1 + delta)`.
    pub(super) delta: f64,
    /// For operands below `p`, `2 p` and `R`.
    pub(super) ranges: Vec<Range>,
}

#[derive(Serialize)]
pub(super) struct Range {
    /// Both operands are below this.
    pub(super) operands_below: &'static str,
    /// The largest result is `largest / modulus` times `p`, exactly.
    pub(super) largest: String,
    /// The same, rounded.
    pub(super) multiple: f64,
    pub(super) conditional_subtractions: u64,
    /// Whether the largest result has more limbs than the modulus.
    pub(super) overflows: bool,
    /// None where such operands have more limbs than the modulus.
    pub(super) witness: Option<WitnessReport>,
}

/// Operands that come near to the bound.
#[derive(Serialize)]
pub(super) struct WitnessReport {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) result: String,
    /// The result as a multiple of `p`, rounded.
    pub(super) multiple: f64,
    /// `log2` of the modulus by what the result lacks, roughly: it lacks less than `2^-short_bits p`. None if it lacks
    /// nothing.
    pub(super) short_bits: Option<usize>,
    /// Whether the result needs as many subtractions as the bound says.
    pub(super) needs_all_subtractions: bool,
}

#[derive(Serialize)]
pub(super) struct Measurement {
    pub(super) field: &'static str,
    /// Samples of each figure.
    pub(super) rounds: usize,
    /// Multiplications of each sample.
    pub(super) multiplications: usize,
    pub(super) strategies: Vec<MeasuredStrategy>,
}

#[derive(Serialize)]
pub(super) struct MeasuredStrategy {
    pub(super) name: &'static str,
    pub(super) schedule: String,
    pub(super) inputs: Vec<MeasuredInput>,
}

/// Times are lower deciles, in nanoseconds of one multiplication in a dependent chain.
#[derive(Serialize)]
pub(super) struct MeasuredInput {
    /// `random`: `b < p`; `small`: `b < 2^64`; `unreduced`: `b < R`.
    pub(super) input: &'static str,
    /// With the subtractions of the bound, without a branch.
    pub(super) branch_free_ns: f64,
    /// With a branch before each subtraction.
    pub(super) branchy_ns: f64,
    /// Without subtractions, but where a result does not fit its limbs.
    pub(super) raw_ns: f64,
    /// Of the results of one product of canonical `a` and such `b`, those not below `p`.
    pub(super) share_above_p: f64,
    /// Of the results after 100 chained products without subtraction, those not below `p`.
    pub(super) share_above_p_100: f64,
}
