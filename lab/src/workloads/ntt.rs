//! Workloads of number-theoretic transforms of random coefficients.

use contender::{Column, Columns, LOG_SIZES};

use super::Workload;

/// The fields of the scalars of two curves with pairings.
const FIELDS: [&str; 2] = ["bn254_scalar", "bls12_381_scalar"];

pub(super) fn workloads() -> Vec<Workload> {
    let each = FIELDS.into_iter().flat_map(|field| LOG_SIZES.map(|log_size| (field, log_size)));
    let workload = |(field, log_size): (&'static str, u32)| {
        Workload::new(format!("ntt.{field}.2^{log_size}.t1"), move |random, _| {
            Columns(vec![Column::new(random.elements(field, 1 << log_size))])
        })
        .only_full(log_size > 16)
    };
    each.map(workload).collect()
}
