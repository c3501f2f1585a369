//! Committers: profiles, batches, and tables in files.

use std::io::Read;
use std::sync::OnceLock;

use vorpal_curves::Group;
use vorpal_ipa::{Basis, Commitment, Committer, Error, Profile, Scalar, WIDTH};
use vorpal_limbs::count::on_this_thread;
use vorpal_msm::FormatError;

fn basis() -> &'static Basis {
    static BASIS: OnceLock<Basis> = OnceLock::new();
    BASIS.get_or_init(Basis::default)
}

fn definition(terms: &[(u8, Scalar)]) -> Commitment {
    terms.iter().fold(Commitment::IDENTITY, |sum, (index, value)| {
        sum + Commitment::from_affine(&basis().generators()[usize::from(*index)]).mul_vartime(value)
    })
}

/// Scalars of different sizes: full, 128 bits, small negative, zero, one, minus one.
fn value(i: u64) -> Scalar {
    let long = (1..=4u64)
        .fold(Scalar::from(i), |sum, k| sum.square() * Scalar::from(u64::MAX - i) + Scalar::from(k));
    match i % 8 {
        0 => Scalar::ZERO,
        1 => Scalar::ONE,
        2 => -Scalar::ONE,
        3 => -Scalar::from(i),
        4 => Scalar::from(u64::MAX).square() + Scalar::from(i),
        _ => long,
    }
}

#[allow(clippy::cast_possible_truncation, reason = "an index")]
fn vector(seed: u64, length: u64) -> Vec<(u8, Scalar)> {
    (0..length).map(|i| ((seed * 7 + i * i) as u8, value(seed * 31 + i))).collect()
}

#[test]
fn profiles_agree_and_stay_within_their_budgets() {
    let vectors: Vec<_> = [0, 1, 2, 5, 15, 16, 17, 33, 300].into_iter().map(|n| vector(n, n)).collect();
    let expected: Vec<Commitment> = vectors.iter().map(|terms| definition(terms)).collect();
    let dense: Vec<Scalar> = (0..WIDTH as u64).map(|i| value(5 + 8 * i)).collect();
    let mut dense_expected = None;
    for profile in Profile::ALL {
        let committer = Committer::with_profile(basis(), profile);
        let (bytes, budget) = (committer.bytes(), profile.budget());
        assert!(bytes <= budget && bytes > budget / 2, "{profile:?}: {bytes} of {budget}");
        assert_eq!(committer.commit_batch(&vectors), expected, "{profile:?}");
        for (terms, expected) in vectors.iter().zip(&expected) {
            assert_eq!(committer.commit_sparse(terms.iter().copied()), *expected, "{profile:?}");
        }
        let commitment = committer.try_commit(&dense).unwrap();
        assert_eq!(*dense_expected.get_or_insert(commitment), commitment);
    }
    assert_eq!(Profile::default(), Profile::Medium);
}

#[test]
fn single_products_agree_with_definitions() {
    for committer in
        [Committer::with_window(basis(), 3).unwrap(), Committer::with_window(basis(), 8).unwrap()]
    {
        for (i, index) in (0..64).zip([0, 1, 4, 5, 232, 233, 254, 255].into_iter().cycle()) {
            assert_eq!(committer.mul_index(index, &value(i)), definition(&[(index, value(i))]));
        }
        // The smallest and the largest scalars, and the middle, where the smaller of s and -s changes.
        let half = Scalar::from(2).invert().unwrap();
        for scalar in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, half, -half, half + Scalar::ONE] {
            assert_eq!(committer.mul_index(7, &scalar), definition(&[(7, scalar)]));
        }
    }
}

#[test]
fn bases_of_points_have_256_generators() {
    let generators = basis().generators();
    let q = generators[3];
    let same = Basis::from_points(generators, &q).unwrap();
    assert_eq!((same.digest(), *same.q()), (basis().digest(), q));
    assert_eq!(*basis().q(), Commitment::generator().to_affine());
    for number in [0, 1, 255] {
        let few = Basis::from_points(&generators[..number], &q).unwrap_err();
        assert_eq!(few, Error::Generators { found: number });
    }
    let many = [generators, &[q]].concat();
    assert_eq!(Basis::from_points(&many, &q).unwrap_err(), Error::Generators { found: 257 });
    assert_eq!(Error::Generators { found: 257 }.to_string(), "257 generators for a basis of 256");
}

#[test]
fn batches_agree_with_single_commitments() {
    let committer = Committer::with_window(basis(), 5).unwrap();
    let uneven = |i: u64| [0, 1, 0, 2, 256, 3, 0, 40][usize::try_from(i % 8).unwrap()];
    for number in [0, 1, 15, 16, 17, 33, 100] {
        for length in [|_| 0, |_| 1, |_| 4, uneven] {
            let vectors: Vec<_> = (0..number).map(|i| vector(i, length(i))).collect();
            let single: Vec<_> =
                vectors.iter().map(|terms| committer.commit_sparse(terms.iter().copied())).collect();
            assert_eq!(committer.commit_batch(&vectors), single);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            assert_eq!(pool.install(|| committer.commit_batch(&vectors)), single);
            // As changes of commitments.
            let old: Vec<_> = (0..number).map(|i| committer.commit_sparse(vector(i + 7, 3))).collect();
            let sums: Vec<_> = old.iter().zip(&single).map(|(old, delta)| *old + *delta).collect();
            assert_eq!(committer.commit_delta_batch(&old, &vectors), sums);
        }
    }
    assert_eq!(committer.commit_batch(&[] as &[Vec<(u8, Scalar)>]), []);
    // Borrowed lists.
    let terms = vector(3, 9);
    assert_eq!(
        committer.commit_batch(&[&terms[..2], &terms[..]]),
        [definition(&terms[..2]), definition(&terms)]
    );
}

