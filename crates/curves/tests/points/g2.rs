//! The curves of G2: parameters, the endomorphism `psi`, orders, subgroup checks, encodings.

use num_bigint::{BigInt, BigUint};

use vorpal_curves::models::weierstrass::{
    Affine, EncodableCurve, Family, Format, Jacobian, Psi, Seed, WeierstrassCurve,
};
use vorpal_curves::{Error, PointFormat, bls12_377, bls12_381, bn254};
use vorpal_fields::primes as p;
use vorpal_fields::tower::{Fp2, TowerModulus};
use vorpal_fields::{Fe, PrimeField};
use vorpal_oracle::big::from_limbs;

use crate::subgroup::{check, cofactor, mul, order};

fn psi<C: WeierstrassCurve>() -> &'static Psi<C> {
    C::PSI.expect("a twist has the endomorphism")
}

fn signed(seed: Seed) -> BigInt {
    if seed.negative { -BigInt::from(seed.magnitude) } else { seed.magnitude.into() }
}

fn evaluate(x: &BigInt, coefficients: &[i32]) -> BigInt {
    coefficients.iter().rev().fold(BigInt::ZERO, |sum, c| sum * x + c)
}

/// The trace of the curve of G1.
fn trace(family: Family, x: &BigInt) -> BigInt {
    match family {
        Family::Bls12 => x + 1,
        Family::Bn => evaluate(x, &[1, 0, 6]),
    }
}

/// The product of `f(z)` over the two roots `z` of `X^2 - t X + p`.
fn norm(f: &[BigInt], t: &BigInt, p: &BigInt) -> BigInt {
    // f = a + b X modulo X^2 - t X + p, and the norm of that is a^2 + a b t + b^2 p.
    let (mut a, mut b) = (BigInt::ZERO, BigInt::ZERO);
    for c in f.iter().rev() {
        (a, b) = (c - &b * p, &a + &b * t);
    }
    &a * &a + &a * &b * t + &b * &b * p
}

