//! Registers workloads and operations on Schnorr signatures over secp256k1 (BIP 340).

use crate::ecdsa::one_by_one;
use crate::message::Bytes;
use crate::registry::{Contender, Input, Refusal};
use crate::rows;

/// Registers the operations of a library. Each method takes a description of the library's function, functions that
/// decode the input (not timed), and the timed function.
pub struct Schnorr<'c> {
    contender: &'c mut Contender,
}

/// A function that decodes three columns: secret, message, auxiliary bytes; or message, signature, key.
type Read<T> = fn(&[u8], &[u8], &[u8]) -> Option<T>;

const TO_VERIFY: &str = "a message with a signature and a key";

impl<'c> Schnorr<'c> {
    /// Starts without operations.
    pub fn new(contender: &'c mut Contender) -> Self {
        Self { contender }
    }

    /// Registers signing. `read` decodes secret, message and auxiliary bytes; the result has 64 bytes.
    pub fn sign<T: 'static, R: 'static>(
        self,
        path: &str,
        read: Read<T>,
        sign: impl Fn(&T) -> R + Copy + 'static,
        encode: fn(R) -> [u8; 64],
    ) -> Self {
        let encode = move |signature: R| encode(signature).to_vec();
        self.contender.offer("secp256k1.schnorr_sign.single", path, move |input| {
            Ok(rows::single(rows(input, "a secret with a message", read)?, encode, sign))
        });
        self.contender.operation("secp256k1.schnorr_sign", move |arguments| {
            Some(encode(sign(&apply(arguments, read)?)))
        });
        self
    }

    /// Registers verification of single signatures. `read` decodes message, signature and key. `compare` is for the
    /// operation: it returns `None` for an invalid key only.
    pub fn verify<T: 'static>(
        self,
        path: &str,
        read: Read<T>,
        verify: impl Fn(&T) -> bool + Copy + 'static,
        compare: Read<bool>,
    ) -> Self {
        let encode = |valid: bool| vec![u8::from(valid)];
        self.contender.offer("secp256k1.schnorr_verify.single", path, move |input| {
            Ok(rows::single(rows(input, TO_VERIFY, read)?, encode, verify))
        });
        self.contender.offer("secp256k1.schnorr_verify.block1000", &one_by_one(path), move |input| {
            Ok(rows::loop_over(rows(input, TO_VERIFY, read)?, encode, verify))
        });
        self.contender
            .operation("secp256k1.schnorr_verify", move |arguments| apply(arguments, compare).map(encode));
        self
    }

    /// Registers verification of a thousand signatures in one batch, in place of the loop.
    pub fn verify_batch<T: 'static, R: IntoIterator<Item = bool>>(
        self,
        path: &str,
        read: Read<T>,
        verify: impl Fn(&[T]) -> R + Copy + 'static,
    ) -> Self {
        self.contender.offer("secp256k1.schnorr_verify.block1000", path, move |input| {
            let rows = rows(input, TO_VERIFY, read)?;
            Ok(rows::batches(rows, 1000, |valid| vec![u8::from(valid)], verify))
        });
        self
    }
}

fn apply<T>(arguments: &[Bytes], read: Read<T>) -> Option<T> {
    let [a, b, c] = arguments else { return None };
    read(&a.0, &b.0, &c.0)
}

/// The decoded rows of three columns.
fn rows<T>(input: &Input, what: &str, read: Read<T>) -> Result<Vec<T>, Refusal> {
    let [a, b, c] = [0, 1, 2].map(|index| input.column(index));
    let columns = a?.rows().zip(b?.rows()).zip(c?.rows());
    let read = |(row, ((a, b), c))| read(a, b, c).ok_or_else(|| Refusal::row(0, row, what));
    columns.enumerate().map(read).collect()
}
