//! Tests of buckets and tables for any group against one multiplication at a time, on both curve models.

use proptest::prelude::*;
use vorpal_curves::Group;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_curves::secp256k1::Jacobian;
use vorpal_curves::{grumpkin, p256, pallas, vesta};
use vorpal_fields::{Field, PrimeField};
use vorpal_limbs::count::on_this_thread;
use vorpal_msm::{Error, FixedBases, FormatError, group_msm_vartime};
use vorpal_oracle::effort::every;

fn naive<G: Group>(points: &[G], scalars: &[G::Scalar]) -> G {
    points.iter().zip(scalars).fold(G::IDENTITY, |sum, (p, s)| sum.add_vartime(&p.mul_vartime(s)))
}

/// A deterministic pseudorandom scalar of full length.
fn scalar<S: PrimeField>(seed: u64) -> S {
    (1..=4u64).fold(S::from(seed), |sum, i| sum.square() * S::from(0x9e37_79b9_7f4a_7c15) + S::from(i))
}

/// Edge cases of the recoding into digits: zero, one, the largest, powers of two and their neighbours.
fn edge_scalars<S: PrimeField>() -> Vec<S> {
    let mut scalars = vec![S::ZERO, S::ONE, -S::ONE, -S::from(2)];
    let mut power = S::ONE;
    for _ in 0..S::BITS {
        power = power.double();
        scalars.extend([power, power - S::ONE, -power]);
    }
    scalars
}

fn check<G: Group>(points: &[G], scalars: &[G::Scalar]) {
    check_sum(points, scalars, naive(points, scalars));
}

fn check_sum<G: Group>(points: &[G], scalars: &[G::Scalar], expected: G) {
    let affine = G::normalise_batch(points);
    assert_eq!(group_msm_vartime::<G>(&affine, scalars), Ok(expected), "n = {}", points.len());
}

/// The sums of the first 0, 1, 2, ... elements.
fn running_sums<G: Group>(elements: impl Iterator<Item = G>) -> Vec<G> {
    let mut sums = vec![G::IDENTITY];
    sums.extend(elements.scan(G::IDENTITY, |sum, element| {
        *sum = sum.add_vartime(&element);
        Some(*sum)
    }));
    sums
}

fn check_sums<G: Group>(generator: G) {
    let points: Vec<G> = (0..600).map(|i| generator.mul_vartime(&scalar(i))).collect();
    let scalars: Vec<G::Scalar> = (1000..1600).map(scalar).collect();
    let sums = running_sums(points.iter().zip(&scalars).map(|(point, scalar)| point.mul_vartime(scalar)));
    for n in (0..=40).chain([100, 255, 600]) {
        check_sum(&points[..n], &scalars[..n], sums[n]);
    }
    let n = 300;
    let (zero, one) = (G::Scalar::ZERO, G::Scalar::ONE);
    let opposite: Vec<G> = (0..n).map(|i| if i % 2 == 0 { points[0] } else { points[0].neg() }).collect();
    let mut with_identity = points[..n].to_vec();
    for i in [0, 1, 7, n - 1] {
        with_identity[i] = G::IDENTITY;
    }
    for points in [&points[..n], &vec![points[0]; n], &opposite, &with_identity, &vec![G::IDENTITY; n]] {
        check(points, &scalars[..n]);
        let sum = points.iter().fold(G::IDENTITY, |sum, point| sum.add_vartime(point));
        for scalar in [scalars[0], zero, one, -one] {
            check_sum(points, &vec![scalar; n], sum.mul_vartime(&scalar));
        }
    }
    let edges: Vec<G::Scalar> = edge_scalars();
    let points: Vec<G> = (0..edges.len()).map(|i| points[i % 600]).collect();
    check(&points, &edges);
}

#[test]
fn banderwagon_sums() {
    check_sums(Banderwagon::generator());
}

#[test]
fn secp256k1_sums() {
    check_sums(Jacobian::GENERATOR);
}

#[test]
fn p256_sums() {
    check_sums(p256::Jacobian::GENERATOR);
}

