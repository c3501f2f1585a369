//! Where the blocks come from.

use std::path::{Path, PathBuf};

use super::chain::{Block, Expected};
use super::folder::{self, BlockFiles};
use crate::failure::Failure;
use crate::generate::generated_chain;

/// The chain to be replayed.
pub(super) struct Input {
    source: Option<String>,
    folder: Option<PathBuf>,
    files: Vec<BlockFiles>,
}

/// A block of the input, perhaps not yet read.
pub(super) enum Pending {
    Files(BlockFiles),
    Ready(Block),
}

impl Input {
    /// A genesis file, then a folder; without either, the generated chain.
    pub(super) fn open(data: Option<&Path>, genesis: Option<&Path>) -> Result<Self, Failure> {
        let mut files: Vec<BlockFiles> = genesis.map(BlockFiles::genesis).into_iter().collect();
        if let Some(folder) = data {
            files.extend(folder::list(folder)?);
            if let Some(second) = files.get(1..).and_then(|files| files.iter().find(|file| file.is_genesis()))
            {
                let reason = format!("--genesis is given, and there is {} in the folder", second.name);
                return Err(Failure::file(folder, reason));
            }
        }
        let sources: Vec<String> =
            [genesis, data].into_iter().flatten().map(|path| path.display().to_string()).collect();
        Ok(Self {
            source: (!sources.is_empty()).then(|| sources.join(" and ")),
            folder: data.map(Path::to_path_buf),
            files,
        })
    }

    /// All files that are read.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let roots = self.folder.as_deref().map(folder::roots);
        self.files.iter().flat_map(BlockFiles::paths).cloned().chain(roots).collect()
    }

    /// The names of what is read; `None` if the chain is generated.
    pub(super) fn source(&self) -> Option<String> {
        self.source.clone()
    }

    /// The blocks in order.
    pub(super) fn blocks(self) -> Result<Vec<Pending>, Failure> {
        match self.source {
            Some(_) => Ok(self.files.into_iter().map(Pending::Files).collect()),
            None => Ok(generated_chain()?.into_iter().map(Pending::Ready).collect()),
        }
    }
}

impl Pending {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Files(files) => &files.name,
            Self::Ready(block) => &block.name,
        }
    }

    /// What must come of the block.
    pub(super) fn expected(&self) -> Expected {
        match self {
            Self::Files(files) => files.expected(),
            Self::Ready(block) => block.expected,
        }
    }

    /// Reads the block, unless that is done; it stays pending.
    pub(super) fn prepare(&mut self) -> Result<(), Failure> {
        if let Self::Files(files) = self {
            *self = Self::Ready(files.read()?);
        }
        Ok(())
    }

    pub(super) fn read(self) -> Result<Block, Failure> {
        match self {
            Self::Files(files) => files.read(),
            Self::Ready(block) => Ok(block),
        }
    }
}
