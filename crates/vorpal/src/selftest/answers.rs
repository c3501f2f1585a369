//! Signatures, hashing to curves, pairings, proofs and sums on published input.

use vorpal_bls::{MinPk, MinSig, Scheme, Suite};
use vorpal_curves::PointFormat;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_curves::{bls12_381, secp256k1 as curve};
use vorpal_evm::{Precompile, Rules};
use vorpal_groth16::{Bn254, Proof, VerificationKey, Verifier, json};
use vorpal_secp256k1::{RecoverableSignature, SecretKey, p256, recover_batch};

use super::contracts::bytes;
use super::vectors::{
    BLS_SECRET, BLS_SIGNATURE, GROTH16_KEY, GROTH16_PROOF, HASH_TO_G1, HASH_TO_G2, PAIRING,
};
use super::{Outcome, Report, holds, same, unexpected};

pub(super) fn check(report: &mut Report) {
    report.check("ECDSA on secp256k1", ecdsa);
    report.check("recovery in batches", recovery);
    report.check("ECDSA on P-256", ecdsa_p256);
    report.check("Schnorr signatures", schnorr);
    report.check("hashing to curves", hashing);
    report.check("pairing on BLS12-381", pairing);
    report.check("BLS signatures", bls);
    report.check("Groth16 verification", groth16);
    report.check("sums on BLS12-381", sum_bls12_381);
    report.check("sums on secp256k1", sum_secp256k1);
    report.check("sums on Banderwagon", sum_banderwagon);
}

/// The bytes of hexadecimal digits.
fn array<const L: usize>(digits: &str) -> Result<[u8; L], String> {
    bytes(digits).try_into().map_err(|_| format!("{L} bytes"))
}

/// SHA-256.
fn hash(message: &str) -> Result<[u8; 32], String> {
    let digest = Precompile::Sha256.run(message.as_bytes(), Rules::NEWEST).map_err(unexpected)?;
    digest.try_into().map_err(|_| "32 bytes".into())
}

/// The vectors of the thread "Deterministic Usage of DSA and ECDSA" on bitcointalk.org: RFC 6979 has none for this
/// curve. Secret key, message, and `r || s` with the lower `s`.
const RFC6979: [(&str, &str, &str); 2] = [
    (
        "0000000000000000000000000000000000000000000000000000000000000001",
        "Satoshi Nakamoto",
        "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8\
         2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
    ),
    (
        "f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181",
        "Alan Turing",
        "7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c\
         58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea",
    ),
];

/// The keys, hashes and signatures of the vectors.
fn signed() -> Result<Vec<(SecretKey, [u8; 32], RecoverableSignature)>, String> {
    let sign = |(secret, message, _): (&str, &str, &str)| {
        let secret = SecretKey::from_be_bytes(&array(secret)?).map_err(unexpected)?;
        let hash = hash(message)?;
        let signature = secret.sign(&hash);
        Ok((secret, hash, signature))
    };
    RFC6979.into_iter().map(sign).collect()
}

fn ecdsa() -> Outcome {
    for ((secret, hash, signature), (_, _, published)) in signed()?.into_iter().zip(RFC6979) {
        same("the signature", signature.to_rsv()[..64].to_vec(), bytes(published))?;
        let key = secret.public_key();
        holds("a right signature is refused", key.verify(&hash, &signature.signature()))?;
        let recovered = signature.recover(&hash).map_err(unexpected)?;
        holds("the recovered key is wrong", recovered == key)?;
        let other = hash.map(|byte| byte ^ 1);
        holds("a wrong signature is accepted", !key.verify(&other, &signature.signature()))?;
    }
    Ok(())
}

