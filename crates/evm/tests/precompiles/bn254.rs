//! Edges of EIP-196 and EIP-197.

use num_bigint::BigUint;
use vorpal_curves::bn254::{Affine, Jacobian, g2};
use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_evm::bn254::{read_g2, write_g1};
use vorpal_evm::{Error, Group, Precompile};
use vorpal_fields::EncodableField;
use vorpal_fields::primes::Bn254Base;
use vorpal_oracle::big::from_limbs;

use crate::run;

fn multiple(k: u64) -> [u8; 64] {
    write_g1(&Jacobian::GENERATOR.mul_limbs_vartime(&[k]).to_affine())
}

fn g2_bytes(point: &g2::Affine) -> Vec<u8> {
    let (x, y) = point.raw_coordinates();
    [x.to_be_bytes(), y.to_be_bytes()].concat()
}

fn minus(point: &[u8; 64]) -> [u8; 64] {
    let p = from_limbs(&Bn254Base::MODULUS);
    let y = (&p - BigUint::from_bytes_be(&point[32..])) % p;
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&point[..32]);
    let y = y.to_bytes_be();
    bytes[64 - y.len()..].copy_from_slice(&y);
    bytes
}

#[test]
fn sums() {
    let add = |a: &[u8], b: &[u8]| run(Precompile::Bn254Add, &[a, b].concat());
    let infinity = [0; 64];
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 3), (u64::MAX, 1)] {
        let sum = Jacobian::GENERATOR
            .mul_limbs_vartime(&[a])
            .add_vartime(&Jacobian::GENERATOR.mul_limbs_vartime(&[b]));
        assert_eq!(add(&multiple(a), &multiple(b)), Ok(write_g1(&sum.to_affine()).to_vec()), "{a} {b}");
    }
    assert_eq!(add(&multiple(5), &minus(&multiple(5))), Ok(infinity.to_vec()));
    // Lengths: missing zeros, ignored bytes.
    assert_eq!(run(Precompile::Bn254Add, &multiple(3)), Ok(multiple(3).to_vec()));
    assert_eq!(add(&multiple(3), &[&multiple(4)[..], &[9; 7]].concat()), Ok(multiple(7).to_vec()));
    assert_eq!(
        run(Precompile::Bn254Add, &multiple(3)[..63]),
        Err(Error::NotOnCurve { index: 0, group: Group::G1 })
    );
    // Coordinates: p, p + 1 with a valid residue, all ones; points off the curve.
    let p = from_limbs(&Bn254Base::MODULUS).to_bytes_be();
    let mut plus = p.clone();
    plus[31] += 1;
    for coordinate in [&p, &plus, &vec![0xff; 32]] {
        let point = [coordinate.as_slice(), &multiple(1)[32..]].concat();
        assert_eq!(add(&multiple(1), &point), Err(Error::Coordinate { index: 1 }));
        let point = [&multiple(1)[..32], coordinate.as_slice()].concat();
        assert_eq!(add(&point, &infinity), Err(Error::Coordinate { index: 0 }));
    }
    assert_eq!(
        add(&[p.clone(), p].concat(), &infinity),
        Err(Error::Coordinate { index: 0 }),
        "no second zero"
    );
    let mut off = multiple(1);
    off[63] ^= 1;
    assert_eq!(add(&infinity, &off), Err(Error::NotOnCurve { index: 1, group: Group::G1 }));
}

#[test]
fn multiples() {
    let mul = |point: &[u8], scalar: &[u8]| run(Precompile::Bn254Mul, &[point, scalar].concat());
    let g = multiple(1);
    let order = from_limbs(&vorpal_fields::primes::Bn254Scalar::MODULUS);
    for scalar in [
        BigUint::ZERO,
        1u8.into(),
        2u8.into(),
        &order - 1u8,
        order.clone(),
        &order + 1u8,
        (BigUint::from(1u8) << 256) - 1u8,
    ] {
        let mut bytes = scalar.to_bytes_be();
        while bytes.len() < 32 {
            bytes.insert(0, 0);
        }
        let expected = Jacobian::GENERATOR.mul_limbs_vartime(&scalar.to_u64_digits()).to_affine();
        assert_eq!(mul(&g, &bytes), Ok(write_g1(&expected).to_vec()), "{scalar}");
        assert_eq!(mul(&[0; 64], &bytes), Ok(vec![0; 64]));
    }
    assert_eq!(mul(&g, &[]), Ok(vec![0; 64]));
    assert_eq!(mul(&g, &[1]), mul(&g, &[&[1][..], &[0; 31]].concat()));
}

