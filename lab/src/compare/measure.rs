//! Measures one workload with all contenders, in interleaved rounds.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use contender::message::{Bytes, PreparedAnswer};

use super::statistics::{Summary, ratio_interval};
use super::{Effort, Row};
use crate::baseline::Baseline;
use crate::contenders::{ContenderError, Contenders, OURS};
use crate::failure::Failure;
use crate::peak::{peak_bytes, reset_peak};
use crate::workloads::Workload;

/// A contender that is ready to be sampled.
struct Ready {
    index: usize,
    prepared: PreparedAnswer,
    iterations: u64,
    /// Nanoseconds per item, one value for each round.
    samples: Vec<f64>,
    parts: BTreeMap<String, Vec<f64>>,
    /// The peak memory of the process in the rounds, if the workload has a process of its own.
    peak: Option<f64>,
}

/// Measures all contenders that offer the workload. `published` is the expected result, if it is known.
pub(super) fn measure(
    contenders: &mut Contenders,
    workload: &Workload,
    input: &Path,
    published: Option<&[Bytes]>,
    effort: &Effort,
) -> Result<Vec<Row>, Failure> {
    let mut ready = prepare(contenders, workload, input)?;
    compare_results(contenders, workload, &ready, published)?;
    ready.retain_mut(|ready| {
        let found = find_iterations(contenders, workload, ready.index, effort.sample);
        ready.iterations = keep(contenders, workload, ready.index, found).unwrap_or(0);
        ready.iterations > 0
    });
    if workload.own_process {
        // What the preparation needed is no part of the peak.
        for ready in &ready {
            of_process(contenders, workload, ready.index, reset_peak);
        }
    }
    let start = Instant::now();
    for round in 0..effort.rounds {
        // Each round begins with another contender, so that no contender always follows the same one.
        for turn in 0..ready.len() {
            let position = (turn + round as usize) % ready.len();
            sample(contenders, workload, &mut ready, position);
        }
        if round + 1 >= effort.fewest_rounds && start.elapsed() > effort.budget {
            break;
        }
    }
    if workload.own_process {
        for ready in &mut ready {
            ready.peak = of_process(contenders, workload, ready.index, peak_bytes);
        }
    }
    // A contender that failed during the rounds is removed from the workload.
    let rounds = ready.iter().map(|ready| ready.samples.len()).max().unwrap_or(0);
    ready.retain(|ready| ready.samples.len() == rounds && rounds > 0);
    Ok(rows(contenders, workload, &ready))
}

/// A figure of a contender's process.
fn of_process<T>(
    contenders: &mut Contenders,
    workload: &Workload,
    index: usize,
    figure: impl Fn(u32) -> Option<T>,
) -> Option<T> {
    contenders.process(index, workload.threads).ok().and_then(|process| figure(process.child.id()))
}

fn prepare(contenders: &mut Contenders, workload: &Workload, input: &Path) -> Result<Vec<Ready>, Failure> {
    let input = input.display().to_string();
    let offered = workload.offered_as();
    let mut ready = Vec::new();
    for index in 0..contenders.len() {
        if workload.own_process {
            contenders.restart(index, workload.threads);
        }
        let prepared = contenders.process(index, workload.threads).and_then(|process| {
            if !process.hello.offers.contains_key(&offered) {
                return Ok(None);
            }
            process.prepare(&offered, &input, workload.threads).map(Some)
        });
        if let Some(Some(prepared)) = keep(contenders, workload, index, prepared) {
            let (samples, parts) = (Vec::new(), BTreeMap::new());
            ready.push(Ready { index, prepared, iterations: 0, samples, parts, peak: None });
        }
    }
    Ok(ready)
}

/// The result, or `None` after recording the failure.
fn keep<T>(
    contenders: &mut Contenders,
    workload: &Workload,
    index: usize,
    result: Result<T, ContenderError>,
) -> Option<T> {
    result
        .map_err(|error| {
            if let ContenderError::Broken(_) = error {
                contenders.restart(index, workload.threads);
            }
            contenders.record_failure(index, format!("{}: {error}", workload.name));
        })
        .ok()
}

