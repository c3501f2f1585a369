//! Tests of encodings: round trips, the reported error of every changed byte, numbers out of range, and arbitrary
//! bytes.

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_oracle::secp256k1::{bytes, curve, number, order};
use vorpal_secp256k1::{
    DerReason, Error, PublicKey, RecoverableSignature, SchnorrSignature, SecretKey, Signature, XOnlyPublicKey,
};

fn signature(r: &BigUint, s: &BigUint) -> Signature {
    Signature::new(&bytes(r), &bytes(s)).unwrap()
}

/// Numbers of all lengths, with and without the sign bit of DER.
fn numbers() -> Vec<BigUint> {
    let one = BigUint::from(1u8);
    let mut numbers = vec![one.clone(), order() - 1u8, order() >> 1];
    numbers.extend((7..256).step_by(8).flat_map(|bit| [&one << bit, (&one << bit) - 1u8]));
    numbers
}

fn signatures() -> Vec<Signature> {
    let numbers = numbers();
    (0..numbers.len()).map(|i| signature(&numbers[i], &numbers[(5 * i + 2) % numbers.len()])).collect()
}

/// Reference parser: the two integers of a distinguished encoding by the rules of BIP 66, without the byte of the hash
/// type. `None` if the encoding is invalid or an integer is out of the range of signatures.
fn reference_parse(bytes: &[u8]) -> Option<[BigUint; 2]> {
    let length = bytes.len();
    let frame = length >= 8 && bytes[0] == 0x30 && usize::from(bytes[1]) == length - 2 && length <= 0x81;
    let (of_r, of_s) = if frame {
        let of_r = usize::from(bytes[3]);
        (of_r, usize::from(*bytes.get(of_r + 5)?))
    } else {
        return None;
    };
    if bytes[2] != 2 || bytes[4 + of_r] != 2 || of_r + of_s + 6 != length {
        return None;
    }
    let integer = |digits: &[u8]| {
        let minimal = match digits {
            [] => false,
            [first] => *first < 0x80,
            [first, second, ..] => *first < 0x80 && (*first != 0 || *second >= 0x80),
        };
        let value = number(digits);
        (minimal && value > BigUint::ZERO && value < order()).then_some(value)
    };
    Some([integer(&bytes[4..4 + of_r])?, integer(&bytes[6 + of_r..])?])
}

/// Parses bytes as DER and compares the result with [`reference_parse`].
fn check_der(bytes: &[u8]) -> Result<Signature, Error> {
    let parsed = Signature::from_der(bytes);
    match (&parsed, reference_parse(bytes)) {
        (Ok(signature), Some([r, s])) => {
            assert_eq!((number(&signature.r()), number(&signature.s())), (r, s));
            assert_eq!(signature.to_der().as_ref(), bytes);
        }
        (Err(Error::Der { offset, .. }), None) => assert!(*offset <= bytes.len(), "{offset}: {bytes:x?}"),
        (Err(Error::R | Error::S), None) => (),
        (parsed, expected) => panic!("{parsed:?} instead of {expected:?}: {bytes:x?}"),
    }
    parsed
}

#[test]
fn round_trips() {
    let mut lengths = [usize::MAX, 0];
    for signature in signatures() {
        let der = signature.to_der();
        assert_eq!(check_der(der.as_ref()), Ok(signature));
        lengths = [lengths[0].min(der.as_ref().len()), lengths[1].max(der.as_ref().len())];
        assert_eq!(Signature::from_compact(&signature.to_compact()), Ok(signature));
        assert_eq!(Signature::new(&signature.r(), &signature.s()), Ok(signature));
        for id in 0..4 {
            let recoverable = RecoverableSignature::new(signature, id).unwrap();
            assert_eq!((recoverable.signature(), recoverable.recovery_id()), (signature, id));
            assert_eq!(RecoverableSignature::from_rsv(&recoverable.to_rsv()), Ok(recoverable));
            for compressed in [false, true] {
                let vrs = recoverable.to_vrs(compressed);
                assert_eq!(RecoverableSignature::from_vrs(&vrs), Ok((recoverable, compressed)));
            }
        }
    }
    assert!(lengths[0] < 20 && lengths[1] > 68, "{lengths:?}");
    let longest = signature(&(order() - 1u8), &(order() - 2u8)).to_der();
    assert_eq!(longest.as_ref().len(), 72);
    let both = signature(&1u8.into(), &(order() - 1u8));
    assert_eq!(check_der(both.to_der().as_ref()), Ok(both));
    assert_eq!(signature(&1u8.into(), &127u8.into()).to_der().as_ref(), [0x30, 6, 2, 1, 1, 2, 1, 0x7f]);
    assert_eq!(signature(&1u8.into(), &128u8.into()).to_der().as_ref(), [0x30, 7, 2, 1, 1, 2, 2, 0, 0x80]);
}

