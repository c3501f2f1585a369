//! Tests of batches of Schnorr signatures: verification rejects exactly the invalid ones.

use std::sync::OnceLock;

use num_bigint::BigUint;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use vorpal_oracle::effort::{every, proptest_cases};
use vorpal_oracle::secp256k1::{bytes, multiple, number, order};
use vorpal_secp256k1::{
    SchnorrSignature, SchnorrVerification, SecretKey, XOnlyPublicKey, verify_schnorr_batch,
};

type Item = (Vec<u8>, SchnorrSignature, XOnlyPublicKey);

fn item<'a>((message, signature, key): &'a Item) -> SchnorrVerification<'a> {
    SchnorrVerification { message, signature: *signature, key: *key }
}

fn verdict((message, signature, key): &Item) -> bool {
    key.verify_schnorr(message, signature)
}

fn signature(r: &BigUint, s: &BigUint) -> SchnorrSignature {
    SchnorrSignature::from_bytes(&[bytes(r), bytes(s)].concat().try_into().unwrap()).unwrap()
}

/// The `x` of a multiple of `G`, and the scalar or its negative, whichever has the even `y`.
fn even(scalar: &BigUint) -> (BigUint, BigUint) {
    let (x, y) = multiple(scalar).unwrap();
    (x, if y.bit(0) { order() - scalar } else { scalar.clone() })
}

fn challenge(r: &BigUint, key: &BigUint, message: &[u8]) -> BigUint {
    let tag = Sha256::digest("BIP0340/challenge");
    let digest = Sha256::digest([&tag[..], &tag, &bytes(r), &bytes(key), message].concat());
    number(&digest) % order()
}

fn key(x: &BigUint) -> XOnlyPublicKey {
    XOnlyPublicKey::from_be_bytes(&bytes(x)).unwrap()
}

fn scalars() -> Vec<BigUint> {
    let small = [1u32, 2, 3, 16, 0xdead_beef].map(BigUint::from);
    let opposite = small.each_ref().map(|scalar| order() - scalar);
    [small, opposite].concat()
}

/// Valid signatures: by the library, and with keys and nonces that are small multiples of `G`. Several share a nonce or
/// a key.
fn good() -> Vec<Item> {
    let mut good = Vec::new();
    for number in 1u8..40 {
        let secret = SecretKey::from_be_bytes(&[number; 32]).unwrap();
        let message = vec![number; usize::from(number)];
        let signature = secret.sign_schnorr(&message, &[number; 32]);
        good.push((message, signature, secret.x_only_public_key()));
    }
    for secret in scalars() {
        for nonce in scalars() {
            let ((x, d), (r, k)) = (even(&secret), even(&nonce));
            let message = format!("{secret:x} and {nonce:x}").into_bytes();
            let e = challenge(&r, &x, &message);
            good.push((message, signature(&r, &((k + e * d) % order())), key(&x)));
        }
    }
    good
}

/// Invalid signatures: changed valid ones, sums at infinity or of two equal points, an `r` without a point, and zeros.
fn bad(good: &[Item]) -> Vec<Item> {
    let n = order();
    let mut bad = Vec::new();
    for (i, (message, signed, public)) in good.iter().cloned().enumerate() {
        let mut longer = message.clone();
        longer.push(0);
        bad.push((longer, signed, public));
        let signed = signed.to_bytes();
        let (r, s) = (number(&signed[..32]), number(&signed[32..]));
        bad.push((message.clone(), signature(&r, &(&n - &s)), public));
        bad.push((message.clone(), signature(&r, &((&s + 1u8) % &n)), public));
        bad.push((message.clone(), signature(&5u8.into(), &s), public));
        let other = [BigUint::ZERO, n.clone(), &n + 1u8, 1u8.into()];
        bad.push((message, signature(&other[i % 4], &BigUint::ZERO), public));
    }
    for secret in scalars() {
        let (x, d) = even(&secret);
        let (r, _) = even(&7u8.into());
        let e = challenge(&r, &x, b"message");
        // s G - e P = 0, and s G = -e P.
        bad.push((b"message".to_vec(), signature(&r, &(&e * &d % &n)), key(&x)));
        bad.push((b"message".to_vec(), signature(&r, &(&n - (&e * &d % &n))), key(&x)));
    }
    bad
}

