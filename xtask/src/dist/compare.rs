//! What differs between two folders of artefacts. Archives are unpacked and their files compared, static libraries by
//! members, and programs by sections, so that the result names the part that differs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::sums::files;
use crate::process::{Outcome, Task};

/// How many levels of archives are unpacked: a library in an archive in a package.
const DEPTH: u32 = 4;

/// The differences between two folders, a line each, and lines of listings below them. `scratch` is an empty folder.
pub(super) fn folders(one: &Path, two: &Path, scratch: &Path) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    compare_folders([one, two], "", scratch, DEPTH, &mut found)?;
    Ok(found)
}

fn compare_folders(
    pair: [&Path; 2],
    name: &str,
    scratch: &Path,
    depth: u32,
    found: &mut Vec<String>,
) -> Outcome {
    let [one, two] = pair.map(files);
    let [one, two]: [BTreeSet<PathBuf>; 2] = [one?.into_iter().collect(), two?.into_iter().collect()];
    for (files, others, which) in [(&one, &two, "first"), (&two, &one, "second")] {
        let alone = files.difference(others);
        found.extend(alone.map(|file| format!("{name}{}: only in the {which} build", file.display())));
    }
    for file in one.intersection(&two) {
        let pair = pair.map(|folder| folder.join(file));
        compare_files(&pair, &format!("{name}{}", file.display()), scratch, depth, found)?;
    }
    Ok(())
}

fn compare_files(
    pair: &[PathBuf; 2],
    name: &str,
    scratch: &Path,
    depth: u32,
    found: &mut Vec<String>,
) -> Outcome {
    let [one, two] = [fs::read(&pair[0])?, fs::read(&pair[1])?];
    if one == two {
        return Ok(());
    }
    let before = found.len();
    if let Some((list, unpack)) = archive(name).filter(|_| depth > 0) {
        // The order, the times and the rights of entries are in the list.
        let lists = [&pair[0], &pair[1]].map(|file| Task::new(list).arg(file).env("TZ", "UTC").output());
        let [first, second] = lists;
        found.extend(lines(&first?.0, &second?.0).into_iter().map(|line| format!("{name}: entries: {line}")));
        let mut unpacked = Vec::new();
        for (index, file) in pair.iter().enumerate() {
            let folder = scratch.join(format!("{depth}-{}-{index}", found.len()));
            fs::create_dir_all(&folder)?;
            let command = Task::new("sh -c").arg(unpack).arg("sh").arg(fs::canonicalize(file)?).arg(&folder);
            command.silent().folder(&folder).run()?;
            unpacked.push(folder);
        }
        compare_folders([&unpacked[0], &unpacked[1]], &format!("{name}: "), scratch, depth - 1, found)?;
        unpacked.iter().try_for_each(fs::remove_dir_all)?;
    } else if one.starts_with(b"\x7fELF") && two.starts_with(b"\x7fELF") {
        found.extend(sections(pair)?.into_iter().map(|line| format!("{name}: {line}")));
    } else if let (Ok(one), Ok(two)) = (std::str::from_utf8(&one), std::str::from_utf8(&two)) {
        found.extend(lines(one, two).into_iter().map(|line| format!("{name}: {line}")));
    }
    if found.len() == before {
        let place = one.iter().zip(&two).position(|(a, b)| a != b).unwrap_or(one.len().min(two.len()));
        found.push(format!("{name}: {} and {} bytes, which differ at {place}", one.len(), two.len()));
    }
    Ok(())
}

/// How the entries of an archive are listed, and how it is unpacked: `$1` is the file, `$2` a folder.
fn archive(name: &str) -> Option<(&'static str, &'static str)> {
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    if ends(&[".tar.gz", ".tgz", ".crate"]) {
        Some(("tar tvf", "tar xf \"$1\" -C \"$2\""))
    } else if ends(&[".zip", ".whl", ".jar"]) {
        Some(("unzip -Zl", "unzip -q \"$1\" -d \"$2\""))
    } else if ends(&[".deb"]) {
        Some(("ar tvO", "dpkg-deb --raw-extract \"$1\" \"$2/package\""))
    } else if ends(&[".a"]) {
        Some(("ar tv", "ar x \"$1\""))
    } else {
        None
    }
}

/// At most five lines that only one of two texts has.
fn lines(one: &str, two: &str) -> Vec<String> {
    let [first, second]: [BTreeSet<&str>; 2] = [one, two].map(|text| text.lines().collect());
    let alone = |sign: char, a: &BTreeSet<&str>, b: &BTreeSet<&str>| -> Vec<String> {
        a.difference(b).take(5).map(|line| format!("{sign} {line}")).collect()
    };
    let mut found = alone('-', &first, &second);
    found.extend(alone('+', &second, &first));
    if found.is_empty() && one != two {
        found.push("the same lines in another order".into());
    }
    found
}

