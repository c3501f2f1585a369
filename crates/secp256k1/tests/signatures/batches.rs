//! Tests of ECDSA batches: every result equals that of the function for one signature, for any other items in the
//! batch.

use num_bigint::BigUint;
use vorpal_oracle::big::invert;
use vorpal_oracle::effort::every;
use vorpal_oracle::secp256k1::{bytes, curve, multiple, number, order};
use vorpal_secp256k1::{
    Error, PublicKey, Recovery, SecretKey, Signature, Verification, recover, recover_batch, verify_batch,
};

/// Lengths near multiples of the number of lanes (16) and of the signatures that share an inversion (64).
pub(crate) const LENGTHS: [usize; 17] =
    [0, 1, 2, 3, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 200, 1000];

/// A pseudorandom number below `bound` (the linear congruential generator of Knuth's MMIX, its upper half).
fn random(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap() % bound
}

/// Batches of good items, of bad items, and of both. With less effort every second of them: the others for the next
/// length.
pub(crate) fn mixtures<T: Clone>(length: usize, good: &[T], bad: &[T]) -> Vec<Vec<T>> {
    let mut state = length as u64;
    let mut pick = |items: &[T]| items[random(&mut state, items.len())].clone();
    let all_good: Vec<T> = (0..length).map(|_| pick(good)).collect();
    let mut mixtures = vec![(0..length).map(|_| pick(bad)).collect(), vec![good[0].clone(); length]];
    if length > 0 {
        for position in [0, length / 2, length - 1] {
            let mut one_bad = all_good.clone();
            one_bad[position] = pick(bad);
            mixtures.push(one_bad);
        }
    }
    let both = [good, bad].concat();
    mixtures.push((0..length).map(|_| pick(&both)).collect());
    mixtures.push(all_good);
    mixtures.into_iter().enumerate().filter(|(i, _)| every(2, i + length)).map(|(_, batch)| batch).collect()
}

fn public(scalar: &BigUint) -> PublicKey {
    SecretKey::from_be_bytes(&bytes(scalar)).unwrap().public_key()
}

/// Small multiples of `G` as in tables, boundaries of digits and halves, and their negatives.
fn scalars() -> Vec<BigUint> {
    let n = order();
    let mut scalars: Vec<BigUint> =
        [1u32, 2, 3, 7, 16, 31, 2047, 2048, 0xdead_beef].map(BigUint::from).into();
    scalars.extend([
        BigUint::from(1u8) << 128,
        (BigUint::from(1u8) << 128) + 1u8,
        BigUint::from(0xabcdu32) << 230,
    ]);
    let opposite: Vec<_> = scalars.iter().map(|scalar| &n - scalar).collect();
    scalars.extend(opposite);
    scalars
}

/// The verification of `z`, `r` and `s`, valid or not, with the key `d G`.
fn verification(d: &BigUint, z: &BigUint, r: &BigUint, s: &BigUint) -> Verification {
    let signature = Signature::new(&bytes(r), &bytes(s)).unwrap();
    Verification { hash: bytes(z), signature, key: public(d) }
}

/// Valid signatures for nonces and keys among the scalars. `of` computes the signed number `z` from `r d`.
fn valid(of: impl Fn(&BigUint) -> BigUint) -> Vec<Verification> {
    let (n, scalars) = (order(), scalars());
    let pairs = (0..scalars.len()).map(|i| (&scalars[i], &scalars[(3 * i + 5) % scalars.len()]));
    let valid = pairs.filter_map(|(d, k)| {
        let r = multiple(k)?.0 % &n;
        let r_d = &r * d % &n;
        let z = of(&r_d) % &n;
        let s = invert(k, &n) * (&z + &r_d) % &n;
        (s != BigUint::ZERO).then(|| verification(d, &z, &r, &s))
    });
    valid.collect()
}

/// Valid signatures: ordinary ones, `u1 = 0` for a hash of zero or `n`, `u1 G = u2 Q`, and sums that are small
/// multiples of `G`.
fn good_verifications() -> Vec<Verification> {
    let n = order();
    let mut good = valid(|r_d| r_d * 5u8 + 12_345u32);
    good.extend(valid(|_| BigUint::ZERO));
    good.extend(valid(|_| BigUint::ZERO).into_iter().map(|item| Verification { hash: bytes(&n), ..item }));
    good.extend(valid(Clone::clone));
    good.extend(valid(|r_d| &n - r_d + 1u8));
    for (key, hash) in [(1u8, 7u8), (9, 0), (200, 255)] {
        let secret = SecretKey::from_be_bytes(&[key; 32]).unwrap();
        let signature = secret.sign(&[hash; 32]).signature();
        good.push(Verification { hash: [hash; 32], signature, key: secret.public_key() });
    }
    good
}

/// Mostly invalid signatures: sums at infinity, changed valid signatures, and the smallest and largest numbers.
fn bad_verifications() -> Vec<Verification> {
    let (n, scalars) = (order(), scalars());
    let mut bad = Vec::new();
    for (d, k) in scalars.iter().zip(scalars.iter().rev()) {
        let r = multiple(k).unwrap().0 % &n;
        let z = &n - (&r * d % &n);
        // u1 G + u2 Q = (z + r d) / s G = 0, for any s.
        bad.push(verification(d, &z, &r, k));
        for (r, s) in [(BigUint::from(1u8), BigUint::from(1u8)), (&n - 1u8, &n - 1u8), (1u8.into(), &n - 1u8)]
        {
            bad.push(verification(d, &z, &r, &s));
        }
    }
    for (i, good) in good_verifications().into_iter().enumerate() {
        let mut hash = good.hash;
        hash[i % 32] ^= 1 << (i % 8);
        bad.push(Verification { hash, ..good });
        bad.push(Verification {
            key: public(&BigUint::from(1_000_003u32 + u32::try_from(i).unwrap())),
            ..good
        });
        let swapped = Signature::new(&good.signature.s(), &good.signature.r()).unwrap();
        bad.push(Verification { signature: swapped, ..good });
    }
    bad
}

