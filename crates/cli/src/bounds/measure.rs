//! Measurement of chains of multiplications by every strategy: time, and the share of results not below `p`.
//!
//! Plans are constants, so only fields that are compiled in can be measured.

use std::hint::black_box;
use std::time::Instant;

use vorpal::fields::{Modulus, primes as p};
use vorpal::limbs::schedule::{Operands, Plan, Schedule};
use vorpal::limbs::words;

use super::report::{MeasuredInput, MeasuredStrategy, Measurement};
use crate::failure::Failure;

/// The number of multiplications in a sample. A sample takes some microseconds, so most samples are undisturbed.
const MULTIPLICATIONS: usize = 1024;
const ROUNDS: usize = 500;
const SINGLE_PRODUCTS: usize = 50_000;
const CHAINS: usize = 2_000;
const STRATEGIES: usize = 6;

/// A field that can be measured.
pub(super) struct Measurable {
    name: &'static str,
    run: fn(&'static str) -> Measurement,
}

impl Measurable {
    pub(super) fn run(&self) -> Measurement {
        (self.run)(self.name)
    }
}

const MEASURABLE: [Measurable; 3] = [
    Measurable { name: "bn254_scalar", run: measure::<p::Bn254ScalarModulus, 4> },
    Measurable { name: "bls12_381_scalar", run: measure::<p::Bls12_381ScalarModulus, 4> },
    Measurable { name: "bls12_381_base", run: measure::<p::Bls12_381BaseModulus, 6> },
];

/// The field of this name, or all that can be measured.
pub(super) fn choose(name: Option<&str>) -> Result<Vec<Measurable>, Failure> {
    let names = MEASURABLE.map(|field| field.name).join(", ");
    let chosen: Vec<_> =
        MEASURABLE.into_iter().filter(|field| name.is_none_or(|name| name == field.name)).collect();
    if chosen.is_empty() {
        let reason = format!("--measure: only {names} are compiled for measuring");
        return Err(Failure::Usage { reason });
    }
    Ok(chosen)
}

/// The kind of the second operands of a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    Random,
    Small,
    Unreduced,
}

impl Input {
    const ALL: [Self; 3] = [Self::Random, Self::Small, Self::Unreduced];

    fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Small => "small",
            Self::Unreduced => "unreduced",
        }
    }
}

/// The strategy with index `S` among the named ones, as a type, so that its plans are constants.
struct Chain<M, const N: usize, const S: usize>(std::marker::PhantomData<M>);

/// A chain: multiplies the first operand by every second operand in turn.
type ChainFn<const N: usize> = fn([u64; N], &[[u64; N]]) -> [u64; N];

/// The chains of a strategy, which differ in the treatment of results not below `p`.
struct Chains<const N: usize> {
    schedule: Schedule,
    name: &'static str,
    /// Conditional subtractions without branches, for `b < p` and for `b < R`.
    branch_free: [ChainFn<N>; 2],
    /// Conditional subtractions with branches.
    branchy: ChainFn<N>,
    /// No subtractions, except where a result has more than `N` limbs.
    raw: ChainFn<N>,
    /// Whether the product of two operands is not below `p`.
    is_above: fn(&[u64; N], &[u64; N]) -> bool,
}

