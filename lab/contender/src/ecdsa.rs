//! Registers workloads and operations of signatures: products, ECDSA and its encodings, shared secrets. The curve is
//! secp256k1 or P-256.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::message::Bytes;
use crate::prepared::Prepared;
use crate::registry::{Contender, Input, Refusal};
use crate::rows;

/// Registers the operations of a library. Each method takes a description of the library's function, functions that
/// decode the input (not timed), and the timed function.
pub struct Ecdsa<'c> {
    contender: &'c mut Contender,
    curve: &'static str,
}

const SECP256K1: &str = "secp256k1";

/// A function that decodes the four columns of a signature to verify or to recover from.
type Read<T> = fn(&[u8], &[u8], &[u8], &[u8]) -> Option<T>;

/// The same without the key.
type ReadSigned<T> = fn(&[u8], &[u8], &[u8]) -> Option<T>;

impl<'c> Ecdsa<'c> {
    /// Starts without operations on secp256k1.
    pub fn new(contender: &'c mut Contender) -> Self {
        Self { contender, curve: SECP256K1 }
    }

    /// Starts without operations on P-256. Its signatures are signed and verified only.
    pub fn p256(contender: &'c mut Contender) -> Self {
        Self { contender, curve: "p256" }
    }

    /// Registers products of points and scalars; `encode` is not timed.
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
            Ok(rows::single(rows, encode, move |(point, scalar)| multiply(point, scalar)))
        });
        self
    }

    /// Registers splitting of scalars by the endomorphism. `check` returns whether the halves are short and represent
    /// the scalar; it is not timed. A scalar has several short pairs, so there is no result to compare.
    pub fn split<S: 'static, H: 'static>(
        self,
        path: &str,
        scalar: fn(&[u8]) -> Option<S>,
        split: impl Fn(&S) -> H + Copy + 'static,
        check: fn(&S, H) -> bool,
    ) -> Self {
        self.contender.offer("secp256k1.split.single", path, move |input| {
            let scalars = input.decode(0, "a scalar", scalar)?;
            if let Some(row) = scalars.iter().position(|scalar| !check(scalar, split(scalar))) {
                return Err(Refusal(format!(
                    "row {row}: the halves are not short or do not represent the scalar"
                )));
            }
            Ok(rows::single(scalars, |_| Vec::new(), split).without_result())
        });
        self
    }

    /// Registers signing. `read` decodes a secret and a hash, `encode` returns `r`, `s` and the recovery id.
    pub fn sign<T: 'static, R: 'static>(
        self,
        path: &str,
        read: fn(&[u8], &[u8]) -> Option<T>,
        sign: impl Fn(&T) -> R + Copy + 'static,
        encode: fn(R) -> Vec<u8>,
    ) -> Self {
        self.contender.offer(format!("{}.sign.single", self.curve), path, move |input| {
            Ok(rows::single(pairs(input, "a secret with a hash", read)?, encode, sign))
        });
        self.contender.operation(format!("{}.sign", self.curve), move |arguments| {
            let [secret, hash] = arguments else { return None };
            Some(encode(sign(&read(&secret.0, &hash.0)?)))
        });
        self
    }

    /// Registers shared secrets: the `x` of the product of a secret and a public key. `read` decodes both.
    pub fn diffie_hellman<T: 'static, R: AsRef<[u8]>>(
        self,
        path: &str,
        read: fn(&[u8], &[u8]) -> Option<T>,
        multiply: impl Fn(&T) -> R + Copy + 'static,
    ) -> Self {
        self.contender.offer("secp256k1.ecdh.single", path, move |input| {
            let rows = pairs(input, "a secret with a public key", read)?;
            Ok(rows::single(rows, |x| x.as_ref().to_vec(), multiply))
        });
        self.contender.operation("secp256k1.ecdh", move |arguments| {
            let [secret, key] = arguments else { return None };
            Some(multiply(&read(&secret.0, &key.0)?).as_ref().to_vec())
        });
        self
    }

    /// Registers the operation that decodes a DER signature (distinguished encoding) into `r` and `s` in one string.
    /// Both must be positive and below the order. It is only compared, not timed.
    pub fn from_der(self, decode: impl Fn(&[u8]) -> Option<[u8; 64]> + 'static) -> Self {
        self.contender.operation("secp256k1.der", move |arguments| {
            let [encoding] = arguments else { return None };
            decode(&encoding.0).map(Vec::from)
        });
        self
    }

    /// Registers verification of single signatures. `read` decodes hash, `r`, `s` and public key. `compare` is for the
    /// operation: it returns `None` for an invalid key and accepts both halves of the range of `s`.
    pub fn verify<T: 'static>(
        self,
        path: &str,
        read: Read<T>,
        verify: impl Fn(&T) -> bool + Copy + 'static,
        compare: Read<bool>,
    ) -> Self {
        let what = "a hash with a signature and a key";
        let encode = |valid: bool| vec![u8::from(valid)];
        self.contender.offer(format!("{}.verify.single", self.curve), path, move |input| {
            Ok(rows::single(rows(input, what, read)?, encode, verify))
        });
        if self.curve == SECP256K1 {
            self.contender.offer("secp256k1.verify.cached", path, move |input| {
                Ok(rows::single(rows(input, what, read)?, encode, verify))
            });
        }
        self.contender.offer(format!("{}.verify.block1000", self.curve), &one_by_one(path), move |input| {
            Ok(rows::loop_over(rows(input, what, read)?, encode, verify))
        });
        self.contender.operation(format!("{}.verify", self.curve), move |arguments| {
            apply(arguments, compare).map(encode)
        });
        self
    }

    /// Registers verification with prepared keys, in place of verification with plain keys. Keys with equal bytes are
    /// prepared once. `read` decodes hash, `r` and `s`.
    pub fn verify_cached<K: 'static, T: 'static>(
        self,
        path: &str,
        key: fn(&[u8]) -> Option<K>,
        read: ReadSigned<T>,
        verify: impl Fn(&K, &T) -> bool + Copy + 'static,
    ) -> Self {
        self.contender.offer("secp256k1.verify.cached", path, move |input| {
            let mut keys: BTreeMap<Vec<u8>, Rc<K>> = BTreeMap::new();
            let [hashes, r, s, publics] = [0, 1, 2, 3].map(|index| input.column(index));
            let columns = hashes?.rows().zip(r?.rows()).zip(s?.rows().zip(publics?.rows()));
            let mut all = Vec::new();
            for (row, ((hash, r), (s, public))) in columns.enumerate() {
                let bad = || Refusal::row(0, row, "a hash with a signature and a key");
                if !keys.contains_key(public) {
                    keys.insert(public.to_vec(), Rc::new(key(public).ok_or_else(bad)?));
                }
                all.push((keys[public].clone(), read(hash, r, s).ok_or_else(bad)?));
            }
            let encode = |valid: bool| vec![u8::from(valid)];
            Ok(rows::single(all, encode, move |(key, signature)| verify(key, signature)))
        });
        self
    }

    /// Registers verification of a thousand signatures in one batch, in place of the loop.
    pub fn verify_batch<T: 'static, R: IntoIterator<Item = bool>>(
        self,
        path: &str,
        read: Read<T>,
        verify: impl Fn(&[T]) -> R + Copy + 'static,
    ) -> Self {
        self.contender.offer(format!("{}.verify.block1000", self.curve), path, move |input| {
            let rows = rows(input, "a hash with a signature and a key", read)?;
            Ok(rows::batches(rows, 1000, |valid| vec![u8::from(valid)], verify))
        });
        self
    }

    /// Registers recovery of single public keys. `read` decodes hash, `r`, `s` and recovery id.
    pub fn recover<T: 'static, K: 'static>(
        self,
        path: &str,
        read: Read<T>,
        recover: impl Fn(&T) -> Option<K> + Copy + 'static,
        encode: fn(&K) -> Vec<u8>,
    ) -> Self {
        let encode_any = move |key: Option<K>| key.as_ref().map_or_else(Vec::new, encode);
        self.contender.offer("secp256k1.recover.single", path, move |input| {
            Ok(rows::single(rows(input, "a signature", read)?, encode_any, recover))
        });
        self.contender.offer("secp256k1.recover.block1000", &one_by_one(path), move |input| {
            Ok(rows::loop_over(rows(input, "a signature", read)?, encode_any, recover))
        });
        for size in GROUPS {
            self.contender.offer(format!("secp256k1.recover.{size}"), &one_by_one(path), move |input| {
                Ok(rows::batches(
                    rows(input, "a signature", read)?,
                    size,
                    encode_any,
                    move |group: &[T]| group.iter().map(recover).collect::<Vec<_>>(),
                ))
            });
        }
        self.contender.operation("secp256k1.recover", move |arguments| {
            Some(encode(&recover(&apply(arguments, read)?)?))
        });
        self
    }

    /// Registers recovery of keys in batches, of a thousand and of few, in place of the loops.
    pub fn recover_batch<T: 'static, K: 'static, R: IntoIterator<Item = Option<K>>>(
        self,
        path: &str,
        read: Read<T>,
        recover: impl Fn(&[T]) -> R + Copy + 'static,
        encode: fn(&K) -> Vec<u8>,
    ) -> Self {
        let names = GROUPS.map(|size| (size.to_string(), size));
        for (name, size) in names.into_iter().chain([("block1000".to_owned(), 1000)]) {
            self.contender.offer(
                format!("secp256k1.recover.{name}"),
                path,
                move |input| -> Result<Prepared, Refusal> {
                    let encode = |key: Option<K>| key.as_ref().map_or_else(Vec::new, encode);
                    Ok(rows::batches(rows(input, "a signature", read)?, size, encode, recover))
                },
            );
        }
        self
    }

    /// Registers an operation that is only compared, in place of the operation of [`recover`](Self::recover).
    pub fn compared_recover<T: 'static, K: 'static>(
        self,
        read: Read<T>,
        recover: impl Fn(&T) -> Option<K> + 'static,
        encode: fn(&K) -> Vec<u8>,
    ) -> Self {
        self.contender.operation("secp256k1.recover", move |arguments| {
            Some(encode(&recover(&apply(arguments, read)?)?))
        });
        self
    }
}