#[test]
fn errors_of_invalid_der() {
    let tag = |expected, found| DerReason::Tag { expected, found };
    let sequence = |stated, found| DerReason::SequenceLength { stated, found };
    let cases: [(&[u8], usize, DerReason); 25] = [
        (&[], 0, DerReason::End),
        (&[0x30], 1, DerReason::End),
        (&[0x31, 6, 2, 1, 5, 2, 1, 9], 0, tag(0x30, 0x31)),
        (&[0x02, 1, 5], 0, tag(0x30, 0x02)),
        (&[0x30, 0x80, 2, 1, 5, 2, 1, 9, 0, 0], 1, DerReason::LengthForm),
        (&[0x30, 0x81, 6, 2, 1, 5, 2, 1, 9], 1, DerReason::LengthForm),
        (&[0x30, 0xff], 1, DerReason::LengthForm),
        (&[0x30, 5, 2, 1, 5, 2, 1, 9], 1, sequence(5, 6)),
        (&[0x30, 7, 2, 1, 5, 2, 1, 9], 1, sequence(7, 6)),
        (&[0x30, 6, 2, 1, 5, 2, 1, 9, 0], 1, sequence(6, 7)),
        (&[0x30, 0], 2, DerReason::End),
        (&[0x30, 6, 3, 1, 5, 2, 1, 9], 2, tag(2, 3)),
        (&[0x30, 1, 2], 3, DerReason::End),
        (&[0x30, 7, 2, 0x81, 1, 5, 2, 1, 9], 3, DerReason::LengthForm),
        (&[0x30, 5, 2, 0, 2, 1, 9], 3, DerReason::Empty),
        (&[0x30, 6, 2, 1, 0x80, 2, 1, 9], 4, DerReason::Negative),
        (&[0x30, 7, 2, 2, 0, 5, 2, 1, 9], 4, DerReason::Padding),
        (&[0x30, 3, 2, 2, 5], 5, DerReason::End),
        (&[0x30, 3, 2, 1, 5], 5, DerReason::End),
        (&[0x30, 6, 2, 1, 5, 4, 1, 9], 5, tag(2, 4)),
        (&[0x30, 4, 2, 1, 5, 2], 6, DerReason::End),
        (&[0x30, 5, 2, 1, 5, 2, 0], 6, DerReason::Empty),
        (&[0x30, 6, 2, 1, 5, 2, 1, 0xff], 7, DerReason::Negative),
        (&[0x30, 7, 2, 1, 5, 2, 2, 0, 0x7f], 7, DerReason::Padding),
        (&[0x30, 8, 2, 1, 5, 2, 1, 9, 5, 0], 8, DerReason::Rest { number: 2 }),
    ];
    for (bytes, offset, reason) in cases {
        assert_eq!(check_der(bytes), Err(Error::Der { offset, reason }), "{bytes:x?}");
    }
    // The encoding of zero is valid, but zero is out of range.
    assert_eq!(check_der(&[0x30, 6, 2, 1, 0, 2, 1, 9]), Err(Error::R));
    assert_eq!(check_der(&[0x30, 6, 2, 1, 5, 2, 1, 0]), Err(Error::S));
    // The same holds for numbers of more than 256 bits.
    let long = [&[0x30, 39, 2, 34, 1][..], &[0; 33], &[2, 1, 9]].concat();
    assert_eq!(check_der(&long), Err(Error::R));
    let long = [&[0x30, 38, 2, 1, 9, 2, 33, 1][..], &[0; 32]].concat();
    assert_eq!(check_der(&long), Err(Error::S));
    let message = check_der(&[0x30, 7, 2, 1, 5, 2, 2, 0, 9]).unwrap_err().to_string();
    assert_eq!(message, "not DER at byte 7: an unnecessary leading zero");
}

