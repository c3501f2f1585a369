//! Workloads of square roots of random elements. About half of the elements have no root.

use contender::modulus::FIELDS;
use contender::{Column, Columns};

use super::{Scale, Workload};

pub(super) fn workloads() -> Vec<Workload> {
    let each = |(field, _)| ["single", "batch1000"].map(|kind| (kind, field));
    let workload = |(kind, field): (&str, &'static str)| {
        Workload::new(format!("sqrt.{kind}.{field}"), move |random, scale| {
            let rows = match (scale, field) {
                (Scale::Quick, _) => 2_000,
                (Scale::Full, "bls12_381_scalar") => 100_000,
                (Scale::Full, _) => 10_000,
            };
            Columns(vec![Column::new(random.elements(field, rows))])
        })
    };
    FIELDS.into_iter().flat_map(each).map(workload).collect()
}
