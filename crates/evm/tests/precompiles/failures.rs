//! A call with several failures has the first one: of the first item, of its point of G1 before that of G2, and
//! coordinates before curve before subgroup. The functions on parts of the input give the same.

use vorpal_curves::models::weierstrass::Affine;
use vorpal_curves::{bls12_381, bn254};
use vorpal_evm::bls12_381::parts::{self, G1, G2};
use vorpal_evm::{Error, Group};

/// What is wrong with a point.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    Coordinate,
    Curve,
    Subgroup,
}

/// The faults of points in the order in which [`g1`] and [`g2`] have them.
const FAULTS: [Option<Fault>; 5] =
    [None, None, Some(Fault::Coordinate), Some(Fault::Curve), Some(Fault::Subgroup)];

fn error(fault: Fault, index: usize, group: Group) -> Error {
    match fault {
        Fault::Coordinate => Error::Coordinate { index },
        Fault::Curve => Error::NotOnCurve { index, group },
        Fault::Subgroup => Error::NotInSubgroup { index, group },
    }
}

fn outside<C: vorpal_curves::models::weierstrass::WeierstrassCurve>() -> Affine<C> {
    (1..50u64).find_map(|x| Affine::lift_x_vartime(x.into())).unwrap().0
}

fn g1() -> [[u8; 128]; 5] {
    let write = vorpal_evm::bls12_381::write_g1;
    let good = write(&bls12_381::Affine::GENERATOR);
    let (mut large, mut off) = (good, good);
    large[80..].fill(0xff);
    off[127] ^= 1;
    [good, [0; 128], large, off, write(&outside())]
}

fn g2() -> [[u8; 256]; 5] {
    let write = vorpal_evm::bls12_381::write_g2;
    let good = write(&bls12_381::g2::Affine::GENERATOR);
    let (mut large, mut off) = (good, good);
    large[208..].fill(0xff);
    off[255] ^= 1;
    [good, [0; 256], large, off, write(&outside())]
}

/// Without the padding.
fn coordinates<const N: usize>(point: &[u8]) -> [[u8; 48]; N] {
    core::array::from_fn(|i| point[64 * i + 16..][..48].try_into().unwrap())
}

fn part_of_g1(point: &[u8; 128]) -> G1 {
    coordinates::<2>(point).into()
}

fn part_of_g2(point: &[u8; 256]) -> G2 {
    coordinates::<4>(point).into()
}

/// All lists of two numbers below five.
fn twos() -> impl Iterator<Item = [usize; 2]> {
    (0..25).map(|i| [i / 5, i % 5])
}

#[test]
fn of_pairings_on_bls12_381() {
    for [p0, q0] in twos() {
        for [p1, q1] in twos() {
            let pairs = [(p0, q0), (p1, q1)];
            let first = pairs.iter().enumerate().find_map(|(index, (p, q))| {
                let left = FAULTS[*p].map(|fault| error(fault, index, Group::G1));
                left.or(FAULTS[*q].map(|fault| error(fault, index, Group::G2)))
            });
            let input: Vec<u8> =
                pairs.iter().flat_map(|(p, q)| [&g1()[*p][..], &g2()[*q]].concat()).collect();
            let result = vorpal_evm::bls12_381::pairing_check(&input);
            assert_eq!(result.err(), first, "{pairs:?}");
            let pairs = pairs.map(|(p, q)| (part_of_g1(&g1()[p]), part_of_g2(&g2()[q])));
            assert_eq!(parts::pairing_check(pairs.iter()), result);
        }
    }
}

#[test]
fn of_sums_on_bls12_381() {
    for [a, b] in twos() {
        let first = |group| {
            let faults = [a, b].into_iter().enumerate();
            let mut faults = faults.filter_map(|(index, i)| Some(error(FAULTS[i]?, index, group)));
            faults.next()
        };
        let (left, right) = ([a, b].map(|i| g1()[i]), [a, b].map(|i| g2()[i]));
        let scalar = [7; 32];
        let input = left.map(|point| [&point[..], &scalar].concat()).concat();
        let result = vorpal_evm::bls12_381::g1_msm(&input);
        assert_eq!(result.err(), first(Group::G1), "{a} {b}");
        let terms = left.map(|point| Ok::<_, Error>((part_of_g1(&point), scalar)));
        let unpadded = result.map(|point| coordinates::<2>(&point).concat().try_into().unwrap());
        assert_eq!(parts::g1_msm(terms.into_iter()), unpadded);

        let input = right.map(|point| [&point[..], &scalar].concat()).concat();
        let result = vorpal_evm::bls12_381::g2_msm(&input);
        assert_eq!(result.err(), first(Group::G2), "{a} {b}");
        let terms = right.map(|point| Ok::<_, Error>((part_of_g2(&point), scalar)));
        let unpadded = result.map(|point| coordinates::<4>(&point).concat().try_into().unwrap());
        assert_eq!(parts::g2_msm(terms.into_iter()), unpadded);

        // Sums of two points do not need the subgroup.
        let result = vorpal_evm::bls12_381::g1_add(&left.concat());
        let expected = first(Group::G1).filter(|_| [a, b].iter().any(|i| (2..4).contains(i)));
        assert!(result.err() == expected || [a, b].contains(&4), "{a} {b}");
        let unpadded = result.map(|point| coordinates::<2>(&point).concat().try_into().unwrap());
        assert_eq!(parts::g1_add(&part_of_g1(&left[0]), &part_of_g1(&left[1])), unpadded);
        let result = vorpal_evm::bls12_381::g2_add(&right.concat());
        let unpadded = result.map(|point| coordinates::<4>(&point).concat().try_into().unwrap());
        assert_eq!(parts::g2_add(&part_of_g2(&right[0]), &part_of_g2(&right[1])), unpadded);
    }
}

