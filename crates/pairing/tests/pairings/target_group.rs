//! Powers, products of powers and encodings in the target group, against powers in `Fp12`.

use std::hash::{BuildHasher, RandomState};

use sha2::{Digest, Sha256};
use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::tower::{Cyclotomic, Fp2, Fp12};
use vorpal_fields::{Field, Modulus, PrimeField};
use vorpal_limbs::words;
use vorpal_pairing::bls12_377::Bls12_377;
use vorpal_pairing::bls12_381::Bls12_381;
use vorpal_pairing::bn254::Bn254;
use vorpal_pairing::{Engine, Error, Gt, pairing_vartime};

use crate::costs::cost;
use crate::{left, right};

/// Elements of the group: powers of the pairing of the generators.
fn element<E: Engine<N>, const N: usize>(k: u64) -> Gt<E, N> {
    pairing_vartime::<E, N>(&left::<E, N>(k), &right::<E, N>(1))
}

/// The scalars `k0 + k1 p + k2 p^2 + k3 p^3` for quarters at their bounds, and edges.
fn scalars<E: Engine<N>, const N: usize>() -> Vec<E::Scalar> {
    let bytes: Vec<u8> = E::Modulus::P.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    let p = E::Scalar::from_le_bytes_reduced(&bytes);
    let largest = E::Scalar::from(E::PSI.largest_quarter());
    let last = -<E::Scalar as Field>::ONE;
    let mut scalars: Vec<E::Scalar> = [0, 1, 2, 3, 15, 16, 17, u64::MAX].map(E::Scalar::from).to_vec();
    scalars.extend([last, last - E::Scalar::ONE, last.halve(), largest, -largest, largest.halve()]);
    let ones = E::Scalar::from_le_bytes_reduced(&[0xff; 32]);
    scalars.extend([ones, p, -p, p.square(), p.square() * p]);
    for signs in 0..16u32 {
        let quarter = |j: u32| {
            let k = largest - E::Scalar::from(u64::from(signs) * 3 + u64::from(j));
            if signs >> j & 1 == 1 { k } else { -k }
        };
        scalars.push((0..4).rev().fold(E::Scalar::ZERO, |sum, j| sum * p + quarter(j)));
        scalars.push((0..4).rev().fold(E::Scalar::ZERO, |sum, j| {
            sum * p + if signs >> j & 1 == 1 { largest } else { E::Scalar::ZERO }
        }));
    }
    let mut scalar = E::Scalar::from(7);
    for _ in 0..10 {
        scalar = scalar.square() * E::Scalar::from(0x9e37_79b9_7f4a_7c15) + E::Scalar::ONE;
        scalars.push(scalar);
    }
    scalars
}

/// The power by squaring and multiplying in `Fp12`.
fn plain<E: Engine<N>, const N: usize>(base: &Gt<E, N>, scalar: &E::Scalar) -> Fp12<E::Modulus, N> {
    base.value().pow_vartime(&scalar.to_limbs())
}

pub(crate) fn powers<E: Engine<N>, const N: usize>() {
    let e = element::<E, N>(5);
    for (i, scalar) in scalars::<E, N>().iter().enumerate() {
        let base = [e, e.inverse(), Gt::ONE, e.square()][i % 4];
        let expected = plain(&base, scalar);
        assert_eq!(*base.pow_vartime(scalar).value(), expected, "{scalar:?}");
        assert_eq!(*base.pow(scalar).value(), expected, "{scalar:?}");
    }
}

pub(crate) fn products<E: Engine<N>, const N: usize>() {
    let scalars = scalars::<E, N>();
    let mut e = element::<E, N>(3);
    let mut terms = Vec::new();
    for i in 0..80usize {
        let scalar = scalars[i * 7 % scalars.len()];
        // Repeated and opposite bases, one, and others.
        let base = match i % 8 {
            3 => Gt::ONE,
            4 | 5 => element::<E, N>(1),
            6 => element::<E, N>(1).inverse(),
            _ => e,
        };
        e = e.square() * element::<E, N>(1);
        terms.push((base, scalar, plain(&base, &scalar)));
    }
    // Both sides of the switch from tables to buckets.
    for number in [0, 1, 2, 3, 7, 8, 9, 20, 31, 32, 33, 34, 35, 36, 40, 80] {
        let (bases, scalars): (Vec<_>, Vec<_>) =
            terms[..number].iter().map(|(base, scalar, _)| (*base, *scalar)).unzip();
        let expected = terms[..number].iter().fold(Fp12::ONE, |product, (.., power)| product * *power);
        let product = Gt::<E, N>::multi_pow_vartime(&bases, &scalars).unwrap();
        assert_eq!(*product.value(), expected, "{number} factors");
        let zeros = vec![E::Scalar::ZERO; number];
        assert_eq!(Gt::<E, N>::multi_pow_vartime(&bases, &zeros), Ok(Gt::ONE));
        let same = vec![-E::Scalar::ONE; number];
        let inverse = bases.iter().product::<Gt<E, N>>().inverse();
        assert_eq!(Gt::<E, N>::multi_pow_vartime(&bases, &same), Ok(inverse));
    }
    assert_eq!(
        Gt::<E, N>::multi_pow_vartime(&[Gt::ONE; 2], &[E::Scalar::ONE]),
        Err(Error::Lengths { bases: 2, scalars: 1 })
    );
}

