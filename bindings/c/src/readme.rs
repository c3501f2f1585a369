//! The table of languages in the README, compared with the exported functions and with the other packages.

use std::path::Path;

/// The names in backquotes.
fn names(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The rows of the table: prefixes of functions, and the names in Go, Python, Java and JavaScript.
fn rows() -> Vec<(Vec<&'static str>, Vec<Vec<&'static str>>)> {
    let lines = include_str!("../README.md").lines();
    let rows = lines.skip_while(|line| !line.starts_with("| Functions in C |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.map(|line| {
        let cells: Vec<_> = line.split('|').collect();
        assert_eq!(cells.len(), 8, "{line}");
        (names(cells[1]), cells[3..7].iter().map(|cell| names(cell)).collect())
    })
    .collect()
}

#[test]
fn the_table_has_every_function() {
    let alone = ["vorpal_abi_version", "vorpal_backend", "vorpal_last_error", "vorpal_version"];
    let symbols: Vec<_> =
        include_str!("../symbols.txt").lines().filter(|symbol| !alone.contains(symbol)).collect();
    let prefixes: Vec<_> = rows().into_iter().flat_map(|(prefixes, _)| prefixes).collect();
    for symbol in &symbols {
        assert!(prefixes.iter().any(|prefix| symbol.starts_with(prefix)), "no row for {symbol}");
    }
    for prefix in prefixes {
        assert!(symbols.iter().any(|symbol| symbol.starts_with(prefix)), "no function is named {prefix}");
    }
}

#[test]
fn the_table_has_packages_that_exist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let functions = include_str!("../../wasm/js/index.d.ts");
    for (_, languages) in rows() {
        for (language, names) in languages.iter().enumerate() {
            for name in names {
                let exists = match language {
                    0 => folder.join("go").join(name).is_dir(),
                    1 => folder.join(format!("python/python/vorpal/{name}.py")).is_file(),
                    2 => folder.join("java/vorpal/src/main/java/io/vorpal").join(name).is_dir(),
                    _ => {
                        functions.contains(&format!("  {name}("))
                            || functions.contains(&format!("  readonly {name}:"))
                    }
                };
                assert!(exists, "{name} of language {language}");
            }
        }
    }
}
