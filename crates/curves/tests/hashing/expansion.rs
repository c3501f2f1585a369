//! The expansion of messages: the vectors of RFC 9380, appendix K, and the definition for other lengths.

use serde_json::Value;
use sha2::{Digest, Sha256, Sha512};
use shake::{Shake128, Shake256};
use vorpal_curves::Error;
use vorpal_curves::bls12_381::g2::Bls12_381G2;
use vorpal_curves::hashing::{Expander, Hasher, Xmd, Xof, expand_message, hash_to_field};
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::primes::Bls12_381Scalar;
use vorpal_oracle::data;

fn expand<X: Expander>(message: &[u8], tag: &[u8], length: usize) -> Vec<u8> {
    let mut output = vec![0xa5; length];
    expand_message::<X>(message, tag, &mut output).unwrap();
    output
}

fn check<X: Expander>(name: &str) {
    let Some(folder) = data::folder("evm/hash-to-curve", "vectors of expand_message") else { return };
    let file: Value =
        serde_json::from_slice(&std::fs::read(folder.join(format!("{name}.json"))).unwrap()).unwrap();
    let tag = file["DST"].as_str().unwrap().as_bytes();
    let tests = file["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 10);
    for test in tests {
        let length = usize::from_str_radix(&test["len_in_bytes"].as_str().unwrap()[2..], 16).unwrap();
        let found = expand::<X>(test["msg"].as_str().unwrap().as_bytes(), tag, length);
        assert_eq!(found, data::bytes(test["uniform_bytes"].as_str().unwrap()), "{name} {test}");
    }
}

#[test]
fn vectors() {
    check::<Xmd<Sha256>>("expand_message_xmd_SHA256_38");
    check::<Xmd<Sha256>>("expand_message_xmd_SHA256_256");
    check::<Xmd<Sha512>>("expand_message_xmd_SHA512_38");
    check::<Xof<Shake128, 128>>("expand_message_xof_SHAKE128_36");
    check::<Xof<Shake128, 128>>("expand_message_xof_SHAKE128_256");
    check::<Xof<Shake256, 256>>("expand_message_xof_SHAKE256_36");
}

/// `expand_message_xmd` with SHA-256 by its definition, for tags of every length.
fn definition(message: &[u8], tag: &[u8], length: usize) -> Vec<u8> {
    let long = Sha256::digest([b"H2C-OVERSIZE-DST-", tag].concat());
    let tag = if tag.len() > 255 { &long[..] } else { tag };
    let prime = [tag, &[u8::try_from(tag.len()).unwrap()]].concat();
    let bytes = [u8::try_from(length / 256).unwrap(), u8::try_from(length % 256).unwrap()];
    let first = Sha256::digest([&[0; 64], message, &bytes, &[0], &prime].concat());
    let mut output = Vec::new();
    let mut last = vec![0; 32];
    for i in 1..=length.div_ceil(32) {
        let mixed: Vec<u8> = first.iter().zip(&last).map(|(a, b)| a ^ b).collect();
        last = Sha256::digest([&mixed, &[u8::try_from(i).unwrap()][..], &prime].concat()).to_vec();
        output.extend_from_slice(&last);
    }
    output.truncate(length);
    output
}

#[test]
fn lengths() {
    let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
    for tag in [1, 2, 254, 255, 256, 257, 1000] {
        for message in [0, 1, 63, 64, 65, 1000] {
            for length in [0, 1, 31, 32, 33, 255, 256, 257, 8159, 8160] {
                let (message, tag) = (&bytes[..message], &bytes[..tag]);
                assert_eq!(expand::<Xmd<Sha256>>(message, tag, length), definition(message, tag, length));
            }
        }
    }
    // Tags of 255 and 256 bytes differ, and so does their expansion.
    let [a, b] = [255, 256].map(|length| expand::<Xof<Shake256, 128>>(b"", &bytes[..length], 32));
    assert_ne!(a, b);
    // A long tag of an extendable-output function is hashed to 2 k bits.
    let digest = {
        use shake::{ExtendableOutput, Update, XofReader};
        let mut digest = [0; 32];
        Shake128::default().chain(b"H2C-OVERSIZE-DST-").chain(&bytes[..256]).finalize_xof().read(&mut digest);
        digest
    };
    let long = expand::<Xof<Shake128, 128>>(b"message", &bytes[..256], 100);
    assert_eq!(long, expand::<Xof<Shake128, 128>>(b"message", &digest, 100));
    assert_eq!(expand::<Xof<Shake128, 128>>(b"", b"tag", 65_535).len(), 65_535);
}

#[test]
fn errors() {
    let too_long = |found, maximum| Err(Error::ExpansionLength { found, maximum });
    assert_eq!(expand_message::<Xmd<Sha256>>(b"", b"", &mut [0; 32]), Err(Error::EmptyTag));
    assert_eq!(expand_message::<Xof<Shake128, 128>>(b"", b"", &mut [0; 32]), Err(Error::EmptyTag));
    assert_eq!(expand_message::<Xmd<Sha256>>(b"", b"t", &mut vec![0; 8161]), too_long(8161, 8160));
    assert_eq!(expand_message::<Xmd<Sha512>>(b"", b"t", &mut vec![0; 16_321]), too_long(16_321, 16_320));
    assert_eq!(
        expand_message::<Xof<Shake128, 128>>(b"", b"t", &mut vec![0; 65_536]),
        too_long(65_536, 65_535)
    );
    assert_eq!(Hasher::<Bls12_381G2, Xmd<Sha256>>::new(b"").unwrap_err(), Error::EmptyTag);
    assert_eq!(Hasher::<Secp256k1, Xof<Shake128, 128>>::new(b"").unwrap_err(), Error::EmptyTag);
    assert_eq!(
        hash_to_field::<Bls12_381Scalar, Xmd<Sha256>, 171, 48>(b"", b"t").unwrap_err(),
        Error::ExpansionLength { found: 8208, maximum: 8160 }
    );
    assert_eq!(hash_to_field::<Bls12_381Scalar, Xmd<Sha256>, 1, 48>(b"", b"").unwrap_err(), Error::EmptyTag);
    assert_eq!(hash_to_field::<Bls12_381Scalar, Xmd<Sha256>, 0, 48>(b"", b"t"), Ok([]));
    assert_eq!(Error::EmptyTag.to_string(), "the domain separation tag is empty");
    let error = Error::ExpansionLength { found: 8161, maximum: 8160 };
    assert_eq!(error.to_string(), "a message cannot be expanded to 8161 bytes: at most 8160");
}

#[test]
#[should_panic(expected = "the hash function yields fewer bytes")]
fn an_expansion_that_is_too_long_panics() {
    let tag = Xmd::<Sha256>::tag(b"tag").unwrap();
    Xmd::<Sha256>::fill(b"", &tag, &mut vec![0; 8161]);
}