/// Checks that all contenders agree before anything is timed.
fn compare_results(
    contenders: &Contenders,
    workload: &Workload,
    ready: &[Ready],
    published: Option<&[Bytes]>,
) -> Result<(), Failure> {
    let results = ready.iter().map(|ready| (contenders.name(ready.index), ready.prepared.result.as_slice()));
    check_results(
        &workload.name,
        published.map(|published| ("published", published)).into_iter().chain(results),
    )
}

/// Checks that all results are equal. Each result comes with the name of its contender.
pub(crate) fn check_results<'a>(
    workload: &str,
    mut results: impl Iterator<Item = (&'a str, &'a [Bytes])>,
) -> Result<(), Failure> {
    let Some((first, expected)) = results.next() else { return Ok(()) };
    for (name, found) in results {
        if found != expected {
            return Err(Failure::Mismatch(difference(workload, (first, expected), (name, found))));
        }
    }
    Ok(())
}

fn difference(workload: &str, a: (&str, &[Bytes]), b: (&str, &[Bytes])) -> String {
    let show = |bytes: Option<&Bytes>| bytes.map_or("nothing".to_owned(), |bytes| hex::encode(&bytes.0));
    let longest = a.1.len().max(b.1.len());
    let index = (0..longest).find(|index| a.1.get(*index) != b.1.get(*index)).unwrap_or(longest);
    format!(
        "{workload}: results differ, so times are not measured\n\
         result {index} of {} by {:<14} {}\n\
         result {index} of {} by {:<14} {}",
        a.1.len(),
        a.0,
        show(a.1.get(index)),
        b.1.len(),
        b.0,
        show(b.1.get(index)),
    )
}

/// The number of iterations that takes about as long as one sample should; at least one.
fn find_iterations(
    contenders: &mut Contenders,
    workload: &Workload,
    index: usize,
    target: Duration,
) -> Result<u64, ContenderError> {
    let process = contenders.process(index, workload.threads)?;
    let mut iterations = 1;
    // The first iterations are slow and short samples are inaccurate, so the estimate is refined in steps.
    for _ in 0..5 {
        let ns = process.sample(iterations)?.ns.max(1);
        let wanted = target.as_nanos() as f64 / ns as f64;
        if wanted < 1.2 {
            break;
        }
        iterations = (iterations as f64 * wanted.min(100.0)).round().max(1.0) as u64;
    }
    Ok(iterations)
}

fn sample(contenders: &mut Contenders, workload: &Workload, ready: &mut [Ready], position: usize) {
    let Ready { index, prepared, iterations, samples, parts, .. } = &mut ready[position];
    let sampled =
        contenders.process(*index, workload.threads).and_then(|process| process.sample(*iterations));
    let Some(sampled) = keep(contenders, workload, *index, sampled) else { return };
    let items = (*iterations * prepared.items) as f64;
    samples.push(sampled.ns as f64 / items);
    for (name, ns) in sampled.parts {
        parts.entry(name).or_default().push(ns as f64 / items);
    }
}

fn rows(contenders: &mut Contenders, workload: &Workload, ready: &[Ready]) -> Vec<Row> {
    let summaries: Vec<Summary> = ready.iter().map(|ready| Summary::of(&ready.samples)).collect();
    let peers = (0..ready.len()).filter(|i| contenders.name(ready[*i].index) != OURS);
    let best_peer = peers.min_by(|a, b| summaries[*a].p10.total_cmp(&summaries[*b].p10));
    let is_peer = |ready: &&Ready| contenders.name(ready.index) != OURS;
    let peer_samples: Vec<&[f64]> =
        ready.iter().filter(is_peer).map(|ready| ready.samples.as_slice()).collect();
    let mut rows = Vec::new();
    for (ready_one, summary) in ready.iter().zip(&summaries) {
        let Ok(process) = contenders.process(ready_one.index, workload.threads) else { continue };
        let hello = process.hello.clone();
        rows.push(Row {
            workload: workload.name.clone(),
            contender: contenders.name(ready_one.index).to_owned(),
            version: hello.version,
            path: hello.offers.get(&workload.offered_as()).cloned().unwrap_or_default(),
            p10_ns: summary.p10,
            median_ns: summary.median,
            min_ns: summary.min,
            p90_ns: summary.p90,
            spread: summary.spread(),
            samples: ready_one.samples.len(),
            iterations: ready_one.iterations,
            speed_vs_best_peer: best_peer.map(|best| summaries[best].p10 / summary.p10),
            interval: if best_peer.is_some_and(|best| ready[best].index == ready_one.index) {
                None // the contender is itself the fastest peer
            } else {
                ratio_interval(&peer_samples, &ready_one.samples)
            },
            allocs: ready_one.prepared.allocs,
            peak_bytes: ready_one.peak,
            parts_p10_ns: ready_one
                .parts
                .iter()
                .map(|(name, ns)| (name.clone(), Summary::of(ns).p10))
                .collect(),
            facts: facts(ready_one, contenders.name(ready_one.index), &workload.name),
        });
    }
    rows.sort_by(|a, b| a.p10_ns.total_cmp(&b.p10_ns));
    rows
}

