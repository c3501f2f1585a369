//! The plugin of qemu that counts instructions: builds it, names its options, and reads its output.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::contenders::lab_folder;

/// The built plugin `lab/arm64/count.c`.
pub(crate) struct Plugin {
    library: PathBuf,
}

/// The system call that marks the end of an interval, by its number on AArch64.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    /// `write` to standard output: a contender sends an answer.
    Answer,
    /// `getpid`, which the program of `lab counts` calls before and after an operation.
    Identity,
}

/// The executed code of one interval is recorded.
#[derive(Clone, Copy)]
pub(super) struct Recorded {
    /// The index of the interval. Interval 0 ends at the first mark.
    pub(super) interval: usize,
    /// The maximum number of recorded translations.
    pub(super) length: usize,
}

impl Plugin {
    /// Compiles the plugin with `cc`.
    pub(crate) fn build() -> Result<Self, String> {
        let folder = lab_folder().join("target/aarch64");
        let library = folder.join("count.so");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        if library.to_string_lossy().contains(',') {
            return Err(format!("qemu cannot read a plugin at {}, because of the comma", library.display()));
        }
        let mut cc = Command::new("cc");
        cc.args(["-std=c11", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC", "-pthread", "-o"]).arg(&library);
        let output = cc.arg(lab_folder().join("arm64/count.c")).output();
        let output = output.map_err(|error| format!("cc, which compiles the plugin of qemu: {error}"))?;
        if output.status.success() {
            return Ok(Self { library });
        }
        Err(format!("compiling the plugin of qemu failed: {}", String::from_utf8_lossy(&output.stderr)))
    }

    /// The value of qemu's option `-plugin` for a contender on x86-64, whose executed code is counted between answers.
    pub(crate) fn option_for_runs(&self, out: &Path) -> String {
        format!("{},out={},syscall=1,argument=1,runs=1", self.library.display(), out.display())
    }

    /// The value of qemu's option `-plugin`. `out` is the output file; its path contains no comma.
    pub(super) fn option(&self, out: &Path, mark: Mark, recorded: Option<Recorded>) -> String {
        let mark = match mark {
            Mark::Answer => "syscall=64,argument=1",
            Mark::Identity => "syscall=172",
        };
        let recorded = recorded.map_or(String::new(), |Recorded { interval, length }| {
            format!(",path={length},interval={interval}")
        });
        format!("{},out={},{mark}{recorded}", self.library.display(), out.display())
    }
}

/// The output of the plugin.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Events {
    /// The number of instructions that the program had executed at each mark.
    pub(super) marks: Vec<u64>,
    /// The instructions of each translation.
    pub(super) code: BTreeMap<usize, Vec<u32>>,
    /// The executed translations of the recorded interval, in order.
    pub(super) path: Vec<usize>,
}

impl Events {
    /// Reads the events up to now. The program may run on, so a last line without its end is ignored.
    pub(super) fn read(file: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let (lines, _) = text.rsplit_once('\n').unwrap_or_default();
        let mut events = Self::default();
        for line in lines.lines() {
            events.add(line).ok_or_else(|| format!("{}: unknown line `{line:.80}`", file.display()))?;
        }
        Ok(events)
    }

    fn add(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        match words.next()? {
            "mark" => self.marks.push(words.next()?.parse().ok()?),
            "code" => {
                let id = words.next()?.parse().ok()?;
                let bytes = hex::decode(words.next()?).ok()?;
                let (instructions, rest) = bytes.as_chunks();
                let instructions = instructions.iter().map(|bytes| u32::from_le_bytes(*bytes));
                self.code.insert(id, instructions.collect());
                rest.is_empty().then_some(())?;
            }
            "path" => self.path = words.map(|id| id.parse().ok()).collect::<Option<_>>()?,
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;
    use crate::contenders::Tools;

    #[test]
    fn the_output_of_the_plugin_is_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "code 3 1f2003d5c0035fd6\nmark 7\npath 3 3\nmark 12\ncode 4 1f").unwrap();
        let code = BTreeMap::from([(3, vec![0xd503_201f, 0xd65f_03c0])]);
        let expected = Events { marks: vec![7, 12], code, path: vec![3, 3] };
        assert_eq!(Events::read(file.path()).unwrap(), expected);
        for line in ["mark", "mark x", "code 1 1f2003", "path a", "other"] {
            fs::write(file.path(), format!("{line}\n")).unwrap();
            assert!(Events::read(file.path()).unwrap_err().contains("unknown line"), "{line}");
        }
    }

    /// A program without libraries that executes `nops` instructions and two more between two marks, three times.
    fn program(folder: &Path, tools: &Tools, nops: usize) -> PathBuf {
        let (source, program) = (folder.join("program.s"), folder.join(format!("program{nops}")));
        let nops = "nop\n".repeat(nops);
        let text = format!(
            ".globl _start\n_start: mov x20, #3\n1: mov x8, #172\nsvc #0\n{nops}mov x8, #172\nsvc #0\n\
             subs x20, x20, #1\nb.ne 1b\nmov x0, #0\nmov x8, #93\nsvc #0\n"
        );
        fs::write(&source, text).unwrap();
        let mut compiler = Command::new(&tools.compiler);
        compiler.args(["-nostdlib", "-static", "-o"]).arg(&program).arg(&source);
        assert!(compiler.status().unwrap().success());
        program
    }

    #[test]
    fn instructions_between_marks_are_counted_exactly() {
        let tools = match Tools::find() {
            Ok(tools) if tools.runner_with("").is_ok() => tools,
            Ok(tools) => return eprintln!("SKIPPED: {}", tools.runner_with("").unwrap_err()),
            Err(missing) => return eprintln!("SKIPPED: {missing}"),
        };
        let (folder, plugin) = (tempfile::tempdir().unwrap(), Plugin::build().unwrap());
        let out = folder.path().join("out");
        for nops in [0, 1, 1000] {
            let recorded = Some(Recorded { interval: 3, length: 100 });
            let runner = tools.runner_with(&plugin.option(&out, Mark::Identity, recorded)).unwrap();
            let mut qemu = Command::new(&runner[0]);
            qemu.args(&runner[1..]).arg(program(folder.path(), &tools, nops)).stdout(Stdio::null());
            assert!(qemu.status().unwrap().success());
            let Events { marks, code, path } = Events::read(&out).unwrap();
            // The last mark is the end of the program.
            assert_eq!(marks.len(), 7, "{marks:?}");
            let between = [0, 2, 4].map(|first| marks[first + 1] - marks[first]);
            assert_eq!(between, [nops as u64 + 2; 3]);
            let executed: Vec<u32> = path.iter().flat_map(|id| code[id].clone()).collect();
            assert_eq!(executed.len() as u64, marks[3] - marks[2]);
            assert!(executed[..nops].iter().all(|instruction| *instruction == 0xd503_201f));
        }
    }
}
