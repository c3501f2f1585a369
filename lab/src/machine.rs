//! Description and load of the machine, for reports and warnings.

use std::fs;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use serde::Serialize;

/// The number of cores that other processes may use before a run is marked as disturbed.
const QUIET: f64 = 0.1;

/// The description of the machine in every result file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    /// The day of the measurement in UTC, such as `2026-02-03`.
    pub(crate) date: String,
    pub(crate) cores: usize,
    /// Processor flags that kernels require.
    pub(crate) flags: Vec<String>,
    pub(crate) memory_gib: f64,
    pub(crate) system: String,
    pub(crate) rustc: String,
    pub(crate) go: String,
    pub(crate) cc: String,
    pub(crate) load_before: Load,
    pub(crate) load_after: Option<Load>,
    /// The average number of cores that other processes used during the measurement.
    pub(crate) others_during: Option<f64>,
    /// Whether other processes used more than [`QUIET`] cores before, during or after the measurement.
    pub(crate) loaded: bool,
    /// The core to which contenders with one thread are pinned.
    pub(crate) pinning: String,
    pub(crate) command: String,
}

/// The load of the machine while the lab is idle.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Load {
    /// The kernel's load average over one minute. It includes builds that the lab has just finished.
    pub(crate) average: f64,
    /// The number of cores that other processes use, measured over half a second.
    pub(crate) others: f64,
    /// The part of `others` that the hypervisor gave to other guests (steal time).
    pub(crate) stolen: f64,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let load_before = Load::now();
        Self {
            cpu: processor(),
            date: today(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            flags: ["bmi2", "adx", "avx2", "avx512f", "avx512ifma", "avx_ifma", "sha_ni"]
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
            others_during: None,
            loaded: load_before.is_loaded(),
            pinning: match can_pin() {
                true => format!("pinned to core {}", cores_for(1)),
                false => "NOT PINNED: taskset is not installed".to_owned(),
            },
            command: std::env::args().collect::<Vec<_>>().join(" "),
        }
    }

    /// The processor with its cores and the flags that kernels require, for the terminal.
    pub(crate) fn processor(&self) -> String {
        format!("processor: {}, {} cores, {}", self.cpu, self.cores, self.flags.join(" "))
    }

    /// Measures the load again, after all measurements.
    pub(crate) fn finish(&mut self, others_during: f64) {
        let load = Load::now();
        self.load_after = Some(load);
        self.others_during = Some(others_during);
        self.loaded |= load.is_loaded() || others_during > QUIET;
    }
}

impl Load {
    fn now() -> Self {
        let before = ticks();
        std::thread::sleep(Duration::from_millis(500));
        let after = ticks();
        let passed: f64 = after.iter().zip(&before).map(|(after, before)| after - before).sum();
        let share = |index: usize| (after[index] - before[index]) / passed.max(1.0) * all_cores();
        // user, nice, system, idle, iowait, irq, softirq, steal
        let others = [0, 1, 2, 5, 6, 7].into_iter().map(share).sum();
        let average = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let average = average.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(f64::NAN);
        Self { average, others, stolen: share(7) }
    }

    /// Whether the load exceeds [`QUIET`].
    fn is_loaded(&self) -> bool {
        self.others > QUIET
    }
}

/// The busy time of all cores since boot in ticks, including time stolen by the hypervisor.
pub(crate) fn busy_ticks() -> f64 {
    let ticks = ticks();
    [0, 1, 2, 5, 6, 7].into_iter().map(|index| ticks[index]).sum()
}

/// The total time of one core since boot, in ticks.
pub(crate) fn core_ticks() -> f64 {
    ticks().iter().sum::<f64>() / all_cores()
}

/// The number of cores in /proc/stat: all cores of the system.
fn all_cores() -> f64 {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let lines = text.lines().filter(|line| line.starts_with("cpu")).count();
    lines.saturating_sub(1).max(1) as f64
}

/// The processor time of a process, user and system, in ticks.
pub(crate) fn process_ticks(process: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name may contain any character and ends at the last parenthesis. utime and stime are the 12th and 13th fields
    // after it.
    let rest = text.rsplit_once(") ").map_or("", |(_, rest)| rest);
    rest.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum()
}

/// The first eight numbers of /proc/stat; zeros if the file is missing.
fn ticks() -> [f64; 8] {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let mut numbers = text.split_whitespace().skip(1).map_while(|word| word.parse().ok());
    std::array::from_fn(|_| numbers.next().unwrap_or(0.0))
}

/// The cores to which a contender with this many threads is pinned, in the format of `taskset`. They are the last cores
/// that the lab may use, because the first cores serve more interrupts. Pinning to all cores is no restriction.
pub(crate) fn cores_for(threads: usize) -> String {
    let cores = allowed_cores();
    let last: Vec<String> =
        cores[cores.len().saturating_sub(threads)..].iter().map(ToString::to_string).collect();
    last.join(",")
}

/// The cores that this process may use. They need not start at 0.
fn allowed_cores() -> Vec<usize> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let cores = list.map(|list| parse_cores(list.trim())).unwrap_or_default();
    if cores.is_empty() {
        (0..std::thread::available_parallelism().map_or(1, usize::from)).collect()
    } else {
        cores
    }
}

/// Parses a list of cores such as `0-3,8,10-11`.
fn parse_cores(list: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse::<usize>().ok()?..=last.parse().ok()?)
    };
    list.split(',').filter_map(range).flatten().collect()
}

/// Whether `taskset` can pin processes.
pub(crate) fn can_pin() -> bool {
    static CAN_PIN: OnceLock<bool> = OnceLock::new();
    *CAN_PIN.get_or_init(|| {
        let taskset = Command::new("taskset").args(["--cpu-list", &cores_for(1), "true"]).output();
        taskset.is_ok_and(|output| output.status.success())
    })
}

/// The day in UTC.
fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// The day by the number of days since 1970-01-01, in the Gregorian calendar.
fn date(days: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut rest) = (1970, days);
    while rest >= 365 + u64::from(leap(year)) {
        rest -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if rest < length {
            break;
        }
        rest -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", rest + 1)
}

/// Whether the processor has a flag, by its name in /proc/cpuinfo.
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

/// The name of the processor. Virtual machines shorten it, so family and model follow.
fn processor() -> String {
    let name = cpu_info("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    match (cpu_info("cpu family"), cpu_info("model\t")) {
        (Some(family), Some(model)) => format!("{name} (family {family}, model {model})"),
        _ => name,
    }
}

fn memory_gib() -> f64 {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kib = text.split_whitespace().nth(1).and_then(|number| number.parse::<f64>().ok());
    (kib.unwrap_or(0.0) / 1_048_576.0 * 10.0).round() / 10.0
}

/// The first line of a program's output; empty if the program is missing.
fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or("").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, text) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (364, "1970-12-31"),
            (365, "1971-01-01"),
            (10_957, "2000-01-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_787, "2026-11-30"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(days), text);
        }
        assert!(today().as_str() > "2026");
    }

    #[test]
    fn lists_of_cores_are_parsed() {
        assert_eq!(parse_cores("0-3,8,10-11"), [0, 1, 2, 3, 8, 10, 11]);
        assert_eq!(parse_cores("5"), [5]);
        assert!(parse_cores("").is_empty() && parse_cores("x-y").is_empty());
        assert!(!cores_for(1).contains(',') && !cores_for(1).is_empty());
        assert!(cores_for(1000).split(',').count() >= 1);
    }
}
