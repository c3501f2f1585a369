//! Measured figures in the documents: each stands in a section with the command that prints it, or with a date. The
//! text beside the picture of speeds has the picture's values.

use vorpal_oracle::documents;

use crate::documents::read;

/// Units of measured times.
const UNITS: [&str; 8] = ["ns", "us", "µs", "ms", "cycles", "nanoseconds", "microseconds", "milliseconds"];
/// What follows a factor.
const COMPARED: [&str; 5] = ["faster", "slower", "as", "less", "more"];
/// The beginnings of code that names a command with figures: of the lab and its subcommands, and of measurements.
const COMMANDS: [&str; 8] =
    ["`lab ", "`compare", "`counts", "`make ", "`cargo ", "`vorpal ", "`--measure", "`benches/"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The paragraphs and tables of each section, without code blocks. A section begins with a heading.
fn sections(text: &str) -> Vec<Vec<String>> {
    let (mut sections, mut is_block) = (vec![vec![String::new()]], false);
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        if is_fence || is_block {
            continue;
        }
        if line.starts_with('#') {
            sections.push(vec![String::new()]);
        }
        let section = sections.last_mut().unwrap();
        if line.trim().is_empty() {
            section.push(String::new());
        } else {
            let paragraph = section.last_mut().unwrap();
            paragraph.push_str(line);
            paragraph.push(' ');
        }
    }
    sections
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',')
}

/// The first measured figure of a text: a time, or how much faster something is.
fn figure(text: &str) -> Option<String> {
    let trim = |word: &'_ str| word.trim_matches(|c: char| "|()*,;:.~".contains(c)).to_string();
    let words: Vec<String> = text.split_whitespace().map(trim).filter(|word| !word.is_empty()).collect();
    let at = |i: usize| words.get(i).map_or("", String::as_str);
    let found = (0..words.len()).find(|&i| {
        let is_compared = COMPARED.contains(&at(i + 2));
        let is_measured = match at(i + 1) {
            "times" => is_compared || at(i).contains('.'),
            "%" => ["faster", "slower"].contains(&at(i + 2)),
            unit => UNITS.contains(&unit),
        };
        is_number(at(i)) && is_measured
    })?;
    Some(words[found..words.len().min(found + 3)].join(" "))
}

/// Whether a text names a command with figures, or a day or a month.
fn has_origin(text: &str) -> bool {
    let is_day = |word: &str| {
        let parts: Vec<&str> = word.split('-').collect();
        parts.len() == 3 && parts[0].len() == 4 && parts.iter().all(|part| part.parse::<u16>().is_ok())
    };
    let mut days = text.split(|c: char| !(c.is_ascii_digit() || c == '-'));
    let months = MONTHS.iter().any(|month| text.contains(&format!("{month} 20")));
    months || days.any(is_day) || COMMANDS.iter().any(|command| text.contains(command))
}

/// The figures of a page without an origin: neither their section nor the text before all sections has one.
fn unfounded(text: &str) -> (usize, Vec<String>) {
    let sections = sections(text);
    // The title is a heading too.
    let before: String = sections.iter().take(2).flatten().map(String::as_str).collect();
    let (mut count, mut faults) = (0, Vec::new());
    for section in &sections {
        let is_founded = has_origin(&section.concat()) || has_origin(&before);
        let figures: Vec<String> = section.iter().filter_map(|paragraph| figure(paragraph)).collect();
        count += figures.len();
        if !is_founded {
            faults.extend(figures);
        }
    }
    (count, faults)
}

#[test]
fn figures_stand_beside_a_command_or_a_date() {
    let (mut count, mut faults) = (0, Vec::new());
    for (file, text) in documents::pages() {
        if file == "CHANGELOG.md" {
            continue;
        }
        let (found, unfounded) = unfounded(&text);
        count += found;
        faults.extend(unfounded.into_iter().map(|figure| format!("{file}: {figure}")));
    }
    assert_eq!(faults, [""; 0]);
    assert!(count > 10, "{count}");

    let page = |section: &str| {
        format!("# Title\n\nIntroduction.\n\n## First\n\n{section}\n\n## Second\n\n`lab x`\n")
    };
    for measured in
        ["It takes 1,200 ns.", "Sums are 2.5 times\nfaster.", "| a | 7 µs |", "5 % slower", "3 times as fast"]
    {
        assert_eq!(unfounded(&page(measured)).1.len(), 1, "{measured}");
        for origin in ["`lab compare msm`", "2026-11-24", "In November 2026"] {
            assert_eq!(
                unfounded(&page(&format!("{measured}\n\n{origin}"))).1.len(),
                0,
                "{measured} {origin}"
            );
        }
    }
    for other in ["32 bytes, 2^64 times", "called 3 times", "```text\n5 ns\n```"] {
        assert_eq!(unfounded(&page(other)).1.len(), 0, "{other}");
    }
}

/// The bars of Vorpal in `docs/peers.svg`, by the first words of their title.
fn bar(texts: &[&str], title: &str) -> f64 {
    let start =
        texts.iter().position(|text| text.starts_with(title)).unwrap_or_else(|| panic!("no bar {title}"));
    let own = texts[start..].iter().position(|text| *text == "vorpal").unwrap();
    texts[start + own..].iter().find_map(|text| text.parse().ok()).unwrap()
}

#[test]
fn the_readme_describes_its_picture() {
    let picture = read("docs/peers.svg");
    let texts: Vec<&str> =
        picture.split('>').filter_map(|part| Some(part.split_once('<')?.0.trim())).collect();
    let readme = read("README.md").replace('\n', " ");
    let description = readme.split("![").nth(1).unwrap().split(']').next().unwrap();
    for (words, titles) in [
        ("sums of points about", &["Sum, BLS12-381", "Sum, BN254"][..]),
        ("recovery of 1,000 senders about", &["Recover 1,000"]),
        ("a pairing", &["One pairing"]),
        ("commitments about", &["Commit to one"]),
        ("multiproofs about", &["Verify a multiproof"]),
        ("a Groth16 proof about", &["Groth16 proof"]),
    ] {
        let stated = description.split(words).nth(1).unwrap_or_else(|| panic!("{words}"));
        let stated = stated.split_whitespace().next().unwrap();
        let digits = stated.split_once('.').map_or(0, |(_, digits)| digits.len());
        // The mean of the bars, rounded to the digits of the text.
        let mean = titles.iter().map(|title| bar(&texts, title)).sum::<f64>() / titles.len() as f64;
        assert_eq!(stated, format!("{mean:.digits$}"), "{words} {mean}");
    }
    assert!(description.contains("one signature twice"));
    assert!((1.9..2.1).contains(&bar(&texts, "Verify one ECDSA")));
}
