//! Registers workloads and operations on field elements.

use std::hint::black_box;

use crate::message::Bytes;
use crate::modulus::{even, modulus};
use crate::prepared::Prepared;
use crate::registry::{Contender, Input, Refusal};
use crate::rows;

/// Registers the operations of a library on one field. Each method takes a description of the library's function and
/// the function.
pub struct Field<'c, F> {
    contender: &'c mut Contender,
    name: &'static str,
    codec: Codec<F>,
}

/// Conversions between elements and canonical little-endian bytes.
struct Codec<F> {
    decode: fn(&[u8]) -> Option<F>,
    encode: fn(&F) -> Vec<u8>,
}

impl<F> Clone for Codec<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Codec<F> {}

impl<F: 'static> Codec<F> {
    fn argument(&self, arguments: &[Bytes], index: usize) -> Option<F> {
        (self.decode)(&arguments.get(index)?.0)
    }

    fn column(&self, input: &Input, index: usize) -> Result<Vec<F>, Refusal> {
        input.decode(index, "a field element", self.decode)
    }

    fn first(&self, input: &Input) -> Result<F, Refusal> {
        self.column(input, 0)?.pop().ok_or(Refusal("column 0 has no row".to_owned()))
    }

    fn encode_all(&self, values: &[F]) -> Vec<Vec<u8>> {
        values.iter().map(self.encode).collect()
    }

    fn even_root(&self, field: &str) -> impl Fn(Option<F>) -> Vec<u8> + use<F> {
        let (encode, modulus) = (self.encode, modulus(field));
        move |root| root.map_or_else(Vec::new, |root| even(encode(&root), &modulus))
    }
}

