//! The command as a user runs it: exit codes, messages, files.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod chain;

use std::path::{Path, PathBuf};
use std::process::Command;

use chain::{GENERATED_ROOT, generated, outcome, replay, vorpal};
use tempfile::TempDir;
use vorpal::secp256k1::SecretKey;

/// A copy of the first two generated blocks, to be spoiled.
fn two_blocks() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in ["1.jsonl", "2.jsonl", "1.signatures.csv", "2.signatures.csv"] {
        std::fs::copy(generated().join(name), folder.path().join(name)).unwrap();
    }
    let roots = std::fs::read_to_string(generated().join("roots.json")).unwrap();
    let roots: Vec<serde_json::Value> = serde_json::from_str(&roots).unwrap();
    std::fs::write(folder.path().join("roots.json"), serde_json::to_string_pretty(&roots[..2]).unwrap())
        .unwrap();
    folder
}

fn edit(folder: &Path, name: &str, change: impl Fn(&str) -> String) {
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = change(&text);
    assert_ne!(text, changed, "the change changes something");
    std::fs::write(path, changed).unwrap();
}

/// The text with one line (counted from 1) changed.
fn with_line(text: &str, number: usize, change: impl Fn(&str) -> String) -> String {
    let lines = text.lines().enumerate();
    lines.map(|(i, line)| if i + 1 == number { change(line) } else { line.to_string() } + "\n").collect()
}

/// The line with the `column`th field of a CSV replaced.
fn with_field(line: &str, column: usize, field: &str) -> String {
    let mut fields: Vec<&str> = line.split(',').collect();
    fields[column] = field;
    fields.join(",")
}

/// Another hexadecimal digit at the end of a text.
fn other_last_digit(text: &str) -> String {
    let (rest, last) = text.split_at(text.len() - 1);
    format!("{rest}{}", if last == "0" { "1" } else { "0" })
}

