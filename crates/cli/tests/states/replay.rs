//! `vorpal replay` on valid input: the generated chain, files, real blocks, options and the environment.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chain::{GENERATED_ROOT, edit, generated, outcome, replay, two_blocks, vorpal};
use tempfile::TempDir;
use vorpal::limbs::backend::Backend;
use vorpal::secp256k1::SecretKey;

#[test]
fn replays_the_generated_chain() {
    let folder = TempDir::new().unwrap();
    let json = folder.path().join("report.json");
    let (code, output, error) = outcome(vorpal().arg("replay").arg("--json").arg(&json));
    assert_eq!((code, &*error), (0, ""), "no progress bar without a terminal");
    assert!(output.contains("generated chain") && output.contains(GENERATED_ROOT), "{output}");
    for phase in ["senders", "keys", "tree update", "commit", "saving"] {
        assert!(output.contains(phase), "{output}");
    }
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(report["source"], "generated");
    assert_eq!(report["generated"], true);
    assert_eq!(report["blocks"], 32);
    assert_eq!(report["senders_checked"], 4800);
    assert_eq!(report["root"], GENERATED_ROOT);
    let phases = report["phases"].as_array().unwrap();
    assert_eq!(phases.len(), 5);
    let share: f64 = phases.iter().map(|phase| phase["share"].as_f64().unwrap()).sum();
    assert!((share - 1.0).abs() < 1e-9);
    for phase in phases {
        assert!(phase["items"].as_u64().unwrap() > 0 && phase["seconds"].as_f64().unwrap() > 0.0);
        assert!(phase["items_per_second"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn replays_the_generated_chain_from_files() {
    let (code, output, _) = replay(generated());
    assert_eq!(code, 0, "{output}");
    assert!(output.contains("32 of 32 roots match, 4800 of 4800 senders match"), "{output}");
    assert!(output.contains(GENERATED_ROOT));
    // The folder exists already.
    let (code, _, error) = outcome(vorpal().args(["generate", "--out"]).arg(generated()));
    assert_eq!(code, 2, "{error}");
    assert!(error.contains(&format!("{}: ", generated().display())), "{error}");
}

#[test]
fn generates_chains_of_other_sizes_whose_state_grows() {
    let folder = TempDir::new().unwrap();
    let generate = |name: &str, sizes: [&str; 3]| {
        let path = folder.path().join(name);
        let [blocks, transactions, accounts] = sizes;
        let sizes = ["--blocks", blocks, "--transactions", transactions, "--accounts", accounts];
        let (code, _, error) = outcome(vorpal().args(["generate", "--out"]).arg(&path).args(sizes));
        assert_eq!((code, &*error), (0, ""));
        path
    };
    let path = generate("a", ["60", "3", "5"]);
    let (code, output, error) = replay(&path);
    assert_eq!((code, &*error), (0, ""));
    assert!(output.contains("60 of 60 roots match, 180 of 180 senders match"), "{output}");
    let (mut senders, mut slots) = (BTreeSet::new(), BTreeSet::new());
    for number in 1..=60 {
        let text = std::fs::read_to_string(path.join(format!("{number}.jsonl"))).unwrap();
        for line in text.lines() {
            let account: serde_json::Value = serde_json::from_str(line).unwrap();
            match account["storage"].as_object() {
                Some(storage) => {
                    slots.extend(storage.keys().map(|slot| (account["address"].to_string(), slot.clone())));
                }
                None => drop(senders.insert(account["address"].to_string())),
            }
        }
    }
    // Of 360 writes, about a half are to new slots, and a quarter to the first 64 slots of 24 contracts.
    assert!(senders.len() == 5 && slots.len() > 200, "{} accounts, {} slots", senders.len(), slots.len());
    // A longer chain begins with the same blocks; one with other accounts does not.
    let file = |path: &Path| std::fs::read_to_string(path.join("2.jsonl")).unwrap();
    assert_eq!(file(&generate("b", ["3", "3", "5"])), file(&path));
    assert_ne!(file(&generate("c", ["3", "3", "6"])), file(&path));
    for sizes in [["--blocks", "0"], ["--transactions", "0"], ["--accounts", "1000001"]] {
        let (code, _, error) = outcome(vorpal().args(["generate", "--out", "none"]).args(sizes));
        assert_eq!(code, 2, "{error}");
    }
}

#[test]
fn all_backends_and_numbers_of_threads_agree() {
    let folder = two_blocks();
    let root = |command: &mut Command| {
        let json = folder.path().join("report");
        let (code, _, error) =
            outcome(command.args(["replay", "--data"]).arg(folder.path()).arg("--json").arg(&json));
        assert_eq!(code, 0, "{error}");
        let report: serde_json::Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
        (report["root"].to_string(), [&report["backend"], &report["batch_backend"]].map(ToString::to_string))
    };
    let (automatic, _) = root(vorpal().env("VORPAL_BACKEND", "auto"));
    let (portable, backend) = root(vorpal().env("VORPAL_BACKEND", "portable"));
    assert_eq!((automatic, backend), (portable.clone(), ["\"portable\""; 2].map(String::from)));
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
fn reports_the_backends_of_single_numbers_and_of_batches() {
    let folder = two_blocks();
    let names = [Backend::active(), Backend::of_batches()].map(Backend::name);
    let auto = if names[0] == names[1] {
        format!("backend {}", names[0])
    } else {
        format!("backend {}, batches {}", names[0], names[1])
    };
    for (value, expected) in [("auto", &*auto), ("portable", "backend portable")] {
        let mut command = vorpal();
        let command = command.args(["replay", "--data"]).arg(folder.path()).env("VORPAL_BACKEND", value);
        let (code, output, error) = outcome(command);
        assert_eq!((code, &*error), (0, ""));
        assert!(
            output.contains(&format!(", {expected}; ")) || output.contains(&format!(", {expected}.")),
            "{output}"
        );
    }
}

#[test]
fn roots_and_signatures_are_optional() {
    let folder = two_blocks();
    for name in ["roots.json", "1.signatures.csv", "2.signatures.csv"] {
        std::fs::remove_file(folder.path().join(name)).unwrap();
    }
    let (code, output, _) = replay(folder.path());
    assert_eq!(code, 0);
    assert!(output.contains("no roots to check against, no signatures to check"), "{output}");
}

#[test]
fn replays_keys_and_values_in_the_order_of_the_roots() {
    // The order is that of the roots, not that of the names: b before a.
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

    // The roots are taken from the error messages, one after the other.
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
    assert!(output.contains("2 of 2 roots match"), "{output}");
}

#[test]
fn a_failed_replay_keeps_an_earlier_report() {
    let folder = two_blocks();
    let json = folder.path().join("report");
    let run = || outcome(vorpal().args(["replay", "--data"]).arg(folder.path()).arg("--json").arg(&json)).0;
    std::fs::write(&json, "x".repeat(100_000)).unwrap();
    assert_eq!(run(), 0);
    let report = std::fs::read_to_string(&json).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&report).is_ok(), "nothing remains of the longer file");
    std::fs::remove_file(folder.path().join("1.jsonl")).unwrap();
    assert_eq!(run(), 2);
    assert_eq!(std::fs::read_to_string(&json).unwrap(), report);
    std::fs::remove_file(&json).unwrap();
    assert_eq!(run(), 2);
    assert!(!json.exists(), "a replay that failed leaves no file");
}

/// A second signature of a hash is rejected only if the sender is the same: before EIP-155 transactions of two senders
/// could be identical.
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
    assert!(output.contains("302 of 302 senders match"), "{output}");
    edit(folder.path(), "2.signatures.csv", |text| format!("{text}{}", row(1)));
    let (code, output, error) = replay(folder.path());
    assert_eq!((code, &*output), (2, ""));
    assert!(error.contains("2.signatures.csv:154: the signature of 0x0707"), "{error}");
    assert!(error.contains("occurs already in line 152"), "{error}");
}

#[test]
fn rejects_invalid_command_lines_and_environments() {
    for arguments in
        [&["replay", "--threads", "0"][..], &["replay", "--threads", "x"], &["replay", "--no"], &[]]
    {
        assert_eq!(outcome(vorpal().args(arguments)).0, 2, "{arguments:?}");
    }
    let (code, _, error) = outcome(vorpal().arg("replay").env("VORPAL_BACKEND", "gpu"));
    assert_eq!(code, 2);
    assert!(error.contains("VORPAL_BACKEND is \"gpu\""), "{error}");
    for name in Backend::BUILT.iter().map(|backend| backend.name()).chain(["auto"]) {
        assert!(error.contains(&format!("`{name}`")), "{name} is not in: {error}");
    }
    let folder = two_blocks();
    let unwritable = folder.path().join("no/such/folder/report.json");
    let mut command = vorpal();
    command.args(["replay", "--data"]).arg(folder.path()).arg("--json").arg(&unwritable);
    let (code, _, error) = outcome(&mut command);
    assert_eq!(code, 2);
    assert!(error.contains("report.json: "), "{error}");
    #[cfg(target_os = "linux")]
    {
        // Standard error cannot be written; the exit code is the same.
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
fn replays_sixty_mainnet_blocks() {
    let Some(folder) = data("mainnet-state") else { return };
    let (code, output, error) = replay(&folder);
    assert_eq!(code, 0, "{error}");
    assert!(output.contains("60 of 60 roots match, 18605 of 18605 senders match"), "{output}");
}

#[test]
fn replays_eight_devnet_blocks() {
    let Some(folder) = data("devnet7") else { return };
    let (code, output, error) = replay(&folder);
    assert_eq!(code, 0, "{error}");
    assert!(output.contains("8 of 8 roots match"), "{output}");
}

#[test]
fn detects_a_changed_byte_in_mainnet_blocks() {
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
