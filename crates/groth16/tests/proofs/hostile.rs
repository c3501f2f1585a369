//! Files that a careless reader accepts, or that make it allocate memory, panic or read elsewhere.

use vorpal_groth16::file::{Container, FileError, InputError, Kind, Reason, Writer};
use vorpal_groth16::{Bls12_381, Bn254, Prover, ProverError, Witness, Zkey};

use crate::samples::one;

type Sections = Vec<(u32, Vec<u8>)>;

/// The sections of a file in order.
fn sections(bytes: &[u8], kind: Kind) -> Sections {
    let mut file = Container::of_bytes(bytes, kind).unwrap();
    let numbers: Vec<u32> = file.sections().collect();
    let mut content = |number| {
        let length = file.length(number).unwrap();
        file.section(number).unwrap().bytes(length).unwrap()
    };
    numbers.into_iter().map(|number| (number, content(number))).collect()
}

fn file(sections: &Sections, kind: Kind) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), kind, sections.len() as u32).unwrap();
    for (number, bytes) in sections {
        writer.section(*number, bytes.len() as u64).unwrap().bytes(bytes).unwrap();
    }
    writer.finish().unwrap()
}

fn key(sections: &Sections) -> Result<(), FileError> {
    read_by_both(&file(sections, Kind::Zkey))
}

/// Reads a key as such and as a prover. Both accept it, or have the same error.
fn read_by_both(bytes: &[u8]) -> Result<(), FileError> {
    let read = Zkey::<Bn254>::from_bytes(bytes).map(|_| ());
    let prover = Prover::<Bn254>::from_bytes(bytes).map(|_| ());
    assert_eq!(prover, read.map_err(ProverError::File));
    read
}

/// The error of a key after a change of a section.
fn refusal(sections: &Sections, number: u32, change: impl FnOnce(&mut Vec<u8>)) -> Reason {
    let mut changed = sections.clone();
    change(&mut changed.iter_mut().find(|(found, _)| *found == number).unwrap().1);
    let error = key(&changed).unwrap_err();
    assert_eq!((error.kind, error.section), (Kind::Zkey, Some(number)), "{error}");
    error.reason
}

#[test]
fn every_truncation_is_refused() {
    let Some(sample) = one("bn254/multiplier2") else { return };
    let (zkey, wtns) = (sample.bytes(".zkey").unwrap(), sample.bytes("witness.wtns").unwrap());
    for length in 0..zkey.len() {
        assert!(read_by_both(&zkey[..length]).is_err(), "{length}");
    }
    for length in 0..wtns.len() {
        assert!(Witness::<Bn254>::from_bytes(&wtns[..length]).is_err(), "{length}");
    }
    let longer = [&zkey[..], &[0]].concat();
    assert!(read_by_both(&longer).is_err());
    // Every section without its last byte, and with one more, in a file that is well-formed otherwise.
    let sections = sections(&zkey, Kind::Zkey);
    assert_eq!(key(&sections), Ok(()));
    for number in 1..=9 {
        refusal(&sections, number, |bytes| bytes.truncate(bytes.len() - 1));
        refusal(&sections, number, |bytes| bytes.push(0));
        refusal(&sections, number, Vec::clear);
        let without: Sections = sections.iter().filter(|(found, _)| *found != number).cloned().collect();
        let error = key(&without).unwrap_err();
        assert_eq!((error.section, error.reason), (Some(number), Reason::Missing));
    }
    // The order of sections is free, and further ones are ignored.
    let mut reversed: Sections = sections.iter().rev().cloned().collect();
    reversed.push((77, vec![1; 5]));
    assert_eq!(key(&reversed), Ok(()));
}

#[test]
fn the_table_of_sections_is_checked() {
    let header = |sections: u32| [&b"wtns\x02\0\0\0"[..], &sections.to_le_bytes()].concat();
    let section = |number: u32, length: u64| [&number.to_le_bytes()[..], &length.to_le_bytes()].concat();
    let refused = |bytes: &[u8]| Container::of_bytes(bytes, Kind::Wtns).map(|_| ()).unwrap_err();
    let error = |section, offset, reason| FileError { kind: Kind::Wtns, section, offset, reason };
    assert_eq!(refused(b""), error(None, 0, Reason::Truncated { needed: 4, left: 0 }));
    assert_eq!(refused(b"zkey\x01\0\0\0"), error(None, 0, Reason::Magic));
    let version = Reason::Version { expected: 2, found: 1 };
    assert_eq!(refused(b"wtns\x01\0\0\0"), error(None, 4, version));
    // Numbers of sections and lengths that overflow, or that a reader would allocate.
    let many = header(u32::MAX);
    assert_eq!(refused(&many), error(None, 12, Reason::Truncated { needed: 4, left: 0 }));
    for length in [1, 1 << 40, u64::MAX, u64::MAX - 11, u64::MAX - 23] {
        let bytes = [header(1), section(1, length)].concat();
        assert_eq!(refused(&bytes), error(Some(1), 24, Reason::Truncated { needed: length, left: 0 }));
    }
    let twice = [header(3), section(1, 0), section(2, 0), section(1, 0)].concat();
    assert_eq!(refused(&twice), error(Some(1), 36, Reason::Duplicate));
    let longer = [header(1), section(1, 0), vec![0; 3]].concat();
    assert_eq!(refused(&longer), error(None, 24, Reason::TooLong(3)));
}

