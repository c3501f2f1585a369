//! Targets for encoded points of every curve: accepted bytes are encoded to the same bytes, one at a time and in
//! batches, in every format.

use vorpal_curves::bandersnatch::{self, Banderwagon, encoding::BANDERWAGON};
use vorpal_curves::models::weierstrass::{EncodableCurve, Format, Subgroup};
use vorpal_curves::secp256k1::encoding::SEC1;
use vorpal_curves::{Group, PointFormat, bls12_377, bls12_381, bn254, secp256k1};

/// Decodes the bytes of a point with all decoders.
pub fn points(bytes: &[u8]) {
    let bn = [bn254::encoding::ARKWORKS, bn254::encoding::GNARK];
    check(bytes, &bn, bn254::Affine::GENERATOR);
    let zcash = [bls12_381::encoding::ZCASH, bls12_381::encoding::ARKWORKS_0_3];
    check(bytes, &zcash, bls12_381::Affine::GENERATOR);
    let bls = [bls12_377::encoding::ARKWORKS, bls12_377::encoding::ARKWORKS_0_3, bls12_377::encoding::GNARK];
    check(bytes, &bls, bls12_377::Affine::GENERATOR);
    g2(bytes);
    check(bytes, &[secp256k1::encoding::ARKWORKS], secp256k1::Affine::GENERATOR);
    sec1(bytes);
    banderwagon(bytes);
}

fn g2(bytes: &[u8]) {
    let bn = [bn254::g2::encoding::ARKWORKS, bn254::g2::encoding::GNARK];
    check(bytes, &bn, bn254::g2::Affine::GENERATOR);
    check(bytes, &[bls12_381::g2::encoding::ZCASH], bls12_381::g2::Affine::GENERATOR);
    let bls = [bls12_377::g2::encoding::ARKWORKS, bls12_377::g2::encoding::GNARK];
    check(bytes, &bls, bls12_377::g2::Affine::GENERATOR);
}

fn check<C: EncodableCurve>(
    bytes: &[u8],
    formats: &[Format<C>],
    generator: vorpal_curves::models::weierstrass::Affine<C>,
) {
    for format in formats {
        let (any, inside) = (format.decode_on_curve(bytes), format.decode(bytes));
        let good = format.encode_compressed(&generator);
        let encodings = [good.as_ref(), good.as_ref(), bytes, good.as_ref()];
        match (&any, &inside) {
            (Ok(point), inside) => {
                let compressed = format.encode_compressed(point);
                assert!(compressed.as_ref() == bytes || format.encode_uncompressed(point).as_ref() == bytes);
                assert_eq!(inside.as_ref().is_ok_and(|inside| inside == point), inside.is_ok());
                for other in formats {
                    assert_eq!(other.decode_on_curve(other.encode_compressed(point).as_ref()), Ok(*point));
                    assert_eq!(other.decode(other.encode_uncompressed(point).as_ref()), *inside);
                }
            }
            (Err(error), inside) => assert_eq!(inside, &Err(*error)),
        }
        assert_eq!(format.decode_batch(&encodings)[2..], [inside, Ok(generator)]);
        assert_eq!(format.decode_batch_on_curve(&encodings)[2..], [any, Ok(generator)]);
        let batch = Subgroup::decode(format, &encodings).map(|points| points.points()[2]);
        assert_eq!(
            batch.map_err(|failure| (failure.index, failure.error)),
            inside.map_err(|error| (2, error))
        );
        let batch = format.decode_all_on_curve(&encodings).map(|points| points[2]);
        assert_eq!(batch.map_err(|failure| (failure.index, failure.error)), any.map_err(|error| (2, error)));
    }
}

fn sec1(bytes: &[u8]) {
    let decoded = SEC1.decode(bytes);
    if let Ok(point) = &decoded {
        assert!(*SEC1.encode_compressed(point) == *bytes || *SEC1.encode_uncompressed(point) == *bytes);
    }
    assert_eq!(SEC1.decode_batch(&[bytes, bytes, &[2]])[..2], [decoded, decoded]);
}

