//! Tests of prepared bases in mapped files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vorpal_curves::bn254::{Affine, Bn254G1, Jacobian};
use vorpal_fields::primes::Bn254Scalar as Scalar;
use vorpal_msm::{FormatError, PreparedBases, PreparedPlan, ReadError};

/// Three points, the second at infinity.
fn bases(split: bool) -> PreparedBases<Bn254G1> {
    let plan = PreparedPlan::new::<Bn254G1>(3, 9, 15, split).unwrap();
    let points = [Affine::GENERATOR, Affine::IDENTITY, Jacobian::GENERATOR.double().to_affine()];
    PreparedBases::with_plan(&points, &plan).unwrap()
}

#[test]
fn mapped_files() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bases");
    let scalars = [-Scalar::ONE, Scalar::from(2), Scalar::GENERATOR.square() - Scalar::from(1 << 60)];
    // SAFETY: only this test writes to the folder, and it drops the mapping before each write.
    let open = || unsafe { PreparedBases::<Bn254G1, _>::map(&path) };
    assert!(matches!(open(), Err(ReadError::Io(_))));
    for split in [false, true] {
        let bases = bases(split);
        bases.write_to(std::fs::File::create(&path).unwrap()).unwrap();
        let mapped = open().unwrap();
        assert_eq!(mapped.as_bytes(), bases.as_bytes());
        assert_eq!(mapped.msm_vartime(&scalars), bases.msm_vartime(&scalars));
        assert!(
            std::fs::File::open(&path).unwrap().try_lock().is_err(),
            "the file is locked while it is mapped"
        );
        drop(mapped);
        std::fs::write(&path, &bases.as_bytes()[1..]).unwrap();
        assert!(matches!(open(), Err(ReadError::Format(FormatError::Magic { .. }))));
    }
    std::fs::write(&path, []).unwrap();
    assert!(matches!(open(), Err(ReadError::Format(FormatError::Truncated { needed: 68, found: 0 }))));
}

#[test]
fn opened_bases_are_a_copy_of_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bases");
    let scalars = [-Scalar::ONE, Scalar::from(2), Scalar::GENERATOR.square()];
    let expected = bases(true);
    expected.write_to(std::fs::File::create(&path).unwrap()).unwrap();
    let opened = PreparedBases::<Bn254G1>::open(&path).unwrap();
    assert!(std::fs::File::open(&path).unwrap().try_lock().is_ok(), "the file is not locked");
    // Overwriting and truncating the file does not change the opened bases.
    std::fs::write(&path, vec![0xff; expected.as_bytes().len()]).unwrap();
    assert_eq!(opened.as_bytes(), expected.as_bytes());
    assert_eq!(opened.msm_vartime(&scalars), expected.msm_vartime(&scalars));
    std::fs::write(&path, []).unwrap();
    assert_eq!(opened.msm_vartime(&scalars), expected.msm_vartime(&scalars));
    opened.verify_vartime().unwrap();
}