#[test]
fn pairings() {
    let check = |input: &[u8]| run(Precompile::Bn254Pairing, input);
    let word = |value: u8| Ok([&[0; 31][..], &[value]].concat());
    let h = g2_bytes(&g2::Affine::GENERATOR);
    assert_eq!(check(&[]), word(1));
    assert_eq!(check(&[0; 192]), word(1));
    assert_eq!(check(&[0; 191]), Err(Error::Length { found: 191 }));
    assert_eq!(check(&[&multiple(1)[..], &h].concat()), word(0));
    assert_eq!(check(&[&multiple(1)[..], &h, &minus(&multiple(1)), &h].concat()), word(1));
    assert_eq!(check(&[&[0; 64][..], &h].concat()), word(1));
    assert_eq!(check(&[&multiple(1)[..], &[0; 128]].concat()), word(1));
    // Points of the twist outside G2, with a point of G1 and with infinity.
    let outside = (1..50u64).find_map(|x| g2::Affine::lift_x_vartime(x.into())).unwrap().0;
    let outside = g2_bytes(&outside);
    assert!(read_g2(&outside.clone().try_into().unwrap(), 0).is_ok());
    for point in [multiple(1), [0; 64]] {
        let input = [&multiple(1)[..], &h, &point, &outside].concat();
        assert_eq!(check(&input), Err(Error::NotInSubgroup { index: 1, group: Group::G2 }));
    }
    // The coefficient of u comes first.
    let swapped = [&h[32..64], &h[..32], &h[96..], &h[64..96]].concat();
    assert_eq!(
        check(&[&multiple(1)[..], &swapped].concat()),
        Err(Error::NotOnCurve { index: 0, group: Group::G2 })
    );
    let mut large = h;
    large[..32].fill(0xff);
    assert_eq!(check(&[&multiple(1)[..], &large].concat()), Err(Error::Coordinate { index: 0 }));
}

/// Affine sums of all pairs of small multiples, in both groups.
#[test]
fn affine_sums() {
    let points: Vec<Affine> =
        (0..8u64).map(|k| Jacobian::GENERATOR.mul_limbs_vartime(&[k]).to_affine()).collect();
    for (a, p) in points.iter().enumerate() {
        for (b, q) in points.iter().enumerate() {
            for q in [*q, -*q] {
                let expected = Jacobian::from_affine(p).add_affine_vartime(&q).to_affine();
                assert_eq!(p.add_vartime(&q), expected, "{a} {b}");
            }
        }
    }
}

/// Each of the four coordinates of a point of G2 is below the modulus, and infinity has one encoding.
#[test]
fn coordinates_of_g2() {
    let p = from_limbs(&Bn254Base::MODULUS);
    let h: [u8; 128] = g2_bytes(&g2::Affine::GENERATOR).try_into().unwrap();
    assert_eq!(read_g2(&h, 0), Ok(g2::Affine::GENERATOR));
    for start in [0, 32, 64, 96] {
        let plus = BigUint::from_bytes_be(&h[start..start + 32]) + &p;
        for coordinate in [&p, &plus] {
            let mut point = h;
            point[start..start + 32].copy_from_slice(&coordinate.to_bytes_be());
            assert_eq!(read_g2(&point, 1), Err(Error::Coordinate { index: 1 }));
        }
        let mut point = [0; 128];
        point[start..start + 32].copy_from_slice(&p.to_bytes_be());
        assert_eq!(read_g2(&point, 1), Err(Error::Coordinate { index: 1 }));
        point = [0; 128];
        point[start + 31] = 1;
        assert_eq!(read_g2(&point, 1), Err(Error::NotOnCurve { index: 1, group: Group::G2 }));
    }
}

/// Points of the order of each prime factor of the cofactor, and these plus a point of G2.
#[test]
fn points_of_small_orders() {
    let order = from_limbs(&vorpal_fields::primes::Bn254Scalar::MODULUS);
    let cofactor = from_limbs(g2::Bn254G2::COFACTOR);
    let point = (1..50u64).find_map(|x| g2::Affine::lift_x_vartime(x.into())).unwrap().0;
    let large = "197620364512881247228717050342013327560683201906968909".parse::<BigUint>().unwrap();
    for prime in [10_069u64.into(), 5_864_401u64.into(), 1_875_725_156_269u64.into(), large] {
        assert_eq!(&cofactor % &prime, BigUint::ZERO);
        let limbs = (&order * &cofactor / prime).to_u64_digits();
        let small = g2::Jacobian::from_affine(&point).mul_limbs_vartime(&limbs);
        for sum in [small, small.add_affine_vartime(&g2::Affine::GENERATOR)] {
            let bytes = g2_bytes(&sum.to_affine());
            for left in [[0; 64], multiple(1)] {
                assert_eq!(
                    run(Precompile::Bn254Pairing, &[&left[..], &bytes].concat()),
                    Err(Error::NotInSubgroup { index: 0, group: Group::G2 })
                );
            }
        }
    }
}
