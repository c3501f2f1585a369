//! What is measured: strategies, each with several treatments of results that are not below `p`.

use std::hint::black_box;

use vorpal_limbs::schedule::{Operands, Plan, Schedule};
use vorpal_limbs::{Montgomery, words};

use crate::operands::{Limbs, P};

const RING: Montgomery<4> = Montgomery::new(P);
/// `2 p`.
const TWICE: Limbs = words::add(&P, &P).0;

/// A chain: multiplies the first number by every other one in turn.
pub(crate) type Chain = fn(Limbs, &[Limbs]) -> Limbs;

/// A series of samples.
pub(crate) struct Series {
    /// The name of the strategy, or `clock`.
    pub(crate) strategy: &'static str,
    pub(crate) schedule: Option<Schedule>,
    /// The treatment of results not below `p`, or another variant.
    pub(crate) control: &'static str,
    pub(crate) chain: Chain,
    /// A product before any subtraction, with the word above its limbs, to count shares.
    pub(crate) raw: fn(&Limbs, &Limbs) -> (Limbs, u64),
}

/// The treatments, and the variants with all subtractions:
///
/// * `full`: the subtractions of the exact bound, without branches; `branch`: a branch before each;
/// * `none`: no subtraction; `once`: at most one; `compare`: the comparison of `once` without its subtraction;
/// * `top_bit`: subtracts `2 p` if the highest bit is set;
/// * `memory`: as `full`, with the running number in memory instead of registers;
/// * `parallel`: as `full`, independent products instead of a chain; `square`: squares instead of products.
///
/// In all of them a result above the limbs is reduced by subtractions of `p`.
pub(crate) const CONTROLS: [&str; 9] =
    ["full", "branch", "none", "once", "compare", "top_bit", "memory", "parallel", "square"];

/// All series.
pub(crate) fn all() -> Vec<Series> {
    let clock: Chain = |x, _| x;
    let mut all = vec![Series {
        strategy: "clock",
        schedule: None,
        control: "none",
        chain: clock,
        raw: |a, _| (*a, 0),
    }];
    all.extend(Strategy::<0>::series());
    all.extend(Strategy::<1>::series());
    all.extend(Strategy::<2>::series());
    all.extend(Strategy::<3>::series());
    all.extend(Strategy::<4>::series());
    all.extend(Strategy::<5>::series());
    all.extend(kernel());
    all
}

/// The kernel of the library, which is assembly on most processors.
fn kernel() -> [Series; 4] {
    let chains: [(&str, Chain); 4] = [
        ("full", |x, b| b.iter().fold(x, |x, b| RING.mul(&x, b))),
        ("memory", |mut x, b| {
            for b in b {
                x = RING.mul(&x, b);
                black_box(&mut x);
            }
            x
        }),
        ("parallel", |x, b| each(x, b, |x, b| RING.mul(x, b))),
        ("square", |x, b| b.iter().fold(x, |x, _| RING.square(&x))),
    ];
    chains.map(|(control, chain)| Series {
        strategy: "kernel",
        schedule: None,
        control,
        chain,
        raw: |a, b| (RING.mul(a, b), 0),
    })
}

/// A strategy by its index among the named schedules, so that its plan is a constant.
struct Strategy<const S: usize>;

