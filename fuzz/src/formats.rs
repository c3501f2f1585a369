//! Targets for input files of the command. Accepted values are written and read back unchanged. Errors name an existing
//! line and quote little of the input. Memory is proportional to the input.

use std::fmt::Write;
use std::path::Path;

use crate::changes::bounded;
use crate::hex::Bytes;
use crate::input::accounts::Account;
use crate::input::lines::{CSV_LINE, JSON_LINE, Lines};
use crate::input::signatures::{COLUMNS, Identifiers};
use crate::input::{Error, accounts, genesis, key_values, roots, signatures};

const FILE: &str = "file";

/// The permitted bytes of memory per input byte. The maximum occurs when a tenth of a line becomes an entry of a table.
const EACH: u64 = 64;

fn read<T>(bytes: &[u8], parse: impl FnOnce(&Path, &[u8]) -> Result<T, Error>) -> Option<T> {
    match bounded(bytes.len(), EACH, || parse(Path::new(FILE), bytes)) {
        Ok(value) => Some(value),
        Err(Error { file, line, reason }) => {
            assert_eq!(file, Path::new(FILE));
            let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
            assert!(
                line.is_none_or(|line| (1..=lines).contains(&line)),
                "line {line:?} of {lines}: {reason}"
            );
            assert!(reason.chars().count() < 600, "{reason}");
            None
        }
    }
}

fn written(accounts: &[Account]) -> String {
    accounts.iter().map(|account| serde_json::to_string(account).expect("an account") + "\n").collect()
}

/// Files `N.jsonl`.
pub fn updates(bytes: &[u8]) {
    let parse = |path: &Path, bytes: &[u8]| accounts::parse(Lines::new(path, bytes, JSON_LINE));
    let Some(read) = read(bytes, parse) else { return };
    let text = written(&read);
    let again = parse(Path::new(FILE), text.as_bytes()).expect("written accounts are valid");
    assert_eq!(written(&again), text);
    assert_eq!(again.len(), read.len());
}

/// Files of keys and values (`*.csv`) or `N.signatures.csv`; the first byte selects the format.
pub fn rows(bytes: &[u8]) {
    let Some((kind, bytes)) = bytes.split_first() else { return };
    if kind % 2 == 0 {
        let parse = |path: &Path, bytes: &[u8]| key_values::parse(Lines::new(path, bytes, CSV_LINE));
        let Some(entries) = read(bytes, parse) else { return };
        let mut text = String::new();
        for (key, value) in &entries {
            let _ = writeln!(text, "{},{}", Bytes(key.to_bytes()), Bytes(*value));
        }
        assert_eq!(parse(Path::new(FILE), text.as_bytes()), Ok(entries));
        return;
    }
    let identifiers = if kind % 4 == 1 { Identifiers::Parity } else { Identifiers::All };
    let parse =
        |path: &Path, bytes: &[u8]| signatures::parse(path, Lines::new(path, bytes, CSV_LINE), identifiers);
    let Some(read) = read(bytes, parse) else { return };
    let all = read.iter().all(|signature| signature.public_key.is_some());
    let mut text = COLUMNS[..if all { 6 } else { 5 }].join(",") + "\n";
    for signature in &read {
        let recovery = &signature.recovery;
        let [hash, r, s] = [recovery.hash, recovery.r, recovery.s].map(Bytes);
        let _ = write!(text, "{hash},{r},{s},{},{}", recovery.recovery_id, Bytes(signature.sender));
        if let Some(key) = signature.public_key.filter(|_| all) {
            let _ = write!(text, ",{}", Bytes(key.to_uncompressed()));
        }
        text.push('\n');
    }
    let again = parse(Path::new(FILE), text.as_bytes()).expect("written signatures are valid");
    assert!(again.iter().zip(&read).all(|(a, b)| a.recovery == b.recovery && a.sender == b.sender));
    assert_eq!(again.len(), read.len());
}

/// Files `genesis.json`.
pub fn genesis(bytes: &[u8]) {
    let parse = |path: &Path, bytes: &[u8]| genesis::parse(path, bytes);
    let Some(accounts) = read(bytes, parse) else { return };
    let text = written(&accounts);
    let lines = Lines::new(Path::new(FILE), text.as_bytes(), JSON_LINE);
    assert_eq!(written(&accounts::parse(lines).expect("accounts")), text);
    assert!(parse(Path::new(FILE), &[bytes, b"x"].concat()).is_err());
}

