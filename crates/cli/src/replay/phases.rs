//! The phases of a replay, and what they took.

use std::time::Duration;

use super::counts::Counts;

/// A kind of work that each block takes.
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
    /// In the order in which they are done; `as usize` is the place.
    pub(crate) const ALL: [Self; 6] =
        [Self::Senders, Self::Keys, Self::Prove, Self::Verify, Self::Update, Self::Commit];

    /// Whether it is only done if somebody asks for witnesses.
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

    /// What its items are.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::Senders => "signatures",
            Self::Keys | Self::Prove | Self::Verify => "keys",
            Self::Update | Self::Commit => "values",
        }
    }
}

/// How much of one kind of work was done, and what it took.
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

/// What each kind of work took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Phases([Phase; Work::ALL.len()]);

impl Phases {
    pub(crate) fn of(&self, work: Work) -> &Phase {
        &self.0[work as usize]
    }

    pub(crate) fn add(&mut self, work: Work, phase: &Phase) {
        self.0[work as usize].add(phase);
    }

    /// All of them together.
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
