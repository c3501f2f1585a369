//! Encodings of points: the bytes of arkworks, and its result for every encoding.

use ark_ec::CurveGroup;
use ark_ec::short_weierstrass as sw;
use ark_ff::UniformRand;
use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, SerializationError, Valid, Validate,
};
use ark_std::rand::rngs::StdRng;
use ark_std::rand::{Rng, RngCore, SeedableRng};
use vorpal_arkworks::engine::{Affine, EngineCurve, Projective};

use super::points::{outside, special_points};

const MODES: [(Compress, Validate); 4] = [
    (Compress::Yes, Validate::Yes),
    (Compress::Yes, Validate::No),
    (Compress::No, Validate::Yes),
    (Compress::No, Validate::No),
];

/// The kind of an error: errors have no equality.
fn kind(error: &SerializationError) -> core::mem::Discriminant<SerializationError> {
    core::mem::discriminant(error)
}

/// Whether both libraries read the same: the point or the kind of the error, and as many bytes.
fn compare<P: EngineCurve>(bytes: &[u8], compress: Compress, validate: Validate) -> bool {
    let (mut ours, mut theirs) = (bytes, bytes);
    let read = Affine::<P>::deserialize_with_mode(&mut ours, compress, validate);
    let expected = sw::Affine::<P>::deserialize_with_mode(&mut theirs, compress, validate);
    let projective = Projective::<P>::deserialize_with_mode(bytes, compress, validate);
    match (&read, &projective, &expected) {
        (Ok(read), Ok(projective), Ok(expected)) => {
            assert_eq!(read.0, *expected);
            assert_eq!(projective.into_affine(), *read);
        }
        (Err(read), Err(projective), Err(expected)) => {
            assert_eq!(kind(read), kind(expected), "{read} instead of {expected}");
            assert_eq!(kind(projective), kind(expected));
        }
        _ => panic!("{read:?} instead of {expected:?} for {bytes:?}"),
    }
    assert_eq!(ours.len(), theirs.len());
    read.is_ok()
}

fn check<P: EngineCurve>() {
    let rng = &mut StdRng::seed_from_u64(15);
    let mut points: Vec<_> = special_points::<P>(rng).iter().map(|point| point.into_affine()).collect();
    points.extend(outside::<P>());
    let mut valid = 0;
    for (compress, validate) in MODES {
        for point in &points {
            let (mut bytes, mut expected) = (Vec::new(), Vec::new());
            Affine::from(*point).serialize_with_mode(&mut bytes, compress).unwrap();
            point.serialize_with_mode(&mut expected, compress).unwrap();
            assert_eq!(bytes, expected);
            assert_eq!(Affine::from(*point).serialized_size(compress), bytes.len());
            let mut projective = Vec::new();
            Projective::from(sw::Projective::from(*point))
                .serialize_with_mode(&mut projective, compress)
                .unwrap();
            assert_eq!(projective, bytes);
            valid += usize::from(compare::<P>(&bytes, compress, validate));
            // Every length, and every bit of the first and last bytes, which have the flags.
            for length in 0..bytes.len() {
                compare::<P>(&bytes[..length], compress, validate);
            }
            for position in [0, bytes.len() / 2 - 1, bytes.len() / 2, bytes.len() - 1] {
                for bit in 0..8 {
                    let mut changed = bytes.clone();
                    changed[position] ^= 1 << bit;
                    compare::<P>(&changed, compress, validate);
                }
            }
            // A coordinate that is not below the prime.
            let mut large = bytes.clone();
            let half = large.len() / 2;
            large[..half].fill(0xff);
            compare::<P>(&large, compress, validate);
            large.fill(0xff);
            compare::<P>(&large, compress, validate);
            large.fill(0);
            compare::<P>(&large, compress, validate);
            for _ in 0..20 {
                let position = rng.gen_range(0..bytes.len());
                let mut changed = bytes.clone();
                changed[position] = rng.r#gen();
                compare::<P>(&changed, compress, validate);
                rng.fill_bytes(&mut changed);
                compare::<P>(&changed, compress, validate);
            }
        }
    }
    assert!(valid >= 4 * (points.len() - 1));
}

/// Vectors are validated in batches of sixteen.
fn vectors<P: EngineCurve>() {
    let rng = &mut StdRng::seed_from_u64(16);
    for number in [0, 1, 15, 16, 17, 40] {
        let mut points: Vec<sw::Affine<P>> = (0..number).map(|_| sw::Affine::rand(rng)).collect();
        for compress in [Compress::Yes, Compress::No] {
            let mut bytes = Vec::new();
            let ours: Vec<Affine<P>> = points.iter().copied().map(Affine::from).collect();
            ours.serialize_with_mode(&mut bytes, compress).unwrap();
            let mut expected = Vec::new();
            points.serialize_with_mode(&mut expected, compress).unwrap();
            assert_eq!(bytes, expected);
            let read = Vec::<Affine<P>>::deserialize_with_mode(&bytes[..], compress, Validate::Yes).unwrap();
            assert_eq!(read, ours);
            let projective = Vec::<Projective<P>>::deserialize_with_mode(&bytes[..], compress, Validate::Yes);
            assert_eq!(Projective::normalize_batch(&projective.unwrap()), ours);
        }
        assert!(
            Affine::batch_check(points.iter().copied().map(Affine::from).collect::<Vec<_>>().iter()).is_ok()
        );
        if number == 0 {
            continue;
        }
        // A point outside the subgroup, and one that is not on the curve, at any position.
        let position = rng.gen_range(0..number);
        let mut bad: Vec<_> = outside::<P>().into_iter().collect();
        bad.push(sw::Affine::new_unchecked(points[position].x, points[position].y + points[position].y));
        for bad in bad {
            let good = std::mem::replace(&mut points[position], bad);
            let ours: Vec<Affine<P>> = points.iter().copied().map(Affine::from).collect();
            assert!(Affine::batch_check(ours.iter()).is_err());
            assert!(ours[position].check().is_err() && bad.check().is_err());
            let groups: Vec<_> = ours.iter().map(|point| Projective::from(*point)).collect();
            assert!(Projective::batch_check(groups.iter()).is_err());
            let mut bytes = Vec::new();
            ours.serialize_with_mode(&mut bytes, Compress::No).unwrap();
            assert!(
                Vec::<Affine<P>>::deserialize_with_mode(&bytes[..], Compress::No, Validate::Yes).is_err()
            );
            assert!(Vec::<Affine<P>>::deserialize_with_mode(&bytes[..], Compress::No, Validate::No).is_ok());
            points[position] = good;
        }
    }
}

macro_rules! for_each_curve {
    ($($name:ident: $curve:ty),*) => {$(
        #[test]
        fn $name() {
            check::<$curve>();
            vectors::<$curve>();
        }
    )*};
}

for_each_curve! {
    bn254_g1: ark_bn254::g1::Config,
    bn254_g2: ark_bn254::g2::Config,
    bls12_381_g1: ark_bls12_381::g1::Config,
    bls12_381_g2: ark_bls12_381::g2::Config,
    bls12_377_g1: ark_bls12_377::g1::Config,
    bls12_377_g2: ark_bls12_377::g2::Config
}
