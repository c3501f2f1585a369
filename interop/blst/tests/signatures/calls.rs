// The calls, compiled for each of the crates: `library` is one of them. Every function returns what it was told.

use std::mem::MaybeUninit;

use super::inputs;
use library::*;

fn say(said: &mut Vec<String>, what: impl std::fmt::Display, result: impl std::fmt::Debug) {
    said.push(format!("{what}: {result:?}"));
}

/// A scalar of a word.
fn scalar(words: [u64; 4]) -> blst_scalar {
    let mut scalar = MaybeUninit::uninit();
    // SAFETY: writes a whole scalar.
    unsafe {
        blst_scalar_from_uint64(scalar.as_mut_ptr(), words.as_ptr());
        scalar.assume_init()
    }
}

fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

macro_rules! calls_of_variant {
    ($variant:ident, $key_width:literal, $signature_width:literal, $key_affine:ident, $signature_affine:ident) => {
        pub(crate) mod $variant {
            use super::library::$variant::{
                AggregatePublicKey, AggregateSignature, PublicKey, SecretKey, Signature,
            };
            use super::library::{
                BLST_ERROR, MultiPoint, Pairing, blst_fp12, blst_scalar, $key_affine, $signature_affine,
            };
            use super::{hex, inputs, say, scalar};

            const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

            fn secret(seed: u8) -> SecretKey {
                SecretKey::key_gen(&[seed; 32], &[]).unwrap()
            }

            fn key_text(key: Result<PublicKey, BLST_ERROR>) -> String {
                format!(
                    "{:?}",
                    key.map(|key| [hex(key.compress()), hex(key.serialize()), hex(key.to_bytes())])
                )
            }

            fn signature_text(signature: Result<Signature, BLST_ERROR>) -> String {
                format!("{:?}", signature.map(|s| [hex(s.compress()), hex(s.serialize()), hex(s.to_bytes())]))
            }

            /// Of a list, a few: valid, infinity, outside the subgroup.
            fn keys() -> Vec<PublicKey> {
                let mut keys: Vec<_> = (1..40).map(|seed| secret(seed).sk_to_pk()).collect();
                let outside = if $key_width == 48 {
                    inputs::outside_g1().to_vec()
                } else {
                    inputs::outside_g2().to_vec()
                };
                let mut infinity = vec![0; $key_width];
                infinity[0] = 0xc0;
                keys.push(PublicKey::from_bytes(&infinity).unwrap());
                keys.push(PublicKey::from_bytes(&outside).unwrap());
                keys
            }

            fn signatures(message: &[u8]) -> Vec<Signature> {
                let mut signatures: Vec<_> =
                    (1..40).map(|seed| secret(seed).sign(message, TAG, &[])).collect();
                let outside = if $signature_width == 48 {
                    inputs::outside_g1().to_vec()
                } else {
                    inputs::outside_g2().to_vec()
                };
                let mut infinity = vec![0; $signature_width];
                infinity[0] = 0xc0;
                signatures.push(Signature::from_bytes(&infinity).unwrap());
                signatures.push(Signature::from_bytes(&outside).unwrap());
                signatures
            }

            pub(crate) fn secret_keys() -> Vec<String> {
                let mut said = Vec::new();
                let text =
                    |key: Result<SecretKey, BLST_ERROR>| format!("{:?}", key.map(|key| hex(key.to_bytes())));
                for length in [0, 31, 32, 33, 64, 200] {
                    let (material, salt): (Vec<u8>, &[u8]) =
                        ((0..length).map(|i| i as u8).collect(), b"salt");
                    for info in [&b""[..], b"information", &[7; 300]] {
                        say(&mut said, "draft 4", text(SecretKey::key_gen(&material, info)));
                        say(&mut said, "draft 3", text(SecretKey::key_gen_v3(&material, info)));
                        for salt in [&b""[..], salt, &[9; 64], &[9; 65]] {
                            say(
                                &mut said,
                                "draft 4 with salt",
                                text(SecretKey::key_gen_v4_5(&material, salt, info)),
                            );
                            say(&mut said, "draft 5", text(SecretKey::key_gen_v5(&material, salt, info)));
                        }
                    }
                    say(&mut said, "EIP-2333", text(SecretKey::derive_master_eip2333(&material)));
                }
                for index in [0, 1, 12_381, u32::MAX] {
                    say(
                        &mut said,
                        index,
                        text(Ok(secret(1).derive_child_eip2333(index).derive_child_eip2333(index))),
                    );
                }
                let mut bytes: Vec<Vec<u8>> =
                    [0, 1, 31, 32, 33, 48].iter().map(|length| vec![1; *length]).collect();
                bytes.extend([vec![0; 32], vec![0xff; 32]]);
                for difference in [-1i16, 0, 1] {
                    let mut order = inputs::ORDER.to_vec();
                    order[0] = if difference < 0 { 0 } else { order[0] + difference as u8 };
                    order.reverse();
                    bytes.push(order);
                }
                for bytes in bytes {
                    say(&mut said, hex(&bytes), text(SecretKey::from_bytes(&bytes)));
                    say(&mut said, hex(&bytes), text(SecretKey::deserialize(&bytes)));
                    if let Ok(array) = <[u8; 32]>::try_from(&bytes[..]) {
                        let scalar = blst_scalar { b: array };
                        let key = <&SecretKey>::try_from(&scalar).map(|key| hex(key.serialize()));
                        say(&mut said, "as a key", key);
                    }
                }
                let zero = SecretKey::default();
                say(&mut said, "the key of zero", key_text(Ok(zero.sk_to_pk())));
                say(&mut said, "the signature of zero", signature_text(Ok(zero.sign(b"m", TAG, b""))));
                say(&mut said, "the key", key_text(Ok(secret(7).sk_to_pk())));
                for (message, tag, augmentation) in [
                    (&b""[..], TAG, &b""[..]),
                    (b"message", TAG, b"augmentation"),
                    (b"message", b"", b""),
                    (&[1; 1000], &[b'T'; 255], b""),
                    (b"message", &[b'T'; 256], b""),
                    (b"message", &[b'T'; 1000], b"a"),
                ] {
                    let signature = secret(7).sign(message, tag, augmentation);
                    say(&mut said, "the signature", signature_text(Ok(signature)));
                    let verdict =
                        signature.verify(true, message, tag, augmentation, &secret(7).sk_to_pk(), true);
                    say(&mut said, "its verdict", verdict);
                    let verdict = signature.verify(true, message, tag, b"b", &secret(7).sk_to_pk(), true);
                    say(&mut said, "another augmentation", verdict);
                }
                said
            }

            pub(crate) fn encodings() -> Vec<String> {
                let mut said = Vec::new();
                let points = keys();
                let valid: Vec<Vec<u8>> = [0, 1]
                    .iter()
                    .chain(&[39])
                    .flat_map(|index: &usize| {
                        [points[*index].compress().to_vec(), points[*index].serialize().to_vec()]
                    })
                    .collect();
                for bytes in inputs::encodings($key_width, &valid) {
                    let name = hex(&bytes);
                    say(&mut said, &name, key_text(PublicKey::from_bytes(&bytes)));
                    say(&mut said, &name, key_text(PublicKey::deserialize(&bytes)));
                    say(&mut said, &name, key_text(PublicKey::uncompress(&bytes)));
                    say(&mut said, &name, key_text(PublicKey::key_validate(&bytes)));
                    let valid: &[u8] = &valid[0];
                    for list in [&[valid, &bytes[..]][..], &[&bytes[..]], &[&bytes[..], valid]] {
                        for check in [false, true] {
                            let sum = AggregatePublicKey::aggregate_serialized(list, check);
                            say(&mut said, &name, key_text(sum.map(|sum| sum.to_public_key())));
                        }
                    }
                }
                let points = signatures(b"m");
                let valid: Vec<Vec<u8>> = [0, 1]
                    .iter()
                    .chain(&[39])
                    .flat_map(|index: &usize| {
                        [points[*index].compress().to_vec(), points[*index].serialize().to_vec()]
                    })
                    .collect();
                for bytes in inputs::encodings($signature_width, &valid) {
                    let name = hex(&bytes);
                    say(&mut said, &name, signature_text(Signature::from_bytes(&bytes)));
                    say(&mut said, &name, signature_text(Signature::deserialize(&bytes)));
                    say(&mut said, &name, signature_text(Signature::uncompress(&bytes)));
                    let valid: &[u8] = &valid[0];
                    for check in [false, true] {
                        say(&mut said, &name, signature_text(Signature::sig_validate(&bytes, check)));
                        for list in [&[valid, &bytes[..]][..], &[&bytes[..]], &[&bytes[..], valid]] {
                            let sum = AggregateSignature::aggregate_serialized(list, check);
                            say(&mut said, &name, signature_text(sum.map(|sum| sum.to_signature())));
                        }
                    }
                    if let Ok(signature) = Signature::from_bytes(&bytes) {
                        say(&mut said, &name, signature.subgroup_check());
                    }
                }
                said
            }

            pub(crate) fn single_signatures() -> Vec<String> {
                let mut said = Vec::new();
                let (keys, signatures) = (keys(), signatures(b"message"));
                for k in [0, 1, 39, 40] {
                    for s in [0, 1, 39, 40] {
                        for (check_key, check_signature) in
                            [(false, false), (false, true), (true, false), (true, true)]
                        {
                            let (key, signature) = (&keys[k], &signatures[s]);
                            let verdict =
                                signature.verify(check_signature, b"message", TAG, &[], key, check_key);
                            say(&mut said, format!("key {k}, signature {s}"), verdict);
                        }
                        let verdict = signatures[s]
                            .fast_aggregate_verify_pre_aggregated(true, b"message", TAG, &keys[k]);
                        say(&mut said, format!("sum {k}, signature {s}"), verdict);
                    }
                }
                said
            }

            pub(crate) fn aggregates() -> Vec<String> {
                let mut said = Vec::new();
                let (keys, of_message) = (keys(), signatures(b"message"));
                let lists: [&[usize]; 10] = [
                    &[],
                    &[0],
                    &[39],
                    &[40],
                    &[0, 1],
                    &[0, 39],
                    &[0, 40],
                    &[39, 40],
                    &[0, 0, 0],
                    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 39, 20],
                ];
                for list in lists {
                    let of_list: Vec<&PublicKey> = list.iter().map(|i| &keys[*i]).collect();
                    let signatures: Vec<&Signature> = list.iter().map(|i| &of_message[*i]).collect();
                    for check in [false, true] {
                        let sum =
                            AggregatePublicKey::aggregate(&of_list, check).map(|sum| sum.to_public_key());
                        say(&mut said, format!("keys {list:?}"), key_text(sum));
                        let sum = AggregateSignature::aggregate(&signatures, check);
                        say(
                            &mut said,
                            format!("{list:?}"),
                            sum.map(|sum| (sum.validate(), sum.subgroup_check())),
                        );
                        let sum = sum.map(|sum| sum.to_signature());
                        say(&mut said, format!("signatures {list:?}"), signature_text(sum));
                        let Ok(sum) = sum else { continue };
                        let verdict = sum.fast_aggregate_verify(check, b"message", TAG, &of_list);
                        say(&mut said, format!("all of {list:?}"), verdict);
                        let verdict = sum.fast_aggregate_verify(check, b"other", TAG, &of_list);
                        say(&mut said, format!("all of {list:?}"), verdict);
                        let messages = vec![&b"message"[..]; list.len()];
                        for check_keys in [false, true] {
                            let verdict = sum.aggregate_verify(check, &messages, TAG, &of_list, check_keys);
                            say(&mut said, format!("each of {list:?}"), verdict);
                            let verdict =
                                sum.aggregate_verify(check, &messages[1..], TAG, &of_list, check_keys);
                            say(&mut said, format!("without a message {list:?}"), verdict);
                        }
                    }
                }
                // No keys, and any signature.
                for signature in [&of_message[0], &of_message[39]] {
                    say(&mut said, "no keys", signature.fast_aggregate_verify(true, b"message", TAG, &[]));
                    say(&mut said, "no keys", signature.aggregate_verify(true, &[], TAG, &[], true));
                }
                // Sums step by step, equal and opposite points.
                let mut sum = AggregatePublicKey::from_public_key(&keys[0]);
                sum.add_aggregate(&AggregatePublicKey::from_public_key(&keys[0]));
                say(&mut said, "twice", key_text(Ok(PublicKey::from_aggregate(&sum))));
                for key in [&keys[1], &keys[39], &keys[40]] {
                    for check in [true, false] {
                        say(&mut said, "added", sum.add_public_key(key, check));
                        say(&mut said, "sum", key_text(Ok(sum.to_public_key())));
                    }
                }
                sum.sub_aggregate(&AggregatePublicKey::from_public_key(&keys[2]));
                say(&mut said, "difference", key_text(Ok(sum.to_public_key())));
                let copy = sum;
                sum.sub_aggregate(&copy);
                say(&mut said, "nothing", key_text(Ok(sum.to_public_key())));
                let mut sum = AggregateSignature::from_signature(&of_message[0]);
                sum.add_aggregate(&AggregateSignature::from_signature(&of_message[0]));
                for signature in [&of_message[1], &of_message[39], &of_message[40]] {
                    for check in [true, false] {
                        say(&mut said, "added", sum.add_signature(signature, check));
                        say(&mut said, "sum", signature_text(Ok(Signature::from_aggregate(&sum))));
                        say(&mut said, "sum", (sum.validate(), sum.subgroup_check()));
                    }
                }
                // Many messages: distinct, equal, and mixed.
                for (number, distinct) in [(1, 1), (2, 2), (7, 3), (20, 20), (20, 1), (35, 17)] {
                    let messages: Vec<Vec<u8>> =
                        (0..number).map(|i| vec![(i % distinct) as u8; 40]).collect();
                    let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
                    let of_list: Vec<&PublicKey> = keys[..number].iter().collect();
                    let signatures: Vec<Signature> =
                        (0..number).map(|i| secret(1 + i as u8).sign(messages[i], TAG, &[])).collect();
                    let signatures: Vec<&Signature> = signatures.iter().collect();
                    let sum = AggregateSignature::aggregate(&signatures, true).unwrap().to_signature();
                    say(&mut said, number, sum.aggregate_verify(true, &messages, TAG, &of_list, true));
                    let mut other = messages.clone();
                    other[number / 2] = b"another message";
                    say(&mut said, number, sum.aggregate_verify(true, &other, TAG, &of_list, true));
                }
                said
            }

            /// A batch: keys, messages, signatures, weights.
            struct Batch {
                keys: Vec<PublicKey>,
                messages: Vec<Vec<u8>>,
                signatures: Vec<Signature>,
                weights: Vec<blst_scalar>,
            }

            impl Batch {
                fn new(number: usize, distinct: usize, seed: u64) -> Self {
                    let mut random = inputs::Random(seed);
                    let messages: Vec<Vec<u8>> =
                        (0..number).map(|i| vec![(i % distinct) as u8; i % distinct]).collect();
                    let secrets: Vec<SecretKey> = (0..number).map(|i| secret(1 + (i % 11) as u8)).collect();
                    Self {
                        keys: secrets.iter().map(SecretKey::sk_to_pk).collect(),
                        signatures: secrets.iter().zip(&messages).map(|(s, m)| s.sign(m, TAG, &[])).collect(),
                        messages,
                        weights: (0..number).map(|_| scalar([0; 4].map(|_| random.word() | 1))).collect(),
                    }
                }

                fn verify(&self, check_keys: bool, check_signatures: bool, bits: usize) -> BLST_ERROR {
                    let messages: Vec<&[u8]> = self.messages.iter().map(Vec::as_slice).collect();
                    let (keys, signatures): (Vec<_>, Vec<_>) =
                        (self.keys.iter().collect(), self.signatures.iter().collect());
                    Signature::verify_multiple_aggregate_signatures(
                        &messages,
                        TAG,
                        &keys,
                        check_keys,
                        &signatures,
                        check_signatures,
                        &self.weights,
                        bits,
                    )
                }
            }

            pub(crate) fn batches() -> Vec<String> {
                let mut said = Vec::new();
                for (number, distinct) in [(0, 1), (1, 1), (2, 2), (2, 1), (5, 5), (9, 4), (17, 17), (20, 1)]
                {
                    let mut batch = Batch::new(number, distinct, number as u64);
                    for bits in [64, 128] {
                        say(&mut said, format!("{number} of {distinct}"), batch.verify(true, true, bits));
                        say(&mut said, format!("{number} of {distinct}"), batch.verify(false, false, bits));
                    }
                    // Each single wrong position, of every kind.
                    for wrong in (0..number).step_by(number / 4 + 1) {
                        let kept =
                            (batch.keys[wrong], batch.messages[wrong].clone(), batch.signatures[wrong]);
                        batch.messages[wrong].push(1);
                        say(&mut said, format!("{number}, message {wrong}"), batch.verify(false, true, 64));
                        batch.messages[wrong] = kept.1.clone();
                        for key in [0, 39, 40] {
                            batch.keys[wrong] = keys()[key];
                            say(
                                &mut said,
                                format!("{number}, key {wrong} {key}"),
                                batch.verify(true, true, 64),
                            );
                            say(
                                &mut said,
                                format!("{number}, key {wrong} {key}"),
                                batch.verify(false, true, 64),
                            );
                        }
                        batch.keys[wrong] = kept.0;
                        for signature in [38, 39, 40] {
                            batch.signatures[wrong] = signatures(b"m")[signature];
                            say(
                                &mut said,
                                format!("{number}, signature {wrong}"),
                                batch.verify(true, true, 64),
                            );
                            say(
                                &mut said,
                                format!("{number}, signature {wrong}"),
                                batch.verify(true, false, 64),
                            );
                        }
                        batch.signatures[wrong] = kept.2;
                    }
                    say(&mut said, format!("{number} of {distinct}"), batch.verify(true, true, 64));
                }
                let mut batch = Batch::new(5, 3, 1);
                for bits in [0, 1, 7, 8, 63, 64, 65, 127, 129, 200, 254, 255, 256] {
                    say(&mut said, format!("{bits} bits"), batch.verify(true, true, bits));
                }
                // Weights of which the lowest bits are zero: what has weight zero does not count.
                batch.weights[2] = scalar([0, 1, 0, 0]);
                batch.signatures[2] = signatures(b"wrong")[1];
                say(&mut said, "weight zero", batch.verify(true, true, 64));
                say(&mut said, "weight two to the 64", batch.verify(true, true, 65));
                // Lists of other lengths.
                for list in 0..4 {
                    let mut batch = Batch::new(5, 3, 1);
                    match list {
                        0 => drop(batch.keys.pop()),
                        1 => drop(batch.messages.pop()),
                        2 => drop(batch.signatures.pop()),
                        _ => drop(batch.weights.pop()),
                    }
                    say(&mut said, format!("list {list}"), batch.verify(true, true, 64));
                }
                said
            }

            pub(crate) fn batches_that_cancel() -> Vec<String> {
                let mut said = Vec::new();
                let difference = AggregateSignature::from_signature(&signatures(b"difference")[5]);
                for weights in [[3, 3], [3, 5]] {
                    for distinct in [1, 2] {
                        let mut batch = Batch::new(2, distinct, 3);
                        batch.weights = weights.map(|weight| scalar([weight, 0, 0, 0])).to_vec();
                        // S + D and S' - D: the sum of both is right, the weighted sum if the weights are equal.
                        let mut sums =
                            [0, 1].map(|i| AggregateSignature::from_signature(&batch.signatures[i]));
                        sums[0].add_aggregate(&difference);
                        let mut negative = difference.to_signature().compress();
                        negative[0] ^= 0x20;
                        let negative = Signature::from_bytes(&negative).unwrap();
                        sums[1].add_signature(&negative, true).unwrap();
                        batch.signatures = sums.map(|sum| sum.to_signature()).to_vec();
                        say(&mut said, format!("signatures, {weights:?}"), batch.verify(true, true, 64));

                        // A key and its negative with signatures of both: valid, with a weighted sum that may cancel.
                        let mut batch = Batch::new(2, distinct, 3);
                        batch.weights = weights.map(|weight| scalar([weight, 0, 0, 0])).to_vec();
                        batch.messages[1] = batch.messages[0].clone();
                        let mut key = batch.keys[0].compress();
                        let mut signature = batch.signatures[0].compress();
                        (key[0], signature[0]) = (key[0] ^ 0x20, signature[0] ^ 0x20);
                        batch.keys[1] = PublicKey::from_bytes(&key).unwrap();
                        batch.signatures[1] = Signature::from_bytes(&signature).unwrap();
                        say(&mut said, format!("keys, {weights:?}"), batch.verify(true, true, 64));
                        batch.signatures.swap(0, 1);
                        say(&mut said, format!("keys swapped, {weights:?}"), batch.verify(true, true, 64));
                    }
                }
                said
            }

            pub(crate) fn sums() -> Vec<String> {
                let mut said = Vec::new();
                let mut random = inputs::Random(11);
                let (keys, signatures) = (keys(), signatures(b"m"));
                for number in [1, 2, 3, 16, 33, 39, 40, 41] {
                    say(&mut said, number, key_text(Ok(keys[..number].add().to_public_key())));
                    say(&mut said, number, signature_text(Ok(signatures[..number].add().to_signature())));
                    say(&mut said, number, keys[..number].validate().is_ok());
                    say(&mut said, number, signatures[..number].validate().is_ok());
                    for bits in [1, 8, 13, 64, 128, 160, 255, 256] {
                        let weights = random.bytes(number * usize::div_ceil(bits, 8));
                        let sum = keys[..number].mult(&weights, bits).to_public_key();
                        say(&mut said, format!("{number} times {bits}"), key_text(Ok(sum)));
                        let sum = signatures[..number].mult(&weights, bits).to_signature();
                        say(&mut said, format!("{number} times {bits}"), signature_text(Ok(sum)));
                        for check in [false, true] {
                            let sum = AggregatePublicKey::aggregate_with_randomness(
                                &keys[..number],
                                &weights,
                                bits,
                                check,
                            );
                            say(&mut said, number, sum.ok().map(|sum| hex(sum.to_public_key().compress())));
                            let sum = AggregateSignature::aggregate_with_randomness(
                                &signatures[..number],
                                &weights,
                                bits,
                                check,
                            );
                            say(&mut said, number, sum.ok().map(|sum| hex(sum.to_signature().compress())));
                        }
                    }
                }
                let none = AggregatePublicKey::aggregate_with_randomness(&[], &[], 64, true);
                say(&mut said, "none", none.map(|_| ()));
                let none = AggregateSignature::aggregate_with_randomness(&[], &[], 64, true);
                say(&mut said, "none", none.map(|_| ()));
                said
            }

            pub(crate) fn pairings() -> Vec<String> {
                let mut said = Vec::new();
                let keys: Vec<$key_affine> = keys().into_iter().map($key_affine::from).collect();
                for number in [0, 1, 7, 8, 9, 16, 17] {
                    for (weights, bits) in [(false, 0), (true, 0), (true, 64), (true, 100)] {
                        let mut pairing = Pairing::new(true, TAG);
                        let mut random = inputs::Random(3);
                        for i in 0..number {
                            let message = vec![i as u8 / 2; 5];
                            let signature = secret(1 + i as u8).sign(&message, TAG, b"aug");
                            let signature = $signature_affine::from(signature);
                            let result = if weights {
                                let weight = random.bytes(32);
                                pairing.mul_n_aggregate(
                                    &keys[i], true, &signature, true, &weight, bits, &message, b"aug",
                                )
                            } else {
                                pairing.aggregate(&keys[i], true, &signature, true, &message, b"aug")
                            };
                            say(&mut said, i, result);
                        }
                        say(&mut said, format!("before the commit of {number}"), pairing.finalverify(None));
                        pairing.commit();
                        say(&mut said, format!("after the commit of {number}"), pairing.finalverify(None));
                        pairing.commit();
                        say(&mut said, format!("after a second one of {number}"), pairing.finalverify(None));
                        let product = pairing.as_fp12().final_exp();
                        if number > 0 {
                            say(&mut said, format!("the value of {number}"), hex(product.to_bendian()));
                        }
                    }
                }
                // One signature for all, given as a value, in two products that are merged.
                let secrets = [1, 2, 3].map(secret);
                let all: Vec<Signature> = secrets.iter().map(|secret| secret.sign(b"m", TAG, &[])).collect();
                let all: Vec<&Signature> = all.iter().collect();
                let sum = AggregateSignature::aggregate(&all, true).unwrap().to_signature();
                let sum = $signature_affine::from(sum);
                let mut value = blst_fp12::default();
                Pairing::aggregated(&mut value, &sum);
                let none: Option<&$signature_affine> = None;
                for messages in [[b"m", b"m", b"m"], [b"m", b"n", b"m"]] {
                    let mut first = Pairing::new(true, TAG);
                    let mut second = Pairing::new(true, TAG);
                    for (i, pairing) in [(0, &mut first), (1, &mut second)] {
                        say(&mut said, i, pairing.aggregate(&keys[i], true, &none, true, messages[i], &[]));
                    }
                    say(&mut said, "without a commit", first.merge(&second));
                    say(&mut said, "third", first.aggregate(&keys[2], true, &none, true, messages[2], &[]));
                    first.commit();
                    say(&mut said, "with one commit", first.merge(&second));
                    second.commit();
                    say(&mut said, "with both", first.merge(&second));
                    say(&mut said, "with the value", first.finalverify(Some(&value)));
                    say(&mut said, "without it", first.finalverify(None));
                    let mut empty = Pairing::new(true, b"another tag");
                    say(&mut said, "into nothing", empty.merge(&first));
                    say(&mut said, "the same", empty.finalverify(Some(&value)));
                    say(&mut said, "nothing into it", first.merge(&Pairing::new(true, TAG)));
                    say(&mut said, "the same", first.finalverify(Some(&value)));
                }
                // What is refused.
                let signature = $signature_affine::from(secret(1).sign(b"m", TAG, &[]));
                let outside = $signature_affine::from(signatures(b"m")[40]);
                for (key, signature) in [(39, &signature), (40, &signature), (0, &outside), (39, &outside)] {
                    for check in [false, true] {
                        let mut pairing = Pairing::new(false, TAG);
                        say(
                            &mut said,
                            key,
                            pairing.aggregate(&keys[key], check, signature, check, b"m", &[]),
                        );
                    }
                }
                // Encoded instead of hashed.
                let mut pairing = Pairing::new(false, TAG);
                say(&mut said, "encoded", pairing.aggregate(&keys[0], true, &signature, true, b"m", &[]));
                pairing.commit();
                say(&mut said, "encoded", pairing.finalverify(None));
                said
            }
        }
    };
}

