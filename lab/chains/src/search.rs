//! The search: from the exponent down to 1.
//!
//! A goal is a set of numbers that the chain must contain. The largest number `a` of a goal is replaced by smaller
//! numbers from which one step computes it:
//!
//! * `a = 2^j k + r`: `j` squarings and, unless `r = 0`, one multiplication. For small `r` these are the windows of the
//!   sliding-window method, and runs of ones for `r = 2^i - 1`;
//! * `a = m k + r` for a known chain of `m`: the factor method, and Euclid's division (F. Bergeron, J. Berstel, S.
//!   Brlek, C. Duboc, "Addition chains using continued fractions", 1989). It is effective for primes that are
//!   polynomials in a sparse number, because repeated division by that number leaves equal remainders;
//! * `a = b + c` with `b` in the set.
//!
//! Goals whose largest numbers have the same length are compared, and the cheapest are pursued (beam search). The cost
//! of the other numbers of a goal is estimated.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::chain::{Chain, Link};

/// The cost of a multiplication in squarings.
const MULTIPLICATION: f64 = 1.08;

/// Remainders below this bound may become new numbers of the goal in all cases.
const SMALL: u32 = 1 << 7;

/// A divisor with its chain.
#[derive(Clone)]
pub(crate) struct Multiplier {
    value: BigUint,
    chain: Chain,
}

impl Multiplier {
    pub(crate) fn new(value: BigUint, chain: Chain) -> Self {
        assert_eq!(chain.last(), value);
        Self { value, chain }
    }
}

/// A step that computes a number from others.
#[derive(Clone)]
struct Move {
    number: BigUint,
    from: BigUint,
    by: By,
    plus: Option<BigUint>,
}

#[derive(Clone)]
enum By {
    Squarings(u64),
    Multiplier(usize),
}

struct Trace {
    last: Move,
    before: Option<Rc<Trace>>,
}

#[derive(Clone)]
struct Goal {
    /// The numbers of the goal in ascending order, without 1.
    numbers: Vec<BigUint>,
    cost: f64,
    trace: Option<Rc<Trace>>,
}

impl Goal {
    fn estimate(&self) -> f64 {
        let others = &self.numbers[..self.numbers.len() - 1];
        self.cost + others.iter().map(|number| self.weight(number)).sum::<f64>()
    }

    /// The estimated cost of a number that is not the largest.
    fn weight(&self, number: &BigUint) -> f64 {
        let zeros = number.trailing_zeros().unwrap_or(0);
        let odd = number >> zeros;
        if zeros > 0 && (odd.is_one() || self.numbers.binary_search(&odd).is_ok()) {
            return 0.9;
        }
        match odd.bits() {
            0..=7 => 1.0 * MULTIPLICATION,
            bits => (1.0 + 0.1 * bits as f64) * MULTIPLICATION,
        }
    }

    fn holds(&self, number: &BigUint) -> bool {
        number.is_one() || self.numbers.binary_search(number).is_ok()
    }

    /// The goal after replacing its largest number by this step.
    fn after(&self, step: Move, multipliers: &[Multiplier]) -> Self {
        let mut numbers = self.numbers.clone();
        numbers.pop();
        for number in [Some(&step.from), step.plus.as_ref()].into_iter().flatten() {
            if !number.is_one()
                && let Err(place) = numbers.binary_search(number)
            {
                numbers.insert(place, number.clone());
            }
        }
        let power = match step.by {
            By::Squarings(squarings) => squarings as f64,
            By::Multiplier(i) => cost(&multipliers[i].chain),
        };
        let product = if step.plus.is_some() { MULTIPLICATION } else { 0.0 };
        Self {
            numbers,
            cost: self.cost + power + product,
            trace: Some(Rc::new(Trace { last: step, before: self.trace.clone() })),
        }
    }

