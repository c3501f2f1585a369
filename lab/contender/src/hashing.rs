//! Registers hashing to a curve (RFC 9380) and the maps that it consists of.

use crate::registry::{Contender, Refusal};
use crate::rows;

/// The number of messages in a batch.
const BATCH: usize = 1000;

/// Registers the functions of a library that hash to G2 of BLS12-381. `P` is the type of affine points.
pub struct HashToG2<'c, P> {
    contender: &'c mut Contender,
    encode: fn(&P) -> Vec<u8>,
}

const CURVE: &str = "bls12_381_g2";

/// A message with the domain separation tag of all messages.
type Message = (Vec<u8>, Vec<u8>);

impl<'c, P: 'static> HashToG2<'c, P> {
    /// Starts without functions.
    pub fn new(contender: &'c mut Contender, encode: fn(&P) -> Vec<u8>) -> Self {
        Self { contender, encode }
    }

    /// Registers the function from a message and a tag to an affine point.
    pub fn single(self, path: &str, hash: impl Fn(&[u8], &[u8]) -> P + Copy + 'static) -> Self {
        let encode = self.encode;
        let hash_one = move |(message, tag): &Message| hash(message, tag);
        self.contender.offer(format!("hash_to_curve.{CURVE}.single"), path, move |input| {
            Ok(rows::single(messages(input)?, move |point| encode(&point), hash_one))
        });
        let one_by_one = crate::ecdsa::one_by_one(path);
        self.contender.offer(format!("hash_to_curve.{CURVE}.batch1000"), &one_by_one, move |input| {
            Ok(rows::loop_over(messages(input)?, move |point| encode(&point), hash_one))
        });
        self.compared(move |message, tag| hash(message, tag))
    }

    /// Registers the function from messages and a tag to affine points, in place of the loop.
    pub fn batch<R: IntoIterator<Item = P>>(
        self,
        path: &str,
        hash: impl Fn(&[&[u8]], &[u8]) -> R + Copy + 'static,
    ) -> Self {
        let encode = self.encode;
        self.contender.offer(format!("hash_to_curve.{CURVE}.batch1000"), path, move |input| {
            let hash_all = move |rows: &[Message]| {
                let messages: Vec<&[u8]> = rows.iter().map(|(message, _)| message.as_slice()).collect();
                hash(&messages, &rows[0].1)
            };
            Ok(rows::batches(messages(input)?, BATCH, move |point| encode(&point), hash_all))
        });
        self
    }

    /// Registers an operation that is only compared, in place of the operation of [`single`](Self::single).
    pub fn compared(self, hash: impl Fn(&[u8], &[u8]) -> P + 'static) -> Self {
        let encode = self.encode;
        self.contender.operation(format!("hash_to_curve.{CURVE}"), move |arguments| {
            let [message, tag] = arguments else { return None };
            Some(encode(&hash(&message.0, &tag.0)))
        });
        self
    }
}

/// Registers the map of an encoded element of the base field to an encoded point of the subgroup, which is only
/// compared. `map` returns `None` for an encoding that is not canonical.
pub fn map_to_curve(
    contender: &mut Contender,
    curve: &str,
    map: impl Fn(&[u8]) -> Option<Vec<u8>> + 'static,
) {
    contender.operation(format!("map_to_curve.{curve}"), move |arguments| {
        let [element] = arguments else { return None };
        map(&element.0)
    });
}

/// The rows of column 0, each with the only row of column 1.
fn messages(input: &crate::registry::Input) -> Result<Vec<Message>, Refusal> {
    let tag = input.column(1)?.rows().next().ok_or_else(|| Refusal("column 1 has no row".to_owned()))?;
    input.decode(0, "a message", |message| Some((message.to_vec(), tag.to_vec())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Bytes;
    use crate::registry::Input;
    use crate::{Column, Columns};

    #[test]
    fn batches_replace_loops_and_give_equal_results() {
        let hash = |message: &[u8], tag: &[u8]| message[0] + tag[0];
        let result = |contender: &Contender, workload: &str| {
            let columns = Columns(vec![Column::new([[1u8], [2]]), Column::new([[10u8]])]);
            let offer = &contender.offers[&format!("hash_to_curve.bls12_381_g2.{workload}")];
            let prepared = (offer.prepare)(&Input { columns, threads: 1 }).ok().unwrap();
            (offer.path.clone(), prepared.items, prepared.result.iter().map(|b| b.0[0]).collect::<Vec<_>>())
        };
        let mut contender = Contender::new("bytes", "1");
        HashToG2::new(&mut contender, |point: &u8| vec![*point]).single("sum", hash);
        assert_eq!(result(&contender, "single"), ("sum".to_owned(), 1, vec![11, 12]));
        assert_eq!(result(&contender, "batch1000"), ("sum, one by one".to_owned(), 2, vec![11, 12]));
        HashToG2::new(&mut contender, |point: &u8| vec![*point]).batch("sums", move |messages, tag| {
            messages.iter().map(|message| hash(message, tag)).collect::<Vec<_>>()
        });
        assert_eq!(result(&contender, "batch1000"), ("sums".to_owned(), 2, vec![11, 12]));
    }

    #[test]
    fn maps_have_one_argument() {
        let mut contender = Contender::new("bytes", "1");
        map_to_curve(&mut contender, "bytes", |element| Some(vec![element.first()? + 1]));
        let compute = |arguments: &[&[u8]]| {
            let arguments: Vec<Bytes> = arguments.iter().map(|bytes| Bytes::from(*bytes)).collect();
            contender.operations["map_to_curve.bytes"](&arguments)
        };
        assert_eq!(compute(&[&[6]]), Some(vec![Bytes(vec![7])]));
        assert_eq!(compute(&[&[]]), None);
        assert_eq!(compute(&[&[6], &[6]]), None);
    }
}