fn gcd(mut a: BigInt, mut b: BigInt) -> BigInt {
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

/// Checks the order of the twist, the numbers that the proof of the subgroup check needs, and the cofactor.
fn orders<C: WeierstrassCurve>(p: &BigUint) {
    let (p, r) = (BigInt::from(p.clone()), BigInt::from(order::<C>()));
    let (family, x) = (psi::<C>().family(), signed(psi::<C>().seed()));
    let t = trace(family, &x);
    // The curve over Fp2 has p^2 + 1 - (t^2 - 2 p) points. With t2^2 - 4 p^2 = -3 f^2, the sextic twists have
    // p^2 + 1 - (t2 + 3 f) / 2 and p^2 + 1 - (t2 - 3 f) / 2.
    let t2 = &t * &t - 2 * &p;
    let f: BigInt = (BigInt::from(4) * &p * &p - &t2 * &t2) / 3u8;
    let f = f.sqrt();
    assert_eq!(&t2 * &t2 + 3 * &f * &f, 4 * &p * &p);
    let points = [1, -1]
        .map(|sign| &p * &p + 1 - (&t2 + 3 * sign * &f) / 2)
        .into_iter()
        .find(|points: &BigInt| points % &r == BigInt::ZERO)
        .expect("one of the twists has a subgroup of order r");
    assert_eq!(points, &r * BigInt::from(cofactor::<C>()));

    let one = BigInt::from(1);
    let checks = match family {
        Family::Bls12 => vec![vec![-x.clone(), one]],
        // The check of single points, and that from the end of a Miller loop.
        Family::Bn => vec![
            vec![&x + 1, x.clone(), x.clone(), -2 * &x],
            vec![6 * &x + 2, one.clone(), -one.clone(), one],
        ],
    };
    for f in checks {
        let at_p: BigInt = f.iter().rev().fold(BigInt::ZERO, |sum, c| sum * &p + c);
        assert_eq!(at_p % &r, BigInt::ZERO, "points of G2 pass");
        assert_eq!(gcd(points.clone(), norm(&f, &t, &p)), r, "other points fail");
    }
}

/// Checks that the curve is a twist: `b' xi = b` or `b' = b xi`, and that `psi` is what its documentation says.
fn twist<C, M, const N: usize>(b: Fe<M, N>, is_divided: bool)
where
    M: TowerModulus<N>,
    C: WeierstrassCurve<Base = Fp2<M, N>>,
{
    let b = Fp2::from(b);
    assert!(if is_divided { C::B * Fp2::XI == b } else { C::B == b * Fp2::XI });
    let (x, y) = C::GENERATOR;
    assert!(Affine::<C>::new(x, y).is_ok());
    let psi = psi::<C>();
    let p = from_limbs(&M::P);
    let t = trace(psi.family(), &signed(psi.seed()));
    let g = Affine::<C>::GENERATOR;
    assert_eq!(psi.apply(&g), mul(&g, &p), "psi is p on G2");
    assert_eq!(psi.apply_jacobian(&Jacobian::from_affine(&g)).to_affine(), psi.apply(&g));
    let points = (0..20u64).filter_map(|x| Affine::<C>::lift_x_vartime(Fp2::new(x.into(), Fe::ONE)));
    for (point, _) in points.chain([(g, g), (Affine::IDENTITY, g)]) {
        let once = psi.apply(&point);
        assert!(
            once == Affine::IDENTITY
                || Affine::<C>::new(*once.raw_coordinates().0, *once.raw_coordinates().1).is_ok()
        );
        let left = Jacobian::from_affine(&psi.apply(&once)).add_affine_vartime(&mul(&point, &p));
        let right = mul(&once, t.magnitude());
        let right = if t < BigInt::ZERO { -right } else { right };
        assert_eq!(left.to_affine(), right, "psi^2 + p = t psi");
    }
    let endomorphism = C::ENDOMORPHISM.unwrap();
    let lambda = from_limbs(endomorphism.lambda().to_limbs().as_ref());
    assert_eq!(endomorphism.apply(&g), mul(&g, &lambda));
    orders::<C>(&p);
}

#[test]
fn parameters() {
    twist::<bls12_381::g2::Bls12_381G2, _, 6>(p::Bls12_381Base::from(4), false);
    twist::<bls12_377::g2::Bls12_377G2, _, 6>(p::Bls12_377Base::from(1), true);
    twist::<bn254::g2::Bn254G2, _, 4>(p::Bn254Base::from(3), true);
}

#[test]
fn subgroup_of_bls12_381() {
    check::<bls12_381::g2::Bls12_381G2>(&[
        ("13", 2),
        ("23", 2),
        ("2713", 1),
        ("11953", 1),
        ("262069", 1),
        (
            "402096035359507321594726366720466575392706800671181159425656785868777272553337714697862511267018014931937\
             703598282857976535744623203249",
            1,
        ),
    ]);
}

#[test]
fn subgroup_of_bls12_377() {
    check::<bls12_377::g2::Bls12_377G2>(&[
        ("85752112189", 1),
        (
            "923967318475063894024159539486008142935938877947251098791154087494951632557148840005149364796609265065258\
             61064331768531297823188546960708373",
            1,
        ),
    ]);
}

#[test]
fn subgroup_of_bn254() {
    check::<bn254::g2::Bn254G2>(&[
        ("10069", 1),
        ("5864401", 1),
        ("1875725156269", 1),
        ("197620364512881247228717050342013327560683201906968909", 1),
    ]);
}

/// The multiples of RFC 9380, section 8.8.2, and of the cofactor clearing of G1, section 8.8.1.
#[test]
fn effective_cofactors() {
    let x = -BigInt::from(0xd201_0000_0001_0000u64);
    let h2: BigInt = BigInt::from(3) * (&x * &x - 1) * BigInt::from(cofactor::<bls12_381::g2::Bls12_381G2>());
    let h2 = h2.to_biguint().unwrap();
    for a in 0..6u64 {
        if let Some((point, _)) = bls12_381::g2::Affine::lift_x_vartime(Fp2::new(a.into(), 1.into())) {
            assert_eq!(Jacobian::from_affine(&point).clear_cofactor_vartime().to_affine(), mul(&point, &h2));
        }
        if let Some((point, _)) = bls12_381::Affine::lift_x_vartime(a.into()) {
            let h1 = (BigInt::from(1) - &x).to_biguint().unwrap();
            assert_eq!(Jacobian::from_affine(&point).clear_cofactor_vartime().to_affine(), mul(&point, &h1));
        }
    }
}

/// Round trips, and each kind of malformed encoding, by the rules that hold for every format.
fn encodings<C: EncodableCurve>(format: &Format<C>) {
    let g = Jacobian::<C>::GENERATOR;
    let is_big_endian = format.encode_compressed(&Affine::IDENTITY).as_ref()[0] != 0;
    let points: Vec<Jacobian<C>> =
        (0..10u64).map(|k| g.mul_limbs_vartime(&[k])).flat_map(|p| [p, p.neg()]).collect();
    let compressed = format.encode_batch(&points);
    for (point, bytes) in points.iter().zip(&compressed) {
        let affine = point.to_affine();
        assert_eq!(format.encode_compressed(&affine), *bytes);
        assert_eq!(format.decode(bytes.as_ref()), Ok(affine));
        let uncompressed = format.encode_uncompressed(&affine);
        assert_eq!(format.decode(uncompressed.as_ref()), Ok(affine));
        assert_eq!(
            format.decode(&bytes.as_ref()[1..]),
            Err(Error::Length { found: bytes.as_ref().len() - 1 })
        );
        let mut flipped = uncompressed;
        let middle = flipped.as_ref().len() / 2;
        flipped.as_mut()[middle + 3] ^= 1;
        assert!(format.decode(flipped.as_ref()).is_err());
    }
    let decoded: Vec<_> = points.iter().map(Jacobian::to_affine).collect();
    assert_eq!(format.decode_all(&compressed), Ok(decoded));
    let outside = (1..30u64).find_map(|x| Affine::<C>::lift_x_vartime(x.into())).unwrap().0;
    let bytes = format.encode_compressed(&outside);
    assert_eq!(format.decode(bytes.as_ref()), Err(Error::NotInSubgroup));
    assert_eq!(format.decode_on_curve(bytes.as_ref()), Ok(outside));
    assert_eq!(format.decode_batch(&[bytes, compressed[2]])[0], Err(Error::NotInSubgroup));
    let mut off = bytes;
    // The lowest byte of c1.
    let not_on_curve = (0..=255u8).any(|last| {
        let half = off.as_ref().len() / 2;
        off.as_mut()[if is_big_endian { half - 1 } else { half }] = last;
        format.decode_on_curve(off.as_ref()) == Err(Error::NotOnCurve)
    });
    assert!(not_on_curve);
}

#[test]
fn formats() {
    encodings(&bls12_381::g2::encoding::ZCASH);
    encodings(&bls12_377::g2::encoding::ARKWORKS);
    encodings(&bls12_377::g2::encoding::GNARK);
    encodings(&bn254::g2::encoding::ARKWORKS);
    encodings(&bn254::g2::encoding::GNARK);
    // zcash's generator: the first and last bytes of the specification.
    let bytes = bls12_381::g2::encoding::ZCASH.encode_compressed(&bls12_381::g2::Affine::GENERATOR);
    assert_eq!(bytes[..4], [0x93, 0xe0, 0x2b, 0x60]);
    assert_eq!(bytes[92..], [0xc1, 0x21, 0xbd, 0xb8]);
}