/// Equal elements have one hash, and others have other hashes.
pub(crate) fn hashes<E: Engine<N>, const N: usize>() {
    let state = RandomState::new();
    let hash = |element: &Gt<E, N>| state.hash_one(element);
    let elements = [Gt::ONE, element::<E, N>(1), element::<E, N>(2)];
    for (i, a) in elements.iter().enumerate() {
        assert!(Clone::clone(a) == *a);
        for (j, b) in elements.iter().enumerate() {
            assert_eq!(hash(a) == hash(b), i == j);
        }
    }
}

pub(crate) fn encodings<E: Engine<N>, const N: usize>() {
    let (length, coefficient) = (96 * N, 8 * N);
    for element in [element::<E, N>(1), element::<E, N>(9).inverse(), Gt::ONE] {
        let (little, big) = (element.to_le_bytes(), element.to_be_bytes());
        let (little, big) = (little.as_ref(), big.as_ref());
        assert_eq!((little.len(), big.len()), (length, length));
        assert_eq!(Gt::<E, N>::from_le_bytes(little), Ok(element));
        assert_eq!(Gt::<E, N>::from_be_bytes(big), Ok(element));
        let value = element.value();
        let parts = [value.c0.c0, value.c0.c1, value.c0.c2, value.c1.c0, value.c1.c1, value.c1.c2];
        for (i, part) in parts.iter().flat_map(|part| [part.c0, part.c1]).enumerate() {
            assert_eq!(&little[i * coefficient..][..coefficient], part.to_le_bytes().as_ref());
            assert_eq!(&big[(11 - i) * coefficient..][..coefficient], part.to_be_bytes().as_ref());
        }
        for found in [0, length - 1, length + 1, 2 * length] {
            let bytes: Vec<u8> = little.iter().chain(little).chain([&0]).take(found).copied().collect();
            let expected = Err(Error::Length { expected: length, found });
            assert_eq!([Gt::<E, N>::from_le_bytes(&bytes), Gt::<E, N>::from_be_bytes(&bytes)], [expected; 2]);
        }
        // Every coefficient as the prime, which is the least integer that is not canonical, and as all ones.
        for index in 0..12 {
            for number in [E::Modulus::P, [u64::MAX; N]] {
                let mut chunk: Vec<u8> = number.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                let expected = Err(Error::NotCanonical { index });
                let mut bytes = little.to_vec();
                bytes[index * coefficient..][..coefficient].copy_from_slice(&chunk);
                assert_eq!(Gt::<E, N>::from_le_bytes(&bytes), expected);
                chunk.reverse();
                let mut bytes = big.to_vec();
                bytes[index * coefficient..][..coefficient].copy_from_slice(&chunk);
                // A later coefficient that is not canonical is not reported.
                bytes[11 * coefficient..].copy_from_slice(&chunk);
                assert_eq!(Gt::<E, N>::from_be_bytes(&bytes), expected);
            }
        }
        let mut changed = little.to_vec();
        changed[coefficient] ^= 1;
        assert_eq!(Gt::<E, N>::from_le_bytes(&changed), Err(Error::OutsideGt));
    }
    // Elements outside: zero, minus one, of the cyclotomic subgroup with another order, a product with one of these.
    let value = Fp12::from_coefficients([6, 5, 4, 3, 2, 1].map(Fp2::from));
    let cyclotomic = *Cyclotomic::project_vartime(&value).unwrap().value();
    let p = E::Modulus::P;
    for outside in [Fp12::ZERO, -Fp12::ONE, cyclotomic, cyclotomic * *element::<E, N>(1).value(), value] {
        assert_eq!(Gt::<E, N>::new(&outside), None);
        let parts =
            [outside.c0.c0, outside.c0.c1, outside.c0.c2, outside.c1.c0, outside.c1.c1, outside.c1.c2];
        let bytes: Vec<u8> = parts
            .iter()
            .flat_map(|part| [part.c0, part.c1])
            .flat_map(|c| c.to_le_bytes().as_ref().to_vec())
            .collect();
        assert_eq!(Gt::<E, N>::from_le_bytes(&bytes), Err(Error::OutsideGt));
        let reversed: Vec<u8> = bytes.iter().rev().copied().collect();
        assert_eq!(Gt::<E, N>::from_be_bytes(&reversed), Err(Error::OutsideGt));
    }
    assert!(words::bit_length_vartime(&p) < 64 * N, "all ones are not canonical");
}

