//! Conversions copy numbers: limbs, encodings and results are the same on both sides.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a failure fails the test")]

use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, BigInteger, Field, Fp, MontBackend, PrimeField, UniformRand};
use ark_serialize::CanonicalSerialize;
use ark_std::rand::{SeedableRng, rngs::StdRng};
use vorpal_arkworks::convert::{Counterpart, Curve, Prime, from_vorpal, to_vorpal};
use vorpal_fields::Fe;

fn rng() -> StdRng {
    StdRng::seed_from_u64(24)
}

/// 0, 1, 2, p - 1, p - 2, `R` and random elements.
fn elements<F: PrimeField>() -> Vec<F> {
    let mut random = rng();
    let edges = [F::ZERO, F::ONE, F::from(2u64), -F::ONE, -F::from(2u64), F::GENERATOR];
    edges.into_iter().chain((0..20).map(|_| F::rand(&mut random))).collect()
}

fn prime<T: Prime<N>, const N: usize>() {
    let values = elements::<Fp<MontBackend<T, N>, N>>();
    for a in &values {
        let ours = a.to_vorpal();
        assert_eq!(ours.to_montgomery(), a.0.0, "limbs are the same");
        let mut bytes = Vec::new();
        a.serialize_uncompressed(&mut bytes).unwrap();
        bytes.resize(8 * N, 0);
        assert_eq!(ours.to_le_bytes().as_ref(), bytes, "encodings are the same");
        assert_eq!(ours.to_limbs().as_slice(), a.into_bigint().as_ref());
        assert_eq!(Fp::from_vorpal(&ours), *a);
        for b in &values {
            assert_eq!(Fp::from_vorpal(&(ours * b.to_vorpal())), *a * b);
            assert_eq!(Fp::from_vorpal(&(ours + b.to_vorpal())), *a + b);
        }
    }
    assert_eq!(from_vorpal::<Fp<MontBackend<T, N>, N>>(&to_vorpal(&values)), values);
    assert_eq!(Fp::<MontBackend<T, N>, N>::MODULUS.to_bytes_le(), {
        let minus_one = -Fe::<T::Modulus, N>::ONE;
        let mut bytes = minus_one.to_le_bytes().as_ref().to_vec();
        bytes[0] += 1; // p is odd, so p - 1 ends in an even byte
        bytes
    });
}

#[test]
fn prime_fields() {
    prime::<ark_bn254::FqConfig, 4>();
    prime::<ark_bn254::FrConfig, 4>();
    prime::<ark_bls12_381::FqConfig, 6>();
    prime::<ark_bls12_381::FrConfig, 4>();
    prime::<ark_bls12_377::FqConfig, 6>();
    prime::<ark_bls12_377::FrConfig, 4>();
    prime::<ark_secp256k1::FqConfig, 4>();
    prime::<ark_secp256k1::FrConfig, 4>();
    prime::<ark_secp256r1::FqConfig, 4>();
    prime::<ark_secp256r1::FrConfig, 4>();
    prime::<ark_ed_on_bls12_381_bandersnatch::FrConfig, 4>();
}

/// Products, squares and inverses agree, so both towers have the same constants.
macro_rules! tower {
    ($ark:ty) => {{
        let mut random = rng();
        for _ in 0..20 {
            let (a, b) = (<$ark>::rand(&mut random), <$ark>::rand(&mut random));
            let (c, d) = (a.to_vorpal(), b.to_vorpal());
            assert_eq!(<$ark>::from_vorpal(&c), a);
            assert_eq!(<$ark>::from_vorpal(&c.mul(&d)), a * b);
            assert_eq!(<$ark>::from_vorpal(&c.square()), a.square());
            assert_eq!(<$ark>::from_vorpal(&c.invert_vartime().unwrap()), a.inverse().unwrap());
        }
        assert_eq!(<$ark>::from_vorpal(&<$ark>::ZERO.to_vorpal()), <$ark>::ZERO);
        assert_eq!(<$ark>::from_vorpal(&<$ark>::ONE.to_vorpal()), <$ark>::ONE);
    }};
}

#[test]
fn towers() {
    tower!(ark_bn254::Fq2);
    tower!(ark_bn254::Fq6);
    tower!(ark_bn254::Fq12);
    tower!(ark_bls12_381::Fq2);
    tower!(ark_bls12_381::Fq6);
    tower!(ark_bls12_381::Fq12);
    tower!(ark_bls12_377::Fq2);
    tower!(ark_bls12_377::Fq6);
    tower!(ark_bls12_377::Fq12);
}

fn curve<P: Curve>() {
    use vorpal_curves::models::weierstrass::{Affine as OurAffine, Jacobian};
    let g = Affine::<P>::generator();
    assert_eq!(g.to_vorpal(), OurAffine::<P::Vorpal>::GENERATOR);
    assert_eq!(Affine::<P>::identity().to_vorpal(), OurAffine::IDENTITY);
    assert!(Affine::<P>::from_vorpal(&OurAffine::IDENTITY).is_zero());
    assert_eq!(Projective::<P>::ZERO.to_vorpal(), Jacobian::IDENTITY);
    let infinity = Projective::<P>::from_vorpal(&Jacobian::IDENTITY);
    assert_eq!(infinity, Projective::<P>::ZERO);
    assert_eq!(
        (infinity.x, infinity.y, infinity.z),
        (P::BaseField::ONE, P::BaseField::ONE, P::BaseField::ZERO)
    );
    let mut random = rng();
    for _ in 0..10 {
        let (p, q) = (Projective::<P>::rand(&mut random), Projective::<P>::rand(&mut random));
        let (a, b) = (p.to_vorpal(), q.to_vorpal());
        assert_eq!(Projective::from_vorpal(&a.add_vartime(&b)), p + q);
        assert_eq!(Projective::from_vorpal(&a.double()), p.double());
        assert_eq!(Projective::from_vorpal(&a), p);
        assert_eq!(Affine::from_vorpal(&a.to_affine()), p.into_affine());
        assert_eq!(p.into_affine().to_vorpal(), a.to_affine());
        let (x, y) = p.into_affine().to_vorpal().coordinates().unwrap();
        assert!(OurAffine::<P::Vorpal>::new(x, y).is_ok(), "the curves have the same coefficients");
    }
    assert_eq!(Projective::<P>::generator().to_vorpal(), Jacobian::GENERATOR);
}

#[test]
fn curves() {
    curve::<ark_bn254::g1::Config>();
    curve::<ark_bn254::g2::Config>();
    curve::<ark_bls12_381::g1::Config>();
    curve::<ark_bls12_381::g2::Config>();
    curve::<ark_bls12_377::g1::Config>();
    curve::<ark_bls12_377::g2::Config>();
    curve::<ark_secp256k1::Config>();
    curve::<ark_secp256r1::Config>();
}
