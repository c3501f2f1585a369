//! A test by attack: a forgery of batches whose weights do not depend on every entry at its index.
//!
//! Let `a(index)` be weights that an attacker knows and that do not change when fillers, which are entries whose `r`
//! has no point, are inserted between other entries. Let `P` be a key with unknown secret (the point of BIP 341). The
//! attacker uses two messages with `R = G` and `s = 1`. Neither signature is valid, as `s G - R - e_m P = -e_m P`. The
//! sum of a batch with many copies of both is `-(A_1 e_1 + A_2 e_2) P`, where `A_m` is the sum of the weights of all
//! copies of message `m`. It is zero if `(A_1, A_2)` is a point of the lattice `x e_1 + y e_2 = 0 mod n`.
//!
//! 1. Each copy has one of two adjacent indices, and a filler has the other. So `A_m` is a constant plus the sum of any
//!    subset of 4096 differences of weights.
//! 2. The lattice has a point at a distance of about `2^128` from the mean of all `(A_1, A_2)`, whose deviation is
//!    `2^132`.
//! 3. A generalised-birthday search (D. Wagner, "A generalized birthday problem", 2002) finds `A_1` and `A_2` at this
//!    point: 256 lists of the sums of 16 differences, merged in pairs eight times, 16 bits at a time
//!    ([`vorpal_oracle::birthday`]).

use std::vec::Vec;

use num_bigint::{BigInt, BigUint, Sign};
use sha2::{Digest, Sha256};
use vorpal_msm::Weights;
use vorpal_oracle::birthday::search;

use super::{Entry, PROTOCOL, SchnorrVerification, bytes, entries, verify_schnorr_batch, verify_with};
use crate::{SchnorrSignature, SecretKey, XOnlyPublicKey};

/// The number of copies of each message.
const COPIES: usize = 4096;

/// The data of the attacker: two forged signatures, and a filler.
struct Forger {
    forged: [SchnorrVerification<'static>; 2],
    filler: SchnorrVerification<'static>,
    /// The hash `e` of each forged signature.
    hashes: [BigInt; 2],
    order: BigInt,
}

impl Forger {
    fn new() -> Self {
        let hex = |digits: &str| -> [u8; 32] {
            core::array::from_fn(|i| u8::from_str_radix(&digits[2 * i..][..2], 16).unwrap())
        };
        // The x of this key is the SHA-256 hash of the encoding of the generator.
        let key = hex("50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0");
        let key = XOnlyPublicKey::from_be_bytes(&key).unwrap();
        let mut one = [0; 32];
        one[31] = 1;
        let generator = SecretKey::from_be_bytes(&one).unwrap().x_only_public_key().to_be_bytes();
        let signature =
            |r: [u8; 32]| SchnorrSignature::from_bytes(&[r, one].concat().try_into().unwrap()).unwrap();
        let forged = [&b"one message"[..], b"another message"].map(|message| SchnorrVerification {
            message,
            signature: signature(generator),
            key,
        });
        // No point has x = 5.
        let mut five = [0; 32];
        five[31] = 5;
        let filler = SchnorrVerification { message: b"", signature: signature(five), key };
        let hashes = entries(&forged).try_into().unwrap_or_else(|_| unreachable!());
        let hashes: [Entry; 2] = hashes;
        let hashes = hashes.map(|entry| {
            assert!(entry.nonce.is_some());
            BigInt::from_bytes_be(Sign::Plus, &(-entry.term.u2).to_be_bytes())
        });
        assert!(entries(&[filler])[0].nonce.is_none());
        let order = BigUint::from_slice(&vorpal_oracle::secp256k1::order().to_u32_digits());
        Self { forged, filler, hashes, order: order.into() }
    }

    /// The batch in which copy `i` has index `2 i + choices[i]`.
    fn batch(&self, choices: &[bool]) -> Vec<SchnorrVerification<'static>> {
        let pair = |(copy, choice): (usize, &bool)| {
            let forged = self.forged[copy / COPIES];
            if *choice { [self.filler, forged] } else { [forged, self.filler] }
        };
        choices.iter().enumerate().flat_map(pair).collect()
    }

    /// A choice for each copy such that the forged signatures cancel under weights that depend on the index only.
    fn choices(&self, weight: impl Fn(usize) -> u128) -> Vec<bool> {
        let pairs: Vec<[u128; 2]> = (0..2 * COPIES).map(|i| [weight(2 * i), weight(2 * i + 1)]).collect();
        let halves: [&[[u128; 2]]; 2] = [&pairs[..COPIES], &pairs[COPIES..]];
        let sum = |half: &[[u128; 2]], choice: usize| {
            half.iter().map(|pair| BigInt::from(pair[choice])).sum::<BigInt>()
        };
        let mean = halves.map(|half| (sum(half, 0) + sum(half, 1)) / 2);
        let target = nearest(reduced(&self.hashes, &self.order), &mean);
        let mut choices = Vec::new();
        for (half, target) in halves.iter().zip(&target) {
            choices.extend(
                search(half, &(target - sum(half, 0))).expect("there are a thousand solutions on average"),
            );
        }
        choices
    }

