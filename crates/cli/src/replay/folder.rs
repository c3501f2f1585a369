//! Which files of a folder make up the chain, and in which order.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::chain::{Block, Expected, Writes};
use crate::failure::Failure;
use crate::input::roots::Roots;
use crate::input::signatures::{self, Identifiers};
use crate::input::{accounts, genesis, key_values, roots};

const ROOTS: &str = "roots.json";
const UPDATES: &str = ".jsonl";
const KEY_VALUES: &str = ".csv";
const SIGNATURES: &str = ".signatures.csv";
const GENESIS: &str = "genesis.json";

/// What a block's file holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Genesis,
    Updates,
    KeyValues,
}

/// The files of a block.
pub(crate) struct BlockFiles {
    pub(crate) name: String,
    form: Form,
    data: PathBuf,
    signatures: Option<PathBuf>,
    expected: Option<roots::Entry>,
}

impl BlockFiles {
    /// A genesis file as a block of its own.
    pub(crate) fn genesis(path: &Path) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Self { name, form: Form::Genesis, data: path.into(), signatures: None, expected: None }
    }

    pub(crate) fn read(&self) -> Result<Block, Failure> {
        let writes = match self.form {
            Form::Genesis => Writes::Accounts(genesis::read(&self.data)?),
            Form::Updates => Writes::Accounts(accounts::read(&self.data)?),
            Form::KeyValues => Writes::Entries(key_values::read(&self.data)?),
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
        self.form == Form::Genesis
    }

    /// What must come of the block.
    pub(crate) fn expected(&self) -> Expected {
        let expected = |entry: &roots::Entry| Expected { root: Some(entry.root.0), keys: entry.keys };
        self.expected.as_ref().map(expected).unwrap_or_default()
    }
}

/// The file of a folder's roots.
pub(crate) fn roots(folder: &Path) -> PathBuf {
    folder.join(ROOTS)
}

/// The blocks of a folder in order: `genesis.json`, if there is one, then `N.jsonl` by number, or `*.csv` as
/// `roots.json` lists them.
pub(crate) fn list(folder: &Path) -> Result<Vec<BlockFiles>, Failure> {
    let mut names = file_names(folder)?;
    let roots_path = self::roots(folder);
    let has_roots = take(&mut names, |name| name == ROOTS).pop().is_some();
    let mut roots = if has_roots { roots::read(&roots_path)? } else { Roots::default() };
    let signatures = take(&mut names, |name| name.ends_with(SIGNATURES));
    let updates = take(&mut names, |name| name.ends_with(UPDATES));
    let key_values = take(&mut names, |name| name.ends_with(KEY_VALUES));
    let genesis = take(&mut names, |name| name == GENESIS);

    let (form, ordered) = match (updates.first(), key_values.first()) {
        (None, None) if genesis.is_empty() => {
            return Err(Failure::file(folder, "no N.jsonl, no *.csv and no genesis.json here"));
        }
        (None, None) => (Form::Updates, Vec::new()),
        (Some(update), Some(key_value)) => {
            return Err(Failure::file(
                folder,
                format!("both {update} and {key_value}: one form or the other"),
            ));
        }
        (Some(_), None) => (Form::Updates, by_number(folder, updates)?),
        (None, Some(_)) if has_roots => (Form::KeyValues, in_order_of(&roots.order, key_values)),
        (None, Some(_)) => {
            return Err(Failure::file(&roots_path, "missing; it gives the order of the *.csv files"));
        }
    };

    let mut signatures: HashSet<String> = signatures.into_iter().collect();
    let mut blocks = Vec::new();
    let genesis = genesis.into_iter().map(|name| (Form::Genesis, name));
    for (form, name) in genesis.chain(ordered.into_iter().map(|name| (form, name))) {
        let expected = roots.entries.remove(&name);
        if has_roots && expected.is_none() {
            return Err(Failure::file(&roots_path, format!("no entry for {name}")));
        }
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let signatures = signatures.take(&format!("{stem}{SIGNATURES}")).map(|name| folder.join(name));
        blocks.push(BlockFiles { data: folder.join(&name), name, form, signatures, expected });
    }
    if let Some(name) = roots.order.iter().find(|name| roots.entries.contains_key(*name)) {
        return Err(Failure::file(&roots_path, format!("an entry for {name}, and no such block is here")));
    }
    if let Some(name) = signatures.iter().min() {
        return Err(Failure::file(&folder.join(name), "signatures of a block that is not here"));
    }
    Ok(blocks)
}

/// The names in a folder, sorted. One that is nearly, but not quite, a name of ours is refused: passed over, it would
/// take its checks with it.
fn file_names(folder: &Path) -> Result<Vec<String>, Failure> {
    let failure = |error| Failure::file(folder, error);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failure)? {
        let name = entry.map_err(failure)?.file_name();
        let ours = |name: &str| {
            [ROOTS, GENESIS].contains(&name) || [UPDATES, KEY_VALUES].iter().any(|end| name.ends_with(end))
        };
        match name.to_str() {
            Some(text) if ours(text) => names.push(text.to_string()),
            _ if ours(&name.to_string_lossy().to_lowercase()) => {
                return Err(Failure::file(
                    &folder.join(&name),
                    "nearly the name of a block's file, but not quite",
                ));
            }
            _ => (),
        }
    }
    names.sort();
    Ok(names)
}

/// Takes out the names that satisfy a condition.
fn take(names: &mut Vec<String>, condition: impl Fn(&str) -> bool) -> Vec<String> {
    names.extract_if(.., |name| condition(name)).collect()
}

fn by_number(folder: &Path, names: Vec<String>) -> Result<Vec<String>, Failure> {
    let mut numbered = Vec::new();
    for name in names {
        let stem = name.strip_suffix(UPDATES).unwrap_or(&name);
        match stem.parse::<u64>() {
            // One way to write a number: no sign, no leading zeros, so no block twice.
            Ok(number) if number.to_string() == stem => numbered.push((number, name)),
            _ => return Err(Failure::file(&folder.join(&name), "the name is not a block number and .jsonl")),
        }
    }
    numbered.sort();
    Ok(numbered.into_iter().map(|(_, name)| name).collect())
}

/// The files in the given order, those that it lacks last.
fn in_order_of(order: &[String], mut names: Vec<String>) -> Vec<String> {
    let places: HashMap<&String, usize> = order.iter().zip(0..).collect();
    names.sort_by_key(|name| places.get(name).copied().unwrap_or(usize::MAX));
    names
}
