//! Workloads of membership of many points in the prime subgroup.

use contender::{Column, Columns};

use super::{Scale, Workload};
use crate::points;

const CURVES: [&str; 3] = ["bls12_377_g1", "bls12_381_g1", "bls12_381_g2"];

/// The number of points of the list that is not timed.
const UNTIMED: usize = 1000;

pub(super) fn workloads() -> Vec<Workload> {
    let each = |curve| ["exact", "randomised"].map(|kind| (curve, kind));
    let workload = |(curve, kind): (&'static str, &str)| {
        Workload::new(format!("membership.{curve}.{kind}"), move |random, scale| {
            let number = match scale {
                Scale::Quick => 20_000,
                Scale::Full => 100_000,
            };
            let inside = points::random(curve, random, number);
            // One of the others lies outside the subgroup.
            let mut with_others = points::random(curve, random, UNTIMED);
            with_others[UNTIMED / 2] =
                points::outside_subgroup(curve, random).expect("a curve with a cofactor");
            Columns(vec![Column::new(inside), Column::new(with_others)])
        })
    };
    CURVES.into_iter().flat_map(each).map(workload).collect()
}

#[cfg(test)]
mod tests {
    use crate::workloads::{Scale, select};

    #[test]
    fn lists_have_the_stated_lengths() {
        let workloads = select(&["membership.bls12_381_g1".to_owned()]).unwrap();
        assert_eq!(workloads.len(), 2);
        for workload in workloads {
            let columns = workload.input(Scale::Quick).unwrap().columns;
            assert_eq!(columns.0.iter().map(contender::Column::len).collect::<Vec<_>>(), [20_000, 1000]);
        }
    }
}