/// Batches of 40, which fill lanes of vectors and leave some empty.
fn recovery() -> Outcome {
    let signed = signed()?;
    let pairs: Vec<_> = signed.iter().cycle().take(40).collect();
    let recoveries: Vec<_> = pairs.iter().map(|(_, hash, signature)| signature.to_recovery(hash)).collect();
    for ((secret, ..), key) in pairs.iter().zip(recover_batch(&recoveries)) {
        holds("a recovered key is wrong", key.map_err(unexpected)? == secret.public_key())?;
    }
    Ok(())
}

/// RFC 6979, appendix A.2.5: message `sample` with SHA-256.
fn ecdsa_p256() -> Outcome {
    let secret = array("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")?;
    let secret = p256::SecretKey::from_be_bytes(&secret).map_err(unexpected)?;
    let hash = hash("sample")?;
    let signature = secret.sign(&hash);
    let r = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716";
    let s = "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";
    same("r", signature.r().to_vec(), bytes(r))?;
    same("s", signature.s().to_vec(), bytes(s))?;
    holds("a right signature is refused", secret.public_key().verify(&hash, &signature))?;
    let other = hash.map(|byte| byte ^ 1);
    holds("a wrong signature is accepted", !secret.public_key().verify(&other, &signature))
}

/// Vector 1 of BIP 340.
fn schnorr() -> Outcome {
    let secret = array("b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef")?;
    let secret = SecretKey::from_be_bytes(&secret).map_err(unexpected)?;
    let message = bytes("243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89");
    let auxiliary = array("0000000000000000000000000000000000000000000000000000000000000001")?;
    let signature = secret.sign_schnorr(&message, &auxiliary);
    let published = "6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de3341\
                     8906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a";
    same("the signature", signature.to_bytes().to_vec(), bytes(published))?;
    let (key, _) = secret.public_key().x_only();
    let published = bytes("dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659");
    same("the public key", key.to_be_bytes().to_vec(), published)?;
    holds("a right signature is refused", key.verify_schnorr(&message, &signature))?;
    holds("a wrong signature is accepted", !key.verify_schnorr(&message[1..], &signature))
}

