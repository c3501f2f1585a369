//! The workloads of the README's picture, but for the proof of Groth16, which is code of arkworks. The names are those
//! of `lab compare`, which times other libraries too. Programs use one thread, or as many as `RAYON_NUM_THREADS`.

use divan::Bencher;
use divan::counter::ItemsCount;
use vorpal::curves::models::weierstrass::Subgroup;
use vorpal::curves::{bls12_381, bn254};
use vorpal::fields::{Fe, Modulus};
use vorpal::ipa::{Basis, Claim, Committer, Query, Scalar, Vector, WIDTH};
use vorpal::msm::msm_vartime;
use vorpal::secp256k1::{SecretKey, recover_batch};

fn main() {
    let threads = std::env::var("RAYON_NUM_THREADS").map_or(1, |_| 0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).use_current_thread();
    pool.build_global().expect("the first pool of the process");
    divan::main();
}

/// `1, 1/3, 1/9, ...`: numbers whose digits look like random ones.
fn powers<M: Modulus<N>, const N: usize>(count: usize) -> Vec<Fe<M, N>> {
    let ratio = Fe::from(3).invert().expect("3 is not zero");
    std::iter::successors(Some(Fe::ONE), |power| Some(*power * ratio)).take(count).collect()
}

#[divan::bench(name = "msm.bls12_381_g1.2^10.t1")]
fn sum_on_bls12_381(bencher: Bencher<'_, '_>) {
    let scalars = powers(1 << 10);
    let multiples: Vec<_> = scalars.iter().map(|scalar| bls12_381::Jacobian::GENERATOR * scalar).collect();
    let points = bls12_381::Jacobian::normalise_batch(&multiples);
    let points = Subgroup::new(points).expect("multiples of the generator");
    bencher.counter(ItemsCount::new(scalars.len())).bench_local(|| msm_vartime(&points, &scalars));
}

#[divan::bench(name = "msm.bn254_g1.2^16.t1")]
fn sum_on_bn254(bencher: Bencher<'_, '_>) {
    let scalars = powers(1 << 16);
    let multiples: Vec<_> = scalars.iter().map(|scalar| bn254::Jacobian::GENERATOR * scalar).collect();
    let points = bn254::Jacobian::normalise_batch(&multiples);
    let points = Subgroup::new(points).expect("multiples of the generator");
    bencher.counter(ItemsCount::new(scalars.len())).bench_local(|| msm_vartime(&points, &scalars));
}

/// The key and the hash of signature `i`.
fn signing(i: u16) -> (SecretKey, [u8; 32]) {
    let [high, low] = i.to_be_bytes();
    let bytes = std::array::from_fn(|at| if at % 2 == 0 { high ^ 0x5c } else { low ^ 0x36 });
    (SecretKey::from_be_bytes(&bytes).expect("neither zero nor above the order"), bytes.map(|byte| !byte))
}

#[divan::bench(name = "secp256k1.recover.block1000")]
fn recover_senders(bencher: Bencher<'_, '_>) {
    let signed = (0..1000).map(signing).map(|(key, hash)| key.sign(&hash).to_recovery(&hash));
    let signed: Vec<_> = signed.collect();
    bencher.counter(ItemsCount::new(signed.len())).bench_local(|| recover_batch(&signed));
}

#[divan::bench(name = "secp256k1.verify.single")]
fn verify_signature(bencher: Bencher<'_, '_>) {
    let (secret, hash) = signing(7);
    let (key, signature) = (secret.public_key(), secret.sign(&hash).signature());
    bencher.bench_local(|| assert!(key.verify(&hash, &signature)));
}

#[divan::bench(name = "pairing.bls12_381.1")]
fn pairing(bencher: Bencher<'_, '_>) {
    let (p, q) = (bls12_381::Affine::GENERATOR, bls12_381::g2::Affine::GENERATOR);
    bencher.bench_local(|| vorpal::pairing::bls12_381::pairing(divan::black_box(&p), &q));
}

#[divan::bench(name = "commit.one")]
fn commit(bencher: Bencher<'_, '_>) {
    let committer = Committer::new(&Basis::default());
    let value = powers(WIDTH)[WIDTH - 1];
    bencher.bench_local(|| committer.commit_sparse([(divan::black_box(77), value)]));
}

#[divan::bench(name = "multiproof.verify.100")]
fn verify_multiproof(bencher: Bencher<'_, '_>) {
    let committer = Committer::new(&Basis::default());
    let values: Vec<Scalar> = powers(100 + WIDTH);
    let rows: Vec<&[Scalar]> = (0..100).map(|i| &values[i..][..WIDTH]).collect();
    let commit = |row: &&[Scalar]| committer.try_commit(row).expect("256 values");
    let commitments: Vec<_> = rows.iter().map(commit).collect();
    let vectors = rows.iter().zip(&commitments);
    let vectors: Vec<_> =
        vectors.map(|(values, commitment)| Vector { commitment: *commitment, values }).collect();
    let queries: Vec<_> = (0..100).map(|i| Query { vector: usize::from(i), point: 2 * i }).collect();
    let proof = committer.prove(b"vt", &vectors, &queries).expect("queries of the vectors");
    let claim = |query: &Query| Claim {
        commitment: query.vector,
        point: query.point,
        value: rows[query.vector][usize::from(query.point)],
    };
    let claims: Vec<_> = queries.iter().map(claim).collect();
    bencher.bench_local(|| {
        assert_eq!(committer.verify(b"vt", &commitments, &claims, &proof), Ok(true));
    });
}
