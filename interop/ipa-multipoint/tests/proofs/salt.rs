//! What only SALT's API has, with the feature `salt`.

use banderwagon::*;
use ipa_multipoint::crs::{CRS, CrsError};
use ipa_multipoint::multiproof::MultiPointProof;
use ipa_multipoint::{IOResult, SerdeError};

#[test]
fn the_points_are_those_of_salt() {
    assert_eq!(CRS::default().to_bytes(), CRS::salt().to_bytes());
    let (crs, expected) = (CRS::new(5, b"seed"), CRS::with_derived_q(5, b"seed"));
    assert_eq!((crs.n, crs.G, crs.Q), (5, expected.G, expected.Q));
}

#[test]
fn points_have_bytes_and_digits() {
    for n in [0, 1, 2, 5] {
        let crs = CRS::new(n, b"seed");
        let (bytes, hex) = (crs.to_bytes(), crs.to_hex());
        assert_eq!(bytes, Element::batch_to_bytes(&[&crs.G[..], &[crs.Q]].concat()));
        let hex: Vec<&str> = hex.iter().map(String::as_str).collect();
        for decoded in [CRS::from_bytes(&bytes).unwrap(), CRS::from_hex(&hex).unwrap()] {
            assert_eq!((decoded.n, &decoded.G, decoded.Q), (n, &crs.G, crs.Q));
        }
    }
    assert!(matches!(CRS::from_bytes(&[]), Err(CrsError::EmptyInput)));
    assert!(matches!(CRS::from_bytes(&[[0xff; 32]]), Err(CrsError::Deserialization(_))));
    assert!(matches!(CRS::from_hex(&["0g"]), Err(CrsError::HexDecode(_))));
    assert!(matches!(CRS::from_hex(&["00ff"]), Err(CrsError::InvalidLength(2))));
}

#[test]
fn errors_are_those_of_salt() {
    let decoded: IOResult<MultiPointProof> = MultiPointProof::from_bytes(&[], 256);
    assert_eq!(decoded, Err(SerdeError::InvalidData));
}
