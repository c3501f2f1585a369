//! The options `--curve` and `--algorithm` of `vorpal msm`.

use crate::msm_fixture::{Input, Layout, json, msm, outcome};
use tempfile::TempDir;
use vorpal::curves::models::weierstrass::{Affine, EncodableCurve, Format, Jacobian};
use vorpal::curves::{PointFormat, bls12_377, bls12_381, bn254, grumpkin, pallas, secp256k1, vesta};
use vorpal::fields::{EncodableField, Field, PrimeField};

/// The algorithms with buckets, and the planner.
const ALGORITHMS: [&str; 4] = ["affine", "xyzz", "jacobian", "planner"];

#[test]
fn every_algorithm_gives_the_sums_of_big_integers() {
    let input = Input::new(Layout::Compressed);
    let result = input.file("result");
    for algorithm in ALGORITHMS.into_iter().chain(["edwards"]) {
        let options = ["--algorithm", algorithm, "--compare", result.to_str().unwrap()];
        let (code, output, error) = input.run(&options);
        assert_eq!(code, 0, "{algorithm}: {error}");
        assert!(output.contains("5 of 5 sums agree"), "{algorithm}: {output}");
    }
    // The last vector has too many points.
    let (code, _, error) = input.run(&["--algorithm", "straus"]);
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("--algorithm straus: vector 5 has 300 points"), "{error}");
}

/// Vectors with infinity, equal and opposite points, scalars 0, 1 and -1; none, one and many points.
fn vectors<C: EncodableCurve<Base: PrimeField>>() -> Vec<Vec<(Affine<C>, C::Scalar)>> {
    let multiple = |i: u64| Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[i]).to_affine();
    let (p, scalar) = (multiple(5), |i: u64| C::Scalar::from(i));
    vec![
        vec![
            (multiple(1), scalar(1)),
            (p, scalar(77)),
            (-p, scalar(70)),
            (p, scalar(0)),
            (Affine::IDENTITY, scalar(9)),
            (p, -scalar(1)),
        ],
        vec![],
        vec![(p, -scalar(1))],
        vec![(p, scalar(3)), (-p, scalar(3))],
        (1..=100).map(|i| (multiple(i % 7), scalar(i).square().square() - scalar(1_000))).collect(),
    ]
}

/// The sum by the definition.
fn naive<C: EncodableCurve<Base: PrimeField>>(vector: &[(Affine<C>, C::Scalar)]) -> Jacobian<C> {
    vector.iter().fold(Jacobian::IDENTITY, |sum, (point, scalar)| {
        sum.add_vartime(&Jacobian::from_affine(point).mul_limbs_vartime(scalar.to_limbs().as_ref()))
    })
}

fn file<T>(vectors: &[Vec<T>], encode: impl Fn(&T) -> Vec<u8>) -> Vec<u8> {
    let items = |vector: &Vec<T>| vector.iter().flat_map(&encode).collect::<Vec<u8>>();
    vectors
        .iter()
        .flat_map(|vector| [(vector.len() as u64).to_le_bytes().to_vec(), items(vector)].concat())
        .collect()
}

