//! Encodings: both lengths, malformed bytes, text and serde.

use vorpal_bls::{CheckedSignature, Error, MinPk, MinSig, PublicKey, Signature, Suite, Variant};
use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{self as g1, g2};
use vorpal_fields::primes::Bls12_381Base;

use crate::samples::secret;

/// What all types with an encoding do, for a value and its bytes.
macro_rules! round_trip {
    ($type:ty, $value:expr) => {{
        let value: $type = $value;
        let bytes = value.to_bytes();
        assert_eq!(<$type>::decode(&bytes), Ok(value));
        assert_eq!(<$type>::try_from(&bytes[..]), Ok(value));
        assert_eq!(value.to_string().parse::<$type>(), Ok(value));
        assert_eq!(value.to_string()[2..].parse::<$type>(), Ok(value));
        let json = serde_json::to_string(&value).unwrap();
        assert_eq!(json, format!("\"{value}\""));
        assert_eq!(serde_json::from_str::<$type>(&json).unwrap(), value);
        assert!(serde_json::from_str::<$type>(&json.replace("0x", "")).is_err());
        let binary = postcard::to_allocvec(&value).unwrap();
        assert_eq!(binary, bytes);
        assert_eq!(postcard::from_bytes::<$type>(&binary).unwrap(), value);
        // Every other length, that of the uncompressed form too.
        let longer = [&bytes[..], &[0; 120]].concat();
        for length in (0..longer.len()).filter(|length| *length != bytes.len()) {
            let expected = Error::Length { expected: bytes.len(), found: length };
            assert_eq!(<$type>::decode(&longer[..length]), Err(expected));
            assert_eq!(<$type>::try_from(&longer[..length]), Err(expected));
        }
        assert_eq!(
            <$type>::decode(&value.to_uncompressed()),
            Err(Error::Length { expected: bytes.len(), found: 2 * bytes.len() })
        );
    }};
}

#[test]
fn values_survive_their_encodings() {
    let secret = secret(1);
    round_trip!(PublicKey<MinPk>, secret.public_key());
    round_trip!(PublicKey<MinSig>, secret.public_key());
    let (in_g2, in_g1) = (Suite::<MinPk>::basic(), Suite::<MinSig>::basic());
    round_trip!(CheckedSignature<MinPk>, secret.sign(&in_g2, b"message"));
    round_trip!(CheckedSignature<MinSig>, secret.sign(&in_g1, b"message"));
    round_trip!(Signature<MinPk>, secret.sign(&in_g2, b"message").into());
    round_trip!(Signature<MinSig>, secret.sign(&in_g1, b"message").into());
}

fn uncompressed<V: Variant>(suite: &Suite<V>) {
    let key = secret(2).public_key::<V>();
    let bytes = key.to_uncompressed();
    assert_eq!(PublicKey::<V>::decode_uncompressed(bytes.as_ref()), Ok(key));
    assert!(PublicKey::<V>::decode_uncompressed(key.to_bytes().as_ref()).is_err());
    let signature = Signature::from(secret(2).sign(suite, b"message"));
    let bytes = signature.to_uncompressed();
    assert_eq!(Signature::<V>::decode_uncompressed(bytes.as_ref()), Ok(signature));
    assert!(Signature::<V>::decode_uncompressed(signature.to_bytes().as_ref()).is_err());
}

#[test]
fn uncompressed_encodings_have_another_name() {
    uncompressed(&Suite::<MinPk>::possession());
    uncompressed(&Suite::<MinSig>::possession());
}

/// Every setting of the three flags but those of the point itself, and of its negative.
fn flags<V: Variant>() {
    let key = secret(3).public_key::<V>();
    let signature = Signature::from(secret(3).sign(&Suite::<V>::basic(), b"message"));
    for flags in 0..8u8 {
        let with_flags = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            bytes[0] = bytes[0] & 0x1f | flags << 5;
            bytes
        };
        let is_point = flags >> 1 == 0b10;
        let found = PublicKey::<V>::decode(&with_flags(key.to_bytes().as_ref()));
        assert_eq!(found.is_ok(), is_point, "{flags:03b}");
        assert!(found.is_err() || found == Ok(key) || *found.unwrap().point() == -*key.point());
        let found = Signature::<V>::decode(&with_flags(signature.to_bytes().as_ref()));
        assert_eq!(found.is_ok(), is_point, "{flags:03b}");
        assert!(found.is_err() || found == Ok(signature) || *found.unwrap().point() == -*signature.point());
    }
    // Infinity: with a sign, with another bit, and as it is.
    let (length, other) = (PublicKey::<V>::BYTES, Signature::<V>::BYTES);
    for (first, last, is_infinity) in [(0xc0, 0, true), (0xe0, 0, false), (0xc0, 1, false), (0x40, 0, false)]
    {
        let infinity = |length: usize| {
            let mut bytes = vec![0; length];
            (bytes[0], bytes[length - 1]) = (first, last);
            bytes
        };
        let key = PublicKey::<V>::decode(&infinity(length));
        assert_eq!(key == Err(Error::InfinityKey), is_infinity);
        assert!(key.is_err());
        assert_eq!(PublicKey::<V>::decode_batch(&[infinity(length)]), [key]);
        let signature = Signature::<V>::decode(&infinity(other));
        assert_eq!(signature.is_ok_and(|signature| signature.is_infinity()), is_infinity);
        assert_eq!(Signature::<V>::decode_batch(&[infinity(other)]), [signature]);
    }
}