impl<const S: usize> Strategy<S> {
    const NAMED: (&'static str, Schedule) = Schedule::named(4)[S];
    const PLAN: Plan<4> = Plan::new(P, Self::NAMED.1, Operands::Limbs, Operands::Multiple(1));
    const CANONICAL: Plan<4> = Plan::new(P, Self::NAMED.1, Operands::Multiple(1), Operands::Multiple(1));

    fn series() -> [Series; CONTROLS.len()] {
        let chains: [Chain; CONTROLS.len()] = [
            |x, b| b.iter().fold(x, |x, b| Self::full(&x, b)),
            |x, b| b.iter().fold(x, |x, b| Self::PLAN.mul_vartime(&x, b)),
            |x, b| b.iter().fold(x, |x, b| Self::fitting(&x, b)),
            |x, b| {
                b.iter().fold(x, |x, b| {
                    let result = Self::fitting(&x, b);
                    if is_below(&result, &P) { result } else { words::sub(&result, &P).0 }
                })
            },
            |x, b| {
                b.iter().fold(x, |x, b| {
                    let result = Self::fitting(&x, b);
                    black_box(is_below(&result, &P));
                    result
                })
            },
            |x, b| {
                b.iter().fold(x, |x, b| {
                    let result = Self::fitting(&x, b);
                    if result[3] >> 63 == 1 { words::sub(&result, &TWICE).0 } else { result }
                })
            },
            |mut x, b| {
                for b in b {
                    x = Self::full(&x, b);
                    black_box(&mut x);
                }
                x
            },
            |x, b| each(x, b, Self::full),
            |x, b| b.iter().fold(x, |x, _| Self::CANONICAL.square(&x)),
        ];
        std::array::from_fn(|i| Series {
            strategy: Self::NAMED.0,
            schedule: Some(Self::NAMED.1),
            control: CONTROLS[i],
            chain: chains[i],
            raw: |a, b| Self::PLAN.mul_raw(a, b),
        })
    }

    /// All subtractions for operands below `p`, as a canonical multiplication has them. `b` may be any limbs in the
    /// experiment with such operands; then more subtractions follow.
    #[inline(always)]
    fn full(a: &Limbs, b: &Limbs) -> Limbs {
        let (mut result, mut top) = Self::PLAN.mul_raw(a, b);
        for _ in 0..Self::CANONICAL.subtractions() {
            let (difference, borrow) = words::sub(&result, &P);
            // Hidden from the compiler, which would branch otherwise.
            let is_less = black_box(borrow) & u64::from(black_box(top) == 0);
            result = words::select(&difference, &result, is_less);
            top -= borrow & (1 - is_less);
        }
        while top > 0 {
            let (difference, borrow) = words::sub(&result, &P);
            (result, top) = (difference, top - borrow);
        }
        result
    }

    /// A product without subtraction, unless it has more limbs than `p`.
    #[inline(always)]
    fn fitting(a: &Limbs, b: &Limbs) -> Limbs {
        let (mut result, mut top) = Self::PLAN.mul_raw(a, b);
        while top > 0 {
            let (difference, borrow) = words::sub(&result, &P);
            (result, top) = (difference, top - borrow);
        }
        result
    }
}

/// Independent products of one number with each other one; their exclusive or, so that each is computed.
#[inline(always)]
fn each(x: Limbs, b: &[Limbs], mul: impl Fn(&Limbs, &Limbs) -> Limbs) -> Limbs {
    b.iter().fold([0; 4], |sum, b| {
        let product = mul(&x, b);
        std::array::from_fn(|i| sum[i] ^ product[i])
    })
}

/// Compares from the most significant limb down, with branches.
#[inline(always)]
fn is_below(a: &Limbs, b: &Limbs) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use vorpal_oracle::big::from_limbs;

    use super::*;
    use crate::operands::{Operands as Kind, Random};

    /// Whether the chain's result is congruent to the product of all factors.
    fn is_product(series: &Series) -> bool {
        series.strategy != "clock" && !matches!(series.control, "parallel" | "square")
    }

    /// Every chain of products is congruent to the product of the numbers, and canonical where it claims to be.
    #[test]
    fn chains_agree_with_big_integers() {
        let p = from_limbs(&P);
        let inverse_radix = (BigUint::from(1u8) << 256usize).modinv(&p).unwrap();
        let mut random = Random(3);
        for kind in Kind::ALL {
            let start = Kind::Random.draw(&mut random);
            let factors: Vec<Limbs> = (0..30).map(|_| kind.draw(&mut random)).collect();
            let product = factors.iter().fold(from_limbs(&start), |product, factor| {
                product * from_limbs(factor) * &inverse_radix % &p
            });
            let square = factors.iter().fold(from_limbs(&start), |x, _| &x * &x * &inverse_radix % &p);
            for series in all() {
                let found = from_limbs(&(series.chain)(start, &factors));
                let name = format!("{} {} {kind}", series.strategy, series.control);
                if is_product(&series) {
                    assert_eq!(&found % &p, product, "{name}");
                }
                if series.control == "square" {
                    assert_eq!(found, square, "{name}");
                }
                let is_canonical = matches!(series.control, "full" | "memory") && kind != Kind::Any;
                if is_product(&series) && (is_canonical || series.control == "branch") {
                    assert!(found < p, "{name}");
                }
            }
        }
    }

    /// Independent products of one factor are that product.
    #[test]
    fn independent_products_agree_with_chains() {
        let mut random = Random(4);
        let (x, b) = (Kind::Random.draw(&mut random), Kind::Random.draw(&mut random));
        for series in all().iter().filter(|series| series.control == "parallel") {
            assert_eq!((series.chain)(x, &[b]), RING.mul(&x, &b), "{}", series.strategy);
            assert_eq!((series.chain)(x, &[b, b]), [0; 4], "{}", series.strategy);
        }
    }
}
