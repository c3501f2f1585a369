//! Tests that batches report the index of a single point that is on the curve but outside the prime subgroup.
//!
//! Batches process 16 packed points and decode 64 encodings at a time. The tested indices are therefore the ends of
//! such chunks, their neighbours, and the last index of the batch.

use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_curves::bandersnatch::{Bandersnatch, Banderwagon};
use vorpal_curves::models::edwards::{AffineEdwards, EdwardsCurve, ExtendedEdwards};
use vorpal_curves::models::weierstrass::{
    Affine, EncodableCurve, Format, Jacobian, Subgroup, WeierstrassCurve,
};
use vorpal_curves::{BatchError, Error, Group, PointFormat, bls12_377, bls12_381};
use vorpal_fields::primes::{BandersnatchScalar, Bls12_381Scalar};
use vorpal_fields::{Field, PrimeField};
use vorpal_oracle::effort::every;

/// The longest batch: two chunks of 64 and part of a third.
const LONGEST: usize = 130;
const INDICES: [usize; 18] = [0, 1, 14, 15, 16, 17, 47, 48, 61, 62, 63, 64, 65, 79, 126, 127, 128, 129];

/// Lengths of batches that contain an index: up to the index, up to the end of its chunk, and the longest. With less
/// effort one of them: the next one for each index and each `shift`.
fn lengths(number: usize, shift: usize) -> impl Iterator<Item = usize> {
    let index = INDICES[number];
    let lengths = [index + 1, (index + 1).next_multiple_of(64).min(LONGEST), LONGEST];
    lengths
        .into_iter()
        .enumerate()
        .filter(move |(i, _)| every(3, number + shift + i))
        .map(|(_, length)| length)
}

fn inside<C: WeierstrassCurve>() -> Vec<Affine<C>> {
    let multiples = (1..=LONGEST as u64).map(|k| Jacobian::GENERATOR.mul_limbs_vartime(&[k * k + 7]));
    Jacobian::normalise_batch(&multiples.collect::<Vec<_>>())
}

/// Two points outside the subgroup: a random point, which has no small order, and a point of order three.
fn outside<C: WeierstrassCurve>() -> [Affine<C>; 2] {
    let order_annihilates = |point: &Affine<C>| {
        let last = (-C::Scalar::ONE).to_limbs();
        Jacobian::from_affine(point).mul_limbs_vartime(last.as_ref()).add_affine_vartime(point).to_affine()
            == Affine::IDENTITY
    };
    let lifted = (2u64..).filter_map(|x| Affine::lift_x_vartime(x.into()));
    let random = lifted.map(|(point, _)| point).find(|point| !order_annihilates(point)).unwrap();
    // The endomorphism fixes points with x = 0.
    let (three, _) = Affine::lift_x_vartime(C::Base::ZERO).unwrap();
    assert!(!order_annihilates(&three));
    [random, three]
}

type Encode<C> = fn(&Format<C>, &Affine<C>) -> Vec<u8>;

fn check_indices<C: EncodableCurve>(formats: &[Format<C>]) {
    assert!(!C::HAS_PRIME_ORDER);
    let inside = inside::<C>();
    for (shift, bad) in outside::<C>().into_iter().enumerate() {
        for (number, index) in INDICES.into_iter().enumerate() {
            let mut points = inside.clone();
            points[index] = bad;
            for length in lengths(number, shift) {
                let found = Subgroup::new(&points[..length]);
                assert_eq!(found, Err(Error::OutsideSubgroup { index }), "{index} of {length} points");
            }
        }
    }
    let [random, _] = outside::<C>();
    let forms: [Encode<C>; 2] = [
        |format, point| format.encode_compressed(point).as_ref().to_vec(),
        |format, point| format.encode_uncompressed(point).as_ref().to_vec(),
    ];
    for (number, format) in formats.iter().enumerate() {
        for (form, encode) in forms.iter().enumerate() {
            let good: Vec<Vec<u8>> = inside.iter().map(|point| encode(format, point)).collect();
            let bad = encode(format, &random);
            assert_eq!(Subgroup::decode(format, &good).unwrap().points(), inside);
            for (at, index) in INDICES.into_iter().enumerate() {
                let mut encodings = good.clone();
                encodings[index].clone_from(&bad);
                for length in lengths(at, number + form) {
                    let expected = BatchError { index, error: Error::NotInSubgroup };
                    let case = format!("{index} of {length}, format {number}, form {form}");
                    assert_eq!(Subgroup::decode(format, &encodings[..length]), Err(expected), "{case}");
                    let each = format.decode_batch(&encodings[..length]);
                    let is_expected = |(i, point): (usize, &Result<_, _>)| match i == index {
                        true => *point == Err(Error::NotInSubgroup),
                        false => *point == Ok(inside[i]),
                    };
                    assert!(each.len() == length && each.iter().enumerate().all(is_expected), "{case}");
                }
            }
        }
    }
}