/// A section of a program or library: its name, and its bytes in the file.
type Section = (String, usize, usize);

/// Reads lines such as `  3 .rodata  00000123  0000000000001000  0000000000001000  00001000  2**4` and the flags below.
fn parse(text: &str) -> Vec<Section> {
    let (mut found, mut lines) = (Vec::new(), text.lines().peekable());
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [index, name, size, _, _, offset, _] = *words else { continue };
        let number = |word| usize::from_str_radix(word, 16);
        let has_contents = lines.peek().is_some_and(|flags| flags.contains("CONTENTS"));
        if let (Ok(_), Ok(size), Ok(offset), true) =
            (index.parse::<u32>(), number(size), number(offset), has_contents)
        {
            found.push((name.to_string(), offset, size));
        }
    }
    found
}

/// The sections that differ, each with its first bytes that do.
fn sections(pair: &[PathBuf; 2]) -> Outcome<Vec<String>> {
    let read = |file: &PathBuf| -> Outcome<(Vec<Section>, Vec<u8>)> {
        Ok((parse(&Task::new("objdump -h").arg(file).text()?), fs::read(file)?))
    };
    let ((one, first), (two, second)) = (read(&pair[0])?, read(&pair[1])?);
    let mut found = Vec::new();
    // Relocatable files have many sections of one name, so that positions count.
    for ((name, offset, size), other) in one.iter().zip(&two) {
        let a = first.get(*offset..offset + size).unwrap_or_default();
        let b = second.get(other.1..other.1 + other.2).unwrap_or_default();
        if a == b && *name == other.0 {
            continue;
        }
        let place = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
        let shown = |bytes: &[u8]| {
            bytes.iter().skip(place).take(16).map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        found.push(format!(
            "section {name}, {} and {} bytes, differs at {place:#x}: {} and {}",
            a.len(),
            b.len(),
            shown(a),
            shown(b)
        ));
    }
    if one.len() != two.len() {
        found.push(format!("{} and {} sections", one.len(), two.len()));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::folders;
    use crate::process::{Outcome, Task, has};

    /// An archive with a static library, whose only member has a number in its constants.
    fn artefact(folder: &Path, number: u32, time: &str) -> Outcome {
        fs::create_dir_all(folder)?;
        fs::write(
            folder.join("a.c"),
            format!("const int a[2] = {{1, {number}}};\nint f(int i) {{ return a[i]; }}\n"),
        )?;
        for line in [
            "cc -O0 -c a.c -o a.o",
            "ar rcD a.a a.o",
            &format!("tar --sort=name --owner=0 --group=0 --numeric-owner --mtime={time} -czf a.tar.gz a.a"),
            "rm a.c a.o a.a",
        ] {
            Task::new(line).folder(folder).run()?;
        }
        fs::write(folder.join("list"), "one\n")?;
        Ok(())
    }

    #[test]
    fn planted_differences_are_shown_by_their_part() -> Outcome {
        if !["cc", "ar", "tar", "objdump"].into_iter().all(has) {
            println!("SKIPPED: cc, ar, tar or objdump is missing");
            return Ok(());
        }
        let base = std::env::temp_dir().join(format!("vorpal-compare-{}", std::process::id()));
        let folder = |name: &str| base.join(name);
        artefact(&folder("one"), 2, "@1000")?;
        artefact(&folder("same"), 2, "@1000")?;
        artefact(&folder("constant"), 3, "@1000")?;
        artefact(&folder("time"), 2, "@2000")?;
        artefact(&folder("text"), 2, "@1000")?;
        fs::write(folder("text").join("list"), "two\n")?;
        fs::write(folder("text").join("more"), "\n")?;
        fs::create_dir(folder("scratch"))?;
        let found = |name| folders(&folder("one"), &folder(name), &folder("scratch"));
        assert_eq!(found("same")?, [""; 0]);
        assert_eq!(
            found("constant")?,
            ["a.tar.gz: a.a: a.o: section .rodata, 8 and 8 bytes, differs at 0x4: 02000000 and 03000000"]
        );
        let times = found("time")?;
        assert_eq!(times.len(), 2);
        assert!(times[0].starts_with("a.tar.gz: entries: - ") && times[0].contains("00:16"), "{times:?}");
        assert_eq!(found("text")?, ["more: only in the second build", "list: - one", "list: + two"]);
        Ok(fs::remove_dir_all(base)?)
    }
}
