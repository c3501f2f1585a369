//! The list of counted operations.

use vorpal::curves::bandersnatch::Banderwagon;
use vorpal::curves::bandersnatch::encoding::BANDERWAGON;
use vorpal::curves::bls12_377::Bls12_377G1;
use vorpal::curves::bls12_381::g2::Bls12_381G2;
use vorpal::curves::bn254::Bn254G1;
use vorpal::curves::models::weierstrass::{self, Subgroup, WeierstrassCurve};
use vorpal::curves::{Group, PointFormat};
use vorpal::fields::primes::{
    BandersnatchScalar, Bls12_377BaseModulus, Bls12_381ScalarModulus, Bn254BaseModulus, Bn254ScalarModulus,
    Secp256k1BaseModulus, Secp256k1ScalarModulus,
};
use vorpal::fields::{Chain, Fe, Modulus, PrimeField, batch_invert};
use vorpal::ipa::{Basis, Claim, Commitment, Committer, Query, Scalar, Vector};
use vorpal::msm::{Algorithm, Msm, MsmScalar, group_msm_vartime};
use vorpal::tree::{Address, Key, KeyHasher, Position, Tree, WitnessVersion};

use crate::Operation;

pub(crate) fn all(operation: &mut Operation) {
    cheap::<Bn254BaseModulus, 4>(operation, "bn254_base");
    field::<Bn254ScalarModulus, 4>(operation, "bn254_scalar");
    field::<Bls12_381ScalarModulus, 4>(operation, "bls12_381_scalar");
    field::<Secp256k1BaseModulus, 4>(operation, "secp256k1_base");
    field::<Secp256k1ScalarModulus, 4>(operation, "secp256k1_scalar");
    field::<Bls12_377BaseModulus, 6>(operation, "bls12_377_base");
    banderwagon(operation);
    crate::signatures::all(operation);
    crate::p256::all(operation);
    sums::<Bls12_377G1>(operation, "bls12_377_g1", &[(10, 8), (12, 10)]);
    sums::<Bn254G1>(operation, "bn254_g1", &[(10, 8)]);
    sums::<Bls12_381G2>(operation, "bls12_381_g2", &[(12, 8)]);
    crate::pairings::all(operation);
    crate::contracts::all(operation);
    let committer = Committer::new(&Basis::default());
    commitments(operation, &committer);
    multiproofs(operation, &committer);
    tree(operation, &committer);
}

/// Elements without a pattern: powers of an element of large order.
pub(crate) fn elements<F: PrimeField>(count: usize) -> Vec<F> {
    let factor = F::from_le_bytes_reduced(&[0x9d; 64]);
    std::iter::successors(Some(factor), |element| Some(*element * factor + F::ONE)).take(count).collect()
}

/// Dependent chains of products, squares and sums.
fn cheap<M: Modulus<N>, const N: usize>(operation: &mut Operation, name: &str) {
    type F<M, const N: usize> = Fe<M, N>;
    let a: Vec<F<M, N>> = elements(1000);
    operation
        .of(&format!("field.mul.{name}"), 1000, || a.iter().fold(F::<M, N>::ONE, |product, a| product * *a));
    operation.of(&format!("field.square.{name}"), 1000, || a.iter().fold(a[0], |power, _| power.square()));
    operation.of(&format!("field.add.{name}"), 1000, || a.iter().fold(F::<M, N>::ZERO, |sum, a| sum + *a));
}