#[test]
fn batch_verification_agrees_with_single_verification() {
    let verdict = |item: &Verification| item.key.verify(&item.hash, &item.signature);
    // Good items are valid by construction. The bad ones are checked one at a time, as a changed item may be valid.
    let good: Vec<_> = good_verifications().into_iter().map(|item| (item, true)).collect();
    assert!(good.iter().all(|(item, _)| verdict(item)));
    let bad: Vec<_> = bad_verifications().into_iter().map(|item| (item, verdict(&item))).collect();
    let invalid = bad.iter().filter(|(_, valid)| !valid).count();
    assert!(good.len() > 100 && invalid > 300 && invalid + 3 >= bad.len(), "{} {invalid}", bad.len());
    for length in LENGTHS {
        for batch in mixtures(length, &good, &bad) {
            let (items, verdicts): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
            assert_eq!(verify_batch(&items), verdicts, "{length} items");
        }
    }
    // All items in order.
    let (items, verdicts): (Vec<_>, Vec<_>) = [good, bad].concat().into_iter().unzip();
    assert_eq!(verify_batch(&items), verdicts);
}

/// Recoveries with a key: the valid signatures with the identifiers of their keys, which include doublings, `u1 = 0`
/// and keys `+-G`, and points with `x >= n`.
fn good_recoveries() -> Vec<Recovery> {
    let mut good = Vec::new();
    for Verification { hash, signature, key } in good_verifications() {
        let recovery = |recovery_id| Recovery { hash, r: signature.r(), s: signature.s(), recovery_id };
        let found: Vec<_> = (0..4).map(recovery).filter(|recovery| recover(recovery) == Ok(key)).collect();
        assert!(!found.is_empty());
        good.extend(found);
    }
    for r in 1u8..40 {
        let recovery = Recovery { hash: [r; 32], r: bytes(&r.into()), s: [r; 32], recovery_id: 2 | (r & 1) };
        good.extend(recover(&recovery).is_ok().then_some(recovery));
    }
    good
}

/// Recoveries with errors: numbers out of range, no point, invalid identifiers, and keys at infinity.
fn bad_recoveries() -> Vec<Recovery> {
    let n = order();
    let good = Recovery { hash: [3; 32], r: bytes(&1u8.into()), s: [5; 32], recovery_id: 0 };
    let mut bad: Vec<_> = [BigUint::ZERO, n.clone(), &n + 1u8, curve().p, (BigUint::from(1u8) << 256) - 1u8]
        .iter()
        .map(bytes)
        .flat_map(|value| [Recovery { r: value, ..good }, Recovery { s: value, ..good }])
        .collect();
    bad.extend([4, 27, 255].map(|recovery_id| Recovery { recovery_id, ..good }));
    // No point has x = 5, and r + n is below p for small r only.
    bad.push(Recovery { r: bytes(&5u8.into()), ..good });
    bad.push(Recovery { r: [0x77; 32], recovery_id: 2, ..good });
    for k in scalars() {
        // s R = z G.
        let (x, y) = multiple(&k).unwrap();
        let z = BigUint::from(123_456_789u32);
        let s = &z * invert(&k, &n) % &n;
        bad.push(Recovery {
            hash: bytes(&z),
            r: bytes(&(x % &n)),
            s: bytes(&s),
            recovery_id: u8::from(y.bit(0)),
        });
    }
    bad
}

#[test]
fn batch_recovery_agrees_with_single_recovery() {
    let with_keys =
        |items: Vec<Recovery>| -> Vec<_> { items.into_iter().map(|item| (item, recover(&item))).collect() };
    let (good, bad) = (with_keys(good_recoveries()), with_keys(bad_recoveries()));
    assert!(good.iter().all(|(_, key)| key.is_ok()) && good.iter().any(|(item, _)| item.recovery_id > 1));
    assert!(bad.iter().all(|(_, key)| key.is_err()));
    for error in [Error::R, Error::S, Error::NoPoint, Error::Infinity, Error::RecoveryId { found: 27 }] {
        assert!(bad.iter().any(|(_, key)| *key == Err(error)), "{error}");
    }
    for length in LENGTHS {
        for batch in mixtures(length, &good, &bad) {
            let (items, keys): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
            assert_eq!(recover_batch(&items), keys, "{length} items");
        }
    }
    let (items, keys): (Vec<_>, Vec<_>) = [good, bad].concat().into_iter().unzip();
    assert_eq!(recover_batch(&items), keys);
}

/// Batch verification accepts the signatures under their recovered keys.
#[test]
fn signatures_are_valid_under_recovered_keys() {
    let items = good_recoveries();
    let verifications: Vec<_> = items
        .iter()
        .zip(recover_batch(&items))
        .map(|(item, key)| Verification {
            hash: item.hash,
            signature: Signature::new(&item.r, &item.s).unwrap(),
            key: key.unwrap(),
        })
        .collect();
    assert_eq!(verify_batch(&verifications), vec![true; items.len()]);
    // Some of the keys are the generator or its negative.
    let (x, _) = multiple(&1u8.into()).unwrap();
    assert!(verifications.iter().any(|item| number(&item.key.x_only().0.to_be_bytes()) == x));
}
