//! libsecp256k1, by the crate `secp256k1`.

use std::ptr::{self, NonNull};

use contender::message::Bytes;
use contender::{Contender, Group, Input, Refusal, block};
use secp256k1::ecdsa::{self, RecoverableSignature, RecoveryId, Signature};
use secp256k1::{Message, PublicKey, Scalar, SecretKey, ffi, with_raw_global_context};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

/// The library's keys cannot be infinity: that is `None`, handled here.
type Point = Option<PublicKey>;

fn array(bytes: &[u8]) -> Option<[u8; 32]> {
    bytes.try_into().ok()
}

fn key(bytes: &[u8]) -> Option<PublicKey> {
    let mut uncompressed = [4; 65];
    uncompressed[1..].copy_from_slice(<&[u8; 64]>::try_from(bytes).ok()?);
    PublicKey::from_byte_array_uncompressed(uncompressed).ok()
}

fn encode_key(key: &PublicKey) -> Vec<u8> {
    key.serialize_uncompressed()[1..].to_vec()
}

fn point(bytes: &[u8]) -> Option<Point> {
    if bytes.len() == 64 && bytes.iter().all(|byte| *byte == 0) { Some(None) } else { key(bytes).map(Some) }
}

fn encode(point: &Point) -> Vec<u8> {
    point.as_ref().map_or(vec![0; 64], encode_key)
}

fn scalar(bytes: &[u8]) -> Option<Scalar> {
    Scalar::from_be_bytes(array(bytes)?).ok()
}

fn add(a: &Point, b: &Point) -> Point {
    match (a, b) {
        (Some(a), Some(b)) => a.combine(b).ok(),
        (only, None) | (None, only) => *only,
    }
}

fn multiply(point: &Point, scalar: &Scalar) -> Point {
    (*point)?.mul_tweak(scalar).ok()
}

/// A hash and who signs it.
type Signing = (SecretKey, Message);

fn message(hash: &[u8]) -> Option<Message> {
    array(hash).map(Message::from_digest)
}

fn signing(secret: &[u8], hash: &[u8]) -> Option<Signing> {
    Some((SecretKey::from_secret_bytes(array(secret)?).ok()?, message(hash)?))
}

/// The function of C. The crate's own blinds the context anew after every signature, which takes as long again.
fn sign((secret, message): &Signing) -> RecoverableSignature {
    let sign = |context: NonNull<ffi::Context>| {
        let mut signature = ffi::recovery::RecoverableSignature::new();
        // SAFETY: the context can sign; reads 32 bytes of each, writes a whole signature.
        let done = unsafe {
            ffi::recovery::secp256k1_ecdsa_sign_recoverable(
                context.as_ptr(),
                &mut signature,
                message.as_ref().as_ptr(),
                secret.as_secret_bytes().as_ptr(),
                ffi::secp256k1_nonce_function_rfc6979,
                ptr::null(),
            )
        };
        assert_eq!(done, 1, "a valid secret always signs");
        signature.into()
    };
    with_raw_global_context(sign, None)
}

fn encode_signature(signature: RecoverableSignature) -> Vec<u8> {
    let (id, bytes) = signature.serialize_compact();
    [&bytes[..], &[id.to_u8()]].concat()
}

/// A hash, its signature and the key.
type Verification = (Message, Signature, PublicKey);

fn verify((message, signature, key): &Verification) -> bool {
    ecdsa::verify(signature, *message, key).is_ok()
}

fn encode_verdict(valid: bool) -> Vec<u8> {
    vec![u8::from(valid)]
}

/// A hash, and its signature with which of the possible keys.
type Recovery = (Message, RecoverableSignature);

fn recovery(hash: &[u8], r: &[u8], s: &[u8], id: &[u8]) -> Option<Recovery> {
    let [id] = *id else { return None };
    let (r, s, id) = (array(r)?, array(s)?, RecoveryId::try_from(i32::from(id)).ok()?);
    Some((message(hash)?, RecoverableSignature::from_compact(&[r, s].concat(), id).ok()?))
}

fn recover((message, signature): &Recovery) -> Option<PublicKey> {
    signature.recover_ecdsa(*message).ok()
}