/// The SHA-256 digests of the encodings of the pairing of the generators: big-endian, as by `E12.Bytes` of gnark-crypto
/// v0.22.0, and little-endian, as by `serialize_uncompressed` of arkworks 0.6.
#[test]
fn bytes_are_those_of_gnark_crypto_and_arkworks() {
    fn digest(bytes: impl AsRef<[u8]>) -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }
    fn digests<E: Engine<N>, const N: usize>() -> [String; 2] {
        let e = pairing_vartime::<E, N>(&Affine::GENERATOR, &Affine::GENERATOR);
        [digest(e.to_be_bytes()), digest(e.to_le_bytes())]
    }
    assert_eq!(
        digests::<Bn254, 4>(),
        [
            "f6c2cfea2b4087b48fcbf3b2cf6406ae4b3ad54b9503f08539cd397c894e2c5d",
            "e109983de6d3ff0d8d4e1236dd4d91d2a313d7e7a22e3a15062b6759ad70331c",
        ]
    );
    assert_eq!(
        digests::<Bls12_381, 6>(),
        [
            "300e47c99502f3af33ad2080847d528cabd90365a90ab98bc174565c27928591",
            "ff9912603bb02b77bc6ec1deaeddf9d1fee40ac17a781fb13c9c6e7a9f74d22b",
        ]
    );
    assert_eq!(
        digests::<Bls12_377, 6>(),
        [
            "34d3cfdd14515a349c581628b226e970036d394383f7483d1b7935135011e7d5",
            "1d6cc54254665836dbdcb4d633c895990ba66631bc8789e068afa628ce031ab5",
        ]
    );
}

/// The costs of powers: in variable time the mean of several, in constant time, and of products by tables and buckets
/// for each base.
fn costs<E: Engine<N>, const N: usize>() -> [u64; 4] {
    let scalars: Vec<E::Scalar> = {
        let mut scalar = E::Scalar::from(11);
        (0..256)
            .map(|_| {
                scalar = scalar.square() * E::Scalar::from(0x9e37_79b9_7f4a_7c15) + E::Scalar::ONE;
                scalar
            })
            .collect()
    };
    let e = element::<E, N>(7);
    let bases: Vec<Gt<E, N>> = (0..256)
        .scan(e, |base, _| {
            *base = base.square();
            Some(*base)
        })
        .collect();
    let mean = scalars[..32].iter().map(|scalar| cost(|| e.pow_vartime(scalar))).sum::<u64>() / 32;
    let product = |number: u64| {
        let n = usize::try_from(number).unwrap();
        cost(|| Gt::<E, N>::multi_pow_vartime(&bases[..n], &scalars[..n]).unwrap()) / number
    };
    [mean, cost(|| e.pow(&scalars[0])), product(16), product(256)]
}

#[test]
fn costs_of_powers() {
    let check = |found: [u64; 4], model: [u64; 4]| {
        println!("{found:?}");
        for (found, model) in found.iter().zip(model) {
            assert!(100 * found.abs_diff(model) <= 3 * model, "{found} instead of {model}");
        }
    };
    // The means of products by buckets (the last numbers) are measured: a change of 3 % is noticed, no model is proved.
    // In constant time: 18M for each square, 54M for each product: of the columns but the first, of the table but its
    // first entry, and by the base of an even quarter; 40M for the images.
    check(costs::<Bls12_381, 6>(), [4080, 63 * 72 + 8 * 54 + 40, 3030, 1970]);
    check(costs::<Bls12_377, 6>(), [4080, 63 * 72 + 8 * 54 + 40, 3030, 1970]);
    check(costs::<Bn254, 4>(), [4080, 64 * 72 + 8 * 54 + 40, 3110, 1990]);
}