/// The sizes of small groups of signatures: those of a transaction pool.
const GROUPS: [usize; 2] = [4, 8];

pub(crate) fn one_by_one(path: &str) -> String {
    format!("{path}, one by one")
}

fn apply<T>(arguments: &[Bytes], read: Read<T>) -> Option<T> {
    let [a, b, c, d] = arguments else { return None };
    read(&a.0, &b.0, &c.0, &d.0)
}

/// The decoded rows of two columns.
fn pairs<T>(input: &Input, what: &str, read: fn(&[u8], &[u8]) -> Option<T>) -> Result<Vec<T>, Refusal> {
    let rows = input.column(0)?.rows().zip(input.column(1)?.rows()).enumerate();
    rows.map(|(row, (a, b))| read(a, b).ok_or_else(|| Refusal::row(0, row, what))).collect()
}

/// The decoded rows of four columns.
fn rows<T>(input: &Input, what: &str, read: Read<T>) -> Result<Vec<T>, Refusal> {
    let [a, b, c, d] = [0, 1, 2, 3].map(|index| input.column(index));
    let columns = a?.rows().zip(b?.rows()).zip(c?.rows().zip(d?.rows()));
    let read = |(row, ((a, b), (c, d)))| read(a, b, c, d).ok_or_else(|| Refusal::row(0, row, what));
    columns.enumerate().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::{Column, Columns};

    /// Prepares a workload from columns of one row.
    fn prepare(contender: &Contender, workload: &str, columns: &[Vec<u8>]) -> Result<Prepared, Refusal> {
        let columns = Columns(columns.iter().map(|row| Column::new([row])).collect());
        (contender.offers[workload].prepare)(&Input { columns, threads: 1 })
    }

    #[test]
    fn halves_of_another_scalar_are_rejected() {
        let number = |bytes: &[u8]| bytes.first().copied();
        let register = |contender: &mut Contender, loss: u8| {
            let split = move |k: &u8| [k / 2, k - k / 2 - loss];
            Ecdsa::new(contender).split("halves", number, split, |k, [a, b]| a + b == *k);
        };
        let mut contender = Contender::new("halver", "1");
        register(&mut contender, 0);
        let prepared = prepare(&contender, "secp256k1.split.single", &[vec![7]]).ok().unwrap();
        assert!(prepared.result.is_empty());
        register(&mut contender, 1);
        let refusal = prepare(&contender, "secp256k1.split.single", &[vec![7]]).err().unwrap();
        assert!(refusal.0.starts_with("row 0"), "{refusal}");
    }

    #[test]
    fn batches_replace_loops() {
        type Row = [u8; 4];
        let read: Read<Row> = |a, b, c, d| Some([a[0], b[0], c[0], d[0]]);
        let compare: Read<bool> = |a, _, _, _| Some(a[0] == 1);
        let mut contender = Contender::new("verifier", "1");
        Ecdsa::new(&mut contender)
            .verify("one", read, |row| row[0] == 1, compare)
            .verify_batch("many", read, |rows: &[Row]| rows.iter().map(|row| row[0] == 1).collect::<Vec<_>>())
            .recover("one", read, |row| Some(row[3]), |key| vec![*key])
            .compared_recover(read, |row| (row[3] < 4).then_some(row[0]), |key| vec![*key]);
        assert_eq!(contender.offers["secp256k1.verify.block1000"].path, "many");
        assert_eq!(contender.offers["secp256k1.recover.block1000"].path, "one, one by one");
        assert_eq!(contender.offers["secp256k1.recover.4"].path, "one, one by one");
        let columns = [vec![1], vec![2], vec![3], vec![4]];
        let prepared = prepare(&contender, "secp256k1.verify.block1000", &columns).ok().unwrap();
        assert_eq!((prepared.result, prepared.items), (vec![Bytes(vec![1])], 1));
        let recover = |id: u8| {
            let case = [1, 2, 3, id].map(|byte| Bytes(vec![byte]));
            (contender.operations["secp256k1.recover"])(&case)
        };
        assert_eq!((recover(3), recover(4)), (Some(vec![Bytes(vec![1])]), None));
    }
}
