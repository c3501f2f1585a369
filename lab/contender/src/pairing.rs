//! Registers pairings: products, which are timed and compared, and operations in the target group.

use crate::message::Bytes;
use crate::registry::{Contender, Input, Refusal};
use crate::rows;

/// The numbers of pairs in timed products.
pub const PAIRS: [usize; 5] = [1, 2, 4, 8, 16];

/// Registers the pairing of one curve. `P` and `Q` are the types of points, `T` is the type of values.
pub struct Pairing<'c, P, Q, T> {
    contender: &'c mut Contender,
    curve: &'static str,
    left: fn(&[u8]) -> Option<P>,
    right: fn(&[u8]) -> Option<Q>,
    encode: fn(&T) -> Vec<u8>,
}

impl<'c, P: 'static, Q: 'static, T: 'static> Pairing<'c, P, Q, T> {
    /// The pairing of the curve with this name. `left` and `right` accept encodings of points of G1 and G2 only.
    /// `encode` returns the value in the form of the protocol.
    pub fn new(
        contender: &'c mut Contender,
        curve: &'static str,
        left: fn(&[u8]) -> Option<P>,
        right: fn(&[u8]) -> Option<Q>,
        encode: fn(&T) -> Vec<u8>,
    ) -> Self {
        Self { contender, curve, left, right, encode }
    }

    /// Registers products of pairings. `gather` converts pairs into the input of the library's function; it is not
    /// timed.
    pub fn product<I: 'static>(
        self,
        path: &str,
        gather: fn(Vec<(P, Q)>) -> I,
        product: impl Fn(&I) -> T + Copy + 'static,
    ) -> Self {
        let (left, right, encode) = (self.left, self.right, self.encode);
        for pairs in PAIRS {
            self.contender.offer(format!("pairing.{}.{pairs}", self.curve), path, move |input: &Input| {
                let all = input.decode(0, "a point of G1", left)?.into_iter();
                let mut all = all.zip(input.decode(1, "a point of G2", right)?);
                let mut products = Vec::new();
                loop {
                    let product: Vec<(P, Q)> = all.by_ref().take(pairs).collect();
                    match product.len() {
                        0 => break,
                        found if found == pairs => products.push(gather(product)),
                        _ => return Err(Refusal(format!("the rows are no multiple of {pairs}"))),
                    }
                }
                Ok(rows::single(products, move |value| encode(&value), product))
            });
        }
        self.compared_product(move |pairs| product(&gather(pairs)))
    }

    /// Registers an operation that is only compared, in place of the operation of [`product`](Self::product).
    pub fn compared_product(self, product: impl Fn(Vec<(P, Q)>) -> T + 'static) -> Self {
        let (left, right, encode) = (self.left, self.right, self.encode);
        self.contender.operation(format!("pairing.{}", self.curve), move |arguments| {
            if arguments.len() % 2 == 1 {
                return None;
            }
            let pair = |pair: &[Bytes]| Some((left(&pair[0].0)?, right(&pair[1].0)?));
            let pairs: Option<Vec<(P, Q)>> = arguments.chunks(2).map(pair).collect();
            Some(encode(&product(pairs?)))
        });
        self
    }

    /// Registers powers of pairings, which are only compared.
    pub fn power<S: 'static>(
        self,
        scalar: fn(&[u8]) -> Option<S>,
        pairing: impl Fn(P, Q) -> T + 'static,
        power: impl Fn(&T, &S) -> T + 'static,
    ) -> Self {
        let (left, right, encode) = (self.left, self.right, self.encode);
        self.contender.operation(format!("gt.{}.power", self.curve), move |arguments| {
            let [p, q, exponent] = arguments else { return None };
            let (p, q, exponent) = (left(&p.0)?, right(&q.0)?, scalar(&exponent.0)?);
            Some(encode(&power(&pairing(p, q), &exponent)))
        });
        self
    }

    /// Registers membership of elements of the extension field in the target group, which is only compared. `decode`
    /// accepts every canonical encoding.
    pub fn membership<V: 'static>(
        self,
        decode: fn(&[u8]) -> Option<V>,
        is_member: impl Fn(&V) -> bool + 'static,
    ) -> Self {
        self.contender.operation(format!("gt.{}.is_member", self.curve), move |arguments| {
            let [value] = arguments else { return None };
            Some(vec![u8::from(is_member(&decode(&value.0)?))])
        });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, Columns};

    /// Integers modulo 256 with the product as pairing, written additively.
    fn bytes() -> Contender {
        let mut contender = Contender::new("bytes", "1");
        let byte = |bytes: &[u8]| bytes.first().copied();
        let product = |pairs: &Vec<(u8, u8)>| pairs.iter().fold(0u8, |sum, (p, q)| sum + p * q);
        Pairing::new(&mut contender, "bytes", byte, byte, |value: &u8| vec![*value])
            .product("sum of products", |pairs| pairs, product)
            .power(byte, |p, q| p * q, |value, scalar| value * scalar)
            .membership(byte, |value| *value < 7);
        contender
    }

    #[test]
    fn every_workload_multiplies_its_number_of_pairs() {
        let contender = bytes();
        let prepare = |pairs: usize, rows: u8| {
            let columns = [1, 2].map(|first| Column::new((0..rows).map(|row| [row + first])));
            let offer = &contender.offers[&format!("pairing.bytes.{pairs}")];
            (offer.prepare)(&Input { columns: Columns(columns.into()), threads: 1 })
        };
        // 1 * 2, 2 * 3, 3 * 4, 4 * 5
        let results = |pairs| -> Vec<u8> {
            prepare(pairs, 4).ok().unwrap().result.iter().map(|bytes| bytes.0[0]).collect()
        };
        assert_eq!([results(1), results(2), results(4)], [vec![2, 6, 12, 20], vec![8, 32], vec![40]]);
        assert_eq!(prepare(4, 5).err().unwrap().0, "the rows are no multiple of 4");
    }

    #[test]
    fn operations_reject_missing_arguments() {
        let contender = bytes();
        let compute = |operation: &str, arguments: &[u8]| {
            let arguments: Vec<Bytes> = arguments.iter().map(|byte| Bytes(vec![*byte])).collect();
            contender.operations[operation](&arguments).map(|results| results[0].0[0])
        };
        assert_eq!(compute("pairing.bytes", &[]), Some(0));
        assert_eq!(compute("pairing.bytes", &[2, 3, 4, 5]), Some(26));
        assert_eq!(compute("pairing.bytes", &[2, 3, 4]), None);
        assert_eq!(compute("gt.bytes.power", &[2, 3, 4]), Some(24));
        assert_eq!(compute("gt.bytes.power", &[2, 3]), None);
        assert_eq!([6, 7].map(|value| compute("gt.bytes.is_member", &[value])), [Some(1), Some(0)]);
    }
}
