//! Registers workloads on points: dependent chains of additions and doublings.

use std::hint::black_box;

use crate::group::Group;
use crate::prepared::Prepared;
use crate::registry::{Input, Refusal};

/// A function of a library with its description for the report.
pub type Described<'d, O> = (&'d str, O);

impl<P: Clone + 'static, S: 'static> Group<'_, P, S> {
    /// Registers the chains `GROUP.double.latency`, `GROUP.add.latency` and `GROUP.add_affine.latency`. All functions
    /// overwrite their first operand. `affine` decodes a point with `Z = 1` for `add_affine`.
    pub fn latencies<A: 'static>(
        self,
        double: Described<'_, impl Fn(&mut P) + Copy + 'static>,
        add: Described<'_, impl Fn(&mut P, &P) + Copy + 'static>,
        affine: fn(&[u8]) -> Option<A>,
        add_affine: Described<'_, impl Fn(&mut P, &A) + Copy + 'static>,
    ) -> Self {
        let (decode, encode, name) = (self.decode, self.encode, self.name);
        // No `Z` is 1 in the chains, like those of computed sums.
        let doubled = move |input: &Input, column| {
            let mut points = input.decode(column, "a point", decode)?;
            points.iter_mut().for_each(double.1);
            Ok::<Vec<P>, Refusal>(points)
        };
        let first = move |input: &Input| {
            doubled(input, 0)?.pop().ok_or_else(|| Refusal("column 0 has no row".to_owned()))
        };
        self.contender.offer(format!("{name}.double.latency"), double.0, move |input| {
            let point = first(input)?;
            let count = input.column(1)?.numbers().next();
            let count = count.ok_or_else(|| Refusal("column 1 has no row".to_owned()))?;
            Ok(chain(count as usize, encode, point, move |point| (0..count).for_each(|_| double.1(point))))
        });
        self.contender.offer(format!("{name}.add.latency"), add.0, move |input| {
            let (sum, terms) = (first(input)?, doubled(input, 1)?);
            Ok(chain(terms.len(), encode, sum, move |sum| terms.iter().for_each(|term| add.1(sum, term))))
        });
        self.contender.offer(format!("{name}.add_affine.latency"), add_affine.0, move |input| {
            let (sum, terms) = (first(input)?, input.decode(1, "a point", affine)?);
            let add = add_affine.1;
            Ok(chain(terms.len(), encode, sum, move |sum| terms.iter().for_each(|term| add(sum, term))))
        });
        self
    }
}

/// A dependent chain. Each iteration continues with the result of the previous one.
fn chain<P: 'static>(
    items: usize,
    encode: fn(&P) -> Vec<u8>,
    mut point: P,
    step: impl Fn(&mut P) + 'static,
) -> Prepared {
    step(&mut point);
    Prepared::new(items, [encode(&point)], move |iterations| {
        for _ in 0..iterations {
            step(black_box(&mut point));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, Columns, Contender};

    /// The integers modulo 256, as a group. Affine points are shifted by 100, so that no function replaces another.
    #[test]
    fn chains_use_their_own_functions_and_operands() {
        let mut contender = Contender::new("bytes", "1");
        let point = |bytes: &[u8]| if let [byte] = bytes { Some(*byte) } else { None };
        let affine = |bytes: &[u8]| bytes.first().map(|byte| byte + 100);
        Group::new(&mut contender, "bytes", point, |point: &u8| vec![*point], point).latencies(
            ("2 a", |a: &mut u8| *a = a.wrapping_mul(2)),
            ("a + b", |a: &mut u8, b: &u8| *a = a.wrapping_add(*b)),
            affine,
            ("a + affine b", |a: &mut u8, b: &u8| *a = a.wrapping_add(*b)),
        );
        let result = |operation: &str, second: Column| {
            let columns = Columns(vec![Column::new([[5u8]]), second]);
            let offer = &contender.offers[&format!("bytes.{operation}.latency")];
            let prepared = (offer.prepare)(&Input { columns, threads: 1 }).unwrap();
            (prepared.items, prepared.result[0].0[0])
        };
        assert_eq!(result("double", Column::new([3u64.to_le_bytes()])), (3, 80));
        assert_eq!(result("add", Column::new([[1u8], [2]])), (2, 10 + 2 + 4));
        assert_eq!(result("add_affine", Column::new([[1u8], [2]])), (2, 10 + 101 + 102));
    }
}
