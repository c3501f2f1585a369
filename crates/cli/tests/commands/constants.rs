//! `vorpal constants`: compared with published values and with big integers.

use std::process::Output;

use num_bigint::{BigInt, BigUint, Sign};
use serde_json::Value;
use tempfile::TempDir;
use vorpal_oracle::big::{hex, is_prime};
use vorpal_oracle::data::report_skipped;
use vorpal_oracle::weierstrass::Curve;

const CURVES: [&str; 7] = ["secp256k1", "bn254", "bls12_377", "bls12_381", "grumpkin", "pallas", "vesta"];

/// Runs the command. Returns exit code, standard output and standard error. Fails the test if the command panics.
fn constants(arguments: &[&str]) -> (i32, String, String) {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    let Output { status, stdout, stderr } = command.arg("constants").args(arguments).output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code().expect("no signal"), stdout, stderr)
}

fn json(arguments: &[&str]) -> Value {
    let (code, output, error) = constants(&[arguments, &["--json", "-"]].concat());
    assert_eq!((code, &*error), (0, ""));
    serde_json::from_str(&output).unwrap()
}

fn number(value: &Value) -> BigUint {
    hex(value.as_str().unwrap())
}

fn signed(value: &Value) -> BigInt {
    let text = value.as_str().unwrap();
    match text.strip_prefix('-') {
        Some(magnitude) => BigInt::from_biguint(Sign::Minus, hex(magnitude)),
        None => hex(text).into(),
    }
}