fn banderwagon(bytes: &[u8]) {
    for format in [BANDERWAGON, bandersnatch::encoding::ARKWORKS] {
        let decoded = format.decode(bytes);
        if let Ok(element) = &decoded {
            assert!(bytes.len() == 64 || format.encode_compressed(element) == bytes);
            assert_eq!(format.decode(&format.encode_compressed(element)), decoded);
            assert_eq!(format.decode(&format.encode_uncompressed(element)), decoded);
            assert_eq!(format.decode_on_curve(bytes), decoded);
            assert_eq!(Banderwagon::decode(&element.encode()), Ok(Banderwagon::from_affine(element)));
        }
        assert_eq!(format.decode_batch(&[bytes, &[]])[0], decoded);
        assert_eq!(format.decode_batch_on_curve(&[bytes, &[]])[0], format.decode_on_curve(bytes));
    }
}

pub(crate) fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds = Vec::new();
    let mut add = |name: &str, bytes: &[u8]| seeds.push((name.to_string(), bytes.to_vec()));
    let g = bn254::Affine::GENERATOR;
    for (name, format) in [("bn254", bn254::encoding::ARKWORKS), ("bn254-gnark", bn254::encoding::GNARK)] {
        add(name, format.encode_compressed(&g).as_ref());
        add(&format!("{name}-uncompressed"), format.encode_uncompressed(&g).as_ref());
    }
    let g = bls12_381::Affine::GENERATOR;
    add("bls12-381", bls12_381::encoding::ZCASH.encode_compressed(&g).as_ref());
    add("bls12-381-uncompressed", &bls12_381::encoding::ZCASH.encode_uncompressed(&g));
    let old = bls12_381::encoding::ARKWORKS_0_3;
    add("bls12-381-old", old.encode_compressed(&g).as_ref());
    add("bls12-381-old-uncompressed", old.encode_uncompressed(&g).as_ref());
    let g = bls12_377::Affine::GENERATOR;
    for (name, format) in [
        ("bls12-377", bls12_377::encoding::ARKWORKS),
        ("bls12-377-old", bls12_377::encoding::ARKWORKS_0_3),
        ("bls12-377-gnark", bls12_377::encoding::GNARK),
    ] {
        add(name, format.encode_compressed(&g).as_ref());
        add(&format!("{name}-uncompressed"), format.encode_uncompressed(&g).as_ref());
    }
    let g = bn254::g2::Affine::GENERATOR;
    for (name, format) in
        [("bn254-g2", bn254::g2::encoding::ARKWORKS), ("bn254-g2-gnark", bn254::g2::encoding::GNARK)]
    {
        add(name, format.encode_compressed(&g).as_ref());
        add(&format!("{name}-uncompressed"), format.encode_uncompressed(&g).as_ref());
    }
    let g = bls12_381::g2::Affine::GENERATOR;
    add("bls12-381-g2", bls12_381::g2::encoding::ZCASH.encode_compressed(&g).as_ref());
    add("bls12-381-g2-uncompressed", bls12_381::g2::encoding::ZCASH.encode_uncompressed(&g).as_ref());
    let g = bls12_377::g2::Affine::GENERATOR;
    for (name, format) in [
        ("bls12-377-g2", bls12_377::g2::encoding::ARKWORKS),
        ("bls12-377-g2-gnark", bls12_377::g2::encoding::GNARK),
    ] {
        add(name, format.encode_compressed(&g).as_ref());
        add(&format!("{name}-uncompressed"), format.encode_uncompressed(&g).as_ref());
    }
    let g = secp256k1::Affine::GENERATOR;
    add("secp256k1", &SEC1.encode_compressed(&g));
    add("secp256k1-uncompressed", &SEC1.encode_uncompressed(&g));
    add("secp256k1-infinity", &SEC1.encode_compressed(&secp256k1::Affine::IDENTITY));
    let arkworks = secp256k1::encoding::ARKWORKS;
    add("secp256k1-arkworks", arkworks.encode_compressed(&g).as_ref());
    add("secp256k1-arkworks-uncompressed", arkworks.encode_uncompressed(&g).as_ref());
    let g = Banderwagon::generator();
    add("banderwagon", &g.encode());
    add("banderwagon-uncompressed", &BANDERWAGON.encode_uncompressed(&g.to_affine()));
    add("banderwagon-arkworks", &bandersnatch::encoding::ARKWORKS.encode_uncompressed(&g.to_affine()));
    for length in [32, 48, 64, 96, 128, 192] {
        add(&format!("zeros-{length}"), &vec![0; length]);
        add(&format!("ones-{length}"), &vec![0xff; length]);
    }
    seeds
}
