//! Tables and sums beside separate multiplications.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use banderwagon::msm::MSMPrecompWnaf;
use banderwagon::msm_windowed_sign::MSMPrecompWindowSigned;
use banderwagon::salt_committer::Committer;
use banderwagon::*;

/// The identity, equal and opposite points, and others.
fn bases(n: u64) -> Vec<Element> {
    let g = Element::prime_subgroup_generator();
    (0..n)
        .map(|i| match i {
            2 => Element::zero(),
            3 => -g,
            _ => g * Fr::from(i * i + 1),
        })
        .collect()
}

fn scalars(n: u64) -> Vec<Fr> {
    (0..n)
        .map(|i| match i % 6 {
            0 => -Fr::from(i + 1),
            1 => Fr::zero(),
            2 => Fr::from(i),
            3 => -Fr::one(),
            _ => Fr::from(i + 2).pow([u64::MAX - i]),
        })
        .collect()
}

fn separate(bases: &[Element], scalars: &[Fr]) -> Element {
    bases.iter().zip(scalars).map(|(base, scalar)| base * scalar).sum()
}

/// Tables take no more memory than those of the replaced type, or 24 KiB for each base.
#[test]
fn memory_of_tables() {
    for width in 2..=12 {
        let tables = format!("{:?}", MSMPrecompWnaf::new(&bases(5), width));
        let bytes = tables.split("bytes: ").nth(1).unwrap().trim_end_matches(|c: char| !c.is_ascii_digit());
        let most = (128 << (width - 1)).max(24 << 10);
        assert!(bytes.parse::<usize>().unwrap() <= 5 * most, "{width}: {tables}");
    }
}

#[test]
fn products_of_all_widths() {
    let bases = bases(5);
    // Widths outside of 2 to 16 are the nearest ones.
    for width in [0, 1, 2, 3, 7, 11, 13, 16, 17, usize::MAX] {
        let committer = Committer::new(&bases[..if width > 13 { 1 } else { 5 }], width);
        for (index, base) in bases.iter().enumerate().take(if width > 13 { 1 } else { 5 }) {
            for scalar in scalars(12) {
                assert_eq!(committer.mul_index(&scalar, index), base * &scalar, "{width} bits, base {index}");
            }
        }
    }
}

/// `-G` by its coordinates, which arkworks printed.
#[test]
fn published_product() {
    let committer =
        Committer::new(&[Element::prime_subgroup_generator()], platform::DEFAULT_PRECOMP_WINDOW_SIZE);
    let bytes = committer.mul_index(&-Fr::one(), 0).to_bytes_uncompressed();
    // The element's points are (x, y) and (-x, -y); the encoding has the one with the larger y.
    let coordinate = |digits: &str| Fq::from(digits.parse::<ark_ff::BigInt<4>>().unwrap());
    let x = coordinate("33549696307925229982445904590536874618633472405590028303463218160177641247209");
    let y = coordinate("19188667384257783945677642223292697773471335439753913231509108946878080696678");
    let (x, y) = if y > -y { (x, y) } else { (-x, -y) };
    let mut expected = Vec::new();
    x.serialize_compressed(&mut expected).unwrap();
    y.serialize_compressed(&mut expected).unwrap();
    assert_eq!(bytes[..], expected);
}

#[test]
fn sums_over_tables() {
    let bases = bases(20);
    for width in [1, 4, 8, 12] {
        let (wnaf, signed) =
            (MSMPrecompWnaf::new(&bases, width), MSMPrecompWindowSigned::new(&bases, width.min(9)));
        for n in [0, 1, 3, 19, 20] {
            let scalars = scalars(n);
            let expected = separate(&bases, &scalars);
            assert_eq!(wnaf.mul(&scalars), expected);
            assert_eq!(wnaf.mul_par(&scalars), expected);
            assert_eq!(signed.mul(&scalars), expected);
        }
        assert_eq!(wnaf.mul_index(-Fr::from(3u64), 19), bases[19] * -Fr::from(3u64));
    }
}

#[test]
fn sums_of_any_points() {
    for n in [0, 1, 2, 3, 31, 32, 33, 100, 257] {
        let (bases, scalars) = (bases(n), scalars(n));
        assert_eq!(multi_scalar_mul(&bases, &scalars), separate(&bases, &scalars), "{n} points");
    }
}

/// Neutral elements at any index, equal and opposite points.
#[test]
fn sums_with_neutral_elements() {
    for n in [1, 2, 5, 32, 33, 100] {
        let (bases, scalars) = (bases(n), scalars(n));
        let agree = |bases: &[Element]| {
            assert_eq!(multi_scalar_mul(bases, &scalars), separate(bases, &scalars), "{n} points");
        };
        for index in [0, bases.len() / 2, bases.len() - 1] {
            let mut changed = bases.clone();
            changed[index] = Element::zero();
            agree(&changed);
            changed.fill(bases[0]);
            agree(&changed);
            changed[index] = -bases[0];
            agree(&changed);
        }
        assert!(multi_scalar_mul(&vec![Element::zero(); bases.len()], &scalars).is_zero());
    }
}

#[test]
fn indices_out_of_range_panic_as_for_slices() {
    let committer = Committer::new(&bases(3), 4);
    let message = |outcome: std::thread::Result<Element>| {
        outcome.unwrap_err().downcast_ref::<String>().unwrap().clone()
    };
    let outcome = std::panic::catch_unwind(|| committer.mul_index(&Fr::one(), 3));
    assert_eq!(message(outcome), "there is no base 3: the tables have 3");
    let wnaf = MSMPrecompWnaf::new(&bases(3), 4);
    let outcome = std::panic::catch_unwind(|| wnaf.mul(&[Fr::one(); 4]));
    assert_eq!(message(outcome), "there is no base 3: the tables have 3");
    let outcome = std::panic::catch_unwind(|| multi_scalar_mul(&bases(2), &[Fr::one()]));
    assert_eq!(message(outcome), "2 bases for 1 scalars");
}

#[test]
fn tables_print_their_size() {
    let text = format!("{:?}", Committer::new(&bases(3), 4));
    assert_eq!(text, "Committer { tables: Tables { bases: 3, bytes: 147456 } }");
}
