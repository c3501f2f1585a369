//! Targets for encoded points of every curve: accepted bytes are encoded to the same bytes, one at a time and in
//! batches, in every format.

use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_curves::models::weierstrass::{Format, WeierstrassCurve};
use vorpal_curves::{bls12_377, bls12_381, bn254, secp256k1};
use vorpal_fields::PrimeField;

/// Decodes the bytes of a point with all decoders.
pub fn points(bytes: &[u8]) {
    let bn = [bn254::encoding::ARKWORKS, bn254::encoding::GNARK];
    check(bytes, &bn, bn254::Affine::GENERATOR);
    let zcash = [bls12_381::encoding::ZCASH];
    check(bytes, &zcash, bls12_381::Affine::GENERATOR);
    let bls = [bls12_377::encoding::ARKWORKS, bls12_377::encoding::ARKWORKS_0_3, bls12_377::encoding::GNARK];
    check(bytes, &bls, bls12_377::Affine::GENERATOR);
    secp(bytes);
    banderwagon(bytes);
}

fn check<C: WeierstrassCurve<Base: PrimeField>>(
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
                assert!(compressed.as_ref() == bytes || format.encode_uncompressed(point) == bytes);
                assert_eq!(inside.as_ref().is_ok_and(|inside| inside == point), inside.is_ok());
                for other in formats {
                    assert_eq!(other.decode_on_curve(other.encode_compressed(point).as_ref()), Ok(*point));
                    assert_eq!(other.decode(&other.encode_uncompressed(point)), *inside);
                }
            }
            (Err(error), inside) => assert_eq!(inside, &Err(*error)),
        }
        let batch = format.decode_batch(&encodings).map(|points| points.points()[2]);
        assert_eq!(
            batch.map_err(|failure| (failure.index, failure.error)),
            inside.map_err(|error| (2, error))
        );
        let batch = format.decode_batch_on_curve(&encodings).map(|points| points[2]);
        assert_eq!(batch.map_err(|failure| (failure.index, failure.error)), any.map_err(|error| (2, error)));
    }
}

fn secp(bytes: &[u8]) {
    let decoded = secp256k1::Affine::decode(bytes);
    if let Ok(point) = &decoded {
        let encodings = [point.to_compressed().map(Vec::from), point.to_uncompressed().map(Vec::from)];
        assert!(encodings.iter().flatten().any(|encoding| encoding == bytes));
    }
    assert_eq!(secp256k1::Affine::decode_batch(&[bytes, bytes, &[2]])[..2], [decoded, decoded]);
}

fn banderwagon(bytes: &[u8]) {
    let decoded = Banderwagon::decode(bytes);
    if let Ok(element) = &decoded {
        assert_eq!(element.encode(), bytes);
        assert_eq!(Banderwagon::decode_uncompressed(&element.to_affine().encode_uncompressed()), decoded);
    }
    assert_eq!(Banderwagon::decode_batch(&[bytes, &[]])[0], decoded);
    if let Ok(element) = Banderwagon::decode_uncompressed(bytes) {
        assert_eq!(Banderwagon::decode_uncompressed_trusted(bytes), Ok(element));
        assert_eq!(Banderwagon::decode(&element.encode()), Ok(element));
    }
}

pub(crate) fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds = Vec::new();
    let mut add = |name: &str, bytes: &[u8]| seeds.push((name.to_string(), bytes.to_vec()));
    let g = bn254::Affine::GENERATOR;
    for (name, format) in [("bn254", bn254::encoding::ARKWORKS), ("bn254-gnark", bn254::encoding::GNARK)] {
        add(name, format.encode_compressed(&g).as_ref());
        add(&format!("{name}-uncompressed"), &format.encode_uncompressed(&g));
    }
    let g = bls12_381::Affine::GENERATOR;
    add("bls12-381", bls12_381::encoding::ZCASH.encode_compressed(&g).as_ref());
    add("bls12-381-uncompressed", &bls12_381::encoding::ZCASH.encode_uncompressed(&g));
    let g = bls12_377::Affine::GENERATOR;
    for (name, format) in [
        ("bls12-377", bls12_377::encoding::ARKWORKS),
        ("bls12-377-old", bls12_377::encoding::ARKWORKS_0_3),
        ("bls12-377-gnark", bls12_377::encoding::GNARK),
    ] {
        add(name, format.encode_compressed(&g).as_ref());
        add(&format!("{name}-uncompressed"), &format.encode_uncompressed(&g));
    }
    let g = secp256k1::Affine::GENERATOR;
    add("secp256k1", &g.to_compressed().unwrap_or([0; 33]));
    add("secp256k1-uncompressed", &g.to_uncompressed().unwrap_or([0; 65]));
    let g = Banderwagon::generator();
    add("banderwagon", &g.encode());
    add("banderwagon-uncompressed", &g.to_affine().encode_uncompressed());
    for length in [32, 48, 64, 96] {
        add(&format!("zeros-{length}"), &vec![0; length]);
        add(&format!("ones-{length}"), &vec![0xff; length]);
    }
    seeds
}