/// Checks that verification rejects exactly the items with the indices `invalid`.
fn check(items: &[&Item], invalid: &[usize]) {
    let batch: Vec<_> = items.iter().map(|found| item(found)).collect();
    let verdicts = verify_schnorr_batch(&batch);
    assert_eq!(verdicts.len(), items.len());
    let found: Vec<_> = (0..items.len()).filter(|i| !verdicts[*i]).collect();
    assert_eq!(found, invalid, "of {} items", items.len());
}

#[test]
fn rejects_exactly_the_invalid_signatures() {
    let (good, bad) = pool();
    assert!(good.iter().all(verdict) && !bad.iter().any(verdict));
    let lengths = [0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200, 257, 1000];
    for (i, length) in lengths.into_iter().enumerate() {
        let all_good: Vec<&Item> = good.iter().cycle().take(length).collect();
        check(&all_good, &[]);
        check(&vec![&good[1]; length], &[]);
        let mut sets =
            vec![vec![0], vec![length / 2], vec![length.wrapping_sub(1)], vec![0, length.wrapping_sub(1)]];
        sets.push((0..length).step_by(7).collect());
        sets.push((0..length).collect());
        // With less effort, every second set: the others for the next length.
        for (number, mut set) in sets.into_iter().enumerate().filter(|(number, _)| every(2, number + i)) {
            set.retain(|position| *position < length);
            set.dedup();
            let mut items = all_good.clone();
            for position in &set {
                items[*position] = &bad[(31 * number + 17 * position) % bad.len()];
            }
            check(&items, &set);
        }
    }
    let both: Vec<_> = good.iter().chain(bad).collect();
    check(&both, &(good.len()..both.len()).collect::<Vec<_>>());
}

/// Pairs of invalid signatures whose errors cancel in a sum without weights, as `s + 1` and `s - 1`.
#[test]
fn rejects_signatures_whose_errors_cancel() {
    let ((good, _), n) = (pool(), order());
    let mut items: Vec<Item> = good.iter().cycle().take(300).cloned().collect();
    for (position, error) in [(10, BigUint::from(1u8)), (200, &n - 1u8), (50, 5u8.into()), (51, &n - 5u8)] {
        let (_, signed, _) = &mut items[position];
        let bytes = signed.to_bytes();
        *signed = signature(&number(&bytes[..32]), &((number(&bytes[32..]) + error) % &n));
    }
    check(&items.iter().collect::<Vec<_>>(), &[10, 50, 51, 200]);
    // The same invalid signature several times, with its counterpart.
    for position in 100..104 {
        items[position] = items[10].clone();
    }
    check(&items.iter().collect::<Vec<_>>(), &[10, 50, 51, 100, 101, 102, 103, 200]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(proptest_cases(12)))]
    #[test]
    fn rejects_invalid_signatures_at_random_indices(
        length in 100usize..400, positions in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let (good, bad) = pool();
        let mut items: Vec<_> = good.iter().cycle().take(length).collect();
        let mut set: Vec<_> = positions.iter().map(|position| position.index(length)).collect();
        set.sort_unstable();
        set.dedup();
        for (i, position) in set.iter().enumerate() {
            items[*position] = &bad[(i + 3 * length) % bad.len()];
        }
        check(&items, &set);
    }
}

/// The good and bad items, computed once.
fn pool() -> &'static (Vec<Item>, Vec<Item>) {
    static POOL: OnceLock<(Vec<Item>, Vec<Item>)> = OnceLock::new();
    POOL.get_or_init(|| {
        let good = good();
        let bad = bad(&good);
        (good, bad)
    })
}