calls_of_variant!(min_pk, 48, 96, blst_p1_affine, blst_p2_affine);
calls_of_variant!(min_sig, 96, 48, blst_p2_affine, blst_p1_affine);

pub(crate) fn unique_messages() -> Vec<String> {
    let mut said = Vec::new();
    let lists: [&[&[u8]]; 8] = [
        &[],
        &[b"a"],
        &[b"a", b"a"],
        &[b"a", b"b"],
        &[b"a", b"b", b"c"],
        &[b"a", b"b", b"a"],
        &[b"", b"a", b""],
        &[b"aa", b"a", b"aaa", b"b"],
    ];
    for list in &lists[1..] {
        say(&mut said, format!("{list:?}"), uniq(list));
    }
    said
}

pub(crate) fn scalars() -> Vec<String> {
    let mut said = Vec::new();
    let mut random = inputs::Random(5);
    let mut order = inputs::ORDER;
    let mut all = vec![[0; 32], [0xff; 32], order, [1; 32], [0x73; 32]];
    order[0] = 0;
    all.push(order);
    order[0] = 2;
    all.push(order);
    all.extend((0..6).map(|_| <[u8; 32]>::try_from(random.bytes(32)).unwrap()));
    // SAFETY: all pointers are of whole values.
    unsafe {
        for bytes in &all {
            let (mut a, mut out, mut integer) = (blst_scalar::default(), blst_scalar::default(), [0; 32]);
            blst_scalar_from_bendian(&mut a, bytes.as_ptr());
            say(&mut said, "big-endian", hex(a.b));
            blst_bendian_from_scalar(integer.as_mut_ptr(), &a);
            say(&mut said, "big-endian", hex(integer));
            blst_scalar_from_lendian(&mut a, bytes.as_ptr());
            say(&mut said, "little-endian", hex(a.b));
            blst_lendian_from_scalar(integer.as_mut_ptr(), &a);
            say(&mut said, "little-endian", hex(integer));
            let (mut words, mut halves) = ([0u64; 4], [0u32; 8]);
            blst_uint64_from_scalar(words.as_mut_ptr(), &a);
            blst_uint32_from_scalar(halves.as_mut_ptr(), &a);
            say(&mut said, "words", (words, halves));
            blst_scalar_from_uint32(&mut out, halves.as_ptr());
            say(&mut said, "from words", hex(out.b));
            say(&mut said, "checks", (blst_scalar_fr_check(&a), blst_sk_check(&a)));
            if !blst_scalar_fr_check(&a) {
                continue;
            }
            blst_sk_inverse(&mut out, &a);
            say(&mut said, "inverse", hex(out.b));
            for other in &all {
                let b = blst_scalar { b: *other };
                if blst_scalar_fr_check(&b) {
                    say(&mut said, "sum", (blst_sk_add_n_check(&mut out, &a, &b), hex(out.b)));
                    say(&mut said, "difference", (blst_sk_sub_n_check(&mut out, &a, &b), hex(out.b)));
                    say(&mut said, "product", (blst_sk_mul_n_check(&mut out, &a, &b), hex(out.b)));
                }
            }
        }
        for length in [0, 1, 31, 32, 33, 48, 64, 100] {
            for bytes in [random.bytes(length), vec![0; length], vec![0xff; length]] {
                let mut out = blst_scalar::default();
                let valid = blst_scalar_from_le_bytes(&mut out, bytes.as_ptr(), length);
                say(&mut said, length, (valid, hex(out.b)));
                let valid = blst_scalar_from_be_bytes(&mut out, bytes.as_ptr(), length);
                say(&mut said, length, (valid, hex(out.b)));
            }
        }
    }
    for (message, tag) in [(&b"message"[..], &b"tag"[..]), (b"", b"tag"), (b"message", b"")] {
        say(&mut said, "hashed", blst_scalar::hash_to(message, tag).map(|scalar| hex(scalar.b)));
    }
    said
}

