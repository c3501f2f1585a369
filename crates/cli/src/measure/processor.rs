//! The processor's name, as the system gives it.

/// The name, or numbers where the system gives no name, with the number of threads that run at once.
pub(super) fn name() -> String {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    format!("{}, {threads} threads", of_cpuinfo(&text).unwrap_or_else(|| std::env::consts::ARCH.to_owned()))
}

/// The name in Linux's `/proc/cpuinfo`. Processors of Arm have none there: their cores have an implementer and a part,
/// of which each pair is named once.
fn of_cpuinfo(text: &str) -> Option<String> {
    let fields = || {
        text.lines().filter_map(|line| line.split_once(':').map(|(key, value)| (key.trim(), value.trim())))
    };
    if let Some((_, name)) = fields().find(|(key, _)| *key == "model name") {
        return Some(name.to_owned());
    }
    let (mut implementer, mut cores) = ("?", Vec::new());
    for (key, value) in fields() {
        match key {
            "CPU implementer" => implementer = value,
            "CPU part" => cores.push(format!("implementer {implementer} part {value}")),
            _ => {}
        }
    }
    cores.sort();
    cores.dedup();
    (!cores.is_empty()).then(|| cores.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_both_kinds_of_processors() {
        let x86 =
            "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC 9R14: 1\nmodel name\t: b\n";
        assert_eq!(of_cpuinfo(x86).unwrap(), "AMD EPYC 9R14: 1");
        let arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd41\n\nprocessor\t: 1\n\
                   CPU implementer\t: 0x41\nCPU part\t: 0xd05\nprocessor\t: 2\nCPU part\t: 0xd05\n";
        assert_eq!(of_cpuinfo(arm).unwrap(), "implementer 0x41 part 0xd05, implementer 0x41 part 0xd41");
        assert_eq!(of_cpuinfo("processor\t: 0\n"), None);
    }
}
