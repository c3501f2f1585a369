//! Shares of results of Montgomery multiplications that are not below the modulus.

use pyo3::prelude::*;
use vorpal::fields::{Modulus, primes as p};
use vorpal::limbs::schedule::{Operands, Plan, Schedule};
use vorpal::limbs::words;

use crate::error::Failure;
use crate::number::Integer;
use crate::progress::check_signals;

/// The number of multiplications between checks for an interrupt.
const BETWEEN_CHECKS: usize = 1 << 20;

/// Strategy, schedule, share.
type Row = (&'static str, String, f64);

/// For each strategy, the share of ``samples`` chains of ``products`` multiplications without subtraction (except where
/// a result has more limbs than the modulus) whose last result is not below ``p``. The first operand of a chain is a
/// random number below ``p``; the others are too (``random``), or below 2^64 (``small``), or below R (``unreduced``).
#[pyfunction]
#[pyo3(
    signature = (
        field, *, products = Integer::of(100), samples = Integer::of(2000), operands = "random", seed = Integer::of(1)
    ),
    text_signature = "(field, *, products=100, samples=2000, operands='random', seed=1)"
)]
pub(super) fn overflow_shares(
    py: Python<'_>,
    field: &str,
    products: Integer,
    samples: Integer,
    operands: &str,
    seed: Integer,
) -> PyResult<Vec<Row>> {
    let (products, samples) = (products.to("products")?, samples.to("samples")?);
    let seed = seed.to("seed")?;
    let input = match operands {
        "random" => Input::Random,
        "small" => Input::Small,
        "unreduced" => Input::Unreduced,
        _ => {
            let message = format!("operands: {operands:?}; there are random, small, unreduced");
            return Err(Failure::argument(message).into());
        }
    };
    if products == 0 || samples == 0 {
        return Err(Failure::argument("products and samples: at least 1 is expected").into());
    }
    let measure = match field {
        "bls12_377_base" => measure::<p::Bls12_377BaseModulus, 6>,
        "bls12_377_scalar" => measure::<p::Bls12_377ScalarModulus, 4>,
        "bls12_381_base" => measure::<p::Bls12_381BaseModulus, 6>,
        "bls12_381_scalar" => measure::<p::Bls12_381ScalarModulus, 4>,
        "bn254_base" => measure::<p::Bn254BaseModulus, 4>,
        "bn254_scalar" => measure::<p::Bn254ScalarModulus, 4>,
        "secp256k1_base" => measure::<p::Secp256k1BaseModulus, 4>,
        "secp256k1_scalar" => measure::<p::Secp256k1ScalarModulus, 4>,
        "bandersnatch_scalar" => measure::<p::BandersnatchScalarModulus, 4>,
        _ => return Err(Failure::argument(format_args!("field: no field has the name {field:?}")).into()),
    };
    py.detach(|| (0..6).map(|strategy| measure(strategy, input, products, samples, seed)).collect())
}

/// The kind of the second operands.
#[derive(Clone, Copy)]
enum Input {
    Random,
    Small,
    Unreduced,
}

#[allow(clippy::cast_precision_loss, reason = "a share")]
fn measure<M: Modulus<N>, const N: usize>(
    strategy: usize,
    input: Input,
    products: usize,
    samples: usize,
    seed: u64,
) -> PyResult<Row> {
    let (name, schedule) = Schedule::named(N)[strategy];
    let plan = Plan::new(M::P, schedule, Operands::Multiple(1), Operands::Multiple(1));
    let mut random = Random(seed.wrapping_mul(2).wrapping_add(1));
    let (mut above, mut since_check) = (0usize, 0usize);
    for _ in 0..samples {
        let mut a = random.below(&M::P);
        let mut is_above = false;
        for i in 0..products {
            let b = match input {
                Input::Random => random.below(&M::P),
                Input::Small => words::from_word(random.word()),
                Input::Unreduced => random.limbs(),
            };
            let (mut result, mut top) = plan.mul_raw(&a, &b);
            if i + 1 == products {
                is_above = top > 0 || words::less(&result, &M::P) == 0;
            }
            while top > 0 {
                let (difference, borrow) = words::sub(&result, &M::P);
                (result, top) = (difference, top - borrow);
            }
            a = result;
            since_check += 1;
            if since_check == BETWEEN_CHECKS {
                since_check = 0;
                check_signals()?;
            }
        }
        above += usize::from(is_above);
    }
    Ok((name, schedule.to_string(), above as f64 / samples as f64))
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

    /// A random number below the modulus.
    fn below<const N: usize>(&mut self, modulus: &[u64; N]) -> [u64; N] {
        let spare_bits = 64 * N - words::bit_length_vartime(modulus);
        loop {
            let mut limbs = self.limbs();
            limbs[N - 1] >>= spare_bits;
            if words::less(&limbs, modulus) == 1 {
                return limbs;
            }
        }
    }
}
