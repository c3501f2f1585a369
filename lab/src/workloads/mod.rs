//! The workloads that `lab compare` and `lab memory` measure. Each file contains a family of workloads;
//! `../../PROTOCOL.md` defines them.

mod arkworks;
mod banderwagon;
mod bls;
mod commit;
mod evm;
mod field;
mod groth16;
mod hashing;
mod kzg;
mod membership;
mod montgomery;
mod msm;
mod ntt;
mod pairing;
mod points;
mod proof;
mod signature;
mod sqrt;
mod tree;
mod updates;

pub(crate) use kzg::blob;
pub(crate) use tree::import;

use contender::Columns;
use contender::message::Bytes;

use crate::data::Skipped;
use crate::failure::Failure;
use crate::random::Random;

/// The seed of all inputs, so that they are the same in every run.
const SEED: u64 = 2026;

/// A workload: a name, a number of threads and a function that generates the input.
pub(crate) struct Workload {
    /// The name, in parts separated by dots.
    pub(crate) name: String,
    /// The number of threads that a contender may use.
    pub(crate) threads: usize,
    /// Whether quick runs leave it out.
    pub(crate) only_full: bool,
    /// Whether each contender has a process of its own for it, whose peak memory is measured.
    pub(crate) own_process: bool,
    /// The name under which contenders offer it, if that is another one.
    offered: Option<&'static str>,
    make: Make,
}

type Make = Box<dyn Fn(&mut Random, Scale) -> Result<Input, Skipped>>;

/// The size of the input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    Full,
    Quick,
}

/// The input of a workload, and its expected result if it is published.
pub(crate) struct Input {
    pub(crate) columns: Columns,
    pub(crate) published: Option<Vec<Bytes>>,
}

impl From<Columns> for Input {
    fn from(columns: Columns) -> Self {
        Self { columns, published: None }
    }
}

impl Workload {
    fn new<I: Into<Input>>(
        name: impl Into<String>,
        make: impl Fn(&mut Random, Scale) -> I + 'static,
    ) -> Self {
        Self::fallible(name, move |random, scale| Ok(make(random, scale).into()))
    }

    fn fallible(
        name: impl Into<String>,
        make: impl Fn(&mut Random, Scale) -> Result<Input, Skipped> + 'static,
    ) -> Self {
        let (name, make) = (name.into(), Box::new(make));
        Self { name, threads: 1, only_full: false, own_process: false, offered: None, make }
    }

    fn offered(self, name: &'static str) -> Self {
        Self { offered: Some(name), ..self }
    }

    fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    fn only_full(self, only_full: bool) -> Self {
        Self { only_full, ..self }
    }

    fn own_process(self) -> Self {
        Self { own_process: true, ..self }
    }

    /// Generates the input.
    pub(crate) fn input(&self, scale: Scale) -> Result<Input, Skipped> {
        // The input does not depend on the number of threads.
        let stem = self.name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches(".t");
        (self.make)(&mut Random::new(SEED, stem), scale)
    }

    /// The name under which contenders offer the workload. Workloads for several threads all end in `.t2`.
    pub(crate) fn offered_as(&self) -> String {
        if let Some(name) = self.offered {
            return name.to_owned();
        }
        match self.name.rsplit_once(".t") {
            Some((stem, digits)) if self.threads > 1 && digits == self.threads.to_string() => {
                format!("{stem}.t2")
            }
            _ => self.name.clone(),
        }
    }
}

/// One thread, two threads (comparable between machines), and all threads. Only the last name depends on the machine.
fn thread_counts() -> Vec<usize> {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    if all > 2 { vec![1, 2, all] } else { vec![1, 2] }
}

/// All workloads, in the order of the report.
pub(crate) fn all() -> Vec<Workload> {
    let families = [
        field::workloads(),
        montgomery::workloads(),
        sqrt::workloads(),
        points::workloads(),
        banderwagon::workloads(),
        msm::workloads(),
        ntt::workloads(),
        arkworks::workloads(),
        groth16::workloads(),
        pairing::workloads(),
        hashing::workloads(),
        membership::workloads(),
        bls::workloads(),
        evm::workloads(),
        kzg::workloads(),
        commit::workloads(),
        proof::workloads(),
        signature::workloads(),
        tree::workloads(),
    ];
    families.into_iter().flatten().collect()
}