/// The functions of keys, with null pointers.
pub(crate) fn values_of_derivation() -> Vec<String> {
    let mut said = Vec::new();
    let null = std::ptr::null;
    for length in [0, 31, 32, 50] {
        let material = vec![3; length];
        let mut key = blst_scalar::default();
        // SAFETY: all pointers are null, or of as many bytes as given.
        unsafe {
            blst_keygen(&mut key, material.as_ptr(), length, null(), 0);
            say(&mut said, length, hex(key.b));
            blst_keygen(&mut key, material.as_ptr(), length, null(), 7);
            say(&mut said, length, hex(key.b));
            blst_keygen_v3(&mut key, material.as_ptr(), length, b"info".as_ptr(), 4);
            say(&mut said, length, hex(key.b));
            blst_keygen_v4_5(&mut key, material.as_ptr(), length, null(), 0, null(), 0);
            say(&mut said, length, hex(key.b));
            blst_keygen_v4_5(&mut key, material.as_ptr(), length, b"salt".as_ptr(), 4, b"info".as_ptr(), 4);
            say(&mut said, length, hex(key.b));
            blst_keygen_v5(&mut key, material.as_ptr(), length, null(), 0, null(), 0);
            say(&mut said, length, hex(key.b));
            blst_keygen_v5(&mut key, material.as_ptr(), length, b"salt".as_ptr(), 4, b"info".as_ptr(), 4);
            say(&mut said, length, hex(key.b));
            blst_derive_master_eip2333(&mut key, material.as_ptr(), length);
            say(&mut said, length, hex(key.b));
            let parent = key.clone();
            if length >= 32 {
                blst_derive_child_eip2333(&mut key, &parent, 3);
                say(&mut said, length, hex(key.b));
            }
        }
    }
    said
}

