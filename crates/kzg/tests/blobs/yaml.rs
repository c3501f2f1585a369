//! A reader of the YAML of the vectors: two levels of keys, strings, numbers, lists of strings in block style, lists of
//! numbers in flow style.

use std::collections::BTreeMap;

/// The values of a key: `None` for null. Nested lists are flat.
pub(crate) type Values = Option<Vec<String>>;

/// The values of a file by key: those under `input`, and `output`.
pub(crate) fn read(text: &str) -> BTreeMap<String, Values> {
    let mut values: BTreeMap<String, Values> = BTreeMap::new();
    let mut key = String::new();
    let mut flow = false;
    for line in text.lines() {
        let content = line.trim();
        if flow {
            flow = !content.ends_with(']');
            values.get_mut(&key).unwrap().as_mut().unwrap().extend(numbers(content));
            continue;
        }
        let item = content.trim_start_matches("- ");
        if item.len() < content.len() {
            values.get_mut(&key).unwrap().as_mut().unwrap().extend(scalar(item));
            continue;
        }
        let (name, value) = content.split_once(':').unwrap_or_else(|| panic!("no key: {content:.80}"));
        key = name.to_string();
        let value = value.trim();
        let new = match value {
            "null" => None,
            "" => Some(vec![]),
            _ if value.starts_with('[') => {
                flow = !value.ends_with(']');
                Some(numbers(value).collect())
            }
            _ => Some(scalar(value).into_iter().collect()),
        };
        assert!(values.insert(key.clone(), new).is_none(), "{key} appears twice");
    }
    assert!(!flow);
    values
}

fn numbers(line: &str) -> impl Iterator<Item = String> {
    let inner = line.trim_start_matches('[').trim_end_matches(']');
    inner.split(',').map(str::trim).filter(|word| !word.is_empty()).map(String::from)
}

fn scalar(text: &str) -> Option<String> {
    Some(text.trim_matches('\'').to_string())
}

#[test]
fn the_reader_reads_all_forms() {
    let lists = "  b: [1, 2,\n     3]\n  c:\n  - '0x02'\n  - - 'x'\n    - 'y'\n  d: []\n";
    let text = format!("input:\n  a: '0x01'\n{lists}output: null\n");
    let values = read(&text);
    let of = |key: &str| values[key].as_ref().map(|list| list.join(" "));
    assert_eq!(of("a").unwrap(), "0x01");
    assert_eq!(of("b").unwrap(), "1 2 3");
    assert_eq!(of("c").unwrap(), "0x02 x y");
    assert_eq!(of("d").unwrap(), "");
    assert_eq!(of("output"), None);
    assert_eq!(values["input"], Some(vec![]));
}
