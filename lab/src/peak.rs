//! The peak resident memory of processes, on Linux.

/// The peak resident memory of a process in bytes, since its start or since [`reset_peak`].
pub(crate) fn peak_bytes(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<f64>().ok().map(|kibibytes| 1024.0 * kibibytes)
}

/// Lowers the peak to the resident memory of now; `None` if the system has no such command.
pub(crate) fn reset_peak(process: u32) -> Option<()> {
    std::fs::write(format!("/proc/{process}/clear_refs"), "5").ok()
}

/// Bytes as mebibytes, with one digit.
pub(crate) fn mebibytes(bytes: f64) -> String {
    format!("{:.1}", bytes / 1024.0 / 1024.0)
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};

    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_peak_includes_memory_that_was_written() {
        let before = peak_bytes(std::process::id()).unwrap();
        assert!(before > 100_000.0, "{before}");
        // The system assigns memory only when it is written.
        let block = std::hint::black_box(vec![1u8; 1 << 28]);
        let after = peak_bytes(std::process::id()).unwrap();
        assert!(after >= block.len() as f64, "{after}");
        assert!(peak_bytes(u32::MAX).is_none());
        assert_eq!(mebibytes(1.5 * 1024.0 * 1024.0), "1.5");
    }

    /// A shell with a variable of 32 MiB, which it drops when a line arrives.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_peak_is_forgotten() {
        use std::io::{BufRead, BufReader, Write};

        let script =
            "v=$(head -c 33554432 /dev/zero | tr '\\0' x); echo; read -r line; unset v; echo; read -r line";
        let mut shell: Child = Command::new("sh")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(shell.stdout.take().unwrap()).lines();
        let (process, mut input) = (shell.id(), shell.stdin.take().unwrap());
        lines.next().unwrap().unwrap();
        let full = peak_bytes(process).unwrap();
        assert!(full >= 33_554_432.0, "{full}");
        writeln!(input).unwrap();
        lines.next().unwrap().unwrap();
        assert_eq!(peak_bytes(process), Some(full));
        reset_peak(process).unwrap();
        let now = peak_bytes(process).unwrap();
        assert!(now < 33_554_432.0, "{now}");
        writeln!(input).unwrap();
        shell.wait().unwrap();
        assert!(reset_peak(u32::MAX).is_none());
    }
}