fn field<M: Modulus<N>, const N: usize>(operation: &mut Operation, name: &str) {
    type F<M, const N: usize> = Fe<M, N>;
    cheap::<M, N>(operation, name);
    let a: Vec<F<M, N>> = elements(1000);
    operation.of(&format!("field.product.{name}"), 1000, || {
        a.iter().fold(Chain::from(F::<M, N>::ONE), |product, a| product * *a).reduce()
    });
    let mut products = a.clone();
    operation.of(&format!("field.mul_batch1000.{name}"), 1000, || F::mul_batch(&mut products, &a, &a));
    operation.of(&format!("field.inner_product1000.{name}"), 1000, || F::inner_product(&a, &a));
    operation.of(&format!("field.mul_u64.{name}"), 1000, || {
        a.iter().fold(F::<M, N>::ONE, |product, _| product.mul_u64(0x9d9d_9d9d_9d9d_9d9d))
    });
    operation.of(&format!("field.invert.{name}"), 8, || {
        a[..8].iter().map(|a| a.invert().unwrap_or(F::<M, N>::ZERO)).sum::<F<M, N>>()
    });
    operation.of(&format!("field.invert_vartime.{name}"), 64, || {
        a[..64].iter().filter_map(F::<M, N>::invert_vartime).sum::<F<M, N>>()
    });
    operation.of(&format!("field.legendre.{name}"), 8, || {
        a[..8].iter().map(|a| i32::from(a.legendre())).sum::<i32>()
    });
    operation.of(&format!("field.legendre_vartime.{name}"), 64, || {
        a[..64].iter().map(|a| i32::from(a.legendre_vartime())).sum::<i32>()
    });
    // Any elements, as in the workload with the same name; some of them have no root.
    operation.of(&format!("sqrt.single.{name}"), 64, || {
        a[..64].iter().filter_map(F::<M, N>::sqrt_vartime).sum::<F<M, N>>()
    });
    let mut roots = vec![None; 64];
    operation.of(&format!("sqrt.batch64.{name}"), 64, || F::<M, N>::sqrt_batch_vartime(&a[..64], &mut roots));
    let mut values = a.clone();
    operation.of(&format!("field.batch_invert1000.{name}"), 1000, || batch_invert(&mut values));
}

fn banderwagon(operation: &mut Operation) {
    let scalars: Vec<BandersnatchScalar> = elements(1024);
    let points: Vec<Banderwagon> = scalars
        .iter()
        .scan(Banderwagon::generator(), |point, _| {
            *point = point.double();
            Some(*point)
        })
        .collect();
    let affine = Banderwagon::normalise_batch(&points);
    operation
        .of("banderwagon.add", 1000, || points[..1000].iter().fold(points[7], |sum, point| sum + *point));
    operation.of("banderwagon.add_affine", 1000, || {
        affine[..1000].iter().fold(points[7], |sum, point| sum.add_affine_vartime(point))
    });
    operation.of("banderwagon.double", 1000, || (0..1000).fold(points[7], |point, _| point.double()));
    operation.of("banderwagon.multiply", 1, || points[7].mul_vartime(&scalars[0]));
    operation.of("banderwagon.encode", 1, || points[7].encode());
    operation.of("banderwagon.map_to_scalar_field_batch", 1000, || {
        Banderwagon::map_to_scalar_field_batch(&points[..1000])
    });
    let encodings: Vec<[u8; 32]> = points[..16].iter().map(Banderwagon::encode).collect();
    operation.of("banderwagon.decode", 16, || {
        encodings.iter().map(|bytes| Banderwagon::decode(bytes).is_ok()).collect::<Vec<_>>()
    });
    operation.of("banderwagon.decode_batch16", 16, || BANDERWAGON.decode_batch(&encodings));
    operation.of("msm.banderwagon.2^10", 1, || group_msm_vartime::<Banderwagon>(&affine, &scalars));
}

/// Sums of `2^size` points with a fixed width of windows. The default choice of algorithm and width depends on the
/// processor, so counts would depend on it too.
fn sums<C>(operation: &mut Operation, name: &str, sizes: &[(usize, usize)])
where
    C: WeierstrassCurve<Scalar: MsmScalar<C>>,
{
    type Jacobian<C> = weierstrass::Jacobian<C>;
    let step = Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[0x9d; 4]).to_affine();
    let number = sizes.iter().map(|(size, _)| 1 << size).max().unwrap_or(0);
    let points: Vec<Jacobian<C>> =
        std::iter::successors(Some(Jacobian::<C>::GENERATOR), |point| Some(point.add_affine_vartime(&step)))
            .take(number)
            .collect();
    let points = Jacobian::normalise_batch(&points);
    let scalars: Vec<C::Scalar> = elements(number);
    for (size, width) in sizes {
        let msm = Msm::new().algorithm(Algorithm::Affine).endomorphism(true).width(*width);
        let (points, scalars) = (Subgroup::unchecked(&points[..1 << size]), &scalars[..1 << size]);
        operation.of(&format!("msm.{name}.2^{size}"), 1, || msm.msm_vartime(&points, scalars));
    }
}