macro_rules! calls_of_group {
    (
        $said:ident, $width:literal, $point:ident, $affine:ident, $affines:ident, $generator:ident,
        $affine_generator:ident, $mult:ident, $unchecked_mult:ident, $add:ident, $add_or_double:ident,
        $add_affine:ident, $add_or_double_affine:ident, $double:ident, $cneg:ident, $to_affine:ident,
        $from_affine:ident, $from_jacobian:ident, $on_curve:ident, $in_group:ident, $is_equal:ident, $is_inf:ident,
        $affine_on_curve:ident, $affine_in_group:ident, $affine_is_equal:ident, $affine_is_inf:ident,
        $serialize:ident, $compress:ident, $affine_serialize:ident, $affine_compress:ident, $uncompress:ident,
        $deserialize:ident, $sk_to_pk:ident, $sk_to_pk2:ident, $sign:ident, $sign2:ident, $constant:ident
    ) => {
        let said = &mut $said;
        let mut random = inputs::Random(17);
        let text = |point: &$point| {
            let (mut compressed, mut serialized) = (vec![0; $width], vec![0; 2 * $width]);
            // SAFETY: writes as many bytes.
            unsafe {
                $compress(compressed.as_mut_ptr(), point);
                $serialize(serialized.as_mut_ptr(), point);
            }
            (hex(compressed), hex(serialized))
        };
        let affine_text = |point: &$affine| {
            let (mut compressed, mut serialized) = (vec![0; $width], vec![0; 2 * $width]);
            // SAFETY: writes as many bytes.
            unsafe {
                $affine_compress(compressed.as_mut_ptr(), point);
                $affine_serialize(serialized.as_mut_ptr(), point);
            }
            (hex(compressed), hex(serialized))
        };
        // SAFETY: all pointers are of whole values, or of as many bytes as the functions read and write.
        unsafe {
            let mut points = vec![$point::default(), *$generator()];
            for bits in [0, 1, 7, 8, 64, 100, 160, 176, 255, 256] {
                let integer = random.bytes(32);
                // Of whole bytes, since blst reads whole bytes.
                let bits = if bits > 176 && bits % 8 != 0 { 248 } else { bits };
                let (mut product, mut unchecked) = ($point::default(), $point::default());
                $mult(&mut product, $generator(), integer.as_ptr(), bits);
                $unchecked_mult(&mut unchecked, $generator(), integer.as_ptr(), bits);
                say(said, bits, (text(&product), text(&unchecked)));
                points.push(product);
            }
            // Opposite points, and points with another denominator.
            let mut opposite = points[3];
            $cneg(&mut opposite, true);
            points.push(opposite);
            $cneg(&mut opposite, false);
            points.push(opposite);
            let mut twice = $point::default();
            $double(&mut twice, &points[1]);
            points.push(twice);
            let outside =
                if $width == 48 { inputs::outside_g1().to_vec() } else { inputs::outside_g2().to_vec() };
            let mut affine = $affine::default();
            say(said, "outside", $uncompress(&mut affine, outside.as_ptr()));
            let mut point = $point::default();
            $from_affine(&mut point, &affine);
            points.push(point);
            // A point of small order: the order times one outside.
            let mut small = $point::default();
            $unchecked_mult(&mut small, &point, inputs::ORDER.as_ptr(), 255);
            points.push(small);
            for a in &points {
                let (mut affine, mut same) = ($affine::default(), $point::default());
                $to_affine(&mut affine, a);
                $from_jacobian(&mut same, a);
                say(said, "point", (text(a), affine_text(&affine), text(&same)));
                say(said, "is", ($on_curve(a), $in_group(a), $is_inf(a), $affine_on_curve(&affine)));
                say(said, "is", ($affine_in_group(&affine), $affine_is_inf(&affine)));
                let mut double = $point::default();
                $double(&mut double, a);
                say(said, "double", text(&double));
                for b in &points {
                    let mut other = $affine::default();
                    $to_affine(&mut other, b);
                    let mut sum = $point::default();
                    $add_or_double(&mut sum, a, b);
                    say(said, "sum", text(&sum));
                    $add_or_double_affine(&mut sum, a, &other);
                    say(said, "sum", text(&sum));
                    let equal = $is_equal(a, b);
                    say(said, "equal", (equal, $affine_is_equal(&affine, &other)));
                    if !equal {
                        $add(&mut sum, a, b);
                        say(said, "sum", text(&sum));
                        $add_affine(&mut sum, a, &other);
                        say(said, "sum", text(&sum));
                    }
                }
            }
            let valid = $affines::from(&points);
            let mut lists: Vec<Vec<u8>> = Vec::new();
            for point in &valid[..3] {
                let (mut compressed, mut serialized) = (vec![0; $width], vec![0; 2 * $width]);
                $affine_compress(compressed.as_mut_ptr(), point);
                $affine_serialize(serialized.as_mut_ptr(), point);
                lists.extend([compressed, serialized]);
            }
            for mut bytes in inputs::encodings($width, &lists) {
                bytes.resize(2 * $width, 0);
                let mut point = $affine::default();
                let error = $uncompress(&mut point, bytes.as_ptr());
                say(said, hex(&bytes), (error, affine_text(&point)));
                let mut point = $affine::default();
                let error = $deserialize(&mut point, bytes.as_ptr());
                say(said, hex(&bytes), (error, affine_text(&point)));
            }
            say(said, "generator", (affine_text(&*$affine_generator()), affine_text(&$constant)));
            for number in [1, 5, 12] {
                let list = $affines::from(&points[..number]);
                say(said, number, (text(&list.add()), text(&list.mult(&random.bytes(32 * number), 255))));
            }
            // Secret keys.
            let zero = blst_scalar::default();
            for secret in [zero, scalar([1, 0, 0, 0]), scalar([0, 1, 2, 3]), scalar([5, 6, 7, 8])] {
                let (mut key, mut affine, mut bytes) =
                    ($point::default(), $affine::default(), vec![0; 2 * $width]);
                $sk_to_pk(&mut key, &secret);
                say(said, "key", text(&key));
                $sk_to_pk2(bytes.as_mut_ptr(), &mut affine, &secret);
                say(said, "key", affine_text(&affine));
                if !$is_inf(&key) {
                    say(said, "key", hex(&bytes));
                }
                $sk_to_pk2(std::ptr::null_mut(), &mut affine, &secret);
                let hash = points[4];
                $sign(&mut key, &hash, &secret);
                say(said, "signature", text(&key));
                $sign2(bytes.as_mut_ptr(), &mut affine, &hash, &secret);
                say(said, "signature", affine_text(&affine));
                if !$is_inf(&key) {
                    say(said, "signature", hex(&bytes));
                }
                $sign2(bytes.as_mut_ptr(), std::ptr::null_mut(), &hash, &secret);
            }
        }
    };
}

