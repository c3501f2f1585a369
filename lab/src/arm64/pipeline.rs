//! Models pipelines of processors by `llvm-mca`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::contenders::find_program;

/// The processors, by their names in LLVM.
pub(super) const PROCESSORS: [&str; 3] = ["neoverse-v1", "neoverse-v2", "cortex-a76"];

/// A processor whose only multiplier of 64 bits is occupied longer than LLVM's model says: three cycles by a low half
/// and four by a high half (Arm, "Cortex-A76 Software Optimization Guide"). On one at 2.4 GHz a product of four limbs
/// took 97 ns, which is 230 cycles (github.com/worldfnd/provekit, issue 30); the model has 64.
const SLOW: &str = "cortex-a76";
const SLOW_CYCLES: [(&[&str], u32); 2] = [(&["mul", "madd", "mneg", "msub"], 3), (&["smulh", "umulh"], 4)];

/// The variable that names the program `llvm-mca`.
const VARIABLE: &str = "VORPAL_LLVM_MCA";

/// Repetitions of the code. The last one ends later than the others begin, which is a part of a cycle for each.
const REPETITIONS: u32 = 200;

/// The programs of LLVM that disassemble code and model its execution.
pub(super) struct Models {
    analyser: PathBuf,
    disassembler: PathBuf,
    pub(super) version: String,
}

/// What loads wait for.
#[derive(Clone, Copy)]
pub(super) enum Memory {
    /// Loads read operands that no earlier instruction stores: independent operations.
    Independent,
    /// Loads wait for all earlier stores: an operation that reads the result of the one before it.
    Dependent,
}

impl Models {
    /// Finds the programs. The error names what is missing.
    pub(super) fn find() -> Result<Self, String> {
        let analyser = match std::env::var_os(VARIABLE) {
            Some(program) => PathBuf::from(program),
            None => newest().ok_or(format!("missing: llvm-mca in PATH, or {VARIABLE} (Debian: llvm-22)"))?,
        };
        // Both are installed together, with equal endings of their names.
        let name = analyser.file_name().map(|name| name.to_string_lossy().replace("llvm-mca", "llvm-mc"));
        let disassembler = analyser.with_file_name(name.unwrap_or_default());
        let version = run(&analyser, &["--version".to_owned()], "")?;
        run(&disassembler, &["--version".to_owned()], "")?;
        let version =
            version.lines().find(|line| line.contains("version")).unwrap_or_default().trim().to_owned();
        let models = Self { analyser, disassembler, version };
        models.know_all().map_err(|error| format!("missing: a newer llvm-mca (Debian: llvm-22): {error}"))?;
        Ok(models)
    }

    /// An error for the first processor that the program has no model of. LLVM 14 has none of Neoverse V2.
    fn know_all(&self) -> Result<(), String> {
        PROCESSORS
            .iter()
            .try_for_each(|processor| self.cycles("nop", processor, Memory::Independent).map(drop))
    }

    /// The assembly text of instructions.
    pub(super) fn disassemble(&self, instructions: &[u32]) -> Result<String, String> {
        let line = |instruction: &u32| instruction.to_le_bytes().map(|byte| format!("{byte:#04x}")).join(" ");
        let code: Vec<String> = instructions.iter().map(line).collect();
        let options = ["--disassemble", "--triple=aarch64", "--mattr=+all"].map(str::to_owned);
        let text = run(&self.disassembler, &options, &code.join("\n"))?;
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().starts_with('.')).collect();
        let found = lines.iter().filter(|line| !line.trim().is_empty()).count();
        if found == instructions.len() {
            let lines: Vec<String> = lines.into_iter().map(split_writeback).collect();
            Ok(lines.join("\n"))
        } else {
            Err(format!(
                "{} read {found} of {} instructions",
                self.disassembler.display(),
                instructions.len()
            ))
        }
    }

    /// The cycles of one repetition of the code on a processor.
    pub(super) fn cycles(&self, code: &str, processor: &str, memory: Memory) -> Result<f64, String> {
        let options = [
            "-mtriple=aarch64".to_owned(),
            format!("-mcpu={processor}"),
            format!("-iterations={REPETITIONS}"),
            format!("-noalias={}", matches!(memory, Memory::Independent)),
            "-resource-pressure=false".to_owned(),
            "-instruction-info=false".to_owned(),
        ];
        let report = run(&self.analyser, &options, code)?;
        let total = report.lines().find_map(|line| line.strip_prefix("Total Cycles:")?.trim().parse().ok());
        let total: f64 = total.ok_or_else(|| format!("{}: no `Total Cycles`", self.analyser.display()))?;
        let least = if processor == SLOW { multiplier_cycles(code) } else { 0 };
        Ok((total / f64::from(REPETITIONS)).max(least.into()))
    }
}

/// The cycles in which code occupies the multiplier of [`SLOW`]. Products of 32 bits, which have `w` registers, are
/// faster.
fn multiplier_cycles(code: &str) -> u32 {
    let of_line = |line: &str| {
        let (name, operands) = line.trim().split_once(char::is_whitespace)?;
        let (_, cycles) = SLOW_CYCLES.iter().find(|(names, _)| names.contains(&name))?;
        operands.trim_start().starts_with('x').then_some(*cycles)
    };
    code.lines().filter_map(of_line).sum()
}

