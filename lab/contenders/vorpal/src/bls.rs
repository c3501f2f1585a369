//! BLS signatures, by the functions of `vorpal::bls`.

use contender::bls::{Bls, Paths, Set};
use vorpal::bls::{
    CheckedSignature, Committee, KeyTable, MinPk, PublicKey, SecretKey, Signature, SignatureSet, Suite,
    Verdict,
};

struct Vorpal;

fn suite() -> Suite<MinPk> {
    Suite::possession()
}

fn verdict(sets: &[Set<Vorpal>]) -> Verdict {
    let sets: Vec<SignatureSet<'_, MinPk>> = sets
        .iter()
        .map(|set| SignatureSet { signature: set.signature, keys: &set.keys, message: &set.message })
        .collect();
    suite().verify_sets(&sets)
}

/// A table and the indices of all its keys.
struct Table(KeyTable<MinPk>, Vec<u32>);

impl Bls for Vorpal {
    type Key = PublicKey<MinPk>;
    type Signature = Signature<MinPk>;
    type Table = Table;
    type Committee = Committee<MinPk>;

    fn public_key(secret: &[u8]) -> Option<PublicKey<MinPk>> {
        Some(SecretKey::try_from(secret).ok()?.public_key())
    }

    fn sign(secret: &[u8], message: &[u8]) -> Option<Vec<u8>> {
        Some(SecretKey::try_from(secret).ok()?.sign(&suite(), message).to_bytes().to_vec())
    }

    fn keys(encodings: &[Vec<u8>]) -> Vec<Option<PublicKey<MinPk>>> {
        PublicKey::decode_batch(encodings).into_iter().map(Result::ok).collect()
    }

    fn signatures(encodings: &[Vec<u8>]) -> Vec<Option<Signature<MinPk>>> {
        Signature::decode_batch(encodings).into_iter().map(Result::ok).collect()
    }

    fn encode_key(key: &PublicKey<MinPk>) -> Vec<u8> {
        key.to_bytes().to_vec()
    }

    fn aggregate(encodings: &[Vec<u8>]) -> Option<Vec<u8>> {
        let signatures = encodings.iter().map(|bytes| CheckedSignature::<MinPk>::decode(bytes).ok());
        let signatures: Vec<_> = signatures.collect::<Option<_>>()?;
        Some(CheckedSignature::aggregate(&signatures).ok()?.to_bytes().to_vec())
    }

    fn verify(key: &PublicKey<MinPk>, message: &[u8], signature: &Signature<MinPk>) -> bool {
        suite().verify(key, message, signature)
    }

    fn fast_aggregate_verify(
        keys: &[PublicKey<MinPk>],
        message: &[u8],
        signature: &Signature<MinPk>,
    ) -> bool {
        suite().fast_aggregate_verify(keys, message, signature)
    }

    fn aggregate_verify(members: &[(PublicKey<MinPk>, Vec<u8>)], signature: &Signature<MinPk>) -> bool {
        suite().aggregate_verify(members, signature)
    }

    fn verify_sets(sets: &[Set<Self>]) -> bool {
        verdict(sets).is_valid()
    }

    fn invalid(sets: &[Set<Self>]) -> Vec<usize> {
        verdict(sets).invalid().to_vec()
    }

    fn table(keys: &[PublicKey<MinPk>]) -> Table {
        let table = KeyTable::new();
        let indices = table.append(keys).expect("fewer keys than indices");
        Table(table, indices.collect())
    }

    fn sum(Table(table, indices): &Table) -> Option<PublicKey<MinPk>> {
        table.sum(indices).ok()
    }

    fn committee(keys: &[PublicKey<MinPk>]) -> Committee<MinPk> {
        Committee::new(keys)
    }

    fn verify_committee(
        committee: &Committee<MinPk>,
        present: &[bool],
        message: &[u8],
        signature: &Signature<MinPk>,
    ) -> bool {
        committee.verify(&suite(), present, message, signature)
    }
}

pub(crate) fn register(contender: &mut contender::Contender) {
    let paths = Paths {
        sign: "SecretKey::sign (constant time)",
        verify: "Suite::verify",
        verify_sets: "Suite::verify_sets",
        invalid: "Suite::verify_sets (names the wrong ones)",
        keys: "PublicKey::decode_batch",
        sum: "KeyTable::sum",
        committee: "Committee::verify",
    };
    contender::bls::register::<Vorpal>(contender, &paths);
}