#[test]
fn pallas_sums() {
    check_sums(pallas::Jacobian::GENERATOR);
}

#[test]
fn vesta_sums() {
    check_sums(vesta::Jacobian::GENERATOR);
}

#[test]
fn grumpkin_sums() {
    check_sums(grumpkin::Jacobian::GENERATOR);
}

fn check_tables<G: Group>(generator: G) {
    let bases: Vec<G> = vec![generator, generator.double(), generator.neg(), G::IDENTITY, generator];
    let affine = G::normalise_batch(&bases);
    let scalars: Vec<_> = edge_scalars::<G::Scalar>().into_iter().chain((0..5).map(scalar)).collect();
    let expected: Vec<_> = scalars
        .iter()
        .map(|s| {
            let product = generator.mul_vartime(s);
            let products = vec![product, product.double(), product.neg(), G::IDENTITY, product];
            let multiples = (1..).zip(&products).map(|(i, product)| product.mul_vartime(&G::Scalar::from(i)));
            (running_sums(multiples), products, generator.mul_vartime(&(s.square() - *s)))
        })
        .collect();
    for width in [2, 3, 5, 8, 12] {
        let table = FixedBases::<G>::new(&affine, width).unwrap();
        assert_eq!(table.len(), 5);
        assert!(!table.is_empty());
        let points = (5 * G::Scalar::BITS.div_ceil(width)) << (width - 1);
        assert_eq!(table.bytes(), points * size_of::<G::Affine>());
        // With less effort, each scalar with some of the widths.
        let cases = scalars.iter().zip(&expected).enumerate();
        for (_, (&s, (sums, products, of_terms))) in cases.filter(|(i, _)| every(3, i + width)) {
            for n in [0, 1, 4, 5] {
                let scalars: Vec<_> = (0..n).map(|i| s * G::Scalar::from(i + 1)).collect();
                assert_eq!(table.msm_vartime(&scalars), Ok(sums[n as usize]));
            }
            // Single products, of the identity as well.
            for (index, product) in products.iter().enumerate() {
                assert_eq!(table.mul_vartime(index, &s), Ok(*product));
            }
            // Repeated and unordered terms.
            let terms = [(4, s), (0, s.square()), (4, -s), (2, s)];
            assert_eq!(table.msm_sparse_vartime(terms), Ok(*of_terms));
        }
        let missing = Err(Error::NoSuchBase { bases: 5, index: 5 });
        assert_eq!(table.mul_vartime(5, &G::Scalar::ONE), missing);
    }
}

#[test]
fn banderwagon_tables() {
    check_tables(Banderwagon::generator());
}

#[test]
fn secp256k1_tables() {
    check_tables(Jacobian::GENERATOR);
}

#[test]
fn p256_tables() {
    check_tables(p256::Jacobian::GENERATOR);
}

