//! ECDSA over secp256k1: signing, verification and recovery, to time and to compare.

use crate::block;
use crate::message::Bytes;
use crate::prepared::Prepared;
use crate::registry::{Contender, Input, Refusal};

/// Registers what a library offers. Each method takes the library's path, how it reads what is not to be timed, and what is.
pub struct Ecdsa<'c> {
    contender: &'c mut Contender,
}

/// How a library reads the four columns of a signature that is verified or recovered from.
type Read<T> = fn(&[u8], &[u8], &[u8], &[u8]) -> Option<T>;

impl<'c> Ecdsa<'c> {
    /// Nothing yet.
    pub fn new(contender: &'c mut Contender) -> Self {
        Self { contender }
    }

    /// Products of points and scalars; `encode` is not timed.
    pub fn multiply<P: 'static, S: 'static, R: 'static>(
        self,
        path: &str,
        point: fn(&[u8]) -> Option<P>,
        scalar: fn(&[u8]) -> Option<S>,
        multiply: impl Fn(&P, &S) -> R + Copy + 'static,
        encode: fn(R) -> Vec<u8>,
    ) -> Self {
        self.contender.offer("secp256k1.multiply.single", path, move |input| {
            let points = input.decode(0, "a point", point)?;
            let rows: Vec<_> = points.into_iter().zip(input.decode(1, "a scalar", scalar)?).collect();
            Ok(block::single(rows, encode, move |(point, scalar)| multiply(point, scalar)))
        });
        self
    }

    /// Signing: a secret and a hash are read, r, s and recovery id come out.
    pub fn sign<T: 'static, R: 'static>(
        self,
        path: &str,
        read: fn(&[u8], &[u8]) -> Option<T>,
        sign: impl Fn(&T) -> R + Copy + 'static,
        encode: fn(R) -> Vec<u8>,
    ) -> Self {
        self.contender.offer("secp256k1.sign.single", path, move |input| {
            let rows = input.column(0)?.rows().zip(input.column(1)?.rows()).enumerate();
            let rows = rows.map(|(row, (secret, hash))| {
                read(secret, hash).ok_or_else(|| Refusal::row(0, row, "a secret with a hash"))
            });
            Ok(block::single(rows.collect::<Result<_, _>>()?, encode, sign))
        });
        self.contender.operation("secp256k1.sign", move |arguments| {
            let [secret, hash] = arguments else { return None };
            Some(encode(sign(&read(&secret.0, &hash.0)?)))
        });
        self
    }

    /// Verification, one at a time. `read` gets hash, r, s, public key. `compare` is for the operation: `None` for a bad key,
    /// both halves of s accepted.
    pub fn verify<T: 'static>(
        self,
        path: &str,
        read: Read<T>,
        verify: impl Fn(&T) -> bool + Copy + 'static,
        compare: Read<bool>,
    ) -> Self {
        let what = "a hash with a signature and a key";
        let encode = |valid: bool| vec![u8::from(valid)];
        self.contender.offer("secp256k1.verify.single", path, move |input| {
            Ok(block::single(rows(input, what, read)?, encode, verify))
        });
        self.contender.offer("secp256k1.verify.block1000", &one_by_one(path), move |input| {
            Ok(block::loop_over(rows(input, what, read)?, encode, verify))
        });
        self.contender.operation("secp256k1.verify", move |arguments| apply(arguments, compare).map(encode));
        self
    }

    /// Recovery of public keys, one at a time. `read` gets hash, r, s, recovery id.
    pub fn recover<T: 'static, K: 'static>(
        self,
        path: &str,
        read: Read<T>,
        recover: impl Fn(&T) -> Option<K> + Copy + 'static,
        encode: fn(&K) -> Vec<u8>,
    ) -> Self {
        let encode_any = move |key: Option<K>| key.as_ref().map_or_else(Vec::new, encode);
        self.contender.offer("secp256k1.recover.single", path, move |input| {
            Ok(block::single(rows(input, "a signature", read)?, encode_any, recover))
        });
        self.contender.offer("secp256k1.recover.block1000", &one_by_one(path), move |input| {
            Ok(block::loop_over(rows(input, "a signature", read)?, encode_any, recover))
        });
        self.contender.operation("secp256k1.recover", move |arguments| {
            Some(encode(&recover(&apply(arguments, read)?)?))
        });
        self
    }

    /// Recovery of a thousand keys at once, for libraries that have batches: in place of the loop.
    pub fn recover_batch<T: 'static, K: 'static, R: IntoIterator<Item = Option<K>>>(
        self,
        path: &str,
        read: Read<T>,
        recover: impl Fn(&[T]) -> R + Copy + 'static,
        encode: fn(&K) -> Vec<u8>,
    ) -> Self {
        self.contender.offer(
            "secp256k1.recover.block1000",
            path,
            move |input| -> Result<Prepared, Refusal> {
                let encode = |key: Option<K>| key.as_ref().map_or_else(Vec::new, encode);
                Ok(block::batches(rows(input, "a signature", read)?, 1000, encode, recover))
            },
        );
        self
    }
}

fn one_by_one(path: &str) -> String {
    format!("{path}, one by one")
}

fn apply<T>(arguments: &[Bytes], read: Read<T>) -> Option<T> {
    let [a, b, c, d] = arguments else { return None };
    read(&a.0, &b.0, &c.0, &d.0)
}

/// The rows of four columns.
fn rows<T>(input: &Input, what: &str, read: Read<T>) -> Result<Vec<T>, Refusal> {
    let [a, b, c, d] = [0, 1, 2, 3].map(|index| input.column(index));
    let columns = a?.rows().zip(b?.rows()).zip(c?.rows().zip(d?.rows()));
    let read = |(row, ((a, b), (c, d)))| read(a, b, c, d).ok_or_else(|| Refusal::row(0, row, what));
    columns.enumerate().map(read).collect()
}
