//! Registers membership of many points of a curve in the prime subgroup.

use std::hint::black_box;

use crate::group::Group;
use crate::prepared::Prepared;
use crate::registry::Input;

impl<P: 'static, S: 'static> Group<'_, P, S> {
    /// Registers membership of all points of a list: the workload `membership.GROUP.KIND`. `on_curve` decodes any point
    /// of the curve, `are_members` is the timed function.
    pub fn members<A: 'static>(
        self,
        kind: &str,
        path: &str,
        on_curve: fn(&[u8]) -> Option<A>,
        are_members: impl Fn(&[A]) -> bool + Copy + 'static,
    ) -> Self {
        self.contender.offer(format!("membership.{}.{kind}", self.name), path, move |input: &Input| {
            let points = input.decode(0, "a point of the curve", on_curve)?;
            let with_others = input.decode(1, "a point of the curve", on_curve)?;
            let verdicts = [&points, &with_others].map(|points| vec![u8::from(are_members(points))]);
            Ok(Prepared::new(points.len(), verdicts, move |iterations| {
                for _ in 0..iterations {
                    black_box(are_members(black_box(&points)));
                }
            }))
        });
        self
    }
}

#[cfg(test)]
mod tests {
    use crate::registry::{Contender, Input};
    use crate::{Column, Columns, Group};

    #[test]
    fn both_lists_have_a_verdict() {
        let mut contender = Contender::new("bytes", "1");
        let byte = |bytes: &[u8]| if let [byte] = bytes { Some(*byte) } else { None };
        Group::new(&mut contender, "even", byte, |point: &u8| vec![*point], byte).members(
            "exact",
            "all even",
            byte,
            |points| points.iter().all(|point| point % 2 == 0),
        );
        let columns = Columns(vec![Column::new([[2u8], [4], [6]]), Column::new([[2u8], [3]])]);
        let offer = &contender.offers["membership.even.exact"];
        let prepared = (offer.prepare)(&Input { columns, threads: 1 }).ok().unwrap();
        let verdicts: Vec<_> = prepared.result.iter().map(|bytes| bytes.0.clone()).collect();
        assert_eq!((prepared.items, verdicts), (3, vec![vec![1], vec![0]]));
        let columns = Columns(vec![Column::new([[2u8, 1]]), Column::new([[2u8]])]);
        assert!((offer.prepare)(&Input { columns, threads: 1 }).is_err());
    }
}
