//! A reader of the YAML of Ethereum's vectors of blobs and cells: two levels of keys, strings, numbers, lists of
//! strings in block style, lists of numbers in flow style. It is complete for these files, and refuses all others.

use std::collections::BTreeMap;

/// The values of a key: `None` for null. Nested lists are flat.
pub(crate) type Values = Option<Vec<String>>;

/// The reason why a text is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The line, from 1.
    pub(crate) line: u64,
    pub(crate) reason: String,
}

/// The values of a file by key: those under `input`, and `output`.
pub(crate) fn read(text: &str) -> Result<BTreeMap<String, Values>, Fault> {
    let mut document = Document::default();
    let mut lines = 0;
    for (number, line) in (1..).zip(text.lines()) {
        lines = number;
        document.line(line.trim()).map_err(|reason| Fault { line: number, reason })?;
    }
    if document.in_list_of_numbers {
        return Err(Fault { line: lines, reason: "the list of numbers does not end".into() });
    }
    Ok(document.values)
}

#[derive(Default)]
struct Document {
    values: BTreeMap<String, Values>,
    /// The key whose values follow.
    key: String,
    /// Whether a list in flow style continues on the next line.
    in_list_of_numbers: bool,
}

impl Document {
    fn line(&mut self, content: &str) -> Result<(), String> {
        if self.in_list_of_numbers {
            let numbers = self.numbers(content)?;
            return self.extend(numbers);
        }
        let item = content.trim_start_matches("- ");
        if item.len() < content.len() {
            return self.extend(vec![scalar(item)?]);
        }
        let (key, value) =
            content.split_once(':').ok_or_else(|| format!("`{content:.80}` is no key and no item"))?;
        let values = match value.trim() {
            "null" => None,
            "" => Some(Vec::new()),
            value => Some(match value.strip_prefix('[') {
                Some(numbers) => self.numbers(numbers)?,
                None => vec![scalar(value)?],
            }),
        };
        if self.values.insert(key.into(), values).is_some() {
            return Err(format!("the key {key:.80} occurs twice"));
        }
        self.key = key.into();
        Ok(())
    }

    /// Adds values to the last key.
    fn extend(&mut self, more: Vec<String>) -> Result<(), String> {
        let values = self.values.get_mut(&self.key).and_then(Option::as_mut);
        values.ok_or("an item of no list")?.extend(more);
        Ok(())
    }

    /// The numbers of a line of a list in flow style, after its bracket.
    fn numbers(&mut self, line: &str) -> Result<Vec<String>, String> {
        let end = line.strip_suffix(']');
        self.in_list_of_numbers = end.is_none();
        let words = end.unwrap_or(line).split(',').map(str::trim).filter(|word| !word.is_empty());
        words
            .map(|word| {
                let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
                if is_number { Ok(word.into()) } else { Err(format!("`{word:.80}` is no number")) }
            })
            .collect()
    }
}

/// A string in single quotes, or a word without quotes.
fn scalar(text: &str) -> Result<String, String> {
    let word = match text.strip_prefix('\'') {
        Some(rest) => rest.strip_suffix('\'').ok_or_else(|| format!("`{text:.80}` has no closing quote"))?,
        None => text,
    };
    if word.contains(['\'', '"', ':', '[', '{', ' ']) {
        return Err(format!("`{word:.80}` is no word"));
    }
    Ok(word.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_all_forms() {
        let lists = "  b: [1, 2,\n     3]\n  c:\n  - '0x02'\n  - - 'x'\n    - 'y'\n  d: []\n  e: [\n 7\n ]\n  f: ''\n";
        let text = format!("input:\n  a: '0x01'\n{lists}output: null\n");
        let values = read(&text).unwrap();
        let of = |key: &str| values[key].as_ref().map(|list| list.join(" "));
        for (key, expected) in [
            ("input", Some("")),
            ("a", Some("0x01")),
            ("b", Some("1 2 3")),
            ("c", Some("0x02 x y")),
            ("d", Some("")),
            ("e", Some("7")),
            ("f", Some("")),
            ("output", None),
        ] {
            assert_eq!(of(key).as_deref(), expected, "{key}");
        }
        assert_eq!(values["d"], Some(vec![]));
        assert_eq!(values["f"], Some(vec![String::new()]));
        assert_eq!(values.len(), 8);
    }

    #[test]
    fn refuses_everything_else() {
        for (text, line, reason) in [
            ("input:\n  a\n", 2, "`a` is no key and no item"),
            ("- 'x'\n", 1, "an item of no list"),
            ("a: null\n- 'x'\n", 2, "an item of no list"),
            ("a: 1\na: 2\n", 2, "the key a occurs twice"),
            ("a: [1,\n2,\n", 2, "the list of numbers does not end"),
            ("a: [1, x]\n", 1, "`x` is no number"),
            ("a: [[1]]\n", 1, "`[1]` is no number"),
            ("a: 'x\n", 1, "`'x` has no closing quote"),
            ("a: \"x\"\n", 1, "`\"x\"` is no word"),
            ("a: {b: 1}\n", 1, "`{b: 1}` is no word"),
            ("\n", 1, "`` is no key and no item"),
        ] {
            assert_eq!(read(text), Err(Fault { line, reason: reason.into() }), "{text:?}");
        }
        let long = "x".repeat(100_000);
        assert!(read(&long).unwrap_err().reason.len() < 120);
    }
}
