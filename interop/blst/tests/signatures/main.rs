//! The API of blst: the same calls of this crate and of the replaced one, whose results and errors must be equal.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::cast_possible_truncation, reason = "small numbers are bytes of inputs")]
#![allow(unsafe_code, reason = "functions with the pointers of C")]

mod inputs;

/// The calls of this crate.
mod ours {
    use blst as library;
    include!("calls.rs");
}

/// The calls of the replaced crate.
#[allow(unused_unsafe, reason = "its constants are those of C")]
mod theirs {
    use peer as library;
    include!("calls.rs");
}

/// Compares what both crates say.
fn compare(ours: &[String], theirs: &[String]) {
    assert!(!ours.is_empty());
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert_eq!(ours, theirs, "this crate, and the replaced one");
    }
    assert_eq!(ours.len(), theirs.len());
}

/// A test of both assignments of groups.
macro_rules! both {
    ($($test:ident),*) => {$(
        #[test]
        fn $test() {
            compare(&ours::min_pk::$test(), &theirs::min_pk::$test());
            compare(&ours::min_sig::$test(), &theirs::min_sig::$test());
        }
    )*};
}

/// A test of what does not depend on the assignment.
macro_rules! once {
    ($($test:ident),*) => {$(
        #[test]
        fn $test() {
            compare(&ours::$test(), &theirs::$test());
        }
    )*};
}

both!(secret_keys, encodings, single_signatures, aggregates, batches, batches_that_cancel, sums, pairings);
once!(scalars, points, hashes, values, values_of_derivation, unique_messages);

#[test]
fn secrets_are_not_printed() {
    let secret = blst::min_pk::SecretKey::key_gen(&[1; 32], &[]).unwrap();
    assert_eq!(format!("{secret:?}"), "SecretKey(..)");
    assert_eq!(format!("{:?}", <&blst::blst_scalar>::from(&secret)), "blst_scalar(..)");
}

/// The replaced crate names this reason too, but only on one thread.
#[test]
fn the_first_invalid_point_of_a_list_decides_the_reason() {
    use blst::BLST_ERROR::{BLST_PK_IS_INFINITY, BLST_POINT_NOT_IN_GROUP};
    use blst::MultiPoint;
    use blst::min_pk::PublicKey;
    let key = blst::min_pk::SecretKey::key_gen(&[1; 32], &[]).unwrap().sk_to_pk();
    let infinity = PublicKey::default();
    let outside = PublicKey::from_bytes(&inputs::outside_g1()).unwrap();
    let reasons = [
        (vec![key, infinity, outside], Err(BLST_PK_IS_INFINITY)),
        (vec![key, outside, infinity], Err(BLST_POINT_NOT_IN_GROUP)),
        (vec![key; 40], Ok(())),
        (vec![], Ok(())),
    ];
    for (keys, expected) in reasons {
        assert_eq!(keys[..].validate(), expected);
    }
}

/// Points off the curve cannot be decoded, but be made of coordinates.
#[test]
fn points_off_the_curve_are_not_in_the_group() {
    use blst::{blst_fp, blst_p1_affine, min_pk::PublicKey};
    let off = blst_p1_affine { x: blst_fp { l: [1; 6] }, y: blst_fp { l: [2; 6] } };
    assert_eq!(PublicKey::from(off).validate(), Err(blst::BLST_ERROR::BLST_POINT_NOT_IN_GROUP));
    let large = blst_p1_affine { x: blst_fp { l: [u64::MAX; 6] }, y: blst_fp { l: [u64::MAX; 6] } };
    assert_eq!(PublicKey::from(large).validate(), Err(blst::BLST_ERROR::BLST_POINT_NOT_IN_GROUP));
}

#[test]
#[should_panic(expected = "scalar length mismatch")]
fn weights_of_more_than_256_bits_do_not_exist() {
    use blst::min_pk::{PublicKey, SecretKey, Signature};
    let secret = SecretKey::key_gen(&[1; 32], &[]).unwrap();
    let (key, signature): (PublicKey, Signature) = (secret.sk_to_pk(), secret.sign(b"m", b"t", &[]));
    let weights = [blst::blst_scalar::default()];
    let _ = Signature::verify_multiple_aggregate_signatures(
        &[b"m"],
        b"t",
        &[&key],
        false,
        &[&signature],
        false,
        &weights,
        257,
    );
}
