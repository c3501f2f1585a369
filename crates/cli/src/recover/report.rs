//! The report of `vorpal recover`, as text and as JSON.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use super::check::{Checked, Wrong};
use crate::backends::Backends;
use crate::failure::Failure;
use crate::input::signatures::Signature;
use crate::output::terminal;

#[derive(Serialize)]
pub(super) struct Report {
    version: &'static str,
    files: Vec<String>,
    signatures: usize,
    /// The number of signatures with a public key.
    public_keys: usize,
    /// The number of signatures whose key has the sender's address and equals the public key, if there is one.
    right: usize,
    wrong: Vec<Wrong>,
    /// The time of each repetition: recovery alone, without reading, addresses and comparisons.
    seconds: Vec<f64>,
    /// The mean rate of all repetitions; zero without signatures.
    signatures_per_second: f64,
    reading_seconds: f64,
    threads: usize,
    #[serde(flatten)]
    backends: Backends,
}

impl Report {
    pub(super) fn new(
        files: &[PathBuf],
        signatures: &[Signature],
        checked: Checked,
        reading: Duration,
    ) -> Self {
        let seconds: Vec<f64> = checked.times.iter().map(Duration::as_secs_f64).collect();
        let total: f64 = seconds.iter().sum();
        #[allow(clippy::cast_precision_loss, reason = "a rate, exact below 2^53 signatures")]
        let recovered = (signatures.len() * seconds.len()) as f64;
        Self {
            version: env!("CARGO_PKG_VERSION"),
            files: files.iter().map(|file| file.display().to_string()).collect(),
            signatures: signatures.len(),
            public_keys: signatures.iter().filter(|signature| signature.public_key.is_some()).count(),
            right: signatures.len() - checked.wrong.len(),
            wrong: checked.wrong,
            seconds,
            signatures_per_second: if total > 0.0 { recovered / total } else { 0.0 },
            reading_seconds: reading.as_secs_f64(),
            threads: rayon::current_num_threads(),
            backends: Backends::in_use(),
        }
    }

    /// Fails if there are wrong signatures.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        match self.wrong.len() {
            0 => Ok(()),
            1 => Err(Failure::Different(format!("1 of {} is wrong", self.counted()))),
            wrong => Err(Failure::Different(format!("{wrong} of {} are wrong", self.counted()))),
        }
    }

    /// The report as text, with at most `limit` wrong signatures.
    pub(super) fn text(&self, limit: usize) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        for Wrong { place, reasons } in self.wrong.iter().take(limit) {
            let _ = writeln!(text, "{}: {}", terminal::escape(place), terminal::escape(reasons.join("; ")));
        }
        let hidden = self.wrong.len().saturating_sub(limit);
        if hidden > 0 {
            let _ = writeln!(text, "{hidden} more wrong (--limit {} shows all)", self.wrong.len());
        }
        let _ = write!(text, "{} of {}: ", self.counted(), counted(self.files.len(), "file"));
        if self.signatures == 0 {
            text += "nothing to check.\n";
            return text;
        }
        let keys = match self.public_keys {
            0 => "senders checked, no public keys given".into(),
            given => format!("senders checked, and {}", counted(given, "public key")),
        };
        let _ = writeln!(text, "{} right, {} wrong; {keys}.", self.right, self.wrong.len());
        let times = counted(self.seconds.len(), "time");
        let _ = writeln!(
            text,
            "Recovered {times} in {:.6} s: {:.0} signatures/s, without reading ({:.3} s) and comparing; \
             {}, {}.",
            self.seconds.iter().sum::<f64>(),
            self.signatures_per_second,
            self.reading_seconds,
            counted(self.threads, "thread"),
            self.backends.text()
        );
        text
    }

    fn counted(&self) -> String {
        counted(self.signatures, "signature")
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