impl<M: Modulus<N>, const N: usize, const S: usize> Chain<M, N, S> {
    const NAMED: (&'static str, Schedule) = Schedule::named(N)[S];
    const CANONICAL: Plan<N> = Plan::new(M::P, Self::NAMED.1, Operands::Multiple(1), Operands::Multiple(1));
    const UNREDUCED: Plan<N> = Plan::new(M::P, Self::NAMED.1, Operands::Multiple(1), Operands::Limbs);

    const CHAINS: Chains<N> = Chains {
        schedule: Self::NAMED.1,
        name: Self::NAMED.0,
        branch_free: [
            |x, b| b.iter().fold(x, |x, b| Self::CANONICAL.mul(&x, b)),
            |x, b| b.iter().fold(x, |x, b| Self::UNREDUCED.mul(&x, b)),
        ],
        branchy: |x, b| b.iter().fold(x, |x, b| Self::CANONICAL.mul_vartime(&x, b)),
        raw: |x, b| b.iter().fold(x, |x, b| Self::fitting(&x, b)),
        is_above: |a, b| {
            let (result, top) = Self::CANONICAL.mul_raw(a, b);
            top > 0 || words::less(&result, &M::P) == 0
        },
    };

    /// The product without subtraction, unless it has more than `N` limbs.
    #[inline(always)]
    fn fitting(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (mut result, mut top) = Self::CANONICAL.mul_raw(a, b);
        while top > 0 {
            let (difference, borrow) = words::sub(&result, &M::P);
            (result, top) = (difference, top - borrow);
        }
        result
    }
}

fn strategies<M: Modulus<N>, const N: usize>() -> [Chains<N>; STRATEGIES] {
    [
        Chain::<M, N, 0>::CHAINS,
        Chain::<M, N, 1>::CHAINS,
        Chain::<M, N, 2>::CHAINS,
        Chain::<M, N, 3>::CHAINS,
        Chain::<M, N, 4>::CHAINS,
        Chain::<M, N, 5>::CHAINS,
    ]
}

fn measure<M: Modulus<N>, const N: usize>(field: &'static str) -> Measurement {
    let mut random = Random(1);
    let strategies = strategies::<M, N>();
    let inputs = Input::ALL.map(|input| (input, random.operands::<M, N>(input, MULTIPLICATIONS)));
    let mut times = vec![[[(); 3]; 3].map(|kinds| kinds.map(|()| Vec::with_capacity(ROUNDS))); STRATEGIES];
    let start = random.below::<M, N>();
    for _ in 0..ROUNDS {
        // The strategies alternate, so that a disturbance affects all of them alike.
        for (i, (input, b)) in inputs.iter().enumerate() {
            for kind in 0..3 {
                for (chains, times) in strategies.iter().zip(&mut times) {
                    let chain = match kind {
                        0 => chains.branch_free[usize::from(*input == Input::Unreduced)],
                        1 => chains.branchy,
                        _ => chains.raw,
                    };
                    times[i][kind].push(sample(chain, start, b));
                }
            }
        }
    }
    let strategies = strategies.iter().zip(&mut times).map(|(chains, times)| MeasuredStrategy {
        name: chains.name,
        schedule: chains.schedule.to_string(),
        inputs: Input::ALL
            .iter()
            .zip(times)
            .map(|(input, [branch_free, branchy, raw])| {
                let (share_above_p, share_above_p_100) = shares::<M, N>(chains, *input);
                MeasuredInput {
                    input: input.name(),
                    branch_free_ns: lower_decile(branch_free),
                    branchy_ns: lower_decile(branchy),
                    raw_ns: lower_decile(raw),
                    share_above_p,
                    share_above_p_100,
                }
            })
            .collect(),
    });
    Measurement { field, rounds: ROUNDS, multiplications: MULTIPLICATIONS, strategies: strategies.collect() }
}

/// The nanoseconds of one multiplication in a sample.
#[allow(clippy::cast_precision_loss, reason = "a sample takes microseconds")]
fn sample<const N: usize>(chain: ChainFn<N>, start: [u64; N], b: &[[u64; N]]) -> f64 {
    let clock = Instant::now();
    black_box(chain(black_box(start), black_box(b)));
    clock.elapsed().as_nanos() as f64 / b.len() as f64
}

fn lower_decile(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 10).copied().unwrap_or(0.0)
}

/// The shares of results not below `p`: after one product, and after 100 products without subtraction.
#[allow(clippy::cast_precision_loss, reason = "shares of thousands")]
fn shares<M: Modulus<N>, const N: usize>(chains: &Chains<N>, input: Input) -> (f64, f64) {
    let mut random = Random(2);
    let once = (0..SINGLE_PRODUCTS).filter(|_| {
        let a = random.below::<M, N>();
        (chains.is_above)(&a, &random.operand::<M, N>(input))
    });
    let once = once.count() as f64 / SINGLE_PRODUCTS as f64;
    let chained = (0..CHAINS).filter(|_| {
        let start = random.below::<M, N>();
        let end = (chains.raw)(start, &random.operands::<M, N>(input, 100));
        words::less(&end, &M::P) == 0
    });
    (once, chained.count() as f64 / CHAINS as f64)
}

/// A deterministic generator: xorshift (G. Marsaglia, "Xorshift RNGs", 2003) with S. Vigna's final multiplication.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn limbs<const N: usize>(&mut self) -> [u64; N] {
        std::array::from_fn(|_| self.word())
    }

    /// A random number below `p`.
    fn below<M: Modulus<N>, const N: usize>(&mut self) -> [u64; N] {
        let spare_bits = 64 * N - words::bit_length_vartime(&M::P);
        loop {
            let mut limbs = self.limbs();
            limbs[N - 1] >>= spare_bits;
            if words::less(&limbs, &M::P) == 1 {
                return limbs;
            }
        }
    }

    fn operand<M: Modulus<N>, const N: usize>(&mut self, input: Input) -> [u64; N] {
        match input {
            Input::Random => self.below::<M, N>(),
            Input::Small => words::from_word(self.word()),
            Input::Unreduced => self.limbs(),
        }
    }

    fn operands<M: Modulus<N>, const N: usize>(&mut self, input: Input, count: usize) -> Vec<[u64; N]> {
        (0..count).map(|_| self.operand::<M, N>(input)).collect()
    }
}
