//! Prepared bases in files that are mapped.

#![cfg(feature = "mmap")]
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use vorpal_curves::bn254::{Affine, Bn254G1, Jacobian};
use vorpal_fields::primes::Bn254Scalar as Scalar;
use vorpal_msm::{FormatError, PreparedBases, PreparedPlan, ReadError};

/// Three points, the second at infinity.
fn bases(split: bool) -> PreparedBases<Bn254G1> {
    let plan = PreparedPlan::new::<Bn254G1>(3, 9, 15, split).unwrap();
    let points = [Affine::GENERATOR, Affine::INFINITY, Jacobian::GENERATOR.double().to_affine()];
    PreparedBases::with_plan(&points, &plan).unwrap()
}

#[test]
fn mapped_files() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bases");
    let scalars = [-Scalar::ONE, Scalar::from(2), Scalar::GENERATOR.square() - Scalar::from(1 << 60)];
    let open = || PreparedBases::<Bn254G1, _>::open(&path);
    assert!(matches!(open(), Err(ReadError::Io(_))));
    for split in [false, true] {
        let bases = bases(split);
        bases.write_to(std::fs::File::create(&path).unwrap()).unwrap();
        let mapped = open().unwrap();
        assert_eq!(mapped.as_bytes(), bases.as_bytes());
        assert_eq!(mapped.sum_vartime(&scalars), bases.sum_vartime(&scalars));
        assert!(std::fs::File::open(&path).unwrap().try_lock().is_err(), "locked while it is mapped");
        drop(mapped);
        std::fs::write(&path, &bases.as_bytes()[1..]).unwrap();
        assert!(matches!(open(), Err(ReadError::Format(FormatError::Magic { .. }))));
    }
    std::fs::write(&path, []).unwrap();
    assert!(matches!(open(), Err(ReadError::Format(FormatError::Truncated { needed: 68, found: 0 }))));
}
