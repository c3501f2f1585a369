//! The functions that have vectors in bls12-381-tests.

use serde_json::Value;
use vorpal::bls::ethereum::suite;
use vorpal::bls::{
    CheckedSignature, Error, MinPk, PublicKey, Scheme, SecretKey, Signature, SignatureSet, Suite,
};
use vorpal::fields::EncodableField;

use crate::hex;
use crate::vector_folders;

/// The tag of the vectors of hashes, that of RFC 9380.
const TAG_OF_HASHES: &[u8] = b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";

/// The output for an input. The error says what is no argument.
type Output = fn(&Value) -> Result<Value, String>;

/// A function, by its name in the vectors.
#[derive(Clone, Copy)]
pub(super) struct Function {
    name: &'static str,
    output: Output,
}

const FUNCTIONS: [Function; 9] = [
    Function { name: "aggregate", output: aggregate },
    Function { name: "aggregate_verify", output: |input| Ok(verdict(aggregate_verify(input)?)) },
    Function { name: "batch_verify", output: |input| Ok(verdict(batch_verify(input)?)) },
    Function { name: "deserialization_G1", output: deserialization_g1 },
    Function { name: "deserialization_G2", output: deserialization_g2 },
    Function { name: "fast_aggregate_verify", output: |input| Ok(verdict(fast_aggregate_verify(input)?)) },
    Function { name: "hash_to_G2", output: hash_to_g2 },
    Function { name: "sign", output: sign },
    Function { name: "verify", output: |input| Ok(verdict(verify(input)?)) },
];

impl vector_folders::Function for Function {
    const EXTENSION: &'static str = "json";
    const FORMAT: &'static str = "JSON";
    const SPECIFICATION: &'static str = "bls12-381-tests";

    fn of_name(name: &str) -> Option<Self> {
        FUNCTIONS.into_iter().find(|function| function.name == name)
    }

    fn name(self) -> &'static str {
        self.name
    }
}

impl Function {
    /// The output for an input.
    pub(super) fn output(self, input: &Value) -> Result<Value, String> {
        (self.output)(input)
    }
}

/// The text of a key of an object.
fn text<'a>(input: &'a Value, key: &str) -> Result<&'a str, String> {
    input[key].as_str().ok_or_else(|| format!("{key}: missing, or no text"))
}

/// Bytes as hexadecimal digits, with or without `0x`.
fn bytes_of(text: &str) -> Result<Vec<u8>, String> {
    if text.starts_with("0x") { hex::parse_bytes(text) } else { hex::parse_bytes(&format!("0x{text}")) }
}

fn bytes(input: &Value, key: &str) -> Result<Vec<u8>, String> {
    bytes_of(text(input, key)?).map_err(|reason| format!("{key}: {reason}"))
}

/// The bytes of all texts of a list.
fn list(value: &Value) -> Result<Vec<Vec<u8>>, String> {
    let list = value.as_array().ok_or("an argument is no list")?;
    list.iter().map(|text| bytes_of(text.as_str().ok_or("an item is no text")?)).collect()
}

/// A malformed key or signature is a wrong one.
fn verdict(result: Result<bool, Error>) -> Value {
    Value::Bool(result.unwrap_or(false))
}

/// The bytes, or null for an error.
fn bytes_or_null(result: Result<CheckedSignature<MinPk>, Error>) -> Value {
    result.map_or(Value::Null, |signature| Value::String(hex::text(&signature.to_bytes())))
}

fn keys(input: &Value) -> Result<Result<Vec<PublicKey<MinPk>>, Error>, String> {
    Ok(PublicKey::decode_batch(&list(&input["pubkeys"])?).into_iter().collect())
}

fn sign(input: &Value) -> Result<Value, String> {
    let message = bytes(input, "message")?;
    let secret = text(input, "privkey")?.parse::<SecretKey>();
    Ok(bytes_or_null(secret.map(|secret| secret.sign(&suite(), &message))))
}

fn aggregate(input: &Value) -> Result<Value, String> {
    let signatures = list(input)?;
    let signatures: Result<Vec<_>, _> =
        signatures.iter().map(|bytes| CheckedSignature::decode(bytes)).collect();
    Ok(bytes_or_null(signatures.and_then(|signatures| CheckedSignature::aggregate(&signatures))))
}

fn verify(input: &Value) -> Result<Result<bool, Error>, String> {
    let (key, message) = (bytes(input, "pubkey")?, bytes(input, "message")?);
    let signature = bytes(input, "signature")?;
    Ok(PublicKey::decode(&key)
        .and_then(|key| Ok(suite().verify(&key, &message, Signature::decode(&signature)?))))
}

fn fast_aggregate_verify(input: &Value) -> Result<Result<bool, Error>, String> {
    let (message, signature) = (bytes(input, "message")?, bytes(input, "signature")?);
    Ok(keys(input)?
        .and_then(|keys| Ok(suite().fast_aggregate_verify(&keys, &message, Signature::decode(&signature)?))))
}

fn aggregate_verify(input: &Value) -> Result<Result<bool, Error>, String> {
    let (messages, signature) = (list(&input["messages"])?, bytes(input, "signature")?);
    Ok(keys(input)?.and_then(|keys| {
        let is_complete = keys.len() == messages.len();
        let members: Vec<_> = keys.into_iter().zip(messages).collect();
        Ok(is_complete && suite().aggregate_verify(&members, Signature::decode(&signature)?))
    }))
}

fn batch_verify(input: &Value) -> Result<Result<bool, Error>, String> {
    let (messages, signatures) = (list(&input["messages"])?, list(&input["signatures"])?);
    let signatures: Result<Vec<_>, _> = Signature::decode_batch(&signatures).into_iter().collect();
    let Ok((keys, signatures)) = keys(input)?.and_then(|keys| Ok((keys, signatures?))) else {
        return Ok(Ok(false));
    };
    if [messages.len(), signatures.len()] != [keys.len(); 2] {
        return Ok(Ok(false));
    }
    let sets = keys.chunks(1).zip(&messages).zip(signatures);
    let sets: Vec<_> =
        sets.map(|((keys, message), signature)| SignatureSet { signature, keys, message }).collect();
    Ok(Ok(suite().verify_sets(&sets).is_valid()))
}

/// Infinity is the encoding of a point, although not of a key.
fn deserialization_g1(input: &Value) -> Result<Value, String> {
    let key = PublicKey::<MinPk>::decode(&bytes(input, "pubkey")?);
    Ok(matches!(key, Ok(_) | Err(Error::InfinityKey)).into())
}

fn deserialization_g2(input: &Value) -> Result<Value, String> {
    Ok(CheckedSignature::<MinPk>::decode(&bytes(input, "signature")?).is_ok().into())
}

fn hash_to_g2(input: &Value) -> Result<Value, String> {
    let suite = Suite::<MinPk>::new(TAG_OF_HASHES, Scheme::Basic).map_err(|error| error.to_string())?;
    let point = suite.hash_vartime(text(input, "msg")?.as_bytes());
    let (x, y) = point.raw_coordinates();
    // The coefficient of `u` is the upper half of the bytes.
    let coordinate = |bytes: [u8; 96]| format!("{},{}", hex::text(&bytes[48..]), hex::text(&bytes[..48]));
    Ok(serde_json::json!({ "x": coordinate(x.to_be_bytes()), "y": coordinate(y.to_be_bytes()) }))
}
