//! Registers group operations, which are compared, and multi-scalar multiplication.

use crate::message::Bytes;
use crate::prepared::Prepared;
use crate::registry::{Contender, Input, Refusal};

/// Registers the operations of a library on one group. `P` is the type of the results, `A` the point type for sums, `S`
/// the scalar type.
pub struct Group<'c, P, S> {
    pub(crate) contender: &'c mut Contender,
    pub(crate) name: &'static str,
    pub(crate) decode: fn(&[u8]) -> Option<P>,
    pub(crate) encode: fn(&P) -> Vec<u8>,
    scalar: fn(&[u8]) -> Option<S>,
}

impl<'c, P: 'static, S: 'static> Group<'c, P, S> {
    /// The group with this name. `decode` and `scalar` accept valid, canonical encodings only.
    pub fn new(
        contender: &'c mut Contender,
        name: &'static str,
        decode: fn(&[u8]) -> Option<P>,
        encode: fn(&P) -> Vec<u8>,
        scalar: fn(&[u8]) -> Option<S>,
    ) -> Self {
        Self { contender, name, decode, encode, scalar }
    }

    /// Registers the group operations, which are only compared.
    pub fn operations(
        self,
        add: impl Fn(&P, &P) -> P + 'static,
        double: impl Fn(&P) -> P + 'static,
        neg: impl Fn(&P) -> P + 'static,
        multiply: impl Fn(&P, &S) -> P + 'static,
    ) -> Self {
        let (decode, encode, scalar) = (self.decode, self.encode, self.scalar);
        let point = move |arguments: &[Bytes], index: usize| decode(&arguments.get(index)?.0);
        self.contender.operation(format!("{}.add", self.name), move |arguments| {
            Some(encode(&add(&point(arguments, 0)?, &point(arguments, 1)?)))
        });
        self.contender.operation(format!("{}.double", self.name), move |arguments| {
            Some(encode(&double(&point(arguments, 0)?)))
        });
        self.contender.operation(format!("{}.neg", self.name), move |arguments| {
            Some(encode(&neg(&point(arguments, 0)?)))
        });
        self.contender.operation(format!("{}.multiply", self.name), move |arguments| {
            Some(encode(&multiply(&point(arguments, 0)?, &scalar(&arguments.get(1)?.0)?)))
        });
        self
    }

    /// Registers membership of points of the curve, which is only compared. `on_curve` decodes any point of the curve.
    pub fn membership<A: 'static>(
        self,
        on_curve: fn(&[u8]) -> Option<A>,
        is_member: impl Fn(&A) -> bool + 'static,
    ) -> Self {
        self.contender.operation(format!("{}.is_member", self.name), move |arguments| {
            let [point] = arguments else { return None };
            Some(vec![u8::from(is_member(&on_curve(&point.0)?))])
        });
        self
    }

    /// Registers `sum of scalar_i point_i`, which is compared, and timed for the sizes `2^log_sizes` on one and on
    /// several threads. `affine` decodes a point for `sum`; it may assume that points of timed workloads are in the
    /// group. The library creates its own thread pool, because a process has a fixed number of threads.
    pub fn msm<A: 'static>(
        mut self,
        path: &str,
        log_sizes: &[u32],
        affine: fn(&[u8]) -> Option<A>,
        sum: impl Fn(&[A], &[S], usize) -> P + Copy + 'static,
    ) -> Self {
        let sizes = log_sizes.iter().map(|log| format!("2^{log}"));
        let vectors = (self.name == "bls12_377_g1").then(|| "zprize".to_owned());
        for size in sizes.chain(vectors) {
            self.timed(&size, path, affine, self.scalar, sum);
        }
        self.compared_msm(affine, move |points, scalars| sum(points, scalars, 1))
    }

    /// Registers sums with `2^16` scalars below `2^64`. `small` decodes them into the library's type for small scalars,
    /// or into its usual scalars.
    pub fn msm_u64<A: 'static, T: 'static>(
        mut self,
        path: &str,
        affine: fn(&[u8]) -> Option<A>,
        small: fn(&[u8]) -> Option<T>,
        sum: impl Fn(&[A], &[T], usize) -> P + Copy + 'static,
    ) -> Self {
        self.timed("u64.2^16", path, affine, small, sum);
        self.compared_msm_u64(affine, small, move |points, scalars| sum(points, scalars, 1))
    }

    /// Registers sums of `2^16` points by an algorithm of the library's.
    pub fn msm_by<A: 'static>(
        mut self,
        algorithm: &str,
        path: &str,
        affine: fn(&[u8]) -> Option<A>,
        sum: impl Fn(&[A], &[S], usize) -> P + Copy + 'static,
    ) -> Self {
        self.timed(&format!("{algorithm}.2^16"), path, affine, self.scalar, sum);
        self
    }

    /// Registers an operation that is only compared, in place of the operation of [`msm`](Self::msm).
    pub fn compared_msm<A: 'static>(
        mut self,
        affine: fn(&[u8]) -> Option<A>,
        sum: impl Fn(&[A], &[S]) -> P + 'static,
    ) -> Self {
        self.compared(&format!("msm.{}", self.name), affine, self.scalar, sum);
        self
    }

    /// Registers an operation that is only compared, in place of the operation of [`msm_u64`](Self::msm_u64).
    pub fn compared_msm_u64<A: 'static, T: 'static>(
        mut self,
        affine: fn(&[u8]) -> Option<A>,
        small: fn(&[u8]) -> Option<T>,
        sum: impl Fn(&[A], &[T]) -> P + 'static,
    ) -> Self {
        let below_2_64 = move |bytes: &[u8]| number(bytes).and_then(|_| small(bytes));
        self.compared(&format!("msm.{}.u64", self.name), affine, below_2_64, sum);
        self
    }

    fn timed<A: 'static, T: 'static>(
        &mut self,
        size: &str,
        path: &str,
        affine: fn(&[u8]) -> Option<A>,
        scalar: fn(&[u8]) -> Option<T>,
        sum: impl Fn(&[A], &[T], usize) -> P + Copy + 'static,
    ) {
        let encode = self.encode;
        let read = move |input: &Input, column: usize| {
            let points = input.decode(column, "a point", affine)?;
            let scalars = input.decode(column + 1, "a scalar", scalar)?;
            if points.len() == scalars.len() { Ok((points, scalars)) } else { Err(unequal(column)) }
        };
        let prepare = move |input: &Input| {
            let pairs: Result<Vec<_>, _> =
                (0..input.columns()).step_by(2).map(|column| read(input, column)).collect();
            let (pairs, threads) = (pairs?, input.threads);
            let sums = move || {
                pairs.iter().map(|(points, scalars)| sum(points, scalars, threads)).collect::<Vec<_>>()
            };
            let result: Vec<Vec<u8>> = sums().iter().map(encode).collect();
            Ok(Prepared::new(1, result, move |iterations| {
                for _ in 0..iterations {
                    std::hint::black_box(sums());
                }
            }))
        };
        for threads in ["t1", "t2"] {
            self.contender.offer(format!("msm.{}.{size}.{threads}", self.name), path, prepare);
        }
    }

    fn compared<A: 'static, T: 'static>(
        &mut self,
        operation: &str,
        affine: fn(&[u8]) -> Option<A>,
        scalar: impl Fn(&[u8]) -> Option<T> + 'static,
        sum: impl Fn(&[A], &[T]) -> P + 'static,
    ) {
        let (decode, encode) = (self.decode, self.encode);
        self.contender.operation(operation, move |arguments| {
            let (points, scalars) = arguments.split_at(arguments.len() / 2);
            // The input is decoded once with all checks.
            points.iter().map(|point| decode(&point.0).map(drop)).collect::<Option<Vec<()>>>()?;
            let points = points.iter().map(|point| affine(&point.0)).collect::<Option<Vec<A>>>()?;
            let scalars = scalars.iter().map(|bytes| scalar(&bytes.0)).collect::<Option<Vec<T>>>()?;
            (points.len() == scalars.len()).then(|| encode(&sum(&points, &scalars)))
        });
    }
}

