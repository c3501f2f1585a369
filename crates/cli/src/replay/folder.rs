//! Which files of a folder make up the chain, and in which order.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::chain::{Block, Expected, Writes};
use super::{accounts, key_values, roots, signatures};
use crate::failure::Failure;

const ROOTS: &str = "roots.json";
const SIGNATURES: &str = ".signatures.csv";

/// The files of a block.
pub(crate) struct BlockFiles {
    name: String,
    data: PathBuf,
    signatures: Option<PathBuf>,
    expected: Option<roots::Entry>,
}

impl BlockFiles {
    pub(crate) fn read(&self) -> Result<Block, Failure> {
        let writes = if self.name.ends_with(".jsonl") {
            Writes::Accounts(accounts::read(&self.data)?)
        } else {
            Writes::Entries(key_values::read(&self.data)?)
        };
        let signatures = self.signatures.as_deref().map_or(Ok(Vec::new()), signatures::read)?;
        let expected = self
            .expected
            .as_ref()
            .map_or_else(Expected::default, |entry| Expected { root: Some(entry.root.0), keys: entry.keys });
        Ok(Block { name: self.name.clone(), writes, signatures, expected })
    }
}

/// The blocks of a folder in order: `N.jsonl` by number, or `*.csv` as `roots.json` lists them.
pub(crate) fn list(folder: &Path) -> Result<Vec<BlockFiles>, Failure> {
    let mut names = file_names(folder)?;
    let roots_path = folder.join(ROOTS);
    let has_roots = take(&mut names, |name| name == ROOTS).pop().is_some();
    let mut roots = if has_roots { roots::read(&roots_path)? } else { Vec::new() };
    let signatures = take(&mut names, |name| name.ends_with(SIGNATURES));
    let updates = take(&mut names, |name| name.ends_with(".jsonl"));
    let key_values = take(&mut names, |name| name.ends_with(".csv"));

    let ordered = match (updates.is_empty(), key_values.is_empty()) {
        (true, true) => return Err(Failure::file(folder, "no N.jsonl and no *.csv here")),
        (false, false) => {
            let reason = format!("both {} and {}: one form or the other", updates[0], key_values[0]);
            return Err(Failure::file(folder, reason));
        }
        (false, true) => by_number(folder, updates)?,
        (true, false) if has_roots => in_order_of(&roots, key_values),
        (true, false) => {
            return Err(Failure::file(&roots_path, "missing; it gives the order of the *.csv files"));
        }
    };
    if let Some(entry) = roots.iter().find(|entry| !ordered.contains(&entry.file)) {
        return Err(Failure::file(
            &folder.join(&entry.file),
            format!("missing, but {ROOTS} has an entry for it"),
        ));
    }

    let mut signatures: HashMap<&str, &String> =
        signatures.iter().map(|name| (name.strip_suffix(SIGNATURES).unwrap_or(name), name)).collect();
    let mut blocks = Vec::new();
    for name in &ordered {
        let expected = roots.iter().position(|entry| entry.file == *name).map(|at| roots.swap_remove(at));
        if has_roots && expected.is_none() {
            return Err(Failure::file(&roots_path, format!("no entry for {name}")));
        }
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        blocks.push(BlockFiles {
            name: name.clone(),
            data: folder.join(name),
            signatures: signatures.remove(stem).map(|name| folder.join(name)),
            expected,
        });
    }
    if let Some(name) = signatures.values().min() {
        return Err(Failure::file(&folder.join(name), "signatures of a block that is not here"));
    }
    Ok(blocks)
}

fn file_names(folder: &Path) -> Result<Vec<String>, Failure> {
    let failure = |error| Failure::file(folder, error);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failure)? {
        let name = entry.map_err(failure)?.file_name();
        // Names that are not text are none of ours.
        names.extend(name.into_string().ok());
    }
    names.sort();
    Ok(names)
}

/// Takes out the names that satisfy a condition.
fn take(names: &mut Vec<String>, condition: impl Fn(&str) -> bool) -> Vec<String> {
    names.extract_if(.., |name| condition(name)).collect()
}

fn by_number(folder: &Path, names: Vec<String>) -> Result<Vec<String>, Failure> {
    let mut by_number: BTreeMap<u64, String> = BTreeMap::new();
    for name in names {
        let number = name.trim_end_matches(".jsonl").parse();
        let number =
            number.map_err(|_| Failure::file(&folder.join(&name), "the name is not a block number"))?;
        if let Some(before) = by_number.get(&number) {
            let reason = format!("the same block as {before}");
            return Err(Failure::file(&folder.join(&name), reason));
        }
        by_number.insert(number, name);
    }
    Ok(by_number.into_values().collect())
}

/// The files in the order of the entries, those without an entry last.
fn in_order_of(roots: &[roots::Entry], mut names: Vec<String>) -> Vec<String> {
    let place = |name: &String| roots.iter().position(|entry| entry.file == *name).unwrap_or(usize::MAX);
    names.sort_by_key(place);
    names
}