pub(crate) fn points() -> Vec<String> {
    let mut said = Vec::new();
    calls_of_group!(
        said,
        48,
        blst_p1,
        blst_p1_affine,
        p1_affines,
        blst_p1_generator,
        blst_p1_affine_generator,
        blst_p1_mult,
        blst_p1_unchecked_mult,
        blst_p1_add,
        blst_p1_add_or_double,
        blst_p1_add_affine,
        blst_p1_add_or_double_affine,
        blst_p1_double,
        blst_p1_cneg,
        blst_p1_to_affine,
        blst_p1_from_affine,
        blst_p1_from_jacobian,
        blst_p1_on_curve,
        blst_p1_in_g1,
        blst_p1_is_equal,
        blst_p1_is_inf,
        blst_p1_affine_on_curve,
        blst_p1_affine_in_g1,
        blst_p1_affine_is_equal,
        blst_p1_affine_is_inf,
        blst_p1_serialize,
        blst_p1_compress,
        blst_p1_affine_serialize,
        blst_p1_affine_compress,
        blst_p1_uncompress,
        blst_p1_deserialize,
        blst_sk_to_pk_in_g1,
        blst_sk_to_pk2_in_g1,
        blst_sign_pk_in_g2,
        blst_sign_pk2_in_g2,
        BLS12_381_G1
    );
    calls_of_group!(
        said,
        96,
        blst_p2,
        blst_p2_affine,
        p2_affines,
        blst_p2_generator,
        blst_p2_affine_generator,
        blst_p2_mult,
        blst_p2_unchecked_mult,
        blst_p2_add,
        blst_p2_add_or_double,
        blst_p2_add_affine,
        blst_p2_add_or_double_affine,
        blst_p2_double,
        blst_p2_cneg,
        blst_p2_to_affine,
        blst_p2_from_affine,
        blst_p2_from_jacobian,
        blst_p2_on_curve,
        blst_p2_in_g2,
        blst_p2_is_equal,
        blst_p2_is_inf,
        blst_p2_affine_on_curve,
        blst_p2_affine_in_g2,
        blst_p2_affine_is_equal,
        blst_p2_affine_is_inf,
        blst_p2_serialize,
        blst_p2_compress,
        blst_p2_affine_serialize,
        blst_p2_affine_compress,
        blst_p2_uncompress,
        blst_p2_deserialize,
        blst_sk_to_pk_in_g2,
        blst_sk_to_pk2_in_g2,
        blst_sign_pk_in_g1,
        blst_sign_pk2_in_g1,
        BLS12_381_G2
    );
    // SAFETY: no pointers.
    let sizes = unsafe {
        [
            blst_p1_sizeof(),
            blst_p1_affine_sizeof(),
            blst_p2_sizeof(),
            blst_p2_affine_sizeof(),
            blst_fp12_sizeof(),
        ]
    };
    say(&mut said, "sizes", sizes);
    said
}