/// The workloads whose names begin with one of the prefixes; all workloads if there are no prefixes.
pub(crate) fn select(prefixes: &[String]) -> Result<Vec<Workload>, Failure> {
    let workloads = all();
    let begins = |name: &str, prefix: &String| {
        name.strip_prefix(prefix.as_str()).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with('.') || prefix.is_empty() || prefix.ends_with('.')
        })
    };
    if let Some(unknown) =
        prefixes.iter().find(|prefix| !workloads.iter().any(|workload| begins(&workload.name, prefix)))
    {
        let names: Vec<&str> = workloads.iter().map(|workload| workload.name.as_str()).collect();
        return Err(Failure::Usage(format!(
            "no workload `{unknown}`, and none that begins with it; there are:\n  {}",
            names.join("\n  ")
        )));
    }
    let wanted = |workload: &Workload| {
        prefixes.is_empty() || prefixes.iter().any(|prefix| begins(&workload.name, prefix))
    };
    Ok(workloads.into_iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(prefixes: &[&str]) -> Vec<String> {
        let prefixes: Vec<String> = prefixes.iter().map(ToString::to_string).collect();
        select(&prefixes).unwrap().into_iter().map(|workload| workload.name).collect()
    }

    #[test]
    fn a_prefix_selects_a_group() {
        let latencies = names(&["field.mul.latency"]);
        assert!(latencies.contains(&"field.mul.latency.bn254_scalar".to_owned()));
        assert!(latencies.iter().all(|name| name.starts_with("field.mul.latency.")));
        assert_eq!(names(&["sqrt.single.bn254_scalar"]), ["sqrt.single.bn254_scalar"]);
        assert_eq!(names(&[]).len(), all().len());
        // A prefix must end at the end of a part of the name.
        assert!(
            names(&["msm.bn254_g1.2^1"].map(|_| "msm.bn254_g1.2^10"))
                .iter()
                .all(|name| name.contains("2^10."))
        );
        let Err(Failure::Usage(message)) = select(&["field.mu".to_owned()]) else {
            panic!("`field.mu` is not a complete part of a name")
        };
        assert!(message.contains("`field.mu`") && message.contains("field.mul.latency.bn254_scalar"));
    }

    /// The names that an entry of the protocol defines: words in capitals stand for one part or a part of it.
    fn defines(entry: &str, name: &str) -> bool {
        let (entry, name): (Vec<&str>, Vec<&str>) = (entry.split('.').collect(), name.split('.').collect());
        let fits = |part: &str, found: &str| {
            let fixed: Vec<&str> = part.split(|c: char| c.is_ascii_uppercase()).collect();
            let (first, last) = (fixed[0], fixed[fixed.len() - 1]);
            part == found
                || fixed.len() > 1
                    && found.len() > first.len() + last.len()
                    && found.starts_with(first)
                    && found.ends_with(last)
        };
        entry.len() == name.len() && entry.iter().zip(&name).all(|(part, found)| fits(part, found))
    }

    #[test]
    fn the_protocol_defines_every_workload_and_no_other() {
        let page = include_str!("../../PROTOCOL.md");
        let section = page.split("\n## Workloads\n").nth(1).unwrap().split("\n## ").next().unwrap();
        // The code at the beginning of an item, before the colon.
        let items = section.lines().filter_map(|line| line.strip_prefix("* "));
        let entries: Vec<&str> = items
            .flat_map(|item| {
                let head = item.split(':').next().unwrap();
                let head = head.split(", OP ").next().unwrap().split(", N pairs").next().unwrap();
                head.split('`').skip(1).step_by(2).collect::<Vec<_>>()
            })
            .filter(|code| code.contains('.'))
            .collect();
        assert!(entries.len() > 60, "{entries:?}");
        let workloads = all();
        for workload in &workloads {
            let name = workload.name.as_str();
            assert!(entries.iter().any(|entry| defines(entry, name)), "no entry defines {name}");
        }
        // `lab evm` and `lab shares` have inputs for these.
        let others = ["evm.call.CONTRACT", "tree.import.NAME", "tree.import"];
        for entry in entries.iter().filter(|entry| !others.contains(entry)) {
            let is_used = workloads.iter().any(|workload| defines(entry, &workload.name));
            assert!(is_used, "no workload is defined by {entry}");
        }
        let (last, first) = contender::PAIRS.split_last().unwrap();
        let first = first.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let pairs = format!("N pairs: {first} or {last}");
        assert_eq!(page.matches("N pairs: ").count(), page.matches(&pairs).count(), "{pairs}");
        let fields = page.split("FIELD is one of ").nth(1).unwrap().split(". CURVE").next().unwrap();
        let fields: Vec<&str> = fields.split('`').skip(1).step_by(2).collect();
        assert_eq!(fields, contender::modulus::FIELDS.map(|(name, _)| name));
        assert!(defines("msm.CURVE.2^K.tT", "msm.bn254_g1.2^10.t1"));
        assert!(!defines("msm.CURVE.2^K.tT", "msm.bn254_g1.zprize.t1"));
        assert!(!defines("field.OP.latency.FIELD", "field.mul.throughput.bn254_base"));
    }

    #[test]
    fn names_are_distinct() {
        let mut names = names(&[]);
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn workloads_for_several_threads_are_offered_as_t2() {
        let workload = |name: &str, threads| Workload::new(name, |_, _| Columns::default()).threads(threads);
        assert_eq!(workload("msm.bn254_g1.2^10.t1", 1).offered_as(), "msm.bn254_g1.2^10.t1");
        assert_eq!(workload("msm.bn254_g1.2^10.t16", 16).offered_as(), "msm.bn254_g1.2^10.t2");
        assert_eq!(workload("field.mul.throughput.f", 1).offered_as(), "field.mul.throughput.f");
    }

    #[test]
    fn the_input_does_not_depend_on_the_number_of_threads() {
        let inputs = select(&["msm.bn254_g1.2^10".to_owned()]).unwrap();
        let columns: Vec<Columns> =
            inputs.iter().map(|workload| workload.input(Scale::Quick).unwrap().columns).collect();
        assert!(columns.windows(2).all(|pair| pair[0] == pair[1]));
        assert_eq!(columns[0].0[0].len(), 1024);
    }
}