fn hashing() -> Outcome {
    let suite = Suite::<MinSig>::new(b"QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_", Scheme::Basic);
    let point = suite.map_err(unexpected)?.hash_vartime(b"abc");
    let found = bls12_381::encoding::ZCASH.encode_uncompressed(&point);
    same("the point of G1", found.as_ref().to_vec(), bytes(HASH_TO_G1))?;
    let suite = Suite::<MinPk>::new(b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_", Scheme::Basic);
    let point = suite.map_err(unexpected)?.hash_vartime(b"abc");
    let found = bls12_381::g2::encoding::ZCASH.encode_uncompressed(&point);
    same("the point of G2", found.as_ref().to_vec(), bytes(HASH_TO_G2))
}

/// The published value, and `e(a P, b Q) = e(P, Q)^(a b)` for factors of full length.
fn pairing() -> Outcome {
    use vorpal_pairing::bls12_381::pairing;
    let (p, q) = (bls12_381::Affine::GENERATOR, bls12_381::g2::Affine::GENERATOR);
    let value = pairing(&p, &q);
    same("e(G1, G2)", value.to_be_bytes().as_ref().to_vec(), bytes(PAIRING))?;
    let [a, b] = [7, 11].map(|small| -bls12_381::Scalar::from(small).square());
    let (ap, bq) = ((p * a).to_affine(), (q * b).to_affine());
    holds("e(a P, b Q) differs from e(P, Q)^(a b)", pairing(&ap, &bq) == value.pow(&(a * b)))?;
    holds("e(a P, Q) is e(P, Q)^b", pairing(&ap, &q) != value.pow(&b))
}

fn bls() -> Outcome {
    let suite = vorpal_bls::ethereum::suite();
    let secret = vorpal_bls::SecretKey::from_be_bytes(&array(BLS_SECRET)?).map_err(unexpected)?;
    let message = [0x56; 32];
    let signature = secret.sign(&suite, &message);
    same("the signature", signature.to_bytes().as_ref().to_vec(), bytes(BLS_SIGNATURE))?;
    let key = secret.public_key::<MinPk>();
    holds("a right signature is refused", suite.verify(&key, &message, signature))?;
    holds("a wrong signature is accepted", !suite.verify(&key, &message[1..], signature))
}

fn groth16() -> Outcome {
    let key = VerificationKey::<Bn254>::from_json(GROTH16_KEY).map_err(unexpected)?;
    let verifier = Verifier::new(key).map_err(unexpected)?;
    let proof = Proof::from_json(GROTH16_PROOF).map_err(unexpected)?;
    for (signals, is_right) in [("[\"33\"]", true), ("[\"34\"]", false)] {
        let signals = json::read_public::<Bn254>(signals).map_err(unexpected)?;
        let verdict = verifier.verify(&signals, &proof).map_err(unexpected)?;
        holds(&format!("the proof is {verdict}"), verdict == is_right)?;
    }
    Ok(())
}

/// The number of points of a sum, without the last.
const POINTS: u64 = 300;

/// `sum of i (i G) + (k - sum of i^2) G = k G`.
macro_rules! sum {
    ($k:expr, $scalar:ty, $zero:expr, $generator:expr, $affine:expr) => {{
        let (mut points, mut scalars) = (Vec::new(), Vec::new());
        let (mut point, mut rest) = ($zero, <$scalar>::from($k));
        for i in 1..=POINTS {
            let i = <$scalar>::from(i);
            point += $generator;
            points.push($affine(&point));
            scalars.push(i);
            rest -= i.square();
        }
        points.push($affine(&$generator));
        scalars.push(rest);
        vorpal_msm::msm_vartime(&points, &scalars).map_err(unexpected)?
    }};
}

/// `5 G` is the output of the vector `2*g1+3*g1=5*g1` of EIP-2537.
fn sum_bls12_381() -> Outcome {
    use bls12_381::{Jacobian, Scalar};
    let sum = sum!(5u64, Scalar, Jacobian::IDENTITY, Jacobian::GENERATOR, Jacobian::to_affine);
    let found = bls12_381::encoding::ZCASH.encode_uncompressed(&sum.to_affine());
    let published = super::vectors::CALLS.iter().find(|call| call.0 == Precompile::Bls12G1Add);
    let published = published.map(|call| bytes(call.3)).ok_or("no vector")?;
    let published = [&published[16..64], &published[80..128]].concat();
    same("the sum", found.as_ref().to_vec(), published)
}

/// `3 G` is the public key of vector 0 of BIP 340.
fn sum_secp256k1() -> Outcome {
    use curve::{Jacobian, Scalar};
    let sum = sum!(3u64, Scalar, Jacobian::IDENTITY, Jacobian::GENERATOR, Jacobian::to_affine);
    let (x, _) = sum.to_affine().coordinates().ok_or("the sum is the identity")?;
    let published = bytes("f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9");
    same("the sum", x.to_be_bytes().to_vec(), published)
}

/// `2 G` by the specification of Banderwagon (crate-crypto/verkle-trie-ref).
fn sum_banderwagon() -> Outcome {
    use vorpal_curves::bandersnatch::Scalar;
    let sum = {
        let (mut points, mut scalars) = (Vec::new(), Vec::new());
        let (mut point, mut rest) = (Banderwagon::IDENTITY, Scalar::from(2));
        for i in 1..=POINTS {
            let i = Scalar::from(i);
            point += Banderwagon::generator();
            points.push(point.to_affine());
            scalars.push(i);
            rest -= i.square();
        }
        points.push(Banderwagon::generator().to_affine());
        scalars.push(rest);
        vorpal_msm::group_msm_vartime::<Banderwagon>(&points, &scalars).map_err(unexpected)?
    };
    let published = bytes("43aa74ef706605705989e8fd38df46873b7eae5921fbed115ac9d937399ce4d5");
    same("the sum", sum.encode().to_vec(), published)
}
