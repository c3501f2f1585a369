//! Tests of encodings of points of short Weierstrass curves: vectors of other libraries, round trips, malformed
//! encodings.

mod g2;

use num_bigint::BigUint;
use vorpal_curves::models::weierstrass::{
    Affine, EncodableCurve, Flags, Format, Jacobian, Subgroup, WeierstrassCurve,
};
use vorpal_curves::{
    BatchError, ByteOrder, Error, PointFormat, bls12_377, bls12_381, bn254, grumpkin, pallas, secp256k1,
    vesta,
};
use vorpal_fields::tower::Fp2;
use vorpal_fields::{EncodableField, Fe, Field, PrimeField};
use vorpal_oracle::data::bytes;
use vorpal_oracle::effort::every;

use super::tiny::Nineteen;

/// The compressed and the uncompressed encoding of the generator, its opposite and infinity in one format.
struct Vectors {
    generator: [&'static str; 2],
    opposite: [&'static str; 2],
    infinity: [&'static str; 2],
}

// Written by `serialize_compressed` and `serialize_uncompressed` of ark-bls12-377 0.6.0, by `Bytes` and `RawBytes` of
// gnark-crypto v0.22.0, and for ARKWORKS_0_3 by `serialize` and `serialize_unchecked` of ark-bls12-377 0.3.0.

const BLS12_377_ARKWORKS: Vectors = Vectors {
    generator: [
        "efe91bb26eb1b9ea4e39cdff121548d55ccb37bdc8828218bb419daa2c1e958554ff87bf2562fcc8670a74fede488880",
        "efe91bb26eb1b9ea4e39cdff121548d55ccb37bdc8828218bb419daa2c1e958554ff87bf2562fcc8670a74fede488800\
         a68e9c5555de82fd1a59a934363dfec20523b84fd42a186dd9523eca48b37fbdc4eeaf305d4f671fff2e10c5694a9181",
    ],
    opposite: [
        "efe91bb26eb1b9ea4e39cdff121548d55ccb37bdc8828218bb419daa2c1e958554ff87bf2562fcc8670a74fede488800",
        "efe91bb26eb1b9ea4e39cdff121548d55ccb37bdc8828218bb419daa2c1e958554ff87bf2562fcc8670a74fede488800\
         5b7163aaaae18587e5a656fb0d200d54fa24516a5b37dbb1b5c0b636aa26a35c765af13b63b6d3a6ebe1b452dcef1c00",
    ],
    infinity: [
        "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040",
        "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
         000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040",
    ],
};

const BLS12_377_ARKWORKS_0_3: Vectors = Vectors {
    generator: [
        BLS12_377_ARKWORKS.generator[0],
        "efe91bb26eb1b9ea4e39cdff121548d55ccb37bdc8828218bb419daa2c1e958554ff87bf2562fcc8670a74fede488800\
         a68e9c5555de82fd1a59a934363dfec20523b84fd42a186dd9523eca48b37fbdc4eeaf305d4f671fff2e10c5694a9101",
    ],
    opposite: BLS12_377_ARKWORKS.opposite,
    infinity: [
        BLS12_377_ARKWORKS.infinity[0],
        "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
         010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040",
    ],
};

const BLS12_377_GNARK: Vectors = Vectors {
    generator: [
        "a08848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef",
        "008848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef\
         01914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6",
    ],
    opposite: [
        "808848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef",
        "008848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef\
         001cefdc52b4e1eba6d3b6633bf15a765ca326aa36b6c0b5b1db375b6a5124fa540d200dfb56a6e58785e1aaaa63715b",
    ],
    infinity: ZCASH_INFINITY,
};

const ZCASH_INFINITY: [&str; 2] = [
    "c00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    "400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
     000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
];

// The generator is draft-irtf-cfrg-pairing-friendly-curves-11's; arkworks 0.6.0 and gnark-crypto v0.22.0 agree.
const BLS12_381_ZCASH: Vectors = Vectors {
    generator: [
        "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb\
         08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
    ],
    opposite: [
        "b7f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb\
         114d1d6855d545a8aa7d76c8cf2e21f267816aef1db507c96655b9d5caac42364e6f38ba0ecb751bad54dcd6b939c2ca",
    ],
    infinity: ZCASH_INFINITY,
};

// Written by `serialize` and `serialize_unchecked` of ark-bls12-381 0.3.0.
const BLS12_381_ARKWORKS_0_3: Vectors = Vectors {
    generator: [
        "bbc622db0af03afbef1a7af93fe8556c58ac1b173f3a4ea105b974974f8c68c30faca94f8c63952694d79731a7d3f117",
        "bbc622db0af03afbef1a7af93fe8556c58ac1b173f3a4ea105b974974f8c68c30faca94f8c63952694d79731a7d3f117\
         e1e7c5462923aa0ce48a88a244c73cd0edb3042ccb18db00f60ad0d595e0f5fce48a1d74ed309ea0f1a0aae381f4b308",
    ],
    opposite: [
        "bbc622db0af03afbef1a7af93fe8556c58ac1b173f3a4ea105b974974f8c68c30faca94f8c63952694d79731a7d3f197",
        "bbc622db0af03afbef1a7af93fe8556c58ac1b173f3a4ea105b974974f8c68c30faca94f8c63952694d79731a7d3f117\
         cac239b9d6dc54ad1b75cb0eba386f4e3642accad5b95566c907b51def6a8167f2212ecfc8767daaa845d555681d4d11",
    ],
    infinity: [
        "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040",
        "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
         010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040",
    ],
};

const BN254_ARKWORKS: Vectors = Vectors {
    generator: [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000\
         0200000000000000000000000000000000000000000000000000000000000000",
    ],
    opposite: [
        "0100000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000000\
         45fd7cd8168c203c8dca7168916a81975d588181b64550b829a031e1724e64b0",
    ],
    infinity: [
        "0000000000000000000000000000000000000000000000000000000000000040",
        "0000000000000000000000000000000000000000000000000000000000000000\
         0000000000000000000000000000000000000000000000000000000000000040",
    ],
};

const BN254_GNARK: Vectors = Vectors {
    generator: [
        "8000000000000000000000000000000000000000000000000000000000000001",
        "0000000000000000000000000000000000000000000000000000000000000001\
         0000000000000000000000000000000000000000000000000000000000000002",
    ],
    opposite: [
        "c000000000000000000000000000000000000000000000000000000000000001",
        "0000000000000000000000000000000000000000000000000000000000000001\
         30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd45",
    ],
    infinity: [
        "4000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000000\
         0000000000000000000000000000000000000000000000000000000000000000",
    ],
};

// Written by `serialize_compressed` and `serialize_uncompressed` of ark-secp256k1 0.6.0.
const SECP256K1_ARKWORKS: Vectors = Vectors {
    generator: [
        "9817f8165b81f259d928ce2ddbfc9b02070b87ce9562a055acbbdcf97e66be7900",
        "9817f8165b81f259d928ce2ddbfc9b02070b87ce9562a055acbbdcf97e66be79\
         b8d410fb8fd0479c195485a648b417fda808110efcfba45d65c4a32677da3a4800",
    ],
    opposite: [
        "9817f8165b81f259d928ce2ddbfc9b02070b87ce9562a055acbbdcf97e66be7980",
        "9817f8165b81f259d928ce2ddbfc9b02070b87ce9562a055acbbdcf97e66be79\
         7727ef046f2fb863e6ab7a59b74be80257f7eef103045ba29a3b5cd98825c5b780",
    ],
    infinity: [
        "000000000000000000000000000000000000000000000000000000000000000040",
        "0000000000000000000000000000000000000000000000000000000000000000\
         000000000000000000000000000000000000000000000000000000000000000040",
    ],
};

// Written by `to_bytes` and `to_uncompressed` of halo2curves 0.10.0. Those of Pallas and Vesta are pasta_curves' too.
const PALLAS: Vectors = Vectors {
    generator: [
        "00000000ed302d991bf94c09fc98462200000000000000000000000000000040",
        "00000000ed302d991bf94c09fc98462200000000000000000000000000000040\
         0200000000000000000000000000000000000000000000000000000000000000",
    ],
    opposite: [
        "00000000ed302d991bf94c09fc984622000000000000000000000000000000c0",
        "00000000ed302d991bf94c09fc98462200000000000000000000000000000040\
         ffffffffec302d991bf94c09fc98462200000000000000000000000000000040",
    ],
    infinity: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000000\
         0000000000000000000000000000000000000000000000000000000000000000",
    ],
};

const VESTA: Vectors = Vectors {
    generator: [
        "0000000021eb468cdda89409fc98462200000000000000000000000000000040",
        "0000000021eb468cdda89409fc98462200000000000000000000000000000040\
         0200000000000000000000000000000000000000000000000000000000000000",
    ],
    opposite: [
        "0000000021eb468cdda89409fc984622000000000000000000000000000000c0",
        "0000000021eb468cdda89409fc98462200000000000000000000000000000040\
         ffffffff20eb468cdda89409fc98462200000000000000000000000000000040",
    ],
    infinity: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000000\
         0000000000000000000000000000000000000000000000000000000000000000",
    ],
};

const GRUMPKIN: Vectors = Vectors {
    generator: [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000\
         2c273f828dc43f83941218f1450d272d635da406755e13cf0200000000000000",
    ],
    opposite: [
        "0100000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000000\
         d5d8c06d0631a2c0fc5da18802db0cfbf9fadc7a41e73ce926a031e1724e6430",
    ],
    infinity: [
        "0000000000000000000000000000000000000000000000000000000000000040",
        "0000000000000000000000000000000000000000000000000000000000000000\
         0000000000000000000000000000000000000000000000000000000000000000",
    ],
};

/// Runs a test for every format with its vectors.
macro_rules! for_all_formats {
    ($test:ident) => {{
        $test(bls12_377::encoding::ARKWORKS, &BLS12_377_ARKWORKS);
        $test(bls12_377::encoding::ARKWORKS_0_3, &BLS12_377_ARKWORKS_0_3);
        $test(bls12_377::encoding::GNARK, &BLS12_377_GNARK);
        $test(bls12_381::encoding::ZCASH, &BLS12_381_ZCASH);
        $test(bls12_381::encoding::ARKWORKS, &BLS12_381_ZCASH);
        $test(bls12_381::encoding::ARKWORKS_0_3, &BLS12_381_ARKWORKS_0_3);
        $test(bls12_381::encoding::GNARK, &BLS12_381_ZCASH);
        $test(bn254::encoding::ARKWORKS, &BN254_ARKWORKS);
        $test(bn254::encoding::GNARK, &BN254_GNARK);
        $test(secp256k1::encoding::ARKWORKS, &SECP256K1_ARKWORKS);
        $test(pallas::encoding::PASTA, &PALLAS);
        $test(vesta::encoding::PASTA, &VESTA);
        $test(grumpkin::encoding::HALO2CURVES, &GRUMPKIN);
        $test(bls12_377::g2::encoding::ARKWORKS, &g2::BLS12_377_ARKWORKS);
        $test(bls12_377::g2::encoding::GNARK, &g2::BLS12_377_GNARK);
        $test(bls12_381::g2::encoding::ZCASH, &g2::BLS12_381_ZCASH);
        $test(bn254::g2::encoding::ARKWORKS, &g2::BN254_ARKWORKS);
        $test(bn254::g2::encoding::GNARK, &g2::BN254_GNARK);
    }};
}

#[test]
fn vectors_of_other_libraries() {
    fn vectors<C: EncodableCurve>(format: Format<C>, vectors: &Vectors) {
        for (point, [compressed, uncompressed]) in [
            (Affine::GENERATOR, vectors.generator),
            (-Affine::GENERATOR, vectors.opposite),
            (Affine::IDENTITY, vectors.infinity),
        ] {
            let (compressed, uncompressed) = (bytes(compressed), bytes(uncompressed));
            assert_eq!(format.encode_compressed(&point).as_ref(), compressed);
            assert_eq!(format.encode_uncompressed(&point).as_ref(), uncompressed);
            for encoding in [compressed, uncompressed] {
                assert_eq!(format.decode(&encoding), Ok(point));
                assert_eq!(format.decode_on_curve(&encoding), Ok(point));
                assert_eq!(format.decode_batch(&[&encoding]), [Ok(point)]);
                assert_eq!(Subgroup::decode(&format, &[encoding]).unwrap().points(), [point]);
            }
        }
    }
    for_all_formats!(vectors);
}

/// Multiples of the generator, which include infinity.
fn multiples<C: WeierstrassCurve>(number: usize) -> Vec<Jacobian<C>> {
    let step = Jacobian::GENERATOR.mul_limbs_vartime(&[0x9e37_79b9_7f4a_7c15]);
    let next = |point: &Jacobian<C>| Some(point.add_vartime(&step));
    std::iter::successors(Some(Jacobian::IDENTITY), next).take(number).collect()
}

/// A point of the curve that is not in the prime subgroup, if the curve has one.
fn outside_subgroup<C: WeierstrassCurve>() -> Option<Affine<C>> {
    let order = |point: &Affine<C>| {
        let minus_one = Jacobian::from_affine(point).mul_limbs_vartime((-C::Scalar::ONE).to_limbs().as_ref());
        minus_one.add_affine_vartime(point)
    };
    let mut points = (0..100u64).filter_map(|x| Affine::lift_x_vartime(x.into()));
    points.find(|(point, _)| !bool::from(order(point).is_identity())).map(|(point, _)| point)
}

#[test]
fn round_trips_in_batches_of_any_length() {
    fn round_trip<C: EncodableCurve>(format: Format<C>, _: &Vectors) {
        let sums = multiples::<C>(150);
        let points = Jacobian::normalise_batch(&sums);
        let compressed: Vec<_> =
            points.iter().map(|point| format.encode_compressed(point).as_ref().to_vec()).collect();
        let in_batch = format.encode_batch(&sums);
        assert!(in_batch.iter().map(AsRef::as_ref).eq(compressed.iter().map(Vec::as_slice)));
        let uncompressed: Vec<_> =
            points.iter().map(|point| format.encode_uncompressed(point).as_ref().to_vec()).collect();
        let mixed: Vec<_> = (0..150).map(|i| [&compressed, &uncompressed][i % 3 % 2][i].clone()).collect();
        for (list, encodings) in [&compressed, &uncompressed, &mixed].into_iter().enumerate() {
            // With less effort each length for one of the lists.
            let lengths = [0, 1, 2, 63, 64, 65, 128, 150].into_iter().enumerate();
            for (_, length) in lengths.filter(|(i, _)| every(3, i + list)) {
                let (encodings, points) = (&encodings[..length], &points[..length]);
                let each: Vec<_> = points.iter().copied().map(Ok).collect();
                assert_eq!(format.decode_batch(encodings), each);
                assert_eq!(format.decode_batch_on_curve(encodings), each);
                assert_eq!(format.decode_all(encodings).unwrap(), points);
                assert_eq!(format.decode_all_on_curve(encodings).unwrap(), points);
                assert_eq!(Subgroup::decode(&format, encodings).unwrap().points(), points);
            }
            let pairs = encodings.iter().zip(&points).enumerate();
            for (_, (encoding, point)) in pairs.filter(|(i, _)| every(5, i + list)) {
                assert_eq!(format.decode(encoding), Ok(*point));
            }
        }
    }
    for_all_formats!(round_trip);
}

/// The encoding of integers, which need not be valid coordinates, with the flags of another encoding.
fn with_coordinates(sample: &[u8], mask: u8, order: ByteOrder, coordinates: &[BigUint]) -> Vec<u8> {
    let length = sample.len() / coordinates.len();
    let mut encoding = Vec::new();
    for coordinate in coordinates {
        let mut bytes = coordinate.to_bytes_le();
        assert!(bytes.len() <= length);
        bytes.resize(length, 0);
        if order == ByteOrder::BigEndian {
            bytes.reverse();
        }
        encoding.extend(bytes);
    }
    encoding.resize(sample.len(), 0); // the separate byte of flags, if there is one
    let flags = if order == ByteOrder::BigEndian { 0 } else { sample.len() - 1 };
    assert_eq!(encoding[flags] & mask, 0, "the flag bits are zero");
    encoding[flags] |= sample[flags] & mask;
    encoding
}

#[test]
fn rejects_malformed_encodings() {
    fn check<C: EncodableCurve>(format: Format<C>, vectors: &Vectors) {
        let generator = vectors.generator.map(bytes);
        let infinity = vectors.infinity.map(bytes);
        let opposite = vectors.opposite.map(bytes);
        let [length, long] = [generator[0].len(), generator[1].len()];
        let is_big = infinity[0][0] != 0;
        let order = if is_big { ByteOrder::BigEndian } else { ByteOrder::LittleEndian };
        // The bits of flags, and the flags of the vectors.
        let flags_of = |encoding: &[u8]| encoding[if is_big { 0 } else { encoding.len() - 1 }];
        let mask = match length {
            33 => 0xff,
            48 | 96 if is_big => 0xe0,
            32 if infinity[0] == [0; 32] => 0x80,
            _ => 0xc0,
        };
        let rejects = |encoding: &[u8], error| {
            assert_eq!(format.decode(encoding), Err(error), "{encoding:02x?}");
            assert_eq!(format.decode_on_curve(encoding), Err(error));
            let batch = [&generator[0], encoding, &generator[1], encoding];
            let good = Ok(Affine::GENERATOR);
            assert_eq!(format.decode_batch(&batch), [good, Err(error), good, Err(error)]);
            assert_eq!(format.decode_batch_on_curve(&batch), [good, Err(error), good, Err(error)]);
            assert_eq!(format.decode_all(&batch), Err(BatchError { index: 1, error }));
            assert_eq!(format.decode_all_on_curve(&batch), Err(BatchError { index: 1, error }));
        };

        for found in [0, 1, length - 1, length + 1, long - 1, long + 1, length + long] {
            rejects(&vec![0; found], Error::Length { found });
        }
        for form in 0..2 {
            let known = [&generator, &opposite, &infinity].map(|encoding| flags_of(&encoding[form]) & mask);
            for flags in (0..=255).filter(|flags| flags & !mask == 0) {
                let mut encoding = generator[form].clone();
                let byte = if is_big { 0 } else { encoding.len() - 1 };
                encoding[byte] = encoding[byte] & !mask | flags;
                if !known.contains(&flags) {
                    rejects(&encoding, Error::Flags { found: flags, length: encoding.len() });
                } else if flags == known[2] && flags != known[0] {
                    rejects(&encoding, Error::Infinity);
                } else if flags != known[0] && form == 1 {
                    rejects(&encoding, Error::Sign);
                }
            }
        }

        // The encoding of infinity with any one bit changed does not decode to infinity.
        for (encoding, generator) in infinity.iter().zip(&generator) {
            let flags = flags_of(encoding) & mask;
            let have_infinity_flag = flags != flags_of(generator) & mask;
            for bit in 0..8 * encoding.len() {
                let mut changed = encoding.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                let decoded = format.decode(&changed);
                assert!(decoded != Ok(Affine::IDENTITY), "{changed:02x?}");
                if have_infinity_flag && flags_of(&changed) & mask == flags {
                    assert_eq!(decoded, Err(Error::Infinity));
                }
            }
        }

        // Coordinates at and above the modulus.
        let big = |x: &C::Base| BigUint::from_bytes_le(x.to_le_bytes().as_ref());
        let p = big(&-C::Base::ONE) + 1u8;
        let (x, y) = Affine::<C>::GENERATOR.coordinates().map(|(x, y)| (big(&x), big(&y))).unwrap();
        let not_canonical = Error::Coordinate(vorpal_fields::Error::NotCanonical);
        for invalid in [p.clone(), &p + 1u8] {
            let compressed = with_coordinates(&generator[0], mask, order, std::slice::from_ref(&invalid));
            rejects(&compressed, not_canonical);
            for coordinates in [[invalid.clone(), y.clone()], [x.clone(), invalid]] {
                rejects(&with_coordinates(&generator[1], mask, order, &coordinates), not_canonical);
            }
        }
        // Flags are rejected in the bytes of the other integers: of `y`, and of the halves of coordinates of G2.
        let integer = if length % 48 == 0 { 48 } else { 32 };
        if mask != 0xff {
            for (encoding, start) in generator
                .iter()
                .flat_map(|encoding| (0..encoding.len() / integer).map(move |i| (encoding, i)))
            {
                let byte = integer * start + if is_big { 0 } else { integer - 1 };
                if byte != if is_big { 0 } else { encoding.len() - 1 } {
                    let mut changed = encoding.clone();
                    changed[byte] |= 0x80;
                    rejects(&changed, not_canonical);
                }
            }
        }

        // An x that no point has, and coordinates that no point has. Zero may encode infinity.
        let x = (1..100u64).map(C::Base::from).find(|x| Affine::<C>::lift_x_vartime(*x).is_none()).unwrap();
        rejects(&with_coordinates(&generator[0], mask, order, &[big(&x)]), Error::NotOnCurve);
        rejects(&with_coordinates(&generator[1], mask, order, &[big(&x), y.clone()]), Error::NotOnCurve);
        let off_curve =
            with_coordinates(&generator[1], mask, order, &[big(&C::GENERATOR.0), y ^ BigUint::from(1u8)]);
        rejects(&off_curve, Error::NotOnCurve);
    }
    for_all_formats!(check);
}

#[test]
fn distinguishes_points_outside_the_subgroup_from_points_off_the_curve() {
    fn check<C: EncodableCurve>(format: Format<C>, vectors: &Vectors) {
        let Some(point) = outside_subgroup::<C>() else {
            assert!(C::HAS_PRIME_ORDER);
            return;
        };
        assert!(!C::HAS_PRIME_ORDER);
        let good = bytes(vectors.generator[0]);
        let error = Error::NotInSubgroup;
        for encoding in [
            format.encode_compressed(&point).as_ref().to_vec(),
            format.encode_uncompressed(&point).as_ref().to_vec(),
        ] {
            assert_eq!(format.decode(&encoding), Err(error));
            assert_eq!(format.decode_on_curve(&encoding), Ok(point));
            let mut batch = vec![good.clone(); 100];
            batch[70] = encoding;
            assert_eq!(format.decode_all(&batch), Err(BatchError { index: 70, error }));
            assert_eq!(format.decode_all_on_curve(&batch).map(|points| points[70]), Ok(point));
            assert_eq!(format.decode_batch_on_curve(&batch)[70], Ok(point));
            // The first malformed encoding is reported, independent of the kind of error.
            batch[90] = vec![];
            assert_eq!(Subgroup::decode(&format, &batch), Err(BatchError { index: 70, error }));
            batch[60] = vec![];
            let length = Error::Length { found: 0 };
            assert_eq!(Subgroup::decode(&format, &batch), Err(BatchError { index: 60, error: length }));
            for (index, decoded) in format.decode_batch(&batch).into_iter().enumerate() {
                let expected = match index {
                    70 => Err(error),
                    60 | 90 => Err(length),
                    _ => Ok(Affine::GENERATOR),
                };
                assert_eq!(decoded, expected, "{index}");
            }
        }
    }
    for_all_formats!(check);
}

/// `y^2 = x^3 + B` over the field of 19 elements, with coordinates of 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tiny<const B: u64>;
impl<const B: u64> WeierstrassCurve for Tiny<B> {
    type Base = Fe<Nineteen, 1>;
    type Scalar = Fe<Nineteen, 1>; // unused
    const B: Self::Base = Fe::small(B);
    const GENERATOR: (Self::Base, Self::Base) = (Fe::ZERO, Fe::ZERO);
    const COFACTOR: &'static [u64] = &[1]; // unused
}

impl<const B: u64> EncodableCurve for Tiny<B> {
    type Compressed = [u8; 8];
    type Uncompressed = [u8; 16];
    const HAS_POINTS_AT_ZERO: bool = B == 1;
}

/// The values of a byte of flags: all that have no other bits, and each other one with every eighth of these numbers.
fn flag_bytes(number: usize) -> impl Iterator<Item = u8> {
    (0..=255u8).filter(move |flags| flags & 0x1f == 0 || every(8, number + usize::from(*flags)))
}

/// Enumerates the encodings that are zero except for the low byte of each coordinate and the byte of flags. Checks that
/// decoding and encoding are a bijection between the valid ones and the points.
fn enumerate<const B: u64>(order: ByteOrder, format: &Format<Tiny<B>>) {
    let mut points = vec![Affine::IDENTITY];
    for x in 0..19u64 {
        for y in 0..19u64 {
            points.extend(Affine::<Tiny<B>>::new(x.into(), y.into()));
        }
    }
    let low = if order == ByteOrder::LittleEndian { 0 } else { 7 };
    let mut found = Vec::new();
    for x in 0..=24 {
        for flags in flag_bytes(x.into()) {
            let mut encoding = [0; 8];
            encoding[low] = x;
            encoding[7 - low] = flags;
            if let Ok(point) = format.decode(&encoding) {
                assert_eq!(format.encode_compressed(&point), encoding);
                found.push(point);
            }
        }
    }
    let is_all = |found: &[Affine<Tiny<B>>]| {
        found.len() == points.len() && points.iter().all(|point| found.contains(point))
    };
    assert!(is_all(&found));
    found.clear();
    for (x, y) in (0..=24).flat_map(|x| (0..=24).map(move |y| (x, y))) {
        for flags in flag_bytes((x + y).into()) {
            let mut encoding = [0; 16];
            encoding[low] = x;
            encoding[8 + low] = y;
            encoding[if order == ByteOrder::LittleEndian { 15 } else { 0 }] = flags;
            if let Ok(point) = format.decode(&encoding) {
                assert_eq!(format.encode_uncompressed(&point), encoding);
                found.push(point);
            }
        }
    }
    assert!(is_all(&found));
}

fn enumerate_formats<const B: u64>() {
    let arkworks = Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 };
    let zcash = Flags { smaller: 0x80, larger: 0xa0, infinity: 0xc0 };
    let gnark = Flags { smaller: 0x80, larger: 0xc0, infinity: 0x40 };
    let none = Flags { smaller: 0x00, larger: 0x00, infinity: 0x40 };
    let zero = Flags { infinity: 0, ..none };
    let (little, big) = (ByteOrder::LittleEndian, ByteOrder::BigEndian);
    for (order, compressed, uncompressed, infinity_y) in [
        (little, arkworks, arkworks, 0),
        (little, arkworks, none, 1),
        (big, zcash, none, 0),
        (big, gnark, zero, 0),
        (little, Flags { smaller: 0x00, larger: 0x40, infinity: 0x80 }, zero, 0),
    ] {
        let format = Format::new(order, compressed, uncompressed).with_infinity_y(infinity_y);
        enumerate::<B>(order, &format);
        enumerate::<B>(order, &format.by_parity());
    }
    // Without a flag for infinity, on curves without points at x = 0.
    if !Tiny::<B>::HAS_POINTS_AT_ZERO {
        for order in [little, big] {
            let format = Format::new(order, Flags { larger: 0x80, ..zero }, zero);
            enumerate::<B>(order, &format);
            enumerate::<B>(order, &format.by_parity());
        }
    }
}

