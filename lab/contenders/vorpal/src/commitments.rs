//! Pedersen commitments by tables.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use contender::{Contender, Input, Prepared, Refusal, block};
use vorpal::ipa::{Basis, Committer, Scalar, WIDTH};

use crate::banderwagon::encoding;
use crate::fields::decode;

/// The tables, and the time that they took with the basis.
pub(crate) static COMMITTER: LazyLock<(Committer, Duration)> = LazyLock::new(|| {
    let start = Instant::now();
    (Committer::new(&Basis::default()), start.elapsed())
});

pub(crate) fn register(contender: &mut Contender) {
    for kind in ["full256", "first5", "one", "nonzero8", "nonzero32", "nonzero64", "nonzero128"] {
        let dense = kind == "full256" || kind == "first5";
        let path = if dense {
            "Committer::commit, windows of 8 bits"
        } else {
            "Committer::commit_sparse, windows of 8 bits"
        };
        contender.offer(format!("commit.{kind}"), path, move |input| commit(input, dense));
    }
    contender.operation("commit", |arguments| {
        let values: Option<Vec<Scalar>> = arguments.iter().map(|bytes| decode(&bytes.0)).collect();
        Some(encoding(&COMMITTER.0.commit(&values?).ok()?))
    });
}

fn commit(input: &Input, dense: bool) -> Result<Prepared, Refusal> {
    let (committer, setup) = &*COMMITTER;
    let values: Vec<Scalar> = input.decode(0, "a scalar", decode)?;
    let vectors = values.chunks(WIDTH);
    let prepared = if dense {
        let used = |vector: &[Scalar]| {
            vector.iter().rposition(|value| *value != Scalar::ZERO).map_or(0, |last| last + 1)
        };
        let rows: Vec<Vec<Scalar>> = vectors.map(|vector| vector[..used(vector)].to_vec()).collect();
        block::single(rows, |sum| encoding(&sum), |row| committer.commit(row).expect("at most 256 values"))
    } else {
        let terms = |vector: &[Scalar]| {
            let terms = (0..=255).zip(vector.iter().copied());
            terms.filter(|(_, value)| *value != Scalar::ZERO).collect::<Vec<(u8, Scalar)>>()
        };
        let rows: Vec<_> = vectors.map(terms).collect();
        block::single(rows, |sum| encoding(&sum), |row| committer.commit_sparse(row.iter().copied()))
    };
    Ok(prepared.fact("table_bytes", committer.bytes() as f64).fact("setup_ns", setup.as_nanos() as f64))
}
