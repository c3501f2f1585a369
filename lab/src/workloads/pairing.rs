//! Workloads of pairings.

use contender::{Column, Columns, PAIRS};

use super::Workload;
use crate::points;

const CURVES: [&str; 3] = ["bls12_381", "bls12_377", "bn254"];

/// The number of products in an input. Each is computed once before it is timed.
const PRODUCTS: usize = 4;

pub(super) fn workloads() -> Vec<Workload> {
    let each = |curve| PAIRS.map(|pairs| (curve, pairs));
    let workload = |(curve, pairs): (&'static str, usize)| {
        Workload::new(format!("pairing.{curve}.{pairs}"), move |random, _| {
            let groups = ["g1", "g2"].map(|group| format!("{curve}_{group}"));
            let column = |group: &String| Column::new(points::random(group, random, PRODUCTS * pairs));
            Columns(groups.iter().map(column).collect())
        })
    };
    CURVES.into_iter().flat_map(each).map(workload).collect()
}