#[test]
fn every_encoding_over_a_tiny_field() {
    // Some of these curves have points with y = 0, where y and -y are equal; some have none. Of 1, 2 and 8 only 1 is a
    // square: the first curve has points with x = 0.
    enumerate_formats::<1>();
    enumerate_formats::<2>();
    enumerate_formats::<8>();
}

#[test]
#[should_panic(expected = "compressed points have distinct flags")]
fn points_at_zero_need_a_flag_of_infinity() {
    let none = Flags { smaller: 0, larger: 0, infinity: 0 };
    let _ = Format::<Tiny<1>>::new(ByteOrder::LittleEndian, Flags { larger: 0x80, ..none }, none);
}

/// `y^2 = x^3 + 1` over the quadratic extension of the field of 19 elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TinyTwist;

impl WeierstrassCurve for TinyTwist {
    type Base = Fp2<Nineteen, 1>;
    type Scalar = Fe<Nineteen, 1>; // unused
    const B: Self::Base = Fp2::ONE;
    const GENERATOR: (Self::Base, Self::Base) = (Fp2::ZERO, Fp2::ZERO);
    const COFACTOR: &'static [u64] = &[1]; // unused
}

impl EncodableCurve for TinyTwist {
    type Compressed = [u8; 16];
    type Uncompressed = [u8; 32];
}

