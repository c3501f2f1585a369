//! The blocks of a folder: the files of each block, in the order of the chain.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::chain::{Block, Expected, Writes};
use crate::failure::Failure;
use crate::input::excerpt::excerpt;
use crate::input::roots::Roots;
use crate::input::signatures::{self, Identifiers};
use crate::input::{accounts, genesis, key_values, roots};

const ROOTS: &str = "roots.json";
const UPDATES: &str = ".jsonl";
const KEY_VALUES: &str = ".csv";
const SIGNATURES: &str = ".signatures.csv";
const GENESIS: &str = "genesis.json";

/// The format of a block's file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Genesis,
    Updates,
    KeyValues,
}

/// The files of a block.
pub(crate) struct BlockFiles {
    pub(crate) name: String,
    format: Format,
    data: PathBuf,
    signatures: Option<PathBuf>,
    expected: Option<roots::Entry>,
}

impl BlockFiles {
    /// A genesis file as a block of its own.
    pub(crate) fn genesis(path: &Path) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Self { name, format: Format::Genesis, data: path.into(), signatures: None, expected: None }
    }

    pub(crate) fn read(&self) -> Result<Block, Failure> {
        let writes = match self.format {
            Format::Genesis => Writes::Accounts(genesis::read(&self.data)?),
            Format::Updates => Writes::Accounts(accounts::read(&self.data)?),
            Format::KeyValues => Writes::Entries(key_values::read(&self.data)?),
        };
        let signatures = self
            .signatures
            .as_deref()
            .map(|path| signatures::read(path, Identifiers::Parity))
            .transpose()?
            .unwrap_or_default();
        Ok(Block { name: self.name.clone(), writes, signatures, expected: self.expected() })
    }

    /// The files that are read.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.data].into_iter().chain(&self.signatures)
    }

    pub(crate) fn is_genesis(&self) -> bool {
        self.format == Format::Genesis
    }

    /// The expected results of the block.
    pub(crate) fn expected(&self) -> Expected {
        let expected = |entry: &roots::Entry| Expected { root: Some(entry.root.0), keys: entry.keys };
        self.expected.as_ref().map(expected).unwrap_or_default()
    }
}

/// The path of a folder's `roots.json`.
pub(crate) fn roots(folder: &Path) -> PathBuf {
    folder.join(ROOTS)
}

/// The blocks of a folder in order: `genesis.json`, if there is one, then `N.jsonl` by number, or `*.csv` as
/// `roots.json` lists them.
pub(crate) fn list(folder: &Path) -> Result<Vec<BlockFiles>, Failure> {
    let mut names = file_names(folder)?;
    let roots_path = self::roots(folder);
    let has_roots = extract(&mut names, |name| name == ROOTS).pop().is_some();
    let mut roots = if has_roots { roots::read(&roots_path)? } else { Roots::default() };
    let signatures = extract(&mut names, |name| name.ends_with(SIGNATURES));
    let updates = extract(&mut names, |name| name.ends_with(UPDATES));
    let key_values = extract(&mut names, |name| name.ends_with(KEY_VALUES));
    let genesis = extract(&mut names, |name| name == GENESIS);

    let (format, ordered) = match (updates.first(), key_values.first()) {
        (None, None) if genesis.is_empty() => {
            return Err(Failure::file(folder, "no N.jsonl, no *.csv and no genesis.json in the folder"));
        }
        (None, None) => (Format::Updates, Vec::new()),
        (Some(update), Some(key_value)) => {
            return Err(Failure::file(
                folder,
                format!("both {update} and {key_value}; a folder has either *.jsonl or *.csv"),
            ));
        }
        (Some(_), None) => (Format::Updates, by_number(folder, updates)?),
        (None, Some(_)) if has_roots => (Format::KeyValues, in_order_of(&roots.order, key_values)),
        (None, Some(_)) => {
            return Err(Failure::file(&roots_path, "missing; it defines the order of the *.csv files"));
        }
    };

    let mut signatures: HashSet<String> = signatures.into_iter().collect();
    let mut blocks = Vec::new();
    let genesis = genesis.into_iter().map(|name| (Format::Genesis, name));
    for (format, name) in genesis.chain(ordered.into_iter().map(|name| (format, name))) {
        let expected = roots.entries.remove(&name);
        if has_roots && expected.is_none() {
            return Err(Failure::file(&roots_path, format!("no entry for {name}")));
        }
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let signatures = signatures.take(&format!("{stem}{SIGNATURES}")).map(|name| folder.join(name));
        blocks.push(BlockFiles { data: folder.join(&name), name, format, signatures, expected });
    }
    if let Some(name) = roots.order.iter().find(|name| roots.entries.contains_key(*name)) {
        return Err(Failure::file(
            &roots_path,
            format!("an entry for {}, but the folder has no such block", excerpt(name)),
        ));
    }
    if let Some(name) = signatures.iter().min() {
        return Err(Failure::file(&folder.join(name), "signatures of a block that is not in the folder"));
    }
    Ok(blocks)
}

/// The names of the input files in a folder, sorted. A name that differs from an input's name only in upper and lower
/// case is rejected: if it were ignored, its checks would be skipped silently.
fn file_names(folder: &Path) -> Result<Vec<String>, Failure> {
    let failure = |error| Failure::file(folder, error);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failure)? {
        let name = entry.map_err(failure)?.file_name();
        let is_input = |name: &str| {
            [ROOTS, GENESIS].contains(&name) || [UPDATES, KEY_VALUES].iter().any(|end| name.ends_with(end))
        };
        match name.to_str() {
            Some(text) if is_input(text) => names.push(text.to_string()),
            _ if is_input(&name.to_string_lossy().to_lowercase()) => {
                return Err(Failure::file(
                    &folder.join(&name),
                    "not the name of an input file, but similar to one; names are in lower case",
                ));
            }
            _ => (),
        }
    }
    names.sort();
    Ok(names)
}

/// Removes and returns the names that satisfy a condition.
fn extract(names: &mut Vec<String>, condition: impl Fn(&str) -> bool) -> Vec<String> {
    names.extract_if(.., |name| condition(name)).collect()
}

fn by_number(folder: &Path, names: Vec<String>) -> Result<Vec<String>, Failure> {
    let mut numbered = Vec::new();
    for name in names {
        let stem = name.strip_suffix(UPDATES).unwrap_or(&name);
        match stem.parse::<u64>() {
            // Numbers have no sign and no leading zeros, so no block occurs twice.
            Ok(number) if number.to_string() == stem => numbered.push((number, name)),
            _ => {
                return Err(Failure::file(
                    &folder.join(&name),
                    "the name is not a block number followed by .jsonl",
                ));
            }
        }
    }
    numbered.sort();
    Ok(numbered.into_iter().map(|(_, name)| name).collect())
}

/// Sorts the files in the given order; files that are not in it come last.
fn in_order_of(order: &[String], mut names: Vec<String>) -> Vec<String> {
    let positions: HashMap<&String, usize> = order.iter().zip(0..).collect();
    names.sort_by_key(|name| positions.get(name).copied().unwrap_or(usize::MAX));
    names
}
