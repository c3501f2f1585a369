//! `vorpal bounds`: tables, witnesses checked by big integers, measurements and malformed arguments.

use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;
use vorpal_oracle::big::hex;

/// Runs the command. Returns exit code, standard output and standard error. Fails the test if the command panics.
fn bounds(arguments: &[&str]) -> (i32, String, String) {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    let Output { status, stdout, stderr } = command.arg("bounds").args(arguments).output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code().expect("no signal"), stdout, stderr)
}

fn json(arguments: &[&str]) -> Value {
    let (code, output, error) = bounds(&[arguments, &["--json", "-"]].concat());
    assert_eq!((code, &*error), (0, ""));
    serde_json::from_str(&output).unwrap()
}

/// The strategy of this name in a report of one field.
fn strategy<'a>(report: &'a Value, name: &str) -> &'a Value {
    let strategies = report["fields"][0]["strategies"].as_array().unwrap();
    strategies.iter().find(|strategy| strategy["name"] == name).unwrap()
}

#[test]
fn the_table_of_all_fields() {
    let (code, output, error) = bounds(&[]);
    assert_eq!((code, &*error), (0, ""));
    let line = |field: &str| output.lines().find(|line| line.trim_start().starts_with(field)).unwrap();
    let cells = |field: &str| line(field).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        cells("bn254_scalar"),
        "bn254_scalar 5.290 1.189 [1,1,6] 3.236 [3,3,8] 2.347 [2,2,7] 1.586 [1,2,6] 1.189 [1,1,6] 1.950 [1,2,7]"
    );
    assert_eq!(
        cells("secp256k1_base"),
        "secp256k1_base 1.000 2.000! [1,4,2] 4.192! [4,7,4] 3.582! [3,6,3] 2.737! [2,5,2] 2.000! [2,5,2] \
         2.845! [2,5,2]"
    );
    for field in ["p256_base", "p256_scalar"] {
        assert!(cells(field).starts_with(&format!("{field} 1.000 2.000! ")), "{output}");
    }
    assert_eq!(
        cells("bls12_381_base"),
        "bls12_381_base 9.845 1.102 [1,1,10] 2.398 [2,2,12] 1.730 [1,2,11] 1.191 [1,1,10] 1.102 [1,1,10] \
         1.640 [1,1,11]"
    );
    // Two lines before the table, the header, one line after it.
    assert_eq!(output.lines().count(), 13 + 4);
}

