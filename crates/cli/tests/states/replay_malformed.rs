//! `vorpal replay` on wrong and malformed input: exit codes and messages.

use std::path::Path;

use crate::chain::{edit, other_last_digit, replay, spoiled, with_field, with_line};
use tempfile::TempDir;

#[test]
fn wrong_values_exit_with_1() {
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
    // Of several errors, the first one in the file is reported, whichever thread finds it: a wrong sender, which
    // precedes an r without a point.
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
    // An account is missing.
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
        &[at, "`g` is not a hexadecimal digit"],
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
    // The hash of the line is that of no code.
    let code = |fields: &'static str| {
        let change = move |line: &str| line.replacen("\"nonce\":", &format!("{fields},\"nonce\":"), 1);
        move |folder: &Path| edit(folder, "2.jsonl", |text| with_line(text, 3, change))
    };
    let hash = "the code has the hash 0xbc36789e";
    spoiled(2, &[at, hash, "not `code_hash`: 0xc5d24601"], code("\"code\":\"0x00\""));
    spoiled(2, &[at, "3 hexadecimal digits, an odd number"], code("\"code\":\"0x000\""));
    spoiled(2, &[at, "duplicate field `code`"], code("\"code\":\"0x\",\"code\":\"0x\""));
    spoiled(2, &["2.jsonl:4: the account 0x", "occurs already in line 3"], |folder| {
        edit(folder, "2.jsonl", |text| with_line(text, 3, |line| format!("{line}\n{line}")));
    });
    // The same account with other values is the same account.
    for field in ["\"nonce\":", "\"balance\":\"0x", "\"code_hash\":\"0x"] {
        spoiled(2, &["2.jsonl:4: the account 0x", "occurs already in line 3"], |folder| {
            edit(folder, "2.jsonl", |text| {
                with_line(text, 3, |line| format!("{line}\n{}", with_other_digit(line, field)))
            });
        });
    }
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
    // x^3 + 7 is not a square for x = 5.
    spoiled(2, &[at, "no curve point"], field(1, &format!("0x{}05", "00".repeat(31))));
    spoiled(2, &[at, "y_parity: `2` is neither 0 nor 1"], field(3, "2"));
    spoiled(2, &[at, "y_parity: `` is neither"], field(3, ""));
    spoiled(2, &[at, "sender: 38 hexadecimal digits where 40"], field(4, &format!("0x{}", "11".repeat(19))));
    spoiled(
        2,
        &[at, "signing_hash: ", "not a hexadecimal digit"],
        field(0, &format!("0x{}", "zz".repeat(32))),
    );
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
    spoiled(2, &["2.signatures.csv:8: the signature of 0x", "occurs already in line 7"], |folder| {
        edit(folder, "2.signatures.csv", |text| with_line(text, 7, |line| format!("{line}\n{line}")));
    });
    spoiled(2, &["2.signatures.csv:8: the signature of 0x", "occurs already in line 7"], |folder| {
        let other_s =
            |line: &str| format!("{line}\n{}", with_field(line, 2, &format!("0x{}", "11".repeat(32))));
        edit(folder, "2.signatures.csv", |text| with_line(text, 7, other_s));
    });
    // Lines may end with CRLF.
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

#[test]
fn malformed_folders_exit_with_2() {
    let remove = |name: &'static str| move |folder: &Path| std::fs::remove_file(folder.join(name)).unwrap();
    let add = |name: &'static str| {
        move |folder: &Path| {
            std::fs::copy(folder.join("2.jsonl"), folder.join(name)).unwrap();
        }
    };
    spoiled(2, &["roots.json: an entry for 2.jsonl, but the folder has no such block"], |folder| {
        remove("2.jsonl")(folder);
        remove("2.signatures.csv")(folder);
    });
    spoiled(2, &["roots.json: no entry for 3.jsonl"], add("3.jsonl"));
    for name in
        ["02.jsonl", "latest.jsonl", "+3.jsonl", "3.jsonl.jsonl", ".jsonl", "99999999999999999999.jsonl"]
    {
        spoiled(2, &[name, ": the name is not a block number followed by .jsonl"], add(name));
    }
    for name in ["3.JSONL", "2.signatures.Csv", "Roots.json"] {
        spoiled(2, &[name, "not the name of an input file, but similar to one"], add(name));
    }
    spoiled(2, &["both 1.jsonl and 1.csv"], add("1.csv"));
    spoiled(2, &["9.signatures.csv: signatures of a block that is not in the folder"], |folder| {
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
    assert!(error.contains("no N.jsonl, no *.csv and no genesis.json in the folder"), "{error}");
    let (code, _, error) = replay(&empty.path().join("nowhere"));
    assert_eq!(code, 2);
    assert!(error.contains("nowhere: "), "{error}");
}

/// The line with another first digit after `field`.
fn with_other_digit(line: &str, field: &str) -> String {
    let (before, after) = line.split_once(field).unwrap();
    let digit = if after.starts_with('7') { "6" } else { "7" };
    format!("{before}{field}{digit}{}", &after[1..])
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
    check(&format!("{good}{good}"), &["a.csv:2: the key 0x1111", "occurs already in line 1"]);
    let other_value = good.replace(",0x11", ",0x22");
    check(&format!("{good}{other_value}"), &["a.csv:2: the key 0x1111", "occurs already in line 1"]);
    check(&format!("\u{feff}{good}"), &["a.csv:1: key: ", "does not start with 0x"]);
    check(&format!("{good}\n\n"), &["a.csv:2: 1 fields"]);
    check(&good.replace("0x", ""), &["a.csv:1: key: ", "does not start with 0x"]);
}