/// As [`enumerate`], with coordinates of two integers of 8 bytes. The sign is that of the integer `c1 2^64 + c0`.
fn enumerate_twist(order: ByteOrder, compressed: Flags, uncompressed: Flags) {
    let format = Format::<TinyTwist>::new(order, compressed, uncompressed);
    let element = |c: [u8; 2]| Fp2::<Nineteen, 1>::new(u64::from(c[0]).into(), u64::from(c[1]).into());
    let pairs = || (0..=19u8).flat_map(|c0| (0..=19u8).map(move |c1| [c0, c1]));
    let write = |coordinates: &[[u8; 2]], flags: u8| {
        let mut bytes = vec![0; 16 * coordinates.len()];
        for (bytes, [c0, c1]) in bytes.chunks_mut(16).zip(coordinates) {
            match order {
                ByteOrder::LittleEndian => [bytes[0], bytes[8]] = [*c0, *c1],
                ByteOrder::BigEndian => [bytes[15], bytes[7]] = [*c0, *c1],
            }
        }
        let flag_byte = if order == ByteOrder::LittleEndian { bytes.len() - 1 } else { 0 };
        bytes[flag_byte] = flags;
        bytes
    };
    let is_larger = |[c0, c1]: [u8; 2]| [c1, c0] > [(19 - c1) % 19, (19 - c0) % 19];
    let is_canonical = |pair: [u8; 2]| pair.iter().all(|c| *c < 19);
    let squares: Vec<_> = pairs().map(|y| element(y).square()).collect();
    let (mut points, mut exceptions) = (1, [0; 2]);
    for (i, x) in pairs().enumerate() {
        let right_side = element(x).square() * element(x) + Fp2::ONE;
        for (j, y) in pairs().enumerate() {
            let satisfies = squares[j] == right_side;
            let exists = satisfies && is_canonical(x) && is_canonical(y);
            // Infinity, and with less effort every seventh of the others, which are other ones for each x.
            if !satisfies && !every(7, i + j) && [x, y] != [[0; 2]; 2] {
                continue;
            }
            let point = Affine::<TinyTwist>::new(element(x), element(y));
            assert_eq!(point.is_ok(), satisfies);
            let right = if is_larger(y) { uncompressed.larger } else { uncompressed.smaller };
            for flags in (0..8).map(|flags| flags << 5) {
                let decoded = format.decode(&write(&[x, y], flags)).ok();
                let is_infinity = flags == uncompressed.infinity && [x, y] == [[0; 2]; 2];
                let expected = if exists && flags == right { point.ok() } else { None };
                assert_eq!(decoded, if is_infinity { Some(Affine::IDENTITY) } else { expected });
            }
            if exists {
                points += 1;
                exceptions[0] += usize::from(y == [0, 0]);
                exceptions[1] += usize::from(y[1] == 0 && y[0] != 0);
                let right = if is_larger(y) { compressed.larger } else { compressed.smaller };
                let bytes = write(&[x], right);
                assert_eq!(format.encode_compressed(&point.unwrap())[..], bytes);
                assert_eq!(format.decode(&bytes), point);
                assert_eq!(format.decode_batch(&[&bytes]), [point]);
            }
        }
    }
    let decoded = pairs().enumerate().flat_map(|(i, x)| flag_bytes(i).map(move |flags| (x, flags)));
    assert_eq!(decoded.filter(|(x, flags)| format.decode(&write(&[*x], *flags)).is_ok()).count(), points);
    // With y = 0 there is one point, with c1 = 0 the other coefficient decides.
    assert!(exceptions[0] > 0 && exceptions[1] > 0);
}

#[test]
fn every_encoding_over_a_tiny_quadratic_field() {
    let arkworks = Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 };
    let zcash = Flags { smaller: 0x80, larger: 0xa0, infinity: 0xc0 };
    let gnark = Flags { smaller: 0x80, larger: 0xc0, infinity: 0x40 };
    let none = Flags { smaller: 0x00, larger: 0x00, infinity: 0x40 };
    enumerate_twist(ByteOrder::LittleEndian, arkworks, arkworks);
    enumerate_twist(ByteOrder::BigEndian, zcash, none);
    enumerate_twist(ByteOrder::BigEndian, gnark, Flags { infinity: 0, ..none });
}
