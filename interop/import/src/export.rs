//! The input of `vorpal replay`: for each block the updates `N.jsonl` and the signatures `N.signatures.csv`, and
//! `roots.json`. The accounts of the genesis file are block 0.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use alloy_consensus::{Block, TxEnvelope};
use alloy_primitives::{Address, B256, Bytes, U256};
use serde::Serialize;
use tempfile::TempDir;
use vorpal::tree::Root;
use vorpal_interop::alloy2::SignedMessage;

use crate::Failure;
use crate::snapshot;
use crate::state::Update;

/// A folder under construction. It gets its name when all blocks are in it.
pub(crate) struct Export {
    target: PathBuf,
    folder: TempDir,
    roots: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    file: String,
    keys: usize,
    root: B256,
}

/// A line of updates.
#[derive(Serialize)]
struct Line<'a> {
    address: Address,
    nonce: u64,
    balance: U256,
    code_hash: B256,
    #[serde(skip_serializing_if = "is_zero")]
    code_size: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a Bytes>,
    #[serde(skip_serializing_if = "Storage::is_empty")]
    storage: Storage<'a>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(size: &u32) -> bool {
    *size == 0
}

struct Storage<'a>(&'a [(B256, U256)]);

impl Storage<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Storage<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(slot, value)| (U256::from_be_bytes(slot.0), value)))
    }
}

impl Export {
    /// Begins a folder. The target must not exist yet.
    pub(crate) fn begin(target: &Path) -> Result<Self, Failure> {
        let failure = |error: std::io::Error| Failure::file(target, error);
        if target.try_exists().map_err(failure)? {
            return Err(Failure::Usage(format!("{}: it exists already", target.display())));
        }
        let parent =
            target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = tempfile::Builder::new().prefix(".export").tempdir_in(parent).map_err(failure)?;
        Ok(Self { target: target.into(), folder, roots: Vec::new() })
    }

    /// Writes the files of a block. `keys` is the number of values that it writes to the tree.
    pub(crate) fn block(
        &mut self,
        number: u64,
        updates: &[Update],
        block: Option<(&Block<TxEnvelope>, &[Address])>,
        keys: usize,
        root: &Root,
    ) -> Result<(), Failure> {
        let file = format!("{number}.jsonl");
        let mut lines = Vec::new();
        for update in updates {
            let basic = update.basic;
            let line = Line {
                address: update.address,
                nonce: basic.map_or(0, |basic| basic.nonce),
                balance: U256::from(basic.map_or(0, |basic| basic.balance)),
                code_hash: basic.map_or(B256::ZERO, |basic| basic.code_hash),
                code_size: basic.map_or(0, |basic| basic.code_size),
                code: update.code.as_ref(),
                storage: Storage(&update.storage),
            };
            serde_json::to_writer(&mut lines, &line).map_err(|error| Failure::Engine(error.to_string()))?;
            lines.push(b'\n');
        }
        self.write(&file, &lines)?;
        self.roots.push(Entry { file, keys, root: B256::from(*root) });
        match block {
            Some((block, senders)) if !senders.is_empty() => {
                self.write(&format!("{number}.signatures.csv"), signatures(block, senders).as_bytes())
            }
            _ => Ok(()),
        }
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.folder.path().join(name);
        fs::write(&path, bytes).map_err(|error| Failure::file(&path, error))
    }

    /// Writes `roots.json`, and gives the folder its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        snapshot::write_json(&self.folder.path().join("roots.json"), &self.roots)?;
        let folder = self.folder.keep();
        fs::rename(&folder, &self.target).map_err(|error| Failure::file(&self.target, error))?;
        set_permissions(&self.target)
    }
}

/// Temporary folders are private; the result has the usual permissions of a folder.
fn set_permissions(folder: &Path) -> Result<(), Failure> {
    #[cfg(unix)]
    {
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(folder, permissions).map_err(|error| Failure::file(folder, error))?;
    }
    Ok(())
}

fn signatures(block: &Block<TxEnvelope>, senders: &[Address]) -> String {
    let mut text = String::from("signing_hash,r,s,y_parity,sender\n");
    let mut buffer = Vec::new();
    for (transaction, sender) in block.body.transactions.iter().zip(senders) {
        let hash = transaction.signing_hash(&mut buffer);
        let signature = transaction.signature();
        let (r, s) = (B256::from(signature.r()), B256::from(signature.s()));
        // Writing to a string cannot fail. `Address` prints its checksum in capitals, its bytes do not.
        let _ = writeln!(text, "{hash},{r},{s},{},{sender:#x}", u8::from(signature.v()));
    }
    text
}
