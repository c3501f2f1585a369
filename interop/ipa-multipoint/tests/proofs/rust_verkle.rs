//! What only rust-verkle's API has, with the feature `rust-verkle`.

use std::io;
use std::panic::catch_unwind;

use ipa_multipoint::crs::CRS;
use ipa_multipoint::ipa::IPAProof;
use ipa_multipoint::multiproof::MultiPointProof;
use sha2::{Digest, Sha256};

/// Of all bytes that rust-verkle contains as text. Its last point is the generator, with the smaller `y`.
#[test]
fn the_points_are_those_of_rust_verkle() {
    let expected = "7bdaa6c076735854caed78e667d6789682d52bdad66c75fd82b66e4a625b8e0b";
    for crs in [CRS::default(), CRS::new(256, b"eth_verkle_oct_2021")] {
        assert_eq!(hex::encode(Sha256::digest(crs.to_bytes().as_flattened())), expected);
    }
    let crs = CRS::default();
    let generator = "18ae52a26618e7e1658499ad22c0792bf342be7b77113774c5340b2ccc32c129\
                     664197ccb667315e6064e4ee81ad8c3586d5dcba508b7d150f3e12da9e666c2a";
    assert_eq!(crs.to_hex()[256], generator);
    let text = crs.to_hex();
    let text: Vec<&str> = text.iter().map(String::as_str).collect();
    for decoded in [CRS::from_bytes(&crs.to_bytes()), CRS::from_hex(&text)] {
        assert_eq!((decoded.n, &decoded.G, decoded.Q), (256, &crs.G, crs.Q));
        assert_eq!(decoded.to_bytes(), crs.to_bytes());
    }
}

#[test]
fn invalid_points_are_refused() {
    let crs = CRS::new(2, b"seed");
    let bytes = crs.to_bytes();
    assert!(catch_unwind(|| CRS::from_bytes(&[])).is_err());
    for index in 0..3 {
        // The order of the coordinates is wrong, so that the point is not on the curve.
        let mut changed = bytes.clone();
        changed[index].rotate_left(32);
        assert!(catch_unwind(|| CRS::from_bytes(&changed)).is_err());
    }
    for text in ["", "0g", "00ff", &crs.to_hex()[0][1..], &format!("{}00", crs.to_hex()[0])] {
        assert!(catch_unwind(|| CRS::from_hex(&[text])).is_err(), "{text}");
    }
}

#[test]
fn errors_are_those_of_input_and_output() {
    let proofs: [io::Result<MultiPointProof>; 3] = [
        MultiPointProof::from_bytes(&[], 256),
        MultiPointProof::from_bytes(&[0xff; 576], 256),
        MultiPointProof::from_bytes_unchecked_uncompressed(&[0; 63], 256),
    ];
    for proof in proofs {
        assert_eq!(proof.unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
    let arguments: [io::Result<IPAProof>; 3] = [
        IPAProof::from_bytes(&[0; 31], 1),
        IPAProof::from_bytes(&[0xff; 544], 256),
        IPAProof::from_bytes_unchecked_uncompressed(&[0xff; 32], 1),
    ];
    for argument in arguments {
        assert_eq!(argument.unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
