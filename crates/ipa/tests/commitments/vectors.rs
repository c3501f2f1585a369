//! Bases and commitments: comparison with published digests and vectors, and with the definition.

use std::sync::OnceLock;

use proptest::prelude::*;
use vorpal_curves::Group;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_ipa::{Basis, Commitment, Committer, Error, Scalar, WIDTH};
use vorpal_oracle::data;

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::new(&Basis::default()))
}

/// `sum of values[i] G_i`, one multiplication at a time.
fn definition(values: &[Scalar]) -> Commitment {
    let basis = Basis::default();
    let terms = basis.generators().iter().zip(values);
    terms.fold(Commitment::IDENTITY, |sum, (g, v)| sum + Banderwagon::from_affine(g).mul_vartime(v))
}

#[test]
fn published_basis() {
    let basis = Basis::default();
    assert_eq!(basis.generators().len(), WIDTH);
    let encoded = |i: usize| basis.generators()[i].encode();
    assert_eq!(
        encoded(0).to_vec(),
        data::bytes("01587ad1336675eb912550ec2a28eb8923b824b490dd2ba82e48f14590a298a0")
    );
    assert_eq!(
        encoded(255).to_vec(),
        data::bytes("3de2be346b539395b0c0de56a5ccca54a317f1b5c80107b0802af9a62276a4d8")
    );
    assert_eq!(
        basis.digest().to_vec(),
        data::bytes("1fcaea10bf24f750200e06fa473c76ff0468007291fa548e2d99f09ba9256fdb")
    );
    assert_eq!(basis.digest(), Basis::DEFAULT_DIGEST);
}

#[test]
fn different_seeds_give_different_bases() {
    let other = Basis::from_seed(b"another chain");
    assert_eq!(other.generators().len(), WIDTH);
    assert_ne!(other.digest(), Basis::default().digest());
    assert_eq!(other.digest(), Basis::from_seed(b"another chain").digest());
    let small = Committer::with_window(&other, 3).unwrap();
    assert_eq!(small.basis_digest(), &other.digest());
    let one = small.commit(&[Scalar::ONE]);
    assert_eq!(one, Banderwagon::from_affine(&other.generators()[0]));
}

#[test]
fn commitments_agree_with_the_definition() {
    let mut values: Vec<Scalar> =
        (0..WIDTH as u64).map(|i| Scalar::from(i * i + 1) * Scalar::from(u64::MAX).square()).collect();
    values[3] = Scalar::ZERO;
    values[4] = -Scalar::ONE;
    values[255] = -Scalar::from(1 << 40);
    for n in [0, 1, 2, 5, 255, 256] {
        let commitment = committer().try_commit(&values[..n]).unwrap();
        assert_eq!(commitment, definition(&values[..n]), "{n} values");
        let sparse = committer().commit_sparse((0..=255).zip(values[..n].iter().copied()).rev());
        assert_eq!(sparse, commitment);
    }
    values.push(Scalar::ZERO);
    assert_eq!(committer().try_commit(&values), Err(Error::TooManyValues { found: 257 }));
    assert!(matches!(Committer::with_window(&Basis::default(), 1), Err(Error::Tables(_))));
    assert_eq!(committer().bytes(), (5 * 20 * 4096 + 228 * 32 * 128 + 23 * 37 * 64) * 96);
}

/// Reads a file of vectors of 256 scalars: the commitment to each, and the expected result in the field `key`.
fn published(
    file: &str,
    read: fn(&[u8]) -> Result<Scalar, vorpal_fields::Error>,
    key: &str,
) -> Option<Vec<(Commitment, Vec<u8>)>> {
    let folder = data::folder("witness", "published commitments")?;
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let cases: serde_json::Value = serde_json::from_str(&text).unwrap();
    let text = |value: &serde_json::Value| data::bytes(value.as_str().unwrap());
    let case = |case: &serde_json::Value| {
        let scalars: Vec<Scalar> =
            case["frs"].as_array().unwrap().iter().map(|v| read(&text(v)).unwrap()).collect();
        assert_eq!(scalars.len(), WIDTH);
        (committer().try_commit(&scalars).unwrap(), text(&case[key]))
    };
    Some(cases.as_array().unwrap().iter().map(case).collect())
}

#[test]
fn published_hashes_of_commitments() {
    // Little-endian scalars; the commitment mapped to the scalar field, little-endian.
    let Some(cases) = published("pedersen_commitment_test.json", Scalar::from_le_bytes, "commitment") else {
        return;
    };
    assert_eq!(cases.len(), 10);
    for (commitment, expected) in cases {
        assert_eq!(commitment.map_to_scalar_field().to_le_bytes().to_vec(), expected);
    }
}

#[test]
fn published_encodings_of_commitments() {
    // Big-endian scalars; the encoded commitment.
    let Some(cases) = published("commit_root_test.json", Scalar::from_be_bytes, "expected") else { return };
    assert_eq!(cases.len(), 1);
    for (commitment, expected) in cases {
        assert_eq!(commitment.encode().to_vec(), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(48)))]
    #[test]
    fn deltas_add_up(old: [u64; 4], delta: [u64; 4], small: u64, i: u8, j: u8) {
        let (old, delta) = (Scalar::from_limbs_reduced(&old), Scalar::from_limbs_reduced(&delta));
        let small = -Scalar::from(small);
        let before = committer().commit_sparse([(i, old)]);
        let after = committer().commit_delta(before, [(i, delta), (j, small)]);
        let mut expected = [Scalar::ZERO; WIDTH];
        expected[usize::from(i)] += old + delta;
        expected[usize::from(j)] += small;
        prop_assert_eq!(after, committer().commit(&expected));
        prop_assert_eq!(after, definition(&expected));
    }
}
