//! A generalised-birthday search (D. Wagner, "A generalized birthday problem", 2002) for a choice of weights with a
//! given sum. It attacks weights that do not depend on everything they should.
//!
//! Lists of the sums of 16 differences are merged in pairs, 16 bits at a time. With 256 lists, which 4096 pairs of
//! weights of 128 bits give, there are a thousand solutions on average.

use num_bigint::BigInt;

/// The number of differences in the sums of each list.
const DIFFERENCES: usize = 16;
/// The maximal number of sums in a list.
const MAX_SUMS: usize = 1 << 16;

/// An integer `2^16 high + low`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Number {
    high: i128,
    low: u16,
}

impl Number {
    const ZERO: Self = Self { high: 0, low: 0 };

    fn new(number: &BigInt) -> Self {
        let high = number >> 16u32;
        let low = number - (&high << 16u32);
        Self { high: high.try_into().unwrap(), low: low.try_into().unwrap() }
    }

    fn plus(self, other: Self) -> Self {
        let low = u32::from(self.low) + u32::from(other.low);
        Self { high: self.high + other.high + i128::from(low >> 16), low: (low & 0xffff).try_into().unwrap() }
    }

    /// The number divided by `2^16`, for multiples of `2^16`.
    fn shifted(self) -> Self {
        assert_eq!(self.low, 0);
        Self { high: self.high >> 16, low: (self.high & 0xffff).try_into().unwrap() }
    }

    fn opposite(self) -> Self {
        Self { high: -self.high - i128::from(self.low != 0), low: self.low.wrapping_neg() }
    }
}

/// The origin of the sums of a list.
enum Origin {
    /// Subsets of differences. The index of a sum has a bit for each difference.
    Subsets,
    /// Sums of two lists. For each sum, the indices of its summands in both lists.
    Pairs(Vec<[u16; 2]>, Box<[Origin; 2]>),
}

impl Origin {
    /// Appends the choices of the sum with this index.
    fn choices(&self, number: u16, choices: &mut Vec<bool>) {
        match self {
            Self::Subsets => choices.extend((0..DIFFERENCES).map(|bit| number >> bit & 1 == 1)),
            Self::Pairs(pairs, lists) => {
                for (list, number) in lists.iter().zip(pairs[usize::from(number)]) {
                    list.choices(number, choices);
                }
            }
        }
    }
}

/// Chooses the first or second weight of each pair, such that their sum exceeds the sum of all first weights by
/// `excess`.
///
/// # Panics
/// If the number of pairs is not 16 times a power of two, at least 32.
pub fn search(pairs: &[[u128; 2]], excess: &BigInt) -> Option<Vec<bool>> {
    let (left, right) = pairs.split_at(pairs.len() / 2);
    let (left, left_origin) = list(left, Number::new(excess).opposite());
    let (right, right_origin) = list(right, Number::ZERO);
    let mut sorted: Vec<(Number, u16)> = left.into_iter().zip(0..=u16::MAX).collect();
    sorted.sort_unstable();
    for (sum, number) in right.iter().zip(0..=u16::MAX) {
        if let Ok(found) = sorted.binary_search_by_key(&sum.opposite(), |(sum, _)| *sum) {
            let mut choices = Vec::new();
            left_origin.choices(sorted[found].1, &mut choices);
            right_origin.choices(number, &mut choices);
            return Some(choices);
        }
    }
    None
}

/// Sums of `offset` and differences. Each merge keeps the multiples of `2^16` and divides them by `2^16`.
fn list(pairs: &[[u128; 2]], offset: Number) -> (Vec<Number>, Origin) {
    if pairs.len() == DIFFERENCES {
        let difference = |[first, second]: &[u128; 2]| Number::new(&(BigInt::from(*second) - *first));
        let differences: Vec<Number> = pairs.iter().map(difference).collect();
        let mut sums = vec![offset; 1 << DIFFERENCES];
        for i in 1..sums.len() {
            sums[i] = sums[i & (i - 1)].plus(differences[i.trailing_zeros() as usize]);
        }
        return (sums, Origin::Subsets);
    }
    let (left, right) = pairs.split_at(pairs.len() / 2);
    let ((left, left_origin), (right, right_origin)) = (list(left, offset), list(right, Number::ZERO));
    // The left sums in order of their low bits, and the first position of each value of the low bits.
    let mut begins = vec![0usize; MAX_SUMS + 1];
    left.iter().for_each(|sum| begins[usize::from(sum.low) + 1] += 1);
    (0..MAX_SUMS).for_each(|low| begins[low + 1] += begins[low]);
    let (mut next, mut order) = (begins.clone(), vec![0u16; left.len()]);
    for (sum, number) in left.iter().zip(0..=u16::MAX) {
        order[next[usize::from(sum.low)]] = number;
        next[usize::from(sum.low)] += 1;
    }
    let (mut sums, mut origins) = (Vec::with_capacity(MAX_SUMS), Vec::with_capacity(MAX_SUMS));
    'full: for (sum, number) in right.iter().zip(0..=u16::MAX) {
        let low = usize::from(sum.low.wrapping_neg());
        for other in &order[begins[low]..begins[low + 1]] {
            if sums.len() == MAX_SUMS {
                break 'full;
            }
            sums.push(left[usize::from(*other)].plus(*sum).shifted());
            origins.push([*other, number]);
        }
    }
    (sums, Origin::Pairs(origins, Box::new([left_origin, right_origin])))
}
