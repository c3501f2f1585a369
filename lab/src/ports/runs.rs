//! The executed code of a sample, from the output of qemu's plugin.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Translated code, and its executions in each interval. Interval 0 ends at the first mark.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Runs {
    code: BTreeMap<u64, Vec<u8>>,
    intervals: Vec<BTreeMap<u64, u64>>,
}

impl Runs {
    /// Reads the output up to the last mark. The program may run on.
    pub(super) fn read(file: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let (lines, _) = text.rsplit_once('\n').unwrap_or_default();
        let (mut runs, mut interval) = (Self::default(), BTreeMap::new());
        for line in lines.lines() {
            runs.add(line, &mut interval)
                .ok_or_else(|| format!("{}: unknown line `{line:.80}`", file.display()))?;
        }
        Ok(runs)
    }

    fn add(&mut self, line: &str, interval: &mut BTreeMap<u64, u64>) -> Option<()> {
        let mut words = line.split(' ');
        match words.next()? {
            "code" => {
                self.code.insert(words.next()?.parse().ok()?, hex::decode(words.next()?).ok()?);
            }
            "ran" => {
                interval.insert(words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            }
            "mark" => self.intervals.push(std::mem::take(interval)),
            _ => return None,
        }
        Some(())
    }

    /// The code that was executed in the last interval, with its executions without those of the interval before it.
    pub(super) fn last(&self) -> Vec<(&[u8], u64)> {
        let [.., before, last] = &self.intervals[..] else { return Vec::new() };
        let times = |(id, times): (&u64, &u64)| {
            let times = times.saturating_sub(before.get(id).copied().unwrap_or(0));
            self.code.get(id).filter(|_| times > 0).map(|code| (code.as_slice(), times))
        };
        last.iter().filter_map(times).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_has_the_executions_that_the_one_before_it_has_not() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = "code 0 90\nran 0 1\nmark 1\ncode 1 c3\nran 0 2\nmark 3\nran 1 7\nran 0 5\nmark 15\nran 0 9\nmark";
        fs::write(file.path(), text).unwrap();
        let runs = Runs::read(file.path()).unwrap();
        assert_eq!(runs.last(), [(&[0x90][..], 3), (&[0xc3][..], 7)]);
        for line in ["ran", "ran 1", "code 1 9", "other"] {
            fs::write(file.path(), format!("{line}\n")).unwrap();
            assert!(Runs::read(file.path()).unwrap_err().contains("unknown line"), "{line}");
        }
    }
}
