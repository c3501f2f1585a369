//! The kernels of single numbers and of batches of products: those in use, and those of each backend by name.

use vorpal_limbs::{PackedMontgomery, Wide, words};

use super::moduli::{Field, Fields};
use super::{Outcome, Report};

pub(super) fn check(report: &mut Report, fields: &Fields) {
    report.check("single numbers in use", || {
        fields.four.iter().try_for_each(in_use)?;
        fields.six.iter().try_for_each(in_use)
    });
    report.check("batches of products in use", || {
        fields.four.iter().try_for_each(batch_in_use)?;
        fields.six.iter().try_for_each(batch_in_use)
    });
    by_name::check(report, fields);
}

/// Runs a comparison for all pairs of operands.
fn each_pair<const N: usize>(field: &Field<N>, compare: impl Fn(&[u64; N], &[u64; N]) -> Outcome) -> Outcome {
    field.operands.iter().try_for_each(|a| field.operands.iter().try_for_each(|b| compare(a, b)))
}

/// The largest second factor of products: `R - 2^(64 N - 62)`.
fn largest<const N: usize>() -> [u64; N] {
    let mut limbs = [0; N];
    limbs[N - 1] = u64::MAX - 3;
    limbs
}

fn in_use<const N: usize>(field: &Field<N>) -> Outcome {
    let ring = &field.ring;
    let ones = [u64::MAX; N];
    each_pair(field, |a, b| {
        let at = (a, b);
        field.same("the product", at, ring.mul(a, b), ring.mul_portable(a, b))?;
        field.same("the square of the first", at, ring.square(a), ring.square_portable(a))?;
        field.same("the sum", at, ring.add(a, b), ring.add_portable(a, b))?;
        field.same("the difference", at, ring.sub(a, b), ring.sub_portable(a, b))?;
        // Sums of products take all limbs.
        let [mut sum, mut expected] = [Wide::ZERO; 2];
        for (a, b) in [(a, b), (&ones, b), (&ones, &ones)] {
            sum.accumulate(a, b);
            expected.accumulate_portable(a, b);
        }
        let (low, carry) = ring.redc(&sum);
        let (expected_low, expected_carry) = ring.redc_portable(&expected.low, &expected.high);
        field.same("the sum of products", at, low, expected_low)?;
        let carries = [carry, expected.top.wrapping_add(expected_carry)];
        field.same("the carry of the sum of products", at, [carries[0]; N], [carries[1]; N])
    })?;
    let largest = largest();
    field.operands.iter().try_for_each(|a| {
        let (found, expected) = (ring.mul(a, &largest), ring.mul_portable(a, &largest));
        field.same("the product", (a, &largest), found, expected)
    })
}

/// Products of pairs in one call, whose number fills no whole vectors.
fn batch_in_use<const N: usize>(field: &Field<N>) -> Outcome {
    let pairs = field.operands.iter().flat_map(|a| field.operands.iter().map(|b| (*a, *b)));
    let (first, second): (Vec<_>, Vec<_>) = pairs.chain([(words::from_word(1), field.operands[3])]).unzip();
    let mut products = vec![[0; N]; first.len()];
    field.ring.mul_batch(&mut products, &first, &second, |limbs| limbs, |limbs| limbs);
    same_products(field, &first, &second, &products)?;
    let packed = PackedMontgomery::new(&field.ring);
    packed.mul_batch(&mut products, &first, &second, |limbs| limbs, |limbs| limbs);
    same_products(field, &first, &second, &products)
}

/// Compares products of pairs with the portable code.
fn same_products<const N: usize>(
    field: &Field<N>,
    first: &[[u64; N]],
    second: &[[u64; N]],
    products: &[[u64; N]],
) -> Outcome {
    first.iter().zip(second).zip(products).try_for_each(|((a, b), found)| {
        field.same("the product", (a, b), *found, field.ring.mul_portable(a, b))
    })
}

/// Other processors have no kernels with names.
#[cfg(not(all(
    any(all(target_arch = "x86_64", target_feature = "sse2"), target_arch = "aarch64"),
    target_pointer_width = "64",
    not(vorpal_portable)
)))]
mod by_name {
    use super::super::Report;
    use super::Fields;

    pub(super) fn check(_: &mut Report, _: &Fields) {}
}

#[cfg(all(
    any(all(target_arch = "x86_64", target_feature = "sse2"), target_arch = "aarch64"),
    target_pointer_width = "64",
    not(vorpal_portable)
))]
mod by_name {
    use vorpal_limbs::ReductionKind;
    #[cfg(target_arch = "aarch64")]
    use vorpal_limbs::backend::Aarch64 as Kernels;
    use vorpal_limbs::backend::Backend;
    #[cfg(target_arch = "x86_64")]
    use vorpal_limbs::backend::Bmi2Adx as Kernels;

    use super::super::{Outcome, Report};
    use super::{Field, Fields, each_pair, largest};

    pub(super) fn check(report: &mut Report, fields: &Fields) {
        let Some(kernels) = Kernels::detect() else { return };
        let backend = if cfg!(target_arch = "x86_64") { Backend::Bmi2Adx } else { Backend::Aarch64 };
        report.check(format!("single numbers by {}", backend.name()), || {
            fields.four.iter().try_for_each(|field| four(field, kernels))?;
            fields.six.iter().try_for_each(|field| six(field, kernels))
        });
        #[cfg(target_arch = "x86_64")]
        vectors::check(report, fields);
    }