#[test]
fn the_generated_chain() {
    let folder = TempDir::new().unwrap();
    let json = folder.path().join("report.json");
    let (code, output, error) = outcome(vorpal().arg("replay").arg("--json").arg(&json));
    assert_eq!((code, &*error), (0, ""), "no bar where there is no terminal");
    assert!(output.contains("generated chain") && output.contains(GENERATED_ROOT), "{output}");
    for phase in ["senders", "keys", "tree update", "commit"] {
        assert!(output.contains(phase), "{output}");
    }
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(report["source"], "generated");
    assert_eq!(report["generated"], true);
    assert_eq!(report["blocks"], 32);
    assert_eq!(report["senders_checked"], 4800);
    assert_eq!(report["root"], GENERATED_ROOT);
    let phases = report["phases"].as_array().unwrap();
    assert_eq!(phases.len(), 4);
    let share: f64 = phases.iter().map(|phase| phase["share"].as_f64().unwrap()).sum();
    assert!((share - 1.0).abs() < 1e-9);
    for phase in phases {
        assert!(phase["items"].as_u64().unwrap() > 0 && phase["seconds"].as_f64().unwrap() > 0.0);
        assert!(phase["items_per_second"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn the_generated_chain_from_files() {
    let (code, output, _) = replay(generated());
    assert_eq!(code, 0, "{output}");
    assert!(output.contains("32 of 32 roots right, 4800 of 4800 senders right"), "{output}");
    assert!(output.contains(GENERATED_ROOT));
    // The folder is there already.
    let (code, _, error) = outcome(vorpal().args(["generate", "--out"]).arg(generated()));
    assert_eq!(code, 2, "{error}");
    assert!(error.contains(&format!("{}: ", generated().display())), "{error}");
}

#[test]
fn every_backend_and_any_number_of_threads_agree() {
    let folder = two_blocks();
    let root = |command: &mut Command| {
        let json = folder.path().join("report");
        let (code, _, error) =
            outcome(command.args(["replay", "--data"]).arg(folder.path()).arg("--json").arg(&json));
        assert_eq!(code, 0, "{error}");
        let report: serde_json::Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
        (report["root"].to_string(), report["backend"].to_string())
    };
    let (automatic, _) = root(vorpal().env("VORPAL_BACKEND", "auto"));
    let (portable, backend) = root(vorpal().env("VORPAL_BACKEND", "portable"));
    assert_eq!((automatic, &*backend), (portable.clone(), "\"portable\""));
    for threads in ["1", "2", "5"] {
        let json = folder.path().join("report");
        let mut command = vorpal();
        command.args(["replay", "--threads", threads, "--data"]).arg(folder.path()).arg("--json").arg(&json);
        assert_eq!(outcome(&mut command).0, 0);
        let report: serde_json::Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
        assert_eq!(report["root"].to_string(), portable);
        assert_eq!(report["threads"].to_string(), threads);
    }
}

#[test]
fn without_roots_or_signatures_there_is_less_to_check() {
    let folder = two_blocks();
    for name in ["roots.json", "1.signatures.csv", "2.signatures.csv"] {
        std::fs::remove_file(folder.path().join(name)).unwrap();
    }
    let (code, output, _) = replay(folder.path());
    assert_eq!(code, 0);
    assert!(output.contains("no roots to check against, no signatures to check"), "{output}");
}

#[test]
fn keys_and_values_in_the_order_of_the_roots() {
    // Names do not give the order, the roots do: b before a.
    let folder = TempDir::new().unwrap();
    let row = |byte: u8, value: u8| {
        let hex = |byte: u8| format!("0x{}", format!("{byte:02x}").repeat(32));
        format!("{},{}\n", hex(byte), hex(value))
    };
    std::fs::write(folder.path().join("b.csv"), row(1, 2) + &row(3, 4)).unwrap();
    std::fs::write(folder.path().join("a.csv"), row(1, 7)).unwrap();
    let missing = replay(folder.path());
    assert_eq!(missing.0, 2);
    assert!(missing.2.contains("roots.json: missing"), "{}", missing.2);

    // The roots are learned from the complaints, one after the other.
    let mut entries: Vec<(&str, String)> = Vec::new();
    for name in ["b.csv", "a.csv"] {
        entries.push((name, format!("0x{}", "00".repeat(32))));
        let write = |entries: &[(&str, String)]| {
            let entry = |(name, root): &(&str, String)| serde_json::json!({"file": name, "root": root});
            let rest = if entries.len() == 1 { vec![("a.csv", entries[0].1.clone())] } else { vec![] };
            let all: Vec<_> = entries.iter().chain(&rest).map(entry).collect();
            std::fs::write(folder.path().join("roots.json"), serde_json::to_string(&all).unwrap()).unwrap();
        };
        write(&entries);
        let (code, _, error) = replay(folder.path());
        assert_eq!(code, 1);
        assert!(error.contains(&format!("block {name}: wrong root: expected 0x00")), "{error}");
        entries.last_mut().unwrap().1 = error.rsplit_once("found ").unwrap().1.trim().to_string();
        if entries.len() == 2 {
            write(&entries);
        }
    }
    let (code, output, error) = replay(folder.path());
    assert_eq!(code, 0, "{error}");
    assert!(output.contains("2 of 2 roots right"), "{output}");
}

#[test]
fn a_report_stays_until_the_next_success() {
    let folder = two_blocks();
    let json = folder.path().join("report");
    let run = || outcome(vorpal().args(["replay", "--data"]).arg(folder.path()).arg("--json").arg(&json)).0;
    std::fs::write(&json, "x".repeat(100_000)).unwrap();
    assert_eq!(run(), 0);
    let report = std::fs::read_to_string(&json).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&report).is_ok(), "no rest of the longer one");
    std::fs::remove_file(folder.path().join("1.jsonl")).unwrap();
    assert_eq!(run(), 2);
    assert_eq!(std::fs::read_to_string(&json).unwrap(), report);
    std::fs::remove_file(&json).unwrap();
    assert_eq!(run(), 2);
    assert!(!json.exists(), "a replay that failed leaves no file");
}

/// Spoils a copy of two blocks and expects an exit code and parts of the message.
fn spoiled(code: i32, parts: &[&str], spoil: impl Fn(&Path)) {
    let folder = two_blocks();
    spoil(folder.path());
    let (found, output, error) = replay(folder.path());
    assert_eq!(found, code, "{output}{error}");
    assert_eq!(output, "", "nothing is reported of a failed replay");
    for part in parts {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}

#[test]
fn what_is_wrong_exits_with_1() {
    // One digit of a balance, of a root, of a sender, of a number of keys.
    spoiled(1, &["block 2.jsonl: wrong root: expected 0x", "found 0x"], |folder| {
        edit(folder, "2.jsonl", |text| text.replacen("\"balance\":\"0x1", "\"balance\":\"0x2", 1));
    });
    spoiled(1, &["block 1.jsonl: wrong root: expected 0x"], |folder| {
        let other_root = |line: &str| other_last_digit(line.trim_end_matches('"')) + "\"";
        edit(folder, "roots.json", |text| with_line(text, 5, other_root));
    });
    spoiled(
        1,
        &["block 2.jsonl: wrong sender of transaction 4 (", "2.signatures.csv:6): expected 0x", "found 0x"],
        |folder| {
            edit(folder, "2.signatures.csv", |text| {
                with_line(text, 6, |line| {
                    with_field(line, 4, &other_last_digit(line.split(',').nth(4).unwrap()))
                })
            });
        },
    );
    // The first and the last of a block, and of a task: 150 transactions in lines 2 to 151.
    for transaction in [0, 31, 32, 149] {
        let what = format!("block 2.jsonl: wrong sender of transaction {transaction} (");
        spoiled(1, &[&what, &format!("2.signatures.csv:{}): expected 0x", transaction + 2)], |folder| {
            edit(folder, "2.signatures.csv", |text| {
                assert_eq!(text.lines().count(), 151);
                with_line(text, transaction + 2, |line| {
                    with_field(line, 4, &other_last_digit(line.split(',').nth(4).unwrap()))
                })
            });
        });
    }
    spoiled(1, &["block 2.jsonl: wrong public key of transaction 4 (", "expected 0x04"], |folder| {
        // The key of another line.
        edit(folder, "2.signatures.csv", |text| {
            let key = text.lines().nth(2).unwrap().split(',').nth(5).unwrap().to_string();
            with_line(text, 6, |line| with_field(line, 5, &key))
        });
    });
    spoiled(1, &["block 1.jsonl: wrong sender of transaction 0"], |folder| {
        edit(folder, "1.signatures.csv", |text| {
            with_line(text, 2, |line| with_field(line, 0, &other_last_digit(line.split(',').next().unwrap())))
        });
    });
    // Of several the first counts, whichever thread comes to it. A wrong sender; an r without a point is further back.
    spoiled(1, &["block 2.jsonl: wrong sender of transaction 40 ("], |folder| {
        let sender = |line: &str| with_field(line, 4, &other_last_digit(line.split(',').nth(4).unwrap()));
        let r = |line: &str| with_field(line, 1, &format!("0x{}05", "00".repeat(31)));
        edit(folder, "2.signatures.csv", |text| {
            let lines = text.lines().enumerate().map(|(i, line)| match i {
                41 | 150 => sender(line),
                43 | 120 => r(line),
                _ => line.to_string(),
            });
            lines.map(|line| line + "\n").collect()
        });
    });
    spoiled(1, &["block 1.jsonl: wrong number of keys: expected 3, found"], |folder| {
        edit(folder, "roots.json", |text| with_line(text, 4, |_| "\"keys\": 3,".into()));
    });
    // A whole account is gone.
    spoiled(1, &["block 2.jsonl: wrong number of keys"], |folder| {
        edit(folder, "2.jsonl", |text| text.split_once('\n').unwrap().1.to_string());
    });
}

#[test]
fn malformed_state_updates_exit_with_2() {
    let line_3 = |change: fn(&str) -> String| {
        move |folder: &Path| edit(folder, "2.jsonl", |text| with_line(text, 3, change))
    };
    let at = "2.jsonl:3: ";
    spoiled(2, &[at, "EOF"], line_3(|line| line[..40].into()));
    spoiled(2, &[at, "EOF"], line_3(|_| String::new()));
    spoiled(2, &[at, "trailing characters"], line_3(|line| format!("{line}{line}")));
    spoiled(
        2,
        &[at, "39 hexadecimal digits where 40"],
        line_3(|line| {
            let first_digit = line.find("0x").unwrap() + 2;
            line[..first_digit].to_string() + &line[first_digit + 1..]
        }),
    );
    spoiled(2, &[at, "does not start with 0x"], line_3(|line| line.replacen("\"0x", "\"", 1)));
    spoiled(
        2,
        &[at, "`g` is no hexadecimal digit"],
        line_3(|line| line.replacen("balance\":\"0x", "balance\":\"0xg", 1)),
    );
    spoiled(
        2,
        &[at, "35 hexadecimal digits where 1 to 32"],
        line_3(|line| {
            let start = line.find("balance\":\"0x").unwrap() + 12;
            let end = start + line[start..].find('"').unwrap();
            format!("{}{}{}", &line[..start], "1".repeat(35), &line[end..])
        }),
    );
    spoiled(2, &[at, "unknown field `once`"], line_3(|line| line.replacen("nonce", "once", 1)));
    spoiled(
        2,
        &[at, "missing field `nonce`"],
        line_3(|line| {
            let mut account: serde_json::Value = serde_json::from_str(line).unwrap();
            account.as_object_mut().unwrap().remove("nonce");
            account.to_string()
        }),
    );
    spoiled(2, &[at, "invalid value", "u64"], line_3(|line| line.replacen("\"nonce\":", "\"nonce\":-1", 1)));
    spoiled(
        2,
        &[at, "invalid type"],
        line_3(|line| line.replacen("\"balance\":\"", "\"balance\":1,\"x\":\"", 1)),
    );
    spoiled(2, &[at, "expected an object"], line_3(|_| "[]".into()));
    spoiled(
        2,
        &[at, "expected an object"],
        line_3(|line| {
            let account: serde_json::Value = serde_json::from_str(line).unwrap();
            let fields = ["address", "nonce", "balance", "code_hash"].map(|field| account[field].clone());
            serde_json::to_string(&fields).unwrap()
        }),
    );
    spoiled(2, &["2.jsonl:4: the account 0x", "stands already in line 3"], |folder| {
        edit(folder, "2.jsonl", |text| with_line(text, 3, |line| format!("{line}\n{line}")));
    });
    spoiled(2, &["2.jsonl:", "the key 0x5 occurs twice"], |folder| {
        edit(folder, "2.jsonl", |text| {
            text.replacen("\"storage\":{", "\"storage\":{\"0x5\":\"0x1\",\"0x0005\":\"0x1\",", 1)
        });
    });
    spoiled(2, &["2.jsonl:3: not UTF-8 text"], |folder| {
        let mut bytes = std::fs::read(folder.join("2.jsonl")).unwrap();
        let line_3 = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1;
        bytes[line_3 + 4] = 0xff;
        std::fs::write(folder.join("2.jsonl"), bytes).unwrap();
    });
}

#[test]
fn malformed_signatures_exit_with_2() {
    const ORDER: &str = "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    let zero = format!("0x{}", "00".repeat(32));
    let field = |column: usize, value: &str| {
        let value = value.to_string();
        move |folder: &Path| {
            edit(folder, "2.signatures.csv", |text| {
                with_line(text, 7, |line| with_field(line, column, &value))
            });
        }
    };
    let at = "2.signatures.csv:7: ";
    spoiled(2, &[at, "r is out of range"], field(1, ORDER));
    spoiled(2, &[at, "r is out of range"], field(1, &zero));
    spoiled(2, &[at, "s is out of range"], field(2, ORDER));
    spoiled(2, &[at, "s is out of range"], field(2, &zero));
    // x^3 + 7 is no square for x = 5.
    spoiled(2, &[at, "no point of the curve"], field(1, &format!("0x{}05", "00".repeat(31))));
    spoiled(2, &[at, "y_parity: `2` is neither 0 nor 1"], field(3, "2"));
    spoiled(2, &[at, "y_parity: `` is neither"], field(3, ""));
    spoiled(2, &[at, "sender: 38 hexadecimal digits where 40"], field(4, &format!("0x{}", "11".repeat(19))));
    spoiled(2, &[at, "signing_hash: ", "no hexadecimal digit"], field(0, &format!("0x{}", "zz".repeat(32))));
    spoiled(2, &[at, "7 fields where 6 are expected"], field(4, "1,2"));
    spoiled(
        2,
        &[at, "public_key: 66 hexadecimal digits where 130"],
        field(5, &format!("0x02{}", "11".repeat(32))),
    );
    spoiled(
        2,
        &[at, "public_key: malformed public key: the point is not on the curve"],
        field(5, &format!("0x04{}", "11".repeat(64))),
    );
    spoiled(2, &[at, "signing_hash: ", "does not start with 0x"], field(0, "\"0x11\""));
    spoiled(2, &[at, "1 fields where 6 are expected"], |folder| {
        edit(folder, "2.signatures.csv", |text| with_line(text, 6, |line| format!("{line}\n")));
    });
    spoiled(2, &["2.signatures.csv:8: the signature of 0x", "stands already in line 7"], |folder| {
        edit(folder, "2.signatures.csv", |text| with_line(text, 7, |line| format!("{line}\n{line}")));
    });
    // Lines may end as on Windows, and are counted right.
    spoiled(2, &[at, "y_parity: `7` is neither 0 nor 1"], |folder| {
        edit(folder, "2.signatures.csv", |text| {
            with_line(text, 7, |line| with_field(line, 3, "7")).replace('\n', "\r\n")
        });
    });
    spoiled(2, &["2.signatures.csv:1: the columns are not signing_hash"], |folder| {
        edit(folder, "2.signatures.csv", |text| text.replacen("y_parity", "v", 1));
    });
    spoiled(2, &["2.signatures.csv:1: the columns"], |folder| {
        edit(folder, "2.signatures.csv", |text| text.split_once('\n').unwrap().1.to_string());
    });
}

/// Only a sender's second signature of a hash is one too many: before EIP-155 two senders' transactions could be alike
/// to the bit.
#[test]
fn two_senders_may_sign_the_same_hash() {
    let folder = two_blocks();
    let hash = [7; 32];
    let row = |secret: u8| {
        let key = SecretKey::from_be_bytes(&[secret; 32]).unwrap();
        let signed = key.sign(&hash).to_recovery(&hash);
        let hex = |bytes: &[u8]| -> String {
            "0x".chars()
                .chain(
                    bytes
                        .iter()
                        .flat_map(|byte| [byte >> 4, byte & 15])
                        .map(|digit| char::from_digit(digit.into(), 16).unwrap()),
                )
                .collect()
        };
        let public = key.public_key();
        format!(
            "{},{},{},{},{},{}\n",
            hex(&signed.hash),
            hex(&signed.r),
            hex(&signed.s),
            signed.recovery_id,
            hex(&public.ethereum_address()),
            hex(&public.to_uncompressed())
        )
    };
    edit(folder.path(), "2.signatures.csv", |text| format!("{text}{}{}", row(1), row(2)));
    let (code, output, error) = replay(folder.path());
    assert_eq!(code, 0, "{error}");
    assert!(output.contains("302 of 302 senders right"), "{output}");
    edit(folder.path(), "2.signatures.csv", |text| format!("{text}{}", row(1)));
    let (code, output, error) = replay(folder.path());
    assert_eq!((code, &*output), (2, ""));
    assert!(error.contains("2.signatures.csv:154: the signature of 0x0707"), "{error}");
    assert!(error.contains("stands already in line 152"), "{error}");
}

#[test]
fn malformed_folders_exit_with_2() {
    let remove = |name: &'static str| move |folder: &Path| std::fs::remove_file(folder.join(name)).unwrap();
    let add = |name: &'static str| {
        move |folder: &Path| {
            std::fs::copy(folder.join("2.jsonl"), folder.join(name)).unwrap();
        }
    };
    spoiled(2, &["roots.json: an entry for 2.jsonl, and no such block is here"], |folder| {
        remove("2.jsonl")(folder);
        remove("2.signatures.csv")(folder);
    });
    spoiled(2, &["roots.json: no entry for 3.jsonl"], add("3.jsonl"));
    for name in
        ["02.jsonl", "latest.jsonl", "+3.jsonl", "3.jsonl.jsonl", ".jsonl", "99999999999999999999.jsonl"]
    {
        spoiled(2, &[name, ": the name is not a block number and .jsonl"], add(name));
    }
    for name in ["3.JSONL", "2.signatures.Csv", "Roots.json"] {
        spoiled(2, &[name, "nearly the name of a block's file"], add(name));
    }
    spoiled(2, &["both 1.jsonl and 1.csv"], add("1.csv"));
    spoiled(2, &["9.signatures.csv: signatures of a block that is not here"], |folder| {
        std::fs::copy(folder.join("1.signatures.csv"), folder.join("9.signatures.csv")).unwrap();
    });
    spoiled(2, &["roots.json:", "the file 1.jsonl occurs twice"], |folder| {
        edit(folder, "roots.json", |text| text.replace("2.jsonl", "1.jsonl"));
    });
    spoiled(2, &["roots.json:5: ", "hexadecimal"], |folder| {
        edit(folder, "roots.json", |text| with_line(text, 5, |line| line.replace("0x", "0x00")));
    });
    spoiled(2, &["roots.json:", "expected an object"], |folder| {
        edit(folder, "roots.json", |text| text.replace('{', "[").replace('}', "]").replace("\"file\": ", ""));
    });
    spoiled(2, &["roots.json:1: "], |folder| std::fs::write(folder.join("roots.json"), "{}").unwrap());

    let empty = TempDir::new().unwrap();
    let (code, _, error) = replay(empty.path());
    assert_eq!(code, 2);
    assert!(error.contains("no N.jsonl, no *.csv and no genesis.json here"), "{error}");
    let (code, _, error) = replay(&empty.path().join("nowhere"));
    assert_eq!(code, 2);
    assert!(error.contains("nowhere: "), "{error}");
}

#[test]
fn malformed_key_values_exit_with_2() {
    let check = |text: &str, parts: &[&str]| {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("a.csv"), text).unwrap();
        let roots = serde_json::json!([{"file": "a.csv", "root": format!("0x{}", "00".repeat(32))}]);
        std::fs::write(folder.path().join("roots.json"), roots.to_string()).unwrap();
        let (code, _, error) = replay(folder.path());
        assert_eq!(code, 2, "{error}");
        for part in parts {
            assert!(error.contains(part), "`{part}` is not in: {error}");
        }
    };
    let good = format!("0x{0},0x{0}\n", "11".repeat(32));
    let short = format!("0x{}", "11".repeat(31));
    check(&format!("{good}{short},{short}\n"), &["a.csv:2: key: 62 hexadecimal digits where 64"]);
    check(&good.replace(",0x11", ",0x"), &["a.csv:1: value: 62 hexadecimal digits"]);
    check(&format!("{good}{}", good.replace('\n', ",0x\n")), &["a.csv:2: 3 fields where 2 are expected"]);
    check(&good.replace(',', ";"), &["a.csv:1: 1 fields where 2 are expected: key,value"]);
    check(&format!("{good}{good}"), &["a.csv:2: the key 0x1111", "stands already in line 1"]);
    check(&format!("\u{feff}{good}"), &["a.csv:1: key: ", "does not start with 0x"]);
    check(&format!("{good}\n\n"), &["a.csv:2: 1 fields"]);
    check(&good.replace("0x", ""), &["a.csv:1: key: ", "does not start with 0x"]);
}

#[test]
fn the_command_line_and_the_environment() {
    for arguments in
        [&["replay", "--threads", "0"][..], &["replay", "--threads", "x"], &["replay", "--no"], &[]]
    {
        assert_eq!(outcome(vorpal().args(arguments)).0, 2, "{arguments:?}");
    }
    let (code, _, error) = outcome(vorpal().arg("replay").env("VORPAL_BACKEND", "gpu"));
    assert_eq!(code, 2);
    assert!(error.contains("VORPAL_BACKEND is \"gpu\""), "{error}");
    let folder = two_blocks();
    let unwritable = folder.path().join("no/such/folder/report.json");
    let mut command = vorpal();
    command.args(["replay", "--data"]).arg(folder.path()).arg("--json").arg(&unwritable);
    let (code, _, error) = outcome(&mut command);
    assert_eq!(code, 2);
    assert!(error.contains("report.json: "), "{error}");
    #[cfg(target_os = "linux")]
    {
        // Nobody reads the complaint; the exit code says it all the same.
        let mut command = vorpal();
        command
            .args(["replay", "--data", "nowhere"])
            .stderr(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        assert_eq!(command.status().unwrap().code(), Some(2));
    }
    assert_eq!(outcome(vorpal().arg("--version")).0, 0);
}

fn data(name: &str) -> Option<PathBuf> {
    vorpal_oracle::data::folder(name, "the replay of real blocks")
}

#[test]
fn sixty_mainnet_blocks() {
    let Some(folder) = data("mainnet-state") else { return };
    let (code, output, error) = replay(&folder);
    assert_eq!(code, 0, "{error}");
    assert!(output.contains("60 of 60 roots right, 18605 of 18605 senders right"), "{output}");
}

#[test]
fn eight_devnet_blocks() {
    let Some(folder) = data("devnet7") else { return };
    let (code, output, error) = replay(&folder);
    assert_eq!(code, 0, "{error}");
    assert!(output.contains("8 of 8 roots right"), "{output}");
}

#[test]
fn a_changed_byte_in_real_data_is_found() {
    let Some(folder) = data("mainnet-state") else { return };
    let copy = |names: &[&str]| {
        let target = TempDir::new().unwrap();
        for name in names {
            std::fs::copy(folder.join(name), target.path().join(name)).unwrap();
        }
        target
    };
    // The first block alone, with its root.
    let first = |change: &dyn Fn(&Path)| {
        let target = copy(&["46147.jsonl", "46147.signatures.csv"]);
        let roots = std::fs::read_to_string(folder.join("roots.json")).unwrap();
        let roots: Vec<serde_json::Value> = serde_json::from_str(&roots).unwrap();
        std::fs::write(target.path().join("roots.json"), serde_json::to_string(&roots[..1]).unwrap())
            .unwrap();
        change(target.path());
        replay(target.path())
    };
    assert_eq!(first(&|_| ()).0, 0);
    let (code, _, error) = first(&|path| edit(path, "46147.jsonl", |text| text.replacen("c5d2", "c5d3", 1)));
    assert_eq!(code, 1);
    assert!(error.contains("block 46147.jsonl: wrong root: expected 0x41f88ca0"), "{error}");
    let (code, _, error) =
        first(&|path| edit(path, "46147.signatures.csv", |text| text.replace("33a,1,", "33a,0,")));
    assert_eq!(code, 1);
    assert!(error.contains("46147.signatures.csv:2): expected 0xa1e4380a"), "{error}");
    let (code, _, error) =
        first(&|path| edit(path, "46147.jsonl", |text| text.replacen("0xa1e4", "0xa1e", 1)));
    assert_eq!(code, 2);
    assert!(error.contains("46147.jsonl:1: 39 hexadecimal digits"), "{error}");
}