/// A failure of the client's own comes after the failures of the terms before it.
#[test]
fn of_a_client() {
    #[derive(Debug, PartialEq)]
    enum Client {
        Own,
        Vorpal(Error),
    }
    impl From<Error> for Client {
        fn from(error: Error) -> Self {
            Self::Vorpal(error)
        }
    }
    let outside = Error::NotInSubgroup { index: 1, group: Group::G1 };
    for (bad, expected) in [(0, Client::Own), (4, Client::Vorpal(outside))] {
        let terms = [Some(0), Some(bad), None, Some(3)].into_iter();
        let terms = terms.map(|term| Ok((part_of_g1(&g1()[term.ok_or(Client::Own)?]), [1; 32])));
        assert_eq!(parts::g1_msm(terms), Err(expected));
    }
    assert_eq!(parts::g1_msm::<(G1, [u8; 32]), Error>(core::iter::empty()), Ok([0; 96]));
    assert_eq!(parts::g2_msm::<(G2, [u8; 32]), Error>(core::iter::empty()), Ok([0; 192]));
    assert_eq!(parts::pairing_check(core::iter::empty()), Ok(true));
}

#[test]
fn of_pairings_on_bn254() {
    let good = vorpal_evm::bn254::write_g1(&bn254::Affine::GENERATOR);
    let (mut large, mut off) = (good, good);
    large[32..].fill(0xff);
    off[63] ^= 1;
    // The order of G1 is that of the curve.
    let left = [good, [0; 64], large, off];
    let write = |point: &bn254::g2::Affine| -> [u8; 128] {
        let (x, y) = point.raw_coordinates();
        [x.c1, x.c0, y.c1, y.c0].map(|element| element.to_be_bytes()).concat().try_into().unwrap()
    };
    let good = write(&bn254::g2::Affine::GENERATOR);
    let (mut large, mut off) = (good, good);
    large[96..].fill(0xff);
    off[127] ^= 1;
    let right = [good, [0; 128], large, off, write(&outside())];
    for [p0, q0] in twos().filter(|[p, _]| *p < 4) {
        for [p1, q1] in twos().filter(|[p, _]| *p < 4) {
            let pairs = [(p0, q0), (p1, q1)];
            let first = pairs.iter().enumerate().find_map(|(index, (p, q))| {
                let left = FAULTS[*p].map(|fault| error(fault, index, Group::G1));
                left.or(FAULTS[*q].map(|fault| error(fault, index, Group::G2)))
            });
            let input: Vec<u8> =
                pairs.iter().flat_map(|(p, q)| [&left[*p][..], &right[*q]].concat()).collect();
            let result = vorpal_evm::bn254::pairing_check(&input);
            assert_eq!(result.err(), first, "{pairs:?}");
            let pairs = pairs.map(|(p, q)| (&left[p], &right[q]));
            assert_eq!(vorpal_evm::bn254::parts::pairing_check(pairs.into_iter()), result);
        }
    }
}

/// The maps have the same output and failures with and without the padding.
#[test]
fn of_maps() {
    let elements = [[0; 48], [1; 48], [0xff; 48]];
    let padded = |element: &[u8; 48]| [&[0; 16][..], element].concat();
    let error = Err(Error::Coordinate { index: 0 });
    for a in &elements {
        let result = vorpal_evm::bls12_381::map_fp_to_g1(&padded(a));
        assert_eq!(result.is_err(), a[0] == 0xff);
        let unpadded = result.map(|point| coordinates::<2>(&point).concat().try_into().unwrap());
        assert_eq!(parts::map_fp_to_g1(a), unpadded);
        for b in &elements {
            let result = vorpal_evm::bls12_381::map_fp2_to_g2(&[padded(a), padded(b)].concat());
            assert_eq!(result.is_err(), a[0] == 0xff || b[0] == 0xff);
            let unpadded = result.map(|point| coordinates::<4>(&point).concat().try_into().unwrap());
            assert_eq!(parts::map_fp2_to_g2(&(*a, *b)), unpadded);
        }
    }
    assert_eq!(parts::map_fp_to_g1(&elements[2]), error);
}
