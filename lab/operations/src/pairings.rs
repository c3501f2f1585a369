//! Counted operations on pairing-friendly curves: products of pairings, G2, the target group, hashing to G2.

use sha2::Sha256;
use vorpal::curves::bls12_381::g2::{Bls12_381G2, Jacobian};
use vorpal::curves::hashing::{Hasher, Xmd};
use vorpal::curves::models::weierstrass::{self, WeierstrassCurve};
use vorpal::pairing::bls12_377::Bls12_377;
use vorpal::pairing::bls12_381::Bls12_381;
use vorpal::pairing::bn254::Bn254;
use vorpal::pairing::{
    Engine, Gt, Pair, PreparedG2, miller_loop_vartime, multi_pairing_prepared_vartime, multi_pairing_vartime,
};

use crate::Operation;
use crate::list::elements;

/// The tag of Ethereum's signatures.
const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

pub(crate) fn all(operation: &mut Operation) {
    pairing::<Bls12_381, 6>(operation, "bls12_381");
    pairing::<Bls12_377, 6>(operation, "bls12_377");
    pairing::<Bn254, 4>(operation, "bn254");
    second_group(operation);
    hashing(operation);
}

/// Distinct multiples of the generator without a pattern.
pub(crate) fn multiples<C: WeierstrassCurve>(count: usize) -> Vec<weierstrass::Affine<C>> {
    let step = weierstrass::Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[0x9d; 4]).to_affine();
    let next = |point: &weierstrass::Jacobian<C>| Some(point.add_affine_vartime(&step));
    let first = weierstrass::Jacobian::from_affine(&step).double();
    let points: Vec<_> = std::iter::successors(Some(first), next).take(count).collect();
    weierstrass::Jacobian::normalise_batch(&points)
}

fn pairing<E: Engine<N>, const N: usize>(operation: &mut Operation, name: &str) {
    let pairs: Vec<Pair<E, N>> = multiples::<E::G1>(8).into_iter().zip(multiples::<E::G2>(8)).collect();
    for count in [1, 2, 4, 8] {
        let pairs = &pairs[..count];
        operation.of(&format!("pairing.{name}.{count}"), 1, || multi_pairing_vartime::<E, N>(pairs));
    }
    let value = miller_loop_vartime::<E, N>(&pairs[..1]);
    operation.of(&format!("pairing.{name}.final_exponentiation"), 1, || {
        Gt::<E, N>::of_miller_loop_vartime(&value)
    });
    let prepare = |(p, q): &Pair<E, N>| (*p, PreparedG2::<E, N>::new(q).expect("a point of G2"));
    let prepared: Vec<_> = pairs[..2].iter().map(prepare).collect();
    let prepared: Vec<_> = prepared.iter().map(|(p, q)| (*p, q)).collect();
    operation.of(&format!("pairing.{name}.prepared2"), 1, || multi_pairing_prepared_vartime(&prepared));
    let value = Gt::<E, N>::of_miller_loop_vartime(&value);
    let scalar: E::Scalar = elements(1)[0];
    operation.of(&format!("gt.{name}.power"), 1, || value.pow_vartime(&scalar));
}

fn second_group(operation: &mut Operation) {
    let points = multiples::<Bls12_381G2>(8);
    let (point, affine) = (Jacobian::from_affine(&points[0]), &points[1]);
    operation.of("bls12_381_g2.double", 100, || (0..100).fold(point, |point, _| point.double()));
    operation
        .of("bls12_381_g2.add_affine", 100, || (0..100).fold(point, |sum, _| sum.add_affine_vartime(affine)));
    operation
        .of("bls12_381_g2.is_member", 8, || points.iter().all(weierstrass::Affine::is_in_subgroup_vartime));
}

fn hashing(operation: &mut Operation) {
    let hasher = Hasher::<Bls12_381G2, Xmd<Sha256>>::new(TAG).expect("a tag that is not empty");
    let messages: Vec<[u8; 32]> = (0..64).map(|i| [i; 32]).collect();
    // To affine coordinates, as in the workload of the same name.
    operation.of("hash_to_curve.bls12_381_g2.single", 8, || {
        messages[..8].iter().map(|m| hasher.hash_to_curve_vartime(m).to_affine_vartime()).collect::<Vec<_>>()
    });
    operation.of("hash_to_curve.bls12_381_g2.batch64", 64, || hasher.hash_to_curve_batch_vartime(&messages));
}
