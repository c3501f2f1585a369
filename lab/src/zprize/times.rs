//! Files of times in the form of the ZPrize harness, which grow with every run.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::failure::{Failure, io};

/// The two buttons of the harness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Button {
    /// The vectors of files.
    Files,
    /// Random elements.
    Random,
}

impl Button {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Random => "random",
        }
    }
}

/// The times of a contender: for each vector, those of its iterations in nanoseconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Times(Vec<Vec<f64>>);

impl Times {
    /// The mean of times; `None` without times.
    pub(super) fn mean(times: &[f64]) -> Option<f64> {
        (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64)
    }

    /// Adds a vector.
    pub(super) fn push(&mut self, of_vector: Vec<f64>) {
        self.0.push(of_vector);
    }

    /// Appends the times to the contender's file. The mean of all vectors follows random ones, as in the harness.
    pub(super) fn append(&self, folder: &Path, contender: &str, button: Button) -> Result<(), Failure> {
        let path = folder.join(format!("{contender}-resulttimes.txt"));
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let write = |mut file: std::fs::File| file.write_all(self.text(button).as_bytes());
        file.and_then(write).map_err(io(path.display()))
    }

    fn text(&self, button: Button) -> String {
        let mut text = String::new();
        let duration = |ns: f64| Duration::from_nanos(ns.round() as u64);
        let means: Vec<f64> = self.0.iter().filter_map(|times| Self::mean(times)).collect();
        for (times, mean) in self.0.iter().zip(&means) {
            for (iteration, time) in (1..).zip(times) {
                let _ = writeln!(text, "iteration {iteration}: {:?}", duration(*time));
            }
            let _ = writeln!(text, "Mean across all iterations: {:?}", duration(*mean));
        }
        if let Some(mean) = Self::mean(&means).filter(|_| button == Button::Random) {
            let _ = writeln!(text, "Mean across all vectors: {:?}", duration(mean));
        }
        text
    }
}
