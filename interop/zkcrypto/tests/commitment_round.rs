//! A commitment round written against the interface of `halo2curves` 0.10: a column is interpolated by `best_fft`,
//! committed to by `msm_best`, hashed, and opened at a challenge with a pairing check. The bytes are those of the
//! curves of `halo2curves`.

#![cfg(feature = "halo2curves010")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::generator;
use ff013::{BatchInvert, Field, FromUniformBytes, PrimeField};
use group013::prime::PrimeCurveAffine;
use group013::{Curve, Group, GroupEncoding};
use halo2curves::fft::best_fft;
use halo2curves::msm::msm_best;
use halo2curves::{CurveAffine, bls12381, bn256};
use pairing023::{Engine, MillerLoopResult, MultiMillerLoop};
use sha2::{Digest, Sha512};
use vorpal_zkcrypto::{bls12_381, bn254};

/// The logarithm of the number of rows: `msm_best` then uses affine buckets in batches.
const K: u32 = 13;

/// The transcript of a round.
#[derive(Debug, PartialEq, Eq)]
struct Transcript(Vec<u8>);

impl Transcript {
    fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.extend_from_slice(bytes.as_ref());
    }

    fn challenge<F: FromUniformBytes<64>>(&self) -> F {
        F::from_uniform_bytes(&Sha512::digest(&self.0).into())
    }
}

fn round<E: MultiMillerLoop>() -> Transcript
where
    E::Fr: FromUniformBytes<64>,
    E::G1Affine: CurveAffine<ScalarExt = E::Fr, CurveExt = E::G1>,
{
    let mut rng = generator("round");
    let n = 1usize << K;
    let omega = (K..E::Fr::S).fold(E::Fr::ROOT_OF_UNITY, |power, _| power.square());

    // The powers of a secret, as points.
    let secret = E::Fr::random(&mut rng);
    let powers: Vec<_> =
        (0..n).scan(E::Fr::ONE, |power, _| Some(std::mem::replace(power, *power * secret))).collect();
    let points = basis::<E>(&powers);
    assert_eq!(points[3], E::G1::generator() * powers[3]);
    let mut bases = vec![E::G1Affine::identity(); n];
    E::G1::batch_normalize(&points, &mut bases);

    // A column of values with a blinding factor at the end, interpolated.
    let mut column: Vec<E::Fr> = (0..n as u64).map(|i| E::Fr::from(i * i % 1009)).collect();
    column[n - 1] = E::Fr::random(&mut rng);
    column[5..900].iter_mut().batch_invert();
    best_fft(&mut column, omega.invert().unwrap(), K);
    let inverse = E::Fr::TWO_INV.pow_vartime([u64::from(K)]);
    column.iter_mut().for_each(|coefficient| *coefficient *= inverse);

    let mut transcript = Transcript(vec![]);
    let commitment = msm_best(&column, &bases).to_affine();
    transcript.write(commitment.to_bytes());

    // Opened at a challenge: the quotient by X - z.
    let z: E::Fr = transcript.challenge();
    let mut value = E::Fr::ZERO;
    let mut quotient = vec![E::Fr::ZERO; n];
    for i in (0..n).rev() {
        quotient[i] = value;
        value = value * z + column[i];
    }
    transcript.write(value.to_repr());
    let proof = msm_best(&quotient, &bases).to_affine();
    transcript.write(proof.to_bytes());

    // e(C - v G, H) = e(W, s H - z H)
    let left = (commitment.to_curve() - E::G1::generator() * value).to_affine();
    let h = E::G2::generator();
    let right = (h * secret - h * z).to_affine();
    let opposite = (-h).to_affine();
    let check = |left: &E::G1Affine| {
        let terms = [(&proof, &right.into()), (left, &opposite.into())];
        bool::from(E::multi_miller_loop(&terms).final_exponentiation().is_identity())
    };
    assert!(check(&left), "the opening is valid");
    assert!(!check(&(left.to_curve() + E::G1::generator()).to_affine()), "another value is refused");
    transcript
}

/// `power G` for each power.
fn basis<E: Engine>(powers: &[E::Fr]) -> Vec<E::G1> {
    // Multiples of G by all bytes in each place.
    let places: Vec<Vec<E::G1>> = (0..32)
        .scan(E::G1::generator(), |base, _| {
            let start = *base;
            let multiples: Vec<_> = (0..256)
                .scan(E::G1::identity(), |sum, _| Some(std::mem::replace(sum, *sum + start)))
                .collect();
            *base = multiples[255] + start;
            Some(multiples)
        })
        .collect();
    let product = |power: &E::Fr| {
        let repr = power.to_repr();
        repr.as_ref().iter().zip(&places).map(|(byte, place)| place[usize::from(*byte)]).sum()
    };
    powers.iter().map(product).collect()
}

#[test]
fn bn254_round() {
    assert_eq!(round::<bn254::Bn254>(), round::<bn256::Bn256>());
}

#[test]
fn bls12_381_round() {
    assert_eq!(round::<bls12_381::Bls12_381>(), round::<bls12381::Bls12381>());
}
