//! The input of the replay: a genesis file, a folder of blocks, or the generated chain.

use std::path::{Path, PathBuf};

use super::chain::{Block, Expected};
use super::folder::{self, BlockFiles};
use crate::failure::Failure;
use crate::generate::generated_chain;

/// The chain to replay.
pub(super) struct Input {
    source: Option<String>,
    folder: Option<PathBuf>,
    files: Vec<BlockFiles>,
}

/// A block of the input, possibly not yet read.
pub(super) enum Pending {
    Files(BlockFiles),
    Ready(Block),
}

impl Input {
    /// Opens a genesis file followed by a folder; without either, the generated chain.
    pub(super) fn open(data: Option<&Path>, genesis: Option<&Path>) -> Result<Self, Failure> {
        let mut files: Vec<BlockFiles> = genesis.map(BlockFiles::genesis).into_iter().collect();
        if let Some(folder) = data {
            files.extend(folder::list(folder)?);
            if let Some(second) = files.get(1..).and_then(|files| files.iter().find(|file| file.is_genesis()))
            {
                let reason = format!("--genesis is given, but the folder has {} too", second.name);
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

    /// The paths of the input; `None` for the generated chain.
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

    /// The expected results of the block.
    pub(super) fn expected(&self) -> Expected {
        match self {
            Self::Files(files) => files.expected(),
            Self::Ready(block) => block.expected,
        }
    }

    /// Reads the block now, if it is not yet read, for a later [`read`](Self::read).
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
