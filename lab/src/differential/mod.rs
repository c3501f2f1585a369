//! `lab differential`: compares the results of all contenders on the same cases.

mod bls;
mod cases;
mod der;
mod evm;
mod kzg;
mod numbers;
mod pairings;
mod proofs;
mod signatures;
mod sums;

use std::collections::{BTreeMap, HashSet};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use contender::message::{Bytes, Hello};

use crate::contenders::{ContenderError, Contenders, OURS, Target, TargetName, Tools};
use crate::coverage::Coverage;
use crate::failure::{Failure, print_line};
use crate::random::Random;

/// Arguments of `differential`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Duration in seconds; every operation is compared at least once.
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// Seed of the first round, to repeat a case; taken from the clock if none is given.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Include sums of all sizes in every round, also those that take seconds and are otherwise rare.
    #[arg(long)]
    every_size: bool,
    /// Operations or their prefixes; all if none is given.
    #[arg(long, value_name = "NAME")]
    operation: Vec<String>,
    /// Compare only this contender; may be repeated.
    #[arg(long, value_name = "NAME")]
    contender: Vec<String>,
    /// Run Vorpal compiled for another target, under an emulator, against peers on this machine.
    #[arg(long, value_name = "NAME")]
    target: Option<TargetName>,
}

/// An operation, and the contenders that compute it.
struct Operation {
    name: String,
    contenders: Vec<usize>,
    cases: usize,
    /// The number of cases for which all contenders agree that there is no result.
    without_result: usize,
    /// The time of all rounds, for all contenders; it includes the proofs that other contenders make.
    time: Duration,
}

/// The maximum number of arguments in the description of a case.
const SHOWN: usize = 200;

/// The parameters that repeat a round.
#[derive(Clone, Copy)]
struct Round<'a> {
    seed: u64,
    every_size: bool,
    /// The contenders that the caller names.
    named: &'a [String],
    /// The target of Vorpal, if it is not this machine.
    target: Option<TargetName>,
}

type Outcome = Option<Vec<Bytes>>;

/// A case with its expected outcome.
struct TestCase {
    arguments: Vec<Bytes>,
    expected: Expected,
    /// The origin of the case, or an empty string.
    what: String,
}

/// The expected outcome of a case.
#[derive(Clone, Copy, Debug)]
enum Expected {
    /// All contenders return the same result.
    Agreement,
    /// All contenders return one byte 1.
    Accepted,
    /// All contenders return one byte 0.
    Refused,
    /// Vorpal returns one byte 0. Other contenders are known to skip this check.
    RefusedByOurs,
    /// Vorpal returns one byte 1, as only Vorpal supports the format. All others return one byte 0.
    AcceptedByOursOnly,
}