pub(crate) fn hashes() -> Vec<String> {
    let mut said = Vec::new();
    let long = [b'T'; 300];
    for (message, tag, augmentation) in [
        (&b""[..], &b"tag"[..], &b""[..]),
        (b"message", b"tag", b"augmentation"),
        (b"message", b"", b""),
        (&[1; 500], &long[..255], b""),
        (b"message", &long[..256], b"a"),
    ] {
        // SAFETY: all pointers are of as many bytes as given, and outputs of whole points.
        unsafe {
            let (m, t, a) = (message.as_ptr(), tag.as_ptr(), augmentation.as_ptr());
            let lengths = (message.len(), tag.len(), augmentation.len());
            let (mut first, mut second) = (blst_p1::default(), blst_p2::default());
            let mut bytes = [0; 192];
            blst_hash_to_g1(&mut first, m, lengths.0, t, lengths.1, a, lengths.2);
            blst_p1_serialize(bytes.as_mut_ptr(), &first);
            say(&mut said, "hash to G1", hex(&bytes[..96]));
            blst_encode_to_g1(&mut first, m, lengths.0, t, lengths.1, a, lengths.2);
            blst_p1_serialize(bytes.as_mut_ptr(), &first);
            say(&mut said, "encode to G1", hex(&bytes[..96]));
            blst_hash_to_g2(&mut second, m, lengths.0, t, lengths.1, a, lengths.2);
            blst_p2_serialize(bytes.as_mut_ptr(), &second);
            say(&mut said, "hash to G2", hex(bytes));
            blst_encode_to_g2(&mut second, m, lengths.0, t, lengths.1, std::ptr::null(), 0);
            blst_p2_serialize(bytes.as_mut_ptr(), &second);
            say(&mut said, "encode to G2", hex(bytes));
            for length in [1, 31, 32, 33, 100, 8160, 8161] {
                let mut expansion = vec![0; length];
                blst_expand_message_xmd(expansion.as_mut_ptr(), length, m, lengths.0, t, lengths.1);
                say(&mut said, length, hex(expansion));
            }
            let mut digest = [0; 32];
            blst_sha256(digest.as_mut_ptr(), m, lengths.0);
            say(&mut said, "SHA-256", hex(digest));
        }
    }
    said
}