fn rows<T>(
    input: &Input,
    what: &str,
    read: impl Fn(&[u8], &[u8], &[u8], &[u8]) -> Option<T>,
) -> Result<Vec<T>, Refusal> {
    let [a, b, c, d] = [0, 1, 2, 3].map(|index| input.column(index));
    let columns = a?.rows().zip(b?.rows()).zip(c?.rows().zip(d?.rows()));
    let read = |(row, ((a, b), (c, d)))| read(a, b, c, d).ok_or_else(|| Refusal::row(0, row, what));
    columns.enumerate().map(read).collect()
}

fn verifications(input: &Input) -> Result<Vec<Verification>, Refusal> {
    rows(input, "a hash with a signature and a key", |hash, r, s, public| {
        Some((message(hash)?, Signature::from_compact(&[r, s].concat()).ok()?, key(public)?))
    })
}

fn verify_operation(arguments: &[Bytes]) -> Option<Vec<u8>> {
    let [hash, r, s, public] = arguments else { return None };
    let (message, r, s, key) = (message(&hash.0)?, array(&r.0)?, array(&s.0)?, key(&public.0)?);
    // Numbers out of range make no signature; the library refuses the upper half of s.
    let signature = Signature::from_compact(&[r, s].concat()).ok();
    let valid = signature.is_some_and(|mut signature| {
        signature.normalize_s();
        verify(&(message, signature, key))
    });
    Some(encode_verdict(valid))
}

fn recoveries(input: &Input) -> Result<Vec<Recovery>, Refusal> {
    rows(input, "a hash with a signature", recovery)
}

fn recovered(key: Option<PublicKey>) -> Vec<u8> {
    key.as_ref().map_or_else(Vec::new, encode_key)
}

fn main() {
    let mut contender = Contender::new("libsecp256k1", "secp256k1 0.33.1, secp256k1-sys 0.14.1");
    Group::new(&mut contender, "secp256k1", point, encode, scalar).operations(
        add,
        |a| add(a, a),
        |a| a.map(PublicKey::negate),
        multiply,
    );
    contender.offer("secp256k1.multiply.single", "PublicKey::mul_tweak (variable time)", |input| {
        let points = input.decode(0, "a point", point)?;
        let rows: Vec<_> = points.into_iter().zip(input.decode(1, "a scalar", scalar)?).collect();
        Ok(block::single(rows, |product| encode(&product), |(point, scalar)| multiply(point, scalar)))
    });

    let path = "secp256k1_ecdsa_sign_recoverable (constant time, by its FFI)";
    contender.offer("secp256k1.sign.single", path, |input| {
        let (secrets, hashes) = (input.column(0)?.rows(), input.column(1)?.rows());
        let read = |(row, (secret, hash))| {
            signing(secret, hash).ok_or_else(|| Refusal::row(0, row, "a secret with a hash"))
        };
        let rows: Result<Vec<_>, _> = secrets.zip(hashes).enumerate().map(read).collect();
        Ok(block::single(rows?, encode_signature, sign))
    });
    contender.operation("secp256k1.sign", |arguments| {
        let [secret, hash] = arguments else { return None };
        Some(encode_signature(sign(&signing(&secret.0, &hash.0)?)))
    });

    let path = "ecdsa::verify (variable time)";
    contender.offer("secp256k1.verify.single", path, |input| {
        Ok(block::single(verifications(input)?, encode_verdict, verify))
    });
    contender.offer("secp256k1.verify.block1000", &format!("{path}, one by one"), |input| {
        Ok(block::loop_over(verifications(input)?, encode_verdict, verify))
    });
    contender.operation("secp256k1.verify", verify_operation);

    let path = "RecoverableSignature::recover_ecdsa (variable time)";
    contender.offer("secp256k1.recover.single", path, |input| {
        Ok(block::single(recoveries(input)?, recovered, recover))
    });
    contender.offer("secp256k1.recover.block1000", &format!("{path}, one by one"), |input| {
        Ok(block::loop_over(recoveries(input)?, recovered, recover))
    });
    contender.operation("secp256k1.recover", |arguments| {
        let [hash, r, s, id] = arguments else { return None };
        Some(recovered(Some(recover(&recovery(&hash.0, &r.0, &s.0, &id.0)?)?)))
    });
    contender.serve();
}