fn commitments(operation: &mut Operation, committer: &Committer) {
    let values: Vec<Scalar> = elements(256);
    operation.of("commit.full256", 1, || committer.try_commit(&values));
    operation.of("commit.first5", 1, || committer.try_commit(&values[..5]));
    operation.of("commit.one", 1, || committer.commit_sparse([(200, values[0])]));
    let rows: Vec<Vec<(u8, Scalar)>> =
        values.chunks(4).map(|row| (0..).zip(row.iter().copied()).collect()).collect();
    operation.of("commit.first4.batch64", 64, || committer.commit_batch(&rows));
    let half = Scalar::from_le_bytes_reduced(&[0x77; 16]);
    operation.of("commit.half_scalar", 1, || committer.commit_sparse([(200, half)]));
}

/// Openings of 20 vectors at distinct positions. A proof of the tree opens most vectors several times as well.
fn multiproofs(operation: &mut Operation, committer: &Committer) {
    let values: Vec<Scalar> = elements(20 * 256);
    let vectors: Vec<Vector<'_>> = values
        .chunks(256)
        .map(|values| Vector {
            commitment: committer.try_commit(values).expect("there are 256 values"),
            values,
        })
        .collect();
    let queries: Vec<Query> =
        (0..100u8).map(|i| Query { vector: usize::from(i) % 20, point: i.wrapping_mul(77) }).collect();
    let prove = || committer.prove(b"vt", &vectors, &queries).expect("all vectors are there");
    operation.of("multiproof.create", 1, prove);
    let proof = prove();
    let commitments: Vec<Commitment> = vectors.iter().map(|vector| vector.commitment).collect();
    let claims: Vec<Claim> = queries
        .iter()
        .map(|query| Claim {
            commitment: query.vector,
            point: query.point,
            value: vectors[query.vector].values[usize::from(query.point)],
        })
        .collect();
    assert_eq!(committer.verify(b"vt", &commitments, &claims, &proof), Ok(true));
    operation.of("multiproof.verify", 1, || committer.verify(b"vt", &commitments, &claims, &proof));
}

/// A thousand keys of two hundred accounts, then one more value.
fn tree(operation: &mut Operation, committer: &Committer) {
    let positions: Vec<(Address, Position)> = (0..200u8)
        .flat_map(|account| {
            let storage = |slot: u8| Position::storage(&[slot; 32]);
            let positions = [Position::BASIC_DATA, Position::CODE_HASH, storage(0), storage(1), storage(2)];
            positions.map(|position| (Address::from([account; 20]), position))
        })
        .collect();
    operation.of("tree.keys", 1000, || KeyHasher::new(committer).keys(&positions));
    let keys: Vec<Key> = KeyHasher::new(committer).keys(&positions);
    let insert = || {
        let mut tree = Tree::in_memory();
        tree.update(keys.iter().map(|key| (*key, [0x3c; 32]))).expect("the store is memory");
        tree.commit(committer).expect("the store is memory");
        tree
    };
    operation.of("tree.insert", 1000, insert);
    let grown = insert();
    operation.of("tree.update_200", 200, || {
        let mut tree = grown.clone();
        tree.update(keys.iter().step_by(5).map(|key| (*key, [0xc3; 32]))).expect("the store is memory");
        tree.commit(committer).expect("the store is memory")
    });
    operation.of("tree.remove_200", 200, || {
        let mut tree = grown.clone();
        tree.remove(keys.iter().step_by(5).copied()).expect("the store is memory");
        tree.commit(committer).expect("the store is memory")
    });
    let plain = WitnessVersion::Plain;
    let wanted = || keys.iter().step_by(10).copied();
    let prove = || grown.prove_with(committer, wanted(), plain).expect("the store is memory");
    operation.of("witness.create_100", 1, prove);
    let (witness, root) = (prove(), grown.root().expect("the store is memory"));
    assert!(witness.verify_with(committer, &root, plain).is_ok());
    operation.of("witness.verify_100", 1, || witness.verify_with(committer, &root, plain).map(drop));
    operation.of("tree.update_one", 1, || {
        let mut tree = grown.clone();
        tree.update([(keys[500], [0xc3; 32])]).expect("the store is memory");
        tree.commit(committer).expect("the store is memory")
    });
}
