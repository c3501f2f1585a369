//! Digests of the bases, and commitments that depend on every point of a basis or setup.

use vorpal_curves::Group;
use vorpal_fields::primes::Bls12_381Scalar;
use vorpal_ipa::{Basis, Committer, Profile, Scalar, WIDTH};
use vorpal_kzg::{BYTES_PER_BLOB, SCALARS_PER_BLOB, Setup};
use vorpal_tree::{Address, BasicData, KeyHasher, Position, Tree};

use super::contracts::bytes;
use super::{Outcome, Report, holds, same, unexpected};

pub(super) fn check(report: &mut Report) {
    let basis = Basis::default();
    // The digest of go-ipa and rust-verkle.
    report.check("digest of the basis", || {
        let published = bytes("1fcaea10bf24f750200e06fa473c76ff0468007291fa548e2d99f09ba9256fdb");
        same("the digest", basis.digest().to_vec(), published)
    });
    let committer = Committer::with_profile(&basis, Profile::Small);
    report.check("tables of the basis", || basis_tables(&committer));
    report.check("state root", || state_root(&committer));
    report.check("commitments to blobs", blobs);
}

/// The commitment to `-1, -2, .., -256`: `commit_root_test` of crate-crypto/rust-verkle.
fn basis_tables(committer: &Committer) -> Outcome {
    let values: Vec<Scalar> = (1..=WIDTH as u64).map(|i| -Scalar::from(i)).collect();
    let found = committer.try_commit(&values).map_err(unexpected)?;
    let published = bytes("4aa25f88fc65a75a1a490f2579164ef2a2383256fe5742767f3fa72ac7e57344");
    same("the commitment", found.encode().to_vec(), published)?;
    // Each table, with digits of all windows.
    let scalar = -Scalar::from(7).square();
    let basis = Basis::default();
    for (index, generator) in (0..=255).zip(basis.generators()) {
        let expected = vorpal_curves::bandersnatch::Banderwagon::from_affine(generator).mul_vartime(&scalar);
        holds(&format!("the table of generator {index}"), committer.mul_index(index, &scalar) == expected)?;
    }
    Ok(())
}

/// The root of two accounts, those of the first transaction of Ethereum's mainnet before block 46147; computed with
/// go-verkle.
fn state_root(committer: &Committer) -> Outcome {
    let no_code = bytes("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
    let no_code: [u8; 32] = no_code.try_into().map_err(|_| "32 bytes")?;
    let hasher = KeyHasher::new(committer);
    let mut tree = Tree::in_memory();
    for (address, balance) in [
        ("a1e4380a3b1f749673e270229993ee55f35663b4", 0x6c_6b93_5b8b_bd40_0000),
        ("e6a7a1d47ff21b6321162aea7c6cb457d5476bca", 0xf3_4267_85a8_ab46_6000),
    ] {
        let address: [u8; 20] = bytes(address).try_into().map_err(|_| "20 bytes")?;
        let address = Address::from(address);
        let keys = hasher.keys(&[(address, Position::BASIC_DATA), (address, Position::CODE_HASH)]);
        let values = [BasicData::new(0, balance).to_value(), no_code];
        tree.update(keys.into_iter().zip(values)).map_err(unexpected)?;
    }
    let root = tree.commit(committer).map_err(unexpected)?;
    let published = bytes("41f88ca07ab2b65dd5a709aa328463df0601f1139720274f4e63ad311b9252a3");
    same("the root", root.to_vec(), published)
}

/// Blobs of `b^256, b^257, ..`: `blob_to_kzg_commitment_case_valid_blob_2`, `_3` and `_4` of ethereum/c-kzg-4844. Their
/// commitments depend on all 4096 points of the setup.
fn blobs() -> Outcome {
    let setup = Setup::ethereum();
    for (base, published) in [
        (
            2u64,
            "a421e229565952cfff4ef3517100a97da1d4fe57956fa50a442f92af03b1bf37adacc8ad4ed209b31287ea5bb94d9d06",
        ),
        (
            3,
            "b49d88afcd7f6c61a8ea69eff5f609d2432b47e7e4cd50b02cdddb4e0c1460517e8df02e4e64dc55e3d8ca192d57193a",
        ),
        (
            5,
            "8f59a8d2a1a625a17f3fea0fe5eb8c896db3764f3185481bc22f91b4aaffcca25f26936857bc3a7c2539ea8ec3a952b7",
        ),
    ] {
        let base = Bls12_381Scalar::from(base);
        let mut value = base;
        (0..8).for_each(|_| value = value.square());
        let mut blob = Vec::with_capacity(BYTES_PER_BLOB);
        for _ in 0..SCALARS_PER_BLOB {
            blob.extend_from_slice(&value.to_be_bytes());
            value *= base;
        }
        let commitment = setup.blob_to_kzg_commitment(&blob).map_err(unexpected)?;
        same("the commitment", commitment.to_vec(), bytes(published))?;
        let proof = setup.compute_blob_kzg_proof(&blob, &commitment).map_err(unexpected)?;
        let verdict = setup.verify_blob_kzg_proof(&blob, &commitment, &proof).map_err(unexpected)?;
        holds("a right proof is refused", verdict)?;
        blob[31] ^= 1;
        let verdict = setup.verify_blob_kzg_proof(&blob, &commitment, &proof).map_err(unexpected)?;
        holds("a wrong proof is accepted", !verdict)?;
    }
    Ok(())
}