/// Compares batches of various numbers of lists of various lengths with single sums and with the definition.
fn check_batches<G: Group>(generator: G) {
    let bases: Vec<G> =
        (0..7).map(|i| if i == 4 { G::IDENTITY } else { generator.mul_vartime(&scalar(i % 6)) }).collect();
    let affine = G::normalise_batch(&bases);
    let table = FixedBases::<G>::with_widths(&affine, |base| [2, 5, 8][base % 3]).unwrap();
    let edges: Vec<G::Scalar> = edge_scalars();
    let value = |i: usize| match i % 7 {
        0 => G::Scalar::ZERO,
        1 => -G::Scalar::from(i as u64),
        2 => edges[i * 31 % edges.len()],
        3 => G::Scalar::from(i as u64),
        _ => scalar(i as u64),
    };
    let list = |seed: usize, length: usize| -> Vec<(usize, G::Scalar)> {
        (0..length).map(|i| ((seed + i * i) % 7, value(seed * 13 + i))).collect()
    };
    let same = |number: usize, length: usize| (0..number).map(|i| list(i, length)).collect::<Vec<_>>();
    let mut uneven: Vec<_> = (0..40).map(|i| list(i, [0, 1, 0, 3, 0, 0, 2][i % 7])).collect();
    uneven.insert(20, list(9, 150));
    uneven.insert(0, list(3, 0));
    uneven.push(list(5, 0));
    let cases = [
        same(0, 0),
        same(1, 0),
        same(1, 1),
        same(1, 200),
        same(2, 1),
        same(15, 2),
        same(16, 1),
        same(16, 3),
        same(17, 2),
        same(33, 4),
        same(33, 0),
        same(300, 3),
        uneven,
    ];
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for lists in cases {
        let (sums, batched) =
            one_thread.install(|| on_this_thread(|| table.msm_batch_vartime(&lists).unwrap()));
        let (single, one_at_a_time) = on_this_thread(|| -> Vec<G> {
            lists.iter().map(|list| table.msm_sparse_vartime(list.iter().copied()).unwrap()).collect()
        });
        assert_eq!(sums, single, "{} lists", lists.len());
        assert_eq!(
            batched.fixed_base_additions, one_at_a_time.fixed_base_additions,
            "equal numbers of digits"
        );
        assert_eq!(sums, table.msm_batch_vartime(&lists).unwrap(), "{} lists on all threads", lists.len());
        // Sums added to the identity, to another element, and to their negative.
        let starts: Vec<G> = (0..)
            .zip(&sums)
            .map(|(i, sum)| match i % 3 {
                0 => G::IDENTITY,
                1 => generator.mul_vartime(&scalar(i)),
                _ => sum.neg(),
            })
            .collect();
        let totals: Vec<G> = starts.iter().zip(&sums).map(|(start, sum)| start.add_vartime(sum)).collect();
        assert_eq!(table.add_msm_batch_vartime(&starts, &lists).unwrap(), totals, "{} lists", lists.len());
        let on_one = one_thread.install(|| table.add_msm_batch_vartime(&starts, &lists).unwrap());
        assert_eq!(on_one, totals, "{} lists", lists.len());
        for (list, sum) in lists.iter().zip(&sums).take(5) {
            let expected =
                list.iter().fold(G::IDENTITY, |sum, (i, s)| sum.add_vartime(&bases[*i].mul_vartime(s)));
            assert_eq!(*sum, expected);
        }
    }
    let invalid = [list(0, 2), vec![(1, G::Scalar::ONE), (7, G::Scalar::ONE)]];
    assert_eq!(table.msm_batch_vartime(&invalid), Err(Error::NoSuchBase { bases: 7, index: 7 }));
    let invalid = FixedBases::<G>::with_widths(&affine, |base| 5 - base);
    assert_eq!(invalid.unwrap_err(), Error::Width { width: 1 });
}

#[test]
fn banderwagon_batches() {
    check_batches(Banderwagon::generator());
}

#[test]
fn secp256k1_batches() {
    check_batches(Jacobian::GENERATOR);
}

#[test]
fn p256_batches() {
    check_batches(p256::Jacobian::GENERATOR);
}

