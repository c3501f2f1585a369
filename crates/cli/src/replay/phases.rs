//! The phases of a replay, with their times and counts.

use super::counts::Counts;
use super::stopwatch::Timed;

/// A phase of each block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Senders,
    Keys,
    Prove,
    Verify,
    Update,
    Commit,
    Save,
}

impl Work {
    /// All phases in the order of execution; `as usize` is the index.
    pub(crate) const ALL: [Self; 7] =
        [Self::Senders, Self::Keys, Self::Prove, Self::Verify, Self::Update, Self::Commit, Self::Save];

    /// Whether the phase runs only with `--witness`.
    pub(crate) fn is_for_witnesses(self) -> bool {
        matches!(self, Self::Prove | Self::Verify)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Senders => "senders",
            Self::Keys => "keys",
            Self::Prove => "witness making",
            Self::Verify => "witness check",
            Self::Update => "tree update",
            Self::Commit => "commit",
            Self::Save => "saving",
        }
    }

    /// The name of its items.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::Senders => "signatures",
            Self::Keys | Self::Prove | Self::Verify => "keys",
            Self::Update | Self::Commit | Self::Save => "values",
        }
    }
}

/// The measurements of one phase: number of items, elapsed time, processor time of all threads, and counts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Phase {
    pub(crate) items: usize,
    pub(super) timed: Timed,
    pub(crate) counts: Counts,
}

impl Phase {
    fn add(&mut self, other: &Self) {
        self.items += other.items;
        self.timed.elapsed += other.timed.elapsed;
        self.timed.processor += other.timed.processor;
        self.counts = self.counts + other.counts;
    }
}

/// The measurements of all phases.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Phases([Phase; Work::ALL.len()]);

impl Phases {
    pub(crate) fn of(&self, work: Work) -> &Phase {
        &self.0[work as usize]
    }

    pub(crate) fn add(&mut self, work: Work, phase: &Phase) {
        self.0[work as usize].add(phase);
    }

    /// The sum of several measurements, phase by phase.
    pub(crate) fn sum<'a>(several: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut sum = Self::default();
        for phases in several {
            for work in Work::ALL {
                sum.add(work, phases.of(work));
            }
        }
        sum
    }
}