impl<'c, F: Clone + 'static> Field<'c, F> {
    /// The field with this name. `decode` accepts canonical bytes only.
    pub fn new(
        contender: &'c mut Contender,
        name: &'static str,
        decode: fn(&[u8]) -> Option<F>,
        encode: fn(&F) -> Vec<u8>,
    ) -> Self {
        Self { contender, name, codec: Codec { decode, encode } }
    }

    /// Registers multiplication by a function that returns the product.
    #[allow(clippy::should_implement_trait, reason = "this registers an operation and is not an operator")]
    pub fn mul(self, path: &str, op: impl Fn(&F, &F) -> F + Copy + 'static) -> Self {
        self.mul_in_place(path, move |a, b| *a = op(a, b))
    }

    /// Registers multiplication by a function that overwrites its first operand with the product. It is for libraries
    /// that read and write memory limb by limb. The compiler copies a returned product with wider loads, which must
    /// wait until all limbs are stored.
    pub fn mul_in_place(self, path: &str, op: impl Fn(&mut F, &F) + Copy + 'static) -> Self {
        let (codec, name) = (self.codec, self.name);
        self.contender.offer(format!("field.product.{name}"), path, move |input| chain(codec, input, op));
        self.contender
            .offer(format!("field.mul.unbatched.{name}"), path, move |input| pairs(codec, input, op));
        self.binary("mul", path, op)
    }

    /// Registers products of many pairs, `products[i] = a[i] b[i]`; also used for squares. It is for libraries with a
    /// function that is faster than a loop.
    pub fn mul_batch(self, path: &str, op: impl Fn(&mut [F], &[F], &[F]) + Copy + 'static) -> Self {
        let codec = self.codec;
        self.contender.offer(format!("field.mul.throughput.{}", self.name), path, move |input| {
            let (a, b) = (codec.column(input, 0)?, codec.column(input, 1)?);
            Ok(filled(codec, a.clone(), move |products| op(products, &a, &b)))
        });
        self.contender.offer(format!("field.square.throughput.{}", self.name), path, move |input| {
            let a = codec.column(input, 0)?;
            Ok(filled(codec, a.clone(), move |squares| op(squares, &a, &a)))
        });
        self
    }

    /// Registers the product of an element and all elements of a slice, by the library's function for long products.
    pub fn product(self, path: &str, op: impl Fn(&F, &[F]) -> F + Copy + 'static) -> Self {
        let codec = self.codec;
        self.contender.offer(format!("field.product.{}", self.name), path, move |input| {
            let (start, b) = (codec.first(input)?, codec.column(input, 1)?);
            Ok(iterated(b.len(), codec, start, move |x: &mut F| *x = op(x, &b)))
        });
        self
    }

    /// Registers sums of sixteen products. `each` reduces every product before it adds it; `best` is the library's
    /// fastest function.
    pub fn inner_product16(
        self,
        each_path: &str,
        each: impl Fn(&[F; 16], &[F; 16]) -> F + Copy + 'static,
        best_path: &str,
        best: impl Fn(&[F; 16], &[F; 16]) -> F + Copy + 'static,
    ) -> Self {
        self.inner_products("each", each_path, each).inner_products("best", best_path, best)
    }

    fn inner_products(
        self,
        kind: &str,
        path: &str,
        op: impl Fn(&[F; 16], &[F; 16]) -> F + Copy + 'static,
    ) -> Self {
        let codec = self.codec;
        self.contender.offer(format!("field.inner_product16.{kind}.{}", self.name), path, move |input| {
            let (a, b) = (codec.column(input, 0)?, codec.column(input, 1)?);
            let sums = a[..a.len() / 16].to_vec();
            Ok(filled(codec, sums, move |sums| {
                let (a, b) = (a.as_chunks().0, b.as_chunks().0);
                for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
                    *sum = op(a, b);
                }
            }))
        });
        self
    }

    /// Registers addition by a function that returns the sum.
    #[allow(clippy::should_implement_trait, reason = "this registers an operation and is not an operator")]
    pub fn add(self, path: &str, op: impl Fn(&F, &F) -> F + Copy + 'static) -> Self {
        self.add_in_place(path, move |a, b| *a = op(a, b))
    }

    /// Registers addition by a function that overwrites its first operand with the sum.
    pub fn add_in_place(self, path: &str, op: impl Fn(&mut F, &F) + Copy + 'static) -> Self {
        self.binary("add", path, op)
    }

    /// Registers subtraction, which is only compared.
    #[allow(clippy::should_implement_trait, reason = "this registers an operation and is not an operator")]
    pub fn sub(self, op: impl Fn(&F, &F) -> F + 'static) -> Self {
        self.compare_binary("sub", op)
    }

    /// Registers negation, which is only compared.
    #[allow(clippy::should_implement_trait, reason = "this registers an operation and is not an operator")]
    pub fn neg(self, op: impl Fn(&F) -> F + 'static) -> Self {
        self.compare_unary("neg", move |a| Some(op(a)))
    }

    /// Registers squaring by a function that returns the square.
    pub fn square(self, path: &str, op: impl Fn(&F) -> F + Copy + 'static) -> Self {
        self.square_in_place(path, move |a| *a = op(a))
    }

    /// Registers squaring by a function that overwrites its operand with the square.
    pub fn square_in_place(self, path: &str, op: impl Fn(&mut F) + Copy + 'static) -> Self {
        let codec = self.codec;
        self.contender.offer(format!("field.square.latency.{}", self.name), path, move |input| {
            let start = codec.first(input)?;
            let count = input.column(1)?.numbers().next().ok_or(Refusal("column 1 has no row".to_owned()))?;
            let chain = move |x: &mut F| {
                for _ in 0..count {
                    op(x);
                }
            };
            Ok(iterated(count as usize, codec, start, chain))
        });
        for kind in ["throughput", "unbatched"] {
            self.contender.offer(format!("field.square.{kind}.{}", self.name), path, move |input| {
                let a = codec.column(input, 0)?;
                Ok(independent(codec, a.clone(), a, move |output, a| {
                    output.clone_from(a);
                    op(output);
                }))
            });
        }
        self.compare_unary("square", move |a| {
            let mut square = a.clone();
            op(&mut square);
            Some(square)
        })
    }

    /// Registers inversion. Timed inputs never contain zero.
    pub fn invert(
        self,
        path: &str,
        op: impl Fn(&F) -> Option<F> + Copy + 'static,
        add: impl Fn(&F, &F) -> F + Copy + 'static,
    ) -> Self {
        let codec = self.codec;
        self.contender.offer(format!("field.invert.latency.{}", self.name), path, move |input| {
            let (start, b) = (codec.first(input)?, codec.column(input, 1)?);
            let items = b.len();
            let chain = move |x: &mut F| {
                for b in &b {
                    *x = add(&op(x).expect("no step of the chain is zero"), b);
                }
            };
            Ok(iterated(items, codec, start, chain))
        });
        self.contender.offer(format!("field.invert.throughput.{}", self.name), path, move |input| {
            let a = codec.column(input, 0)?;
            Ok(independent(codec, a.clone(), a, move |output, a| {
                *output = op(a).expect("no operand is zero");
            }))
        });
        self.compare_unary("invert", op)
    }

    /// Registers inversion of many elements in place. No element is zero.
    pub fn batch_invert(self, path: &str, op: impl Fn(&mut [F]) + Copy + 'static) -> Self {
        let codec = self.codec;
        let workload = format!("field.batch_invert1000.throughput.{}", self.name);
        self.contender.offer(workload, path, move |input| {
            let a = codec.column(input, 0)?;
            let mut values = a.clone();
            op(&mut values);
            let result = codec.encode_all(&values);
            Ok(Prepared::new(a.len(), result, move |iterations| {
                for _ in 0..iterations {
                    values.clone_from_slice(&a);
                    op(black_box(&mut values));
                }
            }))
        });
        self
    }

    /// Registers the Legendre symbol.
    pub fn legendre(self, path: &str, op: impl Fn(&F) -> i8 + Copy + 'static) -> Self {
        let codec = self.codec;
        self.contender.offer(format!("field.legendre.throughput.{}", self.name), path, move |input| {
            let a = codec.column(input, 0)?;
            Ok(rows::loop_over(a, |symbol: i8| symbol.to_le_bytes().to_vec(), op))
        });
        self.contender.operation(format!("field.legendre.{}", self.name), move |arguments| {
            Some(op(&codec.argument(arguments, 0)?).to_le_bytes().to_vec())
        });
        self
    }

    /// Registers square roots of single elements.
    pub fn sqrt(self, path: &str, op: impl Fn(&F) -> Option<F> + Copy + 'static) -> Self {
        let (codec, name) = (self.codec, self.name);
        self.contender.offer(format!("sqrt.single.{name}"), path, move |input| {
            Ok(rows::single(codec.column(input, 0)?, codec.even_root(name), op))
        });
        let encode = codec.even_root(name);
        self.contender.operation(format!("field.sqrt.{name}"), move |arguments| {
            Some(encode(Some(op(&codec.argument(arguments, 0)?)?)))
        });
        self
    }

    /// Registers square roots of many elements.
    pub fn sqrt_batch(self, path: &str, op: impl Fn(&[F]) -> Vec<Option<F>> + Copy + 'static) -> Self {
        let (codec, name) = (self.codec, self.name);
        self.contender.offer(format!("sqrt.batch1000.{name}"), path, move |input| {
            Ok(rows::batches(codec.column(input, 0)?, 1000, codec.even_root(name), op))
        });
        self
    }

    fn binary(self, op_name: &str, path: &str, op: impl Fn(&mut F, &F) + Copy + 'static) -> Self {
        let codec = self.codec;
        let name = self.name;
        self.contender
            .offer(format!("field.{op_name}.latency.{name}"), path, move |input| chain(codec, input, op));
        self.contender
            .offer(format!("field.{op_name}.throughput.{name}"), path, move |input| pairs(codec, input, op));
        self.compare_binary(op_name, move |a, b| {
            let mut result = a.clone();
            op(&mut result, b);
            result
        })
    }

    fn compare_unary(self, op_name: &str, op: impl Fn(&F) -> Option<F> + 'static) -> Self {
        let codec = self.codec;
        self.contender.operation(format!("field.{op_name}.{}", self.name), move |arguments| {
            Some((codec.encode)(&op(&codec.argument(arguments, 0)?)?))
        });
        self
    }

    fn compare_binary(self, op_name: &str, op: impl Fn(&F, &F) -> F + 'static) -> Self {
        let codec = self.codec;
        self.contender.operation(format!("field.{op_name}.{}", self.name), move |arguments| {
            let (a, b) = (codec.argument(arguments, 0)?, codec.argument(arguments, 1)?);
            Some((codec.encode)(&op(&a, &b)))
        });
        self
    }
}