/// Changes each byte to each value, removes it, and duplicates it.
#[test]
fn changes_of_every_byte() {
    let n = order();
    let (mut accepted, mut refused) = (0, 0);
    for signature in [
        signature(&5u8.into(), &200u8.into()),
        signature(&(&n - 1u8), &(&n >> 1)),
        signature(&(&n >> 100), &(BigUint::from(1u8) << 255)),
    ] {
        let der = signature.to_der();
        let der = der.as_ref();
        for position in 0..der.len() {
            for value in 0..=255 {
                let mut changed = der.to_vec();
                changed[position] = value;
                let parsed = check_der(&changed);
                *(if parsed.is_ok() { &mut accepted } else { &mut refused }) += 1;
                // An invalid tag is reported at its position, and an invalid length there or later.
                if position < 4 && value != der[position] {
                    match parsed {
                        Err(Error::Der { offset, .. }) if position == 3 => {
                            assert!(offset >= 3, "{changed:x?}");
                        }
                        // The integer has too many bits.
                        Err(Error::R) if position == 3 => (),
                        Err(Error::Der { offset, .. }) => assert_eq!(offset, position, "{changed:x?}"),
                        other => panic!("{other:?}: {changed:x?}"),
                    }
                }
            }
            check_der(&der[..position]).unwrap_err();
            check_der(&[&der[..position], &der[position + 1..]].concat()).unwrap_err();
            check_der(&[&der[..=position], &der[position..]].concat()).unwrap_err();
        }
    }
    assert!(accepted > 1000 && refused > 1000, "both cases occur: {accepted}, {refused}");
}

/// Zero, `n`, `n + 1`, `p`, and `2^256 - 1`.
fn out_of_range() -> [BigUint; 5] {
    let n = order();
    [BigUint::ZERO, n.clone(), n + 1u8, curve().p, (BigUint::from(1u8) << 256) - 1u8]
}

/// The DER encoding of two numbers of any size.
fn der(r: &BigUint, s: &BigUint) -> Vec<u8> {
    let integer = |value: &BigUint| {
        let mut digits = value.to_bytes_be();
        if digits[0] >= 0x80 {
            digits.insert(0, 0);
        }
        [vec![2, u8::try_from(digits.len()).unwrap()], digits].concat()
    };
    let content = [integer(r), integer(s)].concat();
    [vec![0x30, u8::try_from(content.len()).unwrap()], content].concat()
}

/// Checks that all formats reject the numbers with this error.
fn all_formats_reject(r: &BigUint, s: &BigUint, error: Error) {
    let compact: [u8; 64] = [bytes(r), bytes(s)].concat().try_into().unwrap();
    assert_eq!(Signature::new(&bytes(r), &bytes(s)), Err(error));
    assert_eq!(Signature::from_compact(&compact), Err(error));
    assert_eq!(Signature::from_der(&der(r, s)), Err(error));
    for v in (0..4).chain(27..=30) {
        let rsv = [&compact[..], &[v]].concat().try_into().unwrap();
        assert_eq!(RecoverableSignature::from_rsv(&rsv), Err(error));
    }
    for v in 27..=34 {
        let vrs = [&[v], &compact[..]].concat().try_into().unwrap();
        assert_eq!(RecoverableSignature::from_vrs(&vrs), Err(error));
    }
}

#[test]
fn rejects_numbers_out_of_range() {
    for number in out_of_range() {
        for valid in [BigUint::from(1u8), order() - 1u8] {
            all_formats_reject(&number, &valid, Error::R);
            all_formats_reject(&valid, &number, Error::S);
        }
        all_formats_reject(&number, &number, Error::R);
    }
}

#[test]
fn encodings_of_recovery_identifiers() {
    let signature = signature(&77u8.into(), &(order() >> 3));
    for found in 0..=255 {
        let rsv = [&signature.to_compact()[..], &[found]].concat().try_into().unwrap();
        let id = match found {
            0..=3 => Some(found),
            27..=30 => Some(found - 27),
            _ => None,
        };
        let expected = id.map(|id| RecoverableSignature::new(signature, id).unwrap());
        assert_eq!(RecoverableSignature::from_rsv(&rsv), expected.ok_or(Error::RecoveryByte { found }));
        // An invalid identifier is reported before numbers out of range.
        let zeros = [&[0; 64][..], &[found]].concat().try_into().unwrap();
        let error = if id.is_some() { Error::R } else { Error::RecoveryByte { found } };
        assert_eq!(RecoverableSignature::from_rsv(&zeros), Err(error));

        let vrs = [&[found], &signature.to_compact()[..]].concat().try_into().unwrap();
        let expected = (27..=34)
            .contains(&found)
            .then(|| (RecoverableSignature::new(signature, (found - 27) % 4).unwrap(), found >= 31));
        assert_eq!(RecoverableSignature::from_vrs(&vrs), expected.ok_or(Error::RecoveryByte { found }));

        let direct = RecoverableSignature::new(signature, found);
        assert_eq!(direct.is_ok(), found < 4);
        assert!(found < 4 || direct == Err(Error::RecoveryId { found }));
    }
}