#[test]
fn flags_are_checked() {
    flags::<MinPk>();
    flags::<MinSig>();
}

#[test]
fn coordinates_are_below_the_prime() {
    let prime: [u8; 48] = {
        let mut bytes = (-Bls12_381Base::ONE).to_be_bytes();
        bytes[47] += 1;
        bytes
    };
    let with_flag = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes[0] |= 0x80;
        bytes
    };
    assert!(matches!(PublicKey::<MinPk>::decode(&with_flag(&prime)), Err(Error::Point(_))));
    // The upper half is that of `u`, the lower one that of 1.
    for halves in [[prime, [0; 48]], [[0; 48], prime], [prime, prime]] {
        assert!(matches!(Signature::<MinPk>::decode(&with_flag(&halves.concat())), Err(Error::Point(_))));
        assert!(matches!(PublicKey::<MinSig>::decode(&with_flag(&halves.concat())), Err(Error::Point(_))));
    }
}

/// A point of the curve outside the subgroup is no key. It is a signature, but not a checked one.
#[test]
fn points_outside_the_subgroup_are_no_keys() {
    let of_order_three = g1::Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2)).unwrap();
    let outside = (1..9u64).find_map(|x| g2::Affine::lift_x_vartime(x.into())).unwrap().0;
    let not_in_subgroup = Error::Point(vorpal_curves::Error::NotInSubgroup);
    let bytes = g1::encoding::ZCASH.encode_compressed(&of_order_three);
    assert_eq!(PublicKey::<MinPk>::decode(&bytes), Err(not_in_subgroup));
    assert_eq!(PublicKey::<MinPk>::from_point(of_order_three), Err(not_in_subgroup));
    assert_eq!(PublicKey::<MinPk>::decode_batch(&vec![bytes; 17]), vec![Err(not_in_subgroup); 17]);
    assert_eq!(Signature::<MinSig>::decode(&bytes).unwrap().check(), Err(not_in_subgroup));
    let bytes = g2::encoding::ZCASH.encode_compressed(&outside);
    assert_eq!(PublicKey::<MinSig>::decode(&bytes), Err(not_in_subgroup));
    assert_eq!(Signature::<MinPk>::decode(&bytes).unwrap().check(), Err(not_in_subgroup));
    assert_eq!(CheckedSignature::<MinPk>::decode(&bytes), Err(not_in_subgroup));
}

/// As many keys as randomised checks take, with points outside, malformed encodings and infinity among them.
#[test]
fn many_keys_decode_as_single_ones() {
    let of_order_three = g1::Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2)).unwrap();
    let outside = g1::encoding::ZCASH.encode_compressed(&of_order_three).to_vec();
    let mut infinity = vec![0; 48];
    infinity[0] = 0xc0;
    let keys: Vec<_> = (0..40).map(|number| secret(number).public_key::<MinPk>()).collect();
    let mut encodings: Vec<Vec<u8>> = (0..403).map(|place| keys[place % 40].to_bytes().to_vec()).collect();
    encodings[0] = outside.clone();
    encodings[150] = infinity;
    encodings[151].pop();
    encodings[152] = outside.clone();
    encodings[402] = outside;
    let singles: Vec<_> = encodings.iter().map(|bytes| PublicKey::<MinPk>::decode(bytes)).collect();
    assert_eq!(singles.iter().filter(|key| key.is_err()).count(), 5);
    assert_eq!(PublicKey::<MinPk>::decode_batch(&encodings), singles);
}

/// The most keys that exact checks take, with points outside in both chunks of the checks, and at their ends.
#[test]
fn keys_of_exact_checks_decode_as_single_ones() {
    let of_order_three = g1::Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2)).unwrap();
    let outside = g1::encoding::ZCASH.encode_compressed(&of_order_three);
    let key = secret(1).public_key::<MinPk>().to_bytes();
    for places in [&[0, 5, 63][..], &[64], &[1, 65, 98], &[]] {
        let encodings: Vec<_> =
            (0..99).map(|place| if places.contains(&place) { outside } else { key }).collect();
        let decoded = PublicKey::<MinPk>::decode_batch(&encodings);
        let wrong: Vec<_> = (0..99).filter(|place| decoded[*place].is_err()).collect();
        assert_eq!(wrong, places);
    }
}

#[test]
fn batches_decode_as_single_encodings() {
    let keys: Vec<_> = (0..70).map(|number| secret(number).public_key::<MinPk>()).collect();
    let mut encodings: Vec<Vec<u8>> = keys.iter().map(|key| key.to_bytes().to_vec()).collect();
    encodings[3][47] ^= 1;
    encodings[40].pop();
    encodings[64] = keys[64].to_uncompressed().to_vec();
    let singles: Vec<_> = encodings.iter().map(|bytes| PublicKey::<MinPk>::decode(bytes)).collect();
    assert_eq!(PublicKey::<MinPk>::decode_batch(&encodings), singles);
    assert_eq!(singles.iter().filter(|key| key.is_ok()).count(), 67 + usize::from(singles[3].is_ok()));
}
