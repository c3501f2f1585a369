//! Registers BLS signatures of Ethereum: keys in G1, signatures in G2, the suite with proofs of possession.

use crate::prepared::Prepared;
use crate::registry::{Contender, Input, Refusal};
use crate::rows;

/// A library of BLS signatures, with its own types. `None` stands for an error.
pub trait Bls: 'static {
    /// A key in the subgroup that is not infinity.
    type Key: Clone + 'static;
    /// A decoded signature. Whether it is in the subgroup is not known.
    type Signature: Clone + 'static;
    /// Many keys, of which sums are computed.
    type Table: 'static;
    /// The keys of a committee of which most members are present.
    type Committee: 'static;

    /// The key of a secret.
    fn public_key(secret: &[u8]) -> Option<Self::Key>;
    /// A signature, encoded.
    fn sign(secret: &[u8], message: &[u8]) -> Option<Vec<u8>>;
    /// Decodes and checks keys.
    fn keys(encodings: &[Vec<u8>]) -> Vec<Option<Self::Key>>;
    /// Decodes signatures.
    fn signatures(encodings: &[Vec<u8>]) -> Vec<Option<Self::Signature>>;
    /// The compressed key.
    fn encode_key(key: &Self::Key) -> Vec<u8>;
    /// The sum of encoded signatures, encoded.
    fn aggregate(encodings: &[Vec<u8>]) -> Option<Vec<u8>>;
    /// Whether a signature is valid. Checks that it is in the subgroup.
    fn verify(key: &Self::Key, message: &[u8], signature: &Self::Signature) -> bool;
    /// Whether one signature is that of all keys, and whether it is in the subgroup.
    fn fast_aggregate_verify(keys: &[Self::Key], message: &[u8], signature: &Self::Signature) -> bool;
    /// Whether one signature is that of each key for its message, and whether it is in the subgroup.
    fn aggregate_verify(members: &[(Self::Key, Vec<u8>)], signature: &Self::Signature) -> bool;
    /// Whether all sets are valid. Checks that the signatures are in the subgroup.
    fn verify_sets(sets: &[Set<Self>]) -> bool;
    /// The sets that are not valid.
    fn invalid(sets: &[Set<Self>]) -> Vec<usize>;
    /// A table of keys.
    fn table(keys: &[Self::Key]) -> Self::Table;
    /// The sum of all keys of a table.
    fn sum(table: &Self::Table) -> Option<Self::Key>;
    /// A committee.
    fn committee(keys: &[Self::Key]) -> Self::Committee;
    /// Whether a signature is that of the present members.
    fn verify_committee(
        committee: &Self::Committee,
        present: &[bool],
        message: &[u8],
        signature: &Self::Signature,
    ) -> bool;
}

/// A signature, its keys and its message.
pub struct Set<B: Bls + ?Sized> {
    /// The signature.
    pub signature: B::Signature,
    /// The keys.
    pub keys: Vec<B::Key>,
    /// The message.
    pub message: Vec<u8>,
}

impl<B: Bls> Clone for Set<B> {
    fn clone(&self) -> Self {
        Self { signature: self.signature.clone(), keys: self.keys.clone(), message: self.message.clone() }
    }
}

/// The paths of the functions that are measured.
pub struct Paths {
    /// Of [`Bls::sign`].
    pub sign: &'static str,
    /// Of [`Bls::verify`].
    pub verify: &'static str,
    /// Of [`Bls::verify_sets`].
    pub verify_sets: &'static str,
    /// Of [`Bls::invalid`].
    pub invalid: &'static str,
    /// Of [`Bls::keys`].
    pub keys: &'static str,
    /// Of [`Bls::sum`].
    pub sum: &'static str,
    /// Of [`Bls::verify_committee`].
    pub committee: &'static str,
}

/// The set that is wrong in `bls.deposits.8192.bad`.
const BAD: usize = 5000;