#[test]
fn bls12_377() {
    use bls12_377::encoding::{ARKWORKS, ARKWORKS_0_3, GNARK};
    check_indices(&[ARKWORKS, ARKWORKS_0_3, GNARK]);
}

#[test]
fn bls12_381() {
    use bls12_381::encoding::{ARKWORKS_0_3, ZCASH};
    check_indices(&[ZCASH, ARKWORKS_0_3]);
}

/// Errors at every index: each encoding of a batch is decoded as it is alone.
fn check_errors<C: EncodableCurve>(format: &Format<C>) {
    let points = inside::<C>();
    let lifted = (2u64..).filter_map(|x| Affine::lift_x_vartime(x.into())).map(|(point, _)| point);
    let random: Affine<C> =
        lifted.into_iter().find(|point: &Affine<C>| !point.is_in_subgroup_vartime()).unwrap();
    let good: Vec<Vec<u8>> =
        points.iter().take(35).map(|point| format.encode_compressed(point).as_ref().to_vec()).collect();
    let encode = |point: &Affine<C>| format.encode_compressed(point).as_ref().to_vec();
    let not_on_curve = (0u64..).find(|x| Affine::<C>::lift_x_vartime((*x).into()).is_none()).unwrap();
    let not_on_curve = encode(&Affine::new_unchecked(not_on_curve.into(), C::Base::ONE));
    let mut not_canonical = good[0].clone();
    not_canonical.iter_mut().for_each(|byte| *byte |= 0x1f);
    let infinity = encode(&Affine::IDENTITY);
    let bad = [encode(&random), encode(&-random), not_on_curve, not_canonical, good[0][1..].to_vec(), vec![]];
    let (alone, alone_on_curve): (Vec<_>, Vec<_>) =
        good.iter().map(|encoding| (format.decode(encoding), format.decode_on_curve(encoding))).unzip();
    for index in 0..good.len() {
        // Two of the kinds at each index, or with less effort one.
        let at_index = |kind: usize| (kind + index).is_multiple_of(3) && every(2, (kind + index) / 3);
        for (kind, bad) in bad.iter().enumerate().filter(|(kind, _)| at_index(*kind)) {
            let mut encodings = good.clone();
            encodings[index].clone_from(bad);
            encodings[34 - index].clone_from(&infinity);
            let second = (index + 17) % 35;
            encodings[second].clone_from(&bad[..bad.len().min(7)].to_vec());
            let (mut singly, mut on_curve) = (alone.clone(), alone_on_curve.clone());
            for changed in [index, 34 - index, second] {
                singly[changed] = format.decode(&encodings[changed]);
                on_curve[changed] = format.decode_on_curve(&encodings[changed]);
            }
            assert_eq!(format.decode_batch(&encodings), singly, "kind {kind} at {index}");
            let first = singly
                .iter()
                .enumerate()
                .find_map(|(index, result)| result.err().map(|error| BatchError { index, error }));
            assert_eq!(format.decode_all(&encodings).err(), first, "kind {kind} at {index}");
            assert_eq!(format.decode_batch_on_curve(&encodings), on_curve, "kind {kind} at {index}");
        }
    }
}

#[test]
fn errors_at_every_index() {
    check_errors(&bls12_381::encoding::ZCASH);
    check_errors(&bls12_381::g2::encoding::ZCASH);
    check_errors(&bls12_377::g2::encoding::ARKWORKS);
}

/// The big-endian bytes of `x` of a point of Bandersnatch outside the subgroup of order `2 r`.
fn outside_banderwagon() -> [u8; 32] {
    let one = Bls12_381Scalar::ONE;
    let lift = |x: u64| {
        let x = Bls12_381Scalar::from(x);
        let denominator = one - Bandersnatch::D * x.square();
        let y = ((one - Bandersnatch::A * x.square()) * denominator.invert().unwrap()).sqrt_vartime()?;
        let point: ExtendedEdwards<Bandersnatch> = AffineEdwards::new(x, y).unwrap().into();
        Banderwagon::from_point(&point).is_none().then_some(x)
    };
    (2..).find_map(lift).unwrap().to_be_bytes()
}

#[test]
fn banderwagon() {
    let g = Banderwagon::generator();
    let elements: Vec<Banderwagon> =
        (1..=LONGEST as u64).map(|k| g.mul_vartime(&BandersnatchScalar::from(k * k + 7))).collect();
    let good = BANDERWAGON.encode_batch(&elements);
    let bad = outside_banderwagon();
    for (number, index) in INDICES.into_iter().enumerate() {
        let mut encodings = good.clone();
        encodings[index] = bad;
        for length in lengths(number, 0) {
            let decoded = BANDERWAGON.decode_batch(&encodings[..length]);
            assert_eq!(decoded.len(), length);
            for (i, (found, element)) in decoded.iter().zip(&elements).enumerate() {
                let expected = if i == index { Err(Error::NotInSubgroup) } else { Ok(element.to_affine()) };
                assert_eq!(*found, expected, "{i} of {length}, {index} is outside");
            }
        }
    }
}
