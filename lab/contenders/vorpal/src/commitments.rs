//! Pedersen commitments with tables.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use contender::{Contender, Input, Prepared, Refusal, rows};

use vorpal::ipa::{Basis, Commitment, Committer, Profile, Scalar, WIDTH};

use crate::banderwagon::encoding;
use crate::fields::decode;

/// A committer, and the time to build its basis and tables.
type Tables = (Committer, Duration);

/// The tables of the default profile.
pub(crate) static COMMITTER: LazyLock<Tables> = LazyLock::new(|| build(Profile::default()));
/// The tables of all profiles, by the names in workloads.
static PROFILES: [(&str, LazyLock<Tables>); 3] = [
    ("32MiB", LazyLock::new(|| build(Profile::Small))),
    ("128MiB", LazyLock::new(|| build(Profile::Medium))),
    ("340MiB", LazyLock::new(|| build(Profile::Large))),
];

fn build(profile: Profile) -> Tables {
    let start = Instant::now();
    (Committer::with_profile(&Basis::default(), profile), start.elapsed())
}

/// The number of vectors in one batch.
const BATCH: usize = 64;

pub(crate) fn register(contender: &mut Contender) {
    for kind in ["full256", "first5", "one", "nonzero8", "nonzero32", "nonzero64", "nonzero128"] {
        let dense = kind == "full256" || kind == "first5";
        let path = if dense { "Committer::commit" } else { "Committer::commit_sparse" };
        contender.offer(format!("commit.{kind}"), path, move |input| commit(input, &COMMITTER, dense));
        for (profile, tables) in &PROFILES {
            contender
                .offer(format!("commit.{kind}.{profile}"), path, move |input| commit(input, tables, dense));
        }
    }
    contender.offer("commit.first5.batch64", "Committer::commit_batch", |input| {
        let rows: Vec<Terms> = vectors(input)?.iter().map(|vector| terms(vector)).collect();
        let batch = |rows: &[Terms]| COMMITTER.0.commit_batch(rows);
        Ok(with_facts(rows::batches(rows, BATCH, |sum| encoding(&sum), batch)))
    });
    contender.operation("commit", |arguments| {
        let values: Option<Vec<Scalar>> = arguments.iter().map(|bytes| decode(&bytes.0)).collect();
        Some(encoding(&by_all_methods(&values?)?))
    });
}

/// Adds the facts of the default tables.
pub(crate) fn with_facts(prepared: Prepared) -> Prepared {
    facts(prepared, &COMMITTER)
}

fn facts(prepared: Prepared, (committer, setup): &Tables) -> Prepared {
    prepared.fact("table_bytes", committer.bytes() as f64).fact("setup_ns", setup.as_nanos() as f64)
}

/// Vectors of 256 values.
fn vectors(input: &Input) -> Result<Vec<Vec<Scalar>>, Refusal> {
    let values: Vec<Scalar> = input.decode(0, "a scalar", decode)?;
    Ok(values.chunks(WIDTH).map(<[Scalar]>::to_vec).collect())
}

type Terms = Vec<(u8, Scalar)>;

/// The nonzero values with their indices.
fn terms(vector: &[Scalar]) -> Terms {
    let terms = (0..=255).zip(vector.iter().copied());
    terms.filter(|(_, value)| *value != Scalar::ZERO).collect()
}

/// The values without trailing zeros.
fn used(vector: &[Scalar]) -> Vec<Scalar> {
    let used = vector.iter().rposition(|value| *value != Scalar::ZERO).map_or(0, |last| last + 1);
    vector[..used].to_vec()
}

fn commit(input: &Input, tables: &'static Tables, dense: bool) -> Result<Prepared, Refusal> {
    let committer = &tables.0;
    let vectors = vectors(input)?;
    let prepared = if dense {
        let rows: Vec<Vec<Scalar>> = vectors.iter().map(|vector| used(vector)).collect();
        rows::single(rows, |sum| encoding(&sum), |row| committer.try_commit(row).expect("at most 256 values"))
    } else {
        let rows: Vec<Terms> = vectors.iter().map(|vector| terms(vector)).collect();
        rows::single(rows, |sum| encoding(&sum), |row| committer.commit_sparse(row.iter().copied()))
    };
    Ok(facts(prepared, tables))
}

/// The commitment with the default tables. It is compared with the commitments with the tables of each profile: of all
/// values, of the nonzero values, as a change of another vector, alone and in batches.
///
/// # Panics
/// If two of them differ. The process then ends, and the lab shows the case.
fn by_all_methods(values: &[Scalar]) -> Option<Commitment> {
    let expected = COMMITTER.0.try_commit(values).ok()?;
    let terms = terms(values);
    // The other vector: twice each value plus one, for some values above the order.
    let older: Vec<Scalar> = values.iter().map(|value| value.double() + Scalar::ONE).collect();
    let changes: Terms = (0..=255).zip(values.iter().zip(&older).map(|(new, old)| *new - *old)).collect();
    for (profile, tables) in &PROFILES {
        let committer = &tables.0;
        let compare = |method: &str, found: Commitment| {
            assert!(found == expected, "{method}, {profile}: another commitment to {} values", values.len());
        };
        compare("commit", committer.try_commit(values).ok()?);
        compare("commit_sparse", committer.commit_sparse(terms.iter().copied()));
        let older = committer.try_commit(&older).ok()?;
        compare("commit_delta", committer.commit_delta(older, changes.iter().copied()));
        // The batch mixes vectors without terms, with few and with many terms, because their additions are mixed.
        let batch: Vec<Terms> = (0..19)
            .map(|row| match row % 4 {
                0 => Vec::new(),
                1 => terms.clone(),
                2 => changes.clone(),
                _ => vec![(row, Scalar::from(7)), (row, -Scalar::from(7))],
            })
            .collect();
        for (row, found) in committer.commit_batch(&batch).into_iter().enumerate() {
            match row % 4 {
                1 => compare("commit_batch", found),
                2 => compare("commit_batch of changes", older + found),
                _ => assert!(
                    found == Commitment::IDENTITY,
                    "{profile}: an empty vector has the commitment {found:?}"
                ),
            }
        }
    }
    Some(expected)
}