/// Registers a library.
pub fn register<B: Bls>(contender: &mut Contender, paths: &Paths) {
    contender.offer("bls.sign.single", paths.sign, |input| {
        let rows: Vec<(Vec<u8>, Vec<u8>)> = column(input, 0)?.into_iter().zip(column(input, 1)?).collect();
        Ok(rows::single(rows, Option::unwrap_or_default, |(secret, message)| B::sign(secret, message)))
    });
    contender.offer("bls.verify.single", paths.verify, |input| {
        let rows = sets::<B>(input)?.into_iter().zip(column(input, 2)?).collect();
        let verify = |(set, message): &(Set<B>, Vec<u8>)| B::verify(&set.keys[0], message, &set.signature);
        Ok(rows::single(rows, |valid| vec![u8::from(valid)], verify))
    });
    for name in ["sets.128", "same_message.128", "sets.1024.t1", "sets.1024.t2"] {
        contender.offer(format!("bls.{name}"), paths.verify_sets, |input| {
            let sets = sets::<B>(input)?;
            let mut wrong = sets.clone();
            let last = wrong.len() - 1;
            wrong[last].signature = sets[0].signature.clone();
            let result = [&sets, &wrong].map(|sets| vec![u8::from(B::verify_sets(sets))]);
            Ok(repeated(sets.len(), result, move || B::verify_sets(&sets)))
        });
    }
    deposits::<B>(contender, paths);
    contender.offer("bls.key_decode.batch1000", paths.keys, |input| {
        let encodings = keys::<B>(input)?.iter().map(B::encode_key).collect();
        let encode = |key: Option<B::Key>| key.map_or_else(Vec::new, |key| B::encode_key(&key));
        Ok(rows::batches(encodings, 1000, encode, |encodings: &[Vec<u8>]| B::keys(encodings)))
    });
    for name in ["key_sum.512", "key_sum.30000"] {
        contender.offer(format!("bls.{name}"), paths.sum, |input| {
            let keys = keys::<B>(input)?;
            let table = B::table(&keys);
            let result = B::sum(&table).map_or_else(Vec::new, |key| B::encode_key(&key));
            Ok(repeated(keys.len(), [result], move || B::sum(&table)))
        });
    }
    contender.offer("bls.sync_committee.512", paths.committee, |input| {
        let committee = B::committee(&keys::<B>(input)?);
        let message = column(input, 1)?.swap_remove(0);
        let present: Vec<bool> = column(input, 2)?.iter().map(|flag| flag[..] == [1]).collect();
        let signers = column(input, 0)?.into_iter().zip(&present).filter(|(_, present)| **present);
        let signatures: Option<Vec<_>> = signers.map(|(secret, _)| B::sign(&secret, &message)).collect();
        let signature = signatures.and_then(|signatures| B::aggregate(&signatures));
        let signature = signature.and_then(|signature| B::signatures(&[signature]).swap_remove(0));
        let signature = signature.ok_or_else(|| Refusal("the committee has no signature".to_owned()))?;
        let mut wrong = present.clone();
        wrong[0] = !wrong[0];
        let verify = move |present: &[bool]| B::verify_committee(&committee, present, &message, &signature);
        let result = [&present, &wrong].map(|present| vec![u8::from(verify(present))]);
        Ok(repeated(1, result, move || verify(&present)))
    });
    operations::<B>(contender);
}

/// Registers batches from encodings: all valid, and with a wrong one that is named.
fn deposits<B: Bls>(contender: &mut Contender, paths: &Paths) {
    /// Decodes all encodings; `None` if one is wrong.
    fn decode<B: Bls>(keys: &[Vec<u8>], signatures: &[Vec<u8>], messages: &[Vec<u8>]) -> Option<Vec<Set<B>>> {
        let keys = B::keys(keys).into_iter();
        let parts = keys.zip(B::signatures(signatures)).zip(messages);
        let set = |((key, signature), message): ((_, Option<B::Signature>), &Vec<u8>)| {
            Some(Set { signature: signature?, keys: vec![key?], message: message.clone() })
        };
        parts.map(set).collect()
    }
    for is_bad in [false, true] {
        let name = if is_bad { "bls.deposits.8192.bad" } else { "bls.deposits.8192" };
        contender.offer(name, if is_bad { paths.invalid } else { paths.verify_sets }, move |input| {
            let keys: Vec<Vec<u8>> = keys::<B>(input)?.iter().map(B::encode_key).collect();
            let messages = column(input, 1)?;
            let mut signatures = signed::<B>(input)?;
            if is_bad {
                signatures[BAD] = signatures[0].clone();
            }
            let items = keys.len();
            let run = move || match decode::<B>(&keys, &signatures, &messages) {
                None => Vec::new(),
                Some(sets) if is_bad => B::invalid(&sets),
                Some(sets) => vec![usize::from(B::verify_sets(&sets))],
            };
            let result: Vec<Vec<u8>> = run().into_iter().map(|number| number.to_string().into()).collect();
            Ok(repeated(items, result, run))
        });
    }
}

/// A workload that repeats one call.
fn repeated<R>(
    items: usize,
    result: impl IntoIterator<Item = Vec<u8>>,
    call: impl Fn() -> R + 'static,
) -> Prepared {
    Prepared::new(items, result, move |iterations| {
        for _ in 0..iterations {
            std::hint::black_box(call());
        }
    })
}

fn column(input: &Input, index: usize) -> Result<Vec<Vec<u8>>, Refusal> {
    Ok(input.column(index)?.rows().map(<[u8]>::to_vec).collect())
}