/// The facts reported by the contender. For Vorpal also the counts that counts.toml has for this workload.
fn facts(ready: &Ready, contender: &str, workload: &str) -> BTreeMap<String, f64> {
    let mut facts = ready.prepared.facts.clone();
    if contender == OURS
        && let Ok(baseline) = Baseline::read()
        && let Some(counts) = baseline.operations.get(workload)
    {
        facts.extend(counts.clone());
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::super::{BEFORE, table};
    use super::*;
    use crate::contenders::{Binary, fake};
    use crate::workloads::select;

    /// A contender for the workload `decode.banderwagon.single` with the given result and the given answer to sample
    /// requests.
    fn fake(folder: &Path, name: &str, result: &str, sample: &str) -> Binary {
        let hello = format!(
            r#"{{"contender":"{name}","version":"1","offers":{{"decode.banderwagon.single":"sh"}},"operations":[]}}"#
        );
        let prepared = format!(r#"{{"prepared":{{"result":["{result}"],"items":2,"allocs":3.5}}}}"#);
        let answer = format!(r#"case "$request" in *prepare*) echo '{prepared}' ;; *) {sample} ;; esac"#);
        fake::contender(folder, name, &hello, &answer)
    }

    fn run(binaries: Vec<Binary>, published: Option<&[Bytes]>) -> (Result<Vec<Row>, Failure>, Contenders) {
        run_started(Contenders::start(binaries, Vec::new()), published)
    }

    fn run_started(
        mut contenders: Contenders,
        published: Option<&[Bytes]>,
    ) -> (Result<Vec<Row>, Failure>, Contenders) {
        let workload = select(&["decode.banderwagon.single".to_owned()]).unwrap().remove(0);
        let effort = Effort {
            rounds: 10,
            fewest_rounds: 10,
            sample: Duration::from_nanos(1000),
            budget: Duration::from_secs(10),
        };
        let rows = measure(&mut contenders, &workload, Path::new("/dev/null"), published, &effort);
        (rows, contenders)
    }

    const FAST: &str = r#"echo '{"ns":1000,"parts":{"a":400}}'"#;
    const SLOW: &str = r#"echo '{"ns":4000}'"#;

    #[test]
    fn contenders_with_equal_results_are_timed() {
        let folder = tempfile::tempdir().unwrap();
        let binaries = vec![fake(folder.path(), OURS, "ab", FAST), fake(folder.path(), "peer", "ab", SLOW)];
        let (rows, contenders) = run(binaries, Some(&[Bytes(vec![0xab])]));
        let rows = rows.unwrap();
        assert!(contenders.failures.is_empty(), "{:?}", contenders.failures);
        let [ours, peer] = &rows[..] else { panic!("two rows: {rows:?}") };
        assert_eq!((ours.contender.as_str(), ours.p10_ns, ours.samples), (OURS, 500.0, 10));
        assert_eq!((ours.speed_vs_best_peer, ours.interval), (Some(4.0), Some((4.0, 4.0))));
        assert_eq!((ours.allocs, ours.parts_p10_ns["a"]), (Some(3.5), 200.0));
        assert_eq!((peer.p10_ns, peer.speed_vs_best_peer, peer.interval), (2000.0, Some(1.0), None));
    }

    #[test]
    fn a_slower_row_than_before_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let compared = |now: &str, before: &str| {
            let binaries = vec![fake(folder.path(), OURS, "ab", now)];
            let mut contenders = Contenders::start(binaries, Vec::new());
            // Another build of Vorpal greets with the same name.
            let older = fake(&folder.path().join("older"), OURS, "ab", before);
            contenders.add(BEFORE, &older.program).unwrap();
            let (rows, contenders) = run_started(contenders, None);
            assert!(contenders.failures.is_empty(), "{:?}", contenders.failures);
            table::slower_rows(&rows.unwrap())
        };
        std::fs::create_dir(folder.path().join("older")).unwrap();
        assert_eq!(
            compared(SLOW, FAST),
            "of 1 workloads, 1 are slower than before: decode.banderwagon.single 0.250"
        );
        let none = "of 1 workloads, none is slower than before by more than 2 %";
        assert_eq!(compared(FAST, FAST), none);
        assert_eq!(compared(FAST, SLOW), none);
        let mut contenders = Contenders::start(Vec::new(), Vec::new());
        assert!(contenders.add(BEFORE, Path::new("/no/such")).is_err());
    }

    #[test]
    fn contenders_with_different_results_are_not_timed() {
        let folder = tempfile::tempdir().unwrap();
        let binaries =
            vec![fake(folder.path(), OURS, "ab", "exit 9"), fake(folder.path(), "peer", "ac", "exit 9")];
        let (rows, contenders) = run(binaries.clone(), None);
        let Err(Failure::Mismatch(text)) = rows else { panic!("different results must be reported") };
        assert!(
            text.contains("by vorpal")
                && text.contains("ab")
                && text.contains("by peer")
                && text.contains("ac")
        );
        assert!(contenders.failures.is_empty(), "no sample may be requested: {:?}", contenders.failures);
        let (rows, _) = run(binaries[..1].to_vec(), Some(&[Bytes(vec![0xad])]));
        let Err(Failure::Mismatch(text)) = rows else {
            panic!("a result different from the published one must be reported")
        };
        assert!(text.contains("by published") && text.contains("ad"), "{text}");
    }

    #[test]
    fn failing_contenders_are_left_out_and_reported() {
        let folder = tempfile::tempdir().unwrap();
        let binaries = vec![
            fake(folder.path(), OURS, "ab", SLOW),
            fake(folder.path(), "ends", "ab", "exit 9"),
            fake(folder.path(), "babbles", "ab", "echo no"),
            fake(folder.path(), "refuses", "ab", r#"echo '{"error":"out of order"}'"#),
            Binary { program: "/no/such".into(), ..fake(folder.path(), "absent", "ab", SLOW) },
        ];
        let (rows, contenders) = run(binaries, None);
        let rows = rows.unwrap();
        assert_eq!(rows.len(), 1, "{rows:?}");
        assert_eq!((rows[0].contender.as_str(), rows[0].speed_vs_best_peer), (OURS, None));
        let why = |name: &str| {
            let mut reasons = contenders.failures.iter().filter(|(contender, _)| contender == name);
            reasons.next().map_or(String::new(), |(_, why)| why.clone())
        };
        assert!(why("ends").contains("decode.banderwagon.single: ended: exit status: 9"), "{}", why("ends"));
        assert!(
            why("babbles").contains("invalid answer") && why("babbles").contains("no"),
            "{}",
            why("babbles")
        );
        assert!(why("refuses").contains("out of order"), "{}", why("refuses"));
        assert!(!why("absent").is_empty());
    }

    #[test]
    fn a_mismatch_shows_both_results() {
        let (a, b) = ([Bytes(vec![1]), Bytes(vec![2])], [Bytes(vec![1]), Bytes(vec![3])]);
        let text = difference("w", ("alice", &a), ("bob", &b));
        assert!(text.contains("result 1 of 2 by alice") && text.contains("02"), "{text}");
        assert!(text.contains("result 1 of 2 by bob") && text.contains("03"), "{text}");
        let text = difference("w", ("alice", &a), ("bob", &b[..1]));
        assert!(text.contains("result 1 of 1 by bob            nothing"), "{text}");
    }
}