/// The value of a 32-byte scalar if it is below `2^64`.
pub fn number(scalar: &[u8]) -> Option<u64> {
    let (low, high) = scalar.split_first_chunk::<8>()?;
    (high.len() == 24 && high.iter().all(|byte| *byte == 0)).then(|| u64::from_le_bytes(*low))
}

fn unequal(column: usize) -> Refusal {
    Refusal(format!("columns {column} and {} differ in length", column + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_below_two_to_the_64_are_decoded() {
        let mut scalar = [0; 32];
        scalar[..8].fill(0xff);
        assert_eq!(number(&scalar), Some(u64::MAX));
        assert_eq!(number(&scalar[..31]), None);
        scalar[8] = 1;
        assert_eq!(number(&scalar), None);
    }

    /// The integers modulo 256, also used as scalars: one byte each, or 32 bytes.
    #[test]
    fn small_scalars_have_an_operation_of_their_own() {
        let mut contender = Contender::new("bytes", "1");
        let point = |bytes: &[u8]| if let [byte] = bytes { Some(*byte) } else { None };
        let sum = |points: &[u8], scalars: &[u64]| {
            points.iter().zip(scalars).fold(0u8, |sum, (a, b)| sum.wrapping_add(a.wrapping_mul(*b as u8)))
        };
        Group::new(
            &mut contender,
            "bytes",
            point,
            |point: &u8| vec![*point],
            |bytes| Some(bytes.len() as u64),
        )
        .compared_msm(point, sum)
        .compared_msm_u64(point, number, sum);
        let compute = |operation: &str, arguments: &[&[u8]]| {
            let arguments: Vec<Bytes> = arguments.iter().map(|bytes| Bytes::from(*bytes)).collect();
            contender.operations[operation](&arguments)
        };
        let mut five = [0; 32];
        five[0] = 5;
        let mut large = five;
        large[31] = 1;
        assert_eq!(compute("msm.bytes", &[&[7], &large]), Some(vec![Bytes(vec![7 * 32])]));
        assert_eq!(compute("msm.bytes.u64", &[&[7], &five]), Some(vec![Bytes(vec![35])]));
        assert_eq!(compute("msm.bytes.u64", &[&[7], &large]), None);
        assert_eq!(compute("msm.bytes.u64", &[&[7], &five, &five]), None);
    }
}