#[test]
fn encodings_of_tables() {
    let g = Banderwagon::generator();
    let affine = Banderwagon::normalise_batch(&[g, g.double(), Banderwagon::IDENTITY]);
    let table = FixedBases::<Banderwagon>::with_widths(&affine, |base| [4, 2, 3][base]).unwrap();
    let label = [7; 32];
    let mut bytes = Vec::new();
    table.write_to(&label, &mut bytes).unwrap();
    assert_eq!(bytes.len(), 64 + 3 + table.bytes() + 4);
    let open = |bytes: &[u8]| FixedBases::<Banderwagon>::from_bytes(&label, bytes);
    let again = open(&bytes).unwrap();
    let scalars: Vec<_> = (0..3).map(scalar).collect();
    assert_eq!(again.msm_vartime(&scalars), table.msm_vartime(&scalars));
    let mut twice = Vec::new();
    again.write_to(&label, &mut twice).unwrap();
    assert_eq!(twice, bytes);

    // Truncations, an additional byte, and changes of every byte of the header and of many others.
    for length in (0..200).chain((200..bytes.len()).step_by(101)).chain([bytes.len() - 1]) {
        assert!(matches!(open(&bytes[..length]), Err(FormatError::Truncated { .. })), "{length} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(
        open(&longer).unwrap_err(),
        FormatError::TooLong { expected: bytes.len(), found: bytes.len() + 1 }
    );
    for position in (0..67).chain((67..bytes.len()).step_by(997)).chain(bytes.len() - 4..bytes.len()) {
        for change in [1, 0x80] {
            let mut invalid = bytes.clone();
            invalid[position] ^= change;
            let error = open(&invalid).unwrap_err();
            let expected = match position {
                0..8 => matches!(error, FormatError::Magic { .. }),
                8..12 => matches!(error, FormatError::Version { known: 1, .. }),
                12..16 | 52..64 => matches!(error, FormatError::Field { .. }),
                16..48 => error == FormatError::Label,
                // The number and the widths of bases determine the length, so each of several errors is possible.
                48..52 | 64..67 => true,
                _ => matches!(error, FormatError::Checksum { .. }),
            };
            assert!(expected, "byte {position}: {error}");
        }
    }
    // A coordinate that is not canonical, with a valid checksum.
    let mut invalid = bytes.clone();
    invalid[67 + 96 * 5 + 32..][..32].fill(0xff);
    let covered = bytes.len() - 4;
    let checksum = crc32fast::hash(&invalid[..covered]);
    invalid[covered..].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(open(&invalid).unwrap_err(), FormatError::NotCanonical { index: 5 });
    // Tables without bases.
    let mut empty = Vec::new();
    FixedBases::<Banderwagon>::new(&[], 8).unwrap().write_to(&label, &mut empty).unwrap();
    assert!(open(&empty).unwrap().is_empty());
}

#[test]
fn rejects_unequal_lengths_and_invalid_parameters() {
    let g = Banderwagon::generator();
    let affine = [g.to_affine(), g.to_affine()];
    let one = <Banderwagon as Group>::Scalar::ONE;
    assert_eq!(
        group_msm_vartime::<Banderwagon>(&affine, &[one]),
        Err(Error::Lengths { points: 2, scalars: 1 })
    );
    assert_eq!(group_msm_vartime::<Banderwagon>(&[], &[one]), Err(Error::Lengths { points: 0, scalars: 1 }));
    for width in [0, 1, 17, usize::MAX] {
        assert_eq!(FixedBases::<Banderwagon>::new(&affine, width).unwrap_err(), Error::Width { width });
    }
    let table = FixedBases::<Banderwagon>::new(&affine, 4).unwrap();
    assert_eq!(table.msm_vartime(&[one; 3]), Err(Error::TooManyScalars { bases: 2, scalars: 3 }));
    assert_eq!(table.msm_sparse_vartime([(2, one)]), Err(Error::NoSuchBase { bases: 2, index: 2 }));
    let empty = FixedBases::<Banderwagon>::new(&[], 8).unwrap();
    assert!(empty.is_empty());
    assert_eq!(empty.msm_vartime(&[]), Ok(Banderwagon::IDENTITY));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(32)))]
    #[test]
    fn random_multisets(indices in proptest::collection::vec((0u64..9, 0u64..9, any::<bool>()), 0..80)) {
        // Few distinct points and scalars, so that repeated and opposite terms are frequent.
        let g = Jacobian::GENERATOR;
        let points: Vec<_> = indices.iter().map(|(p, _, negate)| {
            let point = g.mul_limbs_vartime(&[*p]);
            if *negate { point.neg() } else { point }
        }).collect();
        type Scalar = <Jacobian as Group>::Scalar;
        let signed = |s: u64| if s < 5 { scalar(s) } else { -scalar::<Scalar>(s - 5) };
        let scalars: Vec<_> = indices.iter().map(|(_, s, _)| signed(*s)).collect();
        check(&points, &scalars);
    }
}
