//! The machine, and how busy it is.

use std::fs;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use serde::Serialize;

/// A share of one core that others may take before a run counts as disturbed.
const QUIET: f64 = 0.1;

/// What is written beside every result.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    /// Processor flags that kernels ask for.
    pub(crate) flags: Vec<String>,
    pub(crate) memory_gib: f64,
    pub(crate) system: String,
    pub(crate) rustc: String,
    pub(crate) go: String,
    pub(crate) cc: String,
    pub(crate) load_before: Load,
    pub(crate) load_after: Option<Load>,
    /// Whether others used the machine before or after.
    pub(crate) loaded: bool,
    /// Where contenders with one thread run.
    pub(crate) pinning: String,
    pub(crate) command: String,
}

/// How busy the machine is while the lab itself rests.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Load {
    /// The kernel's average over one minute; remembers the lab's own builds.
    pub(crate) average: f64,
    /// Cores that others use, over half a second.
    pub(crate) others: f64,
    /// The part of it that the host took away.
    pub(crate) stolen: f64,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let load_before = Load::now();
        Self {
            cpu: cpu_info("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            flags: ["bmi2", "adx", "avx2", "avx512f", "avx512ifma", "sha_ni"]
                .into_iter()
                .filter(|flag| has_flag(flag))
                .map(str::to_owned)
                .collect(),
            memory_gib: memory_gib(),
            system: first_line("uname", &["-sr"]),
            rustc: first_line("rustc", &["--version"]),
            go: first_line("go", &["version"]),
            cc: first_line("cc", &["--version"]),
            load_before,
            load_after: None,
            loaded: load_before.is_loaded(),
            pinning: match can_pin() {
                true => format!("pinned to core {}", last_core()),
                false => "NOT PINNED: there is no taskset".to_owned(),
            },
            command: std::env::args().collect::<Vec<_>>().join(" "),
        }
    }

    /// Looks at the load once more, when everything is measured.
    pub(crate) fn finish(&mut self) {
        let load = Load::now();
        self.load_after = Some(load);
        self.loaded |= load.is_loaded();
    }
}

impl Load {
    fn now() -> Self {
        let before = ticks();
        std::thread::sleep(Duration::from_millis(500));
        let after = ticks();
        let passed: f64 = after.iter().zip(&before).map(|(after, before)| after - before).sum();
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
        let share = |index: usize| (after[index] - before[index]) / passed.max(1.0) * cores;
        // user, nice, system, idle, iowait, irq, softirq, steal
        let others = [0, 1, 2, 5, 6, 7].into_iter().map(share).sum();
        let average = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let average = average.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(f64::NAN);
        Self { average, others, stolen: share(7) }
    }

    fn is_loaded(&self) -> bool {
        self.others > QUIET
    }
}

/// The first eight numbers of /proc/stat; zeros where there is none.
fn ticks() -> [f64; 8] {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let mut numbers = text.split_whitespace().skip(1).map_while(|word| word.parse().ok());
    std::array::from_fn(|_| numbers.next().unwrap_or(0.0))
}

/// The core that single-threaded contenders are pinned to: the last one, since the first serves more interrupts.
pub(crate) fn last_core() -> usize {
    std::thread::available_parallelism().map_or(0, |cores| cores.get() - 1)
}

/// Whether processes can be pinned.
pub(crate) fn can_pin() -> bool {
    static CAN_PIN: OnceLock<bool> = OnceLock::new();
    *CAN_PIN.get_or_init(|| Command::new("taskset").arg("--version").output().is_ok())
}

/// Whether the processor has a flag, by the kernel's name.
pub(crate) fn has_flag(flag: &str) -> bool {
    static FLAGS: OnceLock<Vec<String>> = OnceLock::new();
    let flags = FLAGS.get_or_init(|| {
        let flags = cpu_info("flags").unwrap_or_default();
        flags.split(' ').map(str::to_owned).collect()
    });
    flags.iter().any(|found| found == flag)
}

fn cpu_info(key: &str) -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn memory_gib() -> f64 {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kib = text.split_whitespace().nth(1).and_then(|number| number.parse::<f64>().ok());
    (kib.unwrap_or(0.0) / 1_048_576.0 * 10.0).round() / 10.0
}

/// The first line of a program's output; empty if it is not there.
fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or("").trim().to_owned()
}