    fn four(field: &Field<4>, kernels: Kernels) -> Outcome {
        let ring = &field.ring;
        let product = |a: &[u64; 4], b: &[u64; 4]| {
            let at = (a, b);
            let expected = ring.mul_portable(a, b);
            field.same("the product of any limbs", at, kernels.mul_any_4(ring, a, b), expected)?;
            match ring.reduction_kind() {
                ReductionKind::Spare => field.same("the product", at, kernels.mul_4(ring, a, b), expected),
                ReductionKind::PseudoMersenne => {
                    field.same("the product", at, kernels.mul_pseudo_mersenne_4(ring, a, b), expected)
                }
                #[cfg(target_arch = "x86_64")]
                ReductionKind::Solinas => {
                    field.same("the product", at, kernels.mul_solinas_4(ring, a, b), expected)
                }
                _ => Ok(()),
            }
        };
        each_pair(field, product)?;
        field.operands.iter().try_for_each(|a| {
            product(a, &largest())?;
            let (at, expected) = ((a, a), ring.square_portable(a));
            field.same("the square of any limbs", at, kernels.square_any_4(ring, a), expected)?;
            match ring.reduction_kind() {
                ReductionKind::Spare => field.same("the square", at, kernels.square_4(ring, a), expected),
                ReductionKind::PseudoMersenne => {
                    field.same("the square", at, kernels.square_pseudo_mersenne_4(ring, a), expected)
                }
                #[cfg(target_arch = "x86_64")]
                ReductionKind::Solinas => {
                    field.same("the square", at, kernels.square_solinas_4(ring, a), expected)
                }
                _ => Ok(()),
            }
        })
    }

    fn six(field: &Field<6>, kernels: Kernels) -> Outcome {
        let ring = &field.ring;
        each_pair(field, |a, b| {
            let (product, square) = (ring.mul_portable(a, b), ring.square_portable(a));
            field.same("the product", (a, b), kernels.mul_6(ring, a, b), product)?;
            field.same("the square of the first", (a, b), kernels.square_6(ring, a), square)
        })
    }

    /// Batches of products in vectors, by 52-bit multipliers and by those of doubles.
    #[cfg(target_arch = "x86_64")]
    mod vectors {
        use vorpal_limbs::backend::{
            Avx2Fma, Avx512Fma, Avx512Ifma, Avx512VlIfma, AvxIfma, Backend, IfmaModulus,
        };
        use vorpal_limbs::{PackedBackend, PackedMontgomery};

        use super::{Field, Fields, Outcome, Report};

        macro_rules! check {
            ($report:ident, $fields:ident: $($backend:ident by $vectors:ident)+) => {$(
                if let Some(vectors) = $vectors::detect() {
                    $report.check(format!("batches of products by {}", Backend::$backend.name()), || {
                        $fields.four.iter().try_for_each(|field| {
                            let ring = IfmaModulus::<4, 5>::new(
                                field.ring.modulus(), field.ring.negated_inverse());
                            products(field, |products, a, b| {
                                vectors.mul_batch(&ring, products, a, b, |limbs| limbs, |limbs| limbs)
                            })
                        })?;
                        $fields.six.iter().try_for_each(|field| {
                            let ring = IfmaModulus::<6, 8>::new(
                                field.ring.modulus(), field.ring.negated_inverse());
                            products(field, |products, a, b| {
                                vectors.mul_batch(&ring, products, a, b, |limbs| limbs, |limbs| limbs)
                            })
                        })
                    });
                }
            )+};
        }

        macro_rules! check_doubles {
            ($report:ident, $fields:ident: $($vectors:ident)+) => {$(
                if let Some(vectors) = $vectors::detect() {
                    $report.check(format!("batches of products by {}", Backend::$vectors.name()), || {
                        $fields.four.iter().try_for_each(|field| all_products(field, vectors))?;
                        $fields.six.iter().try_for_each(|field| all_products(field, vectors))
                    });
                }
            )+};
        }

        pub(super) fn check(report: &mut Report, fields: &Fields) {
            check_doubles!(report, fields: Avx2Fma Avx512Fma);
            check!(report, fields:
                AvxIfma by AvxIfma AvxIfma by Avx512VlIfma Avx512Ifma by Avx512Ifma);
        }

        fn all_products<const N: usize>(field: &Field<N>, vectors: impl PackedBackend) -> Outcome {
            let packed = PackedMontgomery::with_backend(&field.ring, vectors);
            products(field, |products, a, b| {
                packed.mul_batch(products, a, b, |limbs| limbs, |limbs| limbs);
                products.len()
            })
        }

        fn products<const N: usize>(
            field: &Field<N>,
            mul: impl Fn(&mut [[u64; N]], &[[u64; N]], &[[u64; N]]) -> usize,
        ) -> Outcome {
            let pairs = field.operands.iter().flat_map(|a| field.operands.iter().map(|b| (*a, *b)));
            let (first, second): (Vec<_>, Vec<_>) = pairs.unzip();
            let mut products = vec![[0; N]; first.len()];
            let done = mul(&mut products, &first, &second);
            super::super::super::holds("the products fill no vector", done > 0)?;
            first.iter().zip(&second).zip(products).take(done).try_for_each(|((a, b), found)| {
                field.same("the product", (a, b), found, field.ring.mul_portable(a, b))
            })
        }
    }
}