/// In a Schnorr signature `r` is a coordinate below `p`, and `s` may be zero.
#[test]
fn ranges_of_schnorr_signatures() {
    let (n, p) = (order(), curve().p);
    let from = |r: &BigUint, s: &BigUint| {
        let bytes = [bytes(r), bytes(s)].concat().try_into().unwrap();
        SchnorrSignature::from_bytes(&bytes).map(|signature| assert_eq!(signature.to_bytes(), bytes))
    };
    for valid in [BigUint::ZERO, 1u8.into(), n.clone(), &p - 1u8] {
        assert_eq!(from(&valid, &(&valid % &n)), Ok(()));
    }
    for bad in [p.clone(), &p + 1u8, (BigUint::from(1u8) << 256) - 1u8] {
        assert_eq!(from(&bad, &1u8.into()), Err(Error::R));
        assert_eq!(from(&bad, &bad), Err(Error::R));
    }
    for bad in [n.clone(), &n + 1u8, p, (BigUint::from(1u8) << 256) - 1u8] {
        assert_eq!(from(&1u8.into(), &bad), Err(Error::S));
    }
}

proptest! {
    #[test]
    fn any_bytes_as_der(bytes in prop::collection::vec(any::<u8>(), 0..90)) {
        let _ = check_der(&bytes);
    }

    /// Up to two changes, removals or insertions of bytes in a valid encoding.
    #[test]
    fn changed_der(
        r: [u8; 32], s: [u8; 32], drop in 0usize..64,
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0u8..4, any::<u8>()), 0..3),
    ) {
        let r = (number(&r) >> (4 * drop)) % order() + 1u8;
        let mut encoding = der(&r, &(number(&s) % order()));
        for (position, kind, value) in changes {
            let position = position.index(encoding.len());
            match kind {
                0 => encoding[position] = value,
                1 => encoding[position] = encoding[position].wrapping_add(1),
                2 => { encoding.remove(position); }
                _ => encoding.insert(position, value),
            }
        }
        let _ = check_der(&encoding);
    }

    #[test]
    fn any_bytes_in_all_formats(bytes: [u8; 32], more: [u8; 32], v: u8, prefix in 0u8..8, length in 0usize..70) {
        let compact: [u8; 64] = [bytes, more].concat().try_into().unwrap();
        let in_range = |bytes: &[u8; 32]| number(bytes) > BigUint::ZERO && number(bytes) < order();
        let parsed = Signature::from_compact(&compact);
        prop_assert_eq!(parsed.is_ok(), in_range(&bytes) && in_range(&more));
        prop_assert!(parsed.is_err() || parsed.unwrap().to_compact() == compact);
        let rsv = [&compact[..], &[v]].concat().try_into().unwrap();
        if let Ok(parsed) = RecoverableSignature::from_rsv(&rsv) {
            prop_assert_eq!(parsed.to_rsv()[..64].to_vec(), compact.to_vec());
            prop_assert_eq!(parsed.to_rsv()[64], if v < 4 { v } else { v - 27 });
        }
        let vrs = [&[v], &compact[..]].concat().try_into().unwrap();
        if let Ok((parsed, compressed)) = RecoverableSignature::from_vrs(&vrs) {
            prop_assert_eq!(parsed.to_vrs(compressed), vrs);
        }
        let secret = SecretKey::from_be_bytes(&bytes);
        prop_assert_eq!(secret.is_ok(), in_range(&bytes));
        prop_assert!(secret.is_err() || *secret.unwrap().to_be_bytes() == bytes);
        if let Ok(key) = XOnlyPublicKey::from_be_bytes(&bytes) {
            prop_assert_eq!(key.to_be_bytes(), bytes);
        }
        let encoding = [&[prefix], &compact[..]].concat();
        for encoding in [&encoding[..33], &encoding[..65], &encoding[..length.min(65)]] {
            if let Ok(key) = PublicKey::from_sec1_bytes(encoding) {
                prop_assert!(encoding == key.to_compressed() || encoding == key.to_uncompressed());
            }
        }
    }
}