    fn moves(&self, multipliers: &[Multiplier]) -> Vec<Move> {
        let Some(number) = self.numbers.last() else { return Vec::new() };
        let mut moves = Vec::new();
        let mut add = |from: BigUint, by: By, plus: BigUint| {
            if !from.is_zero() && from < *number {
                let plus = (!plus.is_zero()).then_some(plus);
                moves.push(Move { number: number.clone(), from, by, plus });
            }
        };
        let zeros = number.trailing_zeros().unwrap_or(0);
        if zeros > 0 {
            add(number >> zeros, By::Squarings(zeros), BigUint::zero());
            for shorter in &self.numbers[..self.numbers.len() - 1] {
                let squarings = number.bits().saturating_sub(shorter.bits());
                if squarings < zeros && squarings > 0 && number >> squarings == *shorter {
                    add(shorter.clone(), By::Squarings(squarings), BigUint::zero());
                }
            }
        }
        for squarings in 1..number.bits().min(130) {
            let (from, rest) = (number >> squarings, number & ((BigUint::one() << squarings) - 1u32));
            let ones = (&rest + 1u32).count_ones() == 1;
            if rest.bit(0) && (ones || rest < BigUint::from(SMALL) || self.holds(&rest) || from == rest) {
                add(from, By::Squarings(squarings), rest);
            }
        }
        for (i, multiplier) in multipliers.iter().enumerate() {
            let (from, rest) = number.div_rem(&multiplier.value);
            add(from, By::Multiplier(i), rest);
        }
        let small = BigUint::from(SMALL);
        for other in self.numbers[..self.numbers.len() - 1].iter().chain([&BigUint::one()]) {
            let rest = number - other;
            if self.holds(&rest) || rest < small {
                add(rest, By::Squarings(0), other.clone());
            }
        }
        moves
    }
}

fn cost(chain: &Chain) -> f64 {
    let (squarings, multiplications) = chain.cost();
    squarings as f64 + MULTIPLICATION * multiplications as f64
}

/// Keeps the `width` cheapest goals.
fn prune(goals: &mut Vec<Goal>, width: usize) {
    goals.sort_by(|a, b| a.estimate().total_cmp(&b.estimate()));
    goals.dedup_by(|a, b| a.numbers == b.numbers);
    goals.truncate(width);
}

/// The cheapest chain found for the exponent, with `width` goals pursued at each length.
pub(crate) fn search(exponent: &BigUint, multipliers: &[Multiplier], width: usize) -> Chain {
    if exponent.is_one() {
        return Chain::new(Vec::new());
    }
    let start = Goal { numbers: vec![exponent.clone()], cost: 0.0, trace: None };
    let mut buckets = vec![Vec::new(); exponent.bits() as usize + 1];
    buckets[exponent.bits() as usize].push(start);
    let mut best: Option<Goal> = None;
    for length in (1..buckets.len()).rev() {
        let mut seen = HashMap::<Vec<BigUint>, f64>::new();
        loop {
            let mut goals = std::mem::take(&mut buckets[length]);
            prune(&mut goals, width);
            goals.retain(|goal| {
                let better = seen.get(&goal.numbers).is_none_or(|cost| goal.cost < *cost);
                if better {
                    seen.insert(goal.numbers.clone(), goal.cost);
                }
                better
            });
            if goals.is_empty() {
                break;
            }
            for goal in goals {
                for step in goal.moves(multipliers) {
                    let next = goal.after(step, multipliers);
                    match next.numbers.last() {
                        None if best.as_ref().is_none_or(|best| next.cost < best.cost) => best = Some(next),
                        None => (),
                        Some(number) => {
                            let bucket = &mut buckets[number.bits() as usize];
                            bucket.push(next);
                            if bucket.len() > 8 * width {
                                prune(bucket, width);
                            }
                        }
                    }
                }
            }
        }
    }
    chain(&best.expect("squarings and multiplications by the base reach every number"), multipliers)
}

/// The steps of a completed goal, from the smallest number to the largest.
fn chain(goal: &Goal, multipliers: &[Multiplier]) -> Chain {
    let mut links = Vec::<Link>::new();
    let mut places = HashMap::from([(BigUint::one(), 0)]);
    let mut trace = goal.trace.as_deref();
    while let Some(Trace { last, before }) = trace {
        let plus = last.plus.as_ref().map(|plus| places[plus]);
        let from = places[&last.from];
        let mut append = |link| {
            links.push(link);
            links.len()
        };
        let place = match last.by {
            By::Squarings(squarings) => append(Link { from, squarings, by: plus }),
            By::Multiplier(i) => {
                let mut made = vec![from];
                for link in multipliers[i].chain.links() {
                    let by = link.by.map(|by| made[by]);
                    made.push(append(Link { from: made[link.from], squarings: link.squarings, by }));
                }
                let last = made[made.len() - 1];
                if plus.is_some() { append(Link { from: last, squarings: 0, by: plus }) } else { last }
            }
        };
        places.insert(last.number.clone(), place);
        trace = before.as_deref();
    }
    Chain::new(links)
}