#[test]
fn one_field_in_text() {
    let (code, output, _) = bounds(&["bn254_scalar"]);
    assert_eq!(code, 0);
    for part in [
        "J2,J1,C",
        "2.3469 [2]",
        "3.2360 [3]",
        "log_jump reaches 2.346875 p",
        "254 bits, 4 limbs",
        "multiplies by P2,C,C",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
}

#[test]
fn a_modulus_given_by_digits_equals_the_field() {
    let modulus = "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
    let (field, number) = (json(&["bn254_scalar"]), json(&[modulus]));
    assert_eq!(field["fields"][0]["strategies"], number["fields"][0]["strategies"]);
    assert_eq!(number["fields"][0]["modulus"], modulus);
    let zeros = json(&[&modulus.replace("0x", "0x000000")]);
    assert_eq!(zeros["fields"][0]["strategies"], number["fields"][0]["strategies"]);
}

/// Every witness is checked by big integers: its result is congruent to `a b / R`, within the bound, and as near to the
/// bound as stated.
#[test]
fn witnesses_agree_with_big_integers() {
    let report = json(&[]);
    let mut all_subtractions = 0;
    for field in report["fields"].as_array().unwrap() {
        let number = |value: &Value| hex(value.as_str().unwrap());
        let p = number(&field["modulus"]);
        let radix = hex("1") << (64 * field["limbs"].as_u64().unwrap());
        for strategy in field["strategies"].as_array().unwrap() {
            for range in strategy["ranges"].as_array().unwrap() {
                let below = match range["operands_below"].as_str().unwrap() {
                    "p" => p.clone(),
                    "2p" => &p * 2u8,
                    _ => radix.clone(),
                };
                let witness = &range["witness"];
                assert_eq!(witness.is_null(), below > radix);
                if witness.is_null() {
                    continue;
                }
                let [a, b, result] = ["a", "b", "result"].map(|name| number(&witness[name]));
                let largest = number(&range["largest"]);
                assert!(a < below && b < below && result <= largest);
                assert_eq!(&result * &radix % &p, a * b % &p);
                let short = witness["short_bits"].as_u64().unwrap();
                assert!((largest - &result) << short < p && short >= 60, "{strategy}");
                let subtractions = range["conditional_subtractions"].as_u64().unwrap();
                let needs_all = result / &p == subtractions.into();
                assert_eq!(witness["needs_all_subtractions"], needs_all);
                all_subtractions += u32::from(needs_all);
            }
        }
    }
    // 13 fields, 6 strategies and 3 ranges, less 24 ranges that do not fit: fields of 256 bits with operands below 2 p.
    // Schedules of rounds alone miss some bounds by less than 2^-120 p.
    assert!((202..=210).contains(&all_subtractions), "{all_subtractions}");
}

#[test]
fn bounds_of_bn254_beside_the_published_ones() {
    let report = json(&["bn254_scalar"]);
    let canonical = |name: &str| &strategy(&report, name)["ranges"][0];
    let close = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-6;
    // Published: 2.25 p, which is too small, and 3.25 p, which is right.
    assert!(close(&canonical("log_jump")["multiple"], 2.346_874_8));
    assert!(close(&canonical("log_jump")["witness"]["multiple"], 2.346_874_8));
    assert!(close(&canonical("single_step")["multiple"], 3.235_953_4));
    assert!(close(&strategy(&report, "log_jump")["delta"], 1.157_843_9));
}

/// A given schedule has the figures that it has among the named ones, for one field, a number or all fields.
#[test]
fn a_schedule_given_by_its_steps() {
    let named = json(&["bn254_scalar"]);
    let given = json(&["bn254_scalar", "--schedule", "J2, J1, C"]);
    assert_eq!(given["fields"][0]["strategies"].as_array().unwrap().len(), 1);
    assert_eq!(strategy(&given, "log_jump"), strategy(&named, "log_jump"));
    let unnamed = json(&["bn254_scalar", "--schedule", "P1,P1,C,C"]);
    assert_eq!(strategy(&unnamed, "given")["schedule"], "P1,P1,C,C");
    let (code, output, _) = bounds(&["--schedule", "P2,P2,C,C"]);
    assert_eq!(code, 0);
    assert!(output.contains("P2,P2,C,C") && output.contains("bls12_381_base"), "{output}");
    assert!(!output.contains("bn254_scalar "), "{output}");
    for (arguments, part) in [
        (&["bn254_scalar", "--schedule", "C,C"][..], "C,C is for 2 limbs; bn254_scalar has 4"),
        (&["--schedule", "C,C"], "no field has 2 limbs"),
        (&["--schedule", "J4,J2,J1,C", "--bits", "513"], "is for 8 limbs; a modulus of 513 bits has 9"),
        (&["--schedule", "J3,C"], "step 1: 4 limbs remain"),
        (&["--schedule", "J2,X"], "step 2: a step is C"),
        (&["--bits", "1"], "2 to 2048 are supported"),
        (&["--bits", "2049"], "2 to 2048 are supported"),
        (&["bn254_scalar", "--bits", "254"], "cannot be used with"),
        (&["bn254_scalar", "--best", "p"], "two limits are expected"),
        (&["bn254_scalar", "--best", "p,q"], "a range of operands is p"),
    ] {
        let (code, output, error) = bounds(arguments);
        assert_eq!((code, &*output), (2, ""), "{arguments:?}");
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

/// Bounds for every modulus of a length: at least those of the fields of that length, by the formula.
#[test]
fn bounds_of_every_modulus_of_a_length() {
    let (code, output, error) = bounds(&["--schedule", "J4,J2,J1,C", "--bits", "512"]);
    assert_eq!((code, &*error), (0, ""));
    assert!(output.contains("Every modulus of 512 bits, 8 limbs") && output.contains("log_jump"), "{output}");
    let report = json(&["--schedule", "J4,J2,J1,C", "--bits", "512"]);
    let given = &report["general"]["strategies"][0];
    // p / R and three jumps, each below p, and a round below p.
    assert!((given["multiples"][0].as_f64().unwrap() - 5.0).abs() < 1e-9, "{given}");
    assert_eq!(given["conditional_subtractions"][0], 4);
    let general = json(&["--bits", "254"]);
    let field = json(&["bn254_scalar"]);
    for (general, field) in general["general"]["strategies"]
        .as_array()
        .unwrap()
        .iter()
        .zip(field["fields"][0]["strategies"].as_array().unwrap())
    {
        assert_eq!(general["schedule"], field["schedule"]);
        for i in 0..3 {
            let multiple = general["multiples"][i].as_f64().unwrap();
            assert!(multiple >= field["ranges"][i]["multiple"].as_f64().unwrap(), "{general} {field}");
            let most = general["conditional_subtractions"][i].as_u64().unwrap();
            assert!(most >= field["ranges"][i]["conditional_subtractions"].as_u64().unwrap());
        }
        // Canonical results are below (n + 1) p.
        assert!(general["multiples"][0].as_f64().unwrap() <= 5.0);
    }
    assert_eq!(json(&["--bits", "2048"])["general"]["limbs"], 32);
}

#[test]
fn the_cheapest_schedule_for_ranges_of_operands() {
    let best = |field: &str, ranges: &str| json(&[field, "--best", ranges])["fields"][0]["best"].clone();
    let of_small = best("bn254_scalar", "2^32,2^32");
    assert_eq!(of_small["operands_below"], serde_json::json!(["2^32", "2^32"]));
    assert_eq!((&of_small["schedule"], &of_small["name"]), (&"P2,J1,C".into(), &"parallel_jump".into()));
    assert!((of_small["share_not_below_p"].as_f64().unwrap() - 0.38).abs() < 0.01, "{of_small}");
    assert_eq!(best("bn254_scalar", "2p,2p")["schedule"], "P2,C,C");
    let (code, output, _) = bounds(&["bn254_scalar", "--best", "p,p"]);
    assert_eq!(code, 0);
    assert!(
        output.contains("Cheapest for operands below p and p: P2,J1,C, 33 word multiplications"),
        "{output}"
    );
    assert!(bounds(&["--best", "p,p"]).1.contains("cheapest"));
}

#[test]
fn accepts_moduli_of_all_lengths() {
    for (modulus, limbs) in [
        ("0x3", 1),
        ("0xffffffffffffffff", 1),
        ("0x10000000000000001", 2),
        ("0x1000000000000000000000000000000000000000f", 3),
        ("0x10000000000000000000000000000000000000000000000000000000000000000000000000000001", 5),
        (&format!("0x{}", "f".repeat(96)), 6),
        (&format!("0x1{}1", "0".repeat(127)), 9),
        (&format!("0x{}", "f".repeat(512)), 32),
    ] {
        let report = json(&[modulus]);
        assert_eq!(report["fields"][0]["limbs"], limbs, "{modulus}");
        // The table has the same figures, of which the search for 32 limbs takes seconds.
        assert!(limbs > 9 || bounds(&[modulus]).0 == 0, "{modulus}");
    }
}

#[test]
fn bad_moduli_and_names_exit_with_2() {
    for (argument, part) in [
        ("0x10", "0x10: the modulus is even"),
        ("0x1", "the modulus is 1; the least is 3"),
        ("0x", "no digits after 0x"),
        ("0x12g", "`g` is not a hexadecimal digit"),
        (&format!("0x1{}1", "0".repeat(511)), "more than 2048 bits"),
        ("bn254", "no field `bn254`; supported are bn254_scalar, bn254_base"),
        ("BN254_SCALAR", "no field"),
        ("", "no field ``"),
        ("101", "an odd modulus as 0x and digits"),
    ] {
        let (code, output, error) = bounds(&[argument]);
        assert_eq!((code, &*output), (2, ""), "{argument}");
        assert!(error.contains(part), "{argument}: {error}");
    }
    let (code, _, error) = bounds(&["pallas_base", "--measure"]);
    assert_eq!(code, 2);
    assert!(error.contains("only bn254_scalar, bls12_381_scalar, bls12_381_base"), "{error}");
    let (code, _, error) = bounds(&["bn254_scalar", "--json", "no/such/folder/report.json"]);
    assert_eq!(code, 2);
    assert!(error.contains("report.json: "), "{error}");
    assert_eq!(bounds(&["bn254_scalar", "bn254_base"]).0, 2);
}

#[test]
fn measured_shares_agree_with_the_published_ones() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("report.json");
    let (code, output, error) = bounds(&["bn254_scalar", "--measure", "--json", path.to_str().unwrap()]);
    assert_eq!((code, &*error), (0, ""));
    assert!(output.contains("branch-free") && output.contains("after 100"), "{output}");
    let report: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let strategies = report["measurements"][0]["strategies"].as_array().unwrap();
    assert_eq!(strategies.len(), 6);
    let share = |name: &str, kind: &str| {
        let strategy = strategies.iter().find(|strategy| strategy["name"] == name).unwrap();
        strategy["inputs"][0][kind].as_f64().unwrap()
    };
    // Published: 5 % for CIOS, 68 % for the log jump, 27 % for one jump.
    for (name, once, after_100) in [
        ("cios", 0.05, 0.06),
        ("parallel_rounds", 0.05, 0.06),
        ("log_jump", 0.62, 0.68),
        ("one_jump", 0.25, 0.29),
    ] {
        for (kind, expected) in [("share_above_p", once), ("share_above_p_100", after_100)] {
            assert!((share(name, kind) - expected).abs() < 0.03, "{name}: {}", share(name, kind));
        }
    }
    for strategy in strategies {
        for input in strategy["inputs"].as_array().unwrap() {
            for time in ["branch_free_ns", "branchy_ns", "raw_ns"] {
                assert!(input[time].as_f64().unwrap() > 0.0);
            }
        }
    }
}
