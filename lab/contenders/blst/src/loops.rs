//! The timed loops of products, sums and squares, with the library writing each result where it belongs.
//!
//! The shared loops take what an operation returns. The library writes through a pointer instead, limb by limb, and a
//! returned element would be copied from there by wider loads, which wait until the limbs are in the cache: 8 ns on top
//! of an addition of 2.5 ns. The loops here do the same work as the shared ones without that copy.

use std::hint::black_box;

use contender::{Contender, Input, Prepared, Refusal};

/// Writes the first from the others, which it may overlap.
pub(crate) type Binary<F> = unsafe extern "C" fn(*mut F, *const F, *const F);
/// Writes the first from the second, which it may overlap.
pub(crate) type Unary<F> = unsafe extern "C" fn(*mut F, *const F);

/// The loops for one field.
pub(crate) struct Loops<'c, F> {
    pub(crate) contender: &'c mut Contender,
    pub(crate) field: &'static str,
    pub(crate) decode: fn(&[u8]) -> Option<F>,
    pub(crate) encode: fn(&F) -> Vec<u8>,
}

impl<F: Copy + Default + 'static> Loops<'_, F> {
    /// `field.OP.latency.FIELD` and `field.OP.throughput.FIELD` of an operation with two operands.
    pub(crate) fn binary(&mut self, name: &str, path: &str, op: Binary<F>) {
        let (decode, encode) = (self.decode, self.encode);
        self.contender.offer(format!("field.{name}.latency.{}", self.field), path, move |input| {
            let b = column(input, 1, decode)?;
            let items = b.len();
            let chain = move |x: &mut F| {
                let x: *mut F = x;
                for b in &b {
                    // SAFETY: reads and writes whole elements; it may write where it reads.
                    unsafe { op(x, x, b) };
                }
            };
            Ok(iterated(items, first(input, decode)?, encode, chain))
        });
        self.contender.offer(format!("field.{name}.throughput.{}", self.field), path, move |input| {
            let operands: Vec<_> =
                column(input, 0, decode)?.into_iter().zip(column(input, 1, decode)?).collect();
            // SAFETY: reads and writes whole elements.
            Ok(independent(operands, encode, move |out, (a, b)| unsafe { op(out, a, b) }))
        });
    }

    /// The same of squaring.
    pub(crate) fn square(&mut self, path: &str, op: Unary<F>) {
        let (decode, encode) = (self.decode, self.encode);
        self.contender.offer(format!("field.square.latency.{}", self.field), path, move |input| {
            let count = input.column(1)?.numbers().next().ok_or(Refusal("column 1 has no row".to_owned()))?;
            let chain = move |x: &mut F| {
                let x: *mut F = x;
                for _ in 0..count {
                    // SAFETY: reads and writes a whole element; it may write where it reads.
                    unsafe { op(x, x) };
                }
            };
            Ok(iterated(count as usize, first(input, decode)?, encode, chain))
        });
        self.contender.offer(format!("field.square.throughput.{}", self.field), path, move |input| {
            // SAFETY: reads and writes whole elements.
            Ok(independent(column(input, 0, decode)?, encode, move |out, a| unsafe { op(out, a) }))
        });
    }
}

fn column<F>(input: &Input, index: usize, decode: fn(&[u8]) -> Option<F>) -> Result<Vec<F>, Refusal> {
    input.decode(index, "a field element", decode)
}

fn first<F>(input: &Input, decode: fn(&[u8]) -> Option<F>) -> Result<F, Refusal> {
    column(input, 0, decode)?.pop().ok_or(Refusal("column 0 has no row".to_owned()))
}

/// A dependent chain, which goes on where it ended.
fn iterated<F: 'static>(
    items: usize,
    mut x: F,
    encode: fn(&F) -> Vec<u8>,
    chain: impl Fn(&mut F) + 'static,
) -> Prepared {
    chain(&mut x);
    Prepared::new(items, [encode(&x)], move |iterations| {
        for _ in 0..iterations {
            chain(black_box(&mut x));
        }
    })
}

/// One output for each operand, none needed by another.
fn independent<F: Copy + Default + 'static, T: 'static>(
    operands: Vec<T>,
    encode: fn(&F) -> Vec<u8>,
    op: impl Fn(&mut F, &T) + 'static,
) -> Prepared {
    let mut outputs = vec![F::default(); operands.len()];
    let run = move |outputs: &mut Vec<F>| {
        for (output, operand) in outputs.iter_mut().zip(&operands) {
            op(output, operand);
        }
        black_box(outputs);
    };
    run(&mut outputs);
    let result: Vec<Vec<u8>> = outputs.iter().map(encode).collect();
    Prepared::new(outputs.len(), result, move |iterations| {
        for _ in 0..iterations {
            run(&mut outputs);
        }
    })
}