/// SEC 2, version 2, section 2.4.1.
#[test]
fn secp256k1_has_the_parameters_of_sec_2() {
    let report = json(&["secp256k1"]);
    for (value, published) in [
        (&report["p"], "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
        (&report["n"], "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
        (&report["b"], "7"),
        (&report["generator"]["x"], "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
        (&report["generator"]["y"], "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
    ] {
        assert_eq!(number(value), hex(published));
    }
}

/// The constants that libsecp256k1 documents for its endomorphism (`src/scalar_impl.h`), one of the two of the curve.
#[test]
fn secp256k1_has_the_constants_of_libsecp256k1() {
    let report = json(&["secp256k1", "--shift", "384", "--shift", "320", "--shift", "384", "--shift", "288"]);
    assert_eq!(report["library_shift"], 288);
    let endomorphisms = report["endomorphisms"].as_array().unwrap();
    assert_eq!(endomorphisms.len(), 2);
    let lambda = hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
    let theirs = endomorphisms.iter().find(|endomorphism| number(&endomorphism["lambda"]) == lambda).unwrap();
    let beta = hex("7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee");
    assert_eq!(number(&theirs["beta"]), beta);

    let a1 = BigInt::from(hex("3086d221a7d46bcde86c90e49284eb15"));
    let b1 = -BigInt::from(hex("e4437ed6010e88286f547fa90abfe4c3"));
    let a2 = BigInt::from(hex("114ca50f7a8e2f3f657c1108d9d44cfd8"));
    let vectors = [0, 1].map(|i| ["x", "y"].map(|coordinate| signed(&theirs["vectors"][i][coordinate])));
    assert_eq!(vectors, [[a1.clone(), b1], [a2, a1]]);

    // Repeated shifts are listed once, after the library's.
    let rounding = theirs["rounding"].as_array().unwrap();
    let shifts: Vec<_> = rounding.iter().map(|rounding| rounding["shift"].as_u64().unwrap()).collect();
    assert_eq!(shifts, [288, 384, 320]);
    let g1 = hex("3086d221a7d46bcde86c90e49284eb153daa8a1471e8ca7fe893209a45dbb031");
    let g2 = hex("e4437ed6010e88286f547fa90abfe4c4221208ac9df506c61571b4ae8ac47f71");
    assert_eq!((number(&rounding[1]["g1"]), number(&rounding[1]["g2"])), (g1, g2));
    for rounding in rounding {
        for half in ["k1", "k2"] {
            assert_eq!(rounding[format!("{half}_bits")], 128);
            assert!(number(&rounding[format!("{half}_bound")]).bits() == 128);
        }
    }
}

/// The constants of dcrd (`secp256k1/v4` 4.0.1 to 4.4.1, `curve.go`): for the first multiplier it has the floor, which
/// is one less than the nearest integer; for the second one both are equal.
#[test]
fn secp256k1_has_the_constants_of_dcrd() {
    let report = json(&["secp256k1", "--shift", "320"]);
    let lambda = hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
    let endomorphisms = report["endomorphisms"].as_array().unwrap();
    let theirs = endomorphisms.iter().find(|endomorphism| number(&endomorphism["lambda"]) == lambda).unwrap();
    let rounding = &theirs["rounding"][1];
    assert_eq!(rounding["shift"], 320);
    let z1 = hex("3086d221a7d46bcde86c90e49284eb153daa8a1471e8ca7f");
    let z2 = hex("e4437ed6010e88286f547fa90abfe4c4221208ac9df506c6");
    assert_eq!((number(&rounding["g1_floor"]), number(&rounding["g2_floor"])), (z1.clone(), z2.clone()));
    assert_eq!((number(&rounding["g1"]), number(&rounding["g2"])), (&z1 + 1u8, z2.clone()));
    // The bounds with floors: (1/2 + 2^-64) of the sums, which is still below 2^128.
    for (i, name) in ["k1_bound_floor", "k2_bound_floor"].into_iter().enumerate() {
        let coordinate = |v: usize| signed(&theirs["vectors"][v][["x", "y"][i]]);
        let sum = coordinate(0).magnitude() + coordinate(1).magnitude();
        let bound = (&sum * ((BigUint::from(1u8) << 320) + (BigUint::from(1u8) << 257))) >> 321;
        assert_eq!(number(&rounding[name]), bound);
        assert!(bound.bits() <= 128);
    }
    // Both multipliers of dcrd and their rounded forms split scalars correctly and shortly, also the largest one.
    let n = BigInt::from(number(&report["n"]));
    let vectors = [0, 1].map(|i| ["x", "y"].map(|name| signed(&theirs["vectors"][i][name])));
    let half = BigInt::from(1u8) << 319;
    for scalar in [BigInt::from(1u8), BigInt::from(number(&report["n"])) - 1u8, &half % &n, (&n - 1u8) / 2] {
        for g1 in [z1.clone(), &z1 + 1u8] {
            let round = |g: &BigUint| -> BigInt { (&scalar * BigInt::from(g.clone()) + &half) >> 320usize };
            let (c1, c2) = (round(&g1), round(&z2));
            let k1: BigInt = &scalar - &c1 * &vectors[0][0] - &c2 * &vectors[1][0];
            let k2: BigInt = -&c1 * &vectors[0][1] - &c2 * &vectors[1][1];
            assert_eq!((&k1 + &k2 * BigInt::from(lambda.clone()) - &scalar) % &n, BigInt::ZERO);
            assert!(k1.bits() <= 128 && k2.bits() <= 128);
        }
    }
    let (_, text, _) = constants(&["secp256k1", "--shift", "320"]);
    assert!(text.contains("= 0x3086d221a7d46bcde86c90e49284eb153daa8a1471e8ca7f is one less"), "{text}");
    assert!(
        text.contains("g1 = round(2^d |y2| / n) = 0x3086d221a7d46bcde86c90e49284eb153daa8a1471e8ca80"),
        "{text}"
    );
}

/// The constants of dcrd as source, code for one lambda and a comment for the other. `gofmt` changes nothing.
#[test]
fn the_source_in_go() {
    let (code, source, error) = constants(&["secp256k1", "--shift", "320", "--go", "curve"]);
    assert_eq!((code, &*error), (0, ""));
    for (name, value) in [
        ("endoNegLambda", "-5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72"),
        ("endoBeta", "7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee"),
        ("endoNegB1", "e4437ed6010e88286f547fa90abfe4c3"),
        ("endoNegB2", "-3086d221a7d46bcde86c90e49284eb15"),
        ("endoZ1", "3086d221a7d46bcde86c90e49284eb153daa8a1471e8ca80"),
        ("endoZ2", "e4437ed6010e88286f547fa90abfe4c4221208ac9df506c6"),
        ("endoNegB1", "3086d221a7d46bcde86c90e49284eb15"),
        ("endoNegB2", "-114ca50f7a8e2f3f657c1108d9d44cfd8"),
    ] {
        assert!(source.contains(&format!("const {name} = \"{value}\"\n")), "{name}: {source}");
    }
    assert!(source.contains("\npackage curve\n"), "{source}");
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("constants.go");
    std::fs::write(&file, &source).unwrap();
    match std::process::Command::new("gofmt").arg("-d").arg(&file).output() {
        Ok(found) => assert!(found.status.success() && found.stdout.is_empty(), "{found:?}"),
        Err(error) => report_skipped(&format!("the form of the source in Go: gofmt: {error}")),
    }
    for package in ["", "a-b", "1a", "a\nb"] {
        assert_eq!(constants(&["secp256k1", "--go", package]).0, 2, "{package}");
    }
}

/// Every value of the report, for all curves and both `lambda`, is checked by big integers and textbook formulas.
#[test]
fn all_steps_agree_with_big_integers() {
    for curve in CURVES {
        let report = json(&[curve, "--shift", "512"]);
        let (p, n) = (number(&report["p"]), number(&report["n"]));
        assert!(is_prime(&p) && is_prime(&n), "{curve}");
        let oracle = Curve { p: p.clone(), a: 0u8.into(), b: number(&report["b"]) };
        let point = |value: &Value| Some((number(&value["x"]), number(&value["y"])));
        let generator = point(&report["generator"]);
        assert!(oracle.contains(&generator));
        assert_eq!(oracle.mul(&generator, &n), None);
        for (roots, modulus) in [(&report["base_roots"], &p), (&report["scalar_roots"], &n)] {
            let [first, second] = [0, 1].map(|i| number(&roots["roots"][i]));
            assert!(first < second && second < *modulus);
            for root in [first, second] {
                assert_eq!((&root * &root + &root + 1u8) % modulus, BigUint::ZERO);
            }
            let a = BigUint::from(roots["a"].as_u64().unwrap());
            let third = (modulus - 1u8) / 3u8;
            for smaller in 2..roots["a"].as_u64().unwrap() {
                assert_eq!(BigUint::from(smaller).modpow(&third, modulus), BigUint::from(1u8));
            }
            assert_ne!(a.modpow(&third, modulus), BigUint::from(1u8));
        }
        let endomorphisms = report["endomorphisms"].as_array().unwrap();
        assert_eq!(endomorphisms.iter().filter(|endomorphism| endomorphism["used"] == true).count(), 1);
        for (i, endomorphism) in endomorphisms.iter().enumerate() {
            assert_eq!(endomorphism["lambda"], report["scalar_roots"]["roots"][i]);
            let beta_number = usize::try_from(endomorphism["beta_number"].as_u64().unwrap()).unwrap();
            assert_eq!(endomorphism["beta"], report["base_roots"]["roots"][beta_number - 1]);
            let (lambda, beta) = (number(&endomorphism["lambda"]), number(&endomorphism["beta"]));
            let multiple = oracle.mul(&generator, &lambda);
            assert_eq!(multiple, point(&endomorphism["multiple"]));
            assert_eq!(multiple, generator.as_ref().map(|(x, y)| (x * beta % &p, y.clone())));
            check_lattice(endomorphism, &n, &lambda);
        }
    }
}

fn check_lattice(endomorphism: &Value, n: &BigUint, lambda: &BigUint) {
    let (n, lambda) = (BigInt::from(n.clone()), BigInt::from(lambda.clone()));
    let rows = endomorphism["rows"].as_array().unwrap();
    let [r0, r1, r2] = [0, 1, 2].map(|i| signed(&rows[i]["r"]));
    assert!(&r0 * &r0 >= n && &r1 * &r1 < n && r2 < r1);
    assert_eq!(&r0 - signed(&rows[2]["quotient"]) * &r1, r2);
    for row in rows {
        assert_eq!((signed(&row["r"]) - signed(&row["t"]) * &lambda) % &n, BigInt::ZERO);
    }
    let [v1, v2] = [0, 1].map(|i| ["x", "y"].map(|name| signed(&endomorphism["vectors"][i][name])));
    for v in [&v1, &v2] {
        assert_eq!((&v[0] + &v[1] * &lambda) % &n, BigInt::ZERO);
    }
    // The sign is that of the parity of Euclid's steps.
    let determinant = &v1[0] * &v2[1] - &v2[0] * &v1[1];
    let is_odd = rows[1]["index"].as_u64().unwrap() % 2 == 1;
    assert_eq!(determinant, if is_odd { n.clone() } else { -n.clone() });
    assert_eq!(signed(&endomorphism["determinant"]), determinant);
    let norm = |v: &[BigInt; 2]| &v[0] * &v[0] + &v[1] * &v[1];
    let others = [[r0, -signed(&rows[0]["t"])], [r2, -signed(&rows[2]["t"])]];
    assert_eq!(v1, [r1, -signed(&rows[1]["t"])]);
    assert_eq!(norm(&v2), others.iter().map(norm).min().unwrap());
    assert!(others.contains(&v2));

    for rounding in endomorphism["rounding"].as_array().unwrap() {
        let d = rounding["shift"].as_u64().unwrap();
        for (name, y) in [("g1", &v2[1]), ("g2", &v1[1])] {
            let floor = (BigInt::from(y.magnitude().clone()) << d) / &n;
            assert_eq!(signed(&rounding[format!("{name}_floor")]), floor);
            let rest: BigInt =
                (signed(&rounding[name]) * &n - (BigInt::from(y.magnitude().clone()) << d)) * 2;
            assert!(rest.magnitude() <= n.magnitude());
        }
        for (i, name) in [(0, "k1"), (1, "k2")] {
            // floor((1/2 + 2^(255 - d)) sum), for scalars of four limbs.
            let sum = v1[i].magnitude() + v2[i].magnitude();
            let bound = (&sum * ((BigUint::from(1u8) << d) + (BigUint::from(1u8) << 256))) >> (d + 1);
            assert_eq!(number(&rounding[format!("{name}_bound")]), bound);
            assert_eq!(rounding[format!("{name}_bits")], bound.bits());
            assert!(endomorphism["used"] == false || bound.bits() <= 128);
        }
    }
}

#[test]
fn the_text_has_all_steps() {
    for curve in CURVES {
        let (code, output, error) = constants(&[curve, "--shift", "384"]);
        assert_eq!((code, &*error), (0, ""));
        for part in
            ["p = 0x", "beta_2 = 0x", "lambda_2 = 0x", "lambda_2 G = (0x", "4. lambda_2", "With d = 384:"]
        {
            assert!(output.contains(part), "{part}: {output}");
        }
        assert_eq!(output.matches("which this library uses").count(), 1);
        assert_eq!(output.matches("With d = 288, the shift of this library").count(), 2);
        assert!(output.contains("The library uses these constants"), "{output}");
    }
}

#[test]
fn writes_json_to_a_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("constants.json");
    let (code, output, _) = constants(&["bn254", "--json", file.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(output.contains("beta_1"));
    let written: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(written, json(&["bn254"]));
    assert_eq!(written["differences"], Value::Array(Vec::new()));
    let nowhere = folder.path().join("none").join("constants.json");
    let (code, _, error) = constants(&["bn254", "--json", nowhere.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(error.contains("constants.json: "), "{error}");
}

#[test]
fn bad_arguments_exit_with_2() {
    for name in ["secp256r1", "", "SECP256K1", "bandersnatch"] {
        let (code, output, error) = constants(&[name]);
        assert_eq!((code, &*output), (2, ""));
        let known = CURVES.join(", ");
        let expected = format!("no curve `{name}` with an endomorphism; supported are {known}");
        assert!(error.contains(&expected), "{error}");
    }
    for arguments in [
        &[][..],
        &["secp256k1", "bn254"],
        &["secp256k1", "--shift", "0"],
        &["secp256k1", "--shift", "769"],
        &["secp256k1", "--shift", "-1"],
        &["secp256k1", "--shift"],
    ] {
        assert_eq!(constants(arguments).0, 2, "{arguments:?}");
    }
    assert_eq!(constants(&["secp256k1", "--shift", "1", "--shift", "768"]).0, 0);
}
