//! Group operations to compare, and multi-scalar multiplication.

use crate::message::Bytes;
use crate::prepared::Prepared;
use crate::registry::{Contender, Input, Refusal};

/// Registers what a library offers for one group. `P` is a point as operations yield it, `A` as sums want it, `S` a
/// scalar.
pub struct Group<'c, P, S> {
    contender: &'c mut Contender,
    name: &'static str,
    decode: fn(&[u8]) -> Option<P>,
    encode: fn(&P) -> Vec<u8>,
    scalar: fn(&[u8]) -> Option<S>,
}

impl<'c, P: 'static, S: 'static> Group<'c, P, S> {
    /// The group of this name. `decode` and `scalar` refuse everything but valid, canonical encodings.
    pub fn new(
        contender: &'c mut Contender,
        name: &'static str,
        decode: fn(&[u8]) -> Option<P>,
        encode: fn(&P) -> Vec<u8>,
        scalar: fn(&[u8]) -> Option<S>,
    ) -> Self {
        Self { contender, name, decode, encode, scalar }
    }

    /// The operations of the group, to be compared.
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

    /// `sum of scalar_i point_i`: timed for the sizes `2^log_sizes`, on one thread and on many, and compared. `affine`
    /// decodes a point into what `sum` wants; it trusts the inputs of timed workloads to be in the group. The pool of
    /// threads is the library's own affair: a process is for one number of threads.
    pub fn msm<A: 'static>(
        self,
        path: &str,
        log_sizes: &[u32],
        affine: fn(&[u8]) -> Option<A>,
        sum: impl Fn(&[A], &[S], usize) -> P + Copy + 'static,
    ) -> Self {
        let (decode, encode, scalar) = (self.decode, self.encode, self.scalar);
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
        let sizes = log_sizes.iter().map(|log| format!("2^{log}"));
        let vectors = (self.name == "bls12_377_g1").then(|| "zprize".to_owned());
        for size in sizes.chain(vectors) {
            for threads in ["t1", "t2"] {
                self.contender.offer(format!("msm.{}.{size}.{threads}", self.name), path, prepare);
            }
        }
        self.contender.operation(format!("msm.{}", self.name), move |arguments| {
            let (points, scalars) = arguments.split_at(arguments.len() / 2);
            // Strictly decoded once, for the check.
            points.iter().map(|point| decode(&point.0).map(drop)).collect::<Option<Vec<()>>>()?;
            let points = points.iter().map(|point| affine(&point.0)).collect::<Option<Vec<A>>>()?;
            let scalars = scalars.iter().map(|bytes| scalar(&bytes.0)).collect::<Option<Vec<S>>>()?;
            (points.len() == scalars.len()).then(|| encode(&sum(&points, &scalars, 1)))
        });
        self
    }
}

fn unequal(column: usize) -> Refusal {
    Refusal(format!("columns {column} and {} differ in length", column + 1))
}
