//! The group, and signatures.

use contender::message::Bytes;
use contender::{Contender, Group, Input, Refusal, block};
use k256::ecdsa::signature::hazmat::PrehashVerifier;
use k256::ecdsa::{RecoveryId, Signature, SigningKey, VerifyingKey};
use k256::elliptic_curve::ff::PrimeField;
use k256::elliptic_curve::ops::MulVartime;
use k256::elliptic_curve::point::AffineCoordinates;
use k256::{AffinePoint, FieldBytes, ProjectivePoint, Scalar};

fn bytes(bytes: &[u8]) -> Option<FieldBytes> {
    FieldBytes::try_from(bytes).ok()
}

fn affine(encoding: &[u8]) -> Option<AffinePoint> {
    let (x, y) = encoding.split_at_checked(32)?;
    if y.len() == 32 && encoding.iter().all(|byte| *byte == 0) {
        return Some(AffinePoint::IDENTITY);
    }
    AffinePoint::from_coordinates(&bytes(x)?, &bytes(y)?).into()
}

fn point(encoding: &[u8]) -> Option<ProjectivePoint> {
    affine(encoding).map(ProjectivePoint::from)
}

/// The coordinates of infinity are zero here, too.
fn encode_affine(point: &AffinePoint) -> Vec<u8> {
    [point.x(), point.y()].concat()
}

fn encode(point: &ProjectivePoint) -> Vec<u8> {
    encode_affine(&point.to_affine())
}

fn scalar(encoding: &[u8]) -> Option<Scalar> {
    Scalar::from_repr(bytes(encoding)?).into()
}

fn signature(r: &[u8], s: &[u8]) -> Option<Signature> {
    Signature::from_scalars(bytes(r)?, bytes(s)?).ok()
}

/// A hash and who signs it.
type Signing = (SigningKey, [u8; 32]);

fn signing(secret: &[u8], hash: &[u8]) -> Option<Signing> {
    Some((SigningKey::from_bytes(&bytes(secret)?).ok()?, hash.try_into().ok()?))
}

fn sign((key, hash): &Signing) -> (Signature, RecoveryId) {
    key.sign_prehash_recoverable(hash)
}

fn encode_signature((signature, id): (Signature, RecoveryId)) -> Vec<u8> {
    [&signature.to_bytes()[..], &[id.to_byte()]].concat()
}

/// A hash, its signature and the key.
type Verification = ([u8; 32], Signature, VerifyingKey);

fn verify((hash, signature, key): &Verification) -> bool {
    key.verify_prehash(hash, signature).is_ok()
}

/// A hash, its signature and which of the possible keys.
type Recovery = ([u8; 32], Signature, RecoveryId);

fn recovery(hash: &[u8], r: &[u8], s: &[u8], id: &[u8]) -> Option<Recovery> {
    let [id] = *id else { return None };
    Some((hash.try_into().ok()?, signature(r, s)?, RecoveryId::from_byte(id)?))
}

fn recover((hash, signature, id): &Recovery) -> Option<VerifyingKey> {
    VerifyingKey::recover_from_prehash(hash, signature, *id).ok()
}

fn encode_key(key: Option<VerifyingKey>) -> Vec<u8> {
    key.map_or_else(Vec::new, |key| encode_affine(key.as_affine()))
}

fn encode_verdict(valid: bool) -> Vec<u8> {
    vec![u8::from(valid)]
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
    rows(input, "a hash with a signature and a key", |hash, r, s, key| {
        let key = VerifyingKey::from_affine(affine(key)?).ok()?;
        Some((hash.try_into().ok()?, signature(r, s)?, key))
    })
}

fn recoveries(input: &Input) -> Result<Vec<Recovery>, Refusal> {
    rows(input, "a hash with a signature", recovery)
}

fn verify_operation(arguments: &[Bytes]) -> Option<Vec<u8>> {
    let [hash, r, s, key] = arguments else { return None };
    let key = VerifyingKey::from_affine(affine(&key.0)?).ok()?;
    let (hash, r, s) = (<[u8; 32]>::try_from(&hash.0[..]).ok()?, bytes(&r.0)?, bytes(&s.0)?);
    // Numbers out of range make no signature; the library refuses the upper half of s.
    let signature = Signature::from_scalars(r, s).ok().map(|signature| signature.normalize_s());
    Some(encode_verdict(signature.is_some_and(|signature| verify(&(hash, signature, key)))))
}

pub(crate) fn register(contender: &mut Contender) {
    let multiply = |point: &ProjectivePoint, scalar: &Scalar| point.mul_vartime(scalar);
    Group::new(contender, "secp256k1", point, encode, scalar).operations(
        |a, b| a + b,
        ProjectivePoint::double,
        |a| -a,
        multiply,
    );
    let path = "MulVartime::mul_vartime, to affine (variable time)";
    contender.offer("secp256k1.multiply.single", path, move |input| {
        let points = input.decode(0, "a point", point)?;
        let rows: Vec<_> = points.into_iter().zip(input.decode(1, "a scalar", scalar)?).collect();
        let product = move |(point, scalar): &(_, _)| multiply(point, scalar).to_affine();
        Ok(block::single(rows, |product| encode_affine(&product), product))
    });

    let path = "SigningKey::sign_prehash_recoverable (constant time)";
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

    let path = "VerifyingKey::verify_prehash (variable time)";
    contender.offer("secp256k1.verify.single", path, |input| {
        Ok(block::single(verifications(input)?, encode_verdict, verify))
    });
    contender.offer("secp256k1.verify.block1000", &format!("{path}, one by one"), |input| {
        Ok(block::loop_over(verifications(input)?, encode_verdict, verify))
    });
    contender.operation("secp256k1.verify", verify_operation);

    let path = "VerifyingKey::recover_from_prehash (variable time)";
    contender.offer("secp256k1.recover.single", path, |input| {
        Ok(block::single(recoveries(input)?, encode_key, recover))
    });
    contender.offer("secp256k1.recover.block1000", &format!("{path}, one by one"), |input| {
        Ok(block::loop_over(recoveries(input)?, encode_key, recover))
    });
    contender.operation("secp256k1.recover", |arguments| {
        let [hash, r, s, id] = arguments else { return None };
        Some(encode_key(Some(recover(&recovery(&hash.0, &r.0, &s.0, &id.0)?)?)))
    });
}
