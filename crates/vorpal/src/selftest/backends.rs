//! Every backend that the processor has, against the portable code, which the tests of `limbs` check against big
//! integers.

use vorpal_limbs::backend::{Backend, Scalar};
use vorpal_limbs::{Conversion, LANES, Packed, PackedBackend, PackedMontgomery};

use super::moduli::{Field, Fields};
use super::numbers::Numbers;
use super::{Outcome, Report, single};

/// Adds a check for each backend of single numbers and of packed values that the processor has.
pub(super) fn check(report: &mut Report, numbers: &mut Numbers) {
    let fields = &Fields::new(numbers);
    single::check(report, fields);
    check_packed(report, fields, Backend::Portable, Some(Scalar));
    #[cfg(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        target_feature = "sse2",
        not(vorpal_portable)
    ))]
    {
        use vorpal_limbs::backend::{Avx2Fma, Avx512Fma, Avx512Ifma, Avx512VlIfma, AvxIfma};
        check_packed(report, fields, Backend::Avx2Fma, Avx2Fma::detect());
        check_packed(report, fields, Backend::Avx512Fma, Avx512Fma::detect());
        // The same kernels in the encoding of AVX-512, where the processor lacks the other.
        if AvxIfma::detect().is_some() {
            check_packed(report, fields, Backend::AvxIfma, AvxIfma::detect());
        } else {
            check_packed(report, fields, Backend::AvxIfma, Avx512VlIfma::detect());
        }
        check_packed(report, fields, Backend::Avx512Ifma, Avx512Ifma::detect());
    }
    #[cfg(all(
        target_arch = "aarch64",
        target_pointer_width = "64",
        target_feature = "neon",
        not(vorpal_portable)
    ))]
    check_packed(report, fields, Backend::NeonFma, vorpal_limbs::backend::NeonFma::detect());
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(vorpal_portable)))]
    check_packed(report, fields, Backend::Simd128, Some(vorpal_limbs::backend::Simd128));
    #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd", not(vorpal_portable)))]
    check_packed(report, fields, Backend::RelaxedSimd, vorpal_limbs::backend::RelaxedSimd::detect());
}

fn check_packed(
    report: &mut Report,
    fields: &Fields,
    backend: Backend,
    detected: Option<impl PackedBackend>,
) {
    let Some(vectors) = detected else { return };
    report.check(format!("packed numbers by {}", backend.name()), || {
        fields.four.iter().try_for_each(|field| packed(field, vectors))?;
        fields.six.iter().try_for_each(|field| packed(field, vectors))
    });
}

/// The right result for two operands.
type Expected<'a, const N: usize> = &'a dyn Fn(&[u64; N], &[u64; N]) -> [u64; N];

/// Every operation on packed values, for all pairs of operands.
fn packed<const N: usize>(field: &Field<N>, backend: impl PackedBackend) -> Outcome {
    let ring = &field.ring;
    let arithmetic = PackedMontgomery::with_backend(ring, backend);
    let load = |numbers: &[[u64; N]]| arithmetic.load(numbers, |limbs| limbs, Conversion::Montgomery);
    let pairs: Vec<_> = field.operands.iter().flat_map(|a| field.operands.iter().map(|b| (*a, *b))).collect();
    for pairs in pairs.chunks(LANES) {
        let (first, second): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
        let (a, b) = (load(&first), load(&second));
        let same = |operation, found: &Packed<N>, expected: Expected<'_, N>| {
            let mut numbers = vec![[0; N]; pairs.len()];
            arithmetic.store(found, &mut numbers, |limbs| limbs, Conversion::Montgomery);
            pairs
                .iter()
                .zip(numbers)
                .try_for_each(|((a, b), found)| field.same(operation, (a, b), found, expected(a, b)))
        };
        same("the first number", &a, &|a, _| *a)?;
        let product = |a: &[u64; N], b: &[u64; N]| ring.mul_portable(a, b);
        let mut result = a;
        arithmetic.mul_assign(&mut result, &b);
        same("the product", &result, &product)?;
        // Operands that are not canonical.
        arithmetic.add_assign(&mut result, &b);
        same("the product plus the second number", &result, &|a, b| ring.add_portable(&product(a, b), b))?;
        arithmetic.sub_assign(&mut result, &a);
        arithmetic.square_times(&mut result, 2);
        let last = |a: &[u64; N], b: &[u64; N]| {
            let number = ring.sub_portable(&ring.add_portable(&product(a, b), b), a);
            ring.square_portable(&ring.square_portable(&number))
        };
        same("(a b + b - a)^4", &result, &last)?;
        arithmetic.sub_into(&mut result, &a, &b);
        same("the difference", &result, &|a, b| ring.sub_portable(a, b))?;
        arithmetic.negate_lanes(&mut result, u16::MAX);
        same("the negative difference", &result, &|a, b| ring.sub_portable(b, a))?;
        signed(field, &arithmetic, &first, &second)?;
    }
    Ok(())
}

/// The operations on signed values, against those on packed values.
fn signed<const N: usize, B: PackedBackend>(
    field: &Field<N>,
    arithmetic: &PackedMontgomery<N, B>,
    first: &[[u64; N]],
    second: &[[u64; N]],
) -> Outcome {
    let load = |numbers: &[[u64; N]], conversion| arithmetic.load(numbers, |limbs| limbs, conversion);
    let store = |packed: &Packed<N>, conversion| {
        let mut numbers = vec![[0; N]; first.len()];
        arithmetic.store(packed, &mut numbers, |limbs| limbs, conversion);
        numbers
    };
    let (a, b) = (load(first, Conversion::Raw), load(second, Conversion::Raw));
    let (mut product, mut sum, mut difference) = (b, a, a);
    arithmetic.mul_assign(&mut product, &b);
    arithmetic.add_assign(&mut sum, &product);
    arithmetic.sub_assign(&mut difference, &product);
    let (mut low, mut high) = (load(first, Conversion::Signed), load(second, Conversion::Signed));
    arithmetic.mul_signed(&mut high, &b);
    arithmetic.sum_and_difference(&mut low, &mut high);
    for (operation, signed, packed) in
        [("the signed sum", low, sum), ("the signed difference", high, difference)]
    {
        let found = store(&signed, Conversion::Signed);
        for (i, (found, expected)) in found.into_iter().zip(store(&packed, Conversion::Raw)).enumerate() {
            field.same(operation, (&first[i], &second[i]), found, expected)?;
        }
    }
    Ok(())
}
