//! Batch inversion.

use ark_ff::Field;

use crate::convert::Counterpart;

/// The number of elements that share an inversion.
const AT_ONCE: usize = 512;

/// Replaces every element by its inverse; zeros remain zero. For each 512 elements one inversion; for each element 3M.
///
/// ```
/// use ark_ff::Field;
/// use vorpal_arkworks::fields::Bn254Scalar as Fr;
/// let mut values = [Fr::from(2), Fr::from(0), Fr::from(5)];
/// vorpal_arkworks::functions::batch_inversion(&mut values);
/// assert_eq!(values.map(|value| value * Fr::from(10)), [Fr::from(5), Fr::from(0), Fr::from(2)]);
/// ```
pub fn batch_inversion<F: Field + Counterpart<Vorpal: vorpal_fields::Field>>(values: &mut [F]) {
    invert(values, |inverse| F::from_vorpal(inverse));
}

/// Replaces every element by its inverse times `coefficient`; zeros remain zero. One more multiplication for each
/// element than [`batch_inversion`].
pub fn batch_inversion_and_mul<F: Field + Counterpart<Vorpal: vorpal_fields::Field>>(
    values: &mut [F],
    coefficient: &F,
) {
    let coefficient = coefficient.to_vorpal();
    invert(values, |inverse| F::from_vorpal(&(*inverse * coefficient)));
}

fn invert<F: Send + Counterpart<Vorpal: vorpal_fields::Field>>(
    values: &mut [F],
    finish: impl Fn(&F::Vorpal) -> F + Sync,
) {
    use vorpal_fields::Field;

    // Chunks of the same size, except the last one.
    let chunks = values.len().div_ceil(AT_ONCE).max(1);
    let length = values.len().div_ceil(chunks).max(1);
    let invert = |chunk: &mut [F]| {
        let mut copies = [F::Vorpal::ZERO; AT_ONCE];
        let copies = &mut copies[..chunk.len()];
        for (copy, value) in copies.iter_mut().zip(chunk.iter()) {
            *copy = value.to_vorpal();
        }
        vorpal_fields::batch_invert(copies);
        for (value, inverse) in chunk.iter_mut().zip(copies.iter()) {
            *value = finish(inverse);
        }
    };
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        values.par_chunks_mut(length).for_each(invert);
    }
    #[cfg(not(feature = "parallel"))]
    values.chunks_mut(length).for_each(invert);
}