#[test]
fn small_deltas_of_either_sign_take_few_additions() {
    let committer = Committer::with_window(basis(), 8).unwrap();
    let additions =
        |value: Scalar| on_this_thread(|| committer.commit_sparse([(200, value)])).1.fixed_base_additions;
    for small in [1u64, 127, 128] {
        assert_eq!(additions(Scalar::from(small)), 1);
        assert_eq!(additions(-Scalar::from(small)), 1);
    }
    assert_eq!(additions(Scalar::ZERO), 0);
    assert_eq!(additions(-Scalar::from(300)), 2);
    assert!(additions(value(5)) > 28);
    let old = committer.commit_sparse([(200, Scalar::from(1000)), (3, value(5))]);
    let new = committer.commit_delta(old, [(200, -Scalar::from(1))]);
    assert_eq!(new, committer.commit_sparse([(200, Scalar::from(999)), (3, value(5))]));
}

#[test]
fn tables_are_saved_loaded_and_validated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables");
    let committer = Committer::with_window(basis(), 2).unwrap();
    committer.save(&path).unwrap();
    let loaded = Committer::load(basis(), &path).unwrap();
    let terms = vector(6, 40);
    assert_eq!(loaded.commit_sparse(terms.iter().copied()), definition(&terms));
    // There are no other files, and saving again replaces the file.
    loaded.save(&path).unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(Committer::load(basis(), &path).is_ok());

    let other = Basis::from_seed(b"another chain");
    let wrong = |error: Error| match error {
        Error::File { path: found, reason } => {
            assert_eq!(found, path);
            reason
        }
        other => panic!("{other}"),
    };
    assert_eq!(wrong(Committer::load(&other, &path).unwrap_err()), FormatError::Label);
    let bytes = std::fs::read(&path).unwrap();
    let load = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        wrong(Committer::load(basis(), &path).unwrap_err())
    };
    assert!(matches!(load(&bytes[..63]), FormatError::Truncated { .. }));
    assert!(matches!(load(&bytes[..bytes.len() - 1]), FormatError::Truncated { .. }));
    let mut changed = bytes.clone();
    changed[5000] ^= 4;
    assert!(matches!(load(&changed), FormatError::Checksum { .. }));
    // Tables of another basis with the header of this one.
    let mut forged = bytes.clone();
    let pretended = folder.path().join("other");
    Committer::with_window(&other, 2).unwrap().save(&pretended).unwrap();
    let theirs = std::fs::read(&pretended).unwrap();
    forged[64..].copy_from_slice(&theirs[64..]);
    let sealed = |mut bytes: Vec<u8>| {
        let covered = bytes.len() - 4;
        let checksum = crc32fast::hash(&bytes[..covered]);
        bytes[covered..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    };
    assert_eq!(load(&sealed(forged)), FormatError::WrongMultiple { table: 0, index: 0 });
    // The table of only one generator, at several indices.
    let tables = 64 + WIDTH..bytes.len() - 4;
    let table = tables.len() / WIDTH;
    for index in [1, 100, WIDTH - 1] {
        let mut forged = bytes.clone();
        let range = tables.start + index * table..tables.start + (index + 1) * table;
        forged[range.clone()].copy_from_slice(&theirs[range]);
        assert_eq!(load(&sealed(forged)), FormatError::WrongMultiple { table: 0, index });
    }
    // Entries with zero coordinates, which are not points and would make every sum zero.
    let mut zeros = bytes.clone();
    zeros[64 + WIDTH..].fill(0);
    assert_eq!(load(&sealed(zeros)), FormatError::WrongMultiple { table: 0, index: 0 });

    let missing = folder.path().join("missing");
    let expected = Error::Io { path: missing.clone(), kind: std::io::ErrorKind::NotFound };
    assert_eq!(Committer::load(basis(), &missing).unwrap_err(), expected);
    let nowhere = missing.join("tables");
    assert!(matches!(committer.save(&nowhere), Err(Error::Io { path, .. }) if path == nowhere));
    // A target that cannot be replaced: no temporary file remains.
    let target = folder.path().join("folder");
    std::fs::create_dir_all(target.join("of others")).unwrap();
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    let before = files();
    assert!(matches!(committer.save(&target), Err(Error::Io { path, .. }) if path == target));
    assert_eq!(files(), before);
    // A file that cannot be read: a folder can be opened on some systems.
    let kind = std::fs::File::open(&target).and_then(|mut file| file.read(&mut [0])).unwrap_err().kind();
    assert_eq!(Committer::load(basis(), &target).unwrap_err(), Error::Io { path: target, kind });
}
