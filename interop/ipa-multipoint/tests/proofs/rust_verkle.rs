//! What only rust-verkle's API has, with the feature `rust-verkle`.

use std::io;
use std::panic::catch_unwind;

use banderwagon::Element;
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

/// rust-verkle encodes the point that it computed, one of the two of an element. The sum is of the tests of its
/// crate `ffi_interface`.
#[test]
fn uncompressed_encodings_are_of_the_computed_point() {
    let element = |text: &str| {
        Element::from_bytes_unchecked_uncompressed(hex::decode(text).unwrap().try_into().unwrap())
    };
    let identity = format!("{}01{}", "00".repeat(32), "00".repeat(31));
    assert_eq!(hex::encode(Element::zero().to_bytes_uncompressed()), identity);
    let a = "0ff070a99e9f38e4f1ec1db91795ef4942fcd188152562c2773d9125236a5044\
             4687ab68507977d6276428d7d570a3c95efa406427f6641ba1e247133d17e030";
    let b = "333e05d05e6533e993f519c23dbce6205fb9e0b78f38b3336d9c4296f144cb02\
             04c389bb5e6925157ce16eda2ebf45640956be98e2be2df77a86f0bca135da21";
    let sum = "8b5feb2eb0cc73a8ca2f24ae7b2c61e88ff0b019dea9b881d1b5f7815280b639\
               3834cb80ab2c09984c5b9f70be680206a6e12c8bbb169fe5ab672f45c5d51e20";
    assert_eq!(hex::encode(element(a).to_bytes_uncompressed()), a);
    assert_eq!(hex::encode((element(a) + element(b)).to_bytes_uncompressed()), sum);
    // Both points of an element are the same element.
    for text in [a, b, sum] {
        assert_eq!(Element::from_bytes(&element(text).to_bytes()[..]), Some(element(text)));
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
