//! Texts of setups, and files of tables.

use std::sync::OnceLock;

use vorpal::kzg::Setup;

use super::input::Input;
use super::oracle::{Oracle, multiple};
use crate::changes::{self, bounded, changed};
use vorpal::fields::primes::Bls12_381Scalar as Scalar;

/// The first byte of a text that is given itself, and not as changes of the valid one.
const TEXT: u8 = 0;
const CHANGES: u8 = 1;
const JSON: u8 = 2;

/// The words of the text, as the parser compares them: numbers by value, points without a prefix and in lower case.
fn words(text: &str) -> Vec<String> {
    let word = |(position, word): (usize, &str)| match word.parse::<usize>() {
        Ok(number) if position < 2 => number.to_string(),
        _ => word.strip_prefix("0x").unwrap_or(word).to_ascii_lowercase(),
    };
    text.split_ascii_whitespace().enumerate().map(word).collect()
}

/// The valid text with changes of bytes, words and lines.
fn edited(input: &mut Input<'_>, text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..input.byte() % 4 {
        let kind = input.byte();
        // Anywhere: 24 bits.
        let position = (input.below(1 << 16) << 8 | usize::from(input.byte())) % (bytes.len() + 1);
        let (start, end) = (position.saturating_sub(97), (position + 97).min(bytes.len()));
        match kind % 8 {
            0 => bytes.truncate(position),
            1 => bytes.insert(position, input.byte()),
            2 => drop(bytes.drain(position..(position + input.below(200)).min(bytes.len()))),
            3 => bytes[position..end].make_ascii_uppercase(),
            4 => bytes.splice(position..position, *b" \n\t").for_each(drop),
            5 => bytes.extend_from_within(start..position),
            6 => {
                // Two lines change their places.
                let line =
                    |at: usize| bytes[at..].iter().position(|byte| *byte == b'\n').map(|end| at + end + 1);
                if let Some(first) = line(position.min(bytes.len()))
                    && let Some(second) = line(first)
                    && let Some(third) = line(second)
                    && third - second == second - first
                {
                    let (left, right) = bytes[first..third].split_at_mut(second - first);
                    left.swap_with_slice(right);
                }
            }
            _ => {
                if let Some(byte) = bytes.get_mut(position) {
                    *byte ^= input.byte();
                }
            }
        }
    }
    bytes
}

/// A setup that is accepted has the number of the oracle.
fn check(setup: &Setup) {
    let oracle = Oracle::get();
    let (c, z, y) = (Scalar::from(77), Scalar::from(5), Scalar::from(3));
    let proof = multiple(&((c - y) * (oracle.secret - z).invert_vartime().expect("another number")));
    let [z, y] = [z, y].map(|scalar| scalar.to_be_bytes());
    assert_eq!(setup.verify_kzg_proof(&multiple(&c), &z, &y, &proof), Ok(true));
    let blob = [[0; 31].as_slice(), &[1]].concat().repeat(4096);
    assert_eq!(setup.blob_to_kzg_commitment(&blob), Ok(multiple(&Scalar::ONE)));
}

/// Trusted setups: a text is accepted if and only if its words are those of the setup; JSON too.
pub fn kzg_setups(bytes: &[u8]) {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let oracle = Oracle::get();
    type Read = fn(&str) -> Result<Setup, vorpal::kzg::Error>;
    let (text, read): (_, Read) = match *kind {
        TEXT => (rest.to_vec(), Setup::from_text),
        JSON => {
            let lines: Vec<&str> = oracle.text.lines().collect();
            let list = |name: &str, lines: &[&str]| format!("\"{name}\":[\"{}\"]", lines.join("\",\""));
            let json = [
                list("g1_lagrange", &lines[2..4098]),
                list("g2_monomial", &lines[4098..4163]),
                list("g1_monomial", &lines[4163..]),
            ];
            (edited(&mut Input::new(rest), &format!("{{{}}}", json.join(",\n"))), Setup::from_json)
        }
        _ => (edited(&mut Input::new(rest), &oracle.text), Setup::from_text),
    };
    let Ok(text) = String::from_utf8(text) else { return };
    match read(&text) {
        Ok(setup) => {
            check(&setup);
            assert!(*kind == JSON || words(&text) == words(&oracle.text));
        }
        Err(vorpal::kzg::Error::Setup(error)) => {
            assert!(!error.to_string().is_empty());
            assert!(*kind == JSON || words(&text) != words(&oracle.text) || has_other_case(&text), "{error}");
        }
        Err(error) => panic!("{error}"),
    }
}

/// Whether a word has a prefix in upper case, or one too many, which is no text of the format.
fn has_other_case(text: &str) -> bool {
    text.split_ascii_whitespace().any(|word| word.starts_with("0X") || word.starts_with("0x0x"))
}

fn tables() -> &'static [u8] {
    static TABLES: OnceLock<Vec<u8>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut bytes = Vec::new();
        Oracle::get().with_tables.write_tables(&mut bytes).expect("memory");
        bytes
    })
}

/// Files of tables: unchanged ones are accepted. What is accepted is written as the same bytes, and memory is bounded.
pub fn kzg_tables(bytes: &[u8]) {
    let valid = tables();
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    // The header has the checksum of the first part at the end of that part.
    let mut file = changed(valid, &[&[first % 4], rest].concat());
    let sealed = first & 0x40 != 0;
    let end = first_part(valid);
    if sealed && file.len() > end {
        let checksum = crc32fast::hash(&file[..end - 4]);
        file[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
    }
    let found = bounded(file.len(), 8, || Oracle::get().plain.read_tables(&file[..]));
    let Ok(setup) = found else {
        assert!(file != valid);
        return;
    };
    let mut written = Vec::new();
    setup.write_tables(&mut written).expect("memory");
    assert!(written == file);
    assert!(sealed || file == valid);
    // The setup without tables is what it was.
    assert!(file != valid || setup.table_plan() == Oracle::get().with_tables.table_plan());
}

/// The length of the tables for cells with their checksum: the rest has its own.
fn first_part(file: &[u8]) -> usize {
    let rest = file[48..].first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    file.len() - usize::try_from(rest).expect("a length")
}

pub(crate) fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let named = |name: &str, bytes: &[u8]| (name.to_string(), bytes.to_vec());
    if target == "kzg_tables" {
        let mut seeds = changes::seeds(&[0, 8, 12, 16, 48, 56, 64, 1000]);
        seeds.extend(seeds.clone().into_iter().filter(|(name, _)| name.starts_with("changed-")).map(
            |(name, mut bytes)| {
                bytes[0] |= 0x40;
                (format!("{name}-first"), bytes)
            },
        ));
        return seeds;
    }
    vec![
        named("numbers", b"\x004096\n65\n"),
        named("other-numbers", b"\x004095\n65\n00"),
        named("points", b"\x004096 65 c0 c0"),
        named("unchanged", &[CHANGES]),
        named("cut", &[CHANGES, 1, 0, 200, 0, 0]),
        named("white-space", &[CHANGES, 1, 4, 200, 3, 9]),
        // Two lines change their places: of the Lagrange basis, of the powers in G2, and of those in G1.
        named("exchanged-lagrange", &[CHANGES, 1, 6, 200, 0, 0]),
        named("exchanged-g2", &[CHANGES, 1, 6, 0x1a, 6, 0x80]),
        named("exchanged-powers", &[CHANGES, 1, 6, 0x27, 9, 0xc0]),
        named("json", &[JSON]),
        named("json-cut", &[JSON, 1, 0, 200, 0, 0]),
    ]
}