    /// Whether the sum over all forged signatures is zero under these weights.
    fn cancel(&self, choices: &[bool], weight: impl Fn(usize) -> u128) -> bool {
        let term = |(copy, choice): (usize, &bool)| {
            &self.hashes[copy / COPIES] * BigInt::from(weight(2 * copy + usize::from(*choice)))
        };
        let sum: BigInt = choices.iter().enumerate().map(term).sum();
        sum % &self.order == BigInt::ZERO
    }
}

/// A short basis of the lattice `x e_1 + y e_2 = 0 mod n` (Lagrange-Gauss reduction).
fn reduced([e1, e2]: &[BigInt; 2], n: &BigInt) -> [[BigInt; 2]; 2] {
    let inverse = e1.modpow(&(n - 2), n);
    let norm = |[x, y]: &[BigInt; 2]| x * x + y * y;
    let mut short = [n.clone(), BigInt::ZERO];
    let mut long = [(n - e2) * inverse % n, 1.into()];
    loop {
        if norm(&long) < norm(&short) {
            core::mem::swap(&mut short, &mut long);
        }
        let times = rounded(&(&short[0] * &long[0] + &short[1] * &long[1]), &norm(&short));
        if times == BigInt::ZERO {
            return [short, long];
        }
        long = core::array::from_fn(|i| &long[i] - &times * &short[i]);
    }
}

/// The integer nearest to a quotient.
fn rounded(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    let (numerator, denominator) = if denominator.sign() == Sign::Minus {
        (-numerator, -denominator)
    } else {
        (numerator.clone(), denominator.clone())
    };
    let doubled: BigInt = 2 * numerator + &denominator;
    let floor = &doubled / (2 * &denominator);
    if &floor * 2 * &denominator > doubled { floor - 1 } else { floor }
}

/// A point of the lattice near another point (Babai's rounding).
fn nearest([a, b]: [[BigInt; 2]; 2], point: &[BigInt; 2]) -> [BigInt; 2] {
    let determinant = &a[0] * &b[1] - &a[1] * &b[0];
    let of_a = rounded(&(&point[0] * &b[1] - &point[1] * &b[0]), &determinant);
    let of_b = rounded(&(&a[0] * &point[1] - &a[1] * &point[0]), &determinant);
    core::array::from_fn(|i| &of_a * &a[i] + &of_b * &b[i])
}

/// Insecure weights: they depend on the index and on a seed that does not include fillers.
fn weights_without_fillers(entries: &[Entry]) -> impl Fn(usize) -> u128 + use<> {
    let claims = entries.iter().filter(|entry| entry.nonce.is_some());
    let seed = claims.fold(Sha256::new(), |hash, entry| hash.chain_update(bytes(entry))).finalize();
    move |index| {
        let digest = Sha256::new().chain_update(seed).chain_update((index as u64).to_le_bytes()).finalize();
        u128::from_le_bytes(digest[..16].try_into().unwrap())
    }
}

/// The search finds a batch whose forged signatures cancel. Verification with the insecure weights accepts this batch.
/// [`verify_schnorr_batch`] rejects all forged signatures.
#[test]
fn fillers_do_not_make_forgeries_valid() {
    let forger = Forger::new();
    let first = entries(&forger.batch(&[false; 2 * COPIES]));
    let weight = weights_without_fillers(&first);
    let choices = forger.choices(&weight);
    assert!(forger.cancel(&choices, &weight));
    let batch = forger.batch(&choices);
    let accepted = |verdicts: Vec<bool>| verdicts.iter().filter(|valid| **valid).count();
    assert_eq!(
        accepted(verify_with(&batch, weights_without_fillers)),
        2 * COPIES,
        "the attack works on the insecure weights"
    );
    assert_eq!(accepted(verify_schnorr_batch(&batch)), 0);

    // The same with the weights of the library, for one order of the entries and without randomness.
    let known = Weights::without_randomness(PROTOCOL, first.iter().map(bytes));
    let choices = forger.choices(|index| known.weight(index));
    assert!(forger.cancel(&choices, |index| known.weight(index)));
    let batch = forger.batch(&choices);
    let without_randomness = |entries: &[Entry]| {
        let weights = Weights::without_randomness(PROTOCOL, entries.iter().map(bytes));
        move |index| weights.weight(index)
    };
    assert_eq!(accepted(verify_with(&batch, without_randomness)), 0);
    assert_eq!(accepted(verify_with(&batch, move |_| move |index| known.weight(index))), 2 * COPIES);
    assert_eq!(accepted(verify_schnorr_batch(&batch)), 0);
}