/// A dependent chain of an operation over all of column 1.
fn chain<F: Clone + 'static>(
    codec: Codec<F>,
    input: &Input,
    op: impl Fn(&mut F, &F) + 'static,
) -> Result<Prepared, Refusal> {
    let (start, b) = (codec.first(input)?, codec.column(input, 1)?);
    let items = b.len();
    let chain = move |x: &mut F| {
        for b in &b {
            op(x, b);
        }
    };
    Ok(iterated(items, codec, start, chain))
}

/// An operation on each pair of columns 0 and 1.
fn pairs<F: Clone + 'static>(
    codec: Codec<F>,
    input: &Input,
    op: impl Fn(&mut F, &F) + 'static,
) -> Result<Prepared, Refusal> {
    let a = codec.column(input, 0)?;
    let pairs: Vec<(F, F)> = a.iter().cloned().zip(codec.column(input, 1)?).collect();
    Ok(independent(codec, a, pairs, move |output, (a, b)| {
        output.clone_from(a);
        op(output, b);
    }))
}

/// A dependent chain. Each iteration continues with the result of the previous one.
fn iterated<F: Clone + 'static>(
    items: usize,
    codec: Codec<F>,
    mut x: F,
    chain: impl Fn(&mut F) + 'static,
) -> Prepared {
    // A local variable may be kept in registers, as in a user's code.
    let step = move |x: &mut F| {
        let mut local = x.clone();
        chain(&mut local);
        x.clone_from(&local);
    };
    step(&mut x);
    Prepared::new(items, [(codec.encode)(&x)], move |iterations| {
        for _ in 0..iterations {
            step(black_box(&mut x));
        }
    })
}

/// One output for each operand; the outputs are independent. Their previous contents do not matter.
fn independent<F: 'static, T: 'static>(
    codec: Codec<F>,
    outputs: Vec<F>,
    operands: Vec<T>,
    op: impl Fn(&mut F, &T) + 'static,
) -> Prepared {
    filled(codec, outputs, move |outputs| {
        for (output, operand) in outputs.iter_mut().zip(&operands) {
            op(output, operand);
        }
    })
}

/// Outputs that a single call computes. Their previous contents do not matter.
fn filled<F: 'static>(codec: Codec<F>, mut outputs: Vec<F>, fill: impl Fn(&mut [F]) + 'static) -> Prepared {
    fill(&mut outputs);
    let result = codec.encode_all(&outputs);
    Prepared::new(outputs.len(), result, move |iterations| {
        for _ in 0..iterations {
            fill(black_box(&mut outputs));
        }
    })
}
