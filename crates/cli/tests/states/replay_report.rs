//! `vorpal replay`: counts of operations, backends, the page of charts, memory and witnesses in reports.

use std::path::Path;

use crate::chain::{GENERATED_ROOT, copy_blocks, figures, outcome, vorpal};
use serde_json::Value;
use tempfile::TempDir;

const OPERATIONS: [&str; 5] =
    ["multiplications", "squarings", "inversions", "square_roots", "fixed_base_additions"];

/// The counts of a phase.
fn counts(figures: &Value, phase: &str) -> Vec<u64> {
    let phases = figures["phases"].as_array().unwrap();
    let phase = phases.iter().find(|found| found["name"] == phase).unwrap();
    OPERATIONS.map(|name| phase["operations"][name].as_u64().unwrap()).to_vec()
}

#[test]
fn operations_are_counted_by_phase() {
    let folder = TempDir::new().unwrap();
    let run = |threads: &str| figures(vorpal().args(["replay", "--threads", threads]), folder.path());
    let one = run("1");
    let [multiplications, squarings, inversions, square_roots, additions] = counts(&one, "senders")[..]
    else {
        panic!("five counts");
    };
    // One square root for each of 4800 signatures, batch inversions, no fixed bases.
    assert_eq!(square_roots, 4800);
    assert!((1..4800).contains(&inversions), "{inversions}");
    // At least 252 squarings for each square root, and 256 doublings, or as many additions with decomposed scalars.
    assert!(squarings > 4800 * 252 && multiplications > 4800 * 252, "{one}");
    let [.., square_roots, additions_of_keys] = counts(&one, "keys")[..] else { panic!("five counts") };
    assert_eq!(square_roots, 0);
    assert!(additions_of_keys > 0 && additions == 0, "{one}");
    let [multiplications, _, inversions, square_roots, additions] = counts(&one, "commit")[..] else {
        panic!("five counts");
    };
    assert_eq!(square_roots, 0);
    // An addition has at least 7 multiplications.
    assert!(additions > 0 && multiplications > 7 * additions, "{one}");
    assert!(inversions > 0, "{one}");
    assert_eq!(counts(&one, "tree update")[3..], [0, 0]);
    // The time of inversions and roots is a part of the processor time of their phases.
    let seconds = |phase: &str, operation: &str| {
        let phases = one["phases"].as_array().unwrap();
        let phase = phases.iter().find(|found| found["name"] == phase).unwrap();
        let part = phase["operations"][operation].as_u64().unwrap() as f64 / 1e9;
        let whole = phase["processor_seconds"].as_f64().unwrap();
        assert!(part <= whole, "{part} s of {whole} s");
        part
    };
    for (phase, inverts, roots) in
        [("senders", true, true), ("commit", true, false), ("tree update", false, false)]
    {
        assert_eq!(seconds(phase, "inversion_nanoseconds") > 0.0, inverts, "{phase}");
        assert_eq!(seconds(phase, "square_root_nanoseconds") > 0.0, roots, "{phase}");
    }

    // The counts include all threads. They differ only where work is divided differently among threads.
    let three = run("3");
    for phase in ["senders", "keys", "commit"] {
        let compared = |figures| {
            let [multiplications, squarings, _, square_roots, additions] = counts(figures, phase)[..] else {
                panic!("five counts");
            };
            [multiplications + squarings, square_roots, additions]
        };
        for (a, b) in compared(&one).into_iter().zip(compared(&three)) {
            assert!(a.abs_diff(b) <= a / 8, "{phase}: {a} on one thread, {b} on three");
        }
    }
    for figures in [one, three] {
        for phase in figures["phases"].as_array().unwrap() {
            assert_eq!((phase["bytes_read"].as_u64(), phase["bytes_written"].as_u64()), (Some(0), Some(0)));
        }
        if cfg!(target_os = "linux") {
            // The tables alone take more than 16 MiB.
            assert!(figures["peak_memory_bytes"].as_u64().unwrap() > 16 << 20);
        }
    }
    let (_, output, _) = outcome(vorpal().arg("replay"));
    for word in ["multiplications", "square roots", "fixed-base additions"] {
        assert!(output.contains(word), "{output}");
    }
    assert!(!output.contains("bytes read"), "{output}");
}