/// A store that also changes its base register, as two instructions. Processors compute the new base without waiting
/// for the stored data, but models start a store when all its operands are there.
fn split_writeback(line: &str) -> String {
    let split = || {
        let (start, address) = line.split_once('[').filter(|_| line.trim_start().starts_with("st"))?;
        let (base, rest) = address.split_once([',', ']'])?;
        let offset = match address.strip_suffix("]!") {
            Some(_) => rest.strip_suffix("]!")?,
            None => rest.strip_prefix(", ").filter(|_| address[base.len()..].starts_with(']'))?,
        };
        let (store, add) = (format!("{start}[{base}]"), format!("\tadd\t{base}, {base}, {}", offset.trim()));
        Some(if address.ends_with('!') { format!("{add}\n{store}") } else { format!("{store}\n{add}") })
    };
    split().unwrap_or_else(|| line.to_owned())
}

/// The program `llvm-mca-NUMBER` of the highest number in `PATH`, else `llvm-mca`.
fn newest() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = std::env::split_paths(&path)
        .filter_map(|folder| folder.read_dir().ok())
        .flat_map(|entries| entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()));
    find_program(&[&highest(names)?])
}

/// The name `llvm-mca-NUMBER` of the highest number, else `llvm-mca`.
fn highest(names: impl Iterator<Item = String>) -> Option<String> {
    let number = |name: &String| match name.strip_prefix("llvm-mca")? {
        "" => Some(0),
        rest => rest.strip_prefix('-')?.parse::<u32>().ok(),
    };
    names.filter_map(|name| Some((number(&name)?, name))).max().map(|(_, name)| name)
}

/// The output of a program that reads `input`.
fn run(program: &Path, options: &[String], input: &str) -> Result<String, String> {
    let failed = |why: &dyn std::fmt::Display| format!("{}: {why}", program.display());
    let mut command = Command::new(program);
    command.args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| failed(&error))?;
    let mut pipe = child.stdin.take().expect("standard input is a pipe");
    // Both programs read all input before they write. One that ends early gives its reason on standard error.
    pipe.write_all(input.as_bytes()).ok();
    drop(pipe);
    let output = child.wait_with_output().map_err(|error| failed(&error))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(failed(&errors.lines().next().unwrap_or("failed without a message")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_multiplier_is_occupied_by_products_of_64_bits() {
        let lines =
            ["\tmul\tx0, x1, x2", "\tumulh\tx3, x1, x2", "  madd x4, x5, x6, x7", "\tmul\tw0, w1, w2", "ret"];
        assert_eq!(multiplier_cycles(&lines.join("\n")), 3 + 4 + 3);
        assert_eq!(multiplier_cycles("\tmul v0.4s, v1.4s, v2.4s\nret\n"), 0);
    }

    #[test]
    fn the_highest_version_is_chosen() {
        let chosen = |names: &[&str]| highest(names.iter().map(ToString::to_string));
        let names = ["llvm-mca", "llvm-mca-9", "llvm-mca-22", "llvm-mca-x", "llvm-mc-99", "llvm-mcalibre"];
        assert_eq!(chosen(&names).as_deref(), Some("llvm-mca-22"));
        assert_eq!(chosen(&names[..1]).as_deref(), Some("llvm-mca"));
        assert_eq!(chosen(&["llvm-mc", "cc"]), None);
    }

    #[test]
    fn writebacks_of_stores_are_split() {
        for (line, expected) in [
            ("\tstp\tq0, q1, [x28], #32", "\tstp\tq0, q1, [x28]\n\tadd\tx28, x28, #32"),
            ("\tstr\tx30, [sp, #-16]!", "\tadd\tsp, sp, #-16\n\tstr\tx30, [sp]"),
        ] {
            assert_eq!(split_writeback(line), expected);
        }
        for line in
            ["\tstp\tx3, x4, [sp, #32]", "\tstr\tx1, [x0]", "\tldp\tx8, x9, [x28], #32", "\tmul\tx1, x1, x1"]
        {
            assert_eq!(split_writeback(line), line);
        }
    }

    #[test]
    fn dependent_operations_take_their_latency() {
        let models = match Models::find() {
            Ok(models) => models,
            Err(missing) => return eprintln!("SKIPPED: {missing}"),
        };
        // ldr x1, [x0]; mul x1, x1, x1; str x1, [x0].
        let code = models.disassemble(&[0xf940_0001, 0x9b01_7c21, 0xf900_0001]).unwrap();
        assert!(code.contains("mul\tx1, x1, x1"), "{code}");
        for processor in PROCESSORS {
            let cycles = |memory| models.cycles(&code, processor, memory).unwrap();
            let (dependent, independent) = (cycles(Memory::Dependent), cycles(Memory::Independent));
            assert!(dependent >= 7.0 && independent <= 3.0, "{processor}: {dependent}, {independent}");
        }
        assert!(
            models.disassemble(&[0]).is_err()
                || models.cycles("udf #0", "no-such", Memory::Dependent).is_err()
        );
        assert!(models.cycles("nonsense", PROCESSORS[0], Memory::Dependent).is_err());
    }
}