/// The keys of the secrets.
fn keys<B: Bls>(input: &Input) -> Result<Vec<B::Key>, Refusal> {
    input.decode(0, "a secret key", B::public_key)
}

/// The encoded signature of each message by its secret.
fn signed<B: Bls>(input: &Input) -> Result<Vec<Vec<u8>>, Refusal> {
    let rows = column(input, 0)?.into_iter().zip(column(input, 1)?).enumerate();
    rows.map(|(row, (secret, message))| {
        B::sign(&secret, &message).ok_or_else(|| Refusal::row(0, row, "a secret key"))
    })
    .collect()
}

/// A set for each row, of one key.
fn sets<B: Bls>(input: &Input) -> Result<Vec<Set<B>>, Refusal> {
    let signatures = B::signatures(&signed::<B>(input)?);
    let rows = signatures.into_iter().zip(keys::<B>(input)?).zip(column(input, 1)?).enumerate();
    rows.map(|(row, ((signature, key), message))| {
        let signature = signature.ok_or_else(|| Refusal::row(0, row, "a signature"))?;
        Ok(Set { signature, keys: vec![key], message })
    })
    .collect()
}

fn operations<B: Bls>(contender: &mut Contender) {
    contender.operations_of("bls.signed", |arguments| {
        let (rows, []) = arguments.as_chunks::<2>() else { return None };
        let (mut made, mut signatures) = (Vec::new(), Vec::new());
        for [secret, message] in rows {
            let signature = B::sign(&secret.0, &message.0)?;
            made.extend([B::encode_key(&B::public_key(&secret.0)?), signature.clone()]);
            signatures.push(signature);
        }
        made.push(B::aggregate(&signatures)?);
        Some(made.into_iter().map(crate::message::Bytes).collect())
    });
    contender.operation("bls.key", |arguments| {
        let [encoding] = arguments else { return None };
        Some(B::encode_key(&key::<B>(&encoding.0)?))
    });
    contender.operation("bls.verify", |arguments| {
        let [encoding, message, signature] = arguments else { return None };
        let (key, signature) = (key::<B>(&encoding.0)?, signature_of::<B>(&signature.0)?);
        let alone = B::verify(&key, &message.0, &signature);
        let set = Set::<B> { signature, keys: vec![key], message: message.0.clone() };
        assert_eq!(B::verify_sets(&[set]), alone, "a set of one key, and the key alone");
        Some(vec![u8::from(alone)])
    });
    contender.operation("bls.fast_aggregate_verify", |arguments| {
        let [message, signature, encodings @ ..] = arguments else { return None };
        let keys: Vec<B::Key> =
            encodings.iter().map(|encoding| key::<B>(&encoding.0)).collect::<Option<_>>()?;
        let signature = signature_of::<B>(&signature.0)?;
        Some(vec![u8::from(B::fast_aggregate_verify(&keys, &message.0, &signature))])
    });
    contender.operation("bls.aggregate_verify", |arguments| {
        let [signature, rest @ ..] = arguments else { return None };
        let (pairs, []) = rest.as_chunks::<2>() else { return None };
        let member = |[encoding, message]: &[crate::message::Bytes; 2]| {
            Some((key::<B>(&encoding.0)?, message.0.clone()))
        };
        let members: Vec<_> = pairs.iter().map(member).collect::<Option<_>>()?;
        Some(vec![u8::from(B::aggregate_verify(&members, &signature_of::<B>(&signature.0)?))])
    });
    contender.operation("bls.sets", |arguments| {
        let (triples, []) = arguments.as_chunks::<3>() else { return None };
        let set = |[encoding, message, signature]: &[crate::message::Bytes; 3]| {
            let (key, signature) = (key::<B>(&encoding.0)?, signature_of::<B>(&signature.0)?);
            Some(Set::<B> { signature, keys: vec![key], message: message.0.clone() })
        };
        let sets: Vec<Set<B>> = triples.iter().map(set).collect::<Option<_>>()?;
        let invalid = B::invalid(&sets);
        assert_eq!(
            B::verify_sets(&sets),
            invalid.is_empty() && !sets.is_empty(),
            "the verdict, and the names of the wrong sets"
        );
        #[allow(clippy::cast_possible_truncation, reason = "a case has fewer than 256 sets")]
        Some(invalid.into_iter().map(|index| index as u8).collect::<Vec<u8>>())
    });
}

fn key<B: Bls>(encoding: &[u8]) -> Option<B::Key> {
    B::keys(&[encoding.to_vec()]).swap_remove(0)
}

fn signature_of<B: Bls>(encoding: &[u8]) -> Option<B::Signature> {
    B::signatures(&[encoding.to_vec()]).swap_remove(0)
}
