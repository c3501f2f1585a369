//! Functions that are generic over the curve, on both curves, and products of the generators by their tables.

use vorpal_curves::models::weierstrass::Projective;
use vorpal_fields::primes::{P256Scalar, Secp256k1Scalar};
use vorpal_fields::{EncodableField, Fe, Modulus, PrimeField};
use vorpal_secp256k1::ecdsa::{PublicKey, SecretKey, Signature, SignatureCurve, Verification, verify_batch};
use vorpal_secp256k1::{GENERATOR, Generator, p256};

/// Scalars at the edges, and two with all kinds of digits.
fn scalars<S: PrimeField>() -> Vec<S> {
    let random = (1..200).fold(S::from(3), |power, i| power.square() + S::from(i));
    let small = [0, 1, 2, 15, 16, 17, 31, 32].map(S::from);
    small.into_iter().flat_map(|scalar| [scalar, -scalar]).chain([random, -random]).collect()
}

/// The table gives the products of the algorithm for any point, in every form of the operator.
macro_rules! products {
    ($generator:expr, $scalar:ty) => {
        let generator = $generator;
        let point = Projective::from(generator.to_affine());
        for scalar in scalars::<$scalar>() {
            let expected = point * scalar;
            assert_eq!([generator * scalar, scalar * generator], [expected; 2]);
            assert_eq!([generator * &scalar, &scalar * generator], [expected; 2]);
            assert_eq!([&generator * scalar, scalar * &generator], [expected; 2]);
            assert_eq!([&generator * &scalar, &scalar * &generator], [expected; 2]);
        }
    };
}

#[test]
#[allow(clippy::op_ref, reason = "operators of references are tested too")]
fn products_of_generators() {
    products!(GENERATOR, Secp256k1Scalar);
    products!(p256::GENERATOR, P256Scalar);
}

/// The same code for keys and signatures of either curve.
fn signatures<C: SignatureCurve<Scalar = Fe<M, 4>>, M: Modulus<4, Bytes = [u8; 32]>>(
    generator: Generator<C>,
    sign: impl Fn(&SecretKey<C>, &[u8; 32]) -> Signature<C>,
) {
    let (hash, other) = ([5; 32], [6; 32]);
    let secret = SecretKey::<C>::from_be_bytes(&[3; 32]).unwrap();
    let key = secret.public_key();
    let scalar = Fe::<M, 4>::from_be_bytes(&[3; 32]).unwrap();
    let (x, y) = (generator * scalar).to_affine().coordinates().unwrap();
    let uncompressed = key.to_uncompressed();
    let (x, y) = (x.to_be_bytes(), y.to_be_bytes());
    assert_eq!((&uncompressed[1..33], &uncompressed[33..]), (x.as_slice(), y.as_slice()));
    assert_eq!(PublicKey::<C>::from_coordinates(&x, &y), Ok(key));
    assert!(PublicKey::<C>::from_coordinates(&x, &x).is_err());
    assert_eq!(PublicKey::<C>::from_sec1_bytes(&uncompressed), Ok(key));

    let low = sign(&secret, &hash).to_low();
    let n_minus_s = -Fe::<M, 4>::from_be_bytes(&low.s()).unwrap();
    let high = Signature::<C>::new(&low.r(), &n_minus_s.to_be_bytes()).unwrap();
    assert_eq!((low.is_low(), high.is_low(), high.to_low()), (true, false, low));
    assert!(key.verify(&hash, &low) && key.verify(&hash, &high) && !key.verify(&other, &low));
    assert!(key.verify_low(&hash, &low) && !key.verify_low(&hash, &high));
    assert_eq!(Signature::<C>::from_compact(&low.to_compact()), Ok(low));
    assert_eq!(Signature::<C>::from_der(low.to_der().as_ref()), Ok(low));
    let checks = [(hash, low), (other, low), (hash, high)];
    let checks = checks.map(|(hash, signature)| Verification { hash, signature, key });
    assert_eq!(verify_batch(&checks), [true, false, true]);
}

#[test]
fn keys_and_signatures_of_either_curve() {
    signatures(GENERATOR, |secret, hash| secret.sign(hash).signature());
    signatures(p256::GENERATOR, p256::SecretKey::sign);
}
