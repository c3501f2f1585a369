//! The peak memory of the process.

/// The peak resident set size in bytes, from `/proc/self/status` on Linux; `None` on other systems.
pub(super) fn bytes() -> Option<u64> {
    parse(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn parse(status: &str) -> Option<u64> {
    let value = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    value.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_status_of_linux() {
        assert_eq!(parse("Name:\tx\nVmPeak:\t  900 kB\nVmHWM:\t  123 kB\nVmRSS:\t 7 kB\n"), Some(123 * 1024));
        for other in ["", "VmHWM:", "VmHWM:\t12 MB", "VmHWM:\t-1 kB", "VmHWM:\t18446744073709551615 kB"] {
            assert_eq!(parse(other), None, "{other}");
        }
        if cfg!(target_os = "linux") {
            assert!(bytes().is_some_and(|bytes| bytes > 1 << 16));
        }
    }
}
