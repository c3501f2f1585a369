//! Variants of Montgomery multiplication in chains of stored forms.

use contender::{Contender, Input, Prepared, Refusal};
use vorpal::fields::primes::Bn254Scalar;
use vorpal::limbs::schedule::{Operands, Plan, Schedule};
use vorpal::limbs::{Montgomery, words};

type Limbs = [u64; 4];

const P: Limbs = Bn254Scalar::MODULUS;
const RING: Montgomery<4> = Montgomery::new(P);

/// The number of products without subtraction after which the second share of results above `p` is counted.
const LONG: usize = 100;

pub(crate) fn register(contender: &mut Contender) {
    offer::<0>(contender);
    offer::<1>(contender);
    offer::<2>(contender);
    offer::<3>(contender);
    offer::<4>(contender);
    offer::<5>(contender);
    // The multiplication of the public interface: a kernel, not a portable plan.
    for values in ["random", "small", "unreduced"] {
        contender.offer(format!("montgomery.kernel.{values}"), "Montgomery::mul", |input| {
            chain(input, |a, b| RING.mul(a, b))
        });
    }
    contender.offer("montgomery.kernel.throughput", "Montgomery::mul", |input| {
        independent(input, |a, b| RING.mul(a, b))
    });
    contender
        .offer("montgomery.kernel.square", "Montgomery::square", |input| chain(input, |a, _| RING.square(a)));
}

/// A schedule by its index in the list of named schedules, so that its plans are constants.
struct Strategy<const S: usize>;

impl<const S: usize> Strategy<S> {
    const NAMED: (&'static str, Schedule) = Schedule::named(4)[S];
    const CANONICAL: Plan<4> = Plan::new(P, Self::NAMED.1, Operands::Multiple(1), Operands::Multiple(1));
    const UNREDUCED: Plan<4> = Plan::new(P, Self::NAMED.1, Operands::Multiple(1), Operands::Limbs);

    /// The result without subtraction, unless it has more limbs than `p`.
    #[inline(always)]
    fn raw(a: &Limbs, b: &Limbs) -> Limbs {
        let (mut result, mut top) = Self::CANONICAL.mul_raw(a, b);
        while top > 0 {
            let (difference, borrow) = words::sub(&result, &P);
            (result, top) = (difference, top - borrow);
        }
        result
    }
}

fn offer<const S: usize>(contender: &mut Contender) {
    let (name, schedule) = Strategy::<S>::NAMED;
    for values in ["random", "small"] {
        contender.offer(format!("montgomery.{name}.{values}"), &format!("Plan::mul, {schedule}"), |input| {
            chain(input, |a, b| Strategy::<S>::CANONICAL.mul(a, b))
        });
    }
    contender.offer(format!("montgomery.{name}.throughput"), &format!("Plan::mul, {schedule}"), |input| {
        independent(input, |a, b| Strategy::<S>::CANONICAL.mul(a, b))
    });
    contender.offer(format!("montgomery.{name}.square"), &format!("Plan::square, {schedule}"), |input| {
        chain(input, |a, _| Strategy::<S>::CANONICAL.square(a))
    });
    let unreduced = format!("montgomery.{name}.unreduced");
    contender.offer(unreduced, &format!("Plan::mul, {schedule}, b < R"), |input| {
        chain(input, |a, b| Strategy::<S>::UNREDUCED.mul(a, b))
    });
    for values in ["random", "small", "unreduced"] {
        let branchy = format!("montgomery.{name}_branch.{values}");
        contender.offer(branchy, &format!("Plan::mul_vartime, {schedule}"), |input| {
            chain(input, |a, b| Strategy::<S>::CANONICAL.mul_vartime(a, b))
        });
        let raw = format!("montgomery.{name}_raw.{values}");
        contender.offer(raw, &format!("Plan::mul_raw, {schedule}"), |input| {
            let (start, b) = operands(input)?;
            let [once, long] = shares(start, &b, Strategy::<S>::raw);
            #[expect(clippy::redundant_closure, reason = "the function itself would be called, not inlined")]
            let prepared = chain(input, |a, b| Strategy::<S>::raw(a, b))?;
            Ok(prepared.fact("share_above_p", once).fact("share_above_p_100", long))
        });
    }
}

/// The operands: the first below `p`, the others below `R`.
fn operands(input: &Input) -> Result<(Limbs, Vec<Limbs>), Refusal> {
    let stored = |bytes: &[u8]| words::from_le_bytes::<4>(bytes);
    let start =
        input.decode(0, "four limbs", stored)?.pop().ok_or(Refusal("column 0 has no row".to_owned()))?;
    Ok((start, input.decode(1, "four limbs", stored)?))
}

/// A chain of products of stored forms. The result is reduced.
fn chain(input: &Input, mul: impl Fn(&Limbs, &Limbs) -> Limbs + 'static) -> Result<Prepared, Refusal> {
    let (start, b) = operands(input)?;
    let items = b.len();
    let chain = move |x: Limbs| b.iter().fold(x, |x, b| mul(&x, b));
    let mut x = chain(start);
    let mut reduced = x;
    while !is_canonical(&reduced) {
        (reduced, _) = words::sub(&reduced, &P);
    }
    let result: Vec<u8> = reduced.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    Ok(Prepared::new(items, [result], move |iterations| {
        for _ in 0..iterations {
            x = std::hint::black_box(chain(x));
        }
    }))
}

/// Independent products of stored forms, of the first operand with each other one.
fn independent(input: &Input, mul: impl Fn(&Limbs, &Limbs) -> Limbs + 'static) -> Result<Prepared, Refusal> {
    let (start, b) = operands(input)?;
    let mut products = b.clone();
    let fill = move |products: &mut [Limbs]| {
        for (product, b) in products.iter_mut().zip(&b) {
            *product = mul(&start, b);
        }
    };
    fill(&mut products);
    let result: Vec<Vec<u8>> =
        products.iter().map(|product| product.iter().flat_map(|limb| limb.to_le_bytes()).collect()).collect();
    Ok(Prepared::new(products.len(), result, move |iterations| {
        for _ in 0..iterations {
            fill(std::hint::black_box(&mut products));
        }
    }))
}

/// The shares of results not below `p`: after one product of canonical operands with each `b`, and after 100 products
/// without subtraction, starting at every eighth `b`.
fn shares(start: Limbs, b: &[Limbs], raw: impl Fn(&Limbs, &Limbs) -> Limbs) -> [f64; 2] {
    let mut x = start;
    let mut once = 0;
    for b in b {
        once += usize::from(!is_canonical(&raw(&x, b)));
        x = RING.mul(&x, b);
    }
    let chains = b.windows(LONG).step_by(8);
    let count = chains.len();
    let long = chains.filter(|b| {
        x = RING.mul(&x, &b[0]);
        !is_canonical(&b.iter().fold(x, |x, b| raw(&x, b)))
    });
    [once as f64 / b.len() as f64, long.count() as f64 / count as f64]
}

fn is_canonical(x: &Limbs) -> bool {
    words::less(x, &P) == 1
}
