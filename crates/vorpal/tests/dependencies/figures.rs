//! Measured figures in the documents: each names its entry in `docs/results.toml`, which has the value, the command,
//! the processor, the backend and the date. The text beside the picture of speeds has the picture's values.
//!
//! A figure is a time, a ratio of times or a share of a time. A comment `<!-- figures: ENTRY, .. -->` in its paragraph,
//! list item or table names the entries. The pages of the lab have settings of measurements: their sections name the
//! commands.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};
use vorpal_oracle::documents;

use crate::blocks;
use crate::documents::{cells, read};

/// The file of the entries.
const RESULTS: &str = "docs/results.toml";
/// The beginning of a comment that names entries.
const MARK: &str = "<!-- figures:";
/// The pages with other rules: earlier versions, and settings of measurements.
const OTHERS: [&str; 2] = ["CHANGELOG.md", "lab/"];

/// The spellings of units of time, and of ratios.
const UNITS: [(&str, &str); 17] = [
    ("ns", "ns"),
    ("nanoseconds", "ns"),
    ("us", "µs"),
    ("µs", "µs"),
    ("microseconds", "µs"),
    ("ms", "ms"),
    ("milliseconds", "ms"),
    ("s", "s"),
    ("seconds", "s"),
    ("min", "min"),
    ("minutes", "min"),
    ("hours", "h"),
    ("cycles", "cycles"),
    ("times", "times"),
    ("%", "%"),
    ("percent", "%"),
    ("GB/s", "GB/s"),
];
/// What follows a ratio of times.
const COMPARED: [&str; 7] = ["faster", "slower", "as", "less", "more", "longer", "the"];
/// The beginnings of code that names a command of the lab with figures.
const COMMANDS: [&str; 5] = ["`lab ", "`compare", "`counts", "`evm ", "`cargo "];
const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A number of a text with its unit, which is empty for a cell of a table that is a number alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Figure {
    /// The digits, without commas between thousands.
    number: String,
    unit: &'static str,
}

impl Figure {
    fn new(word: &str, unit: &'static str) -> Self {
        Self { number: number(word).unwrap(), unit }
    }
}

/// The digits of a number in digits or in a word.
fn number(word: &str) -> Option<String> {
    let digits = word.replace(',', "");
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    let named = NUMBERS.iter().position(|name| *name == word).map(|index| (index + 1).to_string());
    if is_number { Some(digits) } else { named }
}

