//! arkworks' own tests of prime fields, for every prime; and comparison with arkworks' own fields.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a failure fails the test")]

use ark_algebra_test_templates::*;
use vorpal_arkworks::fields::*;

test_field!(bn254_base; Bn254Base; mont_prime_field);
test_field!(bn254_scalar; Bn254Scalar; mont_prime_field);
test_field!(bls12_381_base; Bls12_381Base; mont_prime_field);
test_field!(bls12_381_scalar; Bls12_381Scalar; mont_prime_field);
test_field!(bls12_377_base; Bls12_377Base; mont_prime_field);
test_field!(bls12_377_scalar; Bls12_377Scalar; mont_prime_field);
test_field!(bandersnatch_scalar; BandersnatchScalar; mont_prime_field);
test_field!(secp256k1_base; Secp256k1Base; mont_prime_field);
test_field!(secp256k1_scalar; Secp256k1Scalar; mont_prime_field);
test_field!(p256_base; P256Base; mont_prime_field);
test_field!(p256_scalar; P256Scalar; mont_prime_field);

#[cfg(feature = "ark-0-5")]
#[path = "fields/ark05.rs"]
mod ark05;
#[path = "fields/ark06.rs"]
mod ark06;
