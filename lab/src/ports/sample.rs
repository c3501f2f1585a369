//! Runs a sample of a contender under qemu, and adds up the costs of its instructions.

use std::ffi::OsString;

use super::bound::{Bound, Load};
use super::code::disassemble;
use super::processor::cost;
use super::runs::Runs;
use crate::arm64::plugin::Plugin;
use crate::contenders::{Binary, ContenderError, Process, find_program, go_without_clock};

/// Iterations of a workload with one row in each, and the number that a sample of them runs.
const ROWS: (u64, u64) = (9, 10);

/// The executed instructions of one item.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Counted {
    pub(super) instructions: f64,
    /// Vectors of fused multiply-adds.
    pub(super) multiply_adds: f64,
    /// Other instructions on vectors.
    pub(super) vectors: f64,
    /// Multiplications of two words.
    pub(super) words: f64,
    pub(super) bound: Bound,
}

/// Programs of x86-64 under the plugin.
pub(super) struct Emulator {
    qemu: OsString,
    plugin: Plugin,
}

impl Emulator {
    pub(super) fn find() -> Result<Self, String> {
        let qemu = find_program(&["qemu-x86_64"]).ok_or("missing tool: qemu-x86_64 (Debian: qemu-user)")?;
        find_program(&["objdump"]).ok_or("missing tool: objdump (Debian: binutils)")?;
        Ok(Self { qemu: qemu.into(), plugin: Plugin::build()? })
    }

    /// Starts a contender. Its executions are counted in the file `out`.
    fn start(&self, binary: &Binary, out: &std::path::Path) -> Result<Process, ContenderError> {
        let option = self.plugin.option_for_runs(out);
        // `max` has all instructions that qemu knows.
        let words = ["-cpu", "max", "-plugin", &option];
        let runner = std::iter::once(self.qemu.clone()).chain(words.map(OsString::from)).collect();
        let environment = [binary.environment.clone(), go_without_clock()].concat();
        Process::start(&Binary { runner, environment, ..binary.clone() }, 1)
    }

    /// Counts the instructions of one item. `None` if the contender does not offer the workload.
    pub(super) fn count(
        &self,
        binary: &Binary,
        workload: &str,
        input: &str,
    ) -> Result<Option<(String, Counted)>, ContenderError> {
        let broken = |why: String| ContenderError::Broken(why);
        let folder = tempfile::tempdir().map_err(|error| broken(error.to_string()))?;
        let out = folder.path().join("out");
        let mut process = self.start(binary, &out)?;
        if !process.hello.offers.contains_key(workload) {
            return Ok(None);
        }
        let prepared = process.prepare(workload, input, 1)?;
        let (iterations, runs) = if workload.contains(".single") { ROWS } else { (1, 1) };
        // The first sample follows the end of the preparation. The second has what every sample has.
        for iterations in [0, 0, iterations] {
            process.sample(iterations)?;
        }
        let counted = counted(&Runs::read(&out).map_err(broken)?, runs * prepared.items).map_err(broken)?;
        Ok(Some((process.hello.version.clone(), counted)))
    }
}

/// The counts of the last interval, divided by the number of items.
fn counted(runs: &Runs, items: u64) -> Result<Counted, String> {
    let executed = runs.last();
    let code: Vec<&[u8]> = executed.iter().map(|(code, _)| *code).collect();
    let (mut load, mut kinds) = (Load::default(), [0; 4]);
    for (piece, (_, times)) in disassemble(&code)?.iter().zip(&executed) {
        for (index, instruction) in piece.iter().enumerate() {
            load.add(&cost(instruction, piece.get(index + 1)), *times);
            let name = instruction.mnemonic.as_str();
            let fused = name.starts_with("vfmadd") || name.starts_with("vfnmadd");
            let words = matches!(name, "mul" | "mulx");
            let of_kind = [true, fused, instruction.has_vector() && !fused, words];
            kinds.iter_mut().zip(of_kind).for_each(|(kind, is)| *kind += times * u64::from(is));
        }
    }
    let items = items as f64;
    let [instructions, multiply_adds, vectors, words] = kinds.map(|kind| kind as f64 / items);
    let Bound { cycles, resource } = load.bound();
    let bound = Bound { cycles: cycles / items, resource };
    Ok(Counted { instructions, multiply_adds, vectors, words, bound })
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    /// A program whose second interval has a loop of a thousand steps.
    const PROGRAM: &str = ".globl _start\n_start: mov $1, %eax\nmov $1, %edi\nxor %edx, %edx\nsyscall\n\
        mov $1, %eax\nsyscall\nmov $1000, %ebx\n\
        1: vfmadd231pd %ymm0, %ymm1, %ymm2\nvfnmadd231pd %ymm0, %ymm1, %ymm3\nvpaddq (%rsp), %ymm3, %ymm4\n\
        vpaddq %ymm4, %ymm4, %ymm4\nmulx %rsi, %r8, %r9\nadcx %r8, %r9\ndec %ebx\njnz 1b\n\
        mov $1, %eax\nsyscall\nmov $60, %eax\nxor %edi, %edi\nsyscall\n";

    #[test]
    fn the_instructions_of_an_interval_are_counted_and_bounded() {
        let emulator = match Emulator::find() {
            Ok(emulator) => emulator,
            Err(missing) => return eprintln!("SKIPPED: {missing}"),
        };
        let folder = tempfile::tempdir().unwrap();
        let [source, program, out] = ["program.s", "program", "out"].map(|name| folder.path().join(name));
        std::fs::write(&source, PROGRAM).unwrap();
        let mut cc = Command::new("cc");
        cc.args(["-nostdlib", "-static", "-o"]).arg(&program).arg(&source);
        assert!(cc.status().unwrap().success());
        let mut qemu = Command::new(&emulator.qemu);
        qemu.args(["-cpu", "max", "-plugin", &emulator.plugin.option_for_runs(&out)]).arg(&program);
        assert!(qemu.stdout(Stdio::null()).status().unwrap().success());
        // The last interval is the program's end.
        let text = std::fs::read_to_string(&out).unwrap();
        let (before_end, _) = text.trim_end().rsplit_once("\nmark").unwrap();
        std::fs::write(&out, format!("{before_end}\n")).unwrap();
        let counted = counted(&Runs::read(&out).unwrap(), 10).unwrap();
        assert!((counted.instructions - 800.0).abs() < 1.0, "{counted:?}");
        let kinds = [counted.multiply_adds, counted.vectors, counted.words];
        assert_eq!(kinds, [200.0, 200.0, 100.0]);
        // Two multiply-adds, two additions, and the two operations of `mulx` on three ports; the others fit beside.
        let Bound { cycles, resource } = counted.bound;
        assert!((cycles - 200.0).abs() < 1.0 && resource == "ports 0 1 5", "{cycles} {resource}");
    }
}