/// Sums files of the curve by each algorithm, from compressed and uncompressed points.
fn sums_files<C: EncodableCurve<Base: PrimeField>>(name: &str, format: &Format<C>) {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).into_os_string().into_string().unwrap();
    let vectors = vectors::<C>();
    let sums = vectors.iter().map(|vector| format.encode_compressed(&naive(vector).to_affine()));
    let sums: Vec<u8> = sums.flat_map(|sum| sum.as_ref().to_vec()).collect();
    let scalars = file(&vectors, |(_, scalar)| scalar.to_le_bytes().as_ref().to_vec());
    std::fs::write(path("scalars"), scalars).unwrap();
    std::fs::write(path("sums"), &sums).unwrap();
    let compressed = file(&vectors, |(point, _)| format.encode_compressed(point).as_ref().to_vec());
    let uncompressed = file(&vectors, |(point, _)| format.encode_uncompressed(point).as_ref().to_vec());
    let run = |algorithm: &str| {
        let [points, scalars, sums] = ["points", "scalars", "sums"].map(path);
        let files = ["--points", &*points, "--scalars", &*scalars, "--compare", &*sums];
        outcome(msm(files).args(["--curve", name, "--algorithm", algorithm]))
    };
    for (points, algorithm) in
        [compressed, uncompressed].iter().flat_map(|points| ALGORITHMS.map(|name| (points, name)))
    {
        std::fs::write(path("points"), points).unwrap();
        let (code, output, error) = run(algorithm);
        assert_eq!(code, 0, "{name}, {algorithm}: {error}");
        assert!(output.contains("5 of 5 sums agree"), "{name}, {algorithm}: {output}");
    }
    // A wrong sum is found: the comparison reads sums of this length.
    let mut wrong = sums;
    wrong[0] ^= 1;
    std::fs::write(path("sums"), wrong).unwrap();
    let (code, _, error) = run("jacobian");
    assert!(code == 1 && error.contains("4 of 5 sums agree"), "{name}: {error}");
}

#[test]
fn files_of_every_curve_are_summed_by_every_algorithm() {
    sums_files("bls12_377", &bls12_377::encoding::ARKWORKS);
    sums_files("bls12_381", &bls12_381::encoding::ARKWORKS);
    sums_files("bn254", &bn254::encoding::ARKWORKS);
    sums_files("grumpkin", &grumpkin::encoding::HALO2CURVES);
    sums_files("pallas", &pallas::encoding::PASTA);
    sums_files("secp256k1", &secp256k1::encoding::ARKWORKS);
    sums_files("vesta", &vesta::encoding::PASTA);
}

#[test]
fn random_sums_by_all_algorithms_are_equal_and_named() {
    let folder = TempDir::new().unwrap();
    let sum = |curve: &str, algorithm: &str| {
        let report = folder.path().join("report");
        let mut command = msm(["--random", "9", "--curve", curve, "--algorithm", algorithm]);
        let (code, _, error) = outcome(command.arg("--json").arg(&report));
        assert_eq!(code, 0, "{curve}, {algorithm}: {error}");
        let report = json(&report);
        let vector = &report["vectors"][0];
        (report["curve"].clone(), vector["sum"].clone(), vector["algorithm"].clone())
    };
    for (curve, title) in [("bls12_377", "BLS12-377 G1"), ("bn254", "BN254 G1"), ("vesta", "Vesta")] {
        let expected = sum(curve, "planner");
        assert_eq!(expected.0, title);
        for (algorithm, text) in [("affine", "affine"), ("xyzz", "XYZZ"), ("jacobian", "Jacobian")] {
            let found = sum(curve, algorithm);
            assert_eq!(found.1, expected.1, "{curve}, {algorithm}");
            assert!(found.2.as_str().unwrap().contains(text), "{curve}, {algorithm}: {}", found.2);
        }
    }
    assert_eq!(sum("bls12_377", "edwards").1, sum("bls12_377", "jacobian").1);
}

#[test]
fn an_algorithm_that_a_curve_does_not_have_exits_with_2() {
    for curve in ["bls12_381", "bn254", "grumpkin", "pallas", "secp256k1", "vesta"] {
        let (code, output, error) =
            outcome(&mut msm(["--random", "4", "--curve", curve, "--algorithm", "edwards"]));
        assert_eq!((code, &*output), (2, ""), "{curve}");
        assert!(error.contains(&format!("--algorithm edwards: {curve} has no Edwards form")), "{error}");
    }
    for (option, value) in [("--curve", "bn255"), ("--algorithm", "fastest")] {
        let (code, _, error) = outcome(&mut msm(["--random", "4", option, value]));
        assert!(code == 2 && error.contains(value), "{error}");
    }
}