impl Expected {
    /// A description of the violated expectation, or `None`.
    fn violation(self, outcomes: &[(&str, &Outcome)]) -> Option<String> {
        let other_than = |byte: u8, who: fn(&str) -> bool| {
            let expected = Some(vec![Bytes(vec![byte])]);
            let verb = if byte == 1 { "does not accept" } else { "does not refuse" };
            let mut wrong = outcomes.iter().filter(|(name, outcome)| who(name) && **outcome != expected);
            wrong.next().map(|(name, _)| format!("{name} {verb}"))
        };
        match self {
            Self::Agreement => {
                let same = outcomes.windows(2).all(|pair| pair[0].1 == pair[1].1);
                (!same).then(|| "results differ".to_owned())
            }
            Self::Accepted => other_than(1, |_| true),
            Self::Refused => other_than(0, |_| true),
            Self::RefusedByOurs => other_than(0, |name| name == OURS),
            Self::AcceptedByOursOnly => {
                other_than(1, |name| name == OURS).or_else(|| other_than(0, |name| name != OURS))
            }
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let tools = match arguments.target {
        None => None,
        Some(TargetName::Aarch64) => match Tools::find() {
            Ok(tools) => Some(tools),
            Err(missing) => {
                return Ok(Coverage { skipped: vec![missing], ..Coverage::default() }.finish());
            }
        },
    };
    let target = |contender: &str| match &tools {
        Some(tools) if contender == OURS => Target::Aarch64(tools),
        _ => Target::Host,
    };
    let mut contenders = Contenders::build_for(&arguments.contender, target)?;
    let (mut operations, alone) = operations(&mut contenders, &arguments.operation)?;
    let seed = arguments.seed.unwrap_or_else(|| {
        let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        time.map_or(0, |time| time.as_secs())
    });
    print_line(&format!("seed {seed}"));
    let (start, limit) = (Instant::now(), Duration::from_secs(arguments.seconds));
    let mut round = 0;
    while round == 0 || start.elapsed() < limit {
        for operation in &mut operations {
            if round > 0 && start.elapsed() >= limit {
                break;
            }
            let Arguments { every_size, target, .. } = *arguments;
            let round =
                Round { seed: seed.wrapping_add(round), every_size, named: &arguments.contender, target };
            compare(&mut contenders, operation, round)?;
        }
        round += 1;
    }
    print_line(&table(&contenders, &operations).to_string());
    if !alone.is_empty() {
        print_line(&format!("not compared, because only one contender supports them: {}", alone.join(", ")));
    }
    let cases: usize = operations.iter().map(|operation| operation.cases).sum();
    let coverage = Coverage { results: cases, skipped: Vec::new(), failed: contenders.failure_lines() };
    print_line(&format!(
        "{cases} cases of {} operations in {round} rounds from seed {seed}, {:.0} s: all agree",
        operations.len(),
        start.elapsed().as_secs_f64()
    ));
    Ok(coverage.finish())
}

/// The operations that at least two contenders support, and the names of the others.
fn operations(
    contenders: &mut Contenders,
    wanted: &[String],
) -> Result<(Vec<Operation>, Vec<String>), Failure> {
    let mut offered: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for index in 0..contenders.len() {
        if let Ok(process) = contenders.process(index, 1) {
            for name in &process.hello.operations {
                offered.entry(name.clone()).or_default().push(index);
            }
        }
    }
    if let Some(unknown) =
        wanted.iter().find(|wanted| !offered.keys().any(|name| name.starts_with(wanted.as_str())))
    {
        let names: Vec<&str> = offered.keys().map(String::as_str).collect();
        return Err(Failure::Usage(format!(
            "no operation `{unknown}`; there are:\n  {}",
            names.join("\n  ")
        )));
    }
    let is_wanted =
        |name: &String| wanted.is_empty() || wanted.iter().any(|wanted| name.starts_with(wanted.as_str()));
    offered.retain(|name, _| is_wanted(name));
    let mut alone = Vec::new();
    let mut operations = Vec::new();
    for (name, contenders) in offered {
        if contenders.len() < 2 {
            alone.push(name);
        } else {
            operations.push(Operation {
                name,
                contenders,
                cases: 0,
                without_result: 0,
                time: Duration::ZERO,
            });
        }
    }
    Ok((operations, alone))
}

/// Compares the results of one operation for the cases of one round.
fn compare(contenders: &mut Contenders, operation: &mut Operation, round: Round<'_>) -> Result<(), Failure> {
    let start = Instant::now();
    let test_cases = test_cases(contenders, &operation.name, round)?;
    let cases: Vec<Vec<Bytes>> = test_cases.iter().map(|test_case| test_case.arguments.clone()).collect();
    let mut outcomes: Vec<(usize, Vec<Outcome>)> = Vec::new();
    for index in operation.contenders.clone() {
        outcomes.push((index, compute_all(contenders, index, &operation.name, round, &cases)?));
    }
    for (number, test_case) in test_cases.iter().enumerate() {
        let results: Vec<(&str, &Outcome)> =
            outcomes.iter().map(|(index, results)| (contenders.name(*index), &results[number])).collect();
        if let Some(violation) = test_case.expected.violation(&results) {
            let text = describe(&operation.name, round, number, &test_case.arguments, results.into_iter());
            let what =
                if test_case.what.is_empty() { String::new() } else { format!(": {}", test_case.what) };
            return Err(Failure::Mismatch(format!("{violation}{what}\n{text}")));
        }
        operation.without_result += usize::from(results.iter().all(|(_, outcome)| outcome.is_none()));
    }
    operation.cases += cases.len();
    operation.time += start.elapsed();
    Ok(())
}

/// The cases of a round. For verification, the contenders that can create proofs create them first.
fn test_cases(
    contenders: &mut Contenders,
    operation: &str,
    round: Round<'_>,
) -> Result<Vec<TestCase>, Failure> {
    let mut random = Random::new(round.seed, operation);
    let made_by = proofs::made_by(operation);
    let cases = cases::generate(made_by.unwrap_or(operation), round.every_size, &mut random)
        .ok_or_else(|| Failure::Usage(format!("no generator of cases for {operation}")))?;
    let Some(made_by) = made_by else {
        let plain = |arguments| TestCase { arguments, expected: Expected::Agreement, what: String::new() };
        return Ok(cases.into_iter().map(plain).collect());
    };
    let mut test_cases = proofs::files(operation);
    // Contenders that sign the same way make the same: it is changed once.
    let mut seen = HashSet::new();
    for index in 0..contenders.len() {
        let makes = |hello: &Hello| hello.operations.iter().any(|name| name == made_by);
        if !contenders.process(index, 1).is_ok_and(|process| makes(&process.hello)) {
            continue;
        }
        let made = compute_all(contenders, index, made_by, round, &cases)?;
        for (number, (arguments, made)) in cases.iter().zip(made).enumerate() {
            let origin = format!("proof {number} by {}", contenders.name(index));
            if let Some(made) = made.filter(|made| seen.insert((number, made.clone()))) {
                test_cases.extend(proofs::test_cases(operation, &origin, arguments, &made, &mut random));
            }
        }
    }
    Ok(test_cases)
}

/// The results of a contender. If it fails, the error describes the first case on which it fails.
fn compute_all(
    contenders: &mut Contenders,
    index: usize,
    operation: &str,
    round: Round<'_>,
    cases: &[Vec<Bytes>],
) -> Result<Vec<Outcome>, Failure> {
    compute(contenders, index, operation, cases).map_err(|error| {
        let number = first_failing_case(contenders, index, operation, cases);
        let case = number.map_or(&[][..], |number| &cases[number]);
        let name = contenders.name(index);
        let text = describe(operation, round, number.unwrap_or(0), case, [].into_iter());
        Failure::Mismatch(format!("{name} fails: {error}\n{text}"))
    })
}

/// The results of the cases. An ended process is replaced.
fn compute(
    contenders: &mut Contenders,
    index: usize,
    operation: &str,
    cases: &[Vec<Bytes>],
) -> Result<Vec<Outcome>, ContenderError> {
    let results = contenders.process(index, 1).and_then(|process| process.compute(operation, cases));
    if let Err(ContenderError::Broken(_)) = results {
        contenders.restart(index, 1);
    }
    results
}

/// The first case that makes a contender fail when it is run alone.
fn first_failing_case(
    contenders: &mut Contenders,
    index: usize,
    operation: &str,
    cases: &[Vec<Bytes>],
) -> Option<usize> {
    (0..cases.len()).find(|number| compute(contenders, index, operation, &cases[*number..=*number]).is_err())
}

fn describe<'a>(
    operation: &str,
    round: Round<'_>,
    number: usize,
    case: &[Bytes],
    results: impl Iterator<Item = (&'a str, &'a Outcome)>,
) -> String {
    let Round { seed, every_size, named, target } = round;
    let mut text = format!("{operation}: case {number} of seed {seed}\n");
    for (index, argument) in case.iter().enumerate().take(SHOWN) {
        text += &format!("  argument {index:<3} {}\n", hex::encode(&argument.0));
    }
    if case.len() > SHOWN {
        text += &format!("  ... {} arguments in all\n", case.len());
    }
    for (contender, outcome) in results {
        let outcome = outcome.as_ref().map_or("no result".to_owned(), |results| {
            results.iter().map(|bytes| hex::encode(&bytes.0)).collect::<Vec<_>>().join(" ")
        });
        text += &format!("  {contender:<14} {outcome}\n");
    }
    text + "to repeat: cargo run --release --manifest-path lab/Cargo.toml -- "
        + &format!("differential --seed {seed} --seconds 0 --operation {operation}")
        + &named.iter().map(|name| format!(" --contender {name}")).collect::<String>()
        + if every_size { " --every-size" } else { "" }
        + match target {
            None => "",
            Some(TargetName::Aarch64) => " --target aarch64",
        }
}

fn table(contenders: &Contenders, operations: &[Operation]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["operation", "cases", "without result", "seconds", "contenders"]);
    for column in table.column_iter_mut().skip(1).take(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for operation in operations {
        let names: Vec<&str> = operation.contenders.iter().map(|index| contenders.name(*index)).collect();
        table.add_row([
            operation.name.clone(),
            operation.cases.to_string(),
            operation.without_result.to_string(),
            format!("{:.1}", operation.time.as_secs_f64()),
            names.join(", "),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::contenders::{Binary, fake};

    /// A contender as a shell script with one operation. It gives every request the same answer.
    fn fake(folder: &Path, name: &str, answer: &str) -> Binary {
        let hello = format!(
            r#"{{"contender":"{name}","version":"1","offers":{{}},"operations":["banderwagon.neg"]}}"#
        );
        fake::contender(folder, name, &hello, answer)
    }

    fn compare_fakes(answers: [&str; 2]) -> Result<(), Failure> {
        let folder = tempfile::tempdir().unwrap();
        let binaries = vec![fake(folder.path(), "alice", answers[0]), fake(folder.path(), "bob", answers[1])];
        let mut contenders = Contenders::start(binaries, Vec::new());
        let (mut operations, alone) = operations(&mut contenders, &[]).unwrap();
        assert!(alone.is_empty() && operations.len() == 1);
        compare(
            &mut contenders,
            &mut operations[0],
            Round { seed: 5, every_size: false, named: &[], target: None },
        )
    }

    /// Results for all cases of a round of that operation; the last one is the given result.
    fn results(last: &str) -> String {
        let mut random = Random::new(5, "banderwagon.neg");
        let count = cases::generate("banderwagon.neg", false, &mut random).unwrap().len();
        format!(r#"echo '{{"results":[{}{last}]}}'"#, "null,".repeat(count - 1))
    }

    #[test]
    fn a_difference_is_reported_with_its_case() {
        let (same, other) = (results(r#"["ab"]"#), results(r#"["cd"]"#));
        compare_fakes([&same, &same]).unwrap();
        let Err(Failure::Mismatch(text)) = compare_fakes([&same, &other]) else {
            panic!("different results must be reported")
        };
        for part in ["banderwagon.neg", "alice", "ab", "bob", "cd", "--seed 5"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let Err(Failure::Mismatch(text)) = compare_fakes([&same, &results("null")]) else {
            panic!("a result and no result must be reported as a difference")
        };
        assert!(text.contains("no result"), "{text}");
    }

    #[test]
    fn a_failure_on_a_case_is_reported() {
        let same = results("null");
        for answer in ["exit 3", r#"echo '{"error":"panicked"}'"#] {
            let Err(Failure::Mismatch(text)) = compare_fakes([&same, answer]) else { panic!("bob failed") };
            assert!(text.contains("bob fails") && text.contains("case 0 of seed 5"), "{text}");
        }
    }

    #[test]
    fn a_mismatch_is_reported_with_the_command_that_repeats_it() {
        let case = [Bytes(vec![0xab])];
        let (one, two) = (Some(vec![Bytes(vec![1]), Bytes(vec![2])]), None);
        let results = [("alice", &one), ("bob", &two)];
        let named = ["alice".to_owned(), "bob".to_owned()];
        let round = Round { seed: 7, every_size: true, named: &named, target: Some(TargetName::Aarch64) };
        let text = describe("field.mul.f", round, 3, &case, results.into_iter());
        for part in [
            "case 3 of seed 7",
            "ab",
            "alice",
            "01 02",
            "bob",
            "no result",
            "--seed 7 --seconds 0 --operation field.mul.f --contender alice --contender bob",
            " --every-size --target aarch64",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn violated_expectations_are_reported() {
        let (yes, no, none) = (Some(vec![Bytes(vec![1])]), Some(vec![Bytes(vec![0])]), None);
        let violation = |expected: Expected, ours: &Outcome, peer: &Outcome| {
            expected.violation(&[(OURS, ours), ("peer", peer)])
        };
        assert_eq!(violation(Expected::Accepted, &yes, &yes), None);
        assert_eq!(violation(Expected::Accepted, &yes, &no), Some("peer does not accept".to_owned()));
        assert_eq!(violation(Expected::Accepted, &none, &yes), Some("vorpal does not accept".to_owned()));
        assert_eq!(violation(Expected::Refused, &no, &no), None);
        assert_eq!(violation(Expected::Refused, &no, &yes), Some("peer does not refuse".to_owned()));
        assert_eq!(violation(Expected::RefusedByOurs, &no, &yes), None);
        assert_eq!(violation(Expected::RefusedByOurs, &yes, &no), Some("vorpal does not refuse".to_owned()));
        assert_eq!(violation(Expected::AcceptedByOursOnly, &yes, &no), None);
        let ours = violation(Expected::AcceptedByOursOnly, &no, &no);
        assert_eq!(ours, Some("vorpal does not accept".to_owned()));
        let peers = violation(Expected::AcceptedByOursOnly, &yes, &yes);
        assert_eq!(peers, Some("peer does not refuse".to_owned()));
        assert_eq!(violation(Expected::Agreement, &none, &none), None);
        assert_eq!(violation(Expected::Agreement, &yes, &none), Some("results differ".to_owned()));
    }
}