#[test]
fn keys_with_wrong_contents_are_refused() {
    let Some(sample) = one("bn254/multiplier2") else { return };
    let sections = sections(&sample.bytes(".zkey").unwrap(), Kind::Zkey);
    let put = |at: usize, value: u32| {
        move |bytes: &mut Vec<u8>| bytes[at..at + 4].copy_from_slice(&value.to_le_bytes())
    };
    let value = |reason| match reason {
        Reason::Value { what, found, .. } => (what, found),
        reason => panic!("{reason}"),
    };
    assert_eq!(value(refusal(&sections, 1, put(0, 2))), ("the protocol", 2), "PLONK");
    // The primes and their lengths.
    for at in [0, 4, 36, 40] {
        let wrong = refusal(&sections, 2, |bytes| bytes[at] ^= 1);
        assert_eq!(wrong, Reason::Prime);
    }
    assert!(Zkey::<Bls12_381>::from_bytes(&sample.bytes(".zkey").unwrap()).is_err());
    // The numbers of signals, of public signals and of rows.
    let (signals, public, rows) = (72, 76, 80);
    assert_eq!(value(refusal(&sections, 2, put(public, 4))).0, "the number of public signals");
    assert_eq!(value(refusal(&sections, 2, put(public, u32::MAX))).1, u64::from(u32::MAX));
    for number in [0, 3, 5, 1 << 29, u32::MAX] {
        assert_eq!(
            value(refusal(&sections, 2, put(rows, number))),
            ("the number of rows", u64::from(number))
        );
    }
    assert_eq!(value(refusal(&sections, 2, put(signals, 0))).1, 1);
    for (at, number) in [(signals, u32::MAX), (signals, 5), (rows, 1 << 28), (rows, 8)] {
        let mut changed = sections.clone();
        put(at, number)(&mut changed.iter_mut().find(|(number, _)| *number == 2).unwrap().1);
        assert!(matches!(key(&changed).unwrap_err().reason, Reason::Length { .. }), "{at}, {number}");
    }
    // Coordinates and values that are not below the prime.
    for number in [3, 5, 6, 7, 8, 9] {
        let wrong = refusal(&sections, number, |bytes| {
            let last = bytes.len() - 32;
            bytes[last..].fill(255);
        });
        assert_eq!(wrong, Reason::NotReduced);
    }
    for at in 0..11 {
        let wrong = refusal(&sections, 2, |bytes| bytes[84 + 32 * at..][..32].fill(255));
        assert_eq!(wrong, Reason::NotReduced, "{at}");
    }
    // Coefficients: their number, matrices, rows, signals, values.
    assert!(matches!(refusal(&sections, 4, put(0, u32::MAX)), Reason::Length { .. }));
    assert!(matches!(refusal(&sections, 4, put(0, 0)), Reason::Length { .. }));
    for (at, what, number) in [(4, "matrix", 2), (8, "row", 1 << 30), (12, "signal", 4)] {
        let reason = refusal(&sections, 4, put(at, number));
        assert!(matches!(reason, Reason::Index { what: found, .. } if found == what), "{reason}");
    }
    assert_eq!(refusal(&sections, 4, |bytes| bytes[16..48].fill(255)), Reason::NotReduced);
}

/// Points outside the groups are read, and found on demand.
#[test]
fn points_of_keys_are_checked_on_demand() {
    let Some(sample) = one("bn254/multiplier2") else { return };
    let sections = sections(&sample.bytes(".zkey").unwrap(), Kind::Zkey);
    for number in [3, 5, 6, 7, 8, 9] {
        let mut changed = sections.clone();
        let bytes = &mut changed.iter_mut().find(|(found, _)| *found == number).unwrap().1;
        let last = bytes.len() - 1;
        // The most significant byte, so that the coordinate stays below the prime.
        bytes[last] = if bytes[last] == 0 { 1 } else { bytes[last] - 1 };
        let key = Zkey::<Bn254>::from_bytes(&file(&changed, Kind::Zkey)).unwrap();
        let error = key.check_points().unwrap_err();
        assert_eq!((error.section, error.reason), (number, vorpal_curves::Error::NotOnCurve));
    }
}

#[test]
fn witnesses_with_wrong_contents_are_refused() {
    let Some(sample) = one("bn254/multiplier2") else { return };
    let sections = sections(&sample.bytes("witness.wtns").unwrap(), Kind::Wtns);
    let refused = |number: u32, change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = sections.clone();
        change(&mut changed.iter_mut().find(|(found, _)| *found == number).unwrap().1);
        let error = Witness::<Bn254>::from_bytes(&file(&changed, Kind::Wtns)).map(|_| ()).unwrap_err();
        (error.section, error.reason)
    };
    assert_eq!(refused(1, &|bytes| bytes[0] = 48), (Some(1), Reason::Prime));
    assert_eq!(refused(1, &|bytes| bytes[5] ^= 1), (Some(1), Reason::Prime));
    let length = |expected| (Some(2), Reason::Length { expected, found: 128 });
    assert_eq!(refused(1, &|bytes| bytes[36] = 5), length(160));
    assert_eq!(refused(1, &|bytes| bytes[36..].fill(255)), length(32 * u64::from(u32::MAX)));
    assert_eq!(refused(1, &|bytes| bytes[36] = 0), length(0));
    assert_eq!(refused(2, &|bytes| bytes[96..].fill(255)), (Some(2), Reason::NotReduced));
    assert_eq!(refused(2, &|bytes| bytes[0] = 2), (Some(2), Reason::NoConstant));
    assert!(Witness::<Bls12_381>::from_bytes(&sample.bytes("witness.wtns").unwrap()).is_err());
    assert_eq!(
        Witness::<Bn254>::open("/nonexistent").unwrap_err().reason,
        Reason::Read(InputError::System(std::io::ErrorKind::NotFound))
    );
}
