//! The report of the bounds, in the form of its JSON.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Report {
    pub(super) version: &'static str,
    pub(super) fields: Vec<FieldReport>,
    /// Bounds for every modulus of a number of bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) general: Option<GeneralReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) measurements: Vec<Measurement>,
}

#[derive(Serialize)]
pub(super) struct FieldReport {
    pub(super) field: String,
    pub(super) modulus: String,
    pub(super) bits: usize,
    /// The smallest number of 64-bit limbs that hold the modulus. `R = 2^(64 limbs)`.
    pub(super) limbs: usize,
    pub(super) radix_over_modulus: f64,
    /// The schedule of the library's multiplication modulo this number, with the kernels of x86-64.
    pub(super) library_schedule: String,
    pub(super) strategies: Vec<Strategy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<BestReport>,
}

/// The cheapest schedule for given ranges of operands.
#[derive(Serialize)]
pub(super) struct BestReport {
    /// The first operand is below this, the second below that.
    pub(super) operands_below: [String; 2],
    /// The name of the schedule if it has one.
    pub(super) name: Option<&'static str>,
    pub(super) schedule: String,
    pub(super) word_multiplications: usize,
    /// The largest possible result, exactly.
    pub(super) largest: String,
    /// The largest possible result as a multiple of `p`, rounded.
    pub(super) multiple: f64,
    pub(super) conditional_subtractions: u64,
    /// The expected share of results not below `p`, for random operands.
    pub(super) share_not_below_p: f64,
}

/// Bounds that hold for every modulus of this many bits.
#[derive(Serialize)]
pub(super) struct GeneralReport {
    pub(super) bits: usize,
    pub(super) limbs: usize,
    pub(super) strategies: Vec<GeneralStrategy>,
}

/// Results are below these multiples of `p`, for operands below `p`, `2 p` and `R`.
#[derive(Serialize)]
pub(super) struct GeneralStrategy {
    pub(super) name: &'static str,
    pub(super) schedule: String,
    pub(super) word_multiplications: usize,
    pub(super) multiples: Vec<f64>,
    pub(super) conditional_subtractions: Vec<u64>,
}

#[derive(Serialize)]
pub(super) struct Strategy {
    pub(super) name: &'static str,
    /// The steps of the schedule, such as `J2,J1,C`.
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
    pub(super) operands_below: String,
    /// The largest possible result, exactly.
    pub(super) largest: String,
    /// The largest possible result as a multiple of `p`, rounded.
    pub(super) multiple: f64,
    pub(super) conditional_subtractions: u64,
    /// Whether the largest result has more limbs than the modulus.
    pub(super) overflows: bool,
    /// None if such operands have more limbs than the modulus.
    pub(super) witness: Option<WitnessReport>,
}

/// Operands whose result is near the bound.
#[derive(Serialize)]
pub(super) struct WitnessReport {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) result: String,
    /// The result as a multiple of `p`, rounded.
    pub(super) multiple: f64,
    /// The result differs from the bound by less than `2^-short_bits p`. None if the result attains the bound.
    pub(super) short_bits: Option<usize>,
    /// Whether the result needs as many subtractions as the bound.
    pub(super) needs_all_subtractions: bool,
}

#[derive(Serialize)]
pub(super) struct Measurement {
    pub(super) field: &'static str,
    /// The number of samples of each figure.
    pub(super) rounds: usize,
    /// The number of multiplications in each sample.
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
    /// Time with the subtractions of the bound, without branches.
    pub(super) branch_free_ns: f64,
    /// Time with a branch before each subtraction.
    pub(super) branchy_ns: f64,
    /// Time without subtractions, except where a result does not fit its limbs.
    pub(super) raw_ns: f64,
    /// The share of results not below `p` after one product of a canonical `a` and such a `b`.
    pub(super) share_above_p: f64,
    /// The share of results not below `p` after 100 chained products without subtraction.
    pub(super) share_above_p_100: f64,
}
