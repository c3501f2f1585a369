//! The phases of a replay, with their times and counts.

use std::time::Duration;

use super::counts::Counts;

/// A phase of each block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Senders,
    Keys,
    Prove,
    Verify,
    Update,
    Commit,
}

impl Work {
    /// All phases in the order of execution; `as usize` is the index.
    pub(crate) const ALL: [Self; 6] =
        [Self::Senders, Self::Keys, Self::Prove, Self::Verify, Self::Update, Self::Commit];

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
        }
    }

    /// The name of its items.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::Senders => "signatures",
            Self::Keys | Self::Prove | Self::Verify => "keys",
            Self::Update | Self::Commit => "values",
        }
    }
}

/// The measurements of one phase: number of items, time and counts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Phase {
    pub(crate) items: usize,
    pub(crate) time: Duration,
    pub(crate) counts: Counts,
}

impl Phase {
    fn add(&mut self, other: &Self) {
        self.items += other.items;
        self.time += other.time;
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