/// The paragraphs, list items and tables of a page, each with the comment above it. Left out are code blocks, and the
/// outputs of programs between `<!-- NAME.py -->` and `<!-- end -->`, which tests of the programs compare.
fn parts(text: &str) -> Vec<String> {
    let (mut parts, mut is_block, mut is_output) = (vec![String::new()], false, false);
    for line in text.lines() {
        let (trimmed, is_fence) = (line.trim(), line.trim_start().starts_with("```"));
        is_block ^= is_fence;
        is_output |= trimmed.ends_with(".py -->");
        if trimmed.is_empty() || is_fence || is_output {
            parts.push(String::new());
        } else if !is_block {
            if trimmed.starts_with("* ") || trimmed.starts_with('#') {
                parts.push(String::new());
            }
            let part = parts.last_mut().unwrap();
            part.push_str(line);
            part.push('\n');
        }
        is_output &= trimmed != "<!-- end -->";
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The words of a text without marks of sentences, tables and emphasis. A percent sign is a word of its own.
fn words(text: &str) -> Vec<String> {
    let trim = |word: &str| word.trim_matches(|c: char| "|()*,;:.~\"".contains(c)).to_string();
    text.replace('%', " % ").split_whitespace().map(trim).filter(|word| !word.is_empty()).collect()
}

/// The figures of a sentence or of a cell.
fn figures_of_words(text: &str) -> Vec<Figure> {
    let words = words(text);
    let at = |i: usize| words.get(i).map_or("", String::as_str);
    let mut found = Vec::new();
    for i in 0..words.len() {
        let is_of_time = ["as", "the"].contains(&at(i + 1))
            && [at(i + 1), at(i + 2)].iter().any(|word| ["as", "time"].contains(word));
        match at(i) {
            "twice" if is_of_time => found.push(Figure::new("2", "times")),
            "half" if is_of_time => found.push(Figure::new("0.5", "times")),
            _ => {}
        }
        let Some((_, unit)) = UNITS.iter().find(|(name, _)| *name == at(i + 1)) else { continue };
        if number(at(i)).is_none() {
            continue;
        }
        let before = if i == 0 { "" } else { at(i - 1) };
        let is_measured = match *unit {
            "times" => COMPARED.contains(&at(i + 2)) || at(i).contains('.') || before == "about",
            // A tolerance is no measurement.
            "%" => before != "within",
            // In words: the bounds of a wait, and how long a reader takes.
            "min" | "s" | "h" => !NUMBERS.contains(&at(i)),
            _ => true,
        };
        if !is_measured {
            continue;
        }
        // All numbers of a list before the unit: `a, b and c ns`, `a to b ns`.
        let mut first = i;
        while first >= 1 {
            let step = if ["and", "to", "or"].contains(&at(first - 1)) { 2 } else { 1 };
            if first < step || number(at(first - step)).is_none() {
                break;
            }
            first -= step;
        }
        let list = (first..=i).filter(|&k| number(at(k)).is_some());
        found.extend(list.map(|k| Figure::new(at(k), unit)));
    }
    found
}

/// The figures of a paragraph, a list item or a table.
fn figures(part: &str) -> BTreeSet<Figure> {
    let mut found = BTreeSet::new();
    let mut sentences = String::new();
    for line in part.lines() {
        let Some(cells) = cells(line) else {
            sentences.push_str(line);
            sentences.push('\n');
            continue;
        };
        for cell in cells {
            found.extend(figures_of_words(cell));
            if cell.contains('.') && number(cell).is_some() {
                found.insert(Figure::new(cell, ""));
            }
        }
    }
    found.extend(figures_of_words(&sentences));
    found
}

/// The entries that a part names.
fn marks(part: &str) -> Vec<&str> {
    let comments = part.split(MARK).skip(1).map(|rest| rest.split("-->").next().unwrap());
    comments.flat_map(|names| names.split(',').map(str::trim)).collect()
}

/// Text without comments, whose words are no figures.
fn without_comments(part: &str) -> String {
    let mut parts = part.split("<!--");
    let before = parts.next().unwrap_or_default().to_string();
    before + &parts.filter_map(|rest| Some(rest.split_once("-->")?.1)).collect::<String>()
}

/// The values of each entry.
fn results() -> BTreeMap<String, Table> {
    let table: Table = read(RESULTS).parse().unwrap();
    table.into_iter().map(|(name, entry)| (name, entry.as_table().unwrap().clone())).collect()
}

/// A value, as it stands in an entry: a number with a unit, or alone.
fn value(text: &str) -> Figure {
    let words: Vec<&str> = text.split(' ').collect();
    let unit = |name: &str| UNITS.iter().find(|(known, _)| *known == name).map(|(_, unit)| *unit);
    match *words {
        [one] if number(one).is_some() => Figure::new(one, ""),
        [one, name] if number(one).is_some() => {
            Figure::new(one, unit(name).unwrap_or_else(|| panic!("{RESULTS}: the unit of {text}")))
        }
        _ => panic!("{RESULTS}: {text} is no figure"),
    }
}

fn values(entry: &Table) -> Vec<Figure> {
    let values = entry["values"].as_table().unwrap();
    values.values().map(|text| value(text.as_str().unwrap())).collect()
}

/// What is wrong with the figures of a page. `used` receives each number in the parts that name an entry.
fn faults(
    page: &str,
    results: &BTreeMap<String, Table>,
    used: &mut BTreeMap<String, BTreeSet<String>>,
) -> Vec<String> {
    let mut faults = Vec::new();
    for part in parts(page) {
        let mut known = Vec::new();
        let text = without_comments(&part);
        for name in marks(&part) {
            let Some(entry) = results.get(name) else {
                faults.push(format!("{RESULTS} has no entry {name}"));
                continue;
            };
            known.extend(values(entry));
            let in_digits = |word: &String| if word == "twice" { Some("2".into()) } else { number(word) };
            let numbers: Vec<String> = words(&text).iter().filter_map(in_digits).collect();
            let named = figures(&text).into_iter().map(|figure| figure.number);
            used.entry(name.into()).or_default().extend(numbers.into_iter().chain(named));
        }
        // A number alone stands in the column of its unit.
        let fits = |figure: &Figure, value: &Figure| {
            figure.number == value.number && (figure.unit.is_empty() || figure.unit == value.unit)
        };
        let unknown =
            figures(&text).into_iter().filter(|figure| !known.iter().any(|value| fits(figure, value)));
        faults.extend(unknown.map(|figure| format!("{} {}", figure.number, figure.unit)));
    }
    faults
}

#[test]
fn figures_have_an_entry_of_the_results() {
    let results = results();
    let (mut used, mut found) = (BTreeMap::new(), Vec::new());
    for (file, text) in documents::pages() {
        if !OTHERS.iter().any(|other| file.starts_with(other)) {
            let faults = faults(&text, &results, &mut used);
            found.extend(faults.into_iter().map(|fault| format!("{file}: {fault}")));
        }
    }
    assert_eq!(found, [""; 0]);
    for (name, entry) in &results {
        let numbers = used.get(name).unwrap_or_else(|| panic!("no page has the figures of {name}"));
        for value in values(entry) {
            assert!(numbers.contains(&value.number), "no page with {name} has {value:?}");
        }
    }
    assert!(results.len() > 10);
}

#[test]
fn results_have_an_origin() {
    let is_date = |text: &str| {
        let parts: Vec<&str> = text.split('-').collect();
        [2, 3].contains(&parts.len())
            && parts[0].len() == 4
            && parts.iter().all(|part| part.parse::<u16>().is_ok())
    };
    for (name, entry) in results() {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
        for key in ["kind", "processor", "backend"] {
            assert!(!text(key).is_empty(), "{name} has no {key}");
        }
        let kinds = ["measured", "modelled", "counted", "published"];
        assert!(kinds.contains(&text("kind")), "{name}: the kind");
        assert!(is_date(text("date")), "{name}: a date is YYYY-MM or YYYY-MM-DD");
        // A prototype that was not kept has no command.
        let origin = [text("command"), text("prototype")];
        assert_eq!(
            origin.iter().filter(|text| !text.is_empty()).count(),
            1,
            "{name}: a command or a prototype"
        );
        let known = ["kind", "processor", "backend", "date", "command", "prototype", "values", "workloads"];
        let others: Vec<_> = entry.keys().filter(|key| !known.contains(&key.as_str())).collect();
        assert!(others.is_empty(), "{name} has {others:?}");
        for command in documents::commands_of(RESULTS, 1, text("command"), false) {
            assert_eq!(blocks::fault(&command), None, "{name}");
        }
        // `lab results` writes what `lab compare` measures.
        let workloads = entry.get("workloads").and_then(Value::as_table);
        assert_eq!(workloads.is_some(), text("command").contains("lab compare"), "{name}: workloads");
        if let Some(workloads) = workloads {
            let values: BTreeSet<&str> = entry["values"]
                .as_table()
                .unwrap()
                .keys()
                .map(|key| key.split(", ").next().unwrap())
                .collect();
            let keys: BTreeSet<&str> = workloads.keys().map(String::as_str).collect();
            assert_eq!(keys, values, "{name}: the keys of its workloads");
        }
    }
}

#[test]
fn the_tables_of_processors_have_the_values_of_their_entries() {
    let page = read("docs/processors.md");
    let mut rows =
        page.lines().filter_map(cells).map(|row| row.iter().map(|cell| cell.replace('`', "")).collect());
    let header: Vec<String> = rows.next().unwrap();
    let of_page = rows.filter(|row| *row != header).flat_map(|row: Vec<String>| {
        let key = |backend: &String| format!("{}, {backend}", row[0]);
        header[1..].iter().map(key).zip(row[1..].to_vec()).collect::<Vec<_>>()
    });
    let results = results();
    let all =
        |part: &str| ["backends", "singles"].map(|entry| results[entry][part].as_table().unwrap().clone());
    let of_entries = all("values").into_iter().flatten();
    let of_entries = of_entries.map(|(key, value)| (key, value.as_str().unwrap().to_string()));
    assert_eq!(of_page.collect::<BTreeMap<_, _>>(), of_entries.collect());
    for (name, list) in all("workloads").into_iter().flatten() {
        assert_eq!(list.as_array().unwrap()[..], [Value::from(name.as_str())], "one workload in a row");
    }
}

#[test]
fn figures_without_an_entry_are_found() {
    let results: BTreeMap<_, _> =
        [("x".to_string(), "[values]\na = \"1200 ns\"\nb = \"2.5 times\"\nc = \"7.5\"")]
            .map(|(name, text)| (name, text.parse().unwrap()))
            .into();
    let count = |page: &str| faults(page, &results, &mut BTreeMap::new()).len();
    let marked = |text: &str| format!("Text.\n\n<!-- figures: x -->\n{text}\n\nText.\n");
    for (text, number) in [
        ("It takes 1,200 ns.", 1),
        ("Sums are 2.5 times\nfaster.", 1),
        ("| a | 7.5 |", 1),
        ("* An item: 1,200 ns <!-- figures: x -->", 0),
    ] {
        assert_eq!(count(text), number, "{text}");
        assert_eq!(count(&marked(text)), 0, "{text}");
    }
    for other in [
        "1,300 ns",
        "1,200 ms",
        "2.6 times",
        "5 % slower",
        "twice as fast",
        "half the time",
        "three times as long",
        "40 and 1,200 ns",
        "30 to 1,200 ns",
        "about 4 times",
        "| a | 7.6 |",
        "| a | 8 µs |",
    ] {
        assert_eq!(count(&marked(other)), 1, "{other}");
    }
    for none in [
        "32 bytes, 2^64 times",
        "called 3 times",
        "```text\n5 ns\n```",
        "within 3 %",
        "derived twice",
        "five minutes",
        "<!-- x.py -->\n| 5 ns | 1.5 |\n<!-- end -->",
        "| a | 15 |",
    ] {
        assert_eq!(count(none), 0, "{none}");
    }
    // An entry counts in its paragraph only.
    assert_eq!(count("<!-- figures: x -->\n1,200 ns\n\n1,200 ns"), 1);
    assert_eq!(count("<!-- figures: y -->\nText."), 1);
}

#[test]
fn sections_of_the_lab_name_their_commands() {
    for (file, text) in documents::pages().into_iter().filter(|(file, _)| file.starts_with("lab/")) {
        let sections: Vec<String> = text.split("\n#").map(|section| parts(section).concat()).collect();
        let is_named = |text: &str| COMMANDS.iter().any(|command| text.contains(command));
        for section in &sections {
            let named = is_named(section) || is_named(&sections[0]);
            // Numbers alone are versions.
            let has_times = figures(section).iter().any(|figure| !figure.unit.is_empty());
            assert!(!has_times || named, "{file}: {section}");
        }
    }
}

/// What stands for a ratio of times without a number.
const VAGUE: [&str; 8] = [
    "several times faster",
    "several times slower",
    "several times as",
    "many times faster",
    "much faster",
    "much slower",
    "a hundredth of",
    "a thousandth of",
];

/// Whether a part compares times without a number, an entry or a command.
fn is_vague(part: &str) -> bool {
    let text = part.split_whitespace().collect::<Vec<_>>().join(" ");
    let has_origin = !marks(part).is_empty() || COMMANDS.iter().any(|command| text.contains(command));
    !has_origin && VAGUE.iter().any(|words| text.contains(words))
}

#[test]
fn ratios_without_a_number_name_a_command() {
    let mut found = Vec::new();
    for (file, text) in documents::pages() {
        let vague = parts(&text).into_iter().filter(|part| is_vague(part));
        found.extend(vague.map(|part| format!("{file}: {part}")));
    }
    assert_eq!(found, [""; 0]);
    assert!(is_vague("Sums are several\ntimes faster here."));
    for well in ["Sums are several times faster: `lab compare msm`.", "Sums are faster.", "a tenth of a core"]
    {
        assert!(!is_vague(well), "{well}");
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
    let processor = results()["peers"]["processor"].as_str().unwrap().to_string();
    assert!(
        texts.iter().any(|text| text.starts_with(&processor)),
        "the processor of the picture: {processor}"
    );
}