/// Files `roots.json`.
pub fn roots(bytes: &[u8]) {
    let parse = |path: &Path, bytes: &[u8]| roots::parse(path, bytes);
    let Some(mut roots) = read(bytes, parse) else { return };
    assert_eq!(roots.order.len(), roots.entries.len());
    let entries: Vec<_> =
        roots.order.iter().map(|file| roots.entries.remove(file).expect("its entry")).collect();
    let text = serde_json::to_string(&entries).expect("entries");
    let again = parse(Path::new(FILE), text.as_bytes()).expect("written roots are valid");
    assert_eq!(again.order, roots.order);
    assert!(entries.iter().all(|entry| again.entries[&entry.file].root == entry.root));
}

pub(crate) fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let (address, word) = (format!("0x{}", "11".repeat(20)), format!("0x{}", "22".repeat(32)));
    let account = format!(
        "{{\"address\":\"{address}\",\"nonce\":1,\"balance\":\"0x2\",\"code_hash\":\"{word}\",\
         \"storage\":{{\"0x1\":\"0x3\",\"0x2\":\"0x0\"}},\"code_size\":7}}"
    );
    let other = account.replace("1111", "3333");
    let key_value = format!("{word},{word}");
    let header = COLUMNS.join(",");
    let row = format!("{word},{word},{word},1,{address},");
    let g = "0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798\
             483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8";
    let entry = format!("{{\"file\":\"1.jsonl\",\"keys\":3,\"root\":\"{word}\"}}");
    let genesis_entry =
        "{\"balance\":\"7\",\"nonce\":\"0x1\",\"code\":\"0x6001\",\"storage\":{\"0x1\":\"0x2\"}}";
    let texts: Vec<(&str, String)> = match target {
        "updates" => vec![
            ("one", account.clone()),
            ("two", format!("{account}\n{other}\r\n")),
            ("twice", format!("{account}\n{account}\n")),
            ("nested", "[".repeat(300)),
            ("field", account.replace("nonce", &"n".repeat(300))),
        ],
        "rows" => vec![
            ("entry", format!("\0{key_value}\n")),
            ("entries", format!("\0{key_value}\n{}\n", key_value.replacen("22", "33", 1))),
            ("entry-twice", format!("\0{key_value}\n{key_value}\n")),
            ("commas", format!("\0{}", ",".repeat(5000))),
            ("signature", format!("\u{1}{header}\n{row}0x{g}\n")),
            ("five-columns", format!("\u{3}{}\n{}\n", COLUMNS[..5].join(","), row.trim_end_matches(','))),
            (
                "long-parity",
                format!(
                    "\u{3}{}\n{}\n",
                    COLUMNS[..5].join(","),
                    row.replace(",1,", &format!(",{},", "1".repeat(300)))
                ),
            ),
        ],
        "genesis" => vec![
            ("one", format!("{{\"alloc\":{{\"{address}\":{genesis_entry}}}}}")),
            ("others", "{\"nonce\":\"0x42\",\"config\":{\"a\":[1,2]},\"alloc\":{}}".to_string()),
            (
                "twice",
                format!(
                    "{{\"alloc\":{{\"{address}\":{genesis_entry},\"{}\":{genesis_entry}}}}}",
                    &address[2..]
                ),
            ),
            (
                "forms",
                format!(
                    "{{\"Alloc\":{{\"{address}\":{{\"privateKey\":\"1\",\"Balance\":\"\",\"code\":null,\
                     \"storage\":{{\"\":\"0\",\"{}\":\"07\"}}}}}}}}",
                    &word[2..]
                ),
            ),
            ("nested", format!("{{\"x\":{}", "[".repeat(300))),
            ("number", format!("{{\"alloc\":{{\"{address}\":{{\"balance\":{}}}}}}}", "1".repeat(200))),
        ],
        _ => vec![
            ("one", format!("[{entry}]")),
            ("two", format!("[{entry},\n{}]", entry.replace("1.jsonl", "2.jsonl"))),
            ("twice", format!("[{entry},{entry}]")),
            ("nested", "[".repeat(300)),
            ("long-name", format!("[{}]", entry.replace("1.jsonl", &"x".repeat(5000)))),
        ],
    };
    texts.into_iter().map(|(name, text)| (name.to_string(), text.into_bytes())).collect()
}