#[test]
fn writes_a_page_of_charts() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.html");
    let data = folder.path().join("a <b> & \"c\"");
    std::fs::create_dir(&data).unwrap();
    copy_blocks(3, &data);
    let run = || outcome(vorpal().args(["replay", "--data"]).arg(&data).arg("--report").arg(&page));
    let (code, _, error) = run();
    assert_eq!((code, &*error), (0, ""));
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>"), "{html}");
    assert!(html.contains("a &lt;b&gt; &amp; &quot;c&quot;") && !html.contains("<b>"), "{html}");
    // The page loads nothing from other files.
    for outside in ["http-equiv", "src=", "@import", "url(", "<script"] {
        assert!(!html.contains(outside), "{outside}");
    }
    // Without signatures and a store, there are charts of time and counts, but not of bytes.
    for (title, expected) in
        [("time", true), ("multiplications", true), ("inversions", true), ("bytes read", false)]
    {
        assert_eq!(html.contains(&format!("<h2>{title}</h2>")), expected, "{title}");
    }
    assert_eq!(html.matches("<svg").count(), html.matches("<article>").count());
    assert!(html.contains("3.jsonl") && html.contains("3 of 3 roots match"));

    // A failed replay does not change the page.
    std::fs::remove_file(data.join("3.jsonl")).unwrap();
    assert_eq!(run().0, 2);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), html);
    let (code, _, error) =
        outcome(vorpal().args(["replay", "--report"]).arg(folder.path().join("no/such/folder.html")));
    assert_eq!(code, 2);
    assert!(error.contains("folder.html: "), "{error}");
}

#[test]
fn names_of_blocks_are_escaped_and_many_blocks_share_bars() {
    let folder = TempDir::new().unwrap();
    let hex = |number: usize| format!("0x{number:064x}");
    // A first replay with a wrong root yields the right root in its message.
    let name = "<i>&.csv";
    std::fs::write(folder.path().join(name), format!("{},{}\n", hex(1), hex(2))).unwrap();
    let roots = |root: &str| serde_json::json!([{"file": name, "root": root}]).to_string();
    std::fs::write(folder.path().join("roots.json"), roots(&hex(0))).unwrap();
    let page = folder.path().join("page.html");
    let run = || outcome(vorpal().args(["replay", "--data"]).arg(folder.path()).arg("--report").arg(&page));
    let (code, _, error) = run();
    assert_eq!(code, 1);
    assert!(!page.exists());
    let root = error.rsplit_once("found ").unwrap().1.trim();
    std::fs::write(folder.path().join("roots.json"), roots(root)).unwrap();
    assert_eq!(run().0, 0);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("&lt;i&gt;&amp;.csv") && !html.contains("<i>"), "{html}");

    // 300 small blocks.
    let many = TempDir::new().unwrap();
    for number in 1..=300 {
        let account = format!(
            "{{\"address\":\"0x{number:040x}\",\"nonce\":1,\"balance\":\"0x1\",\"code_hash\":\"{}\"}}\n",
            hex(number)
        );
        std::fs::write(many.path().join(format!("{number}.jsonl")), account).unwrap();
    }
    let (code, _, error) =
        outcome(vorpal().args(["replay", "--data"]).arg(many.path()).arg("--report").arg(&page));
    assert_eq!((code, &*error), (0, ""));
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("Each bar shows 3 blocks.") && html.contains("298.jsonl to 300.jsonl"), "{html}");
}

/// Replays with a witness for each block.
fn with_witnesses(folder: &Path) -> Value {
    let target = TempDir::new().unwrap();
    figures(vorpal().args(["replay", "--witness", "--data"]).arg(folder), target.path())
}

#[test]
fn makes_and_verifies_a_witness_for_each_block() {
    let folder = TempDir::new().unwrap();
    copy_blocks(4, folder.path());
    let figures = with_witnesses(folder.path());
    assert_eq!(figures["witnesses_checked"], 4);
    assert!(figures["witness_bytes"].as_u64().unwrap() > 4 * 576);
    let names: Vec<&str> =
        figures["phases"].as_array().unwrap().iter().map(|phase| phase["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["senders", "keys", "witness making", "witness check", "tree update", "commit", "saving"]
    );
    for phase in ["witness making", "witness check"] {
        assert!(counts(&figures, phase)[0] > 0, "{figures}");
    }
    assert_eq!(figures["roots_checked"], 4);
    let (code, output, error) = outcome(vorpal().args(["replay", "--witness", "--data"]).arg(folder.path()));
    assert_eq!((code, &*error), (0, ""));
    assert!(output.contains("4 of 4 witnesses valid ("), "{output}");

    // A block that writes nothing has no witness.
    std::fs::remove_file(folder.path().join("roots.json")).unwrap();
    std::fs::write(folder.path().join("5.jsonl"), "").unwrap();
    assert_eq!(with_witnesses(folder.path())["witnesses_checked"], 4);
    assert_ne!(with_witnesses(folder.path())["root"], GENERATED_ROOT);
}