pub(crate) fn values() -> Vec<String> {
    let mut said = Vec::new();
    // SAFETY: all pointers are of whole values.
    unsafe {
        let (p, q) = (*blst_p1_affine_generator(), *blst_p2_affine_generator());
        let (none_p, none_q) = (blst_p1_affine::default(), blst_p2_affine::default());
        let one = blst_fp12::default();
        say(&mut said, "one", (hex(one.to_bendian()), one.in_group(), blst_fp12_is_one(&one)));
        let value = blst_fp12::miller_loop(&q, &p);
        let pairing = value.final_exp();
        say(&mut said, "pairing", hex(pairing.to_bendian()));
        say(&mut said, "in the group", (pairing.in_group(), (value * value).final_exp().in_group()));
        for (q, p) in [(&q, &none_p), (&none_q, &p), (&none_q, &none_p)] {
            say(&mut said, "infinity", hex(blst_fp12::miller_loop(q, p).to_bendian()));
        }
        let mut default = one;
        blst_miller_loop(&mut default, std::ptr::null(), std::ptr::null());
        say(&mut said, "generators", default == value);
        let (mut points, mut others) = (vec![blst_p1::default(); 40], vec![blst_p2::default(); 40]);
        for (i, (p, q)) in points.iter_mut().zip(&mut others).enumerate() {
            blst_p1_mult(p, blst_p1_generator(), [i as u8 + 1].as_ptr(), 8);
            blst_p2_mult(q, blst_p2_generator(), [200 - i as u8].as_ptr(), 8);
        }
        let (points, others) = (p1_affines::from(&points), p2_affines::from(&others));
        for number in [1, 2, 16, 17, 40] {
            let product = blst_fp12::miller_loop_n(&others[..number], &points[..number]);
            say(&mut said, number, hex(product.final_exp().to_bendian()));
            let mut listed = one;
            let (q, p): ([*const _; 2], [*const _; 2]) =
                ([&others[0], std::ptr::null()], [&points[0], std::ptr::null()]);
            blst_miller_loop_n(&mut listed, q.as_ptr(), p.as_ptr(), number);
            say(
                &mut said,
                number,
                (blst_fp12_is_equal(&listed, &product), hex(listed.final_exp().to_bendian())),
            );
            let q: Vec<*const _> = others[..number].iter().map(std::ptr::from_ref).collect();
            let p: Vec<*const _> = points[..number].iter().map(std::ptr::from_ref).collect();
            blst_miller_loop_n(&mut listed, q.as_ptr(), p.as_ptr(), number);
            say(&mut said, number, blst_fp12_finalverify(&listed, &product));
            let mut square = one;
            blst_fp12_sqr(&mut square, &product);
            say(&mut said, number, (square == product * product, blst_fp12::finalverify(&square, &product)));
            let (mut inverse, mut conjugate) = (one, pairing);
            blst_fp12_inverse(&mut inverse, &pairing);
            blst_fp12_conjugate(&mut conjugate);
            say(&mut said, number, (inverse == conjugate, hex(inverse.to_bendian())));
        }
        let mut changed = pairing;
        changed.fp6[0].fp2[0].fp[0] = blst_fp::default();
        say(&mut said, "not in the group", (changed.in_group(), blst_fp12_in_group(&changed)));
        let mut raw = Pairing::new(true, b"");
        for (p, q) in points.as_slice().iter().zip(others.as_slice()).take(11) {
            raw.raw_aggregate(q, p);
        }
        raw.raw_aggregate(&none_q, &none_p);
        say(&mut said, "raw", hex(raw.as_fp12().final_exp().to_bendian()));
        // Single signatures.
        let secret = library::min_pk::SecretKey::key_gen(&[4; 32], &[]).unwrap();
        let (key, signature) = (secret.sk_to_pk(), secret.sign(b"m", b"tag", b"a"));
        let (key, signature) = (blst_p1_affine::from(key), blst_p2_affine::from(signature));
        for message in [b"m", b"n"] {
            for hashed in [true, false] {
                let verdict = blst_core_verify_pk_in_g1(
                    &key,
                    &signature,
                    hashed,
                    message.as_ptr(),
                    1,
                    b"tag".as_ptr(),
                    3,
                    b"a".as_ptr(),
                    1,
                );
                say(&mut said, "verdict", verdict);
            }
        }
        let infinity = blst_p1_affine::default();
        let verdict = blst_core_verify_pk_in_g1(
            &infinity,
            &signature,
            true,
            b"m".as_ptr(),
            1,
            b"tag".as_ptr(),
            3,
            std::ptr::null(),
            0,
        );
        say(&mut said, "infinity", verdict);
        let secret = library::min_sig::SecretKey::key_gen(&[4; 32], &[]).unwrap();
        let (key, signature) = (secret.sk_to_pk(), secret.sign(b"m", b"tag", &[]));
        let (key, signature) = (blst_p2_affine::from(key), blst_p1_affine::from(signature));
        let verdict = blst_core_verify_pk_in_g2(
            &key,
            &signature,
            true,
            b"m".as_ptr(),
            1,
            b"tag".as_ptr(),
            3,
            std::ptr::null(),
            0,
        );
        say(&mut said, "verdict", verdict);
        let outside = inputs::outside_g1();
        let mut point = blst_p1_affine::default();
        say(&mut said, "outside", blst_p1_uncompress(&mut point, outside.as_ptr()));
        let verdict = blst_core_verify_pk_in_g2(
            &key,
            &point,
            true,
            b"m".as_ptr(),
            1,
            b"tag".as_ptr(),
            3,
            std::ptr::null(),
            0,
        );
        say(&mut said, "outside", verdict);
    }
    said
}
